//! Values that only a browser knows (blobs, canvases, images, bytes) -> what JSON can carry (`src/js/result.js`), before the core looks
//! at them.

use crate::text::fill;
use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::js;
use crate::payload::Payload;
use crate::relay::Kind;

#[wasm_bindgen(module = "/src/js/result.js")]
extern "C" {
    fn look(tool: bool, value: &JsValue) -> u32;
    /// Turns a special value into a plain one: a tool's into a `CallToolResult`, a prompt's into a content block, a resource's into
    /// `{blob, mimeType}`. What it rejects with, [`reason`] puts into words.
    pub fn plain(kind: &str, name: &str, value: &JsValue) -> Promise;
}

/// What a handler gave, at first sight.
#[derive(PartialEq)]
pub enum Given {
    Promise,
    /// Maybe something else than JSON.
    Unusual,
    Usual,
    /// A plain `CallToolResult` of text blocks.
    Result,
}

impl Given {
    pub fn of(kind: Kind, value: &JsValue) -> Self {
        match look(kind == Kind::Tool, value) {
            0 => Given::Promise,
            1 => Given::Unusual,
            2 => Given::Usual,
            _ => Given::Result,
        }
    }
}

/// A sentence is one already; else it is what could not be read, and why; an error that was returned speaks for itself.
pub fn reason(thrown: &JsValue) -> String {
    thrown.as_string().unwrap_or_else(|| {
        let (tag, why) = (thrown.at(0).and_then(|tag| tag.as_string()).unwrap_or_default(), thrown.at(1).unwrap_or_default());
        let why = js::message_of(&why);
        if tag.is_empty() { why } else { fill("The % that the tool returned cannot be read: %", &[&tag, &why]) }
    })
}
