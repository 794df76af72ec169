//! Calls that outlive a relay's patience.

use serde_json::{Value, json};

use crate::relay::Kind;
use crate::runs::{Due, Joined, Runs};

const TOOL: Kind = Kind::Tool;

fn told(runs: &mut Runs<Value, &'static str>, now: f64) -> Vec<&'static str> {
    let due = runs.due(now);
    due.into_iter()
        .map(|due| match due {
            Due::StillRunning { id, reply, .. } => {
                runs.told(id, true);
                reply
            }
            Due::Stop { .. } => "stop",
        })
        .collect()
}

#[test]
fn a_second_call_joins_only_after_the_first_was_told_to_come_again() {
    let mut runs = Runs::default();
    let first = runs.start(TOOL, "slow", json!({"a": 1, "b": 2}), Some(("one", 28.0)));
    runs.limit(first, 600.0);
    assert!(matches!(runs.join(TOOL, "slow", &json!({"a": 1, "b": 2}), "early", 30.0), Joined::No("early")));
    assert_eq!(runs.next_due(), 28.0);
    assert_eq!(told(&mut runs, 28.0), ["one"]);
    assert!(matches!(runs.join(TOOL, "slow", &json!({"a": 1}), "other", 60.0), Joined::No("other")));
    assert!(matches!(runs.join(Kind::Prompt, "slow", &json!({"a": 1, "b": 2}), "kind", 60.0), Joined::No("kind")));
    assert!(matches!(runs.join(TOOL, "slow", &json!({"b": 2, "a": 1}), "two", 60.0), Joined::Waiting));
    assert_eq!(runs.finish(first, json!("done"), 45.0), Some(("two", json!("done"))));
    assert_eq!(runs.next_due(), f64::INFINITY);
}

#[test]
fn a_result_that_nobody_waits_for_is_kept_ten_minutes_and_given_once() {
    let mut runs = Runs::default();
    let first = runs.start(TOOL, "slow", json!({}), Some(("one", 28.0)));
    told(&mut runs, 28.0);
    assert_eq!(runs.finish(first, json!(1), 100.0), None);
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "two", 0.0), Joined::Result("two", result) if result == json!(1)));
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "three", 0.0), Joined::No("three")));
    let second = runs.start(TOOL, "slow", json!({}), Some(("four", 128.0)));
    told(&mut runs, 128.0);
    runs.finish(second, json!(2), 1_000.0);
    told(&mut runs, 1_000.0 + 600_000.0);
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "five", 0.0), Joined::No("five")));
}

#[test]
fn a_tool_is_told_to_stop_once_and_its_caller_is_answered() {
    let mut runs = Runs::default();
    let id = runs.start(TOOL, "never", json!({}), Some(("one", 28.0)));
    assert_eq!(runs.next_due(), 28.0, "nobody has started it yet");
    runs.limit(id, 20.0);
    assert_eq!(told(&mut runs, 20.0), ["stop"]);
    assert_eq!(told(&mut runs, 21.0), Vec::<&str>::new());
    assert_eq!(runs.finish(id, json!("stopped"), 22.0), Some(("one", json!("stopped"))));
    assert_eq!(runs.finish(id, json!("late"), 23.0), None);
}

#[test]
fn a_disconnection_ends_what_a_relay_asked_for_and_nothing_else() {
    let mut runs = Runs::default();
    let waiting = runs.start(TOOL, "waiting", json!({}), Some(("one", 50.0)));
    let told_ = runs.start(TOOL, "told", json!({}), Some(("two", 28.0)));
    let over = runs.start(TOOL, "over", json!({}), Some(("three", 28.0)));
    let own = runs.start(TOOL, "the page's own", json!({}), None);
    told(&mut runs, 28.0);
    runs.finish(over, json!(1), 29.0);
    assert_eq!(runs.asked(), [waiting, told_]);
    assert_eq!(runs.running(), [waiting, told_, own]);
}

fn due_one(runs: &mut Runs<Value, &'static str>, now: f64) -> u64 {
    match &runs.due(now)[..] {
        [Due::StillRunning { id, .. }] => *id,
        _ => panic!("one answer is due"),
    }
}

#[test]
fn a_call_joins_no_run_whose_caller_was_never_told() {
    let mut runs = Runs::default();
    runs.start(TOOL, "slow", json!({}), Some(("one", 28.0)));
    let id = due_one(&mut runs, 28.0);
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "early", 60.0), Joined::No("early")), "the answer is still on its way");
    runs.told(id, false);
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "stranger", 60.0), Joined::No("stranger")), "it never arrived");
}

#[test]
fn a_run_that_ends_before_its_caller_is_told_keeps_its_result_for_him_alone() {
    let mut runs = Runs::default();
    let first = runs.start(TOOL, "slow", json!({}), Some(("one", 28.0)));
    let id = due_one(&mut runs, 28.0);
    assert_eq!(runs.finish(first, json!("done"), 29.0), None);
    runs.told(id, true);
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "again", 60.0), Joined::Result("again", result) if result == json!("done")));

    let second = runs.start(TOOL, "slow", json!({}), Some(("two", 28.0)));
    let id = due_one(&mut runs, 28.0);
    runs.finish(second, json!("lost"), 29.0);
    runs.told(id, false);
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "stranger", 60.0), Joined::No("stranger")));
    assert_eq!(runs.next_due(), f64::INFINITY, "nothing is kept for nobody");
}

#[test]
fn an_agent_that_was_told_once_may_come_even_if_a_second_word_was_lost() {
    let mut runs = Runs::default();
    let first = runs.start(TOOL, "slow", json!({}), Some(("one", 28.0)));
    assert_eq!(told(&mut runs, 28.0), ["one"]);
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "two", 56.0), Joined::Waiting));
    let id = due_one(&mut runs, 56.0);
    runs.told(id, false);
    runs.finish(first, json!("done"), 57.0);
    assert!(matches!(runs.join(TOOL, "slow", &json!({}), "three", 90.0), Joined::Result("three", _)));
}
