//! The sentences about faults, for a model that is to mend its arguments. Only faults cost anything.

use super::rules::{At, Limit, Rule, TYPES};
use crate::payload::{Payload, Shape};
use crate::text::fill;

/// Names, choices and alternatives that a sentence lists.
pub const MOST_LISTED: usize = 12;
/// UTF-16 units of a text that a sentence quotes.
const LONGEST_QUOTE: usize = 60;

/// What is wrong.
pub enum What<'a, P: Payload> {
    /// This rule is broken.
    Rule(&'a Rule<P>),
    Missing(&'a P),
    /// The first is there, the second is not.
    Needs(&'a P, &'a P),
    Unknown(&'a [(P, At)]),
    /// A member's name, by this fault.
    Name(&'a str),
    TooMany(usize),
    Twins(usize, usize),
    Found(f64, f64, f64),
    /// Two alternatives fit.
    Both(usize, usize),
    /// None of so many alternatives fits, for these reasons.
    None(usize, &'a [String]),
}

/// The number of code points of a text.
pub fn code_points<P: Payload>(text: &P) -> usize {
    // The bytes that start one: `chars().count()` is half a kilobyte of loops for longer texts than these.
    text.as_text().map_or(0, |text| text.bytes().filter(|byte| byte & 0xc0 != 0x80).count())
}

/// The number of an object's members.
pub fn size<P: Payload>(object: &P) -> usize {
    let names = object.names();
    (0..names.length()).filter(|index| names.at(*index).is_some_and(|name| object.own(&name).is_some())).count()
}

#[inline(never)]
pub fn say(out: &mut String, sentence: &str, values: &[&str]) {
    out.push_str(&fill(sentence, values));
}

/// A number as JavaScript writes it: formatting of our own would cost 6 KB.
#[inline(never)]
pub fn number<P: Payload>(out: &mut String, number: f64) {
    out.push_str(&text(&P::number(number).print()));
}

#[inline(never)]
fn text<P: Payload>(value: &P) -> String {
    value.as_text().unwrap_or_default()
}

/// A value in a sentence: itself where it is short.
fn quote<P: Payload>(out: &mut String, value: &P) {
    match value.shape() {
        Shape::String if value.length() <= LONGEST_QUOTE => say(out, "\"%\"", &[&text(value)]),
        Shape::String => {
            out.push_str("a text of ");
            number::<P>(out, value.length() as f64);
            out.push_str(" characters");
        }
        Shape::Array => out.push_str("an array"),
        Shape::Object => out.push_str("an object"),
        _ => out.push_str(&text(&value.print())),
    }
}

/// What stands before an item of a list of so many; false where the list is long enough.
fn next(out: &mut String, index: usize) -> bool {
    if index == MOST_LISTED {
        out.push_str(", and others");
    } else if index > 0 && index < MOST_LISTED {
        out.push_str(", ");
    }
    index < MOST_LISTED
}

/// Adds the sentence about a value.
pub fn sentence<P: Payload>(out: &mut String, what: What<P>, value: &P) {
    match what {
        What::Rule(Rule::Type(bits)) => {
            out.push_str("must be of type ");
            let names = TYPES.iter().enumerate().filter(|(bit, _)| bits & (1 << bit) != 0);
            for (listed, (_, name)) in names.enumerate() {
                say(out, if listed > 0 { " or %" } else { "%" }, &[name]);
            }
            out.push_str(", but is ");
            quote(out, value);
        }
        What::Rule(Rule::Choice(choices)) => {
            quote(out, value);
            out.push_str(if choices.length() == 1 { " is not " } else { " is none of " });
            for index in 0..choices.length() {
                let Some(choice) = choices.at(index).filter(|_| next(out, index)) else { break };
                choose(out, &choice);
            }
        }
        What::Rule(Rule::Limit(limit, bound)) => limited(out, *limit, *bound, value),
        What::Rule(Rule::Pattern(_, source)) => {
            quote(out, value);
            say(out, " does not match the pattern %", &[source]);
        }
        What::Rule(Rule::Not(_)) => out.push_str("is a value that the schema forbids (by \"not\")"),
        What::Rule(_) => out.push_str("no value is allowed here"),
        What::Missing(name) => say(out, "the required property \"%\" is missing", &[&text(name)]),
        What::Needs(name, need) => say(out, "\"%\" needs the property \"%\" beside it, which is missing", &[&text(name), &text(need)]),
        What::Unknown(named) => {
            out.push_str("is no known property; allowed are: ");
            for (index, (name, _)) in named.iter().enumerate() {
                if next(out, index) {
                    out.push_str(&text(name));
                } else {
                    break;
                }
            }
            if named.is_empty() {
                out.push_str("none");
            }
        }
        What::Name(reason) => say(out, "this name is not allowed: %", &[reason]),
        What::TooMany(most) => {
            out.push_str("is one item too many; allowed: ");
            number::<P>(out, most as f64);
        }
        What::Twins(first, second) => pair::<P>(out, "the items ", first, second, " are equal, but all must differ"),
        What::Found(found, least, most) => {
            out.push_str(if found > most {
                "has more items of the kind that \"contains\" describes than "
            } else {
                "has fewer items of the kind that \"contains\" describes than "
            });
            number::<P>(out, if found > most { most } else { least });
        }
        What::Both(first, second) => pair::<P>(out, "fits the alternatives ", first + 1, second + 1, ", but must fit only one"),
        What::None(count, reasons) => {
            out.push_str("fits none of the alternatives, of which there are ");
            number::<P>(out, count as f64);
            for (index, reason) in reasons.iter().enumerate() {
                out.push_str(if index == 0 { " (" } else { "; " });
                number::<P>(out, (index + 1) as f64);
                say(out, ": %", &[reason]);
            }
            out.push_str(if reasons.is_empty() { "" } else { ")" });
        }
    }
}

fn pair<P: Payload>(out: &mut String, start: &str, first: usize, second: usize, end: &str) {
    out.push_str(start);
    number::<P>(out, first as f64);
    out.push_str(" and ");
    number::<P>(out, second as f64);
    out.push_str(end);
}

/// A value to choose: an object is told whole, where that is not too much, since the model must send it.
fn choose<P: Payload>(out: &mut String, choice: &P) {
    if matches!(choice.shape(), Shape::Array | Shape::Object)
        && let Some(text) = choice.json().ok().filter(|text| text.length() <= LONGEST_QUOTE * 4)
    {
        out.push_str(&self::text(&text));
    } else {
        quote(out, choice);
    }
}

fn limited<P: Payload>(out: &mut String, limit: Limit, bound: f64, value: &P) {
    let (start, count) = match limit {
        Limit::MinLength | Limit::MaxLength => ("number of characters ", code_points(value)),
        Limit::MinItems | Limit::MaxItems => ("number of items ", value.length()),
        Limit::MinProperties | Limit::MaxProperties => ("number of properties ", size(value)),
        _ => ("", 0),
    };
    out.push_str(start);
    if limit.counts() {
        number::<P>(out, count as f64);
    } else {
        quote(out, value);
    }
    out.push_str(match limit {
        Limit::Above => " must be greater than ",
        Limit::Below => " must be less than ",
        Limit::MultipleOf => " is not a multiple of ",
        Limit::Minimum | Limit::MinLength | Limit::MinItems | Limit::MinProperties => " is less than the minimum ",
        _ => " is greater than the maximum ",
    });
    number::<P>(out, bound);
}
