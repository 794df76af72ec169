//! Every failure, one enum: `Display` for people, [`Error::code`] for programs.
//!
//! Texts are built by joining strings: they name the thing and the fix, and formatting machinery would cost more than they do.

use std::fmt;

use crate::text::fill;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A page author's argument: `registerTool: "name" must be ...`.
    Argument {
        method: &'static str,
        parameter: String,
        problem: String,
    },
    /// The pairing token cannot be used; the widget explains each code.
    TokenEmpty,
    TokenNotBase64,
    TokenNotJson,
    TokenIncomplete(&'static str),
    TokenServer(String),
    /// The relay answered a pairing with an error. It says the same for wrong, used and replaced tokens.
    TokenRefused(String),
    /// The relay no longer knows this page's session.
    SessionRefused,
    RelayUnreachable(String),
    /// The page's own Content-Security-Policy keeps it from the relay.
    ContentSecurityPolicy(String),
    InsecureFromHttps(String),
    /// The person, or a policy, keeps this site from the local network (Chrome from 142 on).
    LocalNetworkDenied(String),
    /// `disconnect()`, or another `connect()`, came first.
    Aborted(&'static str),
    Idle,
    Destroyed,
    NotFound {
        kind: &'static str,
        name: String,
    },
    /// The name belongs to another owner.
    Held {
        kind: &'static str,
        name: String,
        by: &'static str,
    },
    Denied(String),
    Invalid {
        tool: String,
        faults: String,
    },
    Failed(String),
    TimedOut {
        tool: String,
        seconds: String,
    },
    /// The person in front of the page stopped a running call.
    Stopped {
        tool: String,
    },
}

impl Error {
    pub fn argument(method: &'static str, parameter: &str, problem: &str) -> Self {
        Error::Argument { method, parameter: parameter.into(), problem: problem.into() }
    }

    /// A stable word for programs (`error.code` of rejected promises and `error` events).
    pub fn code(&self) -> &'static str {
        match self {
            Error::Argument { .. } => "argument",
            Error::TokenEmpty => "token-empty",
            Error::TokenNotBase64 => "token-not-base64",
            Error::TokenNotJson => "token-not-json",
            Error::TokenIncomplete(_) => "token-incomplete",
            Error::TokenServer(_) => "token-server",
            Error::TokenRefused(_) => "token-refused",
            Error::SessionRefused => "session-refused",
            Error::RelayUnreachable(_) => "relay-unreachable",
            Error::ContentSecurityPolicy(_) => "csp-blocked",
            Error::InsecureFromHttps(_) => "safari-https",
            Error::LocalNetworkDenied(_) => "local-network-denied",
            Error::Aborted(_) => "aborted",
            Error::Idle => "idle-disconnected",
            Error::Destroyed => "destroyed",
            Error::NotFound { .. } => "not-found",
            Error::Held { .. } => "held",
            Error::Denied(_) => "denied",
            Error::Invalid { .. } => "invalid-arguments",
            Error::Failed(_) => "failed",
            Error::TimedOut { .. } => "timed-out",
            Error::Stopped { .. } => "stopped",
        }
    }

    /// A failure of the connection, as another tab tells of it by [`Error::code`] and [`Error::detail`].
    pub fn told(code: &str, detail: String) -> Option<Self> {
        Some(match code {
            "token-server" => Error::TokenServer(detail),
            "token-refused" => Error::TokenRefused(detail),
            "session-refused" => Error::SessionRefused,
            "relay-unreachable" => Error::RelayUnreachable(detail),
            "csp-blocked" => Error::ContentSecurityPolicy(detail),
            "safari-https" => Error::InsecureFromHttps(detail),
            "idle-disconnected" => Error::Idle,
            _ => return None,
        })
    }

    /// What the text is about: a server, a name, a relay's own words. The widget shows it beside its own explanation.
    pub fn detail(&self) -> &str {
        match self {
            Error::TokenServer(text)
            | Error::TokenRefused(text)
            | Error::RelayUnreachable(text)
            | Error::ContentSecurityPolicy(text)
            | Error::InsecureFromHttps(text)
            | Error::LocalNetworkDenied(text) => text,
            Error::TokenIncomplete(field) => field,
            _ => "",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Error {
    /// What went wrong, in a sentence for people.
    pub fn text(&self) -> String {
        let (sentence, values): (&str, &[&str]) = match self {
            Error::Argument { method, parameter, problem } => ("%: % %", &[method, parameter, problem]),
            Error::TokenEmpty => ("No token: paste the connection token that your MCP client's _webmcp_get-token tool gives.", &[]),
            Error::TokenNotBase64 => {
                ("This is not a whole connection token (it is not base64): copy it again, from its first to its last character.", &[])
            }
            Error::TokenNotJson => {
                ("This is not a connection token (it does not decode to JSON): copy it again, from its first to its last character.", &[])
            }
            Error::TokenIncomplete(field) => ("The token holds no \"%\": ask for a new one with _webmcp_get-token.", &[field]),
            Error::TokenServer(server) => {
                ("The token names \"%\", which is no ws: or wss: URL: ask for a new one with _webmcp_get-token.", &[server])
            }
            Error::TokenRefused(said) => (
                "The relay refused the token (it says: %). It is wrong, already used, or replaced by a newer one: ask for a new one with _webmcp_get-token.",
                &[said],
            ),
            Error::SessionRefused => (
                "The relay no longer knows this page (it forgets a page 60 s after its last tab has left): pair again with a new token.",
                &[],
            ),
            Error::RelayUnreachable(server) => {
                ("No relay answers at %: start your MCP client, which starts it (npx -y @jason.today/webmcp --mcp).", &[server])
            }
            Error::ContentSecurityPolicy(server) => {
                ("This page's Content-Security-Policy forbids the connection: add connect-src %.", &[server])
            }
            Error::InsecureFromHttps(server) => (
                "This browser refuses % from an https page: use Chrome, Edge or Firefox, or serve the page over http on localhost.",
                &[server],
            ),
            Error::LocalNetworkDenied(server) => (
                "The browser keeps this site from %: open the site settings beside the address, allow local network access (or \"apps on device\"), and connect again.",
                &[server],
            ),
            Error::Aborted(by) => ("Connecting was ended by %.", &[by]),
            Error::Idle => ("Disconnected after a time without activity.", &[]),
            Error::Destroyed => ("This WebMCP object was destroyed: make a new one with new WebMCP().", &[]),
            Error::NotFound { kind, name } => ("This page has no % \"%\" (any more): list them again.", &[kind, name]),
            Error::Held { kind, name, by } => ("The % name \"%\" is held by %, and stays with it: choose another name.", &[kind, name, by]),
            Error::Denied(reason) | Error::Failed(reason) => ("%", &[reason]),
            Error::Invalid { tool, faults } => ("Invalid arguments for %:\n%", &[tool, faults]),
            Error::TimedOut { tool, seconds } => ("The tool % did not finish within % s and was told to stop.", &[tool, seconds]),
            Error::Stopped { tool } => {
                ("The person using the page stopped % before it finished: ask them before calling it again.", &[tool])
            }
        };
        fill(sentence, values)
    }
}
