//! Looking after the holder: one that says nothing is asked, one that does not answer is replaced.

use super::{Effect, Role, Tabs, push, words};
use crate::payload::Payload;
use crate::session::{self, policy::move_timer};
use crate::view::Status;

/// Milliseconds after which a holder that has said nothing is asked whether it is there, and that it has to answer.
const ASK_AFTER: f64 = 2_000.0;
const ANSWER_WITHIN: f64 = 3_000.0;
/// A timer this much too late says that this tab slept, not that the holder did.
const LATE: f64 = 1_000.0;
/// How long a tab that was replaced still reads its socket: calls may be on their way.
pub const GRACE: f64 = 200.0;

/// How long the end of a connection takes to get around.
pub const ENDING: f64 = 1_000.0;

impl<P: Payload> Tabs<P> {
    pub(super) fn timer(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.timer = None;
        if self.closing_at.is_some_and(|at| now >= at) {
            self.closing_at = None;
            push(out, Effect::Session(session::Input::Suspend));
        }
        if !self.watches() {
            return;
        }
        match self.asked_at {
            Some(asked) if now >= asked + ANSWER_WITHIN => {
                // Once: a tab in the background gets one timer a minute.
                if now > asked + ANSWER_WITHIN + LATE && !self.slept {
                    self.slept = true;
                    return self.ask(now, out);
                }
                self.steal(out);
            }
            None if now >= self.heard_at + ASK_AFTER => self.ask(now, out),
            _ => {}
        }
    }

    pub(super) fn ask(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.asked_at = Some(now);
        self.say(words::ping(), out);
    }

    /// Whether this tab looks after the holder.
    fn watches(&self) -> bool {
        self.role == Role::Following && self.joined && self.shown.0 != Status::Disconnected
    }

    pub(super) fn set_timer(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        let watch = self.watches().then(|| self.asked_at.map_or(self.heard_at + ASK_AFTER, |asked| asked + ANSWER_WITHIN));
        let due = match (watch, self.closing_at) {
            (Some(watch), Some(closing)) => Some(watch.min(closing)),
            (watch, closing) => watch.or(closing),
        };
        if let Some(delay) = move_timer(&mut self.timer, due, now) {
            push(out, Effect::Timer(delay));
        }
    }
}
