//! A session without a socket or a clock, and what it has done so far.

use serde_json::{Value, json};

use crate::error::Error;
use crate::relay::webmcp::Token;
use crate::relay::{In, Kind, Out};
use crate::session::{Effect, Input, Link, Reply, Session};
use crate::view::Status;

pub const SERVER: &str = "ws://localhost:4797";
pub const CHANNEL: &str = "ws://localhost:4797/localhost_8080?token=secret";

pub fn token() -> Token {
    Token { server: SERVER.into(), token: "pairing".into() }
}

pub fn link() -> Link {
    Link { server: SERVER.into(), channel: "/localhost_8080".into(), token: "secret".into() }
}

/// A session and what it has done so far.
pub struct Seen {
    pub session: Session<Value>,
    pub now: f64,
    /// The URLs of the sockets, in order.
    pub opened: Vec<String>,
    pub sent: Vec<Out<Value>>,
    pub requests: Vec<Reply<Value>>,
    pub dropped: Vec<Reply<Value>>,
    pub told: Vec<u64>,
    pub failed: Vec<Error>,
    pub connected: usize,
    pub shown: Vec<(Status, Option<&'static str>)>,
    pub stored: Option<Link>,
    pub timer: Option<f64>,
    pub socket: bool,
    /// Sockets that were opened while another one was there.
    pub doubled: usize,
}

impl Seen {
    pub fn new(idle: f64) -> Self {
        let session = Session::new("localhost_8080".into(), idle);
        Seen {
            session,
            now: 0.0,
            opened: vec![],
            sent: vec![],
            requests: vec![],
            dropped: vec![],
            told: vec![],
            failed: vec![],
            connected: 0,
            shown: vec![],
            stored: None,
            timer: None,
            socket: false,
            doubled: 0,
        }
    }

    pub fn input(&mut self, input: Input<Value>) -> &mut Self {
        match input {
            Input::Closed(_) => self.socket = false,
            Input::Timer => self.timer = None,
            _ => {}
        }
        for effect in self.session.handle(self.now, 0.5, input) {
            match effect {
                Effect::Open(url) => {
                    self.doubled += usize::from(self.socket);
                    self.socket = true;
                    self.opened.push(url);
                }
                Effect::Close => self.socket = false,
                Effect::Send(out) => self.sent.push(out),
                Effect::Timer(delay) => self.timer = delay.map(|delay| self.now + delay),
                Effect::Status(status, error) => self.shown.push((status, error.map(|error| error.code()))),
                Effect::Store(link) => self.stored = Some(link),
                Effect::Forget => self.stored = None,
                Effect::Connected => self.connected += 1,
                Effect::Failed(error) => self.failed.push(error),
                Effect::Request(reply, _) => self.requests.push(reply),
                Effect::Told(call) => self.told.push(call),
                Effect::Dropped(reply) => self.dropped.push(reply),
            }
        }
        self
    }

    /// Lets the time pass until the timer fires.
    pub fn tick(&mut self) -> &mut Self {
        self.now = self.timer.take().expect("a timer is set").max(self.now);
        self.input(Input::Timer)
    }

    pub fn call(&mut self, id: &str) -> &mut Self {
        self.input(Input::Frame(In::Call { id: json!(id), kind: Kind::Tool, name: ["tool-", id].concat(), arguments: None }))
    }

    pub fn answer(&mut self, index: usize) -> &mut Self {
        let reply = self.requests[index].clone();
        self.input(Input::Answer(reply, Ok(json!({"content": []}))))
    }

    /// The ids that were answered, in order.
    pub fn answered(&self) -> Vec<&str> {
        self.sent.iter().filter_map(|out| if let Out::Answer { id, .. } = out { id.as_str() } else { None }).collect()
    }

    pub fn pings(&self) -> usize {
        self.sent.iter().filter(|out| matches!(out, Out::Ping { .. })).count()
    }

    /// The socket breaks, and a next one opens after the wait.
    pub fn cut(&mut self) -> &mut Self {
        self.input(Input::Closed(None)).tick().input(Input::Opened)
    }

    /// The relay shows its lists: it knows the page, or nothing of it.
    pub fn lists(&mut self, known: bool) -> &mut Self {
        for _ in 0..2 {
            self.input(Input::Frame(In::Listed { any: known }));
        }
        self
    }
}

pub fn connected() -> Seen {
    let mut seen = Seen::new(f64::INFINITY);
    seen.input(Input::Resume(link())).input(Input::Opened);
    seen
}
