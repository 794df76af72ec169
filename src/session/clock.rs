//! What time brings: pings, time limits, idleness, and when to look again.

use std::mem;

use super::policy::{CONNECT_WITHIN, PING_AFTER, PONG_WITHIN, SLEPT, move_timer};
use super::{Dialect, Effect, Session, State, push};
use crate::error::Error;
use crate::payload::Payload;
use crate::relay::Out;
use crate::view::Status;

impl<P: Payload, D: Dialect> Session<P, D> {
    pub(super) fn timer(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        let late = self.timer.take().is_some_and(|due| now > due + SLEPT);
        match self.state {
            State::Pairing | State::Connecting { .. } | State::Probing { .. } | State::Greeting if now >= self.since + CONNECT_WITHIN => {
                push(out, Effect::Close);
                if self.state == State::Pairing {
                    self.closed(now, None, out);
                } else {
                    self.wait(now, out);
                }
            }
            State::Open => {
                self.answers.expire(now);
                if now >= self.idle_due() {
                    self.let_go(now, out);
                    self.rest(State::Dormant, Status::Disconnected, Some(Error::Idle), out);
                } else if self.pinged_at.is_some_and(|pinged| now >= pinged + PONG_WITHIN) {
                    // After a sleep the answer may stand in line behind this very timer.
                    if late && !mem::replace(&mut self.slept, true) {
                        return self.ping(now, out);
                    }
                    self.let_go(now, out);
                    self.lost_at = now;
                    self.open_channel(now, false, out);
                } else if now >= self.ping_due() {
                    self.ping(now, out);
                }
            }
            State::Waiting if now >= self.until => self.open_channel(now, false, out),
            _ => {}
        }
    }

    pub(super) fn ping(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.pinged_at = Some(now);
        self.pings += 1;
        self.answers.pinged();
        push(out, Effect::Send(Out::Ping { id: self.pings }));
    }

    /// When to ping: after a silence, or to hear that answers have arrived. One ping at a time.
    pub(super) fn ping_due(&self) -> f64 {
        if !D::PAIRS {
            return f64::INFINITY;
        }
        let silence = if self.pinged_at.is_none() { self.heard_at + PING_AFTER } else { f64::INFINITY };
        silence.min(self.answers.confirm_due())
    }

    pub(super) fn idle_due(&self) -> f64 {
        (self.active_at + self.idle_after).max(self.answers.busy_until())
    }

    pub(super) fn set_timer(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        let due = match self.state {
            State::Off | State::Dormant => None,
            State::Pairing | State::Connecting { .. } | State::Probing { .. } | State::Greeting => Some(self.since + CONNECT_WITHIN),
            State::Waiting => Some(self.until),
            State::Open => {
                let alive = self.pinged_at.map_or(f64::INFINITY, |pinged| pinged + PONG_WITHIN);
                Some(alive.min(self.ping_due()).min(self.idle_due())).filter(|due| due.is_finite())
            }
        };
        if let Some(delay) = move_timer(&mut self.timer, due, now) {
            push(out, Effect::Timer(delay));
        }
    }
}
