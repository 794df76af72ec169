//! The schema checks over JavaScript's values: the same cases as natively, and what only a browser has.

use js_sys::{JsString, Object};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

use crate::schema::{Schema, equal, normalise};

#[path = "../unit/schema_cases.rs"]
mod cases;

#[wasm_bindgen_test]
fn every_value_gets_its_answer() {
    cases::every_value_gets_its_answer::<JsValue>();
}

#[wasm_bindgen_test]
fn every_root_becomes_an_object_or_an_error() {
    cases::every_root_becomes_an_object_or_an_error::<JsValue>();
}

#[wasm_bindgen_test]
fn every_bad_schema_is_explained_to_its_author() {
    cases::every_bad_schema_is_explained_to_its_author::<JsValue>();
}

#[wasm_bindgen_test]
fn hostile_input_ends_in_an_error_on_the_real_stack() {
    cases::hostile_input_ends_in_an_error::<JsValue>(10_000);
}

fn parse(text: &str) -> JsValue {
    cases::parse(text)
}

fn compiled(text: &str) -> Schema<JsValue> {
    Schema::compile(&parse(text)).unwrap()
}

#[wasm_bindgen_test]
fn a_lone_surrogate_is_one_character_and_one_property() {
    let lone = JsValue::from(JsString::from_char_code1(0xD800));
    assert!(compiled(r#"{"minLength":1,"maxLength":1}"#).validate(&lone).is_ok());
    let object: JsValue = Object::new().into();
    js_sys::Reflect::set(&object, &lone, &JsValue::TRUE).unwrap();
    assert!(compiled(r#"{"additionalProperties":false}"#).validate(&object).is_err());
    assert!(compiled(r#"{"maxProperties":0}"#).validate(&object).is_err());
    let other: JsValue = Object::new().into();
    js_sys::Reflect::set(&other, &JsString::from_char_code1(0xD801), &JsValue::TRUE).unwrap();
    assert!(!equal(&object, &other));
}

#[wasm_bindgen_test]
fn names_that_look_like_indices_are_found_in_any_order() {
    // JavaScript puts them first.
    let schema = compiled(r#"{"properties":{"b":{"type":"null"},"1":{"type":"null"}},"additionalProperties":false}"#);
    assert_eq!(schema.validate(&parse(r#"{"b":null,"1":null}"#)), Ok(()));
    assert!(equal(&parse(r#"{"b":1,"1":2}"#), &parse(r#"{"1":2,"b":1}"#)));
}

#[wasm_bindgen_test]
fn members_that_are_undefined_are_absent() {
    let object = parse(r#"{"a":1}"#);
    js_sys::Reflect::set(&object, &"b".into(), &JsValue::UNDEFINED).unwrap();
    assert_eq!(compiled(r#"{"properties":{"a":{}},"additionalProperties":false,"maxProperties":1}"#).validate(&object), Ok(()));
    assert!(compiled(r#"{"required":["b"]}"#).validate(&object).is_err());
}

#[wasm_bindgen_test]
fn an_inherited_member_is_none_of_the_object() {
    let heir: JsValue = Object::create(parse(r#"{"query":"x"}"#).unchecked_ref::<Object>()).into();
    assert!(compiled(r#"{"required":["query"]}"#).validate(&heir).is_err());
}

#[wasm_bindgen_test]
fn an_array_that_contains_itself_ends_in_an_error() {
    let ring = js_sys::Array::new();
    ring.push(&ring);
    assert!(compiled(r##"{"items":{"$ref":"#"}}"##).validate(&ring).is_err());
    assert!(compiled(r#"{"uniqueItems":true}"#).validate(&ring).is_ok());
    let other = js_sys::Array::new();
    other.push(&other);
    assert!(!equal::<JsValue>(&ring, &other));
}

#[wasm_bindgen_test]
fn values_that_json_lacks_have_no_type() {
    for value in [JsValue::UNDEFINED, JsValue::bigint_from_str("1"), js_sys::Function::new_no_args("").into()] {
        assert!(compiled(r#"{"type":["null","boolean","integer","number","string","array","object"]}"#).validate(&value).is_err());
    }
    assert!(compiled(r#"{"type":"integer"}"#).validate(&JsValue::from_f64(f64::NAN)).is_err());
}

/// The numbers for whoever changes this; generous bounds, since machines differ.
#[wasm_bindgen_test]
fn a_small_check_takes_microseconds_and_a_thousand_schemas_compile_at_once() {
    let now = || js_sys::Date::now();
    let text = r#"{"type":"object","properties":{"query":{"type":"string"},"limit":{"type":"integer","minimum":1}},"required":["query"],"additionalProperties":false}"#;
    let (schema, value) = (compiled(text), parse(r#"{"query":"shoes","limit":5}"#));
    let start = now();
    for _ in 0..100_000 {
        assert!(schema.validate(&value).is_ok());
    }
    let each = (now() - start) / 100.0;
    let given = parse(text);
    let start = now();
    for _ in 0..1000 {
        assert!(normalise(Some(&given)).and_then(|schema| Schema::compile(&schema)).is_ok());
    }
    let thousand = now() - start;
    console_log!("one check: {each} us; a thousand schemas: {thousand} ms");
    assert!(each < 50.0 && thousand < 1000.0, "one check: {each} us; a thousand schemas: {thousand} ms");
}
