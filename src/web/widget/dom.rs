//! The few things of the DOM that the widget needs, bound by hand: one duck-typed element costs less than web-sys' classes.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::markup::ICONS;
use crate::labels::Labels;
use crate::payload::Payload;

#[wasm_bindgen]
extern "C" {
    /// A node, an event, a style: whatever has the member that is asked for.
    #[derive(Clone, PartialEq)]
    pub type El;

    #[wasm_bindgen(thread_local_v2, js_name = document)]
    static DOCUMENT: Option<El>;

    #[wasm_bindgen(js_name = getComputedStyle)]
    pub fn computed_style(of: &El) -> El;
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(then: &Function, ms: u32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
    #[wasm_bindgen(js_name = CSSStyleSheet)]
    type Sheet;
    #[wasm_bindgen(constructor, js_class = "CSSStyleSheet")]
    fn new() -> Sheet;
    #[wasm_bindgen(method, js_name = replaceSync)]
    fn replace_sync(this: &Sheet, css: &str);

    #[wasm_bindgen(method, js_name = createElementNS)]
    fn create_element_ns(this: &El, space: &str, tag: &str) -> El;
    #[wasm_bindgen(method, catch, js_name = attachShadow)]
    fn attach_shadow(this: &El, options: &JsValue) -> Result<El, JsValue>;
    #[wasm_bindgen(method, js_name = setAttribute)]
    pub fn attr(this: &El, name: &str, value: &str);
    #[wasm_bindgen(method, js_name = getAttribute)]
    pub fn get_attr(this: &El, name: &str) -> Option<String>;
    #[wasm_bindgen(method, js_name = removeAttribute)]
    pub fn remove_attr(this: &El, name: &str);
    #[wasm_bindgen(method, catch)]
    pub fn append(this: &El, child: &El) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    pub fn after(this: &El, next: &El);
    #[wasm_bindgen(method)]
    pub fn prepend(this: &El, child: &El);
    #[wasm_bindgen(method)]
    pub fn remove(this: &El);
    #[wasm_bindgen(method, js_name = cloneNode)]
    pub fn clone_node(this: &El, deep: bool) -> El;
    #[wasm_bindgen(method, js_name = querySelector)]
    pub fn find(this: &El, selector: &str) -> Option<El>;
    #[wasm_bindgen(method, catch)]
    pub fn closest(this: &El, selector: &str) -> Result<Option<El>, JsValue>;
    #[wasm_bindgen(method)]
    pub fn contains(this: &El, other: Option<&El>) -> bool;
    #[wasm_bindgen(method, setter, js_name = textContent)]
    pub fn set_text(this: &El, text: &str);
    #[wasm_bindgen(method, getter)]
    pub fn value(this: &El) -> String;
    #[wasm_bindgen(method, setter)]
    pub fn set_value(this: &El, value: &str);
    #[wasm_bindgen(method, getter)]
    pub fn style(this: &El) -> El;
    #[wasm_bindgen(method, js_name = setProperty)]
    pub fn set_property(this: &El, name: &str, value: &str);
    #[wasm_bindgen(method)]
    pub fn focus(this: &El);
    #[wasm_bindgen(method)]
    pub fn select(this: &El);
    #[wasm_bindgen(method, js_name = addEventListener)]
    pub fn listen(this: &El, kind: &str, then: &Function, capture: bool);
    #[wasm_bindgen(method, js_name = removeEventListener)]
    pub fn unlisten(this: &El, kind: &str, then: &Function, capture: bool);
    #[wasm_bindgen(method, js_name = preventDefault)]
    pub fn prevent_default(this: &El);
    #[wasm_bindgen(method, js_name = stopPropagation)]
    pub fn stop_propagation(this: &El);

    #[wasm_bindgen(method, catch, js_name = querySelector)]
    fn try_find(this: &El, selector: &str) -> Result<Option<El>, JsValue>;
    #[wasm_bindgen(method, catch, js_name = execCommand)]
    pub fn command(this: &El, name: &str) -> Result<bool, JsValue>;

    // Missing in older browsers, and refused by newer ones in some states.
    #[wasm_bindgen(method, catch, js_name = showPopover)]
    pub fn show_popover(this: &El) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = hidePopover)]
    pub fn hide_popover(this: &El) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = showModal)]
    pub fn show_modal(this: &El) -> Result<(), JsValue>;
}

/// Where the widget hangs: in the body, or in the full-screen element, outside of which nothing can be used. What shows no children of its
/// own is no place for it, and with the whole document the body will do.
pub fn home() -> Option<El> {
    let document = document()?;
    let whole = document.get("fullscreenElement").filter(|element| {
        let name = element.text_of("localName");
        let shows = !matches!(name.as_str(), "html" | "video" | "iframe" | "canvas" | "img" | "object" | "embed");
        shows && !name.contains('-') && element.get("shadowRoot").is_none()
    });
    whole.or_else(|| document.get("body"))
}

