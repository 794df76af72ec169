//! What the doors to the browser's agent (`polyfill`, `forms`, `model_context`) need from the owner of the registry.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;

use crate::registry::Source;

/// A tool on its way into the registry.
pub struct Offer {
    pub name: String,
    pub title: Option<String>,
    pub description: String,
    /// As its author wrote it: any object, or `undefined`.
    pub input: JsValue,
    pub annotations: JsValue,
    /// `execute(args, context)`.
    pub execute: Function,
    pub source: Source,
}

/// None of these is called while a `RefCell` guard is alive on the caller's side; each may run page code.
pub trait Host {
    /// Takes a tool in. `None` where its name is taken, by whomever. A schema that cannot be checked is no reason to refuse: the
    /// draft knows none.
    fn add(&self, offer: Offer) -> Option<u64>;
    /// Nothing where the name is another registration's by now.
    fn remove(&self, id: u64);
    /// The tool that holds a name.
    fn find(&self, name: &str) -> Option<(u64, Source)>;
    /// Fresh `{id, name, title?, description, inputSchema?, annotations?, source}`s of all tools, in order.
    fn list(&self) -> Array;
    /// Runs a tool the way a browser would; resolves to its plain value, rejects with what it threw.
    fn run(&self, name: &str, input: JsValue, signal: &JsValue) -> Promise;
    /// `toolactivated` or `toolcancel`, for scripts that listen.
    fn fire(&self, event: &str, tool: &str);
    /// Something that the page's author should know.
    fn warn(&self, text: &str);
}
