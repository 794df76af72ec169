//! A sampling request as a person reads it: text, images and sound, without any URL that a strict CSP would refuse.

use std::rc::Rc;

use js_sys::{Array, Object, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::asks::Asked;
use super::dom::{self, El};
use super::{Inner, markup};
use crate::view::harmless;
use crate::web::js;

const SHOWN: usize = 20_000;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch)]
    fn atob(text: &str) -> Result<String, JsValue>;
    #[wasm_bindgen(catch, js_name = createImageBitmap)]
    fn bitmap_of(blob: &Blob) -> Result<Promise, JsValue>;

    type Blob;
    #[wasm_bindgen(constructor)]
    fn new(parts: &Array, options: &Object) -> Blob;

    #[wasm_bindgen(method, catch, js_name = getContext)]
    fn context(this: &El, kind: &str) -> Result<El, JsValue>;
    #[wasm_bindgen(method, catch, js_name = transferFromImageBitmap)]
    fn show_bitmap(this: &El, bitmap: &JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(js_name = AudioContext)]
    type Sound;
    #[wasm_bindgen(constructor, catch, js_class = "AudioContext")]
    fn new() -> Result<Sound, JsValue>;
    #[wasm_bindgen(method, catch, js_name = decodeAudioData)]
    fn decode(this: &Sound, bytes: &JsValue) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, js_name = createBufferSource)]
    fn source(this: &Sound) -> El;
    #[wasm_bindgen(method, getter)]
    fn destination(this: &Sound) -> JsValue;
    #[wasm_bindgen(method, catch)]
    fn close(this: &Sound) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method)]
    fn connect(this: &El, to: &JsValue);
    #[wasm_bindgen(method)]
    fn start(this: &El);
}

impl Inner {
    pub(super) fn sample(self: &Rc<Self>, id: u64, request: &JsValue) -> Result<(), JsValue> {
        let dialog = self.dialog(markup::SAMPLE, "samples")?;
        if let Some(talk) = dialog.find(".talk") {
            if let Some(system) = js::get(request, "systemPrompt").filter(|prompt| prompt.is_string()) {
                self.said(&talk, "system", &system)?;
            }
            for message in list(js::get(request, "messages")) {
                let role = if js::get(&message, "role").is_some_and(|role| role == "assistant") { "assistant" } else { "user" };
                for content in list(js::get(&message, "content")) {
                    self.said(&talk, role, &content)?;
                }
            }
        }
        dialog.put(".limits", &self.limits(request));
        self.ask("samples", Asked::Sample, id, dialog);
        self.say(self.labels.text("sample-live"));
        Ok(())
    }

    /// How the answer should be, as far as the request says.
    fn limits(&self, request: &JsValue) -> String {
        let hints = js::get(request, "modelPreferences").and_then(|wishes| js::get(&wishes, "hints"));
        let model = list(hints).iter().find_map(|hint| js::get(hint, "name"));
        let wishes = [
            ("max-tokens", js::get(request, "maxTokens")),
            ("temperature", js::get(request, "temperature")),
            ("stop-at", js::get(request, "stopSequences")),
            ("model", model),
        ];
        let mut said = String::new();
        for (key, value) in wishes {
            let Some(value) = value.filter(|value| !value.is_null()) else { continue };
            let Some(text) = value.as_string().or_else(|| js::stringify(&value).ok().flatten()) else { continue };
            if !said.is_empty() {
                said.push_str(" · ");
            }
            said.push_str(&self.labels.fill(key, &harmless(&text, 120)));
        }
        said
    }

