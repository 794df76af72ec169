//! The label tables: complete, alike, and all that the widget says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::labels::{EN, ES, Labels, right_to_left};

/// The codes that a `Problem` may have.
const PROBLEMS: [&str; 13] = [
    "token-empty",
    "token-not-base64",
    "token-not-json",
    "token-incomplete",
    "token-server",
    "relay-unreachable",
    "token-refused",
    "session-refused",
    "local-network-denied",
    "safari-https",
    "csp-blocked",
    "relay-closed",
    "idle-disconnected",
];

fn keys(table: &str) -> Vec<&str> {
    table.lines().map(|line| line.split_once(' ').map_or(line, |(key, _)| key)).collect()
}

/// The widget's code without its comments.
fn widget_source() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/js");
    let parts = fs::read_dir(folder.join("widget")).unwrap().map(|file| file.unwrap().path());
    let source: String = parts.chain([folder.join("widget.js")]).map(|file| fs::read_to_string(file).unwrap()).collect();
    let code: String =
        source.split("/*").enumerate().map(|(at, part)| if at == 0 { part } else { part.split_once("*/").unwrap().1 }).collect();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn both_languages_have_the_same_keys_in_the_same_order() {
    assert_eq!(keys(EN), keys(ES));
}

#[test]
fn no_key_is_there_twice_and_none_is_without_a_text() {
    for table in [EN, ES] {
        assert_eq!(keys(table).len(), keys(table).iter().collect::<BTreeSet<_>>().len());
        assert!(table.lines().all(|line| line.split_once(' ').is_some_and(|(_, text)| !text.trim().is_empty())));
    }
}

#[test]
fn a_text_has_its_gap_in_both_languages_or_in_none() {
    for (english, spanish) in EN.lines().zip(ES.lines()) {
        assert_eq!(english.matches("{}").count(), spanish.matches("{}").count(), "{english} / {spanish}");
    }
}

#[test]
fn every_problem_is_explained_and_has_a_remedy() {
    for code in PROBLEMS {
        for part in ["why-", "fix-"] {
            assert!(keys(ES).contains(&[part, code].concat().as_str()), "{part}{code}");
        }
    }
}

#[test]
fn every_key_that_the_widget_names_is_in_the_tables() {
    let known: BTreeSet<&str> = keys(EN).into_iter().collect();
    let mut seen = 0;
    let source = widget_source().replace("getContext(", "");
    let markup = source
        .split([' ', '\n', '"', '`', ';'])
        .filter_map(|word| word.split_once('@').filter(|(before, _)| before.is_empty() || before.ends_with('=')));
    let calls = ["text(\"", "fill(\""].into_iter().flat_map(|call| source.split(call).skip(1)).filter_map(|rest| rest.split_once('"'));
    let named = markup
        .map(|(_, key)| key)
        .chain(calls.map(|(key, _)| key))
        .filter(|key| !key.is_empty() && key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'));
    for key in named {
        seen += 1;
        assert!(known.contains(key), "the widget names the label {key}");
    }
    assert!(seen > 40, "only {seen} labels found: does this test still read the source right?");
}

#[test]
fn the_code_of_the_widget_holds_no_text_for_people() {
    let source = widget_source().replace('`', "\"");
    for literal in source.lines().flat_map(|line| line.split('"').skip(1).step_by(2)) {
        let spoken = literal.split(' ').count() > 1 && literal.starts_with(|first: char| first.is_uppercase());
        assert!(!spoken, "{literal:?} belongs into the label tables");
    }
}

#[test]
fn the_language_is_the_one_asked_for_then_the_page_then_the_browser() {
    let language = |asked, page: &str| Labels::new(asked, &[page.to_string(), "fr".to_string(), "es-AR".to_string()]).language();
    assert_eq!(language(Some("en"), "es"), "en");
    assert_eq!(language(Some("es-MX"), "en"), "es");
    assert_eq!(language(None, "es-ES"), "es");
    assert_eq!(language(None, "EN-gb"), "en");
    assert_eq!(language(None, "de"), "es");
    assert_eq!(language(None, ""), "es");
    assert_eq!(Labels::new(None, &["de".to_string()]).language(), "en");
    assert_eq!(Labels::new(None, &[]).table(), EN);
    assert_eq!(language(Some("zh"), "es"), "en");
    assert_eq!(language(Some("ñ"), "es"), "en");
}

#[test]
fn languages_written_from_right_to_left_are_known() {
    assert!(right_to_left("ar-EG") && right_to_left("he") && right_to_left("fa"));
    assert!(!right_to_left("en") && !right_to_left("es-AR") && !right_to_left(""));
}
