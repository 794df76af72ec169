//! The doors of the second module, as the page sees them beside its own relay. What there is to decide about them, JavaScript does.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::{Driver, Note};
use crate::payload::Payload;
use crate::web::annex::Annex;
use crate::web::events::EventType;
use crate::web::js;
use crate::web::options::Log;

/// The doors, and what they tell of.
pub struct Doors(Annex, #[allow(dead_code)] Closure<dyn Fn(JsValue)>);

impl Driver {
    /// The doors; made, with a `WebMCP` of their own, when the first is asked for.
    fn annex(&self, page: JsValue) -> Annex {
        if let Some(doors) = self.annex.borrow().as_ref() {
            return doors.0.clone();
        }
        self.keep();
        let weak = self.weak.clone();
        let told = Closure::<dyn Fn(JsValue)>::new(move |told: JsValue| {
            if let Some(driver) = weak.upgrade() {
                driver.tell_door(told);
            }
        });
        let annex = Annex::new(&page, told.as_ref());
        *self.annex.borrow_mut() = Some(Doors(annex.clone(), told));
        annex
    }

    /// `undefined` where there are no doors.
    pub fn doors_open(&self) -> JsValue {
        self.annex.borrow().as_ref().map(|doors| JsValue::from(&doors.0)).unwrap_or_default()
    }

    /// A door's status, a warning, or what was thrown where nobody waits for it.
    fn tell_door(&self, told: JsValue) {
        if let Some(thrown) = js::get(&told, "error") {
            return self.report_thrown(&thrown);
        }
        if let Some(message) = told.text_at("message") {
            self.log(Log::Warn, &message);
        }
        if js::get(&told, "status").is_some() {
            self.note(Note::Fire(EventType::StatusChange, told));
            self.flush_notes();
        }
    }

    /// `connect("ws://...", options)`.
    pub fn connect_wu(&self, page: JsValue, server: &JsValue, options: &JsValue) -> Promise {
        self.annex(page).connect(server, options)
    }

    /// The option `pageTools`.
    pub fn offer_page_tools(&self, page: JsValue, names: &JsValue) {
        self.annex(page).offer(names);
    }

    pub(super) fn close_annex(&self) {
        // Its closure may be told something meanwhile: dropped afterwards.
        if let Some(doors) = self.annex.take() {
            doors.0.close();
        }
    }

    /// The page's own relay, as `relays` lists it; `undefined` where there is none.
    pub fn own_relay(&self) -> JsValue {
        let (status, link) = (self.status().as_str(), self.link());
        let (server, channel) = link.map_or_else(|| (self.server(), String::new()), |link| (link.server, link.channel));
        crate::web::annex::own(status, &server, &channel)
    }
}
