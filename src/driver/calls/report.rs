//! What page, person and audit log are told of a call.

use crate::text::fill;
use wasm_bindgen::prelude::*;

use super::{Call, Ended};
use crate::call::{Audit, Outcome};
use crate::driver::{Driver, Note};
use crate::error::Error;
use crate::payload::Payload;
use crate::relay::{Kind, object};
use crate::web::events::EventType;
use crate::web::options::Log;

impl Driver {
    /// A call's id for whoever follows it across logs.
    pub(in crate::driver) fn trace(&self, id: u64) -> String {
        let number = JsValue::from_f64(id as f64).print().as_string().unwrap_or_default();
        fill("%-%", &[&self.trace_prefix, &number])
    }

    pub(super) fn tell_call(&self, call: &Call) {
        if call.item.kind() == Kind::Tool && self.events.is_heard(EventType::ToolCall) {
            self.note(Note::Fire(EventType::ToolCall, self.call_detail(call)));
            self.flush_notes();
        }
    }

    /// Tells page and audit log how a call ended.
    pub(super) fn conclude(&self, now: f64, call: &Call, ended: &Ended) {
        self.contexts.borrow_mut().remove(&call.id);
        let outcome = match ended {
            Ended::Value(_) | Ended::Result(_) => Outcome::Ok,
            Ended::Thrown(_) => Outcome::Error,
            Ended::Failed(Error::Denied(_)) => Outcome::Denied,
            Ended::Failed(Error::Invalid { .. }) => Outcome::Invalid,
            Ended::Failed(Error::TimedOut { .. }) => Outcome::TimedOut,
            Ended::Failed(Error::Stopped { .. }) => Outcome::Stopped,
            Ended::Failed(_) => Outcome::Error,
        };
        let duration = now - call.started;
        let reason = ended.message();
        if outcome != Outcome::Ok {
            self.log(Log::Info, &fill("%: %", &[&call.name, reason.as_deref().unwrap_or_default()]));
        }
        self.show_call(call, Some((outcome, duration)));
        let denied = matches!(outcome, Outcome::Denied | Outcome::Invalid);
        let event = if denied { EventType::ToolDenied } else { EventType::ToolResult };
        if call.item.kind() == Kind::Tool && self.events.is_heard(event) {
            let mut detail = self.call_detail(call);
            detail.put_text("outcome", outcome.as_str());
            detail.put("durationMs", JsValue::from_f64(duration));
            if let Some(reason) = &reason {
                detail.put_text("reason", reason);
            }
            if let Ended::Value(value) | Ended::Result(value) = ended {
                detail.put("result", value.clone());
            }
            self.note(Note::Fire(event, detail));
            self.flush_notes();
        }
        self.audit.borrow_mut().push(Audit {
            call: call.id,
            tool: call.name.clone(),
            door: call.door,
            started_at: call.started_at,
            duration,
            outcome,
            reason,
            arguments: (self.options.log == Log::Debug).then(|| call.arguments.clone()),
        });
    }

    fn call_detail(&self, call: &Call) -> JsValue {
        object(
            "callId traceId tool door arguments",
            [
                Some(JsValue::from_f64(call.id as f64).print()),
                Some(JsValue::from_str(&self.trace(call.id))),
                Some(JsValue::from_str(&call.name)),
                Some(JsValue::from_str(call.door.as_str())),
                Some(call.arguments.clone()),
            ],
        )
    }
}
