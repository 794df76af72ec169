//! The stylesheet, put together and squeezed while compiling: what a page downloads has no comments and no indentation.

/// Later rules win over earlier ones: the order counts.
const SOURCE: &[u8] = concat!(
    include_str!("css/base.css"),
    include_str!("css/panel.css"),
    include_str!("css/lists.css"),
    include_str!("css/questions.css"),
    include_str!("css/adapt.css"),
)
.as_bytes();

const LENGTH: usize = squeeze().1;

const BYTES: [u8; LENGTH] = {
    let (all, length) = squeeze();
    let mut bytes = [0; LENGTH];
    let mut at = 0;
    while at < length {
        bytes[at] = all[at];
        at += 1;
    }
    bytes
};

pub const CSS: &str = match std::str::from_utf8(&BYTES) {
    Ok(css) => css,
    Err(_) => panic!("the stylesheet is no UTF-8 once squeezed"),
};

/// Drops comments, line ends and indentation, and the space after `{`, `}`, `:`, `;` and `,` and before `{`. Spaces that mean something
/// (`a b`, `1px + 2px`, `and (`) are none of these; a `:` that starts a selector part is never followed by one.
const fn squeeze() -> ([u8; SOURCE.len()], usize) {
    let mut out = [0; SOURCE.len()];
    let (mut read, mut wrote) = (0, 0);
    while read < SOURCE.len() {
        let byte = SOURCE[read];
        if byte == b'/' && SOURCE[read + 1] == b'*' {
            while !(SOURCE[read] == b'*' && SOURCE[read + 1] == b'/') {
                read += 1;
            }
            read += 2;
            continue;
        }
        read += 1;
        if byte == b'\n' {
            continue;
        }
        if byte == b' ' && (wrote == 0 || matches!(out[wrote - 1], b'{' | b'}' | b':' | b';' | b',' | b' ')) {
            continue;
        }
        if matches!(byte, b'{' | b'}') && wrote > 0 && matches!(out[wrote - 1], b' ' | b';') {
            wrote -= 1;
        }
        out[wrote] = byte;
        wrote += 1;
    }
    (out, wrote)
}
