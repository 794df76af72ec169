//! A relay connection as a state machine, without a socket or a clock.

use proptest::prelude::*;
use serde_json::json;

use super::seen::*;
use crate::error::Error;
use crate::relay::{In, Out};
use crate::session::Input;
use crate::session::policy::backoff;
use crate::view::Status;

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
    assert_eq!(waits[..5], [625.0, 1_250.0, 2_500.0, 4_375.0, 4_375.0]);
    assert_eq!(*waits.last().unwrap(), 26_250.0);
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

#[test]
fn a_refused_token_leaves_a_live_connection_as_it_was() {
    let mut seen = connected();
    seen.call("7").input(Input::Connect(token())).answer(0);
    assert_eq!(seen.opened.last().unwrap(), "ws://localhost:4797/register");
    seen.input(Input::Opened).input(Input::Frame(In::Error("Invalid token provided".into())));
    assert_eq!(seen.failed, [Error::TokenRefused("Invalid token provided".into())]);
    assert_eq!(seen.shown.last().unwrap(), &(Status::Connecting, Some("token-refused")));
    assert_eq!(seen.opened.last().unwrap(), CHANNEL);
    seen.input(Input::Opened).lists(true);
    assert!(seen.session.is_open());
    assert_eq!((seen.answered(), seen.connected, seen.doubled), (vec!["7"], 2, 0));
}

#[test]
fn a_refused_token_leaves_a_wait_for_the_old_relay_as_it_was() {
    let mut seen = connected();
    seen.input(Input::Closed(None)).input(Input::Connect(token())).input(Input::Closed(None));
    assert_eq!(seen.failed, [Error::RelayUnreachable(SERVER.into())]);
    assert_eq!(seen.shown.last().unwrap(), &(Status::Waiting, Some("relay-unreachable")));
    while !seen.socket {
        seen.tick();
    }
    assert_eq!((seen.opened.last().unwrap().as_str(), seen.now), (CHANNEL, 1_250.0));
    seen.input(Input::Opened);
    assert!(seen.session.is_open());
}

#[test]
fn a_page_put_away_while_it_pairs_anew_comes_back_with_the_old_session() {
    let mut seen = connected();
    seen.input(Input::Connect(token())).input(Input::Suspend);
    assert!(!seen.socket && seen.timer.is_none());
    assert_eq!(seen.failed, [Error::Aborted("the page being put away")]);
    seen.input(Input::Wake);
    assert_eq!(seen.opened.last().unwrap(), CHANNEL);
}

#[test]
fn a_question_that_the_user_never_answers_lets_the_page_go_idle() {
    let mut seen = Seen::new(60_000.0);
    seen.input(Input::Resume(link())).input(Input::Opened);
    seen.input(Input::Frame(In::Sampling { id: json!("1"), request: json!({}) }));
    while seen.session.is_open() {
        seen.tick().input(Input::Frame(In::Pong));
    }
    assert!((120_000.0..150_000.0).contains(&seen.now), "the relay gives up after 120 s: {}", seen.now);
    assert_eq!(seen.shown.last().unwrap(), &(Status::Disconnected, Some("idle-disconnected")));
}

#[test]
fn a_page_that_slept_asks_again_before_it_gives_a_relay_up() {
    let mut seen = connected();
    while seen.pings() == 0 {
        seen.tick();
    }
    seen.now += 3_600_000.0;
    seen.input(Input::Timer);
    assert!(seen.session.is_open(), "the answer may stand in line behind the timer");
    assert_eq!(seen.pings(), 2);
    seen.now += 60_000.0;
    seen.input(Input::Timer);
    assert!(!seen.session.is_open(), "once is enough");
}

proptest! {
    #[test]
    fn waits_stay_within_their_caps(attempt in 0..2_000u32, lost in 0.0..3_600_000.0f64, chance in 0.0..1.0f64) {
        let wait = backoff(attempt, lost, chance);
        prop_assert_eq!(wait.is_none(), lost > 600_000.0);
        let wait = wait.unwrap_or(500.0);
        prop_assert!((500.0..=if lost < 60_000.0 { 5_000.0 } else { 30_000.0 }).contains(&wait), "{}", wait);
    }
}
