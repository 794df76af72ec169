//! A relay connection as a state machine, without a socket or a clock.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::error::Error;
use crate::relay::webmcp::Token;
use crate::relay::{In, Kind, Out};
use crate::session::{Effect, Input, Link, Reply, Session};
use crate::view::Status;

const SERVER: &str = "ws://localhost:4797";
const CHANNEL: &str = "ws://localhost:4797/localhost_8080?token=secret";

fn token() -> Token {
    Token { server: SERVER.into(), token: "pairing".into() }
}

fn link() -> Link {
    Link { server: SERVER.into(), channel: "/localhost_8080".into(), token: "secret".into() }
}

/// A session and what it has done so far.
struct Seen {
    session: Session<Value>,
    now: f64,
    opened: Vec<String>,
    sent: Vec<Out<Value>>,
    requests: Vec<Reply<Value>>,
    dropped: usize,
    failed: Vec<Error>,
    shown: Vec<(Status, Option<&'static str>)>,
    stored: Option<Link>,
    timer: Option<f64>,
    socket: bool,
}

impl Seen {
    fn new(idle: f64) -> Self {
        let session = Session::new("localhost_8080".into(), idle);
        Seen {
            session,
            now: 0.0,
            opened: vec![],
            sent: vec![],
            requests: vec![],
            dropped: 0,
            failed: vec![],
            shown: vec![],
            stored: None,
            timer: None,
            socket: false,
        }
    }

    fn input(&mut self, input: Input<Value>) -> &mut Self {
        if matches!(input, Input::Closed(_)) {
            self.socket = false;
        }
        for effect in self.session.handle(self.now, 0.5, input) {
            match effect {
                Effect::Open(url) => {
                    self.socket = true;
                    self.opened.push(url);
                }
                Effect::Close => self.socket = false,
                Effect::Send(out) => self.sent.push(out),
                Effect::Timer(delay) => self.timer = delay.map(|delay| self.now + delay),
                Effect::Status(status, error) => self.shown.push((status, error.map(|error| error.code()))),
                Effect::Store(link) => self.stored = Some(link),
                Effect::Forget => self.stored = None,
                Effect::Connected => {}
                Effect::Failed(error) => self.failed.push(error),
                Effect::Request(reply, _) => self.requests.push(reply),
                Effect::Dropped(_) => self.dropped += 1,
            }
        }
        self
    }

    /// Lets the time pass until the timer fires.
    fn tick(&mut self) -> &mut Self {
        self.now = self.timer.take().expect("a timer is set").max(self.now);
        self.input(Input::Timer)
    }

    fn call(&mut self, id: &str) -> &mut Self {
        self.input(Input::Frame(In::Call { id: json!(id), kind: Kind::Tool, name: "t".into(), arguments: None }))
    }

    fn answer(&mut self, index: usize) -> &mut Self {
        let reply = self.requests[index].clone();
        self.input(Input::Answer(reply, Ok(json!({"content": []}))))
    }

