//! JavaScript values over the border: the core's [`Payload`] for `JsValue`, and the few calls into JavaScript that must not throw.

use crate::text::fill;
use std::pin::Pin;
use std::task::{Context, Waker};

use gloo_timers::callback::Timeout;
use js_sys::{Function, JSON, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{future_to_promise, spawn_local};

use crate::error::Error;
use crate::payload::{Payload, Shape};

#[wasm_bindgen]
extern "C" {
    /// `RegExp` with a catching constructor: an author's pattern may not compile.
    #[wasm_bindgen(js_name = RegExp)]
    #[derive(Clone)]
    pub type Pattern;

    #[wasm_bindgen(constructor, catch, js_class = "RegExp")]
    fn new(source: &str, flags: &str) -> Result<Pattern, JsValue>;

    #[wasm_bindgen(method, js_class = "RegExp")]
    fn test(this: &Pattern, text: &JsValue) -> bool;

    /// `JSON.parse` of a value that is a string already: it never becomes a Rust string.
    #[wasm_bindgen(js_namespace = JSON, catch)]
    pub fn parse(text: &JsValue) -> Result<JsValue, JsValue>;

    /// `String(value)`: throws for a page's own `toString`.
    #[wasm_bindgen(js_name = String, catch)]
    fn string_of(value: &JsValue) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen(module = "/src/js/values.js")]
extern "C" {
    fn shape(value: &JsValue) -> u8;
    /// 0 for what has none, and for a proxy that throws.
    #[wasm_bindgen(js_name = lengthOf)]
    fn length_of(value: &JsValue) -> u32;
    /// `Object.prototype.toString`'s word for a value: `Blob`, `HTMLCanvasElement`, `Error`. True for every frame's values alike.
    #[wasm_bindgen(js_name = tagOf)]
    pub fn tag_of(value: &JsValue) -> String;
    /// `undefined` where the value is no object, and where the member throws.
    fn member(value: &JsValue, key: &str) -> JsValue;
    #[wasm_bindgen(js_name = textAt)]
    fn text_at(value: &JsValue, key: &str) -> Option<String>;
    /// Nothing where the object does not let it.
    #[wasm_bindgen(js_name = put)]
    pub fn set(object: &JsValue, key: &str, value: &JsValue);
    #[wasm_bindgen(js_name = put)]
    fn set_text(object: &JsValue, key: &str, text: &str);
    fn exception(name: &str, message: &str, code: &str) -> JsValue;
    fn members(keys: &str, values: Vec<JsValue>) -> JsValue;
    #[wasm_bindgen(catch, js_name = fields)]
    fn read(object: &JsValue, keys: &str) -> Result<Vec<JsValue>, JsValue>;
    /// The same for up to four, without a list.
    fn few(keys: &str, one: &JsValue, two: &JsValue, three: &JsValue, four: &JsValue) -> JsValue;
    fn list(items: Vec<JsValue>) -> JsValue;
    fn entries(value: &JsValue) -> Vec<JsValue>;
    fn names(value: &JsValue) -> JsValue;
    /// `undefined` where there is none.
    fn own(value: &JsValue, name: &JsValue) -> JsValue;
}

#[wasm_bindgen(module = "/src/js/quick.js")]
extern "C" {
    fn keeps(plan: &JsValue, value: &JsValue) -> bool;
}

impl Payload for JsValue {
    type Pattern = Pattern;

    fn shape(&self) -> Shape {
        const SHAPES: [Shape; 6] = [Shape::Null, Shape::Boolean, Shape::Number, Shape::String, Shape::Array, Shape::Object];
        *SHAPES.get(usize::from(shape(self))).unwrap_or(&Shape::Other)
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
        length_of(self) as usize
    }

    fn at(&self, index: usize) -> Option<Self> {
        Reflect::get_u32(self, index as u32).ok().filter(|item| !item.is_undefined())
    }

    fn get(&self, key: &str) -> Option<Self> {
        get(self, key)
    }

    fn keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for (key, _) in Payload::entries(self) {
            keys.push(key);
        }
        keys
    }

    fn entries(&self) -> Vec<(String, Self)> {
        let mut flat = entries(self).into_iter();
        let mut entries = Vec::new();
        while let (Some(name), Some(value)) = (flat.next(), flat.next()) {
            entries.extend(name.as_string().map(|name| (name, value)));
        }
        entries
    }

    fn names(&self) -> Self {
        names(self)
    }

    fn own(&self, name: &Self) -> Option<Self> {
        Some(own(self, name)).filter(|member| !member.is_undefined())
    }

    fn is(&self, other: &Self) -> bool {
        self == other
    }

    fn object() -> Self {
        Object::new().into()
    }

    fn array(items: Vec<Self>) -> Self {
        list(items)
    }

    #[inline(never)]
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

    #[inline(never)]
    fn members(keys: &str, values: &mut [Option<Self>]) -> Self {
        if values.len() > 4 {
            return members(keys, values.iter_mut().map(|value| value.take().unwrap_or(JsValue::UNDEFINED)).collect());
        }
        let none = JsValue::UNDEFINED;
        let at = |index: usize| values.get(index).and_then(Option::as_ref).unwrap_or(&none);
        few(keys, at(0), at(1), at(2), at(3))
    }

    #[inline(never)]
    fn put(&mut self, key: &str, value: Self) {
        set(self, key, &value);
    }

    #[inline(never)]
    fn put_text(&mut self, key: &str, text: &str) {
        set_text(self, key, text);
    }

    fn parse(text: &str) -> Option<Self> {
        JSON::parse(text).ok()
    }

    fn json(&self) -> Result<Self, String> {
        match JSON::stringify(self) {
            Ok(text) if !text.is_undefined() => Ok(text.into()),
            Ok(_) => Err("it is nothing that JSON can say".into()),
            Err(thrown) => Err(message_of(&thrown)),
        }
    }

    fn print(&self) -> Self {
        string_of(self).unwrap_or_else(|_| JsValue::from_str("?"))
    }

    fn wording(&self) -> Result<Self, String> {
        if self.is_undefined() {
            Ok(JsValue::from_str("The tool finished without a result."))
        } else if self.is_bigint() {
            Ok(Payload::print(self))
        } else {
            Err(fill("The tool returned a %, which cannot be sent.", &[if self.is_symbol() { "symbol" } else { "function" }]))
        }
    }

    fn pattern(source: &str) -> Result<Pattern, String> {
        Pattern::new(source, "u").map_err(|error| message_of(&error))
    }

    fn matches(pattern: &Pattern, text: &Self) -> bool {
        pattern.test(text)
    }

    fn of_pattern(pattern: &Pattern) -> Self {
        pattern.clone().into()
    }

    fn keeps(&self, plan: &Self) -> bool {
        keeps(plan, self)
    }

    fn text_at(&self, key: &str) -> Option<String> {
        text_at(self, key)
    }
}

