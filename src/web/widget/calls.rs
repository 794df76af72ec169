//! What agents just did: the last calls with outcome and duration, the running ones with their time and a way to stop them.

use std::rc::Rc;

use super::dom::{self, El, Timer};
use super::{Inner, markup};
use crate::view::{CallView, Intent, harmless};

/// Calls to remember; running ones always stay.
const KEPT: usize = 12;

impl Inner {
    pub(super) fn running(&self) -> bool {
        self.calls.borrow().iter().any(|call| call.outcome.is_none())
    }

    /// A call began, or ended.
    pub(super) fn set_call(self: &Rc<Self>, call: &CallView) {
        let was_running = self.running();
        let mut calls = self.calls.borrow_mut();
        let known = calls.iter().position(|each| each.id == call.id);
        match known {
            Some(at) => calls[at] = call.clone(),
            None => calls.insert(0, call.clone()),
        }
        let over = calls.iter().rposition(|call| call.outcome.is_some()).filter(|_| calls.len() > KEPT);
        let over = over.map(|at| calls.remove(at));
        drop(calls);

        if let Some(outcome) = &call.outcome {
            self.say(&[&harmless(&call.tool, 80), ": ", self.labels.text(&outcome.text)].concat());
        }
        if was_running != self.running() {
            self.paint();
        }
        let Some(list) = self.call_list() else { return };
        match list.find(&selector(call.id)) {
            Some(row) => self.fill_call(&row, call),
            None => self.add_call(&list, call),
        }
        if let Some(row) = over.and_then(|over| list.find(&selector(over.id))) {
            row.remove();
        }
        self.show_calls();
    }

    /// Rows are kept only while somebody can see them.
    fn call_list(&self) -> Option<El> {
        self.root().filter(|_| self.open.get()).and_then(|root| root.find(".calls ol"))
    }

    pub(super) fn fill_calls(self: &Rc<Self>) {
        if let Some(list) = self.call_list() {
            list.set_text("");
            let calls = self.calls.borrow().clone();
            calls.iter().rev().for_each(|call| self.add_call(&list, call));
        }
        self.show_calls();
    }

    fn show_calls(self: &Rc<Self>) {
        if let Some(root) = self.root() {
            root.show(".calls", !self.calls.borrow().is_empty());
        }
        // One timer for all, and none when nothing runs or nobody looks.
        let needed = self.open.get() && self.running();
        if needed != self.tick.borrow().is_some() {
            *self.tick.borrow_mut() = needed.then(|| self.next_tick());
        }
    }

    fn next_tick(self: &Rc<Self>) -> Timer {
        let weak = Rc::downgrade(self);
        Timer::new(1000, move || {
            let Some(inner) = weak.upgrade() else { return };
            // The timer that runs right now: kept until this closure is through with it.
            let _done = inner.tick.borrow_mut().take();
            if let Some(list) = inner.call_list() {
                let calls = inner.calls.borrow().clone();
                for call in calls.iter().filter(|call| call.outcome.is_none()) {
                    list.find(&selector(call.id)).inspect(|row| row.put(".took", &inner.took(call)));
                }
            }
            inner.show_calls();
        })
    }

    /// The stop button in a row was used.
    pub(super) fn stop_call(&self, row: &El) {
        let id = row.get_attr("data-id");
        let id = self.calls.borrow().iter().map(|call| call.id).find(|each| id.as_deref() == Some(&dom::number(*each as f64)));
        if let Some(id) = id {
            self.act(Intent::StopCall(id));
        }
    }

    fn add_call(&self, list: &El, call: &CallView) {
        if let Ok(row) = self.piece(markup::CALL, list) {
            row.attr("data-id", &dom::number(call.id as f64));
            self.fill_call(&row, call);
            list.prepend(&row);
        }
    }

    fn fill_call(&self, row: &El, call: &CallView) {
        let name = harmless(&call.tool, 80);
        let (kind, text) = match &call.outcome {
            None => ("busy", ""),
            Some(outcome) if outcome.ok => ("ok", self.labels.text("ok")),
            Some(outcome) if outcome.text == "denied" => ("denied", self.labels.text("denied")),
            Some(outcome) if outcome.text == "stopped" => ("stopped", self.labels.text("stopped")),
            Some(outcome) => ("no", self.labels.text(&outcome.text)),
        };
        row.attr("class", kind);
        row.find("path").inspect(|path| path.attr("d", dom::drawing(kind)));
        row.put(".tool", &name);
        let took = self.took(call);
        row.put(".took", &if text.is_empty() { took } else { [&harmless(text, 80), " · ", &took].concat() });
        if let Some(stop) = row.find("button") {
            stop.attr("aria-label", &self.labels.fill("stop", &name));
            if call.outcome.is_some() {
                // Someone who tabs through the list keeps their place.
                let focused = self.focused().as_ref() == Some(&stop);
                stop.style().set_property("display", "none");
                if focused {
                    row.attr("tabindex", "-1");
                    row.focus();
                }
            }
        }
    }

    /// How long it took, or takes so far.
    fn took(&self, call: &CallView) -> String {
        let running = || (js_sys::Date::now() - call.started_at).max(0.0);
        let ms = call.outcome.as_ref().map_or_else(running, |outcome| outcome.duration_ms);
        let text = |key| self.labels.text(key);
        let whole = ms as u32;
        let seconds = whole / 1000;
        let print = |number: u32| dom::number(f64::from(number));
        if seconds >= 60 {
            let rest = seconds % 60;
            return [print(seconds / 60).as_str(), if rest < 10 { ":0" } else { ":" }, &print(rest), " ", text("min")].concat();
        }
        if call.outcome.is_none() {
            return [&print(seconds), " ", text("s")].concat();
        }
        if seconds == 0 {
            return [&print(whole), " ", text("ms")].concat();
        }
        [&print(seconds), text("point"), &print(whole / 100 % 10), " ", text("s")].concat()
    }
}

fn selector(id: u64) -> String {
    ["[data-id=\"", &dom::number(id as f64), "\"]"].concat()
}
