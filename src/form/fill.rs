//! Arguments for a form: what each does to which control, or why the call is refused. Nothing is filled unless all of it can be.

use super::text::{is_date, is_date_time, is_month, is_time, is_week, number};
use super::{Field, Form, Kind, Role};
use crate::payload::{Payload, Shape};
use crate::text::fill;

/// A step of filling a form; `control` counts in [`Form::controls`].
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    Value {
        control: usize,
        text: String,
    },
    Check {
        control: usize,
        on: bool,
    },
    /// The options of a select that are to be selected, and no other.
    Select {
        control: usize,
        options: Vec<usize>,
    },
}

/// The writes, in the order of the arguments.
pub fn plan<P: Payload>(form: &Form, arguments: &P) -> Result<Vec<Write>, String> {
    if arguments.shape() != Shape::Object {
        return Err("JSON input arguments must be an object".into());
    }
    let fields = form.fields();
    let mut writes = Vec::new();
    for name in arguments.keys() {
        let Some(value) = arguments.get(&name) else { continue };
        let Some(field) = fields.iter().find(|field| field.name == name) else {
            return Err(fill("Input contains a parameter \"%\" but there is no such parameter for the tool", &[&name]));
        };
        write(form, field, &value, &mut writes)?;
    }
    Ok(writes)
}

fn write<P: Payload>(form: &Form, field: &Field, value: &P, writes: &mut Vec<Write>) -> Result<(), String> {
    let control = field.members[0];
    let kind = form.controls[control].kind;
    if field.role == Some(Role::Checkboxes) || field.role.is_some() && kind == Kind::Multiple {
        return many(form, field, value, writes);
    }
    let text = scalar(value).ok_or_else(|| invalid(field.name, None))?;
    let wrong = || Err(invalid(field.name, Some(&text)));
    match (field.role, kind) {
        (None, _) => return wrong(),
        (Some(Role::Radios), _) => {
            let Some(chosen) = field.members.iter().find(|index| form.controls[**index].value == text) else { return wrong() };
            writes.push(Write::Check { control: *chosen, on: true });
        }
        (_, Kind::Checkbox) => {
            let on = match (value.as_bool(), value.as_f64(), &text[..]) {
                (Some(on), ..) => on,
                (_, Some(number), _) => number != 0.0,
                (.., "true" | "1") => true,
                (.., "false" | "0") => false,
                _ => return wrong(),
            };
            writes.push(Write::Check { control, on });
        }
        (_, Kind::Select) => {
            let Some(option) = form.controls[control].choices.iter().position(|choice| choice.value == text) else { return wrong() };
            writes.push(Write::Select { control, options: vec![option] });
        }
        (_, kind) => {
            if !takes::<P>(kind, &text) {
                return wrong();
            }
            writes.push(Write::Value { control, text });
        }
    }
    Ok(())
}

/// A group of checkboxes, or a select of several: each value one of theirs, and none twice.
fn many<P: Payload>(form: &Form, field: &Field, value: &P, writes: &mut Vec<Write>) -> Result<(), String> {
    if value.shape() != Shape::Array {
        return Err(invalid(field.name, scalar(value).as_deref()));
    }
    let boxes = field.role == Some(Role::Checkboxes);
    let control = field.members[0];
    let mut offers = Vec::new();
    if boxes {
        for index in &field.members {
            offers.push(&form.controls[*index].value);
        }
    } else {
        for choice in &form.controls[control].choices {
            offers.push(&choice.value);
        }
    }
    // The first offer of each value that is wanted.
    let mut wanted = Vec::new();
    for index in 0..value.length() {
        let text = value.at(index).as_ref().and_then(scalar);
        let place = text.and_then(|text| offers.iter().position(|offer| **offer == text));
        match place.filter(|place| !wanted.contains(place)) {
            Some(place) => wanted.push(place),
            None => return Err(invalid(field.name, None)),
        }
    }
    let on = |index: usize| wanted.iter().any(|place| offers[*place] == offers[index]);
    if boxes {
        for (index, control) in field.members.iter().enumerate() {
            writes.push(Write::Check { control: *control, on: on(index) });
        }
    } else {
        let mut options = Vec::new();
        for index in 0..offers.len() {
            if on(index) {
                options.push(index);
            }
        }
        writes.push(Write::Select { control, options });
    }
    Ok(())
}

/// Whether a control of this kind takes the text. What it would merely clean up (a colour, a range) it takes.
fn takes<P: Payload>(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Number => number::<P>(text).is_some(),
        Kind::Range => !text.is_empty(),
        _ if text.is_empty() => true,
        Kind::Date => is_date(text),
        Kind::DateTime => is_date_time(text),
        Kind::Time => is_time(text),
        Kind::Month => is_month(text),
        Kind::Week => is_week(text),
        _ => true,
    }
}

/// The text of a string, a number or a boolean.
fn scalar<P: Payload>(value: &P) -> Option<String> {
    match value.shape() {
        Shape::String => value.as_text(),
        Shape::Number | Shape::Boolean => value.print().as_text(),
        _ => None,
    }
}

fn invalid(name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => fill("Invalid value \"%\" for parameter %", &[value, name]),
        None => fill("Invalid value for parameter %", &[name]),
    }
}
