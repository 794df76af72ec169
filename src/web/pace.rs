//! Bursts of work in slices (`src/js/pace.js`).

use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/js/pace.js")]
extern "C" {
    /// Resolves in a task of its own.
    pub fn task() -> Promise;

    pub type Pace;

    /// `take` gets the number of a socket, in its turn what it said (0 for its end, 1 and a frame, 2 for what is no JSON), and the time
    /// by the page's clock and by the wall's.
    #[wasm_bindgen(constructor)]
    pub fn new(take: &Closure<dyn Fn(u32, u32, JsValue, f64, f64)>) -> Pace;

    /// The socket whose buffer counts.
    #[wasm_bindgen(method)]
    pub fn watch(this: &Pace, socket: &JsValue);

    /// Whether a result is taken at once.
    #[wasm_bindgen(method)]
    pub fn due(this: &Pace) -> bool;

    /// Takes what a socket said; `undefined` is its end.
    #[wasm_bindgen(method)]
    pub fn take(this: &Pace, socket: u32, said: &JsValue);

    /// The function that takes what a socket says.
    #[wasm_bindgen(method)]
    pub fn taker(this: &Pace, socket: u32) -> JsValue;

    /// Nobody listens any more.
    #[wasm_bindgen(method)]
    pub fn end(this: &Pace);

    /// Resolves when a result may be sent.
    #[wasm_bindgen(method)]
    pub fn turn(this: &Pace) -> Promise;
}
