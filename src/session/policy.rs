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
const DORMANT_AFTER: f64 = 600_000.0;
/// A connection that has held this long starts its attempts anew, where the relay never says a word of its own.
pub const STEADY_AFTER: f64 = 10_000.0;

/// wu: this many attempts to get a relay back, then quiet until the next `connect()`.
const ATTEMPTS: u32 = 10;
const STEP: f64 = 2_000.0;
const LONGEST: f64 = 10_000.0;

/// How long wu waits before attempt `attempt` (from 0); `None`: no more attempts.
pub fn steps(attempt: u32) -> Option<f64> {
    (attempt < ATTEMPTS).then(|| (STEP * f64::from(attempt + 1)).min(LONGEST))
}

const FIRST: f64 = 500.0;
const OFTEN: f64 = 5_000.0;
const SELDOM: f64 = 30_000.0;

/// How long to wait before attempt `attempt` (from 0), `lost` ms after the connection went; `None`: no more attempts. `chance` (0..1)
/// spreads pages out.
pub fn backoff(attempt: u32, lost: f64, chance: f64) -> Option<f64> {
    if lost > DORMANT_AFTER {
        return None;
    }
    let most = if lost < OFTEN_UNTIL { OFTEN } else { SELDOM };
    let grown = FIRST * f64::from(1u32 << attempt.min(10)) * (1.0 + 0.5 * chance);
    Some(grown.min(most * (0.75 + 0.25 * chance)))
}

/// Sets a timer for `due`, in milliseconds from `now`; `None` where it stays as it is. One that fires early only looks again: it is moved
/// forward when it fires, not with every frame.
pub fn move_timer(timer: &mut Option<f64>, due: Option<f64>, now: f64) -> Option<Option<f64>> {
    let keep = match (*timer, due) {
        (Some(set), Some(due)) => set <= due,
        (None, None) => true,
        _ => false,
    };
    if keep {
        return None;
    }
    *timer = due;
    Some(due.map(|due| (due - now).max(0.0)))
}
