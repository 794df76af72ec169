//! The page around the library: where it is, what time it is, its console.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

use super::options::Log;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
    /// In the global scope, as any script of the page; throws for a syntax error or a policy.
    #[wasm_bindgen(js_name = Function, catch)]
    fn new_function(arguments: &str, code: &str) -> Result<Function, JsValue>;
    #[wasm_bindgen(js_namespace = ["navigator", "clipboard"], js_name = writeText, catch)]
    pub fn write_clipboard(text: &str) -> Result<Promise, JsValue>;
}

#[wasm_bindgen(module = "/src/js/window.js")]
extern "C" {
    fn host() -> String;
    #[wasm_bindgen(js_name = hostName)]
    fn hostname() -> String;
    #[wasm_bindgen(js_name = visible)]
    pub fn is_visible() -> bool;
    #[wasm_bindgen(js_name = hasBody)]
    pub fn has_body() -> bool;
    /// Random text for trace ids.
    #[wasm_bindgen(js_name = randomId)]
    pub fn random_id() -> String;
    /// The page's metadata, as the fork's relay lists it.
    #[wasm_bindgen(js_name = clientInfo)]
    pub fn client_info() -> JsValue;
    /// Hears what happens to the page and what the person does there, until it is stopped.
    #[derive(Clone)]
    pub type PageWatch;
    #[wasm_bindgen(constructor)]
    pub fn new(hear: &Closure<dyn Fn(u8, JsValue)>) -> PageWatch;
    /// Hears of the end of loading, too.
    #[wasm_bindgen(method)]
    pub fn loaded(this: &PageWatch);
    #[wasm_bindgen(method)]
    pub fn stop(this: &PageWatch);
    #[wasm_bindgen(js_name = log)]
    fn print(level: &str, text: &str);
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
    crate::relay::webmcp::host_name(&host())
}

/// Whether the page itself comes from this machine.
pub fn is_loopback() -> bool {
    crate::relay::is_loopback(&hostname())
}

/// `function (args) { CODE }`
pub fn compile(code: &str) -> Result<Function, JsValue> {
    new_function("args", code)
}

pub fn log(level: Log, text: &str) {
    let level = match level {
        Log::Error => "error",
        Log::Warn => "warn",
        Log::Info => "info",
        Log::Debug => "debug",
        Log::Silent => return,
    };
    print(level, text);
}
