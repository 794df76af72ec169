//! What survives a reload: one key of `sessionStorage`. Storage that is full, blocked or holds nonsense is "nothing stored".

use wasm_bindgen::prelude::*;

use super::js;
use crate::payload::Payload;
use crate::relay::object;
use crate::session::Link;

#[wasm_bindgen(module = "/src/js/window.js")]
extern "C" {
    #[wasm_bindgen(js_name = load)]
    fn stored() -> Option<String>;
    #[wasm_bindgen(js_name = store)]
    fn keep(text: Option<&str>);
}

pub fn load() -> Option<Link> {
    let stored = <JsValue as Payload>::parse(&stored()?)?;
    let (server, channel, token) = (stored.text_at("server")?, stored.text_at("channel")?, stored.text_at("sessionToken")?);
    (crate::relay::webmcp::is_relay_url(&server) && channel.starts_with('/') && !token.is_empty()).then_some(Link {
        server,
        channel,
        token,
    })
}

pub fn store(link: &Link) {
    let text = |text: &str| Some(JsValue::from_str(text));
    let value: JsValue = object("server channel sessionToken", [text(&link.server), text(&link.channel), text(&link.token)]);
    if let Ok(Some(text)) = js::stringify(&value) {
        keep(Some(&text));
    }
}

pub fn forget() {
    keep(None);
}
