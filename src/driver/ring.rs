//! The ring: an input goes in, the session decides, effects come out. One input at a time, whoever calls from wherever.

use crate::text::fill;
use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{Closing, Driver, Note};
use crate::error::Error;
use crate::payload::Payload;
use crate::relay::{Out, object, webmcp};
use crate::session::{Effect, Input};
use crate::tabs;
use crate::view::Status;
use crate::web::events::EventType;
use crate::web::options::Log;
use crate::web::socket::{Socket, SocketEvent, local_network_denied};
use crate::web::{context, js, page, storage};

/// An input on its way to the state machine that takes it.
pub enum Work {
    Session(Input<JsValue>),
    Tabs(tabs::Input<JsValue>),
}

impl Driver {
    /// What the page, its user or a finished call wants of the session: the tabs decide whose session that is.
    pub fn submit(&self, input: Input<JsValue>) {
        self.work(Work::Tabs(tabs::Input::Page(input)));
    }

    /// What came of this tab's own socket or timer.
    fn came(&self, input: Input<JsValue>) {
        self.work(Work::Session(input));
    }

    pub(super) fn queue(&self, work: Work) {
        self.inbox.borrow_mut().push_back(work);
    }

    /// Takes an input, and whatever inputs its effects bring. Called while that is going on, it only queues.
    pub(super) fn work(&self, work: Work) {
        let now = page::now();
        // Clocks are set, and machines sleep: the one is looked at anew beside the other. A frame has both times with it.
        self.epoch.set(js_sys::Date::now() - now);
        self.work_at(now, work);
    }

    /// The same for an input that came just now: asking the time is dear.
    pub(super) fn work_at(&self, now: f64, work: Work) {
        self.queue(work);
        if self.draining.replace(true) {
            return;
        }
        self.clock.set(now);
        loop {
            let work = self.inbox.borrow_mut().pop_front();
            match work {
                None => break,
                Some(Work::Session(input)) => {
                    // What comes by the thousand draws no lots.
                    if !matches!(input, Input::Frame(_) | Input::Answer(..)) {
                        self.chance.set(page::chance());
                    }
                    let effects = self.session.borrow_mut().handle(self.clock.get(), self.chance.get(), input);
                    for effect in effects {
                        self.perform(effect);
                    }
                }
                Some(Work::Tabs(input)) => {
                    let effects = self.together.core.borrow_mut().handle(self.wall(), input);
                    for effect in effects {
                        self.perform_tabs(effect);
                    }
                }
            }
        }
        self.draining.set(false);
        self.flush_notes();
    }

    /// The time of the input that is being taken, in milliseconds since the epoch.
    pub(super) fn wall(&self) -> f64 {
        (self.clock.get() + self.epoch.get()).floor()
    }

    pub(super) fn note(&self, note: Note) {
        self.notes.borrow_mut().push_back(note);
    }

    /// Tells the page what happened. Outside of the ring, so that a listener's `disconnect()` has happened when it returns.
    pub(super) fn flush_notes(&self) {
        while !self.draining.get() {
            let Some(note) = self.notes.borrow_mut().pop_front() else { return };
            match note {
                Note::Fire(kind, detail) => self.events.fire(kind, &detail),
                Note::Settle(settle, value) => {
                    let _ = settle.call1(&JsValue::UNDEFINED, &value);
                }
                Note::Run(call) => self.run_served(call),
            }
        }
    }

    fn perform(&self, effect: Effect<JsValue>) {
        match effect {
            Effect::Open(url) => self.open(&url),
            Effect::Send(out) => {
                self.send(out);
            }
            Effect::Close => {
                let gone = (self.socket.take(), self.closing.take());
                drop(gone);
            }
            Effect::Timer(delay) => {
                let timer = delay.map(|delay| {
                    let weak = self.weak.clone();
                    js::later(
                        page::delay(delay),
                        Box::new(move || {
                            if let Some(driver) = weak.upgrade() {
                                driver.came(Input::Timer);
                            }
                        }),
                    )
                });
                self.session_timer.replace(timer);
            }
            Effect::Status(status, error) => {
                let link = self.session.borrow().link().cloned();
                self.queue(Work::Tabs(tabs::Input::Shown(status, error, link)));
            }
            Effect::Store(link) => storage::store(&link),
            Effect::Forget => storage::forget(),
            Effect::Connected => {
                self.announce_all();
                for (resolve, _) in self.connecting.take() {
                    self.note(Note::Settle(resolve, JsValue::UNDEFINED));
                }
            }
            Effect::Failed(error) => {
                for (_, reject) in self.connecting.take() {
                    self.note(Note::Settle(reject, js::throwable(&error)));
                }
            }
            Effect::Request(reply, frame) => self.asked(reply, frame),
            Effect::Told(call) => {
                self.runs.borrow_mut().told(call, true);
            }
            Effect::Dropped(reply) => self.dropped(reply),
        }
    }

    fn open(&self, url: &str) {
        let weak = self.weak.clone();
        let serial = self.pacing.next_socket();
        let on = Rc::new(move |event| {
            if let Some(driver) = weak.upgrade() {
                driver.hear(serial, event);
            }
        });
        // The old one first: there is never more than one.
        let gone = (self.socket.take(), self.closing.take());
        drop(gone);
        match Socket::open(url, &self.pacing.taker(serial), on) {
            Ok(socket) => {
                self.pacing.watch(&socket);
                self.socket.replace(Some(socket));
            }
            Err(thrown) => {
                let server = self.server();
                let insecure = thrown.text_at("name").as_deref() == Some("SecurityError");
                self.queue(Work::Session(Input::Closed(Some(if insecure {
                    Error::InsecureFromHttps(server)
                } else {
                    Error::TokenServer(server)
                }))));
            }
        }
    }

