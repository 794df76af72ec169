//! Values that only a browser knows (blobs, canvases, images, bytes) -> what JSON can carry, before the core looks at them.

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::js;
use crate::payload::Payload;
use crate::relay::{Kind, object};

#[wasm_bindgen(module = "/src/js/result.js")]
extern "C" {
    fn encode(value: &JsValue, tag: &str) -> Option<Promise>;
}

#[wasm_bindgen(module = "/src/js/values.js")]
extern "C" {
    /// Whether a value may be something else than JSON: a prototype other than a plain object's or an array's.
    #[wasm_bindgen(js_name = isSpecial)]
    pub fn is_special(value: &JsValue) -> bool;
}

/// Turns a special value into plain ones: a tool's into a `CallToolResult`, a prompt's into a content block, a resource's into
/// `{blob, mimeType}`. Every other value comes back as it is. `Err` is a sentence for the agent.
pub async fn prepare(kind: Kind, name: &str, value: JsValue) -> Result<JsValue, String> {
    if !is_special(&value) {
        return Ok(value);
    }
    let tag = js::tag_of(&value);
    if matches!(tag.as_str(), "Error" | "DOMException") {
        return Err(js::message_of(&value));
    }
    let Some(reading) = encode(&value, &tag) else { return Ok(value) };
    let read = JsFuture::from(reading).await.map_err(|thrown| unreadable(&thrown))?;
    let (data, mime) = (read.at(0), read.at(1).and_then(|mime| mime.as_string()).unwrap_or_default());
    let text = |text: &str| Some(JsValue::from_str(text));
    if kind == Kind::Resource {
        return Ok(object([("blob", data), ("mimeType", if mime.is_empty() { None } else { text(&mime) })]));
    }
    let mime = if mime.is_empty() { "application/octet-stream" } else { &mime };
    let block = match mime.split('/').next() {
        Some(media @ ("image" | "audio")) => object([("type", text(media)), ("data", data), ("mimeType", text(mime))]),
        _ => {
            let resource = object([("uri", text(&["result://", name].concat())), ("mimeType", text(mime)), ("blob", data)]);
            object([("type", text("resource")), ("resource", Some(resource))])
        }
    };
    Ok(if kind == Kind::Tool { crate::call::content(vec![block]) } else { block })
}

/// A sentence is one already; else it is what could not be read, and why.
fn unreadable(thrown: &JsValue) -> String {
    thrown.as_string().unwrap_or_else(|| {
        let (tag, why) = (thrown.at(0).and_then(|tag| tag.as_string()).unwrap_or_default(), thrown.at(1).unwrap_or_default());
        ["The ", &tag, " that the tool returned cannot be read: ", &js::message_of(&why)].concat()
    })
}
