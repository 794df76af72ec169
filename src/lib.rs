//! The page-side WebMCP client, as WebAssembly.
#![allow(dead_code)]

pub mod payload;
#[cfg(target_arch = "wasm32")]
pub mod web;

#[cfg(test)]
#[path = "../tests/unit/mod.rs"]
mod tests;
