//! The second module: a connection to a wu relay, for `src/js/page.js`. It is a wasm of its own, loaded when a page asks for it, and
//! knows the page's registry through the public class alone.
//!
//! The same ring as the driver's: socket -> decode -> session -> effects -> encode -> socket. What a command does is JavaScript.

// wasm-bindgen's own expansion.
#![allow(clippy::disallowed_methods)]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::error::Error;
use crate::relay::webmcp::Token;
use crate::relay::{In, Out, object, wu};
use crate::session::{Effect, Input, Reply, Session, Wu};
use crate::web::socket::{Socket, SocketEvent};
use crate::web::{context, js, page};

/// `run(command, params, permission)` gives the promise of a command's result, `tell(status, code, detail)` hears of the connection.
#[wasm_bindgen]
pub struct WuLink(Rc<Link>);

struct Link {
    weak: Weak<Link>,
    server: String,
    session: RefCell<Session<JsValue, Wu>>,
    inbox: RefCell<VecDeque<Input<JsValue>>>,
    draining: Cell<bool>,
    socket: RefCell<Option<Socket>>,
    /// The end of a socket, until the browser has said why.
    closing: RefCell<Option<Timeout>>,
    timer: RefCell<Option<Timeout>>,
    blocked: Cell<bool>,
    listener: RefCell<Option<EventListener>>,
    run: Function,
    tell: Function,
    take: Closure<dyn Fn(JsValue)>,
}

#[wasm_bindgen]
impl WuLink {
    #[wasm_bindgen(constructor)]
    pub fn new(server: String, run: Function, tell: Function) -> WuLink {
        WuLink(Rc::new_cyclic(|weak| Link {
            weak: weak.clone(),
            server,
            session: RefCell::new(Session::new(String::new(), f64::INFINITY)),
            inbox: RefCell::default(),
            draining: Cell::new(false),
            socket: RefCell::default(),
            closing: RefCell::default(),
            timer: RefCell::default(),
            blocked: Cell::new(false),
            listener: RefCell::default(),
            run,
            tell,
            take: hearing(weak.clone()),
        }))
    }

    pub fn connect(&self, token: String) {
        self.0.watch_policy();
        self.0.submit(Input::Connect(Token { server: self.0.server.clone(), token }));
    }

    pub fn disconnect(&self) {
        self.0.submit(Input::Disconnect);
        self.0.listener.take();
    }

    /// The page is put away, or is back.
    pub fn shown(&self, shown: bool) {
        self.0.submit(if shown { Input::Wake } else { Input::Suspend });
    }
}

/// What takes the relay's frames.
fn hearing(weak: Weak<Link>) -> Closure<dyn Fn(JsValue)> {
    Closure::new(move |text: JsValue| {
        if let (Some(link), Ok(frame)) = (weak.upgrade(), js::parse(&text)) {
            link.submit(Input::Frame(wu::decode(&frame)));
        }
    })
}

/// Whether a page may let a relay in, by the host names of both: `undefined`, or a warning for its author; throws what forbids it.
#[wasm_bindgen]
pub fn admit(page: &str, relay: &str, token: &str, allow_insecure: bool) -> Result<JsValue, JsValue> {
    match wu::admit(page, relay, token, allow_insecure) {
        Ok(warning) => Ok(warning.map_or(JsValue::UNDEFINED, JsValue::from_str)),
        Err(reason) => Err(JsValue::from_str(&reason)),
    }
}

/// Whether a command changes the page.
#[wasm_bindgen]
pub fn mutates(command: &str) -> bool {
    wu::command(command).is_ok_and(|command| command.mutates)
}

impl Link {
    fn submit(&self, input: Input<JsValue>) {
        self.inbox.borrow_mut().push_back(input);
        if self.draining.replace(true) {
            return;
        }
        loop {
            let Some(input) = self.inbox.borrow_mut().pop_front() else { break };
            let effects = self.session.borrow_mut().handle(page::now(), page::chance(), input);
            for effect in effects {
                self.perform(effect);
            }
        }
        self.draining.set(false);
    }