    fn answers(&self) -> usize {
        self.sent.iter().filter(|out| matches!(out, Out::Answer { .. })).count()
    }
}

fn connected() -> Seen {
    let mut seen = Seen::new(f64::INFINITY);
    seen.input(Input::Resume(link())).input(Input::Opened);
    seen
}

#[test]
fn pairing_registers_stores_the_session_and_opens_the_channel() {
    let mut seen = Seen::new(f64::INFINITY);
    seen.input(Input::Connect(token()));
    assert_eq!(seen.opened, ["ws://localhost:4797/register"]);
    seen.input(Input::Opened);
    assert!(matches!(seen.sent[..], [Out::Register(_)]));
    seen.input(Input::Frame(In::Registered { channel: "/localhost_8080".into(), token: "secret".into() }));
    assert_eq!(seen.opened[1], CHANNEL);
    assert!(seen.stored == Some(link()));
    seen.input(Input::Opened);
    assert!(seen.session.is_open());
    assert_eq!(seen.shown, [(Status::Registering, None), (Status::Connecting, None), (Status::Connected, None)]);
    assert!(seen.failed.is_empty());
}

#[test]
fn a_refused_token_and_a_dead_port_are_told_apart_and_the_page_can_pair_at_once() {
    let mut seen = Seen::new(f64::INFINITY);
    seen.input(Input::Connect(token())).input(Input::Opened).input(Input::Frame(In::Error("Invalid token provided".into())));
    seen.input(Input::Connect(token())).input(Input::Closed(None));
    assert_eq!(seen.failed, [Error::TokenRefused("Invalid token provided".into()), Error::RelayUnreachable(SERVER.into())]);
    assert!(!seen.socket && seen.timer.is_none());
    seen.input(Input::Connect(token()));
    assert!(seen.socket);
}

#[test]
fn a_session_is_given_up_only_after_a_relay_was_seen_twice_to_refuse_it() {
    let mut seen = Seen::new(f64::INFINITY);
    seen.input(Input::Resume(link()));
    for _ in 0..2 {
        assert_eq!(seen.opened.last().unwrap(), CHANNEL);
        seen.input(Input::Closed(None));
        assert_eq!(seen.opened.last().unwrap(), "ws://localhost:4797/register");
        seen.input(Input::Opened);
    }
    assert_eq!(seen.shown.last().unwrap(), &(Status::Disconnected, Some("session-refused")));
    assert!(seen.stored.is_none() && !seen.socket && seen.timer.is_none());
}

#[test]
fn without_a_relay_it_waits_longer_each_time_then_sleeps_until_something_wakes_it() {
    let mut seen = Seen::new(f64::INFINITY);
    seen.input(Input::Resume(link()));
    let (mut waits, mut last) = (Vec::new(), 0.0);
    loop {
        seen.input(Input::Closed(None)).input(Input::Closed(None));
        let attempts = seen.opened.len();
        while seen.timer.is_some() && seen.opened.len() == attempts {
            seen.tick();
        }
        if seen.timer.is_none() {
            break;
        }
        waits.push(seen.now - last);
        last = seen.now;
    }
    assert_eq!(waits[..5], [500.0, 1_000.0, 2_000.0, 4_000.0, 5_000.0]);
    assert_eq!(*waits.last().unwrap(), 30_000.0);
    assert!(seen.now > 600_000.0 && !seen.socket);
    seen.input(Input::Wake);
    assert_eq!(seen.opened.last().unwrap(), CHANNEL);
}

#[test]
fn agent_traffic_keeps_it_from_being_idle_and_silence_disconnects() {
    let mut seen = Seen::new(300_000.0);
    seen.input(Input::Resume(link())).input(Input::Opened);
    for minute in 1..8 {
        seen.now = f64::from(minute) * 60_000.0;
        seen.call(&minute.to_string()).answer(minute as usize - 1);
        seen.input(Input::Frame(In::Pong));
    }
    assert!(seen.session.is_open());
    while seen.session.is_open() {
        seen.tick().input(Input::Frame(In::Pong));
    }
    assert!((715_000.0..=730_000.0).contains(&seen.now), "{}", seen.now);
    assert_eq!(seen.shown.last().unwrap(), &(Status::Disconnected, Some("idle-disconnected")));
}

#[test]
fn a_running_call_keeps_it_from_being_idle() {
    let mut seen = Seen::new(60_000.0);
    seen.input(Input::Resume(link())).input(Input::Opened).call("1");
    while seen.now < 200_000.0 {
        seen.tick().input(Input::Frame(In::Pong));
    }
    assert!(seen.session.is_open());
}

#[test]
fn a_relay_that_does_not_answer_a_ping_is_left() {
    let mut seen = connected();
    while seen.sent.is_empty() {
        seen.tick();
    }
    assert!(matches!(seen.sent[..], [Out::Ping { .. }]));
    assert_eq!(seen.now, 20_000.0);
    while seen.session.is_open() {
        seen.tick();
    }
    assert_eq!(seen.opened.last().unwrap(), CHANNEL);
    assert_eq!(seen.now, 30_000.0);
}

#[test]
fn an_answer_survives_a_cut_but_not_another_relay() {
    let mut seen = connected();
    seen.call("1").call("2").input(Input::Closed(None)).answer(0);
    assert_eq!(seen.answers(), 0);
    seen.tick().input(Input::Opened);
    assert_eq!((seen.answers(), seen.dropped), (1, 0));
    seen.input(Input::Closed(None)).tick().input(Input::Closed(None)).input(Input::Closed(None)).tick().input(Input::Opened);
    seen.answer(1);
    assert_eq!((seen.answers(), seen.dropped), (1, 1));
}

#[test]
fn ids_that_start_again_mean_another_relay() {
    let mut seen = connected();
    seen.call("7").call("8").input(Input::Closed(None)).tick().input(Input::Opened).call("1").answer(0).answer(2);
    assert_eq!((seen.answers(), seen.dropped), (1, 1));
}

#[test]
fn a_page_put_away_lets_go_and_comes_back() {
    let mut seen = connected();
    seen.input(Input::Suspend);
    assert!(!seen.socket && seen.timer.is_none());
    seen.input(Input::Wake).input(Input::Opened);
    assert!(seen.session.is_open());
}

#[test]
fn disconnecting_forgets_and_a_newer_connect_wins() {
    let mut seen = connected();
    seen.stored = Some(link());
    seen.input(Input::Disconnect);
    assert!(seen.stored.is_none() && !seen.socket && seen.timer.is_none());
    seen.input(Input::Connect(token())).input(Input::Connect(token())).input(Input::Disconnect);
    assert_eq!(seen.failed, [Error::Aborted("disconnect()")]);
}

fn any_input() -> impl Strategy<Value = u8> {
    0..16u8
}

proptest! {
    #[test]
    fn no_sequence_of_inputs_panics_leaks_a_socket_or_answers_twice(steps in prop::collection::vec((any_input(), 0.0..40_000.0f64), 0..80)) {
        let mut seen = Seen::new(120_000.0);
        let mut answered = 0;
        for (step, pause) in steps {
            seen.now += pause;
            match step {
                0 => seen.input(Input::Connect(token())),
                1 => seen.input(Input::Resume(link())),
                2 => seen.input(Input::Disconnect),
                3 | 4 if seen.socket => seen.input(Input::Opened),
                5 | 6 if seen.socket => seen.input(Input::Closed(None)),
                7 => seen.input(Input::Wake),
                8 => seen.input(Input::Suspend),
                9 => seen.input(Input::Activity),
                10 if seen.socket => seen.input(Input::Frame(In::Registered { channel: "/c".into(), token: "t".into() })),
                11 if seen.socket => seen.input(Input::Frame(In::Error("no".into()))),
                12 if seen.socket => seen.call("5"),
                13 if answered < seen.requests.len() => {
                    answered += 1;
                    seen.answer(answered - 1)
                }
                14 if seen.timer.is_some() => seen.tick(),
                _ => seen.input(Input::Frame(In::Pong)),
            };
            prop_assert!(seen.answers() + seen.dropped <= answered);
            prop_assert_eq!(seen.session.is_open(), seen.session.status() == Status::Connected);
            if seen.session.is_open() {
                prop_assert!(seen.socket && seen.timer.is_some());
            }
            if matches!(seen.session.status(), Status::Registering | Status::Connecting) {
                prop_assert!(seen.socket && seen.timer.is_some());
            }
        }
    }
}
