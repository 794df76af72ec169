//! Telling relays, widget and listeners what there is. Changes in one tick go out together.

use crate::text::fill;
use std::cell::{Cell, RefCell};

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{Driver, Note};
use crate::map::Map;
use crate::names::WireNames;
use crate::relay::{Kind, Out, object};
use crate::tabs::Key;
use crate::web::events::EventType;
use crate::web::options::Log;
use crate::web::pace::task;

#[derive(Default)]
pub struct Announcing {
    scheduled: Cell<bool>,
    /// Listeners have been told of changes in this task.
    told: Cell<bool>,
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
            // A listener that changes something each time it is told of a change leaves the page its tasks.
            if weak.upgrade().is_some_and(|driver| driver.announcing.told.get()) {
                let _ = JsFuture::from(task()).await;
            }
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
        let changed = once.into_keys();
        if self.is_open() {
            self.announce_changes(&changed);
        }
        self.tell_tabs(&changed);
        self.publish_changes(changed.iter().filter(|(kind, _)| *kind == Kind::Tool).map(|(_, name)| name.as_str()));
        self.show_items();
        if self.events.is_heard(EventType::ToolChange) {
            let names: Array = changed.iter().filter(|(kind, _)| *kind == Kind::Tool).map(|(_, name)| JsValue::from_str(name)).collect();
            if names.length() > 0 {
                self.announcing.told.set(true);
                self.note(Note::Fire(EventType::ToolChange, object("names", [Some(names.into())])));
                self.flush_notes();
                let weak = self.weak.clone();
                spawn_local(async move {
                    let _ = JsFuture::from(task()).await;
                    if let Some(driver) = weak.upgrade() {
                        driver.announcing.told.set(false);
                    }
                });
            }
        }
    }

    /// Tells the relay what came or changed, here or in another tab, and whose names changed by it.
    pub(super) fn announce_changes(&self, changed: &[Key]) {
        let mut more = Vec::new();
        for (kind, name) in changed {
            more.extend(self.rename(*kind, name).into_iter().map(|name| (*kind, name)));
        }
        for (kind, name) in changed.iter().chain(&more) {
            self.announce(*kind, name);
        }
    }

    /// Takes a change into the wire names; gives the other names that changed by it.
    fn rename(&self, kind: Kind, name: &str) -> Vec<String> {
        let there = self.registry.borrow().get(kind, name).is_some() || self.together.core.borrow().get(kind, name).is_some();
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
        let keys = self.keys();
        let mut names = [WireNames::new(&channel), WireNames::new(&channel)];
        for (kind, name) in &keys {
            if let Some(names) = names.get_mut(*kind as usize) {
                names.add(name);
            }
        }
        self.announcing.names.replace(names);
        for (kind, name) in &keys {
            self.announce(*kind, name);
        }
    }

    fn announce(&self, kind: Kind, name: &str) {
        let wire = self.wire_name(kind, name);
        let Some(descriptor) = self.descriptor(kind, name, &wire) else { return };
        if wire != name && !self.announcing.warned.borrow().iter().any(|warned| warned == name) {
            self.announcing.warned.borrow_mut().push(name.to_string());
            let text = "The % \"%\" is called \"%\" for agents: MCP clients allow only A-Z, a-z, 0-9, _ and -, and 64 characters with their prefix.";
            self.log(Log::Warn, &fill(text, &[kind.as_str(), name, &wire]));
        }
        self.send(Out::Announce { kind, descriptor });
    }

    pub(super) fn wire_name(&self, kind: Kind, name: &str) -> String {
        let names = self.announcing.names.borrow();
        names.get(kind as usize).map_or_else(|| name.to_string(), |names| names.wire(name))
    }

    /// The name that a relay means. An agent may know one from before a collision, or the plain one: that is taken as it is.
    pub(super) fn meant(&self, kind: Kind, wire: String) -> String {
        let names = self.announcing.names.borrow();
        let name = names.get(kind as usize).and_then(|names| names.name(&wire).map(str::to_string));
        name.unwrap_or(wire)
    }

    /// The answer to a relay's list request.
    pub(super) fn lists(&self, kind: Kind) -> JsValue {
        let (plain, templates) = (Array::new(), Array::new());
        for (_, name) in self.keys().into_iter().filter(|(own, _)| *own == kind) {
            let Some(descriptor) = self.descriptor(kind, &name, &self.wire_name(kind, &name)) else { continue };
            let template = crate::web::js::get(&descriptor, "isTemplate").is_some_and(|flag| flag == JsValue::TRUE);
            if template { &templates } else { &plain }.push(&descriptor);
        }
        match kind {
            Kind::Tool => object("tools", [Some(plain.into())]),
            Kind::Prompt => object("prompts", [Some(plain.into())]),
            Kind::Resource => object("resources resourceTemplates", [Some(plain.into()), Some(templates.into())]),
        }
    }
}
