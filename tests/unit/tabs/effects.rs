//! What the effects of a tab do to its browser, the other tabs and the relay.

use serde_json::{Value, json};

use super::site::{Site, Work, is_lock, link};
use crate::relay::webmcp::encode;
use crate::relay::{In, Out};
use crate::session;
use crate::tabs::{Effect, Input};

impl Site {
    pub fn perform_session(&mut self, index: usize, effect: session::Effect<Value>) {
        use session::Effect::*;
        match effect {
            Open(url) => {
                self.close_socket(index);
                self.opened += 1;
                if self.relay_is_up && !url.ends_with("/register") {
                    self.sockets.push(index);
                }
                self.tabs[index].socket = Some((self.opened, url));
                self.socket_says(index, if self.relay_is_up { session::Input::Opened } else { session::Input::Closed(None) });
            }
            Close => self.close_socket(index),
            Send(Out::Register(_)) => {
                let link = link();
                self.socket_says(index, session::Input::Frame(In::Registered { channel: link.channel, token: link.token }));
            }
            Send(Out::Ping { .. }) => self.socket_says(index, session::Input::Frame(In::Pong)),
            Send(Out::Answer { id, result, .. }) => {
                assert!(self.tabs[index].socket.is_some(), "tab {index} answered without a socket");
                let text = result.map_or_else(|error| error, |result| result.to_string());
                let answer = (id.as_str().unwrap_or_default().to_string(), text);
                // What a lost socket may have swallowed is said again: the relay no longer knows the id.
                if !self.answers.contains(&answer) {
                    self.answers.push(answer);
                }
            }
            Send(Out::List { .. }) => self.socket_says(index, session::Input::Frame(In::Listed { any: self.relay_knows })),
            Timer(delay) => self.tabs[index].session_timer = delay.map(|delay| self.now + delay),
            Status(status, error) => {
                let link = self.tabs[index].session.link().cloned();
                self.give(index, Work::Tabs(Input::Shown(status, error, link)));
            }
            Store(link) => self.tabs[index].stored = Some(link),
            Forget => self.tabs[index].stored = None,
            Request(reply, frame) => self.give(index, Work::Tabs(Input::Request(reply, frame))),
            Send(_) | Connected | Failed(_) | Dropped(_) | Told(_) => {}
        }
    }

    pub fn socket_says(&mut self, index: usize, input: session::Input<Value>) {
        if let Some((number, _)) = self.tabs[index].socket {
            self.give(index, Work::Socket(number, input));
        }
    }

    pub fn close_socket(&mut self, index: usize) {
        self.tabs[index].socket = None;
        self.sockets.retain(|own| *own != index);
    }

    pub fn perform(&mut self, index: usize, effect: Effect<Value>) {
        match effect {
            Effect::Session(input) => self.give(index, Work::Session(input)),
            Effect::Say(mut message) => {
                // What leaves a tab is cloned by the browser: plain data alone.
                message["from"] = json!(self.tabs[index].name.clone().expect("only who has joined speaks"));
                for other in (0..self.tabs.len()).filter(|other| *other != index) {
                    if self.tabs[other].name.is_some() {
                        self.give(other, Work::Tabs(Input::Heard(message.clone())));
                    }
                }
            }
            Effect::Join(_) if !self.locks => self.give(index, Work::Tabs(Input::Impossible)),
            Effect::Join(name) => {
                self.tabs[index].name = Some(name);
                self.give(index, Work::Tabs(Input::Joined));
            }
            Effect::Queue => {
                self.queue.retain(|own| *own != index);
                self.queue.push(index);
                self.grant();
            }
            Effect::Steal => {
                self.queue.retain(|own| *own != index);
                if let Some(held) = self.held.replace(index).filter(|held| *held != index) {
                    self.give(held, Work::Tabs(Input::Lost));
                }
                self.give(index, Work::Tabs(Input::Held));
            }
            Effect::Leave => self.leave(index),
            Effect::Watch(name) => self.watched.push((index, name)),
            Effect::Timer(delay) => self.tabs[index].timer = delay.map(|delay| self.now + delay),
            Effect::Show(status, _) => self.tabs[index].shown = status,
            Effect::Store(link) => self.tabs[index].stored = Some(link),
            Effect::Forget => self.tabs[index].stored = None,
            Effect::Serve(reply, frame) => self.tabs[index].served.push((reply, frame)),
            Effect::Encode(reply, result) => {
                let ticket = reply.ticket;
                let frame = encode(Out::Answer { id: reply.id, asked: reply.asked, result }).unwrap();
                self.give(index, Work::Tabs(Input::Encoded(ticket, json!(frame.to_string()))));
            }
            Effect::Switch(_, name, _) => self.tabs[index].switched.push(name),
            Effect::Changed(keys) => self.tabs[index].changed.extend(keys.into_iter().map(|(_, name)| name)),
            Effect::StopCalls => {}
        }
    }

    fn grant(&mut self) {
        if self.held.is_none() && !self.queue.is_empty() {
            let next = self.queue.remove(0);
            self.held = Some(next);
            self.give(next, Work::Tabs(Input::Held));
        }
    }

    /// The locks of a tab are free.
    pub fn leave(&mut self, index: usize) {
        let name = self.tabs[index].name.take();
        // What the browser had to tell it, it does not tell any more.
        self.tabs[index].waiting.retain(|work| !is_lock(work) && !matches!(work, Work::Tabs(Input::Heard(_))));
        self.queue.retain(|own| *own != index);
        self.watched.retain(|(watcher, _)| *watcher != index);
        if self.held == Some(index) {
            self.held = None;
            self.grant();
        }
        let (gone, rest): (Vec<_>, _) = self.watched.drain(..).partition(|(_, watched)| Some(watched) == name.as_ref());
        self.watched = rest;
        for (watcher, name) in gone {
            self.give(watcher, Work::Tabs(Input::Gone(name)));
        }
    }
}
