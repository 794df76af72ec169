//! The doors of the registry: a relay's requests, and the page's own `tools()`, `execute()` and `auditLog()`.

use crate::text::fill;
use std::rc::Rc;

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;

use super::calls::{Ended, is_arguments};
use super::{Driver, Given, Item};
use crate::call::Door;
use crate::error::Error;
use crate::payload::Payload;
use crate::registry::Detail;
use crate::relay::{In, Kind, object};
use crate::session::{Input, Reply};
use crate::web::{js, page};

impl Driver {
    /// A relay's request; every one with an id is answered, whatever happens.
    pub(super) fn request(&self, reply: Reply<JsValue>, frame: In<JsValue>) {
        match frame {
            In::Call { kind, name, arguments, .. } => self.serve(reply, kind, name, arguments),
            In::List { kind, .. } => {
                let lists = self.lists(kind);
                self.submit(Input::Answer(reply, Ok(lists)));
            }
            In::Sampling { request, .. } => self.sample(reply, request),
            In::Welcome | In::ClientInfo { .. } => self.submit(Input::Answer(reply, Ok(page::client_info()))),
            In::Refused { about, .. } => {
                self.answer_error(reply, &fill("The request's \"%\" is missing, or of the wrong type.", &[about]));
            }
            _ => self.change(reply, frame),
        }
    }

    /// `tools()`: fresh objects, so that nobody can change the registry through them.
    pub fn tools(&self) -> JsValue {
        let listed = Array::new();
        for item in self.tool_items() {
            let mut tool = describe(&item);
            if !self.registry.borrow().is_on(Kind::Tool, &item.name) {
                tool.put("enabled", JsValue::FALSE);
            }
            listed.push(&tool);
        }
        listed.into()
    }

    /// The tools that there are now, in order.
    pub(super) fn tool_items(&self) -> Vec<Item> {
        let mut items = self.items();
        items.retain(|item| item.kind() == Kind::Tool);
        items
    }

    pub(super) fn items(&self) -> Vec<Item> {
        self.registry.borrow().entries().cloned().collect()
    }

    /// `execute(tool, args)`: `{success: true, result}` or `{success: false, reason}`. A tool that is given whole is run without
    /// being registered.
    pub fn execute(&self, tool: &JsValue, given: &JsValue, options: &JsValue) -> Promise {
        let arguments = if given.is_undefined() { Ok(JsValue::object()) } else { copy(given) };
        let found = match tool.as_string() {
            Some(name) => {
                let item = self.registry.borrow().get(Kind::Tool, &name);
                Ok(item.ok_or(Error::NotFound { kind: "tool", name }))
            }
            None if tool.is_object() => Given::tool("execute", tool, &JsValue::UNDEFINED, &JsValue::UNDEFINED, &JsValue::UNDEFINED)
                .map(|given| Ok(Rc::new(given.into_entry()))),
            None => Err(js::type_error("execute", "tool", "must be a tool's name, or a tool")),
        };
        let wu = options.text_at("door").as_deref() == Some("wu");
        let door = if wu { Door::Wu } else { Door::Page };
        let weak = self.weak.clone();
        js::promise(Box::pin(async move {
            let found = found?;
            let arguments = arguments?;
            let ended = match found {
                Ok(item) => Driver::call_here(weak, item, door, arguments, None).await,
                Err(error) => Ended::Failed(error),
            };
            let answer = match (&ended, ended.message()) {
                (Ended::Value(value) | Ended::Result(value), _) => object("success result", [Some(JsValue::TRUE), Some(value.clone())]),
                (_, reason) => object("success reason", [Some(JsValue::FALSE), reason.map(|reason| JsValue::from_str(&reason))]),
            };
            Ok(answer)
        }))
    }

    /// `auditLog()`: the last 200 calls, oldest first.
    pub fn audit_log(&self) -> JsValue {
        let audits: Vec<_> = self.audit.borrow().iter().cloned().collect();
        let lines = Array::new();
        for audit in audits {
            let line: JsValue = object(
                "traceId callId tool door startedAt durationMs outcome reason arguments",
                [
                    Some(JsValue::from_str(&self.trace(audit.call))),
                    Some(JsValue::from_f64(audit.call as f64).print()),
                    Some(JsValue::from_str(&audit.tool)),
                    Some(JsValue::from_str(audit.door.as_str())),
                    Some(JsValue::from_f64(audit.started_at)),
                    Some(JsValue::from_f64(audit.duration)),
                    Some(JsValue::from_str(audit.outcome.as_str())),
                    audit.reason.map(|reason| JsValue::from_str(&reason)),
                    audit.arguments,
                ],
            );
            lines.push(&line);
        }
        lines.into()
    }
}

/// A tool as `tools()` lists it. `parameters` is `inputSchema` under the name that wu uses.
fn describe(item: &Item) -> JsValue {
    let Detail::Tool { input, annotations, .. } = &item.detail else { return JsValue::UNDEFINED };
    let text = |text: &str| Some(JsValue::from_str(text));
    let schema = copy(input).ok();
    object(
        "name title description parameters inputSchema annotations source",
        [
            Some(item.label.clone()),
            item.title.as_deref().and_then(text),
            Some(item.description.clone()),
            schema.clone(),
            schema,
            annotations.as_ref().and_then(|annotations| copy(annotations).ok()),
            text(item.source.as_str()),
        ],
    )
}

/// The arguments of a call as JSON has them: a page's getters run here, and not in the middle of the checks.
fn copy(given: &JsValue) -> Result<JsValue, JsValue> {
    if !is_arguments(given) {
        return Err(js::type_error("execute", "args", "must be an object"));
    }
    let text = given.json().map_err(|problem| js::type_error("execute", "args", &fill("cannot be written as JSON: %", &[&problem])))?;
    js::parse(&text)
}
