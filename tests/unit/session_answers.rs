//! Answers and the sockets they go out on: none is lost that a relay still wants, none reaches a relay that never asked.

use serde_json::json;

use super::seen::*;
use crate::relay::{Asked, In, Kind, Out};
use crate::session::Input;

#[test]
fn an_answer_given_while_there_is_no_socket_goes_out_on_the_next_one() {
    let mut seen = connected();
    seen.call("1").call("2").input(Input::Closed(None)).answer(0);
    assert!(seen.answered().is_empty());
    seen.tick().input(Input::Opened).lists(true);
    assert_eq!(seen.answered(), ["1"]);
    seen.answer(1);
    assert_eq!((seen.answered(), seen.dropped.len()), (vec!["1", "2"], 0));
}

#[test]
fn an_answer_is_held_back_until_the_relay_shows_that_it_knows_the_page() {
    let mut seen = connected();
    seen.call("1").call("2").input(Input::Closed(None)).answer(0).tick();
    seen.sent.clear();
    seen.input(Input::Opened).answer(1);
    assert!(matches!(seen.sent[..], [Out::List { kind: Kind::Tool }, Out::List { kind: Kind::Resource }]));
    seen.input(Input::Frame(In::Listed { any: false }));
    assert!(seen.answered().is_empty(), "it may have resources alone");
    seen.input(Input::Frame(In::Listed { any: true }));
    assert_eq!(seen.answered(), ["1", "2"]);
}

#[test]
fn calls_by_the_new_socket_are_answered_at_once_whatever_is_in_doubt() {
    let mut seen = connected();
    seen.call("1").cut().call("2").answer(1);
    assert_eq!(seen.answered(), ["2"]);
}

#[test]
fn a_relay_that_has_forgotten_the_page_is_another_one_and_gets_no_answer() {
    let mut seen = connected();
    seen.call("1").call("2").input(Input::Closed(None)).answer(0).tick().input(Input::Opened).lists(false).answer(1);
    assert!(seen.answered().is_empty());
    let names: Vec<_> = seen.dropped.iter().map(|reply| reply.name.as_str()).collect();
    assert_eq!(names, ["tool-1", "tool-2"], "what is dropped has a name");
}

#[test]
fn a_relay_that_does_not_show_its_lists_gets_no_answer() {
    let mut seen = connected();
    seen.call("1").input(Input::Closed(None)).answer(0).tick().input(Input::Opened);
    seen.input(Input::Frame(In::Error("Unknown message type: listTools".into())));
    assert_eq!((seen.answered().len(), seen.dropped.len()), (0, 1));
}

#[test]
fn a_refused_connection_in_between_is_only_a_doubt() {
    let mut seen = connected();
    seen.call("1").input(Input::Closed(None)).answer(0).tick();
    // Nobody there, on the channel and on /register.
    seen.input(Input::Closed(None)).input(Input::Closed(None)).tick().input(Input::Opened).lists(true);
    assert_eq!((seen.answered(), seen.dropped.len()), (vec!["1"], 0));
}

#[test]
fn ids_that_start_again_mean_another_relay() {
    let mut seen = connected();
    seen.call("7").call("8").cut().call("1").answer(0).answer(2).lists(true).answer(1);
    assert_eq!((seen.answered(), seen.dropped.len()), (vec!["1"], 2));
}

#[test]
fn ids_out_of_order_on_one_socket_mean_nothing() {
    let mut seen = connected();
    seen.call("7").call("3").call("7000000000000").call("-1").call("x").call("5");
    for index in 0..6 {
        seen.answer(index);
    }
    assert_eq!((seen.answered().len(), seen.dropped.len()), (6, 0));
}

#[test]
fn a_socket_that_died_in_doubt_leaves_no_proof_behind() {
    let mut seen = connected();
    seen.call("1").cut();
    // The page has announced its items on this socket: the next relay to know them may have them from here.
    seen.cut().lists(true).answer(0);
    assert_eq!((seen.answered().len(), seen.dropped.len()), (0, 1));
}

