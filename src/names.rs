//! Tool names: what the draft allows, what MCP clients allow, and the reversible mapping between them.
//!
//! The WebMCP draft allows `[A-Za-z0-9_.-]{1,128}`, and a `WebMCP` object takes any text. MCP clients allow
//! `[a-zA-Z0-9_-]{1,64}` including their own prefix (`mcp__webmcp__`) and the relay's (`<channel>-`).

use crate::map::Map;

/// The prefix that MCP clients put before a relay's tool names.
const CLIENT_PREFIX: usize = "mcp__webmcp__".len();
const CLIENT_LIMIT: usize = 64;
/// However long the channel, so much of a name stays.
const LEAST: usize = 16;
/// `_` and eight hexadecimal digits.
const TAIL: usize = 9;

/// The names that a relay sees. Each wire name depends on the set of names alone, never on their order or on earlier runs.
#[derive(Default)]
pub struct WireNames {
    room: usize,
    /// Plain wire name -> the names that want it.
    wanted: Map<String, Vec<String>>,
}

impl WireNames {
    /// `channel` is the relay's, without its slash; wire names leave room for it.
    pub fn new(channel: &str) -> Self {
        let used = CLIENT_PREFIX + channel.len() + 1;
        WireNames { room: CLIENT_LIMIT.saturating_sub(used).max(LEAST), wanted: Map::default() }
    }

    /// Takes a name in; returns those whose wire name changed by it (the one that stood alone before).
    pub fn add(&mut self, name: &str) -> Vec<String> {
        let wanted = self.wanted.entry(plain(name, self.room), Vec::new);
        if wanted.iter().any(|other| other == name) {
            return Vec::new();
        }
        let changed = if wanted.len() == 1 { wanted.clone() } else { Vec::new() };
        wanted.push(name.into());
        changed
    }

    /// Takes a name out; returns those whose wire name changed by it.
    pub fn remove(&mut self, name: &str) -> Vec<String> {
        let plain = plain(name, self.room);
        let wanted = self.wanted.entry(plain.clone(), Vec::new);
        let before = wanted.len();
        wanted.retain(|other| other != name);
        match wanted.len() {
            0 => {
                self.wanted.remove(&plain);
                Vec::new()
            }
            1 if before == 2 => wanted.clone(),
            _ => Vec::new(),
        }
    }

    /// The name as the relay sees it.
    pub fn wire(&self, name: &str) -> String {
        let plain = plain(name, self.room);
        match self.wanted.get(&plain) {
            Some(wanted) if wanted.len() > 1 => hashed(name, self.room),
            _ => plain,
        }
    }

    /// The name behind a wire name. `None` where no name, or more than one, is meant.
    pub fn name(&self, wire: &str) -> Option<&str> {
        if let Some([only]) = self.wanted.get(wire).map(Vec::as_slice) {
            return Some(only);
        }
        self.wanted.values().filter(|wanted| wanted.len() > 1).flatten().find(|name| hashed(name, self.room) == wire).map(String::as_str)
    }
}

fn allowed(c: char) -> char {
    if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' }
}

/// So many characters, or fewer, as they are allowed.
fn start(name: &str, most: usize) -> String {
    let mut start = String::new();
    for c in name.chars().take(most) {
        start.push(allowed(c));
    }
    start
}

fn plain(name: &str, room: usize) -> String {
    // A name that ends as a hashed one does gets a hash too: else it could be another name's wire name.
    if name.chars().nth(room).is_some() || ends_in_hash(name) { hashed(name, room) } else { start(name, room) }
}

fn ends_in_hash(name: &str) -> bool {
    let ending = name.len().checked_sub(TAIL).and_then(|start| name.as_bytes().get(start..));
    // A character beyond ASCII becomes `_` too; this is its last byte.
    let Some([before, hash @ ..]) = ending else { return false };
    allowed(char::from(*before)) == '_' && hash.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn hashed(name: &str, room: usize) -> String {
    let mut wire = start(name, room - TAIL);
    wire.push('_');
    let hash = fnv(name);
    for shift in (0..8).rev() {
        wire.push(char::from_digit(hash >> (shift * 4) & 15, 16).unwrap_or('0'));
    }
    wire
}

/// FNV-1a: short, and good enough to tell the names of one page apart.
fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
