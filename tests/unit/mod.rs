//! Native tests of the pure core.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod labels;
