//! Telling relays, widget and listeners what there is. Changes in one tick go out together.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{Driver, Item, Note};
use crate::map::Map;
use crate::names::WireNames;
use crate::relay::{Kind, Out, object};
use crate::web::events::EventType;
use crate::web::options::Log;

#[derive(Default)]
pub struct Announcing {
    scheduled: Cell<bool>,
    changed: RefCell<Vec<(Kind, String)>>,
    /// The names of tools and of prompts, as the relay in use sees them.
    names: RefCell<[WireNames; 2]>,
    warned: RefCell<Vec<String>>,
}

impl Driver {
    /// An item came, went, or was switched: everybody is told at the end of this tick.
    pub(super) fn changed(&self, kind: Kind, name: &str) {
        self.announcing.changed.borrow_mut().push((kind, name.to_string()));
        if kind == Kind::Tool {
            self.tell_contexts(name);
        }
        if self.announcing.scheduled.replace(true) {
            return;
        }
        let weak = self.weak.clone();
        spawn_local(async move {
            // One more turn of the microtask queue: registrations that follow an `await` of the one before still join.
            let _ = JsFuture::from(Promise::resolve(&JsValue::UNDEFINED)).await;
            if let Some(driver) = weak.upgrade() {
                driver.flush_changes();
            }
        });
    }

    pub(super) fn flush_changes(&self) {
        self.announcing.scheduled.set(false);
        let mut once = Map::default();
        for change in self.announcing.changed.take() {
            once.insert(change, ());
        }
        let mut changed = once.into_keys();
        if self.is_connected() {
            let mut more = Vec::new();
            for (kind, name) in &changed {
                more.extend(self.rename(*kind, name).into_iter().map(|name| (*kind, name)));
            }
            changed.extend(more);
            for (kind, name) in &changed {
                self.announce(*kind, name);
            }
        }
        self.publish_changes(changed.iter().filter(|(kind, _)| *kind == Kind::Tool).map(|(_, name)| name.as_str()));
        self.show_items();
        if self.events.is_heard(EventType::ToolChange) {
            let names: Array = changed.iter().filter(|(kind, _)| *kind == Kind::Tool).map(|(_, name)| JsValue::from_str(name)).collect();
            if names.length() > 0 {
                self.note(Note::Fire(EventType::ToolChange, object([("names", Some(names.into()))])));
                self.flush_notes();
            }
        }
    }

    /// Takes a change into the wire names; gives the other names that changed by it.
    fn rename(&self, kind: Kind, name: &str) -> Vec<String> {
        let there = self.registry.borrow().get(kind, name).is_some();
        let mut names = self.announcing.names.borrow_mut();
        match names.get_mut(kind as usize) {
            Some(names) if there => names.add(name),
            Some(names) => names.remove(name),
            None => Vec::new(),
        }
    }

    /// A channel has opened: everything is new to it.
    pub(super) fn announce_all(&self) {
        let channel = self.session.borrow().link().map(|link| link.channel.trim_start_matches('/').to_string()).unwrap_or_default();
        let items: Vec<Item> = self.registry.borrow().entries().cloned().collect();
        let mut names = [WireNames::new(&channel), WireNames::new(&channel)];
        for item in &items {
            if let Some(names) = names.get_mut(item.kind() as usize) {
                names.add(&item.name);
            }
        }
        self.announcing.names.replace(names);
        for item in items {
            self.announce(item.kind(), &item.name);
        }
    }

    fn announce(&self, kind: Kind, name: &str) {
        let item = {
            let registry = self.registry.borrow();
            registry.get(kind, name).filter(|_| registry.is_on(kind, name))
        };
        let Some(item) = item else { return };
        let wire = self.wire_name(kind, name);
        if wire != name && !self.announcing.warned.borrow().contains(&item.name) {
            self.announcing.warned.borrow_mut().push(item.name.clone());
            let text = [
                "The ",
                kind.as_str(),
                " \"",
                name,
                "\" is called \"",
                &wire,
                "\" for agents: MCP clients allow only A-Z, a-z, 0-9, _ and -, and 64 characters with their prefix.",
            ];
            self.log(Log::Warn, &text.concat());
        }
        self.send(Out::Announce { kind, descriptor: item.descriptor(&wire) });
    }

    pub(super) fn wire_name(&self, kind: Kind, name: &str) -> String {
        let names = self.announcing.names.borrow();
        names.get(kind as usize).map_or_else(|| name.to_string(), |names| names.wire(name))
    }

    /// The item that a relay means. An agent may know a name from before a collision, or the plain one: both are tried.
    pub(super) fn named(&self, kind: Kind, wire: &str) -> Option<Item> {
        let name = self.announcing.names.borrow().get(kind as usize).and_then(|names| names.name(wire).map(str::to_string));
        let registry = self.registry.borrow();
        name.and_then(|name| registry.get(kind, &name)).or_else(|| registry.get(kind, wire))
    }

    /// The answer to a relay's list request.
    pub(super) fn lists(&self, kind: Kind) -> JsValue {
        let (plain, templates) = (Array::new(), Array::new());
        let items: Vec<Item> = {
            let registry = self.registry.borrow();
            registry.entries().filter(|item| item.kind() == kind && registry.is_on(kind, &item.name)).cloned().collect()
        };
        for item in items {
            let descriptor = item.descriptor(&self.wire_name(kind, &item.name));
            let template = crate::web::js::get(&descriptor, "isTemplate").is_some_and(|flag| flag == JsValue::TRUE);
            if template { &templates } else { &plain }.push(&descriptor);
        }
        match kind {
            Kind::Tool => object([("tools", Some(plain.into()))]),
            Kind::Prompt => object([("prompts", Some(plain.into()))]),
            Kind::Resource => object([("resources", Some(plain.into())), ("resourceTemplates", Some(templates.into()))]),
        }
    }
}
