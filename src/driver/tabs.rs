//! This tab among those of its site: what the core of `tabs` wants done, and what it is told.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use wasm_bindgen::prelude::*;

use super::ring::Work;
use super::{Driver, Item};
use crate::relay::{In, Kind, Out};
use crate::session::Reply;
use crate::tabs::{self, Effect, Input, Key, Tabs};
use crate::view::{ItemView, Kind as ViewKind};
use crate::web::tabs::{TabEvent, TabGroup};
use crate::web::{js, page, storage};

/// While no other tab is known, the changes of so many milliseconds are told together: who hears them has time.
const TELL_AFTER: u32 = 300;

pub struct Together {
    pub core: RefCell<Tabs<JsValue>>,
    /// Items that changed since the tabs were told, and when they will be.
    untold: RefCell<Vec<Key>>,
    telling: RefCell<Option<Timeout>>,
    group: RefCell<Option<Rc<TabGroup>>>,
    timer: RefCell<Option<Timeout>>,
}

impl Together {
    pub fn new() -> Self {
        Together {
            core: RefCell::new(Tabs::new(page::random_id())),
            untold: RefCell::default(),
            telling: RefCell::default(),
            group: RefCell::default(),
            timer: RefCell::default(),
        }
    }

    pub fn end(&self) {
        let gone = (self.group.take(), self.timer.take(), self.telling.take());
        drop(gone);
    }
}

impl Driver {
    pub(super) fn start_tabs(&self) {
        let link = storage::load();
        if link.is_some() {
            self.keep();
        }
        self.work(Work::Tabs(Input::Start(link)));
    }

    /// The tab among the others; `None` where the browser cannot do it.
    fn group(&self) -> Option<Rc<TabGroup>> {
        let group = self.together.group.borrow().clone();
        if group.is_some() {
            return group;
        }
        let weak = self.weak.clone();
        let group = TabGroup::open(move |event| {
            let Some(driver) = weak.upgrade() else { return };
            // Whoever comes is told of everything.
            driver.tell_untold();
            driver.work(Work::Tabs(match event {
                TabEvent::Joined => Input::Joined,
                TabEvent::Impossible => Input::Impossible,
                TabEvent::Held => Input::Held,
                TabEvent::Lost => Input::Lost,
                TabEvent::Gone(id) => Input::Gone(id),
                TabEvent::Heard(message) => Input::Heard(message),
            }));
        });
        self.together.group.replace(group.map(Rc::new));
        self.together.group.borrow().clone()
    }

    pub(super) fn perform_tabs(&self, effect: Effect<JsValue>) {
        let group = match &effect {
            Effect::Join(_) => self.group(),
            _ => self.together.group.borrow().clone(),
        };
        match (effect, group) {
            (Effect::Session(input), _) => self.queue(Work::Session(input)),
            (Effect::Show(status, error), _) => self.tell_status(status, error),
            (Effect::Store(link), _) => {
                storage::store(&link);
                self.keep();
            }
            (Effect::Forget, _) => storage::forget(),
            (Effect::Serve(reply, frame), _) => self.request(reply, frame),
            (Effect::Encode(reply, result), _) => {
                if reply.unfinished {
                    self.runs.borrow_mut().told(reply.call, true);
                }
                let (id, asked, ticket) = (reply.id, reply.asked, reply.ticket);
                if let Some(text) = self.text_of(Out::Answer { id, asked, result }) {
                    self.queue(Work::Tabs(Input::Encoded(ticket, text)));
                }
            }
            (Effect::Changed(keys), _) => self.changed_elsewhere(keys),
            (Effect::Switch(kind, name, on), _) => self.switch_here(kind, &name, on),
            (Effect::StopCalls, _) => self.stop_asked(|_| ()),
            (Effect::Timer(delay), _) => {
                let timer = delay.map(|delay| {
                    let weak = self.weak.clone();
                    Timeout::new(page::delay(delay), move || {
                        if let Some(driver) = weak.upgrade() {
                            driver.work(Work::Tabs(Input::Timer));
                        }
                    })
                });
                self.together.timer.replace(timer);
            }
            (Effect::Join(id), group) => {
                if !group.is_some_and(|group| group.join(&id)) {
                    self.queue(Work::Tabs(Input::Impossible));
                }
            }
            (Effect::Say(message), Some(group)) => {
                group.say(&message);
            }
            (Effect::Queue, Some(group)) => group.queue(),
            (Effect::Steal, Some(group)) => group.steal(),
            (Effect::Leave, Some(group)) => group.leave(),
            (Effect::Watch(id), Some(group)) => group.watch(&id),
            (_, None) => {}
        }
    }

