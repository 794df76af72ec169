//! The delays of a session, in milliseconds.

/// An attempt that has not opened by then is given up.
pub const CONNECT_WITHIN: f64 = 10_000.0;
/// Silence after which the relay is asked whether it is there, and the time it has to answer.
pub const PING_AFTER: f64 = 20_000.0;
pub const PONG_WITHIN: f64 = 10_000.0;
/// An answer that has gone out is confirmed by a ping after this long; one ping confirms all of that time.
pub const CONFIRM_AFTER: f64 = 1_000.0;
/// A timer that fires so much too late says that the page slept, not that the relay is silent.
pub const SLEPT: f64 = 2_000.0;
/// How long a relay waits for the answer to a call, and to a question to the user, with some room for its clock.
pub const CALL_PATIENCE: f64 = 35_000.0;
pub const SAMPLING_PATIENCE: f64 = 125_000.0;
/// The relay forgets a page after a minute: until then attempts come often.
const OFTEN_UNTIL: f64 = 60_000.0;
/// Then seldom, and after this long not at all until something wakes the session.
pub const DORMANT_AFTER: f64 = 600_000.0;

const FIRST: f64 = 500.0;
const OFTEN: f64 = 5_000.0;
const SELDOM: f64 = 30_000.0;

/// How long to wait before attempt `attempt` (from 0), `lost` ms after the connection went. `chance` (0..1) spreads pages out.
pub fn backoff(attempt: u32, lost: f64, chance: f64) -> f64 {
    let most = if lost < OFTEN_UNTIL { OFTEN } else { SELDOM };
    let grown = FIRST * f64::from(1u32 << attempt.min(10)) * (1.0 + 0.5 * chance);
    grown.min(most * (0.75 + 0.25 * chance))
}
