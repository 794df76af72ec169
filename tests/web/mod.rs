//! Tests in a real browser, headless.
#![allow(clippy::unwrap_used, clippy::expect_used)]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod context;
mod quick;
mod schema;
mod schemas;
mod widget;
