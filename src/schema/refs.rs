//! Where references lead: JSON pointers, and as much of RFC 3986 as `$id` needs. Text in, text out.

use crate::payload::{Payload, Shape};
use crate::text::{fill, percent_decoded};

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

/// The value at a pointer; its tokens, spelt our way, are added to a path.
pub fn walk<P: Payload>(root: &P, pointer: &str, path: &mut String) -> Option<P> {
    let mut value = root.clone();
    for token in pointer.split('/').skip(1) {
        let name = unescape(token);
        value = if value.shape() == Shape::Array { value.at(name.parse().ok()?)? } else { value.own(&P::text(&name))? };
        push_token(path, &name);
    }
    Some(value)
}

fn unescape(token: &str) -> String {
    let mut name = String::new();
    let mut rest = token.chars();
    while let Some(character) = rest.next() {
        name.push(match character {
            '~' if rest.next() == Some('0') => '~',
            '~' => '/',
            other => other,
        });
    }
    name
}

/// Undoes `%25` and its like; what is no UTF-8 then stays as it was.
pub fn percent_decode(text: &str) -> String {
    String::from_utf8(percent_decoded(text)).unwrap_or_else(|_| text.into())
}

/// A reference and its fragment (without `#`).
pub fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// A relative reference (without fragment) made absolute. `..` is left as it is: both sides of a comparison have it.
pub fn resolve(base: &str, reference: &str) -> String {
    if scheme_length(reference) > 0 {
        return reference.into();
    }
    // Where the path begins: behind `scheme://authority`.
    let scheme = scheme_length(base);
    let behind = base.get(scheme..).unwrap_or_default();
    let path = match behind.strip_prefix("//") {
        Some(rest) => scheme + 2 + rest.find('/').unwrap_or(rest.len()),
        None => scheme,
    };
    let end = if reference.starts_with('/') {
        path
    } else {
        base.bytes().rposition(|byte| byte == b'/').map_or(path, |slash| path.max(slash + 1))
    };
    let start = base.get(..end).unwrap_or_default();
    fill("%%%", &[start, if end == path && !reference.starts_with('/') { "/" } else { "" }, reference])
}

/// The length of `https:` in `https://...`; 0 where there is none.
fn scheme_length(uri: &str) -> usize {
    let end = uri.bytes().position(|byte| matches!(byte, b':' | b'/' | b'?')).unwrap_or(0);
    if uri.as_bytes().get(end) == Some(&b':') { end + 1 } else { 0 }
}
