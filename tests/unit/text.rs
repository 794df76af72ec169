use crate::error::Error;
use crate::text::fill;

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
