//! One call, whichever door it came through: permissions -> validation -> confirmation -> run -> normalise -> audit.

mod answer;
mod confirm;
mod end;
mod report;

use crate::text::fill;
use std::cell::Cell;
use std::rc::Weak;

use gloo_events::EventListener;
use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::{Driver, Item, Note};
use crate::call::{self, Door};
use crate::error::Error;
use crate::payload::{Payload, Shape};
use crate::relay::Kind;
use crate::runs::{Joined, TOOL_TIMEOUT};
use crate::session::Reply;
use crate::web::context::CallContext;
use crate::web::options::Log;
use crate::web::{js, page, result};
use answer::relay_answer;
use confirm::confirmed;
use end::STOPPED;

/// A call on its way.
pub(super) struct Call {
    pub id: u64,
    pub item: Item,
    /// A tool's or prompt's name, or a resource's URI.
    name: String,
    door: Door,
    pub arguments: JsValue,
    variables: Vec<(String, String)>,
    started: f64,
    started_at: f64,
    /// It took more than its own turn.
    waited: Cell<bool>,
}

impl Call {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn door(&self) -> &'static str {
        self.door.as_str()
    }

    pub fn started_at(&self) -> f64 {
        self.started_at
    }
}

/// How it ended, before a door makes its answer of it.
pub(super) enum Ended {
    Value(JsValue),
    /// A tool's that is a `CallToolResult` already.
    Result(JsValue),
    /// The page's own thrown value.
    Thrown(JsValue),
    Failed(Error),
}

impl Ended {
    pub fn message(&self) -> Option<String> {
        match self {
            Ended::Value(_) | Ended::Result(_) => None,
            Ended::Thrown(thrown) => Some(js::message_of(thrown)),
            Ended::Failed(error) => Some(error.text()),
        }
    }
}

impl Driver {
    /// A relay's call.
    pub(super) fn serve(&self, reply: Reply<JsValue>, kind: Kind, name: String, arguments: Option<JsValue>) {
        let found = match kind {
            Kind::Resource => self.registry.borrow().resource(&name),
            _ => self.registry.borrow().get(kind, &name).map(|item| (item, Vec::new())),
        };
        let Some((item, variables)) = found else {
            return self.answer_error(reply, &Error::NotFound { kind: kind.as_str(), name }.text());
        };
        if !self.registry.borrow().is_on(kind, &item.name) {
            let text = fill("The % \"%\" is switched off on this page, by its user or by an agent.", &[kind.as_str(), &item.name]);
            return self.answer_error(reply, &text);
        }
        let name = if kind == Kind::Resource { name } else { item.name.clone() };
        let arguments = arguments.unwrap_or_else(|| if kind == Kind::Resource { JsValue::NULL } else { JsValue::object() });
        let now = self.clock.get();
        let answer_by = now + self.options.call_timeout;
        let joined = self.runs.borrow_mut().join(kind, &name, &arguments, reply, answer_by);
        let reply = match joined {
            Joined::No(reply) => reply,
            Joined::Waiting => return self.look_by(answer_by),
            Joined::Result(reply, result) => return self.answer(now, reply, result),
        };
        let call = Call {
            id: 0,
            item,
            name,
            door: Door::Relay,
            arguments,
            variables,
            started: now,
            started_at: self.wall(),
            waited: Cell::new(false),
        };
        let call = self.begin(call, Some((reply, answer_by)));
        self.look_by(answer_by);
        // Outside of the ring: what a handler wants of its client has happened when it returns.
        self.note(Note::Run(call));
    }

    /// Runs a relay's call and answers it; a handler that is done at once is answered at once.
    pub(super) fn run_served(&self, call: Call) {
        let weak = self.weak.clone();
        js::start(Box::pin(async move {
            let mut ended = run(&weak, &call).await;
            // One that was done at once has the turn of the frame that it came by.
            if call.waited.get() {
                Driver::result_turn(&weak).await;
            }
            let answer = relay_answer(&call, &mut ended);
            let Some(driver) = weak.upgrade() else { return };
            let now = page::now();
            driver.conclude(now, &call, &ended);
            let waiting = driver.runs.borrow_mut().finish(call.id, answer, now);
            match waiting {
                Some((mut reply, answer)) => {
                    reply.call = call.id;
                    driver.answer(now, reply, answer);
                }
                // It may be kept, until somebody collects it or nobody does.
                None => driver.look_again(),
            }
        }));
    }

    /// A call of the page's own; resolves to how it ended. An `AbortSignal` that fires stops it.
    pub(super) async fn call_here(weak: Weak<Driver>, item: Item, door: Door, arguments: JsValue, signal: Option<JsValue>) -> Ended {
        let call = match weak.upgrade() {
            Some(driver) => {
                let (name, started, started_at) = (item.name.clone(), page::now(), js_sys::Date::now());
                driver.begin(
                    Call { id: 0, item, name, door, arguments, variables: Vec::new(), started, started_at, waited: Cell::new(false) },
                    None,
                )
            }
            None => return Ended::Failed(Error::Destroyed),
        };
        let stop = (weak.clone(), call.id);
        let _stopping = signal.map(|signal| {
            EventListener::new(signal.unchecked_ref(), "abort", move |_| {
                if let Some(driver) = stop.0.upgrade() {
                    driver.abort(stop.1, "AbortError", "the caller gave up");
                }
            })
        });
        let ended = run(&weak, &call).await;
        if let Some(driver) = weak.upgrade() {
            let now = page::now();
            driver.conclude(now, &call, &ended);
            driver.runs.borrow_mut().finish(call.id, JsValue::UNDEFINED, now);
        }
        ended
    }

