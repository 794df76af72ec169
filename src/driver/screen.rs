//! What the person in front of the page sees and does: the widget, its dialogs, and the page's own comings and goings.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::Driver;
use super::calls::Call;
use crate::call::Outcome;
use crate::error::Error;
use crate::session::Input;
use crate::view::{self, CallView, Intent, ItemView, Problem, Status};
use crate::web::options::WidgetPlace;
use crate::web::widget::Widget;
use crate::web::{js, page};

/// Movements of the mouse come by the hundred; the session needs to know of one a second.
const ACTIVITY_EVERY: f64 = 1_000.0;

#[derive(Default)]
pub struct Screen {
    widget: RefCell<Option<Rc<Widget>>>,
    /// Why there is no connection, for a widget that is drawn later.
    problem: RefCell<Option<Problem>>,
    active_at: Cell<f64>,
    /// A connection that the page's Content-Security-Policy has blocked.
    violation: RefCell<Option<String>>,
    watch: RefCell<Option<(Watching, Hear)>>,
}

type Hear = Closure<dyn Fn(u8, JsValue)>;

/// Dropped, nothing of the page is heard any more.
struct Watching(page::PageWatch);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Screen {
    /// Hears nothing of the page any more.
    pub fn deafen(&self) {
        let watch = self.watch.take();
        drop(watch);
    }

    /// Why a socket could not be opened, where the page itself forbids it.
    pub fn blocked(&self, server: &str) -> Option<Error> {
        let blocked = self.violation.take()?;
        blocked.starts_with(server).then(|| Error::ContentSecurityPolicy(server.into()))
    }
}

impl Driver {
    /// Hears of the page's own comings and goings, and of the person's.
    pub(super) fn listen_to_page(&self) {
        let weak = self.weak.clone();
        let hear = Hear::new(move |what: u8, value: JsValue| {
            if let Some(driver) = weak.upgrade() {
                driver.heard_of_page(what, &value);
            }
        });
        let watch = page::PageWatch::new(&hear);
        self.screen.watch.replace(Some((Watching(watch), hear)));
    }

    fn heard_of_page(&self, what: u8, value: &JsValue) {
        match what {
            0 => self.submit(Input::Wake),
            1 => self.submit(Input::Suspend),
            2 => self.user_is_active(),
            3 => {
                self.screen.violation.replace(value.as_string());
            }
            _ => self.mount(),
        }
    }

    fn user_is_active(&self) {
        let (now, before) = (page::now(), self.screen.active_at.get());
        // 0: never. A page's first second counts, too, and so does who comes back from another tab at once.
        if before == 0.0 || now - before > ACTIVITY_EVERY || self.together.core.borrow().last_used().is_some() {
            self.screen.active_at.set(now);
            self.submit(Input::Activity);
        }
    }

    /// Draws the widget once the page has a moment: a script that only registers its tools need not wait for it.
    pub(super) fn mount_soon(&self) {
        if self.options.widget == WidgetPlace::None {
            return;
        }
        self.keep();
        let weak = self.weak.clone();
        spawn_local(async move {
            let _ = JsFuture::from(page::idle()).await;
            if let Some(driver) = weak.upgrade() {
                driver.mount();
            }
        });
    }

    /// Draws the widget, unless it stands, as soon as there is a place for it.
    fn mount(&self) {
        if self.options.widget == WidgetPlace::None || self.users.get() == 0 || self.widget().is_some() {
            return;
        }
        if self.options.widget == WidgetPlace::Corner && !page::has_body() {
            let watch = self.screen.watch.borrow().as_ref().map(|(watching, _)| watching.0.clone());
            if let Some(watch) = watch {
                watch.loaded();
            }
            return;
        }
        match Widget::mount(self.options.look.clone(), self.act()) {
            Ok(widget) => {
                self.screen.widget.replace(Some(Rc::new(widget)));
                self.tell_widget(self.status());
            }
            Err(thrown) => self.report_thrown(&thrown),
        }
    }

    fn act(&self) -> Rc<dyn Fn(Intent)> {
        let weak = self.weak.clone();
        Rc::new(move |intent| {
            if let Some(driver) = weak.upgrade() {
                driver.intend(intent);
            }
        })
    }

    pub(super) fn unmount(&self) {
        let widget = self.screen.widget.take();
        drop(widget);
    }

    fn widget(&self) -> Option<Rc<Widget>> {
        self.screen.widget.borrow().clone()
    }

