//! What is said between a page and a relay, whatever the dialect. One file per dialect: frames in and out, nothing else.

pub mod base64;
pub mod definition;
pub mod webmcp;
pub mod wu;

use crate::payload::Payload;

/// Whether a host name means this machine.
pub fn is_loopback(host: &str) -> bool {
    let address = host.strip_prefix("127.").is_some_and(|rest| rest.split('.').all(|part| part.parse::<u8>().is_ok()));
    address || host == "localhost" || host.ends_with(".localhost") || host == "[::1]"
}

/// The three kinds of item a page offers; they differ in data, not in path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Tool,
    Prompt,
    Resource,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Tool => "tool",
            Kind::Prompt => "prompt",
            Kind::Resource => "resource",
        }
    }
}

/// A request of the relay's that wants an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Call(Kind),
    Sampling,
    List(Kind),
    /// An agent's change to the page's tools, or its clipboard (the fork).
    Change,
    /// The page's metadata (the fork).
    ClientInfo,
    /// A command of wu's.
    Command,
}

/// A frame from a relay, decoded.
#[derive(Clone, Debug)]
pub enum In<P> {
    Registered {
        channel: String,
        token: String,
    },
    Welcome,
    Error(String),
    Ping {
        id: Option<P>,
    },
    Pong,
    /// What the relay knows of this page: whether it is anything at all.
    Listed {
        any: bool,
    },
    /// `name` is a tool's or prompt's name, or a resource's URI.
    Call {
        id: P,
        kind: Kind,
        name: String,
        arguments: Option<P>,
    },
    Sampling {
        id: P,
        request: P,
    },
    List {
        id: P,
        kind: Kind,
    },
    CreateTool {
        id: Option<P>,
        definition: P,
    },
    RemoveTool {
        id: Option<P>,
        name: Option<String>,
    },
    RemoveAllTools {
        id: Option<P>,
    },
    ClipboardCopy {
        id: Option<P>,
        text: Option<String>,
    },
    ClientInfo {
        id: Option<P>,
    },
    /// A command of wu's, whether there is such a one or not.
    Command {
        id: P,
        name: String,
        params: Option<P>,
    },
    /// The relay takes the page's token, or does not, with its reason (wu).
    Accepted,
    Rejected(String),
    /// A request that lacks what it is about: the answer is an error that names the field.
    Refused {
        id: P,
        asked: Asked,
        about: &'static str,
    },
    /// An acknowledgement, or something a newer relay says: nothing to do.
    Ignored,
}

/// A frame to a relay, before encoding.
#[derive(Clone, Debug)]
pub enum Out<P> {
    /// What the page proves itself with: webmcp's pairing message, already text; wu's token.
    Register(String),
    /// A tool, prompt or resource, as the dialect's descriptor.
    Announce {
        kind: Kind,
        descriptor: P,
    },
    Answer {
        id: P,
        asked: Asked,
        result: Result<P, String>,
    },
    Ping {
        id: u32,
    },
    Pong {
        id: Option<P>,
        timestamp: f64,
    },
    /// Asks what the relay knows of this page.
    List {
        kind: Kind,
    },
    ClientInfo {
        id: Option<P>,
        info: P,
    },
}

/// An object of the members that are there, under `keys` with a space between two, and of every `key=text`. No key or text has a space.
pub fn object<P: Payload, const N: usize>(keys: &str, mut members: [Option<P>; N]) -> P {
    P::members(keys, &mut members)
}
