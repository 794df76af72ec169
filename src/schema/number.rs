//! Numbers as they are written in decimal: 0.3 is a multiple of 0.1, whatever their doubles say.

use crate::payload::Payload;

/// Whether one number is a multiple of another.
pub fn is_multiple<P: Payload>(value: &P, step: f64) -> bool {
    let ((mut digits, mut power), (of, of_power)) = (decimal(value), decimal(&P::number(step)));
    if digits == 0 || of == 0 {
        return digits == 0;
    }
    while digits % 10 == 0 {
        digits /= 10;
        power += 1;
    }
    if power < of_power {
        return false;
    }
    // Both have at most 18 digits, so that ten times a remainder fits.
    let mut rest = digits % of;
    for _ in of_power..power {
        rest = rest * 10 % of;
    }
    rest == 0
}

/// A number as its digits and a power of ten, read from what JavaScript writes: `-1.5e-7`.
fn decimal<P: Payload>(number: &P) -> (u64, i32) {
    let (mut digits, mut power, mut exponent, mut sign) = (0_u64, 0, 0, 1);
    let (mut fraction, mut scientific) = (false, false);
    for byte in number.print().as_text().unwrap_or_default().bytes() {
        match byte {
            b'.' => fraction = true,
            b'e' => scientific = true,
            b'-' if scientific => sign = -1,
            b'0'..=b'9' if scientific => exponent = exponent * 10 + i32::from(byte - b'0'),
            b'0'..=b'9' if digits < 100_000_000_000_000_000 => {
                digits = digits * 10 + u64::from(byte - b'0');
                power -= i32::from(fraction);
            }
            // Zeros written out, as in 1e20; a double has no more digits than that.
            b'0'..=b'9' => power += i32::from(!fraction),
            _ => {}
        }
    }
    (digits, power + sign * exponent)
}
