//! The delays of a session, in milliseconds.

/// An attempt that has not opened by then is given up.
pub const CONNECT_WITHIN: f64 = 10_000.0;
/// Silence after which the relay is asked whether it is there, and the time it has to answer.
pub const PING_AFTER: f64 = 20_000.0;
pub const PONG_WITHIN: f64 = 10_000.0;
/// The relay forgets a page after a minute: until then attempts come often.
const OFTEN_UNTIL: f64 = 60_000.0;
/// Then seldom, and after this long not at all until something wakes the session.
pub const DORMANT_AFTER: f64 = 600_000.0;

const FIRST: f64 = 500.0;
const OFTEN: f64 = 5_000.0;
const SELDOM: f64 = 30_000.0;

/// How long to wait before attempt `attempt` (from 0), `lost` ms after the connection went. `chance` (0..1) spreads tabs out.
pub fn backoff(attempt: u32, lost: f64, chance: f64) -> f64 {
    let most = if lost < OFTEN_UNTIL { OFTEN } else { SELDOM };
    let grown = FIRST * f64::from(1u32 << attempt.min(10));
    grown.min(most) * (0.8 + 0.4 * chance)
}
