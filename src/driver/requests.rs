//! A relay's requests that are no calls: sampling, and the fork's changes to tools and clipboard.

use crate::text::fill;
use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::{Driver, Given};
use crate::call;
use crate::error::Error;
use crate::payload::{Payload, Shape};
use crate::registry::Source;
use crate::relay::definition::{self, Definition};
use crate::relay::{In, Kind, object};
use crate::session::{Input, Reply};
use crate::tabs::Key;
use crate::web::{context, js, page};

/// How long a page's function may take to allow a tool: a relay gives up after 30 s.
const DECIDE_WITHIN: f64 = 25_000.0;

const CANCELLED: &str = "User cancelled sampling request";

impl Driver {
    /// A sampling request: the page's `onSampling`, or a dialog.
    pub(super) fn sample(&self, reply: Reply<JsValue>, request: JsValue) {
        let Some(on_sampling) = self.options.on_sampling.clone() else {
            let id = self.next_id();
            self.pending.borrow_mut().push((id, reply.clone()));
            if !self.show_sample(id, &request) {
                self.take_pending(id);
                self.answer_error(reply, "This page has no way to ask its user.");
            }
            return;
        };
        let weak = self.weak.clone();
        spawn_local(async move {
            let answer = match on_sampling.call1(&JsValue::UNDEFINED, &request) {
                Ok(value) => JsFuture::from(Promise::resolve(&value)).await,
                Err(thrown) => Err(thrown),
            };
            let Some(driver) = weak.upgrade() else { return };
            match answer {
                Ok(value) if value.is_undefined() || value.is_null() => driver.answer_error(reply, CANCELLED),
                Ok(value) if value.shape() == Shape::Object => driver.submit(Input::Answer(reply, Ok(value))),
                Ok(value) => driver.submit(Input::Answer(reply, Ok(sampling_result(Payload::print(&value))))),
                Err(thrown) => driver.answer_error(reply, &js::message_of(&thrown)),
            }
        });
    }

    pub(super) fn sampled(&self, id: u64, answer: Option<String>) {
        let Some(reply) = self.take_pending(id) else { return };
        match answer {
            Some(text) => self.submit(Input::Answer(reply, Ok(sampling_result(JsValue::from_str(&text))))),
            None => self.answer_error(reply, CANCELLED),
        }
    }

    fn take_pending(&self, id: u64) -> Option<Reply<JsValue>> {
        let mut pending = self.pending.borrow_mut();
        let index = pending.iter().position(|(own, _)| *own == id)?;
        Some(pending.remove(index).1)
    }

    /// Nobody waits for these answers any more.
    pub(super) fn end_sampling(&self) {
        for (id, _) in self.pending.take() {
            self.hide_sample(id);
        }
    }

    /// What the fork's relay asks for.
    pub(super) fn change(&self, reply: Reply<JsValue>, frame: In<JsValue>) {
        match frame {
            In::CreateTool { definition, .. } => self.create_tool(reply, definition),
            In::RemoveTool { name, .. } => self.remove_tool(reply, name),
            In::RemoveAllTools { .. } => self.remove_all_tools(reply),
            In::ClipboardCopy { text, .. } => self.copy(reply, text),
            _ => self.answer_error(reply, "This page cannot do that."),
        }
    }

    /// Whether agents may change the page's tools, where no function of the page's has to be asked.
    fn dynamic_allowed(&self) -> Result<Option<Function>, Error> {
        let given = &self.options.dynamic_tools;
        if let Some(ask) = js::function(given) {
            return Ok(Some(ask));
        }
        let allowed = JsValue::as_bool(given).unwrap_or_else(page::is_loopback);
        if allowed { Ok(None) } else { Err(refused()) }
    }

    fn create_tool(&self, reply: Reply<JsValue>, definition: JsValue) {
        let ask = match self.dynamic_allowed() {
            Ok(ask) => ask,
            Err(error) => return self.answer_error(reply, &error.text()),
        };
        let definition = match definition::read(&definition) {
            Ok(definition) => definition,
            Err(problem) => return self.answer_error(reply, &problem),
        };
        let Some(ask) = ask else { return self.make_tool(reply, definition) };
        // Under the same names, however the relay spells them.
        let question = object(
            "name description code inputSchema",
            [
                Some(JsValue::from_str(&definition.name)),
                definition.description.as_deref().map(JsValue::from_str),
                Some(JsValue::from_str(&definition.code)),
                definition.schema.clone(),
            ],
        );
        let weak = self.weak.clone();
        spawn_local(async move {
            let answer = match ask.call1(&JsValue::UNDEFINED, &question) {
                Ok(value) => JsFuture::from(context::answered(&value, DECIDE_WITHIN)).await,
                Err(thrown) => Err(thrown),
            };
            let Some(driver) = weak.upgrade() else { return };
            match answer {
                Ok(answer) if answer == JsValue::TRUE => driver.make_tool(reply, definition),
                Ok(answer) if answer.is_undefined() => {
                    let text = "This page did not allow the tool: its dynamicTools function gave no answer, or none within 25 s.";
                    driver.answer_error(reply, text);
                }
                Ok(_) => driver.answer_error(reply, "This page did not allow the tool (its dynamicTools function said no)."),
                Err(thrown) => {
                    let why = js::message_of(&thrown);
                    driver.answer_error(reply, &fill("This page did not allow the tool: its dynamicTools function failed: %", &[&why]));
                }
            }
        });
    }

