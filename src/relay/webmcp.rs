//! The dialect of the stock relay (`@jason.today/webmcp` 0.1.13) and of its fork.

use super::{Asked, In, Kind, Out, base64, definition, object};
use crate::error::Error;
use crate::payload::{Payload, Shape};

pub const REGISTER_PATH: &str = "/register";

/// A pairing token: base64 of `{"server":"ws://localhost:4797","token":"<32 hex>"}`, valid once.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    /// Without a slash at its end.
    pub server: String,
    pub token: String,
}

impl Token {
    pub fn parse<P: Payload>(pasted: &str) -> Result<Self, Error> {
        let text = pasted.trim().trim_matches(|c| matches!(c, '"' | '\'' | '`')).trim();
        if text.is_empty() {
            return Err(Error::TokenEmpty);
        }
        let bytes = base64::decode(text).ok_or(Error::TokenNotBase64)?;
        let json = String::from_utf8(bytes).map_err(|_| Error::TokenNotJson)?;
        let value = P::parse(&json).ok_or(Error::TokenNotJson)?;
        let field = |name: &'static str| value.text_at(name).filter(|text| !text.is_empty()).ok_or(Error::TokenIncomplete(name));
        let (server, token) = (field("server")?, field("token")?);
        if !is_relay_url(&server) {
            return Err(Error::TokenServer(server));
        }
        Ok(Token { server: server.trim_end_matches('/').into(), token })
    }

    /// What the page sends to `/register`.
    pub fn registration<P: Payload>(&self, host: &str) -> Out<P> {
        let message = object("server token host", [Some(P::text(&self.server)), Some(P::text(&self.token)), Some(P::text(host))]);
        let json = message.json().ok().and_then(|text: P| text.as_text()).unwrap_or_default();
        Out::Register(base64::encode(json.as_bytes()))
    }
}

/// Whether a text can be a relay's address; the browser's own URL parser has the last word.
pub fn is_relay_url(url: &str) -> bool {
    let scheme = url.get(..6).unwrap_or(url).to_ascii_lowercase();
    let rest = if scheme.starts_with("ws://") {
        &url[5..]
    } else if scheme == "wss://" {
        &url[6..]
    } else {
        return false;
    };
    !rest.is_empty() && !rest.starts_with('/') && !rest.contains(|c: char| c.is_whitespace() || matches!(c, '?' | '#'))
}

/// The channel's name for a page's host, as the relay makes it.
pub fn host_name(host: &str) -> String {
    host.replace(['.', ':'], "_")
}

/// Reads a parsed frame. What cannot be a frame is [`In::Ignored`]: a relay must never be able to end a page's session by mistake.
pub fn decode<P: Payload>(frame: &P) -> In<P> {
    let Some(kind) = frame.text_at("type") else { return In::Ignored };
    // An acknowledgement. They come by the thousand, and are not looked into.
    if kind.ends_with("Registered") {
        return In::Ignored;
    }
    // Anything else nobody can wait for.
    let id = frame.get("id").filter(|id| matches!(id.shape(), Shape::String | Shape::Number));
    let text = |keys: &[&str]| keys.iter().find_map(|key| frame.text_at(key));
    let call = |kind: Kind, key: &'static str| match (id.clone(), frame.text_at(key)) {
        (Some(id), Some(name)) => In::Call { id, kind, name, arguments: frame.get("arguments") },
        (Some(id), None) => In::Refused { id, asked: Asked::Call(kind), about: key },
        _ => In::Ignored,
    };
    let list = |kind: Kind| id.clone().map_or(In::Ignored, |id| In::List { id, kind });
    let listed = |keys: &[&str]| In::Listed {
        any: keys.iter().any(|key| frame.get(key).is_some_and(|list| list.shape() == Shape::Array && list.length() > 0)),
    };
    match kind.as_str() {
        "registerSuccess" => match (text(&["channel"]), text(&["token"])) {
            (Some(channel), Some(token)) if channel.starts_with('/') && !token.is_empty() => In::Registered { channel, token },
            _ => In::Error("it sent no channel, or no session token".into()),
        },
        "welcome" => In::Welcome,
        "error" => In::Error(text(&["message"]).unwrap_or_default()),
        "ping" => In::Ping { id },
        "pong" => In::Pong,
        "callTool" => call(Kind::Tool, "tool"),
        "getPrompt" => call(Kind::Prompt, "name"),
        "readResource" => call(Kind::Resource, "uri"),
        "createSamplingMessage" => match (id, frame.get("messages").is_some_and(|messages| messages.shape() == Shape::Array)) {
            (Some(id), true) => In::Sampling { id, request: frame.clone() },
            (Some(id), false) => In::Refused { id, asked: Asked::Sampling, about: "messages" },
            _ => In::Ignored,
        },
        "listTools" => list(Kind::Tool),
        "listPrompts" => list(Kind::Prompt),
        "listResources" => list(Kind::Resource),
        "listToolsResponse" => listed(&["tools"]),
        "listResourcesResponse" => listed(&["resources", "resourceTemplates"]),
        "createTool" => In::CreateTool { id, definition: definition::find(frame) },
        "removeTool" => In::RemoveTool { id, name: text(&["nombre", "name", "tool"]).filter(|name| !name.is_empty()) },
        "removeAllTools" => In::RemoveAllTools { id },
        "clipboardCopy" => In::ClipboardCopy { id, text: text(&["text", "texto", "token"]) },
        "getClientInfo" => In::ClientInfo { id },
        _ => In::Ignored,
    }
}

