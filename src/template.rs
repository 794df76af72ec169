//! Resource URI templates (RFC 6570, levels 1 and 2): `{var}`, `{+var}`, `{#var}`. Matching, not expansion.
use crate::text::{fill, lossy, percent_decoded};

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    /// `reserved`: `{+var}` and `{#var}` take any character, `{var}` none of RFC 3986's reserved ones.
    Variable {
        name: String,
        reserved: bool,
    },
}

const UNOPENED: &str = "has a \"}\" without its \"{\"";

/// A template of many variables over a long URI could be tried in very many ways: so many characters are looked at, and no more.
const TRIES: usize = 2_000_000;

/// A parsed template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<Part>);

impl Template {
    /// Parses, or says what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (literal, after) = rest.split_at(open);
            if has(literal, b'}') {
                return Err(UNOPENED.into());
            }
            let Some(close) = after.find('}') else { return Err("has a \"{\" without its \"}\"".into()) };
            let mut literal = literal.to_string();
            let expression = &after[1..close];
            let (reserved, name) = match expression.as_bytes().first() {
                Some(b'+') => (true, &expression[1..]),
                Some(b'#') => {
                    literal.push('#');
                    (true, &expression[1..])
                }
                _ => (false, expression),
            };
            // Beyond ASCII every letter: the RFC has none, and telling letters apart takes tables.
            let well_named = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%');
            if name.is_empty() || !name.chars().all(well_named) {
                return Err(fill("has the expression {%}, which is none of {name}, {+name} and {#name}", &[expression]));
            }
            if !literal.is_empty() {
                parts.push(Part::Literal(literal));
            }
            parts.push(Part::Variable { name: name.into(), reserved });
            rest = &after[close + 1..];
        }
        if has(rest, b'}') {
            return Err(UNOPENED.into());
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest.into()));
        }
        Ok(Template(parts))
    }

    /// The variables of a URI that this template makes, percent-decoded; `None` where it does not make it.
    pub fn matches(&self, uri: &str) -> Option<Vec<(String, String)>> {
        // Each variable met so far: its part's index, and where its value starts and ends. A list instead of recursion, since a
        // template may have more parts than the stack has room.
        let mut taken: Vec<(usize, usize, usize)> = Vec::new();
        let (mut index, mut at) = (0, 0);
        let mut tries = TRIES;
        loop {
            let fits = match self.0.get(index) {
                None if at == uri.len() && self.agrees(&taken, uri, &mut tries)? => return Some(self.values(&taken, uri)),
                None => false,
                Some(Part::Literal(literal)) => {
                    if literal.len() <= uri.len() - at {
                        // Compared many at a time.
                        tries = tries.checked_sub(literal.len() >> 4)?;
                    }
                    let fits = uri[at..].starts_with(literal.as_str());
                    at += if fits { literal.len() } else { 0 };
                    fits
                }
                Some(Part::Variable { reserved, .. }) => {
                    // The longest value first, as a person would read it; empty only as the last resort.
                    let end = if *reserved { uri.len() } else { uri[at..].find(is_reserved).map_or(uri.len(), |length| at + length) };
                    tries = tries.checked_sub(end - at + 1)?;
                    taken.push((index, at, end));
                    at = end;
                    true
                }
            };
            if fits {
                index += 1;
                continue;
            }
            // Back to the last variable that can give a character away.
            while taken.last()?.1 == taken.last()?.2 {
                taken.pop();
            }
            let (variable, start, end) = taken.last_mut()?;
            *end = (*start..*end).rev().find(|at| uri.is_char_boundary(*at)).unwrap_or(*start);
            (index, at) = (*variable + 1, *end);
            tries = tries.checked_sub(1)?;
        }
    }

    /// Whether a variable that stands twice has the same value twice; `None` where that would take too long to tell.
    fn agrees(&self, taken: &[(usize, usize, usize)], uri: &str, tries: &mut usize) -> Option<bool> {
        for (place, (index, start, end)) in taken.iter().enumerate() {
            let first = taken[..place].iter().position(|other| self.name(other.0) == self.name(*index));
            *tries = tries.checked_sub(first.unwrap_or(place))?;
            if first.is_some_and(|first| uri[taken[first].1..taken[first].2] != uri[*start..*end]) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn values(&self, taken: &[(usize, usize, usize)], uri: &str) -> Vec<(String, String)> {
        let mut values = Vec::new();
        for (index, start, end) in taken {
            values.push((self.name(*index).to_string(), lossy(&percent_decoded(&uri[*start..*end]))));
        }
        values
    }

    fn name(&self, index: usize) -> &str {
        match self.0.get(index) {
            Some(Part::Variable { name, .. }) => name,
            _ => "",
        }
    }
}

/// RFC 3986: gen-delims and sub-delims.
fn is_reserved(c: char) -> bool {
    c.is_ascii() && has(":/?#[]@!$&'()*+,;=", c as u8)
}

/// `str::contains` brings a search for whole texts along, which is 1.6 KB.
fn has(text: &str, ascii: u8) -> bool {
    text.bytes().any(|byte| byte == ascii)
}
