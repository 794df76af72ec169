//! What the widget is told and what it says back.

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
