//! What survives a reload: one key of `sessionStorage`. Storage that is full, blocked or holds nonsense is "nothing stored".

use wasm_bindgen::prelude::*;

use super::js;
use crate::payload::Payload;
use crate::relay::object;
use crate::session::Link;

const KEY: &str = "webmcp-session";
/// Upstream's: it kept the pairing token and every tool here.
const OLD_KEYS: [&str; 4] = ["webmcp_token", "webmcp_tools", "webmcp_prompts", "webmcp_resources"];

/// Reading the property alone throws where storage is blocked.
fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok().flatten()
}

pub fn load() -> Option<Link> {
    let storage = storage()?;
    for key in OLD_KEYS {
        let _ = storage.remove_item(key);
    }
    let stored = <JsValue as Payload>::parse(&storage.get_item(KEY).ok().flatten()?)?;
    let (server, channel, token) = (stored.text_at("server")?, stored.text_at("channel")?, stored.text_at("sessionToken")?);
    (crate::relay::webmcp::is_relay_url(&server) && channel.starts_with('/') && !token.is_empty()).then_some(Link {
        server,
        channel,
        token,
    })
}

pub fn store(link: &Link) {
    let text = |text: &str| Some(JsValue::from_str(text));
    let value: JsValue = object([("server", text(&link.server)), ("channel", text(&link.channel)), ("sessionToken", text(&link.token))]);
    if let (Some(storage), Ok(Some(text))) = (storage(), js::stringify(&value)) {
        let _ = storage.set_item(KEY, &text);
    }
}

pub fn forget() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(KEY);
    }
}
