use crate::error::Error;
use crate::text::{fill, joined, lossy};

#[test]
fn blanks_are_filled_in_order() {
    assert_eq!(fill("The % \"%\" is held by %.", &["tool", "a", "b"]), "The tool \"a\" is held by b.");
    assert_eq!(fill("%%", &["a", "b"]), "ab");
    assert_eq!(fill("nothing to fill", &[]), "nothing to fill");
    assert_eq!(fill("", &[]), "");
}

#[test]
fn values_are_taken_as_they_are() {
    assert_eq!(fill("<%> and <%>", &["100 %", "é%\n"]), "<100 %> and <é%\n>");
    assert_eq!(fill("% too few: %", &["one"]), "one too few: ");
    assert_eq!(Error::Failed("at 50 % of it".into()).to_string(), "at 50 % of it");
}

#[test]
fn parts_stand_in_a_row() {
    assert_eq!(joined(&["a", "", "c"], ", "), "a, , c");
    assert_eq!(joined(&["", "b"], "\n"), "\nb");
    assert_eq!(joined::<String>(&[], ", "), "");
}

#[test]
fn bytes_become_text_as_the_standard_library_has_it() {
    let all: [&[u8]; 9] = [
        b"",
        "a\u{e9}\u{20ac}\u{1f600}".as_bytes(),
        b"\xff",
        b"a\xffb\xfe\xfd",
        b"\xe2\x82",
        b"\xe2\x82x",
        b"\xf0\x9f\x98",
        b"\xed\xa0\x80!",
        b"\xf0\x80\x80\x80",
    ];
    for bytes in all {
        assert_eq!(lossy(bytes), String::from_utf8_lossy(bytes), "{bytes:?}");
    }
}
