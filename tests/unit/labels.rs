//! The label tables: complete, alike, and all that the widget says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::labels::{EN, ES, Labels, right_to_left};
use crate::view::harmless;

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

fn widget_sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/widget");
    let sources =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "rs"));
    sources.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())).collect()
}

fn spanish() -> Labels {
    Labels::new(Some("es-MX"), "", &[], Vec::new())
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
            assert!(spanish().find(&[part, code].concat()).is_some(), "{part}{code}");
        }
    }
}

#[test]
fn every_key_that_the_widget_names_is_in_the_tables() {
    let known: BTreeSet<&str> = keys(EN).into_iter().collect();
    let mut seen = 0;
    for (file, source) in widget_sources() {
        let source: String = source.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect();
        let markup = source
            .split([' ', '\n', '"', ';'])
            .filter_map(|word| word.split_once('@').filter(|(before, _)| before.is_empty() || before.ends_with('=')));
        let calls =
            source.split("labels.text(\"").skip(1).chain(source.split("labels.fill(\"").skip(1)).filter_map(|rest| rest.split_once('"'));
        let named = markup
            .map(|(_, key)| key)
            .chain(calls.map(|(key, _)| key))
            .filter(|key| !key.is_empty() && key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'));
        for key in named {
            seen += 1;
            assert!(known.contains(key), "{file} names the label {key}");
        }
    }
    assert!(seen > 40, "only {seen} labels found: does this test still read the sources right?");
}

#[test]
fn the_code_of_the_widget_holds_no_text_for_people() {
    for (file, source) in widget_sources() {
        let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        for literal in code.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            let spoken = literal.split(' ').count() > 1 && literal.starts_with(|first: char| first.is_uppercase());
            assert!(!spoken, "{file}: {literal:?} belongs into the label tables");
        }
    }
}

#[test]
fn the_language_is_the_one_asked_for_then_the_page_then_the_browser() {
    let browser = ["fr".to_string(), "es-AR".to_string()];
    let language = |asked, page| Labels::new(asked, page, &browser, Vec::new()).language();
    assert_eq!(language(Some("en"), "es"), "en");
    assert_eq!(language(None, "es-ES"), "es");
    assert_eq!(language(None, "EN-gb"), "en");
    assert_eq!(language(None, "de"), "es");
    assert_eq!(language(None, ""), "es");
    assert_eq!(Labels::new(None, "de", &[], Vec::new()).language(), "en");
    assert_eq!(language(Some("zh"), "es"), "en");
    assert_eq!(language(Some("ñ"), "es"), "en");
}

#[test]
fn a_page_replaces_any_text_by_its_key() {
    let labels = Labels::new(Some("es"), "", &[], vec![("connect".into(), "¡Vamos!".into()), ("stop".into(), "Alto".into())]);
    assert_eq!(labels.text("connect"), "¡Vamos!");
    assert_eq!(labels.text("close"), "Cerrar");
    assert_eq!(labels.fill("stop", "x"), "Alto");
}

#[test]
fn a_text_is_filled_where_its_gap_is() {
    assert_eq!(spanish().fill("confirm-note", "25"), "Sin respuesta en 25 segundos, se deniega. F6 trae el teclado aquí.");
    assert_eq!(spanish().fill("stop", "a{}b"), "Detener a{}b");
}

#[test]
fn languages_written_from_right_to_left_are_known() {
    assert!(right_to_left("ar-EG") && right_to_left("he") && right_to_left("fa"));
    assert!(!right_to_left("en") && !right_to_left("es-AR") && !right_to_left(""));
}

#[test]
fn what_hides_or_reorders_text_is_spelled_out() {
    assert_eq!(harmless("pay\u{202e}gpj.exe", 100), "pay\\u{202e}gpj.exe");
    assert_eq!(harmless("a\u{200b}b\u{feff}c\0", 100), "a\\u{200b}b\\u{feff}c\\u{0}");
    assert_eq!(harmless("a\u{200d}b", 100), "a\\u{200d}b");
    assert_eq!(harmless("<img src=x onerror=alert(1)>", 100), "<img src=x onerror=alert(1)>");
}

#[test]
fn joiners_between_letters_and_emoji_that_need_them_stay() {
    assert_eq!(harmless("👩\u{200d}🔬 می\u{200c}خواهم", 100), "👩\u{200d}🔬 می\u{200c}خواهم");
}

#[test]
fn long_text_is_cut_at_whole_characters_with_an_ellipsis() {
    assert_eq!(harmless("ñandú", 3), "ñan…");
    assert_eq!(harmless("ñan", 3), "ñan");
    assert_eq!(harmless(&"x".repeat(100_000), 80).chars().count(), 81);
}
