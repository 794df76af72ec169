//! What the relays' dialects do differently about the connection itself; what is said on it is `relay`'s.

use super::Link;
use super::policy;
use crate::relay::Out;
use crate::text::fill;

pub trait Dialect {
    /// A page pairs once, at a path of its own, is known again by what it got, and asks a silent relay whether it is there.
    /// Else it connects with what its author gave it, and the relay is gone when its socket is.
    const PAIRS: bool;

    fn address(link: &Link) -> String;
    /// What the page says first; the relay's answer to it opens the channel. `None`: it is open at once.
    fn greeting<P>(token: &str) -> Option<Out<P>>;
    /// How long to wait before attempt `attempt` (from 0), `lost` ms after the connection went; `None`: no more attempts.
    fn pause(attempt: u32, lost: f64, chance: f64) -> Option<f64>;
}

/// The stock relay and its fork.
pub struct Webmcp;

impl Dialect for Webmcp {
    const PAIRS: bool = true;

    fn address(link: &Link) -> String {
        fill("%%?token=%", &[&link.server, &link.channel, &link.token])
    }

    fn greeting<P>(_token: &str) -> Option<Out<P>> {
        None
    }

    fn pause(attempt: u32, lost: f64, chance: f64) -> Option<f64> {
        policy::backoff(attempt, lost, chance)
    }
}

pub struct Wu;

impl Dialect for Wu {
    const PAIRS: bool = false;

    fn address(link: &Link) -> String {
        link.server.clone()
    }

    fn greeting<P>(token: &str) -> Option<Out<P>> {
        (!token.is_empty()).then(|| Out::Register(token.into()))
    }

    fn pause(attempt: u32, _lost: f64, _chance: f64) -> Option<f64> {
        policy::steps(attempt)
    }
}
