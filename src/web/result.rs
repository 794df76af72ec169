//! Values that only a browser knows (blobs, canvases, images, bytes) -> what JSON can carry, before the core looks at them.

use js_sys::{Array, ArrayBuffer, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::js;
use crate::payload::Payload;
use crate::relay::{Kind, base64, object};

#[wasm_bindgen]
extern "C" {
    /// Catching: the buffer may be detached.
    #[wasm_bindgen(extends = Uint8Array, js_name = Uint8Array)]
    type Bytes;

    #[wasm_bindgen(constructor, catch, js_class = "Uint8Array")]
    fn new(buffer: &JsValue, offset: &JsValue, length: &JsValue) -> Result<Bytes, JsValue>;
}

#[wasm_bindgen(module = "/src/js/call.js")]
extern "C" {
    #[wasm_bindgen(js_name = withContent, catch)]
    fn with_content(result: &JsValue, content: Vec<JsValue>) -> Result<JsValue, JsValue>;
}

/// Whether a value may be something else than JSON: a prototype other than a plain object's or an array's.
pub fn is_special(value: &JsValue) -> bool {
    value.is_object() && !js::is_array(value) && !is_plain(value)
}

fn is_plain(value: &JsValue) -> bool {
    match Reflect::get_prototype_of(value) {
        Ok(prototype) => js::is_object_prototype(&prototype) || prototype.is_null(),
        // A proxy's trap threw; JSON.stringify will say why.
        Err(_) => true,
    }
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
    let (bytes, mime) = match tag.as_str() {
        "Blob" | "File" => read_blob(&value).await?,
        "HTMLCanvasElement" | "OffscreenCanvas" => read_blob(&canvas_blob(&value, &tag).await?).await?,
        "ImageBitmap" | "ImageData" | "HTMLImageElement" => {
            if tag == "HTMLImageElement" {
                // Until it is loaded there is nothing to draw, and drawing nothing succeeds.
                let say = |thrown: JsValue| unreadable(&tag, &thrown);
                settle(invoke(&value, "decode", &[]).map_err(say)?).await.map_err(say)?;
            }
            let canvas = draw(&value, &tag).map_err(|thrown| unreadable(&tag, &thrown))?;
            read_blob(&canvas_blob(&canvas, "OffscreenCanvas").await?).await?
        }
        "Error" | "DOMException" => return Err(js::message_of(&value)),
        "String" | "Number" | "Boolean" => return Ok(invoke(&value, "valueOf", &[]).unwrap_or(value)),
        "ArrayBuffer" | "SharedArrayBuffer" => (read_bytes(&value, &tag, None)?, String::new()),
        _ if ArrayBuffer::is_view(&value) => {
            let buffer = js::get(&value, "buffer").unwrap_or(JsValue::UNDEFINED);
            (read_bytes(&buffer, &tag, Some(&value))?, String::new())
        }
        _ => return Ok(value),
    };
    let data = JsValue::from_str(&base64::encode(&bytes));
    let text = |text: &str| Some(JsValue::from_str(text));
    if kind == Kind::Resource {
        return Ok(object([("blob", Some(data)), ("mimeType", Some(mime).filter(|mime| !mime.is_empty()).and_then(|mime| text(&mime)))]));
    }
    let mime = if mime.is_empty() { "application/octet-stream".into() } else { mime };
    let block = match mime.split('/').next() {
        Some(media @ ("image" | "audio")) => object([("type", text(media)), ("data", Some(data)), ("mimeType", text(&mime))]),
        _ => {
            let resource = object([("uri", text(&["result://", name].concat())), ("mimeType", text(&mime)), ("blob", Some(data))]);
            object([("type", text("resource")), ("resource", Some(resource))])
        }
    };
    Ok(block)
}

/// Before it is encoded: base64 makes four bytes of three.
fn check_size(bytes: f64) -> Result<(), String> {
    js::too_large(bytes * 4.0 / 3.0).map_or(Ok(()), Err)
}

fn unreadable(tag: &str, thrown: &JsValue) -> String {
    ["The ", tag, " that the tool returned cannot be read: ", &js::message_of(thrown)].concat()
}

async fn read_blob(blob: &JsValue) -> Result<(Vec<u8>, String), String> {
    let say = |thrown: JsValue| unreadable("Blob", &thrown);
    let size = js::get(blob, "size").and_then(|size| size.as_f64()).unwrap_or(0.0);
    check_size(size)?;
    let buffer = settle(invoke(blob, "arrayBuffer", &[]).map_err(say)?).await.map_err(say)?;
    let mime = js::get(blob, "type").and_then(|mime| mime.as_string()).unwrap_or_default();
    Ok((read_bytes(&buffer, "Blob", None)?, mime))
}

/// A PNG. `toBlob` throws for a canvas that holds another origin's pixels.
async fn canvas_blob(canvas: &JsValue, tag: &str) -> Result<JsValue, String> {
    let say = |thrown: JsValue| unreadable(tag, &thrown);
    let blob = if tag == "OffscreenCanvas" {
        settle(invoke(canvas, "convertToBlob", &[]).map_err(say)?).await.map_err(say)?
    } else {
        let mut thrown = None;
        let promise = Promise::new(&mut |resolve, _| thrown = invoke(canvas, "toBlob", &[&resolve]).err());
        if let Some(thrown) = thrown {
            return Err(say(thrown));
        }
        settle(promise.into()).await.map_err(say)?
    };
    if blob.is_null() { Err(["The ", tag, " that the tool returned is empty."].concat()) } else { Ok(blob) }
}

/// Draws an image onto a canvas of its own size.
fn draw(image: &JsValue, tag: &str) -> Result<JsValue, JsValue> {
    let side = |natural: &str, plain: &str| {
        // A drawing without a size of its own (SVG) has the one it is shown in.
        let number = |key| js::get(image, key).and_then(|side| side.as_f64()).filter(|side| *side > 0.0);
        let side = number(natural).or_else(|| number(plain)).unwrap_or(0.0);
        JsValue::from_f64(side.max(1.0))
    };
    let (width, height) = (side("naturalWidth", "width"), side("naturalHeight", "height"));
    let constructor: Function = Reflect::get(&js_sys::global(), &JsValue::from_str("OffscreenCanvas"))?.dyn_into()?;
    let canvas = Reflect::construct(&constructor, &Array::of2(&width, &height))?;
    let context = invoke(&canvas, "getContext", &[&JsValue::from_str("2d")])?;
    let zero = JsValue::from_f64(0.0);
    invoke(&context, if tag == "ImageData" { "putImageData" } else { "drawImage" }, &[image, &zero, &zero])?;
    Ok(canvas)
}

/// The bytes of a buffer, or of a view's part of it; measured before they are copied.
#[inline(never)]
fn read_bytes(buffer: &JsValue, tag: &str, view: Option<&JsValue>) -> Result<Vec<u8>, String> {
    let part = |key: &str| view.and_then(|view| js::get(view, key)).unwrap_or(JsValue::UNDEFINED);
    let bytes = Bytes::new(buffer, &part("byteOffset"), &part("byteLength")).map_err(|thrown| unreadable(tag, &thrown))?;
    check_size(js::get(&bytes, "length").and_then(|length| length.as_f64()).unwrap_or(0.0))?;
    Ok(bytes.to_vec())
}

fn invoke(object: &JsValue, method: &str, arguments: &[&JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(object, &JsValue::from_str(method))?.dyn_into()?;
    method.apply(object, &arguments.iter().copied().collect::<Array>())
}

async fn settle(promise: JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&promise)).await
}
