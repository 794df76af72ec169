//! One call, whichever door it came through: permissions -> validation -> confirmation -> run -> normalise -> audit.

use std::rc::Weak;

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::ring::Work;
use super::{Driver, Item, Note};
use crate::call::{self, Audit, Door, Outcome};
use crate::error::Error;
use crate::payload::{Payload, Shape};
use crate::registry::{Address, Detail};
use crate::relay::{Asked, Kind, object};
use crate::runs::{Due, Joined, TOOL_TIMEOUT};
use crate::session::{Input, Reply};
use crate::web::context::CallContext;
use crate::web::events::EventType;
use crate::web::options::Log;
use crate::web::{js, page, result};

/// Silence means no, after so many milliseconds. Shorter than a relay's patience, so that the agent hears it; wu's has more.
fn confirm_within(door: Door) -> (f64, &'static str) {
    if door == Door::Wu { (30_000.0, "30 s") } else { (25_000.0, "25 s") }
}

/// What the signal of a call says that the person stopped.
const STOPPED: &str = "The person using the page stopped it.";

/// A call on its way.
#[derive(Clone)]
pub(super) struct Call {
    pub id: u64,
    trace: String,
    pub item: Item,
    /// A tool's or prompt's name, or a resource's URI.
    name: String,
    door: Door,
    pub arguments: JsValue,
    variables: Vec<(String, String)>,
    started: f64,
    started_at: f64,
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
    /// The page's own thrown value.
    Thrown(JsValue),
    Failed(Error),
}

impl Ended {
    pub fn message(&self) -> Option<String> {
        match self {
            Ended::Value(_) => None,
            Ended::Thrown(thrown) => Some(js::message_of(thrown)),
            Ended::Failed(error) => Some(error.to_string()),
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
            return self.answer_error(reply, &Error::NotFound { kind: kind.as_str(), name }.to_string());
        };
        if !self.registry.borrow().is_on(kind, &item.name) {
            let text = ["The ", kind.as_str(), " \"", &item.name, "\" is switched off on this page, by its user or by an agent."].concat();
            return self.answer_error(reply, &text);
        }
        let name = if kind == Kind::Resource { name } else { item.name.clone() };
        let arguments = arguments.unwrap_or_else(|| if kind == Kind::Resource { JsValue::NULL } else { JsValue::object() });
        let now = page::now();
        let joined = self.runs.borrow_mut().join(kind, &name, &arguments, reply, now + self.options.call_timeout);
        let reply = match joined {
            Joined::No(reply) => reply,
            Joined::Waiting => return self.set_runs_timer(),
            Joined::Result(reply, result) => return self.answer(reply, result),
        };
        let answer_by = now + self.options.call_timeout;
        let call = self.begin(item, name, Door::Relay, arguments, variables, Some((reply, answer_by)));
        let weak = self.weak.clone();
        spawn_local(async move {
            let mut ended = run(weak.clone(), call.clone()).await;
            Driver::result_turn(&weak).await;
            let answer = relay_answer(&call, &mut ended);
            if let Some(driver) = weak.upgrade() {
                driver.conclude(&call, &ended);
                let waiting = driver.runs.borrow_mut().finish(call.id, answer, page::now());
                if let Some((mut reply, answer)) = waiting {
                    reply.call = call.id;
                    driver.answer(reply, answer);
                }
                driver.set_runs_timer();
            }
        });
    }

