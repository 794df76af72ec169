//! Items that come in and go: registered, replaced, ended by their signal, forgotten.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::prelude::*;

use super::Driver;
use super::given::{Given, Read, name_of, tool_name};
use crate::error::Error;
use crate::payload::Payload;
use crate::registry::Source;
use crate::relay::Kind;
use crate::web::js;

impl Driver {
    /// Takes an item in. `Err` is what the page's promise rejects with.
    pub fn register(&self, given: Read<Given>) -> Read<()> {
        let result = given.and_then(|given| self.enter(given));
        if let Err(thrown) = &result {
            let aborted = thrown.text_at("name").as_deref() == Some("AbortError");
            if !aborted {
                self.report_thrown(thrown);
            }
        }
        result
    }

    pub(super) fn enter(&self, given: Given) -> Read<()> {
        let (entry, signal) = given.into_parts();
        if let Some(signal) = &signal
            && js::get(signal, "aborted") == Some(JsValue::TRUE)
        {
            return Err(js::get(signal, "reason").unwrap_or(JsValue::UNDEFINED));
        }
        let (kind, name) = (entry.kind(), entry.name.clone());
        let previous = self.registry.borrow().get(kind, &name);
        let id = self.registry.borrow_mut().register(entry).map_err(|error| js::throwable(&error))?;
        let ended = previous.and_then(|previous| self.signals.borrow_mut().remove(&previous.id));
        drop(ended);
        if let Some(signal) = signal {
            self.end_with(&signal, kind, name.clone(), id);
        }
        self.keep();
        self.changed(kind, &name);
        if kind == Kind::Prompt && self.options.prompts_as_tools {
            self.offer_as_tool(&name);
        }
        Ok(())
    }

    fn offer_as_tool(&self, prompt: &str) {
        let Some(item) = self.registry.borrow().get(Kind::Prompt, prompt) else { return };
        let Some(given) = Given::prompt_as_tool(&item) else { return };
        if let Err(thrown) = self.enter(given) {
            self.report_thrown(&thrown);
        }
    }

    fn end_with(&self, signal: &JsValue, kind: Kind, name: String, id: u64) {
        let weak = self.weak.clone();
        let options = EventListenerOptions::default();
        let listener = EventListener::once_with_options(signal.unchecked_ref(), "abort", options, move |_| {
            let Some(driver) = weak.upgrade() else { return };
            // The listener that runs here is freed after it has returned.
            let own = driver.signals.borrow_mut().remove(&id);
            if let Some(own) = own {
                wasm_bindgen_futures::spawn_local(async move { drop(own) });
            }
            let current = driver.registry.borrow().get(kind, &name).is_some_and(|entry| entry.id == id);
            if current {
                driver.forget(kind, &name);
            }
        });
        self.signals.borrow_mut().insert(id, listener);
    }

    /// Takes an item out, with all that hangs on it.
    pub(super) fn forget(&self, kind: Kind, name: &str) {
        let removed = self.registry.borrow_mut().remove(kind, name);
        let Some(removed) = removed else { return };
        let signal = self.signals.borrow_mut().remove(&removed.id);
        drop(signal);
        self.changed(kind, name);
        if kind == Kind::Prompt && self.options.prompts_as_tools {
            self.forget(Kind::Tool, &tool_name(name));
        }
    }

    /// `false` where there is no such item of the page's.
    pub fn unregister(&self, kind: Kind, name: &JsValue) -> Result<bool, JsValue> {
        const METHODS: [&str; 3] = ["unregisterTool", "unregisterPrompt", "unregisterResource"];
        let name = name_of(METHODS[kind as usize], name)?;
        let source = self.registry.borrow().get(kind, &name).map(|entry| entry.source);
        match source {
            None => Ok(false),
            Some(Source::Page | Source::Agent) => {
                self.forget(kind, &name);
                Ok(true)
            }
            Some(other) => Err(js::throwable(&Error::Held { kind: kind.as_str(), name, by: other.owner() })),
        }
    }

    /// Every item of the page's own, and of agents.
    pub fn unregister_all(&self) {
        for item in self.items() {
            if matches!(item.source, Source::Page | Source::Agent) {
                self.forget(item.kind(), &item.name);
            }
        }
    }
}
