//! The `CustomEvent`s of a `WebMCP` object, through an `EventTarget` of its own: a listener that throws is the browser's to report.

use std::cell::Cell;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, EventTarget};

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
        call_target(&self.target, "addEventListener", kind, listener, options)
    }

    pub fn remove(&self, kind: &str, listener: &JsValue, options: &JsValue) -> Result<(), JsValue> {
        call_target(&self.target, "removeEventListener", kind, listener, options)
    }

    pub fn is_heard(&self, kind: EventType) -> bool {
        self.heard.get() >> kind as u8 & 1 == 1
    }

    pub fn fire(&self, kind: EventType, detail: &JsValue) {
        if !self.is_heard(kind) {
            return;
        }
        let init = CustomEventInit::new();
        init.set_detail(detail);
        if let Ok(event) = CustomEvent::new_with_event_init_dict(kind.as_str(), &init) {
            let _ = self.target.dispatch_event(&event);
        }
    }

    pub fn target(&self) -> &EventTarget {
        &self.target
    }
}

/// With the page's own values, so that the browser judges them (listener objects, `once`, `signal`).
fn call_target(target: &EventTarget, method: &str, kind: &str, listener: &JsValue, options: &JsValue) -> Result<(), JsValue> {
    let method: Function = js_sys::Reflect::get(target, &JsValue::from_str(method))?.unchecked_into();
    method.call3(target, &JsValue::from_str(kind), listener, options).map(|_| ())
}
