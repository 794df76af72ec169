//! wu's dialect: its golden frames, its rules for who may connect, and its way to come back.

use serde_json::{Value, json};

use crate::error::Error;
use crate::relay::webmcp::Token;
use crate::relay::wu::{COMMANDS, admit, command, decode, encode};
use crate::relay::{Asked, In, Out, is_loopback};
use crate::session::{Effect, Input, Reply, Session, Wu};
use crate::view::Status;

const SERVER: &str = "ws://localhost:19100";

fn golden() -> Vec<Value> {
    serde_json::from_str(include_str!("../frames/wu.json")).unwrap()
}

/// What a frame means to the page, in the words of the golden frames.
fn meaning(frame: &Value) -> Value {
    match decode(frame) {
        In::Accepted => json!({"is": "authResult", "success": true}),
        In::Rejected(reason) if reason.is_empty() => json!({"is": "authResult", "success": false}),
        In::Rejected(reason) => json!({"is": "authResult", "success": false, "reason": reason}),
        In::Command { id, name, params: Some(params) } if command(&name).is_ok() => {
            json!({"is": "command", "id": id, "command": name, "params": params})
        }
        In::Command { id, name, params: None } if command(&name).is_ok() => json!({"is": "command", "id": id, "command": name}),
        In::Command { id, name, .. } => json!({"is": "unknown", "id": id, "command": name}),
        _ => json!({"is": "ignored"}),
    }
}

#[test]
fn every_golden_frame_from_a_relay_is_read_for_what_it_means() {
    let mut read = 0;
    for entry in golden().into_iter().filter(|entry| entry["direction"] == "in") {
        // A text that is no JSON never reaches the dialect.
        let Some(frame) = entry.get("frame") else { continue };
        let mut expected = entry["meaning"].clone();
        if expected["is"] == "ignored" {
            expected = json!({"is": "ignored"});
        }
        assert_eq!(meaning(frame), expected, "{}", entry["name"]);
        read += 1;
    }
    assert!(read > 25, "only {read} frames were read");
}

#[test]
fn every_golden_frame_of_a_page_is_written_letter_by_letter() {
    let mut written = 0;
    for entry in golden().into_iter().filter(|entry| entry["direction"] == "out") {
        let meaning = &entry["meaning"];
        let answer = |result| Out::Answer { id: meaning["id"].clone(), asked: Asked::Command, result };
        let out = match meaning["is"].as_str().unwrap() {
            "auth" => Out::Register(meaning["token"].as_str().unwrap().into()),
            "result" => answer(Ok(meaning["result"].clone())),
            "failure" => answer(Err(meaning["error"].as_str().unwrap().into())),
            _ => continue,
        };
        assert_eq!(encode(out), Some(entry["frame"].clone()), "{}", entry["name"]);
        written += 1;
    }
    assert!(written > 20, "only {written} frames were written");
    assert!(encode(Out::<Value>::Ping { id: 1 }).is_none(), "wu has no ping");
    let empty = encode(Out::Answer { id: json!("1"), asked: Asked::Command, result: Err::<Value, _>(" ".into()) }).unwrap();
    assert!(!empty["error"].as_str().unwrap().trim().is_empty());
}

#[test]
fn each_command_needs_what_wus_table_says() {
    let mut needs: Vec<_> = COMMANDS.iter().filter_map(|command| Some((command.permission?, command.name))).collect();
    needs.sort();
    assert_eq!(
        needs,
        [
            ("emitEvents", "emit_event"),
            ("emitEvents", "navigate"),
            ("executeActions", "execute_action"),
            ("modifyDOM", "click"),
            ("modifyDOM", "mount_app"),
            ("modifyDOM", "type"),
            ("modifyDOM", "unmount_app"),
            ("readStore", "get_state"),
            ("writeStore", "set_state"),
        ]
    );
    let mutating: Vec<_> = COMMANDS.iter().filter(|command| command.mutates).map(|command| command.name).collect();
    assert_eq!(mutating, ["execute_action", "set_state", "emit_event", "navigate", "click", "type", "mount_app", "unmount_app"]);
    assert_eq!(command("dance").err().unwrap(), "Unknown command: dance");
}

