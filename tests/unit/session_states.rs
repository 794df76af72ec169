//! Every state with every input, and sequences of them.

use proptest::prelude::*;
use serde_json::json;

use super::seen::*;
use crate::error::Error;
use crate::relay::In;
use crate::session::Input;
use crate::view::Status;

const STATES: [&str; 9] = ["off", "pairing", "connecting", "probing", "connecting again", "probing again", "open", "waiting", "dormant"];

/// A session in that state, with one call unanswered where the state comes after a connection.
fn at(state: &str) -> Seen {
    let mut seen = Seen::new(120_000.0);
    match state {
        "off" => {}
        "pairing" => {
            seen.input(Input::Connect(token()));
        }
        _ => {
            seen.input(Input::Resume(link())).input(Input::Opened).call("5");
            match state {
                "open" => {}
                "waiting" => {
                    seen.input(Input::Closed(None));
                }
                "dormant" => {
                    seen.input(Input::Suspend);
                }
                _ => {
                    seen.input(Input::Closed(None)).tick();
                    if state != "connecting" {
                        seen.input(Input::Closed(None));
                    }
                    if state.ends_with("again") {
                        seen.input(Input::Opened);
                    }
                    if state == "probing again" {
                        seen.input(Input::Closed(None));
                    }
                }
            }
        }
    }
    seen
}

/// What can be seen of a session from outside.
fn look(seen: &Seen) -> String {
    let socket = match seen.opened.last() {
        Some(url) if seen.socket => {
            if url.ends_with("/register") {
                " /register"
            } else {
                " /channel"
            }
        }
        _ => "",
    };
    let error = seen.shown.last().and_then(|(_, code)| *code).map_or(String::new(), |code| format!(" ({code})"));
    format!("{}{socket}{}{error}", seen.session.status().as_str(), if seen.timer.is_some() { " timer" } else { "" })
}

fn registered() -> Input<serde_json::Value> {
    Input::Frame(In::Registered { channel: "/localhost_8080".into(), token: "secret".into() })
}

#[track_caller]
fn expect(input: impl Fn(&Seen) -> Input<serde_json::Value>, expected: [&str; 9]) {
    for (state, expected) in STATES.into_iter().zip(expected) {
        let mut seen = at(state);
        let input = input(&seen);
        seen.input(input);
        assert_eq!(look(&seen), expected, "{state}");
        assert_eq!(seen.doubled, 0, "{state}");
    }
}

const OFF: &str = "disconnected";
const PAIRING: &str = "registering /register timer";
const CONNECTING: &str = "connecting /channel timer";
const PROBING: &str = "connecting /register timer";
const OPEN: &str = "connected /channel timer";
const WAITING: &str = "waiting timer";
const DORMANT: &str = "waiting";
const SAME: [&str; 9] = [OFF, PAIRING, CONNECTING, PROBING, CONNECTING, PROBING, OPEN, WAITING, DORMANT];

#[test]
fn states_are_told_apart() {
    expect(|_| Input::Activity, SAME);
}

#[test]
fn connect_pairs_from_everywhere() {
    expect(|_| Input::Connect(token()), [PAIRING; 9]);
}

#[test]
fn resume_is_heard_when_nothing_goes_on() {
    expect(|_| Input::Resume(link()), [CONNECTING, PAIRING, CONNECTING, PROBING, CONNECTING, PROBING, OPEN, WAITING, CONNECTING]);
}

#[test]
fn disconnect_ends_everything() {
    expect(|_| Input::Disconnect, [OFF; 9]);
}

#[test]
fn opened_goes_one_step_on() {
    let refused = "disconnected (session-refused)";
    expect(|_| Input::Opened, [OFF, PAIRING, OPEN, CONNECTING, OPEN, refused, OPEN, WAITING, DORMANT]);
}

#[test]
fn closed_goes_one_step_back() {
    let unreachable = "disconnected (relay-unreachable)";
    let waiting = "waiting timer (relay-unreachable)";
    expect(|_| Input::Closed(None), [OFF, unreachable, PROBING, waiting, PROBING, waiting, WAITING, WAITING, DORMANT]);
}

#[test]
fn closed_for_a_reason_of_the_pages_own_stops_what_cannot_work() {
    let blocked = "disconnected (csp-blocked)";
    let waiting = "waiting timer (relay-unreachable)";
    let reason = || Some(Error::ContentSecurityPolicy(SERVER.into()));
    expect(|_| Input::Closed(reason()), [OFF, blocked, blocked, waiting, blocked, waiting, WAITING, WAITING, DORMANT]);
}

#[test]
fn wake_tries_at_once() {
    expect(|_| Input::Wake, [OFF, PAIRING, CONNECTING, PROBING, CONNECTING, PROBING, OPEN, CONNECTING, CONNECTING]);
}

