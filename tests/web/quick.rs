//! `src/js/quick.js` against the walk: what it lets through, the rules must let through as well. Pages' own values, and generated ones.

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

use crate::payload::Payload;
use crate::schema::Schema;

fn compiled(text: &str) -> Schema<JsValue> {
    Schema::compile(&JsValue::parse(text).expect(text)).expect(text)
}

fn values(source: &str) -> Vec<JsValue> {
    let list = Function::new_no_args(&["return [", source, "]"].concat()).call0(&JsValue::NULL).unwrap();
    Array::from(&list).to_vec()
}

/// Whether it was told quickly; panics where the walk finds a fault in what was.
fn agrees(text: &str, schema: &Schema<JsValue>, value: &JsValue) -> bool {
    let quickly = schema.surely_valid(value);
    let walk = schema.walk(value);
    assert!(!quickly || walk.is_ok(), "{text}: told quickly to be valid: {value:?}, though {walk:?}");
    assert_eq!(schema.validate(value), walk, "{text}: {value:?}");
    quickly
}

const SCHEMAS: &[&str] = &[
    "{}",
    r#"{"type":"null"}"#,
    r#"{"type":"boolean"}"#,
    r#"{"type":"integer"}"#,
    r#"{"type":"number"}"#,
    r#"{"type":"string"}"#,
    r#"{"type":"array"}"#,
    r#"{"type":"object"}"#,
    r#"{"type":["null","boolean","integer","number","string","array","object"]}"#,
    r#"{"minimum":0}"#,
    r#"{"maximum":0}"#,
    r#"{"exclusiveMinimum":0}"#,
    r#"{"exclusiveMaximum":0}"#,
    r#"{"multipleOf":2}"#,
    r#"{"minLength":1}"#,
    r#"{"minLength":2}"#,
    r#"{"maxLength":1}"#,
    r#"{"maxLength":0}"#,
    r#"{"minItems":1}"#,
    r#"{"maxItems":1}"#,
    r#"{"minProperties":1}"#,
    r#"{"maxProperties":0}"#,
    r#"{"enum":[0,null,"a",[],{}]}"#,
    r#"{"const":1}"#,
    r#"{"pattern":"^.$"}"#,
    r#"{"required":["a"]}"#,
    r#"{"required":["toString"]}"#,
    r#"{"required":["__proto__"]}"#,
    r#"{"required":["length"]}"#,
    r#"{"properties":{"a":{"type":"number"},"__proto__":{"type":"null"},"constructor":false}}"#,
    r#"{"properties":{"a":{},"b":true},"additionalProperties":false}"#,
    r#"{"additionalProperties":{"type":"number"}}"#,
    r#"{"items":{"type":"number"}}"#,
    r#"{"items":{}}"#,
    r#"{"items":false}"#,
    r#"{"anyOf":[{"type":"string"},{"required":["a"]}]}"#,
    r#"{"allOf":[{"not":{"type":"string"}},{"type":"object"}]}"#,
    r##"{"items":{"$ref":"#"},"additionalProperties":{"$ref":"#"}}"##,
    "false",
];

const TRICKY: &str = r#"
undefined, null, true, false, 0, -0, 1, 1.0, 1.5, -1, 2 ** 53, 1e308, NaN, Infinity, -Infinity, 1n, Symbol("a"), () => 1, class A {},
"", "a", "ab", "é", "😀", "😀😀", "\ud800", "\udc00\ud800", new String("a"), new Number(1), new Boolean(false), Object(1n), new Date(0), /a/,
[], [1], [, 1], [1, , "a"], [undefined], ["a"], [[1]], new Array(3), Object.assign([1], {a: 1, length: 1}), new Uint8Array(2), new Map(),
{}, {a: 1}, {a: "x"}, {a: undefined}, {b: 1}, {a: 1, b: 2, c: 3}, {toString: 1}, {[Symbol("a")]: 1}, {["\ud800"]: "x"}, {"": 1},
JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":null}'), JSON.parse('{"constructor":1}'), {__proto__: {a: 1}}, {__proto__: null},
{__proto__: null, a: "x"}, Object.create({a: 1}, {a: {value: undefined}}), Object.defineProperty({}, "a", {value: 1}),
Object.defineProperty({c: 1}, "a", {value: 1}), Object.defineProperty({}, "c", {value: 1}), Object.freeze({a: 1}),
{get a() { throw new Error("a") }}, {get a() { return "x" }}, {get c() { throw new Error("c") }}, {get length() { throw 1 }},
Object.defineProperty([1], 0, {get() { throw 1 }}), new Proxy({}, {}), new Proxy([1], {}), new Proxy({a: 1}, {get() { throw 1 }}),
new Proxy({a: 1}, {ownKeys() { throw 1 }}), new Proxy({a: 1}, {getOwnPropertyDescriptor() { throw 1 }}), new Proxy({a: "x"}, {ownKeys: () => []}),
new Proxy([], {get: (_, key) => key === "length" ? 3 : "x"}), new Proxy([], {get: (_, key) => key === "length" ? 2 ** 32 + 1 : 1}),
(() => { const {proxy, revoke} = Proxy.revocable({}, {}); revoke(); return proxy; })(),
(() => { const {proxy, revoke} = Proxy.revocable([], {}); revoke(); return proxy; })()
"#;

