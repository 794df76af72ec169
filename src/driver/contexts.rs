//! The doors to the browser's agent: the native model context, the filled-in one, and the page's forms.

use crate::text::fill;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::calls::Ended;
use super::{Driver, Item, Note};
use crate::call::Door;
use crate::error::Error;
use crate::payload::Payload;
use crate::registry::{Detail, Source};
use crate::relay::{Kind, object};
use crate::web::events::EventType;
use crate::web::forms::Forms;
use crate::web::host::{Host, Offer};
use crate::web::js;
use crate::web::model_context::ModelContext;
use crate::web::options::{Log, ModelContextUse};
use crate::web::polyfill::{Alias, Polyfill};

#[derive(Default)]
pub struct Contexts {
    native: RefCell<Option<Rc<ModelContext>>>,
    polyfill: RefCell<Option<Rc<Polyfill>>>,
    forms: RefCell<Option<Rc<Forms>>>,
    alias: RefCell<Option<Alias>>,
}

/// The registry, as the doors see it.
struct Registry(Weak<Driver>);

impl Driver {
    fn host(&self) -> Rc<dyn Host> {
        Rc::new(Registry(self.weak.clone()))
    }

    pub(super) fn open_contexts(&self) {
        let wanted = self.options.model_context;
        if wanted == ModelContextUse::Off {
            return;
        }
        if let Some(native) = ModelContext::find(self.host()) {
            if wanted == ModelContextUse::Polyfill {
                self.doors.alias.replace(Alias::install());
            }
            return self.open_native(native);
        }
        if wanted != ModelContextUse::Polyfill {
            return;
        }
        let host = self.host();
        let polyfill = Polyfill::install(host.clone());
        self.doors.polyfill.replace(polyfill.map(Rc::new));
        self.doors.forms.replace(Some(Rc::new(Forms::watch(host))));
        self.keep();
    }

    fn open_native(&self, native: ModelContext) {
        let native = Rc::new(native);
        self.doors.native.replace(Some(native.clone()));
        for item in self.items() {
            self.publish(&native, &item.name);
        }
        native.carry();
        self.keep();
    }

    /// `expose()`: whatever `modelContext` said, the tools go to the context there is.
    pub fn expose(&self) -> bool {
        if self.doors.polyfill.borrow().is_none() && self.doors.native.borrow().is_none() {
            match ModelContext::find(self.host()) {
                Some(native) => self.open_native(native),
                None => return false,
            }
        }
        if self.events.is_heard(EventType::Exposed) {
            let names = Array::new();
            for item in self.tool_items() {
                if item.source != Source::Native {
                    names.push(&JsValue::from_str(&item.name));
                }
            }
            let count = JsValue::from_f64(f64::from(names.length()));
            self.note(Note::Fire(EventType::Exposed, object("count names", [Some(count), Some(names.into())])));
            self.flush_notes();
        }
        true
    }

    pub(super) fn close_contexts(&self) {
        // One statement each: what they take away tells the driver.
        let forms = self.doors.forms.take();
        drop(forms);
        let polyfill = self.doors.polyfill.take();
        drop(polyfill);
        let alias = self.doors.alias.take();
        drop(alias);
        let native = self.doors.native.take();
        drop(native);
    }

    /// A tool came, went or was replaced: scripts with a filled-in context hear of it in their own tasks.
    pub(super) fn tell_contexts(&self, name: &str) {
        let polyfill = self.doors.polyfill.borrow().clone();
        let Some(polyfill) = polyfill else { return };
        let there = self.registry.borrow().get(Kind::Tool, name).is_some();
        polyfill.changed(name, !there);
    }

