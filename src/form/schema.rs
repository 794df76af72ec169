//! A form's input schema, in the browser's words and order.

use super::text::number;
use super::{Choice, Control, Field, Form, Kind, Role};
use crate::payload::Payload;
use crate::text::fill;

const DATES: &str = "Dates MUST be provided in 'YYYY-MM-DD' format.";
const DAY: &str = "[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T";
const MINUTES: &str = "([01][0-9]|2[0-3]):[0-5][0-9]";

/// `{"type":"object","properties":{...},"required":[...]}`.
pub fn schema<P: Payload>(form: &Form) -> P {
    let mut properties = P::object();
    let mut required = Vec::new();
    for field in form.fields() {
        let Some(role) = field.role else { continue };
        properties.put(field.name, property(form, &field, role));
        if field.members.iter().any(|index| form.controls[*index].required) {
            required.push(P::text(field.name));
        }
    }
    let mut schema = typed::<P>("object");
    schema.put("properties", properties);
    schema.put("required", P::array(required));
    schema
}

fn property<P: Payload>(form: &Form, field: &Field, role: Role) -> P {
    let control = &form.controls[field.members[0]];
    let mut property: P = match role {
        Role::Single => single(control),
        Role::Radios => one_of(members(form, field)),
        Role::Checkboxes => many_of(members(form, field)),
    };
    let description = form.description(field);
    let dates = match description {
        Some(text) if control.kind == Kind::Date => Some(fill("% (%)", &[text, DATES])),
        None if control.kind == Kind::Date => Some(DATES.into()),
        _ => None,
    };
    if let Some(text) = dates.as_deref().or(description) {
        property.put_text("description", text);
    }
    property
}

fn single<P: Payload>(control: &Control) -> P {
    let mut property = typed::<P>(match control.kind {
        Kind::Number | Kind::Range => "number",
        Kind::Checkbox => "boolean",
        _ => "string",
    });
    match control.kind {
        Kind::Select => return one_of(options(&control.choices)),
        Kind::Multiple => return many_of(options(&control.choices)),
        Kind::Number | Kind::Range => bounds(control, &mut property),
        Kind::Date => property.put_text("format", "date"),
        Kind::DateTime => property.put_text("format", &fill("^%%%", &[DAY, MINUTES, seconds::<P>(control)])),
        Kind::Time => property.put_text("format", &fill("^%%", &[MINUTES, seconds::<P>(control)])),
        Kind::Month => property.put_text("format", "^[0-9]{4}-(0[1-9]|1[0-2])$"),
        Kind::Week => property.put_text("format", "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$"),
        Kind::Color => property.put_text("format", "^#[0-9a-zA-Z]{6}$"),
        _ => {}
    }
    if let (Kind::Text | Kind::Number, Some(pattern)) = (control.kind, &control.pattern) {
        property.put_text("pattern", pattern);
    }
    property
}

fn typed<P: Payload>(kind: &str) -> P {
    let mut value = P::object();
    value.put_text("type", kind);
    value
}

/// `minimum`, `maximum`, and `multipleOf` where the steps are counted from a multiple of themselves.
fn bounds<P: Payload>(control: &Control, property: &mut P) {
    let range = control.kind == Kind::Range;
    let read = |text: &Option<String>| text.as_deref().and_then(number::<P>);
    let own = read(&control.min);
    if let Some(minimum) = own.or(range.then_some(0.0)) {
        property.put("minimum", P::number(minimum));
    }
    if let Some(maximum) = read(&control.max).or(range.then_some(100.0)) {
        property.put("maximum", P::number(maximum));
    }
    let any = control.step.as_deref().is_some_and(|step| step.eq_ignore_ascii_case("any"));
    if any && !range {
        return;
    }
    let step = read(&control.step).filter(|step| *step > 0.0).unwrap_or(1.0);
    let steps = own.or(number::<P>(&control.value)).unwrap_or(0.0) / step;
    // 0.1 steps have no exact quotient.
    if (steps - (steps + 0.5).floor()).abs() < 1e-9 {
        property.put("multipleOf", P::number(step));
    }
}

/// The end of a time's pattern: how fine its steps are.
fn seconds<P: Payload>(control: &Control) -> &'static str {
    match control.step.as_deref().and_then(number::<P>) {
        Some(step) if step > 0.0 && step < 1.0 => "(:[0-5][0-9](\\.[0-9]{1,3})?)?$",
        Some(step) if step > 0.0 && step < 60.0 => "(:[0-5][0-9])?$",
        _ => "$",
    }
}

type Offer<'a> = (&'a str, Option<&'a str>);

fn options(choices: &[Choice]) -> Vec<Offer<'_>> {
    let mut offers: Vec<Offer> = Vec::new();
    for choice in choices {
        offers.push((&choice.value, Some(&choice.text)));
    }
    offers
}

fn members<'a>(form: &'a Form, field: &Field) -> Vec<Offer<'a>> {
    let mut offers: Vec<Offer> = Vec::new();
    for index in &field.members {
        let control = &form.controls[*index];
        offers.push((&control.value, control.label.as_deref().filter(|label| !label.is_empty())));
    }
    offers
}

fn one_of<P: Payload>(offers: Vec<Offer>) -> P {
    let mut property = typed::<P>("string");
    let (mut any, mut values) = (Vec::new(), Vec::new());
    for (value, title) in offers {
        let mut offer = typed::<P>("string");
        offer.put_text("const", value);
        if let Some(title) = title {
            offer.put_text("title", title);
        }
        any.push(offer);
        values.push(P::text(value));
    }
    property.put("anyOf", P::array(any));
    property.put("enum", P::array(values));
    property
}

fn many_of<P: Payload>(offers: Vec<Offer>) -> P {
    let mut property = typed::<P>("array");
    property.put("items", one_of(offers));
    property.put("uniqueItems", P::boolean(true));
    property
}