    /// One thing that one side said: a text, or a content block.
    fn said(self: &Rc<Self>, talk: &El, role: &str, content: &JsValue) -> Result<(), JsValue> {
        let said = self.piece(markup::SAID, talk)?;
        said.put("b", self.labels.text(role));
        said.attr("data-role", role);
        let kind = js::get(content, "type").and_then(|kind| kind.as_string()).unwrap_or_default();
        let bytes = || js::get(content, "data").and_then(|data| atob(&data.as_string()?).ok());
        match kind.as_str() {
            "image" => {
                let canvas = self.piece("canvas role=img aria-label=@image", &said)?;
                let mime = js::get(content, "mimeType").unwrap_or_default();
                let (inner, bytes) = (self.clone(), bytes());
                spawn_local(async move {
                    if draw(&canvas, bytes, &mime).await.is_err() {
                        canvas.remove();
                        let _ = inner.piece("p @image-broken", &said);
                    }
                });
            }
            "audio" => {
                let button = self.piece("button type=button part=button data-do=play @play", &said)?;
                if let Some(bytes) = bytes() {
                    button.set("sound", binary(&bytes));
                }
            }
            _ => {
                let text = js::get(content, "text").and_then(|text| text.as_string()).or_else(|| content.as_string());
                let text = text.or_else(|| js::stringify(content).ok().flatten()).unwrap_or_default();
                self.piece("p", &said)?.set_text(&harmless(&text, SHOWN));
            }
        }
        Ok(())
    }

    /// Plays the sound that a button carries, or stops it.
    pub(super) fn play(self: &Rc<Self>, button: &El) {
        let was = self.sound.borrow_mut().take();
        if was.is_some_and(|was| was.button == *button) {
            return;
        }
        let (inner, button) = (self.clone(), button.clone());
        spawn_local(async move {
            if inner.start(&button).await.is_err() {
                button.attr("disabled", "");
                button.set_text(inner.labels.text("audio-broken"));
            }
        });
    }

    async fn start(self: &Rc<Self>, button: &El) -> Result<(), JsValue> {
        let bytes = button.get("sound").ok_or(JsValue::UNDEFINED)?;
        let play = self.labels.text("play").to_string();
        let mut playing = Playing { sound: Sound::new()?, button: button.clone(), play, end: None };
        // Decoding empties what it is given: a copy, so that it plays again.
        let buffer = JsFuture::from(playing.sound.decode(&Uint8Array::new(&bytes).buffer())?).await?;
        button.set_text(self.labels.text("pause"));
        let seconds = js::get(&buffer, "duration").and_then(|duration| duration.as_f64()).unwrap_or_default();
        let source = playing.sound.source();
        source.set("buffer", buffer);
        source.connect(&playing.sound.destination());
        source.start();
        let inner = Rc::downgrade(self);
        playing.end = Some(dom::Timer::new((seconds * 1000.0) as u32, move || {
            let _over = inner.upgrade().and_then(|inner| inner.sound.borrow_mut().take());
        }));
        *self.sound.borrow_mut() = Some(playing);
        Ok(())
    }
}

/// A sound that is heard; dropped, it is silent and its button says so.
pub struct Playing {
    sound: Sound,
    button: El,
    play: String,
    end: Option<dom::Timer>,
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.end = None;
        self.button.set_text(&self.play);
        let _ = self.sound.close();
    }
}

async fn draw(canvas: &El, bytes: Option<String>, mime: &JsValue) -> Result<(), JsValue> {
    let options = Object::new();
    js::set(&options, "type", mime);
    let blob = Blob::new(&Array::of1(&binary(&bytes.ok_or(JsValue::UNDEFINED)?)), &options);
    let bitmap = JsFuture::from(bitmap_of(&blob)?).await?;
    for side in ["width", "height"] {
        canvas.set(side, js::get(&bitmap, side).unwrap_or_default());
    }
    canvas.context("bitmaprenderer")?.show_bitmap(&bitmap)
}

/// The bytes of a binary string, as `atob` gives it.
fn binary(text: &str) -> Uint8Array {
    Uint8Array::from(text.chars().map(|letter| letter as u8).collect::<Vec<u8>>().as_slice())
}

/// The items of an array; anything else that is there is the only item.
fn list(value: Option<JsValue>) -> Vec<JsValue> {
    match value {
        Some(value) if Array::is_array(&value) => Array::from(&value).to_vec(),
        Some(value) if !value.is_null() => vec![value],
        _ => Vec::new(),
    }
}
