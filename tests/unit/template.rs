//! Resource URI templates, RFC 6570 levels 1 and 2.

use crate::template::Template;

fn matches(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
    Template::parse(template).unwrap().matches(uri)
}

fn pairs(pairs: &[(&str, &str)]) -> Option<Vec<(String, String)>> {
    Some(pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
}

#[test]
fn a_variable_takes_no_reserved_character() {
    assert_eq!(matches("shop://products/{id}", "shop://products/tea-1"), pairs(&[("id", "tea-1")]));
    assert_eq!(matches("shop://products/{id}", "shop://products/tea/1"), None);
    assert_eq!(matches("shop://products/{id}", "shop://product"), None);
}

#[test]
fn a_reserved_variable_takes_any() {
    assert_eq!(matches("file://{+path}", "file:///a/b?c"), pairs(&[("path", "/a/b?c")]));
    assert_eq!(matches("doc://x{#section}", "doc://x#1/2"), pairs(&[("section", "1/2")]));
}

#[test]
fn values_are_percent_decoded() {
    assert_eq!(matches("x://{name}", "x://caf%C3%A9%20"), pairs(&[("name", "café ")]));
    assert_eq!(matches("x://{name}", "x://50%25"), pairs(&[("name", "50%")]));
}

#[test]
fn several_variables_share_a_uri() {
    assert_eq!(matches("x://{a}/{b}.{c}", "x://1/2.3"), pairs(&[("a", "1"), ("b", "2"), ("c", "3")]));
}

#[test]
fn a_template_that_is_none_says_why() {
    for (text, word) in [("x://{a", "without its \"}\""), ("x://a}", "without its \"{\""), ("x://{?q}", "{?q}"), ("x://{}", "{}")] {
        assert!(Template::parse(text).unwrap_err().contains(word), "{text}");
    }
}

#[test]
fn hostile_uris_take_bounded_work() {
    let uri = ["x://".to_string(), "a".repeat(10_000)].concat();
    assert_eq!(matches("x://{a}{b}{c}{d}{e}{f}!", &uri), None);
}