    /// The widget, or, on a page without one, something that can show dialogs alone.
    fn dialogs(&self) -> Option<Rc<Widget>> {
        if self.widget().is_none() && page::has_body() {
            self.mount();
        }
        if self.widget().is_none() && page::has_body() {
            let dialogs = Widget::dialogs_only(self.options.look.clone(), self.act()).ok()?;
            self.screen.widget.replace(Some(Rc::new(dialogs)));
        }
        self.widget()
    }

    /// What the person did.
    fn intend(&self, intent: Intent) {
        self.screen.active_at.set(page::now());
        self.submit(Input::Activity);
        match intent {
            Intent::Connect(token) => self.connect(&token, None),
            Intent::Disconnect => self.disconnect(),
            Intent::Switch { kind, name, on } => self.switch(kind, &name, on),
            Intent::StopCall(id) => self.stop(id),
            Intent::Confirm { id, allow } => {
                self.decide(id, allow);
            }
            Intent::Sample { id, answer } => self.sampled(id, answer),
            Intent::Opened => self.show_items(),
            Intent::Copied { .. } | Intent::Closed => {}
        }
    }

    /// Switches an item of this tab for relays, until the page is loaded again.
    pub(super) fn switch_here(&self, kind: view::Kind, name: &str, on: bool) {
        let there = self.registry.borrow().get(kind, name).is_some();
        if there {
            self.registry.borrow_mut().switch(kind, name, on);
            self.changed(kind, name);
        }
    }

    pub(super) fn show_status(&self, status: Status, error: Option<&Error>) {
        let problem = error
            .filter(|error| !matches!(error, Error::Aborted(_)))
            .map(|error| Problem { code: error.code(), detail: error.detail().into() });
        self.screen.problem.replace(problem);
        self.tell_widget(status);
    }

    fn tell_widget(&self, status: Status) {
        let Some(widget) = self.widget() else { return };
        let link = self.link();
        let problem = self.screen.problem.borrow().clone();
        let (server, channel) = (link.as_ref().map(|link| link.server.as_str()), link.as_ref().map(|link| link.channel.as_str()));
        widget.set_status(status, server, channel, problem.as_ref());
    }

    pub(super) fn show_items(&self) {
        // Nobody sees a closed panel's lists.
        let Some(widget) = self.widget().filter(|widget| widget.is_open()) else { return };
        let mut items: Vec<ItemView> = {
            let registry = self.registry.borrow();
            let view = |entry: &super::Item| ItemView {
                kind: entry.kind(),
                name: entry.name.clone(),
                title: entry.title.clone(),
                description: entry.description.as_string().unwrap_or_default(),
                source: entry.source.as_str(),
                on: registry.is_on(entry.kind(), &entry.name),
            };
            registry.entries().map(view).collect()
        };
        items.extend(self.views_elsewhere());
        widget.set_items(items);
    }

    pub(super) fn show_call(&self, call: &Call, ended: Option<(Outcome, f64)>) {
        let Some(widget) = self.widget() else { return };
        // The item's own name lies in the same place with each call: the glue knows the text.
        let tool = if call.item.name == call.name() { &call.item.name } else { call.name() };
        widget.set_call(&CallView { id: call.id, tool, started_at: call.started_at(), ended });
    }

    /// Shows the confirmation dialog; `false` where there is no page to show it on.
    pub(super) fn show_confirm(&self, call: &Call, seconds: f64) -> bool {
        let Some(dialogs) = self.dialogs() else { return false };
        let arguments = js::pretty(&call.arguments);
        let description = call.item.description.as_string().unwrap_or_default();
        dialogs.confirm(call.id, &call.item.name, &description, &arguments, call.door(), seconds as u32);
        true
    }

    pub(super) fn hide_confirm(&self, id: u64) {
        if let Some(widget) = self.widget() {
            widget.confirm_over(id);
        }
    }

    /// Shows a sampling request; `false` where there is no page to show it on.
    pub(super) fn show_sample(&self, id: u64, request: &JsValue) -> bool {
        let Some(dialogs) = self.dialogs() else { return false };
        dialogs.sample(id, request);
        true
    }

    pub(super) fn hide_sample(&self, id: u64) {
        if let Some(widget) = self.widget() {
            widget.sample_over(id);
        }
    }

    /// Offers a text to copy, where the browser would not write it by itself.
    pub(super) fn show_copy(&self, id: u64, text: &str) -> bool {
        let Some(dialogs) = self.dialogs() else { return false };
        dialogs.offer_copy(id, text);
        true
    }
}