    /// The changes of a tick go to the browser's context together.
    pub(super) fn publish_changes<'a>(&self, names: impl Iterator<Item = &'a str>) {
        self.stand_down();
        let native = self.doors.native.borrow().clone();
        let Some(native) = native else { return };
        for name in names {
            self.publish(&native, name);
        }
    }

    fn publish(&self, native: &Rc<ModelContext>, name: &str) {
        let item = self.registry.borrow().get(Kind::Tool, name);
        // What came from there does not go back.
        let Some(item) = item.filter(|item| item.source != Source::Native) else { return native.withdraw(name) };
        let refused = native.publish(&describe(&item));
        let (weak, name) = (self.weak.clone(), name.to_string());
        spawn_local(async move {
            if let (Err(thrown), Some(driver)) = (JsFuture::from(refused).await, weak.upgrade()) {
                let text = fill("The browser's model context refused the tool \"%\": %", &[&name, &js::message_of(&thrown)]);
                driver.log(Log::Warn, &text);
            }
        });
    }

    /// A context that has come since, from the browser or another script, takes over for good.
    fn stand_down(&self) {
        let displaced = self.doors.polyfill.borrow().as_ref().is_some_and(|polyfill| polyfill.is_displaced());
        if !displaced {
            return;
        }
        self.close_contexts();
        if let Some(native) = ModelContext::find(self.host()) {
            self.open_native(native);
        }
    }
}

/// Runs a tool for a browser: its plain value, or what it threw.
fn run(weak: Weak<Driver>, item: Item, arguments: JsValue, signal: Option<JsValue>) -> Promise {
    js::promise(Box::pin(async move {
        match Driver::call_here(weak, item, Door::ModelContext, arguments, signal).await {
            Ended::Value(value) | Ended::Result(value) => Ok(value),
            Ended::Thrown(thrown) => Err(thrown),
            Ended::Failed(error) => Err(js::throwable(&error)),
        }
    }))
}

fn describe(item: &Item) -> JsValue {
    let Detail::Tool { input, annotations, .. } = &item.detail else { return JsValue::UNDEFINED };
    let text = |text: &str| Some(JsValue::from_str(text));
    let copy = |value: &JsValue| value.json().ok().and_then(|text| js::parse(&text).ok());
    object(
        "id name title description inputSchema annotations source",
        [
            Some(JsValue::from_f64(item.id as f64)),
            Some(item.label.clone()),
            item.title.as_deref().and_then(text),
            Some(item.description.clone()),
            copy(input),
            annotations.as_ref().and_then(copy),
            text(item.source.as_str()),
        ],
    )
}

impl Host for Registry {
    fn add(&self, offer: Offer) -> Option<u64> {
        let driver = self.0.upgrade()?;
        if self.find(&offer.name).is_some() {
            return None;
        }
        let name = offer.name.clone();
        super::Given::offered(offer).and_then(|given| driver.enter(given)).ok()?;
        self.find(&name).map(|(id, _)| id)
    }

    fn remove(&self, id: u64) {
        let Some(driver) = self.0.upgrade() else { return };
        let name = driver.registry.borrow().entries().find(|entry| entry.id == id).map(|entry| entry.name.clone());
        if let Some(name) = name {
            driver.forget(Kind::Tool, &name);
        }
    }

    fn find(&self, name: &str) -> Option<(u64, Source)> {
        let driver = self.0.upgrade()?;
        let forms = driver.doors.forms.borrow().clone();
        if let Some(forms) = forms {
            forms.flush();
        }
        let registry = driver.registry.borrow();
        registry.get(Kind::Tool, name).map(|entry| (entry.id, entry.source))
    }

    fn list(&self) -> Array {
        let list = Array::new();
        let Some(driver) = self.0.upgrade() else { return list };
        let forms = driver.doors.forms.borrow().clone();
        if let Some(forms) = forms {
            forms.flush();
        }
        for item in driver.tool_items() {
            list.push(&describe(&item));
        }
        list
    }

    fn run(&self, name: &str, input: JsValue, signal: &JsValue) -> Promise {
        let found = self.0.upgrade().and_then(|driver| driver.registry.borrow().get(Kind::Tool, name));
        let Some(item) = found else {
            return Promise::reject(&js::throwable(&Error::NotFound { kind: "tool", name: name.into() }));
        };
        run(self.0.clone(), item, input, Some(signal.clone()).filter(|signal| signal.is_object()))
    }

    fn fire(&self, event: &str, tool: &str) {
        let polyfill = self.0.upgrade().and_then(|driver| driver.doors.polyfill.borrow().clone());
        if let Some(polyfill) = polyfill {
            polyfill.fire(event, tool);
        }
    }

    fn warn(&self, text: &str) {
        if let Some(driver) = self.0.upgrade() {
            driver.log(Log::Warn, text);
        }
    }
}