    pub(super) fn happened(&self, event: SocketEvent) {
        match event {
            SocketEvent::Opened => self.submit(Input::Opened),
            SocketEvent::Closed => self.closed(),
        }
    }

    /// The socket has gone. One that never opened may have been forbidden: by the page's own policy, which the browser tells in a task of
    /// its own, after this one, or by the person, who keeps this site from the local network.
    fn closed(&self) {
        let socket = self.socket.take();
        drop(socket);
        if self.is_open() {
            return self.came(Input::Closed(None));
        }
        let serial = self.next_id();
        let weak = self.weak.clone();
        let later = js::later(
            0,
            Box::new(move || {
                let Some(driver) = weak.upgrade() else { return };
                let server = driver.server();
                if let Some(reason) = driver.screen.blocked(&server) {
                    return driver.came(Input::Closed(Some(reason)));
                }
                spawn_local(async move {
                    let denied = JsFuture::from(local_network_denied(&server)).await;
                    let Some(driver) = weak.upgrade() else { return };
                    // Meanwhile another socket may have been asked for.
                    let waits = driver.closing.borrow().as_ref().is_some_and(|closing| closing.serial == serial);
                    if waits {
                        let denied = denied.is_ok_and(|denied| denied.is_truthy());
                        driver.came(Input::Closed(denied.then_some(Error::LocalNetworkDenied(server))));
                    }
                });
            }),
        );
        self.closing.replace(Some(Closing { serial, _timer: later }));
    }

    /// The server that is being spoken to, for messages.
    pub fn server(&self) -> String {
        self.session.borrow().server().to_string()
    }

    pub(super) fn heard(&self, now: f64, wall: f64, frame: &JsValue) {
        self.epoch.set(wall - now);
        self.work_at(now, Work::Session(Input::Frame(webmcp::decode(frame))));
    }

    /// Sends a frame; `false` where it could not be written. An answer that JSON cannot hold becomes an error that says so.
    pub(super) fn send(&self, out: Out<JsValue>) -> bool {
        let Some(text) = self.text_of(out) else { return false };
        self.socket.borrow().as_ref().is_some_and(|socket| socket.send(&text))
    }

    /// A frame as text.
    pub(super) fn text_of(&self, out: Out<JsValue>) -> Option<JsValue> {
        // The error may be too large in its turn, and the page may have broken JSON itself.
        self.text_within(out, 2)
    }

    fn text_within(&self, out: Out<JsValue>, more: u32) -> Option<JsValue> {
        let answer = match &out {
            Out::Answer { id, asked, .. } if more > 0 => Some((id.clone(), *asked)),
            _ => None,
        };
        let text = match webmcp::encode(out) {
            Err(text) => return Some(JsValue::from_str(&text)),
            Ok(frame) => context::frame_text(&frame),
        };
        let reason = match text {
            Ok(text) => return Some(text),
            Err(thrown) => js::message_of(&thrown),
        };
        let Some((id, asked)) = answer else {
            self.log(Log::Error, &fill("Not sent to the relay: %", &[&reason]));
            return None;
        };
        self.log(Log::Warn, &reason);
        let result = if matches!(asked, crate::relay::Asked::Call(crate::relay::Kind::Tool)) {
            Ok(crate::call::failure(&reason))
        } else {
            Err(reason)
        };
        self.text_within(Out::Answer { id, asked, result }, more - 1)
    }

    pub(super) fn tell_status(&self, status: Status, error: Option<Error>) {
        if let Some(error) = &error
            && !matches!(error, Error::Aborted(_) | Error::Idle)
        {
            self.log(Log::Warn, &error.text());
        }
        self.show_status(status, error.as_ref());
        if status == Status::Disconnected {
            self.end_sampling();
        }
        if self.events.is_heard(EventType::StatusChange) {
            let text = |text: &str| Some(JsValue::from_str(text));
            let link = self.link();
            let detail = object(
                "status server channel code message",
                [
                    text(status.as_str()),
                    link.as_ref().and_then(|link| text(&link.server)),
                    link.as_ref().and_then(|link| text(&link.channel)),
                    error.as_ref().and_then(|error| text(error.code())),
                    error.as_ref().and_then(|error| text(&error.text())),
                ],
            );
            self.note(Note::Fire(EventType::StatusChange, detail));
        }
    }

    /// The page's `connect(token)`; `settle` are the promise's functions, where it is the page that asks.
    pub fn connect(&self, token: &str, settle: Option<(Function, Function)>) {
        self.keep();
        match webmcp::Token::parse::<JsValue>(token) {
            Ok(token) => {
                let older = self.connecting.replace(settle.into_iter().collect());
                let aborted = js::throwable(&Error::Aborted("another connect()"));
                for (_, reject) in older {
                    self.note(Note::Settle(reject, aborted.clone()));
                }
                self.submit(Input::Connect(token));
            }
            Err(error) => {
                self.log(Log::Warn, &error.text());
                if let Some((_, reject)) = settle {
                    self.note(Note::Settle(reject, js::throwable(&error)));
                }
                if !self.is_connected() {
                    self.show_status(self.status(), Some(&error));
                }
                self.flush_notes();
            }
        }
    }
}
