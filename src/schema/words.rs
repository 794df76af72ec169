//! The sentences about faults, for a model that is to mend its arguments. Built by joining texts; only faults cost anything.

use super::rules::{At, Limit, Name, TYPES};
use crate::payload::{Payload, Shape};

/// Names, choices and alternatives that a sentence lists.
pub const MOST_LISTED: usize = 12;
/// UTF-16 units of a text that a sentence quotes.
const LONGEST_QUOTE: usize = 60;

/// The number of code points of a text.
pub fn code_points<P: Payload>(text: &P) -> usize {
    text.as_text().map_or(0, |text| text.chars().count())
}

/// The number of an object's members.
pub fn size<P: Payload>(object: &P) -> usize {
    let names = object.names();
    (0..names.length()).filter(|index| names.at(*index).is_some_and(|name| object.own(&name).is_some())).count()
}

fn number<P: Payload>(number: f64) -> String {
    P::number(number).print().as_text().unwrap_or_default()
}

/// A value in a sentence: itself where it is short.
fn quote<P: Payload>(value: &P) -> String {
    match value.shape() {
        Shape::String if value.length() <= LONGEST_QUOTE => ["\"", &value.as_text().unwrap_or_default(), "\""].concat(),
        Shape::String => ["a text of ", &value.length().to_string(), " characters"].concat(),
        Shape::Array => "an array".into(),
        Shape::Object => "an object".into(),
        _ => value.print().as_text().unwrap_or_default(),
    }
}

/// `a, b, c`, and how many more there are.
fn list<'a>(count: usize, texts: impl Iterator<Item = String> + 'a, last: &str) -> String {
    let mut line = String::new();
    for (index, text) in texts.take(MOST_LISTED).enumerate() {
        if index > 0 {
            line.push_str(if index + 1 == count { last } else { ", " });
        }
        line.push_str(&text);
    }
    if count > MOST_LISTED {
        line.push_str(" and ");
        line.push_str(&(count - MOST_LISTED).to_string());
        line.push_str(" more");
    }
    line
}

pub fn type_of<P: Payload>(bits: u8, value: &P) -> String {
    let allowed: Vec<String> = TYPES.iter().enumerate().filter(|(bit, _)| bits & (1 << bit) != 0).map(|(_, name)| (*name).into()).collect();
    ["must be of type ", &list(allowed.len(), allowed.iter().cloned(), " or "), ", but is ", &quote(value)].concat()
}

pub fn choice<P: Payload>(choices: &P, value: &P) -> String {
    let count = choices.length();
    let texts = (0..count).filter_map(|index| choices.at(index)).map(|choice| match choice.shape() {
        // A constant object is what the model must send: it is told whole, where that is not too much.
        Shape::Array | Shape::Object => match choice.json().ok().filter(|text| text.length() <= LONGEST_QUOTE * 4) {
            Some(text) => text.as_text().unwrap_or_default(),
            None => quote(&choice),
        },
        _ => quote(&choice),
    });
    let allowed = list(count, texts, ", ");
    [quote(value).as_str(), if count == 1 { " is not " } else { " is none of " }, &allowed].concat()
}

pub fn limit<P: Payload>(limit: Limit, bound: f64, value: &P) -> String {
    let (has, unit) = match limit {
        Limit::MinLength | Limit::MaxLength => (code_points(value), " character"),
        Limit::MinItems | Limit::MaxItems => (value.length(), " item"),
        Limit::MinProperties | Limit::MaxProperties => (size(value), " propert"),
        _ => (0, ""),
    };
    let relation = match limit {
        Limit::Minimum => " is less than the minimum ",
        Limit::Maximum => " is greater than the maximum ",
        Limit::Above => " must be greater than ",
        Limit::Below => " must be less than ",
        Limit::MultipleOf => " is not a multiple of ",
        Limit::MinLength | Limit::MinItems | Limit::MinProperties => ", fewer than the minimum ",
        Limit::MaxLength | Limit::MaxItems | Limit::MaxProperties => ", more than the maximum ",
    };
    let bound = number::<P>(bound);
    if unit.is_empty() {
        return [&quote(value), relation, &bound].concat();
    }
    let ending = match (unit, has) {
        (" propert", 1) => "y",
        (" propert", _) => "ies",
        (_, 1) => "",
        _ => "s",
    };
    ["has ", &has.to_string(), unit, ending, relation, &bound].concat()
}

pub fn pattern<P: Payload>(source: &str, value: &P) -> String {
    [&quote(value), " does not match the pattern ", source].concat()
}

pub fn missing(name: &str) -> String {
    ["the required property \"", name, "\" is missing"].concat()
}

pub fn dependent(name: &str, need: &str) -> String {
    ["\"", name, "\" needs the property \"", need, "\" beside it, which is missing"].concat()
}

pub fn unknown<P>(named: &[(Name<P>, At)]) -> String {
    if named.is_empty() {
        return "is no known property; none is allowed here".into();
    }
    ["is no known property; allowed are: ", &list(named.len(), named.iter().map(|(name, _)| name.text.clone()), ", ")].concat()
}

pub fn name<P: Payload>(name: &P, reason: &str) -> String {
    ["the name ", &quote(name), " is not allowed: ", reason].concat()
}

pub fn never() -> String {
    "no value is allowed here".into()
}

pub fn not() -> String {
    "is a value that the schema forbids (by \"not\")".into()
}

pub fn too_many(count: usize) -> String {
    ["is one item too many: ", &count.to_string(), " at most"].concat()
}

pub fn twins(first: usize, second: usize) -> String {
    ["the items ", &first.to_string(), " and ", &second.to_string(), " are equal, but all must differ"].concat()
}

pub fn contains<P: Payload>(found: f64, least: f64, most: f64) -> String {
    if found > most {
        return ["has more than ", &number::<P>(most), " items of the kind that \"contains\" describes"].concat();
    }
    ["needs at least ", &number::<P>(least), " of the kind of item that \"contains\" describes, and has ", &number::<P>(found)].concat()
}

pub fn both(first: usize, second: usize) -> String {
    ["fits the alternatives ", &(first + 1).to_string(), " and ", &(second + 1).to_string(), ", but must fit only one"].concat()
}

pub fn alternatives(count: usize, reasons: &[String]) -> String {
    let mut sentence = ["fits none of the ", &count.to_string(), " alternatives"].concat();
    for (index, reason) in reasons.iter().enumerate() {
        sentence.push_str(if index == 0 { " (" } else { "; " });
        sentence.push_str(&(index + 1).to_string());
        sentence.push_str(": ");
        sentence.push_str(reason);
    }
    if !reasons.is_empty() {
        sentence.push(')');
    }
    sentence
}
