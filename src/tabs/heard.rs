//! What other tabs say, and what comes of it.

use super::peers::{keys_in, kind_of};
use super::{Effect, Role, Tabs, push, words};
use crate::error::Error;
use crate::payload::Payload;
use crate::session;
use crate::view::Status;

impl<P: Payload> Tabs<P> {
    /// What another tab says. Anything may come: every page of the site can speak here.
    pub(super) fn heard(&mut self, now: f64, message: &P, out: &mut Vec<Effect<P>>) {
        let (Some(from), Some(said)) = (message.text_at("from"), message.text_at("say")) else { return };
        let from = from.as_str();
        if message.text_at("to").is_some_and(|to| to != self.own.id) || matches!(self.role, Role::Alone | Role::Away) {
            return;
        }
        if self.holder.as_deref() == Some(from) {
            self.heard_at = now;
            self.asked_at = None;
            self.slept = false;
        }
        let items = || message.get("items").unwrap_or_else(P::null);
        let active = message.get("active").and_then(|active| active.as_f64());
        match said.as_str() {
            "hello" => self.greeted(from, active.unwrap_or_default(), message, out),
            "items" => {
                let items = items();
                self.change(keys_in(&items), out, &mut |tabs| tabs.peers.change(from, &items));
            }
            "bye" => self.remove(from, out),
            "state" if self.role == Role::Following => self.follow(now, from, message, out),
            "ping" if self.role == Role::Holding => self.say_state(out),
            // Another tab asks already, and takes over where there is no answer.
            "ping" if self.asked_at.is_none() => self.heard_at = now,
            "active" => {
                // It was not the last used tab.
                let keys = if self.last_used().as_deref() == Some(from) { Vec::new() } else { self.peers.keys_of(from) };
                self.change(keys, out, &mut |tabs| {
                    if let Some(peer) = tabs.peers.find(from) {
                        peer.active = active.unwrap_or(peer.active);
                    }
                });
                if self.role == Role::Holding {
                    push(out, Effect::Session(session::Input::Activity));
                }
            }
            "wake" if self.role == Role::Holding => self.wake(out),
            "disconnect" => {
                self.end(out);
                push(out, Effect::StopCalls);
                self.say_state(out);
            }
            "call" => self.take(from, message, out),
            "answer" if self.role == Role::Holding => self.answered(message, out),
            "done" => {
                let by = message.text_at("by").unwrap_or_default();
                self.calls.done(&by, words::number_of(message), by == self.own.id);
            }
            "unfinished" => {
                if let (Some(kind), Some(name), Some(arguments)) = (kind_of(message), message.text_at("name"), message.get("arguments")) {
                    self.calls.note(from, kind, name, arguments);
                }
            }
            "switch" => {
                if let (Some(kind), Some(name), Some(on)) =
                    (kind_of(message), message.text_at("name"), message.get("on").and_then(|on| on.as_bool()))
                {
                    push(out, Effect::Switch(kind, name, on));
                }
            }
            _ => {}
        }
    }

    fn greeted(&mut self, from: &str, active: f64, message: &P, out: &mut Vec<Effect<P>>) {
        let known = self.peers.find(from).is_some();
        let items = message.get("items").unwrap_or_else(P::null);
        self.change(keys_in(&items), out, &mut |tabs| {
            tabs.peers.welcome(from, active);
            tabs.peers.change(from, &items);
        });
        if self.role == Role::Holding && !known {
            push(out, Effect::Watch(from.into()));
        }
        if message.get("to").is_some() || !self.joined {
            return;
        }
        self.say(words::hello(Some(from), &self.own, None), out);
        // A tab that was here before may know a session that this one does not.
        if self.role == Role::Holding && self.link.is_none() && !self.ended && self.shown.0 == Status::Disconnected {
            self.link = words::link_of(message);
            if let Some(link) = self.link.clone() {
                push(out, Effect::Store(link.clone()));
                return push(out, Effect::Session(session::Input::Resume(link)));
            }
        }
        self.say_state(out);
    }

    /// The holder's word on how things stand.
    fn follow(&mut self, now: f64, from: &str, message: &P, out: &mut Vec<Effect<P>>) {
        if self.holder.as_deref() != Some(from) {
            self.holder = Some(from.into());
            self.followed = true;
            self.heard_at = now;
            self.asked_at = None;
            self.say_answers(None, out);
        }
        let status = message.text_at("status").and_then(|text| Status::ALL.into_iter().find(|status| status.as_str() == text));
        let status = status.unwrap_or(Status::Disconnected);
        let code = message.text_at("code");
        let ended = message.get("ended").and_then(|ended| ended.as_bool()) == Some(true);
        if !ended && self.ending.as_ref().is_some_and(|(holder, until)| holder == from && now < *until) {
            return;
        }
        self.ending = None;
        self.ended = ended;
        match words::link_of(message) {
            None if self.ended => self.learn(None, out),
            // A holder that has had no session yet takes this tab's, also when it was given a token in vain.
            None if self.link.is_some() && self.joined && status == Status::Disconnected => {
                return self.say(words::hello(None, &self.own, self.link.as_ref()), out);
            }
            None => {}
            link => self.learn(link, out),
        }
        let error = code.and_then(|code| Error::told(&code, message.text_at("detail").unwrap_or_default()));
        self.show(status, error, out);
    }
}
