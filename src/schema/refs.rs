//! Where references lead: JSON pointers, and as much of RFC 3986 as `$id` needs. Text in, text out.

use crate::payload::{Payload, Shape};

/// A pointer's token for a member's name.
pub fn push_token(pointer: &mut String, name: &str) {
    pointer.push('/');
    for character in name.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// The names in a pointer that starts with a slash.
pub fn tokens(pointer: &str) -> impl Iterator<Item = String> + '_ {
    pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
}

/// The value at a pointer, and the pointer spelt our way.
pub fn walk<P: Payload>(root: &P, pointer: &str) -> Option<(P, String)> {
    let (mut value, mut path) = (root.clone(), String::new());
    for token in tokens(pointer) {
        value = if value.shape() == Shape::Array { value.at(token.parse().ok()?)? } else { value.own(&P::text(&token))? };
        push_token(&mut path, &token);
    }
    Some((value, path))
}

/// Undoes `%25` and its like; what is no UTF-8 then stays as it was.
pub fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.into();
    }
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
    String::from_utf8(bytes).unwrap_or_else(|_| text.into())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}

/// A reference and its fragment (without `#`).
pub fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// A relative reference (without fragment) made absolute.
pub fn resolve(base: &str, reference: &str) -> String {
    let scheme = scheme_length(base);
    if reference.is_empty() {
        return base.into();
    }
    if scheme_length(reference) > 0 {
        return reference.into();
    }
    let base = base.split('?').next().unwrap_or_default();
    // Where the path begins: behind `scheme://authority`.
    let path = match base.get(scheme..).and_then(|rest| rest.strip_prefix("//")) {
        Some(rest) => base.len() - rest.len() + rest.find('/').unwrap_or(rest.len()),
        None => scheme,
    };
    if reference.starts_with("//") {
        return [base.get(..scheme).unwrap_or_default(), reference].concat();
    }
    let mut target: String = base.get(..path).unwrap_or_default().into();
    let joined = if reference.starts_with('/') {
        reference.into()
    } else {
        let folder = base.rfind('/').filter(|slash| *slash >= path).map_or("/", |slash| base.get(path..=slash).unwrap_or_default());
        [folder, reference].concat()
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/').skip(1) {
        match part {
            ".." => {
                parts.pop();
            }
            "." => {}
            other => parts.push(other),
        }
    }
    for part in parts {
        target.push('/');
        target.push_str(part);
    }
    target
}

/// The length of `https:` in `https://...`; 0 where there is none.
fn scheme_length(uri: &str) -> usize {
    match uri.find([':', '/', '?']) {
        Some(end) if end > 0 && uri.get(end..=end) == Some(":") => end + 1,
        _ => 0,
    }
}
