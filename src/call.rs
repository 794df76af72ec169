//! One call, as data: who asks, what must hold before the handler runs, and what its result becomes.

use crate::text::fill;
use std::collections::VecDeque;

use crate::error::Error;
use crate::payload::{Payload, Shape};
use crate::registry::{Detail, Entry};
use crate::relay::{Kind, object};

/// Where a call came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    Relay,
    /// The page's own `execute()`.
    Page,
    ModelContext,
    /// A wu relay's command.
    Wu,
}

impl Door {
    pub fn as_str(self) -> &'static str {
        match self {
            Door::Relay => "relay",
            Door::Page => "page",
            Door::ModelContext => "model-context",
            Door::Wu => "wu",
        }
    }
}

/// The flags that a tool may require. Those a page never set are not granted.
pub struct Permissions(Vec<(String, bool)>);

impl Default for Permissions {
    fn default() -> Self {
        let defaults = [
            ("readStore", true),
            ("writeStore", false),
            ("emitEvents", true),
            ("readDOM", false),
            ("modifyDOM", false),
            ("executeActions", true),
        ];
        Permissions(defaults.into_iter().map(|(flag, on)| (flag.to_string(), on)).collect())
    }
}

impl Permissions {
    pub fn set(&mut self, flag: String, on: bool) {
        self.0.retain(|(own, _)| *own != flag);
        self.0.push((flag, on));
    }

    pub fn iter(&self) -> impl Iterator<Item = &(String, bool)> {
        self.0.iter()
    }

    pub fn has(&self, flag: &str) -> bool {
        self.0.iter().any(|(own, on)| own == flag && *on)
    }

    /// Refuses a tool for a flag that is off.
    pub fn check(&self, tool: &str, required: &[String]) -> Result<(), Error> {
        match required.iter().find(|flag| !self.has(flag)) {
            Some(flag) => {
                Err(Error::Denied(fill("Permission denied: the tool % needs \"%\", which this page has not granted.", &[tool, flag])))
            }
            None => Ok(()),
        }
    }
}

/// Checks arguments against a tool's schema; other kinds have none.
pub fn validate<P: Payload, H>(entry: &Entry<P, H>, arguments: &P) -> Result<(), Error> {
    let Detail::Tool { checks, .. } = &entry.detail else { return Ok(()) };
    checks.validate(arguments).map_err(|faults| Error::Invalid { tool: entry.name.clone(), faults })
}

/// Whether the person in front of the page must say yes first.
pub fn needs_confirmation<P: Payload, H>(entry: &Entry<P, H>) -> bool {
    let consequential = match &entry.detail {
        Detail::Tool { annotations: Some(annotations), .. } => annotations.get("consequentialHint").and_then(|hint| hint.as_bool()),
        _ => None,
    };
    entry.rules.confirm || consequential == Some(true)
}

/// A text block.
pub fn text_block<P: Payload>(text: P) -> P {
    object("type=text text", [Some(text)])
}

/// A `CallToolResult` of the given blocks.
pub fn content<P: Payload>(blocks: Vec<P>) -> P {
    object("content", [Some(P::array(blocks))])
}

/// A `CallToolResult` that says what went wrong. Never empty.
pub fn failure<P: Payload>(message: &str) -> P {
    let message = if message.trim().is_empty() { "The tool failed without saying why." } else { message };
    let mut result = content(vec![text_block(P::text(message))]);
    result.put("isError", P::boolean(true));
    result
}

/// What a handler's value becomes for a relay. Values that JSON cannot hold (blobs, canvases) are blocks by now.
/// `Err` is a sentence for the agent.
pub fn result<P: Payload>(kind: Kind, name: &str, mime: Option<&str>, value: P) -> Result<P, String> {
    match kind {
        Kind::Tool => tool_result(value),
        Kind::Prompt => prompt_result(value),
        Kind::Resource => resource_result(name, mime, value),
    }
}

fn tool_result<P: Payload>(value: P) -> Result<P, String> {
    Ok(match value.shape() {
        Shape::String => content(vec![text_block(value)]),
        Shape::Number | Shape::Boolean | Shape::Null => content(vec![text_block(value.print())]),
        Shape::Array => content(vec![text_block(json(&value)?)]),
        Shape::Object if is_result(&value) => value,
        Shape::Object => {
            let mut result = content(vec![text_block(json(&value)?)]);
            // A `toJSON` may make something else of the object; `structuredContent` must be one.
            if result.get("content").is_some() && value.get("toJSON").is_none() {
                result.put("structuredContent", value);
            }
            result
        }
        Shape::Other => content(vec![text_block(value.wording()?)]),
    })
}

/// Whether MCP clients take an object for a `CallToolResult`. They refuse it as a whole for one member that is none of theirs; such an
/// object is the tool's own.
fn is_result<P: Payload>(value: &P) -> bool {
    value.get("content").is_some_and(|blocks| {
        blocks.shape() == Shape::Array && (0..blocks.length()).all(|index| blocks.at(index).is_some_and(|block| is_block(&block)))
    }) && may_have(value, "structuredContent", Shape::Object)
        && may_have(value, "isError", Shape::Boolean)
        && may_have(value, "_meta", Shape::Object)
}

