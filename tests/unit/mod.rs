//! Native tests of the pure core.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod form;
mod json;
mod labels;
mod schema;
mod schema_cases;
mod schema_differential;
mod schema_suite;
