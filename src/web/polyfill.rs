//! `document.modelContext` where the browser has none (`src/js/model-context.js`), and the older `navigator.modelContext` beside
//! either (`src/js/navigator.js`). Both are doors: the tools are in the host's registry.

use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::host::{Host, Offer};
use super::js;
use crate::payload::Payload;
use crate::registry::Source;
use crate::relay::object;

#[wasm_bindgen(module = "/src/js/model-context.js")]
extern "C" {
    type Context;

    #[wasm_bindgen(static_method_of = Context)]
    fn install(host: &Ask) -> Option<Context>;
    #[wasm_bindgen(method)]
    fn changed(this: &Context, name: &str, removed: bool);
    #[wasm_bindgen(method)]
    fn fire(this: &Context, event: &str, tool: &str);
    #[wasm_bindgen(method)]
    fn displaced(this: &Context) -> bool;
    #[wasm_bindgen(method)]
    fn remove(this: &Context);
}

#[wasm_bindgen(module = "/src/js/navigator.js")]
extern "C" {
    #[wasm_bindgen(js_name = alias)]
    fn define_alias(ours: Option<&Context>) -> Option<Function>;
}

type Ask = Closure<dyn Fn(u8, JsValue, JsValue, JsValue) -> JsValue>;

/// The filled-in context. Dropped, it is gone from the page.
pub struct Polyfill {
    context: Context,
    _alias: Option<Alias>,
    _host: Ask,
}

impl Polyfill {
    /// `None` where there is a context already, the browser's own or another script's.
    pub fn install(host: Rc<dyn Host>) -> Option<Self> {
        let ask = Ask::new(move |call: u8, first: JsValue, second: JsValue, third: JsValue| answer(&*host, call, &first, second, &third));
        let context = Context::install(&ask)?;
        let alias = define_alias(Some(&context)).map(Alias);
        Some(Polyfill { context, _alias: alias, _host: ask })
    }

    /// A tool came or went, by whatever door: scripts are told.
    pub fn changed(&self, name: &str, removed: bool) {
        self.context.changed(name, removed);
    }

    pub fn fire(&self, event: &str, tool: &str) {
        self.context.fire(event, tool);
    }

    /// Whether somebody has put another context in its place; then it is to be dropped.
    pub fn is_displaced(&self) -> bool {
        self.context.displaced()
    }
}

impl Drop for Polyfill {
    fn drop(&mut self) {
        self.context.remove();
    }
}

/// `navigator.modelContext` over the browser's own `document.modelContext`. Dropped, it is gone from the page.
pub struct Alias(Function);

impl Alias {
    /// `None` where the browser has both, or neither.
    pub fn install() -> Option<Self> {
        define_alias(None).map(Alias)
    }
}

impl Drop for Alias {
    fn drop(&mut self) {
        let _ = self.0.call0(&JsValue::UNDEFINED);
    }
}

/// The calls of `Host` in model-context.js, by number.
fn answer(host: &dyn Host, call: u8, first: &JsValue, second: JsValue, third: &JsValue) -> JsValue {
    let name = || first.as_string().unwrap_or_default();
    match call {
        0 => offer(first).and_then(|offer| host.add(offer)).map_or(JsValue::from_f64(0.0), |id| JsValue::from_f64(id as f64)),
        1 => {
            host.remove(JsValue::as_f64(first).unwrap_or_default() as u64);
            JsValue::UNDEFINED
        }
        2 => host.find(&name()).map_or(JsValue::UNDEFINED, |(id, source)| {
            object("id source", [Some(JsValue::from_f64(id as f64)), Some(JsValue::from_str(source.as_str()))])
        }),
        3 => host.list().into(),
        _ => host.run(&name(), second, third).into(),
    }
}

/// Reads an object of model-context.js's own making.
fn offer(tool: &JsValue) -> Option<Offer> {
    let member = |key: &str| js::get(tool, key).unwrap_or(JsValue::UNDEFINED);
    Some(Offer {
        name: tool.text_at("name")?,
        title: tool.text_at("title").filter(|title| !title.is_empty()),
        description: tool.text_at("description")?,
        input: member("inputSchema"),
        annotations: member("annotations"),
        execute: js::function(&member("execute"))?,
        source: Source::Page,
    })
}