    /// Numbers a call. Who waits for it is told something by then.
    fn begin(&self, mut call: Call, waiting: Option<(Reply<JsValue>, f64)>) -> Call {
        call.id = self.runs.borrow_mut().start(call.item.kind(), &call.name, call.arguments.clone(), waiting);
        if self.options.log == Log::Debug {
            let arguments = call.arguments.json().ok().and_then(|text| text.as_string()).unwrap_or_default();
            self.log(Log::Debug, &fill("% (%): %", &[&call.name, call.door.as_str(), &arguments]));
        }
        call
    }

    /// The checks that need no waiting.
    fn check(&self, call: &Call) -> Result<(), Error> {
        self.permissions.borrow().check(&call.item.name, &call.item.rules.permissions)?;
        if self.options.validate { call::validate(&call.item, &call.arguments) } else { Ok(()) }
    }
}

async fn run(weak: &Weak<Driver>, call: &Call) -> Ended {
    let plain = call.door == Door::ModelContext && call.item.rules.plain;
    let asked = if call.door == Door::Relay { &call.arguments } else { &JsValue::UNDEFINED };
    let context = CallContext::new(call.id as f64, asked);
    {
        let Some(driver) = weak.upgrade() else { return Ended::Failed(Error::Destroyed) };
        if !plain && let Err(error) = driver.check(call) {
            return Ended::Failed(error);
        }
        driver.contexts.borrow_mut().insert(call.id, context.clone());
    }
    let mut starts = call.started;
    if !plain && call::needs_confirmation(&call.item) {
        wait(weak, call);
        if let Err(error) = confirmed(weak, call, &context).await {
            return Ended::Failed(error);
        }
        starts = page::now();
    }
    let pace = {
        let Some(driver) = weak.upgrade() else { return Ended::Failed(Error::Destroyed) };
        let stop_at = starts + call.item.rules.timeout.unwrap_or(TOOL_TIMEOUT);
        driver.runs.borrow_mut().limit(call.id, stop_at);
        driver.look_by(stop_at);
        driver.tell_call(call);
        driver.pace_of(call.door)
    };
    let kind = call.item.kind();
    let mut value = invoke(call, &context, &pace);
    let mut given = result::Given::of(kind, &value);
    if given == result::Given::Promise {
        wait(weak, call);
        value = match JsFuture::from(Promise::from(value)).await {
            Ok(value) => value,
            Err(thrown) => return thrown_or_stopped(call, thrown),
        };
        given = result::Given::of(kind, &value);
    }
    if plain {
        return Ended::Value(value);
    }
    match given {
        result::Given::Result => return Ended::Result(value),
        result::Given::Unusual => wait(weak, call),
        _ => return Ended::Value(value),
    }
    // What is read may take its time, too: an image loads, maybe for ever.
    let reading = result::plain(kind.as_str(), &call.name, &value);
    match JsFuture::from(CallContext::settled(&context, &reading, &JsValue::UNDEFINED)).await {
        Ok(value) => Ended::Value(value),
        Err(thrown) => match thrown_or_stopped(call, thrown) {
            Ended::Thrown(thrown) => Ended::Failed(Error::Failed(result::reason(&thrown))),
            stopped => stopped,
        },
    }
}

/// A call takes time: it is shown. One that is over at once is shown when it has ended.
fn wait(weak: &Weak<Driver>, call: &Call) {
    call.waited.set(true);
    if let Some(driver) = weak.upgrade() {
        driver.show_call(call, None);
    }
}

/// A rejection: the handler's own, or that of a signal that fired first.
fn thrown_or_stopped(call: &Call, thrown: JsValue) -> Ended {
    match CallContext::ending(&thrown).as_deref() {
        Some("TimeoutError") => {
            let seconds = call.item.rules.timeout.unwrap_or(TOOL_TIMEOUT) / 1000.0;
            let seconds = JsValue::from_f64(seconds).print().as_string().unwrap_or_default();
            Ended::Failed(Error::TimedOut { tool: call.name.clone(), seconds })
        }
        Some(_) if js::message_of(&thrown) == STOPPED => Ended::Failed(Error::Stopped { tool: call.name.clone() }),
        Some(_) => Ended::Failed(Error::Failed(fill("The tool % was stopped: %", &[&call.name, &js::message_of(&thrown)]))),
        None => Ended::Thrown(thrown),
    }
}

/// Calls the handler, or gives upstream's default answer where there is none. What takes time is a promise of ours.
fn invoke(call: &Call, context: &CallContext, pace: &JsValue) -> JsValue {
    let Some(handler) = &call.item.handler else { return default_answer(call) };
    if call.item.kind() != Kind::Resource {
        return CallContext::run(context, handler, &call.arguments, &JsValue::UNDEFINED, pace);
    }
    let mut variables = JsValue::object();
    for (name, value) in &call.variables {
        variables.put_text(name, value);
    }
    CallContext::run(context, handler, &JsValue::from_str(&call.name), &variables, pace)
}

fn default_answer(call: &Call) -> JsValue {
    let arguments = call.arguments.json().ok().and_then(|text| text.as_string()).unwrap_or_default();
    let text = match call.item.kind() {
        Kind::Tool => fill("Default implementation of % with args: %", &[&call.name, &arguments]),
        Kind::Prompt => fill("Default implementation of prompt % with args: %", &[&call.name, &arguments]),
        Kind::Resource => fill("Default implementation of resource % for URI: %", &[&call.item.name, &call.name]),
    };
    JsValue::from_str(&text)
}

/// Whether a value is an object that `execute()` may hand to a tool.
pub(super) fn is_arguments(value: &JsValue) -> bool {
    value.shape() == Shape::Object
}
