//! The browser's own model context (`src/js/native.js`): the registry's tools go to it, and what others registered there comes back
//! into the registry, so that a relay can offer it.

use std::cell::RefCell;
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
    fn find(run: &Run) -> Option<NativeContext>;
    #[wasm_bindgen(method)]
    fn publish(this: &NativeContext, tool: &JsValue) -> Promise;
    #[wasm_bindgen(method)]
    fn withdraw(this: &NativeContext, name: &str);
    #[wasm_bindgen(method)]
    fn watch(this: &NativeContext, hear: &Hear);
    #[wasm_bindgen(method)]
    fn stop(this: &NativeContext);
}

type Hear = Closure<dyn Fn(Array, Array)>;
type Run = Closure<dyn Fn(JsValue, JsValue) -> Promise>;

/// The browser's context. Dropped, it forgets this page's tools.
pub struct ModelContext {
    native: NativeContext,
    host: Rc<dyn Host>,
    _run: Run,
    carrying: RefCell<Option<Hear>>,
}

impl ModelContext {
    /// `None` where the browser has none.
    pub fn find(host: Rc<dyn Host>) -> Option<Self> {
        let runner = host.clone();
        let run =
            Run::new(move |name: JsValue, input: JsValue| runner.run(&name.as_string().unwrap_or_default(), input, &JsValue::UNDEFINED));
        Some(ModelContext { native: NativeContext::find(&run)?, host, _run: run, carrying: RefCell::default() })
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
        if self.carrying.borrow().is_some() {
            return;
        }
        let host = self.host.clone();
        let hear = Hear::new(move |gone: Array, came: Array| {
            for name in gone.iter().filter_map(|name| name.as_string()) {
                if let Some((id, Source::Native)) = host.find(&name) {
                    host.remove(id);
                }
            }
            for offer in came.iter().filter_map(|tool| offer(&tool)) {
                let name = offer.name.clone();
                if host.add(offer).is_none() {
                    let text =
                        ["The browser's model context has a tool \"", &name, "\", and so has this page: only the page's is offered."];
                    host.warn(&text.concat());
                }
            }
        });
        self.native.watch(&hear);
        self.carrying.replace(Some(hear));
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
