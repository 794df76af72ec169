//! URI templates: RFC 6570, levels 1 and 2, read backwards.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::template::Template;

fn variables(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
    Template::parse(template).unwrap().matches(uri)
}

#[track_caller]
fn matches(template: &str, uri: &str, expected: &[(&str, &str)]) {
    let expected: Vec<(String, String)> = expected.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    assert_eq!(variables(template, uri), Some(expected), "{template} on {uri}");
}

#[track_caller]
fn differs(template: &str, uri: &str) {
    assert_eq!(variables(template, uri), None, "{template} on {uri}");
}

#[test]
fn a_variable_takes_what_stands_in_its_place() {
    matches("shop://items/{id}", "shop://items/42", &[("id", "42")]);
    matches("shop://{shop}/items/{id}.json", "shop://north/items/4-2_~x.json", &[("shop", "north"), ("id", "4-2_~x")]);
    matches("{all}", "x", &[("all", "x")]);
}

#[test]
fn a_template_is_no_prefix_and_no_suffix() {
    differs("shop://items/{id}", "shop://items/42/reviews");
    differs("shop://items/{id}", "shop://items/42?full");
    differs("shop://items/{id}", "xshop://items/42");
    differs("shop://items/{id}/reviews", "shop://items/42");
    differs("shop://items", "shop://items/42");
    differs("shop://items/{id}", "SHOP://items/42");
}

#[test]
fn a_simple_variable_holds_no_reserved_character() {
    for reserved in ":/?#[]@!$&'()*+,;=".chars() {
        differs("x{v}", &format!("xa{reserved}b"));
        matches("x{+v}", &format!("xa{reserved}b"), &[("v", &format!("a{reserved}b"))]);
    }
}

#[test]
fn values_are_percent_decoded_once() {
    matches("x/{v}", "x/a%2Fb%20c", &[("v", "a/b c")]);
    matches("x/{v}", "x/%c3%b1and%C3%BA%F0%9F%A6%A4", &[("v", "ñandú🦤")]);
    matches("x/{v}", "x/%2541", &[("v", "%41")]);
    matches("x/{+v}", "x/a%2Fb/c", &[("v", "a/b/c")]);
}

#[test]
fn what_is_no_percent_encoding_stays_and_bad_utf8_is_replaced() {
    matches("x/{v}", "x/100%", &[("v", "100%")]);
    matches("x/{v}", "x/%zz%4", &[("v", "%zz%4")]);
    matches("x/{v}", "x/%FFa", &[("v", "\u{fffd}a")]);
    matches("x/{v}", "x/ñ", &[("v", "ñ")]);
}

#[test]
fn reserved_and_fragment_variables_take_whole_paths() {
    matches("file://{+path}", "file:///home/ada/a.txt", &[("path", "/home/ada/a.txt")]);
    matches("page://x{#part}", "page://x#a/b?c", &[("part", "a/b?c")]);
    differs("page://x{#part}", "page://xa");
    matches("file://{+path}.{ending}", "file://a/b.c/d.txt", &[("path", "a/b.c/d"), ("ending", "txt")]);
    matches("{+path}?q={q}", "a/b?q=1?q=2", &[("path", "a/b?q=1"), ("q", "2")]);
}

#[test]
fn of_adjacent_variables_the_first_takes_all_it_can() {
    matches("x{a}{b}", "x12", &[("a", "12"), ("b", "")]);
    matches("x{a}{+b}", "x1/2", &[("a", "1"), ("b", "/2")]);
    matches("{a}-{b}", "1-2-3", &[("a", "1-2"), ("b", "3")]);
}

#[test]
fn a_value_may_be_empty() {
    matches("shop://items/{id}", "shop://items/", &[("id", "")]);
    matches("a{b}c", "ac", &[("b", "")]);
}

#[test]
fn a_variable_that_stands_twice_has_one_value() {
    matches("{a}/{a}", "1/1", &[("a", "1"), ("a", "1")]);
    differs("{a}/{a}", "1/2");
    matches("{+a}-{+a}", "x-y-x-y", &[("a", "x-y"), ("a", "x-y")]);
}

#[test]
fn a_template_without_variables_is_its_own_uri() {
    matches("page://title", "page://title", &[]);
    differs("page://title", "page://titles");
    matches("", "", &[]);
    differs("", "x");
}

