//! From pairing to an open channel, and what follows where it fails or goes.

use std::mem;

use super::policy::STEADY_AFTER;
use super::{Dialect, Effect, Link, Session, State, push};
use crate::error::Error;
use crate::payload::Payload;
use crate::relay::webmcp::REGISTER_PATH;
use crate::text::fill;
use crate::view::Status;

impl<P: Payload, D: Dialect> Session<P, D> {
    pub(super) fn pair(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        if !D::PAIRS {
            self.answers.drop_all(out);
            self.link = self.token.take().map(|given| Link { server: given.server, channel: String::new(), token: given.token });
            self.attempt = 0;
            self.lost_at = now;
            return self.open_channel(now, false, out);
        }
        let Some(token) = &self.token else { return };
        let url = fill("%%", &[&token.server, REGISTER_PATH]);
        self.enter(State::Pairing, now);
        push(out, Effect::Open(url));
        self.show(Status::Registering, None, out);
    }

    pub(super) fn open_channel(&mut self, now: f64, confirmed: bool, out: &mut Vec<Effect<P>>) {
        let Some(link) = &self.link else { return self.rest(State::Off, Status::Disconnected, None, out) };
        let url = D::address(link);
        self.enter(State::Connecting { confirmed }, now);
        push(out, Effect::Open(url));
        self.show(Status::Connecting, None, out);
    }

    pub(super) fn opened(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        match self.state {
            State::Pairing => {
                if let Some(token) = &self.token {
                    push(out, Effect::Send(token.registration(&self.host)));
                }
            }
            State::Connecting { .. } => match self.link.as_ref().and_then(|link| D::greeting(&link.token)) {
                Some(greeting) => {
                    self.enter(State::Greeting, now);
                    push(out, Effect::Send(greeting));
                }
                None => self.joined(now, out),
            },
            // A relay is there, so the refusal was its own word. Once more, in case it came up in between.
            State::Probing { confirmed: false } => {
                push(out, Effect::Close);
                self.open_channel(now, true, out);
            }
            State::Probing { confirmed: true } => {
                push(out, Effect::Close);
                self.link = None;
                push(out, Effect::Forget);
                self.fail(now, Error::SessionRefused, out);
            }
            _ => {}
        }
    }

    /// The channel is there, in both directions.
    pub(super) fn joined(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.enter(State::Open, now);
        self.heard_at = now;
        self.pinged_at = None;
        self.slept = false;
        self.active_at = self.active_at.max(now);
        // Before anything is announced: it asks what the relay knows already.
        self.answers.opened(now, out);
        self.promised = false;
        push(out, Effect::Connected);
        self.show(Status::Connected, None, out);
    }

    pub(super) fn closed(&mut self, now: f64, reason: Option<Error>, out: &mut Vec<Effect<P>>) {
        match self.state {
            State::Off | State::Waiting | State::Dormant => {}
            State::Pairing => {
                let server = self.token.as_ref().map(|token| token.server.clone()).unwrap_or_default();
                self.fail(now, reason.unwrap_or(Error::RelayUnreachable(server)), out);
            }
            State::Open => {
                self.lost(now, out);
                if !D::PAIRS && now - self.since >= STEADY_AFTER {
                    self.attempt = 0;
                }
                self.wait(now, out);
            }
            State::Connecting { .. } if !D::PAIRS && reason.is_none() => self.wait(now, out),
            State::Connecting { confirmed } => match reason {
                Some(reason) => self.fail(now, reason, out),
                None => {
                    let Some(link) = &self.link else { return };
                    push(out, Effect::Open(fill("%%", &[&link.server, REGISTER_PATH])));
                    self.enter(State::Probing { confirmed }, now);
                }
            },
            State::Probing { .. } | State::Greeting => {
                self.wait(now, out);
            }
        }
    }

    pub(super) fn wait(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        let server = self.link.as_ref().map(|link| link.server.clone()).unwrap_or_default();
        let Some(pause) = D::pause(self.attempt, now - self.lost_at, self.chance) else {
            if !D::PAIRS {
                return self.fail(now, Error::RelayUnreachable(server), out);
            }
            if mem::take(&mut self.promised) {
                push(out, Effect::Failed(Error::RelayUnreachable(server.clone())));
            }
            return self.rest(State::Dormant, Status::Waiting, Some(Error::RelayUnreachable(server)), out);
        };
        self.until = now + pause;
        // The first loss may be a blink; from the second on the user is told why.
        let reason = (self.attempt > 0).then_some(Error::RelayUnreachable(server));
        self.attempt += 1;
        self.enter(State::Waiting, now);
        self.show(Status::Waiting, reason, out);
    }

    /// The open socket has gone.
    pub(super) fn lost(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.lost_at = now;
        if D::PAIRS {
            self.answers.lost();
        } else {
            // Such a relay gives up what it asked a page that goes.
            self.answers.drop_all(out);
        }
    }

    /// Closes the socket, where there is one; the state is the caller's to set.
    pub(super) fn let_go(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        if self.state == State::Open {
            self.lost(now, out);
        }
        if matches!(self.state, State::Pairing | State::Connecting { .. } | State::Probing { .. } | State::Greeting | State::Open) {
            push(out, Effect::Close);
        }
    }

    /// A pairing, or a connection, has failed for good. A refused token costs nobody the session he had.
    pub(super) fn fail(&mut self, now: f64, error: Error, out: &mut Vec<Effect<P>>) {
        if mem::take(&mut self.promised) {
            push(out, Effect::Failed(error.clone()));
        }
        self.token = None;
        let before = mem::replace(&mut self.before, State::Off);
        match if self.state == State::Pairing { before } else { State::Off } {
            State::Off => {
                self.answers.drop_all(out);
                self.rest(State::Off, Status::Disconnected, Some(error), out);
            }
            State::Open => {
                self.open_channel(now, false, out);
                self.show(Status::Connecting, Some(error), out);
            }
            State::Dormant => self.rest(State::Dormant, Status::Waiting, Some(error), out),
            _ => {
                self.until = now + D::pause(self.attempt, now - self.lost_at, self.chance).unwrap_or(0.0);
                self.enter(State::Waiting, now);
                self.show(Status::Waiting, Some(error), out);
            }
        }
    }
}
