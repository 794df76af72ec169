//! Native tests of the pure core.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod base64;
mod call;
mod frames;
mod json;
mod labels;
mod names;
mod registry;
mod relay;
mod runs;
mod schema;
mod schema_cases;
mod schema_differential;
mod schema_suite;
mod session;
mod session_properties;
mod session_states;
mod sources;
mod template;