/// A request that a page can hand on to another tab, as the frame that it came in; the name may be another one by now.
pub fn repeat<P: Payload>(request: In<P>) -> P {
    let text = |text: Option<String>| text.map(|text| P::text(&text));
    let (id, keys, value) = match request {
        In::Call { id, kind, name, arguments } => {
            let keys = match kind {
                Kind::Tool => "type=callTool id tool arguments",
                Kind::Prompt => "type=getPrompt id name arguments",
                Kind::Resource => "type=readResource id uri arguments",
            };
            return object(keys, [Some(id), Some(P::text(&name)), arguments]);
        }
        In::Sampling { request, .. } => return request,
        In::CreateTool { id, definition } => (id, "type=createTool id definition", Some(definition)),
        In::RemoveTool { id, name } => (id, "type=removeTool id name", text(name)),
        In::RemoveAllTools { id } => (id, "type=removeAllTools id", None),
        In::ClipboardCopy { id, text: given } => (id, "type=clipboardCopy id text", text(given)),
        _ => return P::null(),
    };
    object(keys, [id, value])
}

/// Writes a frame. `Err` is the pairing message, which is text already.
pub fn encode<P: Payload>(out: Out<P>) -> Result<P, String> {
    Ok(match out {
        Out::Register(text) => return Err(text),
        Out::Announce { kind, mut descriptor } => {
            let what = match kind {
                Kind::Tool => "registerTool",
                Kind::Prompt => "registerPrompt",
                Kind::Resource => "registerResource",
            };
            descriptor.put_text("type", what);
            descriptor
        }
        Out::Answer { id, asked, result } => {
            let list = matches!(asked, Asked::List(_)) && result.is_ok();
            let keys = match (asked, &result) {
                (Asked::Call(Kind::Prompt), Ok(_)) => "id type=promptResponse result",
                (Asked::Call(Kind::Prompt), Err(_)) => "id type=promptResponse error",
                (Asked::Call(Kind::Resource), Ok(_)) => "id type=resourceResponse result",
                (Asked::Call(Kind::Resource), Err(_)) => "id type=resourceResponse error",
                (Asked::Sampling, Ok(_)) => "id type=samplingResponse result",
                (Asked::Sampling, Err(_)) => "id type=samplingResponse error",
                (Asked::List(Kind::Tool), _) => "id type=listToolsResponse error",
                (Asked::List(Kind::Prompt), _) => "id type=listPromptsResponse error",
                (Asked::List(Kind::Resource), _) => "id type=listResourcesResponse error",
                (_, Ok(_)) => "id type=toolResponse result",
                (_, Err(_)) => "id type=toolResponse error",
            };
            let value = match result {
                // The lists under their own names (`tools`; `resources` and `resourceTemplates`).
                Ok(lists) if list => {
                    let mut frame = object(keys, [Some(id)]);
                    copy(&lists, &mut frame);
                    return Ok(frame);
                }
                Ok(result) => result,
                // An empty error never reaches the MCP client: its call would hang.
                Err(error) => P::text(if error.trim().is_empty() { "The page answered with an error." } else { &error }),
            };
            object(keys, [Some(id), Some(value)])
        }
        Out::Ping { id } => object("id type=ping", [Some(P::number(f64::from(id)))]),
        Out::Pong { id, timestamp } => object("id type=pong timestamp", [id, Some(P::number(timestamp))]),
        Out::List { kind: Kind::Resource } => object("id=listResources type=listResources", []),
        Out::List { .. } => object("id=listTools type=listTools", []),
        Out::ClientInfo { id, info } => {
            let mut frame = object("type=clientInfo id", [id]);
            copy(&info, &mut frame);
            frame.put("info", info);
            frame
        }
    })
}

fn copy<P: Payload>(from: &P, to: &mut P) {
    for key in from.keys() {
        if let Some(value) = from.get(&key) {
            to.put(&key, value);
        }
    }
}
