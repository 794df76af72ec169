//! The page around the library: where it is, what time it is, its console.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

use super::js;
use super::options::Log;
use crate::payload::Payload;
use crate::relay::object;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
    /// In the global scope, as any script of the page; throws for a syntax error or a policy.
    #[wasm_bindgen(js_name = Function, catch)]
    fn new_function(arguments: &str, code: &str) -> Result<Function, JsValue>;
    #[wasm_bindgen(js_namespace = ["navigator", "clipboard"], js_name = writeText, catch)]
    pub fn write_clipboard(text: &str) -> Result<Promise, JsValue>;
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
    #[wasm_bindgen(js_namespace = console)]
    fn warn(text: &str);
    #[wasm_bindgen(js_namespace = console)]
    fn info(text: &str);
    #[wasm_bindgen(js_namespace = console)]
    fn debug(text: &str);
}

#[wasm_bindgen(module = "/src/js/idle.js")]
extern "C" {
    /// Resolves when the page has nothing better to do, or soon.
    pub fn idle() -> Promise;
}

/// Milliseconds of a steady clock.
pub fn now() -> f64 {
    performance_now()
}

pub fn chance() -> f64 {
    js_sys::Math::random()
}

/// A delay as `setTimeout` takes it: more than its 2^31 - 1 ms would fire at once.
pub fn delay(milliseconds: f64) -> u32 {
    milliseconds.clamp(0.0, 2_147_483_647.0).ceil() as u32
}

/// `location.host` as the relay names it.
pub fn host_name() -> String {
    let host = web_sys::window().and_then(|window| window.location().host().ok()).unwrap_or_default();
    crate::relay::webmcp::host_name(&host)
}

/// Whether the page itself comes from this machine.
pub fn is_loopback() -> bool {
    let host = web_sys::window().and_then(|window| window.location().hostname().ok()).unwrap_or_default();
    crate::relay::is_loopback(&host)
}

pub fn is_visible() -> bool {
    document()
        .is_some_and(|document| js::get(&document, "visibilityState").is_some_and(|state| state.as_string().as_deref() == Some("visible")))
}

pub fn has_body() -> bool {
    document().is_some_and(|document| js::get(&document, "body").is_some_and(|body| body.is_object()))
}

fn document() -> Option<JsValue> {
    web_sys::window()?.document().map(JsValue::from)
}

/// `function (args) { CODE }`
pub fn compile(code: &str) -> Result<Function, JsValue> {
    new_function("args", code)
}

pub fn log(level: Log, text: &str) {
    let text = ["[webmcp] ", text].concat();
    match level {
        Log::Error => error(&text),
        Log::Warn => warn(&text),
        Log::Info => info(&text),
        Log::Debug => debug(&text),
        Log::Silent => {}
    }
}

/// Random text for trace ids; `crypto.randomUUID` would need a secure context.
pub fn random_id() -> String {
    let mut bytes = [0u8; 8];
    if let Some(crypto) = web_sys::window().and_then(|window| window.crypto().ok()) {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

/// The page's metadata, as the fork's relay lists it. Sizes in CSS pixels.
pub fn client_info() -> JsValue {
    let Some(window) = web_sys::window() else { return JsValue::object() };
    let text = |text: Option<String>| text.map(|text| JsValue::from_str(&text));
    let navigator = window.navigator();
    let location = window.location();
    object([
        ("userAgent", text(navigator.user_agent().ok())),
        ("url", text(location.href().ok())),
        ("hostname", text(location.hostname().ok())),
        ("language", text(navigator.language())),
        ("screenWidth", window.inner_width().ok()),
        ("screenHeight", window.inner_height().ok()),
    ])
}