#[test]
fn only_this_machine_gets_in_without_a_token_and_allow_insecure() {
    let fine = |page, relay, token, allow| admit(page, relay, token, allow).is_ok();
    let warned = |page, relay, token, allow| admit(page, relay, token, allow).is_ok_and(|warning| warning.is_some());
    assert!(warned("localhost", "localhost", "", false));
    assert!(fine("127.0.0.1", "[::1]", "t", false) && !warned("127.0.0.1", "[::1]", "t", false));
    for (page, relay) in [("example.com", "localhost"), ("localhost", "relay.example"), ("", "localhost"), ("192.168.1.4", "127.0.0.1")] {
        assert!(!fine(page, relay, "", false) && !fine(page, relay, "t", false) && !fine(page, relay, "", true), "{page} {relay}");
        assert!(warned(page, relay, "t", true), "{page} {relay}");
    }
    let said = |token, allow| admit("example.com", "localhost", token, allow).err().unwrap();
    assert!(said("", false).ends_with("that needs a token and {allowInsecure: true}."));
    assert!(said("t", false).ends_with("that needs {allowInsecure: true}."));
    assert!(said("", true).ends_with("that needs a token."));
    assert!(said("", true).contains("the page (example.com) is not from this machine"));
    assert!(admit("localhost", "relay.example", "", false).err().unwrap().contains("the relay relay.example is not on this machine"));
}

#[test]
fn a_name_that_only_looks_like_this_machine_is_not_it() {
    for host in ["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "[::1]"] {
        assert!(is_loopback(host), "{host}");
    }
    for host in ["localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example", "127.evil", "128.0.0.1", "[::2]", "", "0.0.0.0"] {
        assert!(!is_loopback(host), "{host}");
    }
}

/// A session with a wu relay, and what it has done so far.
struct Seen {
    session: Session<Value, Wu>,
    now: f64,
    opened: Vec<String>,
    sent: Vec<Value>,
    requests: Vec<Reply<Value>>,
    dropped: usize,
    failed: Vec<Error>,
    connected: usize,
    shown: Vec<(Status, Option<&'static str>)>,
    timer: Option<f64>,
    socket: bool,
}

fn seen(token: &str) -> Seen {
    let session = Session::new(String::new(), f64::INFINITY);
    let mut seen = Seen {
        session,
        now: 0.0,
        opened: vec![],
        sent: vec![],
        requests: vec![],
        dropped: 0,
        failed: vec![],
        connected: 0,
        shown: vec![],
        timer: None,
        socket: false,
    };
    seen.input(Input::Connect(Token { server: SERVER.into(), token: token.into() }));
    seen
}

impl Seen {
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
                Effect::Send(out) => self.sent.extend(encode(out)),
                Effect::Timer(delay) => self.timer = delay.map(|delay| self.now + delay),
                Effect::Status(status, error) => self.shown.push((status, error.map(|error| error.code()))),
                Effect::Connected => self.connected += 1,
                Effect::Failed(error) => self.failed.push(error),
                Effect::Request(reply, _) => self.requests.push(reply),
                Effect::Dropped(_) => self.dropped += 1,
                Effect::Store(_) | Effect::Forget | Effect::Told(_) => {}
            }
        }
        self
    }

    fn hear(&mut self, frame: Value) -> &mut Self {
        self.input(Input::Frame(decode(&frame)))
    }

    fn tick(&mut self) -> &mut Self {
        self.now = self.timer.take().expect("a timer is set").max(self.now);
        self.input(Input::Timer)
    }

    fn answer(&mut self, index: usize) -> &mut Self {
        let reply = self.requests[index].clone();
        self.input(Input::Answer(reply, Ok(json!({}))))
    }
}

#[test]
fn without_a_token_the_channel_is_open_at_once_and_nothing_is_said_unasked() {
    let mut seen = seen("");
    assert_eq!(seen.opened, [SERVER]);
    seen.input(Input::Opened);
    assert_eq!((seen.connected, seen.session.status()), (1, Status::Connected));
    assert!(seen.sent.is_empty() && seen.timer.is_none(), "no greeting, no ping");
    seen.hear(json!({"id": 7, "command": "status"})).answer(0);
    assert_eq!(seen.sent, [json!({"id": 7, "result": {}})]);
}

#[test]
fn with_a_token_commands_are_refused_until_the_relay_has_accepted_it() {
    let mut seen = seen("s3cret");
    seen.input(Input::Opened).hear(json!({"id": "1", "command": "status"}));
    assert_eq!(seen.sent[0], json!({"type": "auth", "token": "s3cret"}));
    assert_eq!(seen.sent[1]["id"], "1");
    assert!(seen.sent[1]["error"].as_str().unwrap().starts_with("Not authenticated"));
    assert_eq!((seen.connected, seen.requests.len()), (0, 0));
    seen.hear(json!({"type": "auth_result", "success": true})).hear(json!({"id": "2", "command": "status"}));
    assert_eq!((seen.connected, seen.requests.len()), (1, 1));
}

