//! The page may give any CSS colour; what is written on it stays readable.

use wasm_bindgen::prelude::*;

use super::Inner;
use super::dom::{self, El};
use crate::web::js;

#[wasm_bindgen]
extern "C" {
    type Pen;

    #[wasm_bindgen(method, catch, js_name = getContext)]
    fn pen(this: &El, kind: &str) -> Result<Option<Pen>, JsValue>;
    #[wasm_bindgen(method, js_name = fillRect)]
    fn fill(this: &Pen, x: u32, y: u32, width: u32, height: u32);
    #[wasm_bindgen(method, catch, js_name = getImageData)]
    fn read(this: &Pen, x: u32, y: u32, width: u32, height: u32) -> Result<JsValue, JsValue>;
}

impl Inner {
    /// The page's colour scheme; looked at again whenever something opens, since pages change theirs.
    pub(super) fn follow_scheme(&self) {
        let page = dom::document().and_then(|document| document.get("documentElement"));
        if let (Some(page), Some(root)) = (page, self.root()) {
            let scheme = dom::computed_style(&page).text_of("colorScheme");
            // Where the page says nothing, the person's own wish counts.
            root.style().set_property("color-scheme", if scheme == "normal" { "" } else { &scheme });
        }
    }

    /// Colours and sizes.
    pub(super) fn style(&self, host: &El, root: &El) {
        let style = root.style();
        for (name, value) in [("--size", &self.options.size), ("--color", &self.options.color)] {
            style.set_property(name, value);
        }
        host.style().set_property("--webmcp-padding", &self.options.padding);
        self.follow_scheme();
        if let Some(trigger) = root.find(".webmcp-trigger") {
            // An invalid colour leaves what the stylesheet says, as upstream's default.
            trigger.style().set_property("background-color", &self.options.color);
            let shown = dom::computed_style(&trigger).text_of("backgroundColor");
            let (solid, ink) = solid(&shown).unwrap_or((shown, "#fff"));
            style.set_property("--color", &solid);
            style.set_property("--on-color", ink);
        }
    }
}

/// A colour in any notation as it looks on white, and what has 4.5 : 1 on it: the browser paints one pixel and says what came out.
fn solid(colour: &str) -> Option<(String, &'static str)> {
    let canvas = dom::element("canvas")?;
    let pen = canvas.pen("2d").ok().flatten()?;
    for paint in ["#fff", colour] {
        js::set(&pen, "fillStyle", &paint.into());
        pen.fill(0, 0, 1, 1);
    }
    let pixel = js_sys::Uint8Array::new(&js::get(&pen.read(0, 0, 1, 1).ok()?, "data")?).to_vec();
    let part = |index: usize| f64::from(*pixel.get(index).unwrap_or(&0));
    let light = |index: usize| {
        let part = part(index) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { js_sys::Math::pow((part + 0.055) / 1.055, 2.4) }
    };
    let luminance = 0.2126 * light(0) + 0.7152 * light(1) + 0.0722 * light(2);
    let print = |index: usize| dom::number(part(index));
    let solid = ["rgb(", &print(0), ",", &print(1), ",", &print(2), ")"].concat();
    Some((solid, if 1.05 / (luminance + 0.05) >= 4.5 { "#fff" } else { "#000" }))
}
