//! The browser's own model context (`src/js/native.js`): the registry's tools go to it, and what others registered there comes back
//! into the registry, so that a relay can offer it.

use crate::text::fill;
use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;

use super::host::{Host, Offer};
use super::js;
use crate::payload::Payload;
use crate::registry::Source;

#[wasm_bindgen(module = "/src/js/native.js")]
extern "C" {
    type NativeContext;

    #[wasm_bindgen(static_method_of = NativeContext)]
    fn find(door: &Door) -> Option<NativeContext>;
    #[wasm_bindgen(method)]
    fn publish(this: &NativeContext, tool: &JsValue) -> Promise;
    #[wasm_bindgen(method)]
    fn withdraw(this: &NativeContext, name: &str);
    #[wasm_bindgen(method)]
    fn watch(this: &NativeContext);
    #[wasm_bindgen(method)]
    fn stop(this: &NativeContext);
}

/// What the script calls, by a number: of the type that the other doors have too.
type Door = Closure<dyn Fn(u8, JsValue, JsValue, JsValue) -> JsValue>;

/// The browser's context. Dropped, it forgets this page's tools.
pub struct ModelContext {
    native: NativeContext,
    _door: Door,
    carrying: Cell<bool>,
}

impl ModelContext {
    /// `None` where the browser has none.
    pub fn find(host: Rc<dyn Host>) -> Option<Self> {
        let door = Door::new(move |call: u8, first: JsValue, second: JsValue, _: JsValue| {
            if call == 0 {
                return host.run(&first.as_string().unwrap_or_default(), second, &JsValue::UNDEFINED).into();
            }
            hear(&*host, first.unchecked_ref(), second.unchecked_ref());
            JsValue::UNDEFINED
        });
        Some(ModelContext { native: NativeContext::find(&door)?, _door: door, carrying: Cell::new(false) })
    }

    /// Hands a tool of the host's over, one of [`Host::list`]. The promise rejects where the browser refuses it. A name that is
    /// there already is replaced.
    pub fn publish(&self, tool: &JsValue) -> Promise {
        self.native.publish(tool)
    }

    pub fn withdraw(&self, name: &str) {
        self.native.withdraw(name);
    }

    /// Takes in what others have registered, and follows it; once.
    pub fn carry(&self) {
        if !self.carrying.replace(true) {
            self.native.watch();
        }
    }
}

/// What others have taken away, and what they have registered.
fn hear(host: &dyn Host, gone: &Array, came: &Array) {
    for name in gone.iter() {
        let Some(name) = name.as_string() else { continue };
        if let Some((id, Source::Native)) = host.find(&name) {
            host.remove(id);
        }
    }
    for tool in came.iter() {
        let Some(offer) = offer(&tool) else { continue };
        let name = offer.name.clone();
        if host.add(offer).is_none() {
            let text = "The browser's model context has a tool \"%\", and so has this page: only the page's is offered.";
            host.warn(&fill(text, &[&name]));
        }
    }
}

impl Drop for ModelContext {
    fn drop(&mut self) {
        self.native.stop();
    }
}

fn offer(tool: &JsValue) -> Option<Offer> {
    let member = |key: &str| js::get(tool, key).unwrap_or(JsValue::UNDEFINED);
    Some(Offer {
        name: tool.text_at("name")?,
        title: tool.text_at("title").filter(|title| !title.is_empty()),
        description: tool.text_at("description").unwrap_or_default(),
        input: member("inputSchema"),
        annotations: member("annotations"),
        execute: js::function(&member("execute"))?,
        source: Source::Native,
    })
}
