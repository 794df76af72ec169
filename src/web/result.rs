//! Values that only a browser knows (blobs, canvases, images, bytes) -> what JSON can carry, before the core looks at them.

use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::js;
use crate::relay::{Kind, base64, object};

/// Whether a value may be something else than JSON: a prototype other than a plain object's or an array's.
pub fn is_special(value: &JsValue) -> bool {
    value.is_object() && !Array::is_array(value) && !is_plain(value)
}

fn is_plain(value: &JsValue) -> bool {
    match Reflect::get_prototype_of(value) {
        Ok(prototype) => js::is_object_prototype(&prototype) || prototype.is_null(),
        // A proxy's trap threw; JSON.stringify will say why.
        Err(_) => true,
    }
}

/// Turns a special value into plain ones: a tool's into a `CallToolResult`, a prompt's into a content block, a resource's into
/// `{blob, mimeType}`. Every other value comes back as it is. `Err` is a sentence for the agent.
pub async fn prepare(kind: Kind, name: &str, value: JsValue) -> Result<JsValue, String> {
    if !is_special(&value) {
        return Ok(value);
    }
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
        "ArrayBuffer" | "SharedArrayBuffer" => (Uint8Array::new(&value).to_vec(), String::new()),
        _ => match view_bytes(&value) {
            Some(bytes) => (bytes, String::new()),
            None => return Ok(value),
        },
    };
    check_size(bytes.len() as f64)?;
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
    Ok(if kind == Kind::Tool { crate::call::content(vec![block]) } else { block })
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
    Ok((Uint8Array::new(&buffer).to_vec(), mime))
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

/// The bytes of a typed array or a DataView.
fn view_bytes(value: &JsValue) -> Option<Vec<u8>> {
    let buffer = js::get(value, "buffer").filter(|buffer| js::tag_of(buffer).ends_with("ArrayBuffer"))?;
    let number = |key: &str| js::get(value, key).and_then(|number| number.as_f64());
    let (offset, length) = (number("byteOffset")?, number("byteLength")?);
    Some(Uint8Array::new_with_byte_offset_and_length(&buffer, offset as u32, length as u32).to_vec())
}

fn invoke(object: &JsValue, method: &str, arguments: &[&JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(object, &JsValue::from_str(method))?.dyn_into()?;
    method.apply(object, &arguments.iter().copied().collect::<Array>())
}

async fn settle(promise: JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&promise)).await
}
