//! What ends a call early: its time, its caller, the person.

use crate::driver::Driver;
use crate::driver::ring::Work;
use crate::runs::Due;
use crate::session::Input;
use crate::text::fill;
use crate::web::context::CallContext;
use crate::web::{js, page};

/// What the signal of a call says that the person stopped.
pub(super) const STOPPED: &str = "The person using the page stopped it.";

impl Driver {
    /// Looks at the calls by then. There is one timer for all, and one that fires early only looks again: most calls are over long before.
    pub(super) fn look_by(&self, due: f64) {
        if self.runs_due.get() <= due {
            return;
        }
        self.runs_due.set(due);
        let weak = self.weak.clone();
        let timer = js::later(
            page::delay(due - page::now()),
            Box::new(move || {
                if let Some(driver) = weak.upgrade() {
                    driver.runs_due.set(f64::INFINITY);
                    driver.look_at_runs();
                }
            }),
        );
        self.runs_timer.replace(Some(timer));
    }

    fn look_at_runs(&self) {
        let due = self.runs.borrow_mut().due(page::now());
        for due in due {
            match due {
                Due::StillRunning { id, kind, name, mut arguments, mut reply } => {
                    // The same arguments come again, whatever the handler has made of these.
                    let context = self.contexts.borrow().get(&id).cloned();
                    if let Some(context) = context {
                        arguments = CallContext::asked(&context, &arguments);
                        self.runs.borrow_mut().came_with(id, arguments.clone());
                    }
                    reply.call = id;
                    reply.unfinished = true;
                    let text = "The % \"%\" is still running. Call it again with the same arguments to get its result.";
                    self.answer_text(reply, &fill(text, &[kind.as_str(), &name]));
                    self.work(Work::Tabs(crate::tabs::Input::Unfinished { kind, name, arguments }));
                }
                Due::Stop { id } => self.abort(id, "TimeoutError", "the tool's time is over"),
            }
        }
        self.look_again();
    }

    /// Looks at the calls when the next of them comes due.
    pub(in crate::driver) fn look_again(&self) {
        let due = self.runs.borrow().next_due();
        self.look_by(due);
    }

    /// Fires a call's signal; the call ends with it, whatever its handler does.
    pub(in crate::driver) fn abort(&self, id: u64, name: &str, message: &str) {
        let context = self.contexts.borrow().get(&id).cloned();
        if let Some(context) = context {
            CallContext::abort(&context, name, message);
        }
    }

    /// The person's own stop. One that is still asked about is not allowed.
    pub(in crate::driver) fn stop(&self, id: u64) {
        if !self.decide(id, false) {
            self.abort(id, "AbortError", STOPPED);
        }
    }

    /// Ends the connection, and the calls that came by it.
    pub fn disconnect(&self) {
        self.stop_asked(|driver| driver.submit(Input::Disconnect));
    }

    /// Ends the calls that came by the connection, which `end` ends.
    pub(in crate::driver) fn stop_asked(&self, end: impl FnOnce(&Driver)) {
        // Before the session lets go of what it owes: whose word of still running is dropped is asked for no more.
        let asked = self.runs.borrow().asked();
        end(self);
        for id in asked {
            self.abort(id, "AbortError", "the page was disconnected");
        }
    }
}
