//! Native tests of the pure core.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod base64;
mod call;
mod form;
mod frames;
mod json;
mod labels;
mod names;
mod quick;
mod relay;
mod runs;
mod schema;
mod schema_cases;
mod schema_differential;
mod schema_suite;
mod seen;
mod session;
mod session_answers;
mod session_states;
mod sources;
mod tabs;
mod template;
mod text;
mod wu;