#[test]
fn names_may_hold_dots_percents_and_letters_of_any_script() {
    matches("{a.b}", "x", &[("a.b", "x")]);
    matches("{año}", "2026", &[("año", "2026")]);
    matches("{%41_1}", "x", &[("%41_1", "x")]);
}

#[test]
fn what_is_no_template_is_explained() {
    let fault = |text: &str| Template::parse(text).unwrap_err();
    for open in ["a{", "a{b", "{a}{"] {
        assert!(fault(open).contains("\"{\" without its \"}\""), "{open}: {}", fault(open));
    }
    for closed in ["a}", "}{a}", "a}b{c}", "{a}}"] {
        assert!(fault(closed).contains("\"}\" without its \"{\""), "{closed}: {}", fault(closed));
    }
    for wrong in ["{}", "{+}", "{#}", "{a b}", "{a,b}", "{a*}", "{a:3}", "{?q}", "{/p}", "{.x}x{;y}", "{&z}", "{a-b}", "{a{b}"] {
        let said = fault(wrong);
        assert!(said.contains("which is none of {name}, {+name} and {#name}"), "{wrong}: {said}");
        assert!(said.contains(&wrong[wrong.find('{').unwrap()..=wrong.find('}').unwrap()]) || wrong.contains(".x"), "{wrong}: {said}");
    }
}

#[track_caller]
fn soon<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = work();
    assert!(start.elapsed() < Duration::from_secs(3), "took {:?}", start.elapsed());
    made
}

#[test]
fn long_uris_are_matched_and_bounded() {
    let long = "a/".repeat(500_000);
    assert_eq!(soon(|| variables("x:{+v}", &format!("x:{long}"))).unwrap()[0].1.len(), 1_000_000);
    assert_eq!(soon(|| variables("x:{+v}?q={q}", &format!("x:{long}?q={}", "b".repeat(200_000)))).unwrap()[1].1.len(), 200_000);
    assert!(soon(|| variables("x:{v}", &format!("x:{}!", "ñ".repeat(1_000_000)))).is_none());
}

#[test]
fn hostile_pairs_of_template_and_uri_end_soon() {
    let uri = "a".repeat(5_000);
    let many: String = (0..40).map(|index| format!("{{+v{index}}}a")).collect();
    assert!(soon(|| variables(&format!("{many}!"), &uri)).is_none());
    let adjacent: String = (0..40).map(|index| format!("{{v{index}}}")).collect();
    assert!(soon(|| variables(&format!("{adjacent}!"), &uri)).is_none());
    assert!(soon(|| variables("{+a}{+b}{+c}{+d}!", &"a".repeat(1_000_000))).is_none());
}

#[test]
fn very_many_names_and_very_long_literals_end_soon() {
    let names: String = (0..30_000).map(|index| format!("{{v{index}}}/")).collect();
    let uri = "b/".repeat(30_000);
    soon(|| variables(&names, &uri));
    let twice = format!("{names}{names}");
    soon(|| variables(&twice, &format!("{uri}{uri}")));
    let literal = "a".repeat(100_000);
    assert!(soon(|| variables(&format!("{{+v}}{literal}b"), &"a".repeat(400_000))).is_none());
    assert_eq!(soon(|| variables(&format!("{{+v}}b{literal}"), &format!("cb{literal}"))).unwrap()[0].1, "c");
}

#[test]
fn a_template_of_very_many_parts_needs_no_stack() {
    let template: String = (0..100_000).map(|_| "{a}/").collect();
    let uri = "b/".repeat(100_000);
    std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(move || {
            let parsed = Template::parse(&template).unwrap();
            assert!(parsed.matches("b/").is_none());
            assert!(parsed.matches(&uri.replace('/', "!")).is_none());
        })
        .unwrap()
        .join()
        .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_template_makes_of_values_it_reads_again(a in "[a-zA-Z0-9_.~ñ -]{0,8}", b in any::<String>()) {
        let encode = |text: &str| text.bytes().map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        }).collect::<String>();
        let uri = format!("shop://{}/x/{}#end", encode(&a), encode(&b));
        prop_assert_eq!(variables("shop://{a}/x/{b}#end", &uri), Some(vec![("a".to_string(), a), ("b".to_string(), b)]));
    }

    #[test]
    fn no_text_is_too_much(template in "[{}+#a-c/%é]{0,30}", uri in "[a-c/%#é0-9]{0,60}") {
        if let Ok(template) = Template::parse(&template) {
            template.matches(&uri);
        }
    }
}
