//! What the relay that called is answered.

use crate::text::fill;
use wasm_bindgen::prelude::*;

use super::{Call, Ended};
use crate::call::{self, Audit, Door, Outcome};
use crate::driver::ring::Work;
use crate::driver::{Driver, Item};
use crate::error::Error;
use crate::payload::Payload;
use crate::registry::{Address, Detail};
use crate::relay::{Asked, Kind, object};
use crate::session::{Input, Reply};
use crate::tabs;
use crate::web::options::Log;

impl Driver {
    pub(in crate::driver) fn answer(&self, now: f64, reply: Reply<JsValue>, answer: JsValue) {
        // A prompt's or resource's failure travels as text.
        let result = match reply.asked {
            Asked::Call(Kind::Tool) => Ok(answer),
            _ => answer.text_at("failed").map_or(Ok(answer), Err),
        };
        self.work_at(now, Work::Tabs(tabs::Input::Page(Input::Answer(reply, result))));
    }

    /// A sentence for the agent that is no failure.
    pub(in crate::driver) fn answer_text(&self, reply: Reply<JsValue>, text: &str) {
        let result = match reply.asked {
            Asked::Call(Kind::Tool) | Asked::Change => Ok(call::content(vec![call::text_block(JsValue::from_str(text))])),
            _ => Err(text.into()),
        };
        self.submit(Input::Answer(reply, result));
    }

    pub(in crate::driver) fn answer_error(&self, reply: Reply<JsValue>, text: &str) {
        let result = match reply.asked {
            Asked::Call(Kind::Tool) => Ok(call::failure(text)),
            // The relay itself must know that a change was refused: it keeps a list of its own.
            _ => Err(text.into()),
        };
        self.submit(Input::Answer(reply, result));
    }

    /// The relay that asked has gone, or is another one now.
    pub(in crate::driver) fn dropped(&self, reply: Reply<JsValue>) {
        let Asked::Call(kind) = reply.asked else { return };
        if reply.unfinished {
            self.runs.borrow_mut().told(reply.call, false);
            self.look_again();
        }
        let text = "The answer to a call of the % \"%\" was dropped: the relay that asked is gone.";
        let text = fill(text, &[kind.as_str(), &reply.name]);
        self.log(Log::Info, &text);
        self.audit.borrow_mut().push(Audit {
            call: reply.call,
            tool: reply.name,
            door: Door::Relay,
            started_at: js_sys::Date::now(),
            duration: 0.0,
            outcome: Outcome::Dropped,
            reason: Some(text),
            arguments: None,
        });
    }
}

/// What the relay is answered. A tool's failure is a result with `isError`; a prompt's or resource's is text, under `failed`.
/// A value that no relay can be given makes the call a failed one.
pub(super) fn relay_answer(call: &Call, ended: &mut Ended) -> JsValue {
    let kind = call.item.kind();
    let made = match &*ended {
        Ended::Value(value) | Ended::Result(value) if call.item.rules.prompt => call::prompt_as_tool(value.clone()),
        Ended::Result(value) => Ok(value.clone()),
        Ended::Value(value) => call::result(kind, &call.name, mime_of(&call.item), value.clone()),
        _ => Err(ended.message().unwrap_or_default()),
    };
    match made {
        Ok(answer) => answer,
        Err(reason) => {
            let answer = match kind {
                Kind::Tool => call::failure(&reason),
                _ => object("failed", [Some(JsValue::from_str(&reason))]),
            };
            if let Ended::Value(_) | Ended::Result(_) = ended {
                *ended = Ended::Failed(Error::Failed(reason));
            }
            answer
        }
    }
}

fn mime_of(item: &Item) -> Option<&str> {
    match &item.detail {
        Detail::Resource { mime, address: Address::Uri(_) | Address::Template(..) } => mime.as_deref(),
        _ => None,
    }
}