fn may_have<P: Payload>(value: &P, key: &str, shape: Shape) -> bool {
    value.get(key).is_none_or(|member| member.shape() == shape)
}

fn is_block<P: Payload>(block: &P) -> bool {
    if !may_have(block, "annotations", Shape::Object) || !may_have(block, "_meta", Shape::Object) {
        return false;
    }
    let texts = |of: &P, keys: [&str; 2]| keys.iter().all(|key| of.get(key).is_some_and(|member| member.shape() == Shape::String));
    let keys = match block.text_at("type").as_deref() {
        Some("text") => ["text", "text"],
        Some("image" | "audio") => ["data", "mimeType"],
        Some("resource_link") => ["uri", "name"],
        Some("resource") => {
            let resource = block.get("resource");
            return resource.is_some_and(|resource| texts(&resource, ["uri", "text"]) || texts(&resource, ["uri", "blob"]));
        }
        _ => return false,
    };
    texts(block, keys)
}

fn prompt_result<P: Payload>(value: P) -> Result<P, String> {
    if is_array(&value, "messages") {
        return Ok(value);
    }
    let block = match value.shape() {
        Shape::Object if is_block(&value) => value,
        _ => text_block(plain_text(value)?),
    };
    let message = object("role=user content", [Some(block)]);
    Ok(object("messages", [Some(P::array(vec![message]))]))
}

/// A prompt's value as the result of the tool that stands for it: the content of its messages.
pub fn prompt_as_tool<P: Payload>(value: P) -> Result<P, String> {
    let messages = prompt_result(value)?.get("messages").unwrap_or_else(|| P::array(Vec::new()));
    let blocks = (0..messages.length()).filter_map(|index| messages.at(index)?.get("content"));
    let blocks = blocks.map(|block| if is_block(&block) { Ok(block) } else { plain_text(block).map(text_block) });
    Ok(content(blocks.collect::<Result<_, _>>()?))
}

fn resource_result<P: Payload>(uri: &str, mime: Option<&str>, value: P) -> Result<P, String> {
    if is_array(&value, "contents") {
        return Ok(value);
    }
    let mime = mime.map(P::text);
    // Bytes come as `{blob, mimeType}` from the shell.
    let entry = match value.text_at("blob") {
        Some(_) => object(
            "uri mimeType blob",
            [
                Some(P::text(uri)),
                // What the bytes say of themselves, then what the author said.
                value.get("mimeType").or(mime).or_else(|| Some(P::text("application/octet-stream"))),
                value.get("blob"),
            ],
        ),
        None => {
            let json = matches!(value.shape(), Shape::Object | Shape::Array).then(|| P::text("application/json"));
            object("uri mimeType text", [Some(P::text(uri)), mime.or(json), Some(plain_text(value)?)])
        }
    };
    Ok(object("contents", [Some(P::array(vec![entry]))]))
}

fn plain_text<P: Payload>(value: P) -> Result<P, String> {
    match value.shape() {
        Shape::String => Ok(value),
        Shape::Array | Shape::Object => json(&value),
        Shape::Other => value.wording(),
        _ => Ok(value.print()),
    }
}

/// JSON text, or a sentence that says what cannot be sent (cycles, a BigInt, a `toJSON` that throws).
fn json<P: Payload>(value: &P) -> Result<P, String> {
    value.json().map_err(|problem| fill("The result cannot be sent as JSON: %", &[&problem]))
}

fn is_array<P: Payload>(value: &P, key: &str) -> bool {
    value.shape() == Shape::Object && value.get(key).is_some_and(|member| member.shape() == Shape::Array)
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Ok,
    Error,
    /// A permission, the arguments, or the person said no: the handler never ran.
    Denied,
    Invalid,
    TimedOut,
    /// The person in front of the page stopped it.
    Stopped,
    /// Finished, but the relay that asked has gone.
    Dropped,
}

impl Outcome {
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Error => "error",
            Outcome::Denied => "denied",
            Outcome::Invalid => "invalid",
            Outcome::TimedOut => "timed-out",
            Outcome::Stopped => "stopped",
            Outcome::Dropped => "dropped",
        }
    }
}

/// One line of the audit log. Times in milliseconds; `started_at` since the epoch.
#[derive(Clone)]
pub struct Audit<P> {
    pub call: u64,
    pub tool: String,
    pub door: Door,
    pub started_at: f64,
    pub duration: f64,
    pub outcome: Outcome,
    pub reason: Option<String>,
    /// Only at log level debug.
    pub arguments: Option<P>,
}

/// The last 200 calls.
pub struct AuditLog<P>(VecDeque<Audit<P>>);

impl<P> Default for AuditLog<P> {
    fn default() -> Self {
        AuditLog(VecDeque::new())
    }
}

impl<P> AuditLog<P> {
    pub const KEPT: usize = 200;

    pub fn push(&mut self, audit: Audit<P>) {
        if self.0.len() == Self::KEPT {
            self.0.pop_front();
        }
        self.0.push_back(audit);
    }

    pub fn iter(&self) -> impl Iterator<Item = &Audit<P>> {
        self.0.iter()
    }
}
