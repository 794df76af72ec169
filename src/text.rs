//! Texts made of others.
//!
//! Sentences have blanks. Joining their parts costs each of them its place and length in code; a blank costs a byte.

/// The sentence with each `%` replaced by one of the values, in order.
#[inline(never)]
pub fn fill(sentence: &str, values: &[&str]) -> String {
    let mut filled = String::new();
    let mut values = values.iter();
    for (index, part) in sentence.split('%').enumerate() {
        if index > 0 {
            filled.push_str(values.next().copied().unwrap_or_default());
        }
        filled.push_str(part);
    }
    filled
}

/// The parts in a row, with something between two.
pub fn joined<T: AsRef<str>>(parts: &[T], between: &str) -> String {
    let mut row = String::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            row.push_str(between);
        }
        row.push_str(part.as_ref());
    }
    row
}

/// Undoes `%25` and its like.
pub fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        match (byte, ahead.next().and_then(hex), ahead.next().and_then(hex)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(high * 16 + low);
                rest = ahead;
            }
            _ => bytes.push(byte),
        }
    }
    bytes
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}

/// Bytes as text, with U+FFFD for what is no UTF-8. The standard library's takes a kilobyte more.
pub fn lossy(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = bytes;
    loop {
        match std::str::from_utf8(rest) {
            Ok(valid) => {
                text.push_str(valid);
                return text;
            }
            Err(fault) => {
                let (valid, after) = rest.split_at(fault.valid_up_to());
                text.push_str(std::str::from_utf8(valid).unwrap_or_default());
                text.push('\u{fffd}');
                rest = after.get(fault.error_len().unwrap_or(after.len())..).unwrap_or_default();
            }
        }
    }
}
