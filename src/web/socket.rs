//! The socket: gloo-net carries it (opening, closing, its end), but text goes past it. gloo-net hands text over as a Rust `String`,
//! and a megabyte copied into wasm and back costs more than parsing it; here it stays the event's own string.

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;

use futures_core::Stream;
use futures_sink::Sink;
use gloo_net::websocket::futures::WebSocket;
use gloo_net::websocket::{State, WebSocketError};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = WebSocket, extends = web_sys::WebSocket)]
    #[derive(Clone)]
    type RawSocket;
}

#[wasm_bindgen(module = "/src/js/network.js")]
extern "C" {
    /// Whether the person, or a policy, keeps this site from the local network: a promise of a boolean.
    #[wasm_bindgen(js_name = localNetworkDenied)]
    pub fn local_network_denied(server: &str) -> js_sys::Promise;
    /// Hands what a socket says to a function; gives the listener.
    fn listen(socket: &RawSocket, take: &JsValue) -> JsValue;
    fn unlisten(socket: &RawSocket, listener: &JsValue);
    /// Whether it could be sent. `web_sys` would copy the text through wasm.
    fn say(socket: &RawSocket, text: &JsValue) -> bool;
}

/// What a socket does, beside what it says.
pub enum SocketEvent {
    Opened,
    Closed,
}

type Shared = Rc<RefCell<Option<WebSocket>>>;

/// An open, or opening, socket. Dropping it closes it and lets go of every listener; no event comes afterwards.
pub struct Socket {
    raw: RawSocket,
    shared: Shared,
    listener: JsValue,
}

impl Socket {
    /// `take` is a function that gets what the socket says, text alone. Fails where the browser refuses the URL.
    pub fn open(url: &str, take: &JsValue, on: Rc<dyn Fn(SocketEvent)>) -> Result<Self, JsValue> {
        let raw: RawSocket = web_sys::WebSocket::new(url)?.unchecked_into();
        // Before gloo-net's own listener, so that it never sees (and copies) the text.
        let listener = listen(&raw, take);
        let socket = WebSocket::try_from(web_sys::WebSocket::from(raw.clone())).map_err(|_| JsValue::UNDEFINED)?;
        let shared: Shared = Rc::new(RefCell::new(Some(socket)));
        spawn_local(watch(shared.clone(), on));
        Ok(Socket { raw, shared, listener })
    }

    /// The browser's own object.
    pub fn raw(&self) -> &JsValue {
        &self.raw
    }

    /// Whether it could be sent.
    pub fn send(&self, text: &JsValue) -> bool {
        say(&self.raw, text)
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        unlisten(&self.raw, &self.listener);
        // Taken out first: the socket's own drop wakes nobody, and the task below ends with its last waker.
        let socket = self.shared.borrow_mut().take();
        drop(socket);
    }
}

async fn watch(shared: Shared, on: Rc<dyn Fn(SocketEvent)>) {
    poll_fn(|cx| match shared.borrow_mut().as_mut() {
        Some(socket) => Pin::new(socket).poll_ready(cx).map(|_| ()),
        None => std::task::Poll::Pending,
    })
    .await;
    if shared.borrow().as_ref().is_some_and(|socket| matches!(socket.state(), State::Open)) {
        on(SocketEvent::Opened);
    }
    loop {
        let next = poll_fn(|cx| match shared.borrow_mut().as_mut() {
            Some(socket) => Pin::new(socket).poll_next(cx),
            None => std::task::Poll::Pending,
        });
        match next.await {
            Some(Err(WebSocketError::ConnectionClose(_))) | None => break,
            // A connection that the page's policy forbids ends with an error alone, without a close.
            Some(Err(WebSocketError::ConnectionError)) if is_gone(&shared) => break,
            _ => {}
        }
    }
    let alive = shared.borrow().is_some();
    if alive {
        on(SocketEvent::Closed);
    }
}

fn is_gone(shared: &Shared) -> bool {
    shared.borrow().as_ref().is_some_and(|socket| matches!(socket.state(), State::Closed))
}
