//! The page-side WebMCP client, as WebAssembly.
//!
//! Modules in the order in which data flows: frames come in through `web::socket`, are decoded by `relay`, judged by `session`,
//! found in `registry`, checked and run as a `call`, and go out the same way. The core (everything outside `web`, `driver` and
//! `client`) knows no browser.

// Native builds see the core alone, as its tests do.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, unused_imports))]

mod call;
mod error;
mod form;
mod labels;
mod map;
mod names;
mod payload;
mod registry;
mod relay;
mod runs;
mod schema;
mod session;
mod template;
mod view;

#[cfg(target_arch = "wasm32")]
mod client;
#[cfg(target_arch = "wasm32")]
mod driver;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(target_arch = "wasm32")]
pub use client::WebMCP;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "../tests/unit/mod.rs"]
mod tests;
#[cfg(all(test, target_arch = "wasm32"))]
#[path = "../tests/web/mod.rs"]
mod web_tests;
