//! Every text of the widget: one table per language, one line per text, its key first.
//!
//! A table stays one string: a lookup scans it, which costs microseconds and spares the wasm some two hundred pointers.

pub const EN: &str = include_str!("labels/en.txt");
pub const ES: &str = include_str!("labels/es.txt");

/// The texts of one widget: the page's own first, then its language's.
pub struct Labels {
    table: &'static str,
    own: Vec<(String, String)>,
}

impl Labels {
    /// `asked` is the page's `language` option, `page` its `lang`, `browser` the browser's languages, best first.
    pub fn new(asked: Option<&str>, page: &str, browser: &[String], own: Vec<(String, String)>) -> Labels {
        let table = match asked {
            Some(asked) => table_of(asked).unwrap_or(EN),
            None => table_of(page).or_else(|| browser.iter().find_map(|language| table_of(language))).unwrap_or(EN),
        };
        Labels { table, own }
    }

    /// What the texts are in, for `lang`.
    pub fn language(&self) -> &'static str {
        if self.table == ES { "es" } else { "en" }
    }

    /// The text for `key`, where there is one.
    pub fn find(&self, key: &str) -> Option<&str> {
        self.own
            .iter()
            .find(|(own, _)| own == key)
            .map(|(_, text)| text.as_str())
            .or_else(|| self.table.lines().find_map(|line| line.split_once(' ').filter(|(name, _)| *name == key).map(|(_, text)| text)))
    }

    /// The text for `key`; a key that no table has shows as itself.
    pub fn text<'a>(&'a self, key: &'a str) -> &'a str {
        self.find(key).unwrap_or(key)
    }

    /// The text for `key` with its `{}` replaced; a page's own text may go without.
    pub fn fill(&self, key: &str, value: &str) -> String {
        let text = self.text(key);
        match text.split_once('{') {
            Some((before, after)) => [before, value, after.strip_prefix('}').unwrap_or(after)].concat(),
            None => text.into(),
        }
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