/// The page's document; `None` on a server or in a worker.
pub fn document() -> Option<El> {
    DOCUMENT.with(Clone::clone)
}

impl El {
    /// A member, as an element; `None` where it is absent or null.
    pub fn get(&self, key: &str) -> Option<El> {
        crate::web::js::get(self, key).filter(|member| !member.is_null()).map(JsCast::unchecked_into)
    }

    /// A member that is a text; empty where it is none.
    pub fn text_of(&self, key: &str) -> String {
        crate::web::js::get(self, key).and_then(|text| text.as_string()).unwrap_or_default()
    }

    pub fn set(&self, key: &str, value: impl Into<JsValue>) {
        crate::web::js::set(self, key, &value.into());
    }

    /// Fills the part of a row or a dialog that `selector` names.
    pub fn put(&self, selector: &str, text: &str) {
        if let Some(part) = self.find(selector) {
            part.set_text(text);
        }
    }

    /// A modal dialog of the page; an error where the browser does not know `:modal`.
    pub fn modal(&self) -> Result<Option<El>, JsValue> {
        self.try_find("dialog:modal")
    }

    /// The node that an event began at, inside the shadow root too.
    pub fn target(&self) -> Option<El> {
        self.get("target")
    }

    /// As upstream does it: through the element's own style.
    pub fn show(&self, selector: &str, on: bool) {
        if let Some(part) = self.find(selector) {
            part.style().set_property("display", if on { "" } else { "none" });
        }
    }
}

/// Makes an open shadow root with the widget's styles; no `<style>`, which a strict CSP would refuse.
pub fn shadow_of(host: &El, css: &str) -> Result<El, JsValue> {
    let options: JsValue = js_sys::Object::new().into();
    crate::web::js::set(&options, "mode", &"open".into());
    let shadow = host.attach_shadow(&options)?;
    let sheet = Sheet::new();
    sheet.replace_sync(css);
    shadow.set("adoptedStyleSheets", js_sys::Array::of1(&sheet));
    Ok(shadow)
}

pub fn element(tag: &str) -> Option<El> {
    let space = if matches!(tag, "svg" | "path") { "http://www.w3.org/2000/svg" } else { "http://www.w3.org/1999/xhtml" };
    document().map(|document| document.create_element_ns(space, tag))
}

/// Builds what a few lines describe (see `markup.rs`) and appends it; gives the first element.
///
/// One line is one element, one space of indentation one level: `tag.class name=value name=@label @label !icon`.
pub fn build(lines: &str, labels: &Labels, parent: &El) -> Result<El, JsValue> {
    let mut open = vec![parent.clone()];
    let mut first = None;
    for line in lines.lines().filter(|line| !line.is_empty()) {
        let words = line.trim_start();
        open.truncate(line.len() - words.len() + 1);
        let mut words = words.split(' ');
        let head = words.next().unwrap_or_default();
        let (tag, class) = head.split_once('.').unwrap_or((head, ""));
        let Some(made) = element(tag) else { break };
        if !class.is_empty() {
            made.attr("class", class);
        }
        for word in words {
            if let Some(key) = word.strip_prefix('@') {
                made.set_text(labels.text(key));
            } else if let Some(icon) = word.strip_prefix('!') {
                made.append(&icon_of(icon)?)?;
            } else {
                let (name, value) = word.split_once('=').unwrap_or((word, ""));
                made.attr(name, value.strip_prefix('@').map_or(value, |key| labels.text(key)));
            }
        }
        if let Some(parent) = open.last() {
            parent.append(&made)?;
        }
        first.get_or_insert_with(|| made.clone());
        open.push(made);
    }
    first.ok_or(JsValue::UNDEFINED)
}

fn icon_of(name: &str) -> Result<El, JsValue> {
    let (Some(svg), Some(path)) = (element("svg"), element("path")) else { return Err(JsValue::UNDEFINED) };
    svg.attr("viewBox", "0 0 16 16");
    svg.attr("aria-hidden", "true");
    path.attr("d", drawing(name));
    svg.append(&path)?;
    Ok(svg)
}

/// The path of an icon.
pub fn drawing(name: &str) -> &'static str {
    ICONS.lines().find_map(|line| line.split_once(' ').filter(|(icon, _)| *icon == name)).map_or("", |(_, path)| path)
}

/// A number as text: the browser's printing, which Rust's would only repeat.
pub fn number(value: f64) -> String {
    JsValue::from_f64(value).print().as_string().unwrap_or_default()
}

/// A running timeout; dropped, it never fires.
pub struct Timer(JsValue, #[allow(dead_code)] Closure<dyn FnMut()>);

impl Timer {
    pub fn new(ms: u32, then: impl FnMut() + 'static) -> Timer {
        let then = Closure::<dyn FnMut()>::new(then);
        Timer(set_timeout(then.as_ref().unchecked_ref(), ms), then)
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        clear_timeout(&self.0);
    }
}
