//! What a socket says and what tools give is taken at once while there is little of it, else in turns.

use std::cell::Cell;
use std::rc::Weak;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::Driver;
use crate::call::Door;
use crate::web::options::Log;
use crate::web::pace::Pace;
use crate::web::socket::{Socket, SocketEvent};

pub struct Pacing {
    pace: Pace,
    _take: Closure<dyn Fn(u32, u32, JsValue, f64, f64)>,
    /// Tells a socket from the next: what an older one said is not heard any more.
    socket: Cell<u32>,
}

impl Pacing {
    pub fn new(weak: Weak<Driver>) -> Self {
        let take = Closure::new(move |socket: u32, what: u32, frame: JsValue, now: f64, wall: f64| {
            let Some(driver) = weak.upgrade().filter(|driver| driver.pacing.is_current(socket)) else { return };
            match what {
                0 => driver.happened(SocketEvent::Closed),
                1 => driver.heard(now, wall, &frame),
                _ => driver.log(Log::Warn, "The relay sent something that is not JSON; ignored."),
            }
        });
        Pacing { pace: Pace::new(&take), _take: take, socket: Cell::new(0) }
    }

    /// The number of a socket that is about to be opened.
    pub fn next_socket(&self) -> u32 {
        self.socket.set(self.socket.get() + 1);
        self.socket.get()
    }

    fn is_current(&self, socket: u32) -> bool {
        socket == self.socket.get()
    }

    /// The function that takes what that socket says, in its turn.
    pub fn taker(&self, socket: u32) -> JsValue {
        self.pace.taker(socket)
    }

    pub fn watch(&self, socket: &Socket) {
        self.pace.watch(socket.raw());
    }
}

impl Drop for Pacing {
    fn drop(&mut self) {
        self.pace.end();
    }
}

impl Driver {
    /// A socket has opened, or gone: its end comes after what it said.
    pub(super) fn hear(&self, socket: u32, event: SocketEvent) {
        match event {
            SocketEvent::Opened if self.pacing.is_current(socket) => self.happened(event),
            SocketEvent::Opened => {}
            SocketEvent::Closed => self.pacing.pace.take(socket, &JsValue::UNDEFINED),
        }
    }

    /// What a relay's calls keep to when many of their promises settle at once.
    pub(super) fn pace_of(&self, door: Door) -> JsValue {
        let pace: &JsValue = &self.pacing.pace;
        if door == Door::Relay { pace.clone() } else { JsValue::UNDEFINED }
    }

    /// Waits, where many calls end at once, until it is this one's turn.
    pub(super) async fn result_turn(weak: &Weak<Driver>) {
        let turn = match weak.upgrade() {
            Some(driver) if !driver.pacing.pace.due() => driver.pacing.pace.turn(),
            _ => return,
        };
        let _ = JsFuture::from(turn).await;
    }
}