    /// A relay's request, under the names that the tabs use; the tabs decide who answers it.
    pub(super) fn asked(&self, reply: Reply<JsValue>, frame: In<JsValue>) {
        let frame = match frame {
            In::Call { id, kind, name, arguments } => In::Call { id, kind, name: self.meant(kind, name), arguments },
            In::RemoveTool { id, name } => In::RemoveTool { id, name: name.map(|name| self.meant(Kind::Tool, name)) },
            other => other,
        };
        self.queue(Work::Tabs(Input::Request(reply, frame)));
    }

    /// Tells the other tabs of this one's changes.
    pub(super) fn tell_tabs(&self, changed: &[Key]) {
        let (alone, known) = {
            let core = self.together.core.borrow();
            (core.is_alone(), core.knows_others())
        };
        // One that is destroyed tells nobody any more.
        if alone || self.users.get() == 0 {
            return;
        }
        self.together.untold.borrow_mut().extend_from_slice(changed);
        if known {
            return self.tell_untold();
        }
        if self.together.telling.borrow().is_some() {
            return;
        }
        let weak = self.weak.clone();
        let soon = js::later(
            TELL_AFTER,
            Box::new(move || {
                if let Some(driver) = weak.upgrade() {
                    driver.tell_untold();
                }
            }),
        );
        self.together.telling.replace(Some(soon));
    }

    fn tell_untold(&self) {
        let changed = self.together.untold.take();
        let timer = self.together.telling.take();
        drop(timer);
        if changed.is_empty() {
            return;
        }
        let own = |key: &Key| {
            let (kind, name) = (key.0, &key.1);
            let registry = self.registry.borrow();
            let item = registry.get(kind, name);
            (key.clone(), item.map(|item| tabs::Item::new(kind, registry.is_on(kind, name), item.title.clone(), item.descriptor(name))))
        };
        let mut changes = Vec::new();
        for key in &changed {
            changes.push(own(key));
        }
        self.work(Work::Tabs(Input::Own(changes)));
    }

    fn changed_elsewhere(&self, keys: Vec<Key>) {
        if self.is_open() {
            self.announce_changes(&keys);
        }
        self.show_items();
    }

    /// Every item of the site: this tab's own, then those that others alone have.
    pub(super) fn keys(&self) -> Vec<Key> {
        let registry = self.registry.borrow();
        let mut keys: Vec<Key> = Vec::new();
        for item in registry.entries() {
            keys.push((item.kind(), item.name.clone()));
        }
        for (kind, name) in self.together.core.borrow().keys() {
            if registry.get(kind, &name).is_none() {
                keys.push((kind, name));
            }
        }
        keys
    }

    /// What a relay is told of an item under a name; `None` where it is not there, or switched off.
    pub(super) fn descriptor(&self, kind: Kind, name: &str, wire: &str) -> Option<JsValue> {
        let own: Option<Item> = {
            let registry = self.registry.borrow();
            registry.get(kind, name).filter(|_| registry.is_on(kind, name))
        };
        // As the tab has it that would be called.
        let elsewhere = {
            let core = self.together.core.borrow();
            let item = if own.is_some() { core.newer(kind, name) } else { core.offer(kind, name) };
            item.map(|item| item.under(wire))
        };
        elsewhere.or_else(|| own.map(|item| item.descriptor(wire)))
    }

    /// The other tabs' items, for the widget.
    pub(super) fn views_elsewhere(&self) -> Vec<ItemView> {
        let view = |(kind, name): Key| {
            let core = self.together.core.borrow();
            let item = core.get(kind, &name)?;
            let description = item.description();
            Some(ItemView { kind, name, title: item.title.clone(), description, source: "tab", on: item.on })
        };
        let here = self.registry.borrow().entries().count();
        let mut views = Vec::new();
        for key in self.keys().into_iter().skip(here) {
            views.extend(view(key));
        }
        views
    }

    /// The person has switched an item: here, and where other tabs have it.
    pub(super) fn switch(&self, kind: ViewKind, name: &str, on: bool) {
        self.switch_here(kind, name, on);
        self.work(Work::Tabs(Input::Switched(kind, name.into(), on)));
    }
}
