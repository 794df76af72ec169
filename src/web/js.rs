//! JavaScript values over the border: the core's [`Payload`] for `JsValue`, and the few calls into JavaScript that must not throw.

use js_sys::{Array, Function, JSON, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::payload::{Payload, Shape};

#[wasm_bindgen]
extern "C" {
    /// `RegExp` with a catching constructor: an author's pattern may not compile.
    #[wasm_bindgen(js_name = RegExp)]
    pub type Pattern;

    #[wasm_bindgen(constructor, catch, js_class = "RegExp")]
    fn new(source: &str, flags: &str) -> Result<Pattern, JsValue>;

    #[wasm_bindgen(method, js_class = "RegExp")]
    fn test(this: &Pattern, text: &JsValue) -> bool;
}

impl Payload for JsValue {
    type Pattern = Pattern;

    fn shape(&self) -> Shape {
        if self.is_string() {
            Shape::String
        } else if self.is_null() {
            Shape::Null
        } else if self.as_f64().is_some() {
            Shape::Number
        } else if self.as_bool().is_some() {
            Shape::Boolean
        } else if Array::is_array(self) {
            Shape::Array
        } else if self.is_object() {
            Shape::Object
        } else {
            Shape::Other
        }
    }

    fn as_bool(&self) -> Option<bool> {
        JsValue::as_bool(self)
    }

    fn as_f64(&self) -> Option<f64> {
        JsValue::as_f64(self)
    }

    fn as_text(&self) -> Option<String> {
        self.as_string()
    }

    fn length(&self) -> usize {
        self.dyn_ref::<Array>().map_or(0, |array| array.length() as usize)
    }

    fn at(&self, index: usize) -> Option<Self> {
        Reflect::get_u32(self, index as u32).ok().filter(|item| !item.is_undefined())
    }

    fn get(&self, key: &str) -> Option<Self> {
        get(self, key)
    }

    fn keys(&self) -> Vec<String> {
        let Some(object) = self.dyn_ref::<Object>() else { return Vec::new() };
        Object::keys(object).iter().filter_map(|key| key.as_string()).collect()
    }

    fn object() -> Self {
        Object::new().into()
    }

    fn array(items: Vec<Self>) -> Self {
        items.into_iter().collect::<Array>().into()
    }

    fn text(text: &str) -> Self {
        JsValue::from_str(text)
    }

    fn boolean(value: bool) -> Self {
        JsValue::from_bool(value)
    }

    fn number(value: f64) -> Self {
        JsValue::from_f64(value)
    }

    fn null() -> Self {
        JsValue::NULL
    }

    fn put(&mut self, key: &str, value: Self) {
        set(self, key, &value);
    }

    fn pattern(source: &str) -> Result<Pattern, String> {
        Pattern::new(source, "u").map_err(|error| message_of(&error))
    }

    fn matches(pattern: &Pattern, text: &Self) -> bool {
        pattern.test(text)
    }
}

/// A member of an object; `None` where the value is no object, or the member is absent, `undefined` or throws.
pub fn get(value: &JsValue, key: &str) -> Option<JsValue> {
    if !value.is_object() && !value.is_function() {
        return None;
    }
    Reflect::get(value, &JsValue::from_str(key)).ok().filter(|member| !member.is_undefined())
}

pub fn set(object: &JsValue, key: &str, value: &JsValue) {
    // Only ever an object of our own making; a frozen one of the page's would merely stay as it is.
    let _ = Reflect::set(object, &JsValue::from_str(key), value);
}

/// What a thrown value says: an `Error`'s message, a string, or its JSON. Never empty.
pub fn message_of(thrown: &JsValue) -> String {
    let text = match get(thrown, "message").and_then(|message| message.as_string()) {
        Some(message) => Some(message),
        None => thrown.as_string().or_else(|| stringify(thrown).ok().flatten()),
    };
    match text {
        Some(text) if !text.trim().is_empty() => text,
        _ => get(thrown, "name").and_then(|name| name.as_string()).filter(|name| !name.is_empty()).unwrap_or_else(|| "unknown error".into()),
    }
}

/// `JSON.stringify`, with `None` where it gives `undefined`.
pub fn stringify(value: &JsValue) -> Result<Option<String>, JsValue> {
    JSON::stringify(value).map(|text| JsValue::from(text).as_string())
}

/// A function that a page gave, where it gave one.
pub fn function(value: &JsValue) -> Option<Function> {
    value.dyn_ref::<Function>().cloned()
}
