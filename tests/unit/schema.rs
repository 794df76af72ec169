//! The schema checks over `serde_json`; `tests/web/schema.rs` runs the same cases over JavaScript.

use serde_json::Value;

use super::schema_cases as cases;

#[test]
fn every_value_gets_its_answer() {
    cases::every_value_gets_its_answer::<Value>();
}

#[test]
fn every_root_becomes_an_object_or_an_error() {
    cases::every_root_becomes_an_object_or_an_error::<Value>();
}

#[test]
fn every_bad_schema_is_explained_to_its_author() {
    cases::every_bad_schema_is_explained_to_its_author::<Value>();
}

#[test]
fn hostile_input_ends_in_an_error() {
    // The stack is for `serde_json`, which clones and drops by recursion; the browser's run has the real one, and 10,000 levels.
    let hostile = std::thread::Builder::new().stack_size(1 << 28).spawn(|| cases::hostile_input_ends_in_an_error::<Value>(800));
    hostile.unwrap().join().unwrap();
}
