//! The driver owns everything: it takes inputs one at a time, lets the core decide, and performs the effects.
//!
//! Rules of this folder: no `RefCell` guard is alive when a call leaves Rust, and closures and tasks hold a `Weak`.

mod annex;
mod announce;
mod calls;
mod contexts;
mod doors;
mod given;
mod items;
mod pacing;
mod requests;
mod ring;
mod screen;
mod tabs;

pub use given::Given;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::call::{AuditLog, Permissions};
use crate::error::Error;
use crate::map::Map;
use crate::payload::Payload;
use crate::registry::{Entry, Registry};
use crate::relay::object;
use crate::runs::Runs;
use crate::session::{Input, Link, Reply, Session};
use crate::view::Status;
use crate::web::context::CallContext;
use crate::web::events::{EventType, Events};
use crate::web::options::{Log, Options};
use crate::web::socket::Socket;
use crate::web::{js, page};

/// What an item runs; without a function it gives upstream's default answer.
pub type Handler = Option<Function>;
type Item = Rc<Entry<JsValue, Handler>>;

pub struct Driver {
    weak: Weak<Driver>,
    pub options: Options,
    /// Holds the driver while it has something to do for the page: an unreferenced `new WebMCP()` would else be collected.
    anchor: RefCell<Option<Rc<Driver>>>,
    users: Cell<u32>,
    /// The page was told that it made a second object.
    told_of_sharing: Cell<bool>,
    session: RefCell<Session<JsValue>>,
    together: tabs::Together,
    registry: RefCell<Registry<JsValue, Handler>>,
    inbox: RefCell<VecDeque<ring::Work>>,
    notes: RefCell<VecDeque<Note>>,
    draining: Cell<bool>,
    socket: RefCell<Option<Socket>>,
    /// The end of a socket, until the browser has said why.
    closing: RefCell<Option<Closing>>,
    session_timer: RefCell<Option<Timeout>>,
    pacing: pacing::Pacing,
    runs: RefCell<Runs<JsValue, Reply<JsValue>>>,
    runs_timer: RefCell<Option<Timeout>>,
    /// When it fires; infinite where it is not set.
    runs_due: Cell<f64>,
    trace_prefix: String,
    contexts: RefCell<Map<u64, CallContext>>,
    asked: RefCell<Map<u64, Function>>,
    connecting: RefCell<Vec<(Function, Function)>>,
    /// Sampling requests that a person is answering.
    pending: RefCell<Vec<(u64, Reply<JsValue>)>>,
    announcing: announce::Announcing,
    pub events: Events,
    /// Ends a registration when its signal fires; by registration id.
    signals: RefCell<Map<u64, EventListener>>,
    permissions: RefCell<Permissions>,
    audit: RefCell<AuditLog<JsValue>>,
    screen: screen::Screen,
    doors: contexts::Contexts,
    /// The doors of the second module.
    annex: RefCell<Option<annex::Doors>>,
    next_id: Cell<u64>,
    chance: Cell<f64>,
    /// When the input that is being taken came.
    clock: Cell<f64>,
    /// When that clock was 0, in milliseconds since the epoch.
    epoch: Cell<f64>,
}

/// A socket that has gone while nobody has said why.
struct Closing {
    serial: u64,
    _timer: Timeout,
}

/// What runs code of the page's, once no input is being taken: it may call back at once.
enum Note {
    Fire(EventType, JsValue),
    Settle(Function, JsValue),
    Run(calls::Call),
}

thread_local! {
    static PAGE: RefCell<Weak<Driver>> = const { RefCell::new(Weak::new()) };
}

