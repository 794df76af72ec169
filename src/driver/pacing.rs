//! What a socket says and what tools give is taken at once while there is little of it, else in turns.

use std::cell::Cell;
use std::rc::Weak;

use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::Driver;
use crate::web::pace::Pace;
use crate::web::socket::{Socket, SocketEvent};

pub struct Pacing {
    pace: Pace,
    /// Tells a socket from the next: what an older one said is not heard any more.
    socket: Cell<u32>,
}

impl Default for Pacing {
    fn default() -> Self {
        Pacing { pace: Pace::new(), socket: Cell::new(0) }
    }
}

impl Pacing {
    /// The number of a socket that is about to be opened.
    pub fn next_socket(&self) -> u32 {
        self.socket.set(self.socket.get() + 1);
        self.socket.get()
    }

    pub fn watch(&self, socket: &Socket) {
        self.pace.watch(socket.raw());
    }
}

impl Driver {
    /// Takes what a socket says in its turn; in order, its end included.
    pub(super) fn hear(&self, socket: u32, event: SocketEvent) {
        if self.pacing.pace.free() {
            return self.heard_of(socket, event);
        }
        let turn = self.pacing.pace.turn(false);
        let weak = self.weak.clone();
        spawn_local(async move {
            let _ = JsFuture::from(turn).await;
            if let Some(driver) = weak.upgrade() {
                driver.heard_of(socket, event);
            }
        });
    }

    fn heard_of(&self, socket: u32, event: SocketEvent) {
        if socket == self.pacing.socket.get() {
            self.happened(event);
        }
    }

    /// Waits, where many calls end at once, until it is this one's turn.
    pub(super) async fn result_turn(weak: &Weak<Driver>) {
        let turn = match weak.upgrade() {
            Some(driver) if !driver.pacing.pace.free() => driver.pacing.pace.turn(true),
            _ => return,
        };
        let _ = JsFuture::from(turn).await;
    }
}
