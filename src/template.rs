//! Resource URI templates (RFC 6570, levels 1 and 2): `{var}`, `{+var}`, `{#var}`. Matching, not expansion.

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    /// `reserved`: `{+var}` and `{#var}` take any character, `{var}` none of RFC 3986's reserved ones.
    Variable {
        name: String,
        reserved: bool,
    },
}

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
            let well_named = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '%');
            if name.is_empty() || !name.chars().all(well_named) {
                return Err(["has the expression {", expression, "}, which is none of {name}, {+name} and {#name}"].concat());
            }
            if !literal.is_empty() {
                parts.push(Part::Literal(literal));
            }
            parts.push(Part::Variable { name: name.into(), reserved });
            rest = &after[close + 1..];
        }
        if rest.contains('}') {
            return Err("has a \"}\" without its \"{\"".into());
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest.into()));
        }
        Ok(Template(parts))
    }

    /// The variables of a URI that this template makes, percent-decoded; `None` where it does not make it.
    pub fn matches(&self, uri: &str) -> Option<Vec<(String, String)>> {
        let mut found = Vec::new();
        // A template of many variables over a long URI could be tried in very many ways: bounded.
        let mut tries = 100_000;
        walk(&self.0, uri, &mut found, &mut tries).then(|| found.into_iter().map(|(name, raw)| (name.to_string(), decode(raw))).collect())
    }
}

fn walk<'a>(parts: &'a [Part], uri: &'a str, found: &mut Vec<(&'a str, &'a str)>, tries: &mut u32) -> bool {
    let Some((part, later)) = parts.split_first() else { return uri.is_empty() };
    match part {
        Part::Literal(literal) => uri.strip_prefix(literal.as_str()).is_some_and(|rest| walk(later, rest, found, tries)),
        Part::Variable { name, reserved } => {
            let reach = uri.find(|c: char| !reserved && is_reserved(c)).unwrap_or(uri.len());
            // The longest value first, as a person would read it; empty only as the last resort.
            let ends = uri[..reach].char_indices().map(|(index, _)| index).chain([reach]).collect::<Vec<_>>();
            for end in ends.into_iter().rev() {
                if *tries == 0 {
                    return false;
                }
                *tries -= 1;
                found.push((name, &uri[..end]));
                if walk(later, &uri[end..], found, tries) {
                    return true;
                }
                found.pop();
            }
            false
        }
    }
}

/// RFC 3986: gen-delims and sub-delims.
fn is_reserved(c: char) -> bool {
    ":/?#[]@!$&'()*+,;=".contains(c)
}

fn decode(raw: &str) -> String {
    let bytes = raw.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let hex = |at: usize| bytes.get(at).and_then(|byte| (*byte as char).to_digit(16));
        match (bytes[index], hex(index + 1), hex(index + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                index += 3;
            }
            (byte, ..) => {
                out.push(byte);
                index += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
