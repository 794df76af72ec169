//! The `CustomEvent`s of a `WebMCP` object, through an `EventTarget` of its own: a listener that throws is the browser's to report.

use std::cell::Cell;

use wasm_bindgen::prelude::*;
use web_sys::EventTarget;

#[wasm_bindgen(module = "/src/js/window.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    fn fire(target: &EventTarget, kind: &str, detail: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(catch)]
    fn listen(target: &EventTarget, on: bool, kind: &str, listener: &JsValue, options: &JsValue) -> Result<(), JsValue>;
}

/// The events there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventType {
    StatusChange,
    ToolChange,
    ToolCall,
    ToolResult,
    ToolDenied,
    Exposed,
    Error,
}

impl EventType {
    const ALL: [EventType; 7] = [
        EventType::StatusChange,
        EventType::ToolChange,
        EventType::ToolCall,
        EventType::ToolResult,
        EventType::ToolDenied,
        EventType::Exposed,
        EventType::Error,
    ];

    fn as_str(self) -> &'static str {
        match self {
            EventType::StatusChange => "statuschange",
            EventType::ToolChange => "toolchange",
            EventType::ToolCall => "toolcall",
            EventType::ToolResult => "toolresult",
            EventType::ToolDenied => "tooldenied",
            EventType::Exposed => "exposed",
            EventType::Error => "error",
        }
    }
}

pub struct Events {
    target: EventTarget,
    /// A bit for each type that was ever listened to: an event nobody can hear is not made.
    heard: Cell<u8>,
}

impl Events {
    pub fn new() -> Result<Self, JsValue> {
        Ok(Events { target: EventTarget::new()?, heard: Cell::new(0) })
    }

    pub fn add(&self, kind: &str, listener: &JsValue, options: &JsValue) -> Result<(), JsValue> {
        if let Some(known) = EventType::ALL.iter().find(|known| known.as_str() == kind) {
            self.heard.set(self.heard.get() | 1 << *known as u8);
        }
        listen(&self.target, true, kind, listener, options)
    }

    pub fn remove(&self, kind: &str, listener: &JsValue, options: &JsValue) -> Result<(), JsValue> {
        listen(&self.target, false, kind, listener, options)
    }

    pub fn is_heard(&self, kind: EventType) -> bool {
        self.heard.get() >> kind as u8 & 1 == 1
    }

    pub fn fire(&self, kind: EventType, detail: &JsValue) {
        if !self.is_heard(kind) {
            return;
        }
        let _ = fire(&self.target, kind.as_str(), detail);
    }

    pub fn target(&self) -> &EventTarget {
        &self.target
    }
}
