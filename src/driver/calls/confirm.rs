//! The person's word about a call, before it runs.

use crate::text::fill;
use std::rc::Weak;

use gloo_timers::callback::Timeout;
use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::Call;
use crate::call::Door;
use crate::driver::Driver;
use crate::error::Error;
use crate::relay::object;
use crate::web::context::CallContext;
use crate::web::{js, page};

/// Silence means no, after so many milliseconds. Shorter than a relay's patience, so that the agent hears it; wu's has more.
fn confirm_within(door: Door) -> (f64, &'static str) {
    if door == Door::Wu { (30_000.0, "30 s") } else { (25_000.0, "25 s") }
}

impl Driver {
    /// The person's word about a call that waits for it; `false` where none does.
    pub(in crate::driver) fn decide(&self, id: u64, allow: bool) -> bool {
        let resolve = self.asked.borrow_mut().remove(&id);
        let Some(resolve) = resolve else { return false };
        let _ = resolve.call1(&JsValue::UNDEFINED, &JsValue::from_bool(allow));
        true
    }

    /// Asks the person in front of the page, by the page's own `confirm` or the built-in dialog. When nobody answers in time, the
    /// promise resolves to `silence`.
    fn ask(&self, call: &Call, silence: &JsValue) -> Result<(Promise, Timeout), Error> {
        let wordless = || Error::Denied(fill("The tool % needs a confirmation, and this page has no way to ask.", &[&call.name]));
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
            let question = object("tool args", [Some(JsValue::from_str(&call.name)), Some(arguments)]);
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
    Error::Denied(fill("The tool % was not run: asking for confirmation failed: %", &[tool, &js::message_of(thrown)]))
}

pub(super) async fn confirmed(weak: &Weak<Driver>, call: &Call, context: &CallContext) -> Result<(), Error> {
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
    let denied = |sentence: &str, value: &str| Err(Error::Denied(fill(sentence, &[&call.name, value])));
    match answer {
        Ok(answer) if answer == JsValue::TRUE => Ok(()),
        Ok(answer) if answer == JsValue::FALSE => denied("The user did not allow the tool %: it was not run.", ""),
        Ok(answer) if answer == silence => {
            let (_, within) = confirm_within(call.door);
            denied("Nobody confirmed the tool % within %, which means no: it was not run.", within)
        }
        Ok(_) => denied("The tool % was not run: this page's confirm function answered neither true nor false.", ""),
        Err(thrown) if CallContext::ending(&thrown).is_some() => denied("The tool % was not run: %", &js::message_of(&thrown)),
        Err(thrown) => Err(confirm_failed(&call.name, &thrown)),
    }
}