#[test]
fn suspend_lets_go_of_the_socket() {
    expect(|_| Input::Suspend, [OFF, "disconnected (aborted)", DORMANT, DORMANT, DORMANT, DORMANT, DORMANT, DORMANT, DORMANT]);
}

#[test]
fn a_timer_that_comes_too_early_changes_nothing() {
    expect(|_| Input::Timer, SAME);
}

#[test]
fn a_timer_that_is_due_ends_what_takes_too_long() {
    let timed_out = "waiting timer (relay-unreachable)";
    let expected = [OFF, "disconnected (relay-unreachable)", timed_out, timed_out, timed_out, timed_out, OPEN, CONNECTING, DORMANT];
    for (state, expected) in STATES.into_iter().zip(expected) {
        let mut seen = at(state);
        seen.now += 20_000.0;
        seen.input(Input::Timer);
        assert_eq!(look(&seen), expected, "{state}");
    }
}

#[test]
fn registered_counts_while_pairing_alone() {
    expect(|_| registered(), [OFF, CONNECTING, CONNECTING, PROBING, CONNECTING, PROBING, OPEN, WAITING, DORMANT]);
}

#[test]
fn an_error_refuses_a_pairing_and_changes_nothing_else() {
    let mut expected = SAME;
    expected[1] = "disconnected (token-refused)";
    expect(|_| Input::Frame(In::Error("no".into())), expected);
}

#[test]
fn other_frames_change_no_state_and_ask_for_something_in_an_open_channel_alone() {
    let id = || json!("9");
    let frames = || {
        [
            (In::Welcome, true),
            (In::Ping { id: Some(id()) }, false),
            (In::Pong, false),
            (In::Ignored, false),
            (In::Listed { any: true }, false),
            (In::Listed { any: false }, false),
            (In::Call { id: id(), kind: crate::relay::Kind::Tool, name: "t".into(), arguments: None }, true),
            (In::Sampling { id: id(), request: json!({}) }, true),
            (In::List { id: id(), kind: crate::relay::Kind::Prompt }, true),
            (In::CreateTool { id: Some(id()), definition: json!({}) }, true),
            (In::RemoveTool { id: None, name: None }, true),
            (In::RemoveAllTools { id: None }, true),
            (In::ClipboardCopy { id: Some(id()), text: None }, true),
            (In::ClientInfo { id: None }, true),
            (In::Refused { id: id(), asked: crate::relay::Asked::Sampling, about: "messages" }, true),
        ]
    };
    for index in 0..frames().len() {
        expect(|_| Input::Frame(frames()[index].0.clone()), SAME);
        for state in STATES {
            let mut seen = at(state);
            let before = seen.requests.len();
            let (frame, asks) = frames()[index].clone();
            seen.input(Input::Frame(frame));
            assert_eq!(seen.requests.len() - before, usize::from(asks && state == "open"), "{state}, frame {index}");
        }
    }
}

#[test]
fn an_answer_changes_no_state_and_goes_out_on_an_open_channel_alone() {
    for (state, expected) in STATES.into_iter().zip(SAME).filter(|(state, _)| !matches!(*state, "off" | "pairing")) {
        let mut seen = at(state);
        seen.answer(0);
        assert_eq!(look(&seen), expected, "{state}");
        assert_eq!(seen.answered().len(), usize::from(state == "open"), "{state}");
        assert!(seen.dropped.is_empty(), "{state}");
    }
}