/// A member of an object; `None` where the value is no object, or the member is absent, `undefined` or throws.
#[inline(never)]
pub fn get(value: &JsValue, key: &str) -> Option<JsValue> {
    Some(member(value, key)).filter(|member| !member.is_undefined())
}

/// Members of a page's object, in the order of their `keys` (with a space between two); `Err` is what a getter threw.
#[inline(never)]
pub fn fields(object: &JsValue, keys: &str) -> Result<impl FnMut() -> JsValue + use<>, JsValue> {
    let mut values = read(object, keys)?.into_iter();
    Ok(move || values.next().unwrap_or(JsValue::UNDEFINED))
}

/// What a thrown value says: an `Error`'s message, a string, or its JSON. Never empty.
pub fn message_of(thrown: &JsValue) -> String {
    let text = match thrown.text_at("message") {
        Some(message) => Some(message),
        None => thrown.as_string().or_else(|| stringify(thrown).ok().flatten()),
    };
    match text {
        Some(text) if !text.trim().is_empty() => text,
        _ => thrown.text_at("name").filter(|name| !name.is_empty()).unwrap_or_else(|| "unknown error".into()),
    }
}

/// `JSON.stringify`, with `None` where it gives `undefined`.
pub fn stringify(value: &JsValue) -> Result<Option<String>, JsValue> {
    JSON::stringify(value).map(|text| JsValue::from(text).as_string())
}

/// JSON text with line breaks, for a person to read.
pub fn pretty(value: &JsValue) -> String {
    JSON::stringify_with_replacer_and_space(value, &JsValue::NULL, &JsValue::from_f64(2.0)).map(String::from).unwrap_or_default()
}

/// A function that a page gave, where it gave one.
pub fn function(value: &JsValue) -> Option<Function> {
    value.dyn_ref::<Function>().cloned()
}

/// An [`Error`] as the class a program can branch on: `TypeError` for an argument, else a `DOMException`; `code` says which.
#[inline(never)]
pub fn throwable(error: &Error) -> JsValue {
    let name = match error {
        Error::Argument { .. } => "",
        Error::Aborted(_) | Error::Stopped { .. } => "AbortError",
        Error::Destroyed | Error::Held { .. } => "InvalidStateError",
        Error::NotFound { .. } => "NotFoundError",
        Error::Denied(_) | Error::TokenRefused(_) | Error::SessionRefused | Error::LocalNetworkDenied(_) => "NotAllowedError",
        Error::ContentSecurityPolicy(_) | Error::InsecureFromHttps(_) => "SecurityError",
        Error::TokenEmpty | Error::TokenNotBase64 | Error::TokenNotJson | Error::TokenIncomplete(_) | Error::TokenServer(_) => {
            "SyntaxError"
        }
        Error::TimedOut { .. } => "TimeoutError",
        Error::RelayUnreachable(_) => "NetworkError",
        _ => "OperationError",
    };
    exception(name, &error.text(), error.code())
}

#[inline(never)]
pub fn type_error(method: &'static str, parameter: &str, problem: &str) -> JsValue {
    throwable(&Error::argument(method, parameter, problem))
}

/// Runs something later, once, unless the guard is dropped. Boxed: what calls it is compiled once for all.
#[inline(never)]
pub fn later(milliseconds: u32, then: Box<dyn FnOnce()>) -> Timeout {
    Timeout::new(milliseconds, then)
}

/// Runs a future, its first part at once: one that waits for nothing is over when this returns.
#[inline(never)]
pub fn start(mut future: Pin<Box<dyn Future<Output = ()>>>) {
    if future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending() {
        spawn_local(future);
    }
}

/// A promise of what a future comes to; boxed for the same reason.
#[inline(never)]
pub fn promise(future: Pin<Box<dyn Future<Output = Result<JsValue, JsValue>>>>) -> Promise {
    future_to_promise(future)
}
