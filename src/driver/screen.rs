//! What the person in front of the page sees and does.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::Driver;
use super::calls::Call;
use crate::call::Outcome;
use crate::error::Error;
use crate::session::Reply;
use crate::view::Status;

#[derive(Default)]
pub struct Screen;

impl Screen {
    pub fn blocked(&self, _server: &str) -> Option<Error> {
        None
    }
}

impl Driver {
    pub(super) fn listen_to_page(&self) {}
    pub(super) fn mount(&self) {}
    pub(super) fn unmount(&self) {}
    pub(super) fn show_status(&self, _status: Status, _error: Option<&Error>) {}
    pub(super) fn show_items(&self) {}
    pub(super) fn show_call(&self, _id: u64, _name: &str, _started_at: f64, _ended: Option<(Outcome, f64)>) {}
    pub(super) fn show_confirm(&self, _call: &Call, _seconds: f64) -> bool {
        false
    }
    pub(super) fn hide_confirm(&self, _id: u64) {}
    pub(super) fn sample(&self, reply: Reply<JsValue>, _request: JsValue) {
        self.answer_error(reply, "This page cannot answer sampling requests.");
    }
    #[allow(dead_code)]
    fn unused(_: Function) {}
}