#[derive(Clone, Debug)]
enum Step {
    Connect,
    Resume,
    Disconnect,
    Opened,
    Closed,
    ClosedFor,
    Timer,
    LateTimer(f64),
    Wake,
    Suspend,
    Activity,
    Registered,
    Refused,
    Call(u8),
    Sampling,
    Listed(bool),
    Pong,
    Welcome,
    Answer(usize),
    Unfinished(usize),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        1 => Just(Step::Connect),
        1 => Just(Step::Resume),
        1 => Just(Step::Disconnect),
        6 => Just(Step::Opened),
        4 => Just(Step::Closed),
        1 => Just(Step::ClosedFor),
        6 => Just(Step::Timer),
        1 => (0.0..100_000.0f64).prop_map(Step::LateTimer),
        2 => Just(Step::Wake),
        1 => Just(Step::Suspend),
        1 => Just(Step::Activity),
        2 => Just(Step::Registered),
        1 => Just(Step::Refused),
        6 => (0..12u8).prop_map(Step::Call),
        1 => Just(Step::Sampling),
        4 => any::<bool>().prop_map(Step::Listed),
        2 => Just(Step::Pong),
        1 => Just(Step::Welcome),
        6 => (0..40usize).prop_map(Step::Answer),
        1 => (0..40usize).prop_map(Step::Unfinished),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_inputs_panics_or_leaks_a_socket_or_a_timer_or_an_answer(
        steps in prop::collection::vec((any_step(), 0.0..20_000.0f64), 0..120),
        idle in prop_oneof![Just(f64::INFINITY), Just(1.0), Just(120_000.0)],
    ) {
        let mut seen = Seen::new(idle);
        for (step, pause) in steps {
            seen.now += pause;
            let (sockets, before) = (seen.opened.len(), (seen.answered().len(), seen.dropped.len()));
            let in_doubt = |seen: &Seen, index: usize| seen.requests.get(index).cloned();
            match step {
                Step::Connect => seen.input(Input::Connect(token())),
                Step::Resume => seen.input(Input::Resume(link())),
                Step::Disconnect => seen.input(Input::Disconnect),
                // A shell never does these without a socket; the session must live with them.
                Step::Opened => seen.input(Input::Opened),
                Step::Closed => seen.input(Input::Closed(None)),
                Step::ClosedFor => seen.input(Input::Closed(Some(Error::ContentSecurityPolicy(SERVER.into())))),
                Step::Timer => if seen.timer.is_some() { seen.tick() } else { seen.input(Input::Timer) },
                Step::LateTimer(late) => {
                    seen.now = seen.timer.take().unwrap_or(seen.now).max(seen.now) + late;
                    seen.input(Input::Timer)
                }
                Step::Wake => seen.input(Input::Wake),
                Step::Suspend => seen.input(Input::Suspend),
                Step::Activity => seen.input(Input::Activity),
                Step::Registered => seen.input(registered()),
                Step::Refused => seen.input(Input::Frame(In::Error("no".into()))),
                Step::Call(id) => seen.call(&id.to_string()),
                Step::Sampling => seen.input(Input::Frame(In::Sampling { id: json!(7), request: json!({}) })),
                Step::Listed(any) => seen.input(Input::Frame(In::Listed { any })),
                Step::Pong => seen.input(Input::Frame(In::Pong)),
                Step::Welcome => seen.input(Input::Frame(In::Welcome)),
                Step::Answer(index) => match in_doubt(&seen, index) {
                    Some(reply) => seen.input(Input::Answer(reply, Ok(json!({})))),
                    None => &mut seen,
                },
                Step::Unfinished(index) => match in_doubt(&seen, index) {
                    Some(mut reply) => {
                        reply.unfinished = true;
                        seen.input(Input::Answer(reply, Err("still running".into())))
                    }
                    None => &mut seen,
                },
            };
            prop_assert_eq!(seen.doubled, 0, "two sockets at once");
            // Nothing goes out where there is no open channel, but by the socket that has just opened.
            if seen.answered().len() > before.0 {
                prop_assert!(seen.session.is_open());
            }
            prop_assert!(seen.opened.len() <= sockets + 1, "one input opens one socket");
            prop_assert_eq!(seen.session.is_open(), seen.session.status() == Status::Connected);
            let busy = matches!(seen.session.status(), Status::Registering | Status::Connecting | Status::Connected);
            prop_assert_eq!(busy, seen.socket, "{:?}", seen.session.status());
            if busy {
                prop_assert!(seen.timer.is_some());
            }
            if seen.session.status() == Status::Disconnected {
                prop_assert!(seen.timer.is_none());
            }
            prop_assert!(seen.timer.is_none_or(f64::is_finite), "a timer that never fires");
        }
    }

    #[test]
    fn an_answer_reaches_its_relay_once_or_is_dropped_by_name(
        cuts in prop::collection::vec((0..4u8, any::<bool>()), 0..12),
    ) {
        // Each cut comes with a few calls; half of them are answered while there is no socket. The relay is always the same one.
        let mut seen = connected();
        let mut id = 0;
        for (calls, early) in cuts {
            let first = seen.requests.len();
            for _ in 0..calls {
                id += 1;
                seen.call(&id.to_string());
            }
            if early {
                (first..seen.requests.len()).for_each(|index| { seen.answer(index); });
            }
            seen.input(Input::Closed(None));
            if !early {
                (first..seen.requests.len()).for_each(|index| { seen.answer(index); });
            }
            seen.tick().input(Input::Opened).lists(true);
            if seen.session.is_open() {
                seen.tick().input(Input::Frame(In::Pong));
            }
        }
        let mut answered: Vec<u32> = seen.answered().iter().map(|id| id.parse().unwrap()).collect();
        answered.sort_unstable();
        answered.dedup();
        prop_assert_eq!(answered.len(), id as usize);
        prop_assert!(seen.dropped.is_empty());
    }
}
