//! Who holds the connection: how a tab comes in, takes it, loses it and goes.

use super::{Effect, Role, Tabs, push, watch, words};
use crate::payload::Payload;
use crate::session;
use crate::text::fill;
use crate::view::Status;

impl<P: Payload> Tabs<P> {
    pub(super) fn go_alone(&mut self, out: &mut Vec<Effect<P>>) {
        let began = self.role == Role::Holding;
        self.role = Role::Alone;
        if let Some(link) = self.link.clone().filter(|_| !began) {
            push(out, Effect::Session(session::Input::Resume(link)));
        }
    }

    pub(super) fn join(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.joins += 1;
        let number = P::number(f64::from(self.joins)).print().as_text().unwrap_or_default();
        // A new name each time: the end of the tab's former life must not be taken for the end of this one.
        self.own.id = fill("%-%", &[&self.base, &number]);
        self.role = Role::Following;
        self.joined = false;
        self.followed = false;
        self.heard_at = now;
        self.asked_at = None;
        push(out, Effect::Join(self.own.id.clone()));
        if self.link.is_some() && self.shown.0 == Status::Disconnected {
            self.show(Status::Connecting, None, out);
        }
    }

    pub(super) fn joined(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        if !matches!(self.role, Role::Following | Role::Holding) {
            return;
        }
        self.joined = true;
        self.heard_at = now;
        self.say(words::hello(None, &self.own, self.link.as_ref()), out);
        match self.role {
            Role::Following => push(out, Effect::Queue),
            _ => self.say_state(out),
        }
    }

    /// This tab holds the connection from now on.
    pub(super) fn lead(&mut self, out: &mut Vec<Effect<P>>) {
        self.role = Role::Holding;
        self.holder = None;
        self.asked_at = None;
        for peer in self.peers.iter() {
            push(out, Effect::Watch(peer.id.clone()));
        }
        if self.followed {
            push(out, Effect::Session(session::Input::Expect));
        }
        self.answer_finished(out);
        let (status, error, link) = self.session.clone();
        // It goes on with a socket it still has; the site may have come to another session since.
        let kept = self.closing_at.take().is_some() && status != Status::Disconnected && link == self.link;
        if !kept {
            push(out, Effect::Session(session::Input::Suspend));
        }
        self.resting = self.link.is_some() && self.shown.0 == Status::Disconnected;
        if let Some(link) = self.link.clone().filter(|_| !self.resting) {
            push(out, Effect::Session(session::Input::Resume(link)));
        }
        if kept || self.link.is_none() {
            self.show(status, error, out);
        }
        self.say_state(out);
    }

    pub(super) fn lost(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        if self.role != Role::Holding {
            return;
        }
        self.role = Role::Following;
        self.holder = None;
        self.heard_at = now;
        self.asked_at = None;
        // Whatever is shown: what the session was told last it may not have done yet.
        self.closing_at = Some(now + watch::GRACE);
        push(out, Effect::Queue);
        // What the new holder said before that, nobody here believed.
        self.ask(now, out);
    }

    pub(super) fn steal(&mut self, out: &mut Vec<Effect<P>>) {
        push(out, Effect::Steal);
        self.lead(out);
    }

    pub(super) fn leave(&mut self, out: &mut Vec<Effect<P>>) {
        if matches!(self.role, Role::Alone | Role::Away) {
            return;
        }
        self.say(words::bye(), out);
        push(out, Effect::Leave);
        self.role = Role::Away;
        self.joined = false;
        self.holder = None;
        self.closing_at = None;
        self.calls.forget();
        self.change(self.peers.keys(), out, &mut |tabs| tabs.peers.clear());
        if self.shown.0 != Status::Disconnected {
            self.show(if self.link.is_some() { Status::Waiting } else { Status::Disconnected }, None, out);
        }
    }

    /// Whether what the session does is the site's connection.
    pub(super) fn leads(&self) -> bool {
        matches!(self.role, Role::Alone | Role::Holding)
    }
}
