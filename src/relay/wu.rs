//! The dialect of wu's relay: commands in, answers out, and before them the page's token where the relay wants one.
//!
//! The relay drives the page it is connected to with its user's cookies, and checks nobody's origin: a development tool.

use super::{In, Out, is_loopback, object};
use crate::payload::{Payload, Shape};
use crate::text::fill;

/// What a relay may ask of a page.
pub struct Command {
    pub name: &'static str,
    /// The flag that must be granted.
    pub permission: Option<&'static str>,
    /// It changes the page: an audit event goes out.
    pub mutates: bool,
}

const fn reads(name: &'static str) -> Command {
    Command { name, permission: None, mutates: false }
}

const fn needs(permission: &'static str, name: &'static str) -> Command {
    Command { name, permission: Some(permission), mutates: true }
}

pub const COMMANDS: [Command; 17] = [
    reads("status"),
    reads("list_apps"),
    reads("list_events"),
    reads("list_actions"),
    // Granted or not where the action is run: one line of the audit log for one action.
    needs("executeActions", "execute_action"),
    Command { name: "get_state", permission: Some("readStore"), mutates: false },
    needs("writeStore", "set_state"),
    needs("emitEvents", "emit_event"),
    needs("emitEvents", "navigate"),
    reads("snapshot"),
    reads("screenshot"),
    needs("modifyDOM", "click"),
    needs("modifyDOM", "type"),
    reads("console"),
    reads("network"),
    needs("modifyDOM", "mount_app"),
    needs("modifyDOM", "unmount_app"),
];

/// The command of that name; `Err` is the answer where there is none.
pub fn command(name: &str) -> Result<&'static Command, String> {
    COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| fill("Unknown command: %", &[name]))
}

/// Whether a page may let a relay in, by the host names of both. `Ok` may hold a warning for the page's author.
pub fn admit(page: &str, relay: &str, token: &str, allow_insecure: bool) -> Result<Option<&'static str>, String> {
    let far = match (is_loopback(page), is_loopback(relay)) {
        (true, true) if token.is_empty() => {
            return Ok(Some(
                "connected to a wu relay without a token: whatever can open a port of this machine can drive this tab, with its user's cookies. Start the relay with a token and give it to connect(), and leave this call out of what you publish.",
            ));
        }
        (true, true) => return Ok(None),
        (true, false) => fill("the relay % is not on this machine", &[relay]),
        (false, _) => fill("the page (%) is not from this machine", &[if page.is_empty() { "a page without a host" } else { page }]),
    };
    if !token.is_empty() && allow_insecure {
        return Ok(Some(
            "connected to a wu relay beyond this machine (allowInsecure): it can drive this tab, with its user's cookies. Leave this call out of what you publish.",
        ));
    }
    let missing = match (token.is_empty(), allow_insecure) {
        (true, false) => "a token and {allowInsecure: true}",
        (true, true) => "a token",
        _ => "{allowInsecure: true}",
    };
    let why = "a wu relay can drive this tab, with its user's cookies, and ";
    Err(fill("connect: %%: that needs %.", &[why, &far, missing]))
}

/// Reads a parsed frame. What cannot be a frame, or be answered, is [`In::Ignored`].
pub fn decode<P: Payload>(frame: &P) -> In<P> {
    if frame.text_at("type").as_deref() == Some("auth_result") {
        return match frame.get("success").and_then(|success| success.as_bool()) {
            Some(true) => In::Accepted,
            _ => In::Rejected(frame.text_at("reason").unwrap_or_default()),
        };
    }
    let id = frame.get("id").filter(|id| matches!(id.shape(), Shape::String | Shape::Number));
    match (id, frame.text_at("command")) {
        (Some(id), Some(name)) => In::Command { id, name, params: frame.get("params") },
        _ => In::Ignored,
    }
}

/// Writes a frame; `None` for what this dialect has no words for.
pub fn encode<P: Payload>(out: Out<P>) -> Option<P> {
    match out {
        Out::Register(token) => Some(object("type=auth token", [Some(P::text(&token))])),
        Out::Answer { id, result: Ok(result), .. } => Some(object("id result", [Some(id), Some(result)])),
        Out::Answer { id, result: Err(error), .. } => {
            let error = if error.trim().is_empty() { "The page answered with an error." } else { &error };
            Some(object("id error", [Some(id), Some(P::text(error))]))
        }
        _ => None,
    }
}