#[test]
fn what_was_sent_into_a_dying_socket_is_sent_again() {
    let mut seen = connected();
    seen.call("1").answer(0).call("2").answer(1);
    assert_eq!(seen.answered(), ["1", "2"]);
    seen.cut().lists(true);
    assert_eq!(seen.answered(), ["1", "2", "1", "2"]);
}

#[test]
fn what_was_sent_is_not_called_dropped_when_the_relay_turns_out_to_be_another_one() {
    let mut seen = connected();
    seen.call("1").answer(0).call("2").input(Input::Closed(None)).answer(1).tick().input(Input::Opened).lists(false);
    let names: Vec<_> = seen.dropped.iter().map(|reply| reply.name.as_str()).collect();
    assert_eq!((seen.answered(), names), (vec!["1"], vec!["tool-2"]));
}

#[test]
fn what_a_pong_has_confirmed_is_not_sent_again() {
    let mut seen = connected();
    seen.call("1").answer(0).tick();
    assert_eq!((seen.now, seen.pings()), (1_000.0, 1));
    // Answered after the ping: its pong says nothing of this one.
    seen.call("2").answer(1).input(Input::Frame(In::Pong)).cut().lists(true);
    assert_eq!(seen.answered(), ["1", "2", "2"]);
}

#[test]
fn a_burst_of_answers_costs_one_ping_a_second() {
    let mut seen = connected();
    for id in 0..2_000 {
        seen.now += 2.0;
        seen.call(&id.to_string()).answer(id);
        if seen.timer.is_some_and(|due| due <= seen.now) {
            seen.input(Input::Timer).input(Input::Frame(In::Pong));
        }
    }
    assert!((3..=5).contains(&seen.pings()), "{} pings in 4 s", seen.pings());
}

#[test]
fn an_answer_that_the_relay_has_given_up_on_is_not_kept() {
    let mut seen = connected();
    seen.call("1").input(Input::Suspend).answer(0);
    seen.now += 40_000.0;
    seen.input(Input::Wake).input(Input::Opened).lists(true);
    assert_eq!((seen.answered().len(), seen.dropped.len()), (0, 1));
}

#[test]
fn a_relay_that_never_pongs_does_not_make_answers_pile_up() {
    let mut seen = connected();
    for second in 0..200 {
        seen.now = f64::from(second) * 1_000.0;
        seen.call(&second.to_string()).answer(second as usize);
        if seen.timer.is_some_and(|due| due <= seen.now) {
            seen.input(Input::Timer);
        }
    }
    let before = seen.answered().len();
    seen.cut().lists(true);
    assert!(seen.answered().len() - before <= 60, "{} sent again", seen.answered().len() - before);
}

#[test]
fn still_running_counts_as_told_when_it_has_gone_out() {
    let mut seen = connected();
    seen.call("1").input(Input::Closed(None));
    let mut reply = seen.requests[0].clone();
    reply.call = 9;
    reply.unfinished = true;
    seen.input(Input::Answer(reply, Ok(json!({"content": []}))));
    assert!(seen.told.is_empty());
    seen.tick().input(Input::Opened).lists(true);
    assert_eq!(seen.told, [9]);
}

#[test]
fn no_request_is_answered_twice_and_a_strangers_reply_not_at_all() {
    let mut seen = connected();
    seen.call("1").answer(0).answer(0);
    assert_eq!((seen.answered().len(), seen.dropped.len()), (1, 1));
}

#[test]
fn what_came_without_an_id_gets_no_answer() {
    let mut seen = connected();
    seen.input(Input::Frame(In::RemoveAllTools { id: None })).answer(0);
    assert!(seen.answered().is_empty() && seen.dropped.is_empty());
    assert_eq!(seen.requests[0].asked, Asked::Change);
}
