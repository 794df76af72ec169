//! Base64 (RFC 4648), for pairing tokens: lenient in what it reads, since a person pasted it.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..4 {
            text.push(if index <= chunk.len() { ALPHABET[(group >> (18 - 6 * index) & 63) as usize] as char } else { '=' });
        }
    }
    text
}

/// Standard or URL-safe, padded or not, white space anywhere; `None` for everything else.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut group, mut bits, mut ended) = (0u32, 0, false);
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        if byte == b'=' {
            ended = true;
            continue;
        }
        let plain = match byte {
            b'-' => b'+',
            b'_' => b'/',
            other => other,
        };
        let value = ALPHABET.iter().position(|letter| *letter == plain)?;
        if ended {
            return None;
        }
        group = group << 6 | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((group >> bits) as u8);
        }
    }
    Some(bytes)
}