#[test]
fn a_refused_token_ends_the_connection_for_good() {
    for at_once in [true, false] {
        let mut seen = seen(if at_once { "wrong" } else { "" });
        seen.input(Input::Opened).hear(json!({"type": "auth_result", "success": false, "reason": "Invalid token"}));
        assert_eq!(seen.shown.last().unwrap(), &(Status::Disconnected, Some("token-refused")));
        assert_eq!(seen.failed, if at_once { vec![Error::TokenRefused("Invalid token".into())] } else { vec![] });
        seen.input(Input::Closed(None)).input(Input::Wake).input(Input::Timer);
        assert!(!seen.socket && seen.timer.is_none() && seen.opened.len() == 1);
    }
}

#[test]
fn a_relay_that_never_answers_the_token_is_tried_again() {
    let mut seen = seen("t");
    seen.input(Input::Opened).tick();
    assert_eq!((seen.now, seen.socket, seen.session.status()), (10_000.0, false, Status::Waiting));
    seen.tick();
    assert_eq!((seen.now, seen.opened.len()), (12_000.0, 2));
}

#[test]
fn ten_attempts_two_seconds_apart_growing_to_ten_then_quiet() {
    let mut seen = seen("");
    seen.input(Input::Opened);
    seen.now = 60_000.0;
    seen.input(Input::Closed(None));
    let mut pauses = Vec::new();
    while seen.timer.is_some() {
        let before = seen.now;
        seen.tick();
        pauses.push((seen.now - before) / 1_000.0);
        seen.input(Input::Closed(None));
    }
    assert_eq!(pauses, [2.0, 4.0, 6.0, 8.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0]);
    assert_eq!(seen.shown.last().unwrap(), &(Status::Disconnected, Some("relay-unreachable")));
    seen.input(Input::Wake);
    assert_eq!((seen.socket, seen.opened.len()), (false, 11));
    assert!(seen.failed.is_empty(), "connect() was kept long ago");
}

#[test]
fn connect_waits_for_a_relay_that_comes_up_later_and_rejects_when_none_does() {
    let mut late = seen("");
    late.input(Input::Closed(None)).tick().input(Input::Closed(None)).tick().input(Input::Opened);
    assert_eq!((late.connected, late.failed.len()), (1, 0));
    let mut never = seen("");
    while never.socket {
        never.input(Input::Closed(None));
        if never.timer.is_some() {
            never.tick();
        }
    }
    assert_eq!(never.failed, [Error::RelayUnreachable(SERVER.into())]);
    let mut forbidden = seen("");
    forbidden.input(Input::Closed(Some(Error::ContentSecurityPolicy(SERVER.into()))));
    assert_eq!((forbidden.failed.len(), forbidden.timer), (1, None), "trying again would not help");
}

#[test]
fn a_connection_that_held_starts_its_attempts_anew_and_one_that_flaps_does_not() {
    let mut seen = seen("");
    for held in [1_000.0, 1_000.0, 11_000.0] {
        seen.input(Input::Opened);
        seen.now += held;
        seen.input(Input::Closed(None));
        let pause = seen.timer.unwrap() - seen.now;
        seen.tick();
        assert_eq!(pause, if held > 10_000.0 { 2_000.0 } else { 2_000.0 * (seen.opened.len() - 1) as f64 });
    }
}

#[test]
fn an_answer_to_a_relay_that_is_gone_is_dropped() {
    for put_away in [false, true] {
        let mut seen = seen("");
        seen.input(Input::Opened).hear(json!({"id": "1", "command": "status"}));
        if put_away {
            seen.input(Input::Suspend).input(Input::Wake);
        } else {
            seen.input(Input::Closed(None)).tick();
        }
        seen.input(Input::Opened).hear(json!({"id": "1", "command": "status"})).answer(0);
        assert_eq!((seen.sent.len(), seen.dropped), (0, 1), "{put_away}");
        seen.answer(1);
        assert_eq!((seen.sent.len(), seen.timer), (1, None), "{put_away}: it needs no ping to confirm it");
    }
}

#[test]
fn disconnect_stops_it_whatever_it_is_doing() {
    for stage in 0..4 {
        let mut seen = seen("t");
        match stage {
            1 => seen.input(Input::Opened),
            2 => seen.input(Input::Opened).hear(json!({"type": "auth_result", "success": true})),
            3 => seen.input(Input::Closed(None)),
            _ => &mut seen,
        };
        seen.input(Input::Disconnect);
        assert!(!seen.socket && seen.timer.is_none(), "{stage}");
        assert_eq!(seen.failed.len(), usize::from(stage != 2), "{stage}");
        seen.input(Input::Wake).input(Input::Closed(None));
        assert_eq!(seen.opened.len(), 1, "{stage}");
    }
}
