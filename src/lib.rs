//! The page-side WebMCP client, as WebAssembly.
//!
//! Modules in the order in which data flows: frames come in through `web::socket`, are decoded by `relay`, judged by `session`,
//! found in `registry`, checked and run as a `call`, and go out the same way. The core (everything outside `web`, `driver`, `client`
//! and `wu`) knows no browser. Two modules are built of it: `client`, which pages import, and `wu`, loaded when one is asked for.
//!
//! Pages download this, so lists are filled by plain loops: chained iterators and their closures are several times the code.

// Native builds see the core alone, as its tests do; each of the two modules uses a part of it.
#![cfg_attr(not(all(target_arch = "wasm32", feature = "client", feature = "wu")), allow(dead_code, unused_imports))]

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
mod tabs;
mod template;
mod text;
mod view;

#[cfg(all(target_arch = "wasm32", feature = "client"))]
mod client;
#[cfg(all(target_arch = "wasm32", feature = "client"))]
mod driver;
#[cfg(target_arch = "wasm32")]
mod web;
#[cfg(all(target_arch = "wasm32", feature = "wu"))]
mod wu;

#[cfg(all(target_arch = "wasm32", feature = "client"))]
pub use client::WebMCP;
#[cfg(all(target_arch = "wasm32", feature = "wu"))]
pub use wu::WuLink;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "../tests/unit/mod.rs"]
mod tests;
#[cfg(all(test, target_arch = "wasm32"))]
#[path = "../tests/web/mod.rs"]
mod web_tests;
