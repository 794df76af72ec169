//! The TypeScript declarations, written for the people who use them; wasm-bindgen's own know only `any`.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../js/types.d.ts");
