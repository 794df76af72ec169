//! The `CallContext` that a tool's `execute` gets beside its arguments, and the frames' text (`src/js/call.js`).

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/js/call.js")]
extern "C" {
    #[derive(Clone)]
    pub type CallContext;

    /// `input` are a relay's arguments, else `undefined`.
    #[wasm_bindgen(constructor)]
    pub fn new(call_id: f64, input: &JsValue) -> CallContext;

    /// A relay's arguments as they came; `input` are what they are now.
    #[wasm_bindgen(static_method_of = CallContext)]
    pub fn asked(context: &CallContext, input: &JsValue) -> JsValue;

    /// Fires the signal with a `DOMException`; once.
    #[wasm_bindgen(static_method_of = CallContext)]
    pub fn abort(context: &CallContext, name: &str, message: &str);

    /// What a handler returns; a promise where that takes time, and for what it throws: see [`CallContext::settled`]. `variables` are
    /// a resource template's, else `undefined`.
    #[wasm_bindgen(static_method_of = CallContext)]
    pub fn run(context: &CallContext, handler: &Function, input: &JsValue, variables: &JsValue, pace: &JsValue) -> JsValue;

    /// Settles as the value does, in its turn where there is a pace, or rejects when the call is aborted first.
    #[wasm_bindgen(static_method_of = CallContext)]
    pub fn settled(context: &CallContext, value: &JsValue, pace: &JsValue) -> Promise;

    /// The name of the exception of [`CallContext::abort`], where that is what was thrown.
    #[wasm_bindgen(static_method_of = CallContext)]
    pub fn ending(thrown: &JsValue) -> Option<String>;

    /// The text of a frame; throws a sentence for what JSON cannot say, and for what is too large.
    #[wasm_bindgen(js_name = frameText, catch)]
    pub fn frame_text(frame: &JsValue) -> Result<JsValue, JsValue>;

    /// Settles as the value does, or to `undefined` when it takes longer.
    pub fn answered(value: &JsValue, patience: f64) -> Promise;

    /// Marks a promise's rejection as handled.
    pub fn handled(promise: &Promise);

    /// A rejected promise that raises no `unhandledrejection`.
    pub fn rejected(reason: &JsValue) -> Promise;
}
