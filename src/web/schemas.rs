//! What authors give as a schema -> a JSON object that the core can normalise: JSON text, Zod 4, Standard Schema, plain objects.

use crate::text::fill;
use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::js;
use crate::payload::{Payload, Shape};
use crate::relay::object;

#[wasm_bindgen(module = "/src/js/values.js")]
extern "C" {
    /// Whether a value may be a schema library's own.
    #[wasm_bindgen(js_name = isLibrary)]
    fn is_library(value: &JsValue) -> bool;
    /// `undefined` where it takes a closer look.
    fn copied(value: &JsValue) -> JsValue;
}

#[wasm_bindgen(module = "/src/js/schemas.js")]
extern "C" {
    /// A copy of a schema that surely compiles, and that MCP clients take; `undefined` where it takes a closer look.
    pub fn plain(given: &JsValue) -> JsValue;
}

#[wasm_bindgen(module = "/src/js/call.js")]
extern "C" {
    /// Makes a copied schema one that MCP clients take; `false` where that cannot be.
    pub fn listable(schema: &JsValue) -> bool;
}

/// A copy as JSON has it; `None` where there is none. `Err` completes "inputSchema ...".
pub fn read(given: &JsValue) -> Result<Option<JsValue>, String> {
    let copy = copied(given);
    if !copy.is_undefined() {
        return Ok(Some(copy));
    }
    if given.is_undefined() || given.is_null() {
        return Ok(None);
    }
    if let Some(text) = given.as_string() {
        let value = js::parse(given).map_err(|_| fill("is the text \"%\", which is not JSON", &[&shorten(&text)]))?;
        return Ok(Some(value));
    }
    let value = convert(given)?.unwrap_or_else(|| given.clone());
    // JSON would have an empty object, which takes anything.
    if js::tag_of(&value) == "Promise" {
        return Err("is a promise: wait for the schema, and give that".into());
    }
    let text = value.json().map_err(|problem| fill("cannot be written as JSON: %", &[&problem]))?;
    js::parse(&text).map(Some).map_err(|thrown| js::message_of(&thrown))
}

/// A schema library's object, by its own JSON Schema export. Draft 2020-12 is asked for.
fn convert(given: &JsValue) -> Result<Option<JsValue>, String> {
    let failed = |thrown: JsValue| fill("could not be converted to JSON Schema: %", &[&js::message_of(&thrown)]);
    if !is_library(given) {
        return Ok(None);
    }
    let target = || object("target", [Some(JsValue::from_str("draft-2020-12"))]);
    let standard = js::get(given, "~standard");
    if let Some(standard) = &standard
        && let Some(export) = js::get(standard, "jsonSchema")
    {
        let input = js::get(&export, "input").unwrap_or(export.clone());
        if let Some(input) = js::function(&input) {
            return input.call1(&export, &target()).map(Some).map_err(failed);
        }
        if export.shape() == Shape::Object {
            return Ok(Some(export));
        }
    }
    let method: Option<Function> = js::get(given, "toJSONSchema").and_then(|method| js::function(&method));
    if let Some(method) = method {
        return method.call1(given, &target()).map(Some).map_err(failed);
    }
    if standard.is_some() {
        return Err(
            "is a Standard Schema without a JSON Schema export: give its JSON Schema instead (for Zod, z.toJSONSchema(schema))".into()
        );
    }
    Ok(None)
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
