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

#[wasm_bindgen(module = "/src/js/call.js")]
extern "C" {
    #[wasm_bindgen(js_name = withContent, catch)]
    fn with_content(result: &JsValue, content: Vec<JsValue>) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen(module = "/src/js/values.js")]
extern "C" {
    /// Whether a value may be something else than JSON: a prototype other than a plain object's or an array's.
    #[wasm_bindgen(js_name = isSpecial)]
    pub fn is_special(value: &JsValue) -> bool;
    /// The primitive in a boxed string, number or boolean; a value whose own `valueOf` throws is itself.
    fn unbox(value: &JsValue) -> JsValue;
}

/// Turns special values into plain ones: a tool's into a `CallToolResult`, a prompt's into a content block, a resource's into
/// `{blob, mimeType}`. Every other value comes back as it is. `Err` is a sentence for the agent.
pub async fn prepare(kind: Kind, name: &str, value: JsValue) -> Result<JsValue, String> {
    let content = js::get(&value, "content").filter(|content| kind == Kind::Tool && js::is_array(content));
    let mut parts: Vec<JsValue> = match &content {
        Some(blocks) => (0..blocks.length()).map(|index| blocks.at(index).unwrap_or(JsValue::NULL)).collect(),
        None => vec![value.clone()],
    };
    // JSON drops what a class gives by a getter.
    let hidden = content.is_some() && value.own(&JsValue::from_str("content")).is_none();
    if !hidden && !parts.iter().any(is_special) {
        return Ok(value);
    }
    for part in &mut parts {
        if is_special(part) {
            *part = make_plain(kind, name, part.clone()).await?;
        }
    }
    if content.is_some() {
        return with_content(&value, parts).map_err(|thrown| unreadable("object", &thrown));
    }
    let is_block = kind == Kind::Tool && parts.first().is_some_and(|part| part.is_object() && *part != value);
    Ok(if is_block { crate::call::content(parts) } else { parts.pop().unwrap_or(value) })
}

/// A special value as a content block (a resource's as `{blob, mimeType}`), or as the primitive in it; else the value itself.
async fn make_plain(kind: Kind, name: &str, value: JsValue) -> Result<JsValue, String> {
    let tag = js::tag_of(&value);
    match tag.as_str() {
        "Error" | "DOMException" => return Err(js::message_of(&value)),
        "String" | "Number" | "Boolean" => return Ok(unbox(&value)),
        _ => {}
    }
    let Some(reading) = encode(&value, &tag) else { return Ok(value) };
    let read = JsFuture::from(reading).await.map_err(|thrown| reason(&thrown))?;
    let (data, mime) = (read.at(0), read.at(1).and_then(|mime| mime.as_string()).unwrap_or_default());
    let text = |text: &str| Some(JsValue::from_str(text));
    if kind == Kind::Resource {
        return Ok(object([("blob", data), ("mimeType", if mime.is_empty() { None } else { text(&mime) })]));
    }
    let mime = if mime.is_empty() { "application/octet-stream" } else { &mime };
    Ok(match mime.split('/').next() {
        Some(media @ ("image" | "audio")) => object([("type", text(media)), ("data", data), ("mimeType", text(mime))]),
        _ => {
            let resource = object([("uri", text(&["result://", name].concat())), ("mimeType", text(mime)), ("blob", data)]);
            object([("type", text("resource")), ("resource", Some(resource))])
        }
    })
}

/// A sentence is one already; else it is what could not be read, and why.
fn reason(thrown: &JsValue) -> String {
    thrown.as_string().unwrap_or_else(|| {
        let (tag, why) = (thrown.at(0).and_then(|tag| tag.as_string()).unwrap_or_default(), thrown.at(1).unwrap_or_default());
        unreadable(&tag, &why)
    })
}

fn unreadable(tag: &str, thrown: &JsValue) -> String {
    ["The ", tag, " that the tool returned cannot be read: ", &js::message_of(thrown)].concat()
}