    fn perform(&self, effect: Effect<JsValue>) {
        match effect {
            Effect::Open(url) => self.open(&url),
            Effect::Send(out) => self.send(out),
            Effect::Close => {
                let gone = (self.socket.take(), self.closing.take());
                drop(gone);
            }
            Effect::Timer(delay) => {
                let weak = self.weak.clone();
                let timer = delay.map(|delay| {
                    Timeout::new(page::delay(delay), move || {
                        if let Some(link) = weak.upgrade() {
                            link.submit(Input::Timer);
                        }
                    })
                });
                self.timer.replace(timer);
            }
            Effect::Status(status, error) => {
                let text = |text: Option<&str>| text.map_or(JsValue::UNDEFINED, JsValue::from_str);
                let (code, detail) = (error.as_ref().map(Error::code), error.as_ref().map(Error::detail));
                let _ = self.tell.call3(&JsValue::UNDEFINED, &JsValue::from_str(status.as_str()), &text(code), &text(detail));
            }
            Effect::Request(reply, In::Command { name, params, .. }) => self.serve(reply, &name, params),
            // What `connect()` waits for, it learns from the status; nothing is stored.
            _ => {}
        }
    }

    fn open(&self, url: &str) {
        let weak = self.weak.clone();
        let on = Rc::new(move |event| {
            let Some(link) = weak.upgrade() else { return };
            match event {
                SocketEvent::Opened => link.submit(Input::Opened),
                SocketEvent::Closed => link.closed(),
            }
        });
        let gone = (self.socket.take(), self.closing.take());
        drop(gone);
        self.blocked.set(false);
        match Socket::open(url, self.take.as_ref(), on) {
            Ok(socket) => {
                self.socket.replace(Some(socket));
            }
            Err(thrown) => {
                let insecure = js::get(&thrown, "name").is_some_and(|name| name == JsValue::from_str("SecurityError"));
                let server = self.server.clone();
                let reason = if insecure { Error::InsecureFromHttps(server) } else { Error::TokenServer(server) };
                self.inbox.borrow_mut().push_back(Input::Closed(Some(reason)));
            }
        }
    }

    /// One that never opened may have been forbidden by the page's own policy: the browser says so in a task that comes after this.
    fn closed(&self) {
        let socket = self.socket.take();
        drop(socket);
        let weak = self.weak.clone();
        let later = Timeout::new(0, move || {
            let Some(link) = weak.upgrade() else { return };
            let reason = link.blocked.replace(false).then(|| Error::ContentSecurityPolicy(link.server.clone()));
            link.submit(Input::Closed(reason));
        });
        self.closing.replace(Some(later));
    }

    fn watch_policy(&self) {
        let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
        let weak = self.weak.clone();
        let listener = EventListener::new(&document, "securitypolicyviolation", move |event| {
            let Some(link) = weak.upgrade() else { return };
            let uri = Reflect::get(event, &JsValue::from_str("blockedURI")).ok().and_then(|uri| uri.as_string());
            if uri.is_some_and(|uri| uri.starts_with(&link.server)) {
                link.blocked.set(true);
            }
        });
        self.listener.replace(Some(listener));
    }

    /// In a task of its own: page code never runs on the stack of the socket's event.
    fn serve(&self, reply: Reply<JsValue>, name: &str, params: Option<JsValue>) {
        let command = match wu::command(name) {
            Ok(command) => command,
            Err(unknown) => return self.submit(Input::Answer(reply, Err(unknown))),
        };
        let (run, weak) = (self.run.clone(), self.weak.clone());
        spawn_local(async move {
            let permission = command.permission.map_or(JsValue::UNDEFINED, JsValue::from_str);
            let started = run.call3(&JsValue::UNDEFINED, &JsValue::from_str(command.name), &params.unwrap_or_default(), &permission);
            let result = match started {
                Ok(promise) => JsFuture::from(Promise::resolve(&promise)).await,
                Err(thrown) => Err(thrown),
            };
            if let Some(link) = weak.upgrade() {
                link.submit(Input::Answer(reply, result.map_err(|thrown| js::message_of(&thrown))));
            }
        });
    }

    fn send(&self, out: Out<JsValue>) {
        let id = match &out {
            Out::Answer { id, .. } => Some(id.clone()),
            _ => None,
        };
        let Some(frame) = wu::encode(out) else { return };
        let problem = match context::frame_text(&frame) {
            Ok(text) => {
                if let Some(socket) = self.socket.borrow().as_ref() {
                    let _ = socket.send(&text);
                }
                return;
            }
            Err(thrown) => js::message_of(&thrown),
        };
        let Some(id) = id else { return };
        let refusal: JsValue = object("id error", [Some(id), Some(JsValue::from_str(&problem))]);
        if let (Ok(text), Some(socket)) = (context::frame_text(&refusal), self.socket.borrow().as_ref()) {
            let _ = socket.send(&text);
        }
    }
}