impl Driver {
    /// The page's driver: the one there is, or a new one. A second `new WebMCP()` shares registry and connection with the first.
    pub fn shared(options: Options) -> Result<Rc<Driver>, JsValue> {
        let existing = PAGE.with(|page| page.borrow().upgrade()).filter(|driver| driver.users.get() > 0);
        if let Some(driver) = existing {
            driver.users.set(driver.users.get() + 1);
            if !driver.told_of_sharing.replace(true) {
                driver.log(
                    Log::Warn,
                    "new WebMCP(): this page has one already; this object shares its tools and connection, and its options stay.",
                );
            }
            return Ok(driver);
        }
        let events = Events::new()?;
        let session = Session::new(page::host_name(), options.inactivity_timeout);
        let driver = Rc::new_cyclic(|weak| Driver {
            weak: weak.clone(),
            options,
            anchor: RefCell::default(),
            users: Cell::new(1),
            told_of_sharing: Cell::new(false),
            session: RefCell::new(session),
            together: tabs::Together::new(),
            registry: RefCell::default(),
            inbox: RefCell::default(),
            notes: RefCell::default(),
            draining: Cell::new(false),
            socket: RefCell::default(),
            closing: RefCell::default(),
            session_timer: RefCell::default(),
            pacing: pacing::Pacing::new(weak.clone()),
            runs: RefCell::default(),
            runs_timer: RefCell::default(),
            runs_due: Cell::new(f64::INFINITY),
            trace_prefix: page::random_id(),
            contexts: RefCell::default(),
            asked: RefCell::default(),
            connecting: RefCell::default(),
            pending: RefCell::default(),
            announcing: Default::default(),
            events,
            signals: RefCell::default(),
            permissions: RefCell::default(),
            audit: RefCell::default(),
            screen: Default::default(),
            doors: Default::default(),
            annex: RefCell::default(),
            next_id: Cell::new(0),
            chance: Cell::new(page::chance()),
            clock: Cell::new(0.0),
            epoch: Cell::new(0.0),
        });
        PAGE.with(|page| *page.borrow_mut() = Rc::downgrade(&driver));
        driver.start();
        Ok(driver)
    }

    /// What a page's next line may need at once; the rest follows when its script has run.
    fn start(&self) {
        self.permit(&self.options.permissions);
        self.open_contexts();
        let weak = self.weak.clone();
        spawn_local(async move {
            if let Some(driver) = weak.upgrade().filter(|driver| driver.users.get() > 0) {
                driver.settle_in();
            }
        });
    }

    fn settle_in(&self) {
        self.listen_to_page();
        self.mount_soon();
        self.start_tabs();
    }

    /// One `WebMCP` object fewer; the last one ends the rest.
    pub fn release(&self) {
        self.users.set(self.users.get().saturating_sub(1));
        if self.users.get() > 0 {
            return;
        }
        self.submit(Input::Suspend);
        for id in self.runs.borrow().running() {
            self.abort(id, "AbortError", "the WebMCP object was destroyed");
        }
        for (_, reject) in self.connecting.take() {
            self.note(Note::Settle(reject, js::throwable(&Error::Destroyed)));
        }
        self.socket.take();
        self.closing.take();
        self.session_timer.take();
        self.runs_timer.take();
        self.together.end();
        self.screen.deafen();
        self.signals.take();
        self.unmount();
        self.close_annex();
        self.close_contexts();
        self.flush_notes();
        // Last: it may be what holds the driver.
        let anchor = self.anchor.take();
        drop(anchor);
    }

    /// From the first registration, mount or connect on, the driver holds itself until `destroy()`.
    fn keep(&self) {
        if self.anchor.borrow().is_none() && self.users.get() > 0 {
            let own = self.weak.upgrade();
            *self.anchor.borrow_mut() = own;
        }
    }

    /// The site's, whichever tab holds its connection.
    pub fn status(&self) -> Status {
        self.together.core.borrow().status()
    }

    pub fn is_connected(&self) -> bool {
        self.status() == Status::Connected
    }

    /// Whether this tab's own socket is open.
    fn is_open(&self) -> bool {
        self.session.borrow().is_open()
    }

    fn link(&self) -> Option<Link> {
        self.together.core.borrow().link().cloned()
    }

    fn next_id(&self) -> u64 {
        self.next_id.set(self.next_id.get() + 1);
        self.next_id.get()
    }

    pub fn log(&self, level: Log, text: &str) {
        if level <= self.options.log {
            page::log(level, text);
        }
    }

    /// Something failed that a page author should know: said once on the console and as an `error` event.
    fn report_thrown(&self, thrown: &JsValue) {
        let message = js::message_of(thrown);
        self.log(Log::Error, &message);
        if self.events.is_heard(EventType::Error) {
            let code = js::get(thrown, "code").filter(|code| code.is_string()).unwrap_or_else(|| JsValue::from_str("argument"));
            let detail = object("code message error", [Some(code), Some(JsValue::from_str(&message)), Some(thrown.clone())]);
            self.note(Note::Fire(EventType::Error, detail));
            self.flush_notes();
        }
    }

    pub fn permitted(&self) -> JsValue {
        let mut flags = JsValue::object();
        for (flag, on) in self.permissions.borrow().iter() {
            flags.put(flag, JsValue::from_bool(*on));
        }
        flags
    }

    /// `flags`: a flag, then whether it is set, and so on.
    pub fn permit(&self, flags: &Array) {
        for index in (0..flags.length()).step_by(2) {
            let flag = flags.get(index).as_string().unwrap_or_default();
            self.permissions.borrow_mut().set(flag, flags.get(index + 1).is_truthy());
        }
    }
}
