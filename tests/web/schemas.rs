//! `src/js/schemas.js`: what it takes for plain, the compiler must take as well, and nothing about it may want mending.

use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

use crate::payload::Payload;
use crate::schema::{Schema, normalise};
use crate::web::schemas::{listable, plain};

const KEYS: &str = "type enum const properties required additionalProperties patternProperties propertyNames minProperties \
    maxProperties dependentRequired dependentSchemas items prefixItems contains minContains maxContains minItems maxItems uniqueItems \
    minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf anyOf oneOf allOf not if then else \
    $ref $dynamicRef $defs definitions $schema $id $anchor $dynamicAnchor title description default examples readOnly toString __proto__ x";

const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1.5",
    "\"\"",
    "\"a\"",
    "\"object\"",
    "\"string\"",
    "\"(\"",
    "\"#/nowhere\"",
    "[]",
    "[\"a\"]",
    "[\"a\",\"a\"]",
    "[1]",
    "[\"string\",\"null\"]",
    "[{}]",
    "{}",
    "{\"a\":{}}",
    "{\"a\":true}",
    "{\"a\":1}",
    "{\"a\":[]}",
    "{\"a\":null}",
    "{\"a\":\"b\"}",
    "{\"(\":{}}",
    "{\"a\":[\"b\"]}",
    "{\"__proto__\":{\"type\":\"string\"}}",
    "{\"a\":{\"type\":\"strong\"}}",
    "{\"a\":{\"type\":\"integer\",\"minimum\":1,\"enum\":[1,2],\"default\":null}}",
    "{\"type\":\"string\"}",
    "{\"type\":\"array\",\"items\":{\"type\":\"number\"}}",
    "{\"const\":1}",
];

/// Whether it is plain; panics where a plain one is not what the compiler and MCP clients take as it stands.
fn is_plain(text: &str) -> bool {
    let copy = plain(&JsValue::parse(text).expect(text));
    if copy.is_undefined() {
        return false;
    }
    let written = |value: &JsValue| value.json().ok().and_then(|json| json.as_string());
    let before = written(&copy);
    let mended = normalise(Some(&copy)).expect(text);
    assert!(Schema::compile(&mended).is_ok(), "{text}");
    assert!(listable(&mended), "{text}");
    assert_eq!(written(&mended), before, "{text}");
    true
}

#[wasm_bindgen_test]
fn whatever_is_taken_for_plain_compiles_as_it_stands() {
    let mut count = 0;
    let around = [
        ("{\"type\":\"object\",", "}"),
        ("{", "}"),
        ("{\"type\":\"object\",\"properties\":{\"p\":{", "}}}"),
        ("{\"type\":\"object\",\"properties\":{\"p\":{\"type\":\"array\",\"items\":{", "}}}}"),
    ];
    for key in KEYS.split_whitespace() {
        for value in VALUES {
            for (open, close) in around {
                count += usize::from(is_plain(&[open, "\"", key, "\":", value, close].concat()));
            }
        }
    }
    console_log!("{count} schemas were plain");
    assert!(count > 300, "{count}");
}

#[wasm_bindgen_test]
fn what_is_too_large_for_the_compiler_is_not_plain() {
    let nested = |levels: usize| (0..levels).fold("{}".to_string(), |inner, _| ["{\"properties\":{\"p\":", &inner, "}}"].concat());
    let root = |inner: &str| ["{\"type\":\"object\",\"properties\":{\"p\":", inner, "}}"].concat();
    assert!(is_plain(&root(&nested(5))));
    assert!(!is_plain(&root(&nested(3000))));
    let wide = |count: usize| (0..count).map(|n| format!("\"p{n}\":{{}}")).collect::<Vec<_>>().join(",");
    assert!(is_plain(&["{\"type\":\"object\",\"properties\":{", &wide(100), "}}"].concat()));
    assert!(!is_plain(&["{\"type\":\"object\",\"properties\":{", &wide(11_000), "}}"].concat()));
    let long = ["{\"type\":\"object\",\"properties\":{\"", &"~".repeat(4000), "\":{}}}"].concat();
    assert!(!is_plain(&long));
}

#[wasm_bindgen_test]
fn rules_that_wait_are_the_same_rules() {
    let text = r#"{"type":"object","properties":{"a":{"type":"integer","maximum":3},"b":{"enum":["x","y"]}},"required":["a"],"additionalProperties":false}"#;
    let schema = plain(&JsValue::parse(text).expect(text));
    let (now, later) = (Schema::compile(&schema).expect(text), Schema::later(&schema));
    for value in [r#"{"a":1}"#, r#"{"a":4}"#, r#"{"b":"z"}"#, r#"{"a":1,"b":"x"}"#, r#"{"a":1,"c":1}"#, "[]", "null"] {
        let value = JsValue::parse(value).expect(value);
        assert_eq!(later.validate(&value), now.validate(&value), "{value:?}");
    }
}
