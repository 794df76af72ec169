//! The texts that HTML's typed inputs take.

use crate::payload::Payload;
use crate::text::fill;

/// HTML's valid floating-point number: a `-` at most, digits on at least one side of the point, none missing behind it.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    (whole.is_empty() && fraction.is_some() || is_digits(whole)) && fraction.is_none_or(is_digits) && exponent.is_none_or(is_digits)
}

/// The number that a `min`, `max`, `step` or value says; `None` where it says none.
pub fn number<P: Payload>(text: &str) -> Option<f64> {
    if !is_number(text) {
        return None;
    }
    // JSON has no leading zeros, nor a leading point; reading it this way spares the wasm a parser of floats.
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let rest = rest.trim_start_matches('0');
    let zero = if rest.starts_with(|first: char| first.is_ascii_digit()) { "" } else { "0" };
    P::parse(&fill("%%%", &[sign, zero, rest]))?.as_f64().filter(|value| value.is_finite())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Exactly `length` digits, within the bounds.
fn part(text: &str, length: usize, least: u32, most: u32) -> Option<u32> {
    if text.len() != length || !is_digits(text) {
        return None;
    }
    text.parse().ok().filter(|value| (least..=most).contains(value))
}

fn year(text: &str) -> Option<u32> {
    let length = text.len().max(4);
    part(text, length, 1, 275_760)
}

pub fn is_month(text: &str) -> bool {
    month(text).is_some()
}

fn month(text: &str) -> Option<(u32, u32)> {
    let (years, months) = text.split_once('-')?;
    Some((year(years)?, part(months, 2, 1, 12)?))
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

pub fn is_date(text: &str) -> bool {
    let split = text.len().checked_sub(3).and_then(|before| text.split_at_checked(before));
    let split = split.and_then(|(months, day)| Some((months, day.strip_prefix('-')?)));
    split.is_some_and(|(months, day)| {
        month(months).is_some_and(|(year, month)| {
            let last = match month {
                2 if is_leap(year) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            part(day, 2, 1, last).is_some()
        })
    })
}

pub fn is_week(text: &str) -> bool {
    // By one character: to search for a text takes 2 KB of the standard library.
    let split = text.split_once('-').and_then(|(years, week)| Some((years, week.strip_prefix('W')?)));
    split.is_some_and(|(years, week)| {
        year(years).is_some_and(|year| {
            // The weekday of 31 December of a year: a year that ends, or starts, with a Thursday has 53 weeks.
            let last_day = |year: u32| (year + year / 4 - year / 100 + year / 400) % 7;
            let last = if last_day(year) == 4 || last_day(year - 1) == 3 { 53 } else { 52 };
            part(week, 2, 1, last).is_some()
        })
    })
}

pub fn is_time(text: &str) -> bool {
    let mut parts = text.splitn(3, ':');
    let Some((hours, minutes)) = parts.next().zip(parts.next()) else { return false };
    let seconds = parts.next().is_none_or(|seconds| {
        let (whole, fraction) = seconds.split_once('.').map_or((seconds, None), |(whole, fraction)| (whole, Some(fraction)));
        part(whole, 2, 0, 59).is_some() && fraction.is_none_or(|fraction| is_digits(fraction) && fraction.len() <= 3)
    });
    part(hours, 2, 0, 23).is_some() && part(minutes, 2, 0, 59).is_some() && seconds
}

pub fn is_date_time(text: &str) -> bool {
    text.split_once(['T', ' ']).is_some_and(|(date, time)| is_date(date) && is_time(time))
}
