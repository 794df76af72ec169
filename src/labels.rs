//! Every text of the widget: one table per language, one line per text, its key first.
//!
//! A table stays one string, which the widget takes apart: that spares the wasm some two hundred pointers.

pub const EN: &str = include_str!("labels/en.txt");
pub const ES: &str = include_str!("labels/es.txt");

/// The texts of one widget, in its language.
pub struct Labels {
    table: &'static str,
}

impl Labels {
    /// `asked` is the page's `language` option; else the page's `lang` and the browser's languages count, best first.
    pub fn new(asked: Option<&str>, languages: &[String]) -> Labels {
        let table = match asked {
            Some(asked) => table_of(asked),
            None => languages.iter().find_map(|language| table_of(language)),
        };
        Labels { table: table.unwrap_or(EN) }
    }

    /// What the texts are in, for `lang`.
    pub fn language(&self) -> &'static str {
        if self.table == ES { "es" } else { "en" }
    }

    pub fn table(&self) -> &'static str {
        self.table
    }
}

fn table_of(language: &str) -> Option<&'static str> {
    match language.get(..2)?.to_ascii_lowercase().as_str() {
        "en" => Some(EN),
        "es" => Some(ES),
        _ => None,
    }
}

/// Whether a language is written from right to left.
pub fn right_to_left(language: &str) -> bool {
    matches!(language.split('-').next().unwrap_or_default(), "ar" | "ckb" | "dv" | "fa" | "he" | "ps" | "sd" | "ug" | "ur" | "yi")
}
