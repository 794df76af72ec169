//! Bursts of work in slices (`src/js/pace.js`).

use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/js/pace.js")]
extern "C" {
    pub type Pace;

    #[wasm_bindgen(constructor)]
    pub fn new() -> Pace;

    /// The socket whose buffer counts.
    #[wasm_bindgen(method)]
    pub fn watch(this: &Pace, socket: &JsValue);

    /// Whether to go ahead at once.
    #[wasm_bindgen(method)]
    pub fn free(this: &Pace) -> bool;

    /// Resolves when it is one's turn; results go before requests.
    #[wasm_bindgen(method)]
    pub fn turn(this: &Pace, result: bool) -> Promise;
}