#[wasm_bindgen_test]
fn of_the_strangest_values_none_passes_that_the_rules_refuse() {
    // Each also as a member and as an item.
    let around = [("", ""), (r#"{"required":["v"],"properties":{"v":"#, "}}"), (r#"{"items":"#, "}")];
    let wrapped = ["v => v", "v => ({v})", "v => [v]"];
    let mut quick = 0;
    for ((open, close), wrap) in around.into_iter().zip(wrapped) {
        for text in SCHEMAS.iter().map(|text| [open, text, close].concat()) {
            let Ok(schema) = Schema::compile(&JsValue::parse(&text).unwrap()) else { panic!("{text}") };
            for value in values(&["...[", TRICKY, "].map(", wrap, ")"].concat()) {
                quick += usize::from(agrees(&text, &schema, &value));
            }
        }
    }
    console_log!("{quick} strange values were told quickly");
    assert!(quick > 3000, "{quick}");
}

/// Xorshift: few bits, always the same.
struct Dice(u32);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % sides
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.roll(of.len() as u32) as usize]
    }

    fn name(&mut self) -> &'static str {
        self.one(&["a", "b", "c", "toString", "__proto__", "0"])
    }

    fn list(&mut self, most: u32, mut item: impl FnMut(&mut Self) -> String) -> String {
        (0..self.roll(most + 1)).map(|_| item(self)).collect::<Vec<_>>().join(",")
    }

    fn value(&mut self, levels: u32) -> String {
        match self.roll(if levels == 0 { 4 } else { 10 }) {
            0..4 => {
                self.one(&["null", "true", "0", "-0", "1", "1.0", "1.5", "3", "-2", "\"\"", "\"a\"", "\"ab\"", "\"😀\"", "\"1\""]).into()
            }
            4..6 => ["[", &self.list(3, |dice| dice.value(levels - 1)), "]"].concat(),
            _ => ["{", &self.list(3, |dice| format!("{:?}:{}", dice.name(), dice.value(levels - 1))), "}"].concat(),
        }
    }

    fn schema(&mut self, levels: u32) -> String {
        ["{", &self.list(3, |dice| dice.keyword(levels)), "}"].concat()
    }

    fn keyword(&mut self, levels: u32) -> String {
        if levels == 0 || self.roll(3) == 0 {
            return match self.roll(8) {
                0..4 => self.one(&[
                    r#""type":"object""#,
                    r#""type":"array""#,
                    r#""type":"string""#,
                    r#""type":["integer","string","object"]"#,
                    r#""type":"number""#,
                    r#""type":["null","boolean","number","array","object"]"#,
                    r#""pattern":"^.$""#,
                    r#""multipleOf":1"#,
                    r#""uniqueItems":true"#,
                ]),
                4 => self.one(&[
                    r#""enum":[0,"a",null,[1],{"a":1}]"#,
                    r#""const":1"#,
                    r#""required":["a"]"#,
                    r#""required":["b","toString"]"#,
                ]),
                _ => {
                    let bound = self.one(&[
                        "minimum",
                        "maximum",
                        "exclusiveMinimum",
                        "exclusiveMaximum",
                        "minLength",
                        "maxLength",
                        "minItems",
                        "maxItems",
                    ]);
                    return format!("{bound:?}:{}", self.roll(3));
                }
            }
            .into();
        }
        match self.roll(8) {
            0..3 => ["\"properties\":{", &self.list(3, |dice| format!("{:?}:{}", dice.name(), dice.schema(levels - 1))), "}"].concat(),
            3 => ["\"items\":", &self.schema(levels - 1)].concat(),
            4 => self
                .one(&[r##""items":{"$ref":"#"}"##, r##""additionalProperties":{"$ref":"#"}"##, "\"additionalProperties\":false"])
                .into(),
            5 => ["\"additionalProperties\":", &self.schema(levels - 1)].concat(),
            6 => [self.one(&["\"anyOf\":[", "\"allOf\":["]), &self.schema(levels - 1), ",", &self.schema(levels - 1), "]"].concat(),
            _ => [self.one(&["\"not\":", "\"contains\":"]), &self.schema(levels - 1)].concat(),
        }
    }
}

#[wasm_bindgen_test]
fn no_generated_pair_passes_that_the_rules_refuse() {
    let mut dice = Dice((js_sys::Date::now() as u32) | 1);
    console_log!("the dice begin at {}", dice.0);
    let (mut pairs, mut valid, mut quick) = (0, 0, 0);
    for _ in 0..1500 {
        let text = dice.schema(3);
        // A root that allows no object is refused.
        let Ok(schema) = Schema::compile(&JsValue::parse(&text).expect(&text)) else { continue };
        for _ in 0..12 {
            let value = dice.value(3);
            let value = JsValue::parse(&value).expect(&value);
            pairs += 1;
            valid += usize::from(schema.walk(&value).is_ok());
            quick += usize::from(agrees(&text, &schema, &value));
        }
    }
    console_log!("{valid} of {pairs} pairs are valid, {quick} are told quickly");
    assert!(pairs > 12_000 && quick * 2 > valid && quick < valid, "{valid} of {pairs} pairs are valid, {quick} are told quickly");
}

#[wasm_bindgen_test]
fn the_usual_schemas_need_no_walk() {
    let schema = compiled(
        r##"{"type":"object","properties":{
            "items":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/item"}},
            "size":{"enum":["S","M"]},"word":{"type":"string","minLength":2,"maxLength":4,"pattern":"^[a-z]+$"}
        },"required":["items"],"additionalProperties":{"anyOf":[{"not":{}},{"type":["null","integer"],"exclusiveMaximum":5}]},
        "$defs":{"item":{"type":"object","properties":{"id":{"type":"integer","minimum":0}},"additionalProperties":false}}}"##,
    );
    let good =
        values(r#"{items: [{id: 1}, {}], size: "M", other: null, more: 4, word: "abc"}, {items: [{}], word: "ab", size: undefined}"#);
    let bad = values(
        r#"{}, {items: []}, {items: [{id: 0.5}]}, {items: [{id: -1}]}, {items: [{x: 1}]}, {items: [{}], size: "L"}, {items: [{}], more: 5},
        {items: [{}], word: "a"}, {items: [{}], word: "abcde"}, {items: [{}], word: "A1"}, {items: {}}, null, [], "x""#,
    );
    assert!(good.iter().all(|value| agrees("good", &schema, value)));
    for value in &bad {
        assert!(!agrees("bad", &schema, value) && schema.walk(value).is_err(), "{value:?}");
    }
}

#[wasm_bindgen_test]
fn what_is_too_deep_or_too_much_for_the_walk_is_so_for_the_quick_pass_too() {
    let tree = compiled(r##"{"items":{"$ref":"#"},"additionalProperties":{"$ref":"#"}}"##);
    let nested = |levels: usize| JsValue::parse(&[&"[".repeat(levels) as &str, &"]".repeat(levels)].concat()).unwrap();
    // Each level is two subschemas: the items, and what they refer to.
    assert!(agrees("tree", &tree, &nested(200)));
    assert!(!agrees("tree", &tree, &nested(201)));
    assert!(!agrees("tree", &tree, &nested(10_000)));
    let hostile = values(
        r#"(() => { const ring = []; ring.push(ring); return ring })(), (() => { let a = []; for (let i = 0; i < 60; i++) a = [a, a]; return a })(),
        Array(2000000).fill(1), new Proxy([], {get: (_, key) => key === "length" ? 1e9 : 1, has: () => true})"#,
    );
    let start = js_sys::Date::now();
    for value in &hostile {
        assert!(!tree.surely_valid(value));
    }
    let took = js_sys::Date::now() - start;
    console_log!("hostile values were given up within {took} ms");
    assert!(took < 5000.0, "{took} ms");
}
