//! The plans of `schema/quick.rs` read over `serde_json`: what `src/js/quick.js` does in the browser, in the words of this world. The
//! differential test runs every pair through it, so that a plan which says less than its rules do is found.

use std::cell::Cell;

use serde_json::{Value, json};

use crate::payload::{Payload, Shape};
use crate::schema::Schema;

/// The bounds of the walk.
const DEEPEST: u32 = 400;
const STEPS: u32 = 1_000_000;

thread_local! {
    static STEPS_LEFT: Cell<u32> = const { Cell::new(0) };
}

pub fn keeps(plan: &Value, value: &Value) -> bool {
    STEPS_LEFT.set(STEPS);
    keeps_node(plan, 0, value, 0) && STEPS_LEFT.get() > 0
}

fn keeps_node(plan: &Value, at: usize, value: &Value, depth: u32) -> bool {
    let Some((types, rules)) = plan[at].as_array().and_then(|rules| rules.split_last()) else { return false };
    let kind = match value.shape() {
        Shape::Null => 1,
        Shape::Boolean => 2,
        Shape::Number if value.as_f64().unwrap().fract() == 0.0 => 12,
        Shape::Number => 8,
        Shape::String => 16,
        Shape::Array => 32,
        _ => 64,
    };
    STEPS_LEFT.set(STEPS_LEFT.get().saturating_sub(1));
    STEPS_LEFT.get() > 0
        && depth < DEEPEST
        && types.as_f64().unwrap() as u8 & kind != 0
        && rules.chunks(2).all(|rule| keeps_rule(plan, rule[0].as_f64().unwrap(), &rule[1], value, depth))
}

fn keeps_rule(plan: &Value, rule: f64, operand: &Value, value: &Value, depth: u32) -> bool {
    let place = |of: &Value| of.as_f64().unwrap() as usize;
    let fits = |at: &Value, value: &Value| keeps_node(plan, place(at), value, depth + 1);
    let bound = operand.as_f64().unwrap_or_default();
    let number = value.as_f64();
    let characters = value.as_str().map(|text| text.chars().count() as f64);
    let items = value.as_array().map(|items| items.len() as f64);
    match rule as u8 {
        0 => number.is_none_or(|number| number >= bound),
        1 => number.is_none_or(|number| number <= bound),
        2 => number.is_none_or(|number| number > bound),
        3 => number.is_none_or(|number| number < bound),
        5 => characters.is_none_or(|count| count >= bound),
        6 => characters.is_none_or(|count| count <= bound),
        7 => items.is_none_or(|count| count >= bound),
        8 => items.is_none_or(|count| count <= bound),
        11 => operand.as_array().unwrap().iter().any(|choice| choice.is(value)),
        12 => value.as_str().is_none_or(|text| regress::Regex::with_flags(operand.as_str().unwrap(), "u").unwrap().find(text).is_some()),
        13 => value
            .as_object()
            .is_none_or(|object| operand.as_array().unwrap().iter().all(|name| object.contains_key(name.as_str().unwrap()))),
        14 => value.as_object().is_none_or(|object| {
            let (rest, named) = operand.as_array().unwrap().split_first().unwrap();
            object.iter().all(|(name, member)| match named.chunks(2).find(|pair| pair[0] == *name) {
                Some(pair) => fits(&pair[1], member),
                None => rest.as_f64() == Some(-1.0) || fits(rest, member),
            })
        }),
        15 => value.as_array().is_none_or(|items| items.iter().all(|item| fits(operand, item))),
        16 => operand.as_array().unwrap().iter().any(|part| fits(part, value)),
        17 => fits(operand, value),
        _ => false,
    }
}

#[test]
fn the_usual_schemas_need_no_walk() {
    let item = json!({"type": "object", "properties": {"id": {"type": "integer", "minimum": 0}, "tags": {"items": {"pattern": "^a"}}}});
    let schema = json!({
        "type": "object",
        "properties": {"items": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/item"}}, "size": {"enum": ["S", "M"]}},
        "required": ["items"],
        "additionalProperties": {"anyOf": [{"not": {}}, {"type": "null"}]},
        "$defs": {"item": item}
    });
    let schema = Schema::compile(&schema).unwrap();
    assert!(schema.surely_valid(&json!({"items": [{"id": 1, "tags": ["a", "ab"]}, {}], "size": "M", "other": null})));
    for value in [
        json!({}),
        json!({"items": []}),
        json!({"items": [{"id": 0.5}]}),
        json!({"items": [{"id": -1}]}),
        json!({"items": [{"tags": ["b"]}]}),
        json!({"items": [{}], "size": "L"}),
        json!({"items": [{}], "other": 1}),
    ] {
        assert!(!schema.surely_valid(&value) && schema.validate(&value).is_err(), "{value}");
    }
}