    fn make_tool(&self, reply: Reply<JsValue>, definition: Definition<JsValue>) {
        let made = given_of(definition).and_then(|given| {
            let name = given.name().to_string();
            let taken = self.registry.borrow().get(Kind::Tool, &name).is_some();
            if taken {
                return Err(fill("A tool \"%\" exists already: remove it first, or choose another name.", &[&name]));
            }
            self.enter(given).map_err(|thrown| js::message_of(&thrown))?;
            Ok(name)
        });
        // Before the answer: an agent may call the tool as soon as it hears of it.
        self.flush_changes();
        match made {
            Ok(name) => self.answer_text(reply, &fill("The tool \"%\" is there until the page is loaded again.", &[&name])),
            Err(problem) => self.answer_error(reply, &problem),
        }
    }

    fn remove_tool(&self, reply: Reply<JsValue>, name: Option<String>) {
        if let Err(error) = self.dynamic_allowed() {
            return self.answer_error(reply, &error.text());
        }
        let Some(name) = name else { return self.answer_error(reply, "removeTool names no tool: give its nombre (name).") };
        let found = self.registry.borrow().get(Kind::Tool, &name).map(|item| (item.name.clone(), item.source));
        match found {
            Some((name, source)) => {
                self.drop_tool(&name, source);
                self.answer_text(reply, &fill("The tool \"%\" was removed.", &[&name]));
            }
            None => self.answer_error(reply, &Error::NotFound { kind: "tool", name }.text()),
        }
    }

    fn remove_all_tools(&self, reply: Reply<JsValue>) {
        if let Err(error) = self.dynamic_allowed() {
            return self.answer_error(reply, &error.text());
        }
        let mut tools = self.tool_items();
        tools.retain(|item| self.registry.borrow().is_on(Kind::Tool, &item.name));
        // The other tabs' too: they have been asked as well.
        let listed = |(kind, name): &Key| *kind == Kind::Tool && self.descriptor(*kind, name, name).is_some();
        let count = self.keys().iter().filter(|key| listed(key)).count();
        for item in &tools {
            self.drop_tool(&item.name, item.source);
        }
        let count = JsValue::from_f64(count as f64).print().as_string().unwrap_or_default();
        self.answer_text(reply, &fill("% tools were removed.", &[&count]));
    }

    /// An agent's tool goes; one of the page's own is switched off for relays, until the page is loaded again.
    fn drop_tool(&self, name: &str, source: Source) {
        if source == Source::Agent {
            self.forget(Kind::Tool, name);
        } else {
            self.switch(Kind::Tool, name, false);
        }
    }

    fn copy(&self, reply: Reply<JsValue>, text: Option<String>) {
        let Some(text) = text else { return self.answer_error(reply, "clipboardCopy holds no text: give it as texto (text).") };
        let weak = self.weak.clone();
        let written = page::write_clipboard(&text);
        spawn_local(async move {
            let ok = match written {
                Ok(promise) => JsFuture::from(promise).await.is_ok(),
                Err(_) => false,
            };
            let Some(driver) = weak.upgrade() else { return };
            if ok {
                return driver.answer_text(reply, "Copied to the clipboard.");
            }
            // The browser writes only for a page in front of the person; the widget offers the text instead.
            let id = driver.next_id();
            if driver.show_copy(id, &text) {
                driver.answer_text(reply, "The browser did not let the page write to the clipboard by itself; the page now offers the text to its user with a Copy button.");
            } else {
                driver.answer_error(reply, "The browser did not let the page write to the clipboard.");
            }
        });
    }
}

fn refused() -> Error {
    Error::Denied("This page does not let agents change its tools: its author can allow it with new WebMCP({dynamicTools: true}).".into())
}

/// The user's answer, as upstream sends it.
fn sampling_result(text: JsValue) -> JsValue {
    object("model=web-user-input role=assistant content", [Some(call::text_block(text))])
}

/// A definition as an item; its code is compiled in the global scope.
fn given_of(definition: Definition<JsValue>) -> Result<Given, String> {
    let Definition { name, description, code, schema } = definition;
    let function = compile(&code).map_err(|problem| fill("The code of \"%\" %", &[&name, &problem]))?;
    let description = description.map_or(JsValue::UNDEFINED, |text| JsValue::from_str(&text));
    let schema = schema.unwrap_or(JsValue::UNDEFINED);
    let given = Given::tool("registerTool", &JsValue::from_str(&name), &description, &schema, &function)
        .map_err(|thrown| js::message_of(&thrown))?;
    Ok(given.from(Source::Agent))
}

fn compile(code: &str) -> Result<JsValue, String> {
    page::compile(code).map(JsValue::from).map_err(|thrown| {
        let message = js::message_of(&thrown);
        match thrown.text_at("name").as_deref() {
            Some("SyntaxError") => fill("does not compile: SyntaxError: %", &[&message]),
            // EvalError: a policy without 'unsafe-eval'; TypeError: Trusted Types.
            _ => fill("cannot be compiled on this page: its Content-Security-Policy forbids it (script-src without 'unsafe-eval', or Trusted Types): %", &[&message]),
        }
    })
}
