//! The second module: the wu door and page driving, loaded when a page asks for them (`src/js/annex.js`).

use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/js/annex.js")]
extern "C" {
    #[derive(Clone)]
    pub type Annex;

    /// `page`: a `WebMCP`; `tell` hears of each door's status.
    #[wasm_bindgen(constructor)]
    pub fn new(page: &JsValue, tell: &JsValue) -> Annex;

    #[wasm_bindgen(method)]
    pub fn connect(this: &Annex, server: &JsValue, options: &JsValue) -> Promise;

    #[wasm_bindgen(method)]
    pub fn offer(this: &Annex, names: &JsValue);

    /// Ends every door, and what the page tools keep going.
    #[wasm_bindgen(method)]
    pub fn close(this: &Annex);

    /// Throws for what cannot be the option `pageTools`; else gives a copy of it.
    #[wasm_bindgen(js_name = pageToolNames, catch)]
    pub fn page_tool_names(given: &JsValue) -> Result<JsValue, JsValue>;

    // Of an `Annex`, or of `undefined`.

    /// `server`: that one alone. Gives whether the page's `own` relay is meant; throws for what is no server.
    #[wasm_bindgen(catch)]
    pub fn disconnect(annex: &JsValue, server: &JsValue, own: &str) -> Result<bool, JsValue>;

    /// The page's own relay, as it is listed; `undefined` where it is disconnected.
    pub fn own(status: &str, server: &str, channel: &str) -> JsValue;

    /// `{relay, server, channel?, status}` of each, the page's own first.
    pub fn relays(annex: &JsValue, own: &JsValue) -> JsValue;

    /// The status of the one that is furthest.
    pub fn furthest(annex: &JsValue, own: &JsValue) -> JsValue;

    /// Fires an event of the page's own.
    #[wasm_bindgen(catch)]
    pub fn emit(target: &JsValue, event: &JsValue, data: &JsValue) -> Result<(), JsValue>;
}
