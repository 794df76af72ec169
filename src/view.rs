//! What the widget is told and what it says back: data alone, so that the driver and the widget know nothing else of each other.

use crate::call::Outcome;
pub use crate::relay::Kind;

/// The state of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Disconnected,
    Registering,
    Connecting,
    Connected,
    Waiting,
}

impl Status {
    pub const ALL: [Status; 5] = [Status::Disconnected, Status::Registering, Status::Connecting, Status::Connected, Status::Waiting];

    pub fn as_str(self) -> &'static str {
        match self {
            Status::Disconnected => "disconnected",
            Status::Registering => "registering",
            Status::Connecting => "connecting",
            Status::Connected => "connected",
            Status::Waiting => "waiting",
        }
    }
}

/// Why a connection failed. The label tables hold an explanation (`why-CODE`), a remedy (`fix-CODE`) and maybe a command (`cmd-CODE`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub code: &'static str,
    /// What the relay or the browser said, in its own words; may be empty.
    pub detail: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemView {
    pub kind: Kind,
    pub name: String,
    pub title: Option<String>,
    pub description: String,
    /// `page`, `agent`, `form`, `native` or `tab`.
    pub source: &'static str,
    pub on: bool,
}

/// Borrowed: there are many.
#[derive(Clone, Copy, Debug)]
pub struct CallView<'a> {
    pub id: u64,
    pub tool: &'a str,
    /// Milliseconds since the epoch.
    pub started_at: f64,
    /// How it ended, and how many milliseconds it took; `None` while it runs.
    pub ended: Option<(Outcome, f64)>,
}

/// What the person did.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    Connect(String),
    Disconnect,
    Switch {
        kind: Kind,
        name: String,
        on: bool,
    },
    StopCall(u64),
    Confirm {
        id: u64,
        allow: bool,
    },
    /// No answer: cancelled.
    Sample {
        id: u64,
        answer: Option<String>,
    },
    Copied {
        id: u64,
        ok: bool,
    },
    Opened,
    Closed,
}