    /// A call of the page's own; resolves to how it ended. An `AbortSignal` that fires stops it.
    pub(super) async fn call_here(weak: Weak<Driver>, item: Item, door: Door, arguments: JsValue, signal: Option<JsValue>) -> Ended {
        let call = match weak.upgrade() {
            Some(driver) => driver.begin(item.clone(), item.name.clone(), door, arguments, Vec::new(), None),
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
        let ended = run(weak.clone(), call.clone()).await;
        if let Some(driver) = weak.upgrade() {
            driver.conclude(&call, &ended);
            driver.runs.borrow_mut().finish(call.id, JsValue::UNDEFINED, page::now());
            driver.set_runs_timer();
        }
        ended
    }

    fn begin(
        &self,
        item: Item,
        name: String,
        door: Door,
        arguments: JsValue,
        variables: Vec<(String, String)>,
        waiting: Option<(Reply<JsValue>, f64)>,
    ) -> Call {
        let started = page::now();
        let id = self.runs.borrow_mut().start(item.kind(), &name, arguments.clone(), waiting);
        self.set_runs_timer();
        let trace = self.trace(id);
        let call = Call { id, trace, item, name, door, arguments, variables, started, started_at: js_sys::Date::now() };
        self.show_call(&call, None);
        if self.options.log == Log::Debug {
            let arguments = call.arguments.json().ok().and_then(|text| text.as_string()).unwrap_or_default();
            self.log(Log::Debug, &[call.name.as_str(), " (", call.door.as_str(), "): ", &arguments].concat());
        }
        call
    }

    /// The one timer of all calls; left alone while it is set for the right moment.
    fn set_runs_timer(&self) {
        let due = self.runs.borrow().next_due();
        if self.runs_due.replace(due) == due {
            return;
        }
        let timer = due.map(|due| {
            let weak = self.weak.clone();
            js::later(
                page::delay(due - page::now()),
                Box::new(move || {
                    if let Some(driver) = weak.upgrade() {
                        driver.runs_due.set(None);
                        driver.look_at_runs();
                    }
                }),
            )
        });
        self.runs_timer.replace(timer);
    }

    fn look_at_runs(&self) {
        let due = self.runs.borrow_mut().due(page::now());
        for due in due {
            match due {
                Due::StillRunning { id, kind, name, arguments, mut reply } => {
                    reply.call = id;
                    reply.unfinished = true;
                    let text = [
                        "The ",
                        kind.as_str(),
                        " \"",
                        &name,
                        "\" is still running. Call it again with the same arguments to get its result.",
                    ];
                    self.answer_text(reply, &text.concat());
                    self.work(Work::Tabs(crate::tabs::Input::Unfinished { kind, name, arguments }));
                }
                Due::Stop { id } => self.abort(id, "TimeoutError", "the tool's time is over"),
            }
        }
        self.set_runs_timer();
    }

    /// Fires a call's signal; the call ends with it, whatever its handler does.
    pub(super) fn abort(&self, id: u64, name: &str, message: &str) {
        let context = self.contexts.borrow().get(&id).cloned();
        if let Some(context) = context {
            CallContext::abort(&context, name, message);
        }
    }

    /// The person's own stop. One that is still asked about is not allowed.
    pub(super) fn stop(&self, id: u64) {
        if !self.decide(id, false) {
            self.abort(id, "AbortError", STOPPED);
        }
    }

    /// The person's word about a call that waits for it; `false` where none does.
    pub(super) fn decide(&self, id: u64, allow: bool) -> bool {
        let resolve = self.asked.borrow_mut().remove(&id);
        let Some(resolve) = resolve else { return false };
        let _ = resolve.call1(&JsValue::UNDEFINED, &JsValue::from_bool(allow));
        true
    }

    pub(super) fn answer(&self, reply: Reply<JsValue>, answer: JsValue) {
        // A prompt's or resource's failure travels as text.
        let result = match js::get(&answer, "failed").filter(|_| reply.asked != Asked::Call(Kind::Tool)).and_then(|text| text.as_string()) {
            Some(error) => Err(error),
            None => Ok(answer),
        };
        self.submit(Input::Answer(reply, result));
    }

    /// A sentence for the agent that is no failure.
    pub(super) fn answer_text(&self, reply: Reply<JsValue>, text: &str) {
        let result = match reply.asked {
            Asked::Call(Kind::Tool) | Asked::Change => Ok(call::content(vec![call::text_block(JsValue::from_str(text))])),
            _ => Err(text.into()),
        };
        self.submit(Input::Answer(reply, result));
    }

    pub(super) fn answer_error(&self, reply: Reply<JsValue>, text: &str) {
        let result = match reply.asked {
            Asked::Call(Kind::Tool) => Ok(call::failure(text)),
            // The relay itself must know that a change was refused: it keeps a list of its own.
            _ => Err(text.into()),
        };
        self.submit(Input::Answer(reply, result));
    }

    /// The relay that asked has gone, or is another one now.
    pub(super) fn dropped(&self, reply: Reply<JsValue>) {
        let Asked::Call(kind) = reply.asked else { return };
        if reply.unfinished {
            self.runs.borrow_mut().told(reply.call, false);
            self.set_runs_timer();
        }
        let text = ["The answer to a call of the ", kind.as_str(), " \"", &reply.name, "\" was dropped: the relay that asked is gone."];
        let text = text.concat();
        self.log(Log::Info, &text);
        self.audit.borrow_mut().push(Audit {
            trace: self.trace(reply.call),
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

    fn trace(&self, id: u64) -> String {
        let number = JsValue::from_f64(id as f64).print().as_string().unwrap_or_default();
        [self.trace_prefix.as_str(), "-", &number].concat()
    }

    /// Tells page and audit log how a call ended.
    fn conclude(&self, call: &Call, ended: &Ended) {
        self.contexts.borrow_mut().remove(&call.id);
        let outcome = match ended {
            Ended::Value(_) => Outcome::Ok,
            Ended::Thrown(_) => Outcome::Error,
            Ended::Failed(Error::Denied(_)) => Outcome::Denied,
            Ended::Failed(Error::Invalid { .. }) => Outcome::Invalid,
            Ended::Failed(Error::TimedOut { .. }) => Outcome::TimedOut,
            Ended::Failed(Error::Stopped { .. }) => Outcome::Stopped,
            Ended::Failed(_) => Outcome::Error,
        };
        let duration = page::now() - call.started;
        let reason = ended.message();
        if outcome != Outcome::Ok {
            self.log(Log::Info, &[call.name.as_str(), ": ", reason.as_deref().unwrap_or_default()].concat());
        }
        self.show_call(call, Some((outcome, duration)));
        let denied = matches!(outcome, Outcome::Denied | Outcome::Invalid);
        let event = if denied { EventType::ToolDenied } else { EventType::ToolResult };
        if call.item.kind() == Kind::Tool && self.events.is_heard(event) {
            let mut detail = self.call_detail(call);
            detail.put("outcome", JsValue::from_str(outcome.as_str()));
            detail.put("durationMs", JsValue::from_f64(duration));
            if let Some(reason) = &reason {
                detail.put("reason", JsValue::from_str(reason));
            }
            if let Ended::Value(value) = ended {
                detail.put("result", value.clone());
            }
            self.note(Note::Fire(event, detail));
            self.flush_notes();
        }
        self.audit.borrow_mut().push(Audit {
            trace: call.trace.clone(),
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
        object([
            ("callId", Some(JsValue::from_f64(call.id as f64).print())),
            ("traceId", Some(JsValue::from_str(&call.trace))),
            ("tool", Some(JsValue::from_str(&call.name))),
            ("door", Some(JsValue::from_str(call.door.as_str()))),
            ("arguments", Some(call.arguments.clone())),
        ])
    }

    fn tell_call(&self, call: &Call) {
        if call.item.kind() == Kind::Tool && self.events.is_heard(EventType::ToolCall) {
            self.note(Note::Fire(EventType::ToolCall, self.call_detail(call)));
            self.flush_notes();
        }
    }

    /// The checks that need no waiting.
    fn check(&self, call: &Call) -> Result<(), Error> {
        self.permissions.borrow().check(&call.item.name, &call.item.rules.permissions)?;
        if self.options.validate { call::validate(&call.item, &call.arguments) } else { Ok(()) }
    }

    /// Ends the connection, and the calls that came by it.
    pub fn disconnect(&self) {
        self.stop_asked(|driver| driver.submit(Input::Disconnect));
    }

    /// Ends the calls that came by the connection, which `end` ends.
    pub(super) fn stop_asked(&self, end: impl FnOnce(&Driver)) {
        // Before the session lets go of what it owes: whose word of still running is dropped is asked for no more.
        let asked = self.runs.borrow().asked();
        end(self);
        for id in asked {
            self.abort(id, "AbortError", "the page was disconnected");
        }
    }

    /// Asks the person in front of the page, by the page's own `confirm` or the built-in dialog. When nobody answers in time, the
    /// promise resolves to `silence`.
    fn ask(&self, call: &Call, silence: &JsValue) -> Result<(Promise, Timeout), Error> {
        let wordless = || Error::Denied(["The tool ", &call.name, " needs a confirmation, and this page has no way to ask."].concat());
        let arguments = call.arguments.clone();
        let mut settle = None;
        let promise = Promise::new(&mut |resolve, reject| settle = Some((resolve, reject)));
        let (resolve, _) = settle.ok_or_else(wordless)?;
        let lapse = (resolve.clone(), silence.clone());
        let (within, _) = confirm_within(call.door);
        let timer = js::later(
            page::delay(within),
            Box::new(move || {
                let _ = lapse.0.call1(&JsValue::UNDEFINED, &lapse.1);
            }),
        );
        self.asked.borrow_mut().insert(call.id, resolve);
        if let Some(confirm) = &self.options.confirm {
            let question = object([("tool", Some(JsValue::from_str(&call.name))), ("args", Some(arguments))]);
            let answer = confirm.call1(&JsValue::UNDEFINED, &question).map_err(|thrown| confirm_failed(&call.name, &thrown))?;
            let either = Promise::race(&Array::of2(&answer, &promise));
            return Ok((either, timer));
        }
        if !self.show_confirm(call, within / 1000.0) {
            return Err(wordless());
        }
        Ok((promise, timer))
    }
}

fn confirm_failed(tool: &str, thrown: &JsValue) -> Error {
    Error::Denied(["The tool ", tool, " was not run: asking for confirmation failed: ", &js::message_of(thrown)].concat())
}

async fn confirmed(weak: &Weak<Driver>, call: &Call, context: &CallContext) -> Result<(), Error> {
    let silence = JsValue::symbol(None);
    let (answer, timer) = {
        let driver = weak.upgrade().ok_or(Error::Destroyed)?;
        let asked = driver.ask(call, &silence);
        if asked.is_err() {
            driver.asked.borrow_mut().remove(&call.id);
        }
        asked?
    };
    let answer = JsFuture::from(CallContext::settled(context, &answer, &JsValue::UNDEFINED)).await;
    drop(timer);
    if let Some(driver) = weak.upgrade() {
        driver.asked.borrow_mut().remove(&call.id);
        driver.hide_confirm(call.id);
    }
    let denied = |parts: &[&str]| Err(Error::Denied(parts.concat()));
    match answer {
        Ok(answer) if answer == JsValue::TRUE => Ok(()),
        Ok(answer) if answer == JsValue::FALSE => denied(&["The user did not allow the tool ", &call.name, ": it was not run."]),
        Ok(answer) if answer == silence => {
            let (_, within) = confirm_within(call.door);
            denied(&["Nobody confirmed the tool ", &call.name, " within ", within, ", which means no: it was not run."])
        }
        Ok(_) => denied(&["The tool ", &call.name, " was not run: this page's confirm function answered neither true nor false."]),
        Err(thrown) if CallContext::ending(&thrown).is_some() => {
            denied(&["The tool ", &call.name, " was not run: ", &js::message_of(&thrown)])
        }
        Err(thrown) => Err(confirm_failed(&call.name, &thrown)),
    }
}

async fn run(weak: Weak<Driver>, call: Call) -> Ended {
    let plain = call.door == Door::ModelContext && call.item.rules.plain;
    let context = CallContext::new(call.id as f64);
    {
        let Some(driver) = weak.upgrade() else { return Ended::Failed(Error::Destroyed) };
        if !plain && let Err(error) = driver.check(&call) {
            return Ended::Failed(error);
        }
        driver.contexts.borrow_mut().insert(call.id, context.clone());
    }
    if !plain
        && call::needs_confirmation(&call.item)
        && let Err(error) = confirmed(&weak, &call, &context).await
    {
        return Ended::Failed(error);
    }
    let pace = {
        let Some(driver) = weak.upgrade() else { return Ended::Failed(Error::Destroyed) };
        driver.runs.borrow_mut().limit(call.id, page::now() + call.item.rules.timeout.unwrap_or(TOOL_TIMEOUT));
        driver.set_runs_timer();
        driver.tell_call(&call);
        driver.pace_of(call.door)
    };
    let value = match invoke(&call, &context) {
        Ok(value) if js::is_thenable(&value) => match JsFuture::from(CallContext::settled(&context, &value, &pace)).await {
            Ok(value) => value,
            Err(thrown) => return thrown_or_stopped(&call, thrown),
        },
        Ok(value) => value,
        Err(thrown) => return Ended::Thrown(thrown),
    };
    if plain {
        return Ended::Value(value);
    }
    match result::prepare(call.item.kind(), &call.name, value).await {
        Ok(value) => Ended::Value(value),
        Err(reason) => Ended::Failed(Error::Failed(reason)),
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
        Some(_) => Ended::Failed(Error::Failed(["The tool ", &call.name, " was stopped: ", &js::message_of(&thrown)].concat())),
        None => Ended::Thrown(thrown),
    }
}

/// Calls the handler, or gives upstream's default answer where there is none.
fn invoke(call: &Call, context: &CallContext) -> Result<JsValue, JsValue> {
    let Some(handler) = &call.item.handler else { return Ok(default_answer(call)) };
    match call.item.kind() {
        Kind::Resource => {
            let mut variables = JsValue::object();
            for (name, value) in &call.variables {
                variables.put(name, JsValue::from_str(value));
            }
            handler.call3(&JsValue::UNDEFINED, &JsValue::from_str(&call.name), &variables, context)
        }
        _ => handler.call2(&JsValue::UNDEFINED, &call.arguments, context),
    }
}

fn default_answer(call: &Call) -> JsValue {
    let arguments = call.arguments.json().ok().and_then(|text| text.as_string()).unwrap_or_default();
    let text = match call.item.kind() {
        Kind::Tool => ["Default implementation of ", &call.name, " with args: ", &arguments].concat(),
        Kind::Prompt => ["Default implementation of prompt ", &call.name, " with args: ", &arguments].concat(),
        Kind::Resource => ["Default implementation of resource ", &call.item.name, " for URI: ", &call.name].concat(),
    };
    JsValue::from_str(&text)
}

/// What the relay is answered. A tool's failure is a result with `isError`; a prompt's or resource's is text, under `failed`.
/// A value that no relay can be given makes the call a failed one.
fn relay_answer(call: &Call, ended: &mut Ended) -> JsValue {
    let kind = call.item.kind();
    let made = match &*ended {
        Ended::Value(value) if call.item.rules.prompt => call::prompt_as_tool(value.clone()),
        Ended::Value(value) => call::result(kind, &call.name, mime_of(&call.item), value.clone()),
        _ => Err(ended.message().unwrap_or_default()),
    };
    match made {
        Ok(answer) => answer,
        Err(reason) => {
            let answer = match kind {
                Kind::Tool => call::failure(&reason),
                _ => object([("failed", Some(JsValue::from_str(&reason)))]),
            };
            if let Ended::Value(_) = ended {
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

/// Whether a value is an object that `execute()` may hand to a tool.
pub(super) fn is_arguments(value: &JsValue) -> bool {
    value.shape() == Shape::Object
}
