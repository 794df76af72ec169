//! A schema made rules, once, when its tool is registered. What is wrong with the schema is told to its author here.

use super::refs::{percent_decode, push_token, resolve, split, walk};
use super::rules::{At, Limit, Name, Rule, TYPES, type_bits};
use crate::payload::{Payload, Shape};

/// More subschemas than any tool has.
const MOST_NODES: usize = 10_000;
/// A longer pointer is a schema nested without end.
const LONGEST_POINTER: usize = 4096;
/// References and alternatives that lead on without going deeper into the value.
const LONGEST_CHAIN: u32 = 64;

const LIMITS: [(&str, Limit); 11] = [
    ("minimum", Limit::Minimum),
    ("maximum", Limit::Maximum),
    ("exclusiveMinimum", Limit::Above),
    ("exclusiveMaximum", Limit::Below),
    ("multipleOf", Limit::MultipleOf),
    ("minLength", Limit::MinLength),
    ("maxLength", Limit::MaxLength),
    ("minItems", Limit::MinItems),
    ("maxItems", Limit::MaxItems),
    ("minProperties", Limit::MinProperties),
    ("maxProperties", Limit::MaxProperties),
];

/// A subschema that waits for its turn: a list, not recursion, since schemas may be nested deeper than the stack.
struct Job<P> {
    at: At,
    schema: P,
    /// The document that its references are relative to.
    base: usize,
}

/// The schema itself, and each part of it with an `$id`.
struct Document<P> {
    uri: String,
    root: P,
    pointer: String,
}

/// A `$ref` that waits until every `$id` and `$anchor` is known.
struct Reference {
    from: At,
    rule: usize,
    base: usize,
    text: String,
}

struct Compiler<P: Payload> {
    nodes: Vec<Vec<Rule<P>>>,
    /// Each node's JSON pointer.
    places: Vec<String>,
    jobs: Vec<Job<P>>,
    documents: Vec<Document<P>>,
    anchors: Vec<(usize, String, At)>,
    references: Vec<Reference>,
}

/// The rules of a schema and its subschemas; the root's come first.
pub fn compile<P: Payload>(schema: &P) -> Result<Vec<Vec<Rule<P>>>, String> {
    let root = Document { uri: String::new(), root: schema.clone(), pointer: String::new() };
    let mut compiler = Compiler { nodes: vec![], places: vec![], jobs: vec![], documents: vec![root], anchors: vec![], references: vec![] };
    compiler.add(schema.clone(), String::new(), 0)?;
    loop {
        if let Some(job) = compiler.jobs.pop() {
            compiler.subschema(job)?;
        } else if let Some(reference) = compiler.references.pop() {
            compiler.refer(reference)?;
        } else {
            break;
        }
    }
    let mut done = vec![false; compiler.nodes.len()];
    for at in 0..compiler.nodes.len() {
        compiler.find_loop(at, &mut done, 0)?;
    }
    Ok(compiler.nodes)
}

/// An author's error, about the subschema at a pointer.
fn error(pointer: &str, parts: &[&str]) -> String {
    ["at ", if pointer.is_empty() { "its root" } else { pointer }, ": ", &parts.concat()].concat()
}

impl<P: Payload> Compiler<P> {
    fn add(&mut self, schema: P, pointer: String, base: usize) -> Result<At, String> {
        let at = self.nodes.len();
        if at >= MOST_NODES || pointer.len() > LONGEST_POINTER {
            return Err(if at >= MOST_NODES {
                "has more than 10000 subschemas: make it smaller".into()
            } else {
                let start: String = pointer.chars().take(40).collect();
                error(&(start + "..."), &["the schema is nested too deeply: use $defs and $ref for what repeats"])
            });
        }
        self.nodes.push(Vec::new());
        self.places.push(pointer);
        self.jobs.push(Job { at, schema, base });
        Ok(at)
    }

    fn subschema(&mut self, job: Job<P>) -> Result<(), String> {
        let here = Here { pointer: self.places.get(job.at).cloned().unwrap_or_default(), base: job.base };
        let rules = match job.schema.shape() {
            Shape::Boolean if job.schema.as_bool() == Some(true) => Vec::new(),
            Shape::Boolean => vec![Rule::Never],
            Shape::Object => self.keywords(&job.schema, here, job.at)?,
            _ => return Err(error(&here.pointer, &["a schema must be an object (or true or false)"])),
        };
        if let Some(node) = self.nodes.get_mut(job.at) {
            *node = rules;
        }
        Ok(())
    }

    fn keywords(&mut self, schema: &P, mut here: Here, at: At) -> Result<Vec<Rule<P>>, String> {
        let keys = schema.keys();
        if let Some(id) = keys.iter().find(|key| *key == "$id").and_then(|key| schema.text_at(key)) {
            here.base = self.document(&id, schema, &here);
        }
        let mut rules = Vec::new();
        let (mut named, mut patterns, mut others) = (Vec::new(), Vec::new(), None);
        let (mut first, mut items) = (Vec::new(), None);
        let (mut what, mut least, mut most) = (None, 1.0, f64::INFINITY);
        let (mut test, mut then, mut other) = (None, None, None);
        for key in &keys {
            let Some(value) = schema.get(key) else { continue };
            match key.as_str() {
                "type" => rules.push(Rule::Type(type_bits(&value).map_err(|word| {
                    here.wrong(key, &["must be one of ", &TYPES.join(", "), " (or an array of them), which ", &word, " is not"])
                })?)),
                "enum" => {
                    here.expect(key, &value, Shape::Array, "must be an array of the allowed values")?;
                    rules.push(Rule::Choice(value));
                }
                "const" => rules.push(Rule::Choice(P::array(vec![value]))),
                "pattern" => {
                    here.expect(key, &value, Shape::String, "must be a text")?;
                    let source = value.as_text().unwrap_or_default();
                    rules.push(Rule::Pattern(here.pattern::<P>(key, &source)?, source));
                }
                // Draft 3 had booleans here; they say nothing that could be kept.
                "required" if value.shape() != Shape::Boolean => rules.push(Rule::Required(here.names(key, &value)?)),
                "dependentRequired" => {
                    here.expect(key, &value, Shape::Object, "must be an object of arrays of names")?;
                    for name in value.keys() {
                        let needs = value.get(&name).map_or(Ok(Vec::new()), |list| here.names(key, &list))?;
                        rules.push(Rule::Dependent(name_of(name), needs));
                    }
                }
                "uniqueItems" if value.as_bool() == Some(true) => rules.push(Rule::Unique),
                "properties" => {
                    for (name, at) in self.map(&here, key, &value)? {
                        named.push((name_of(name), at));
                    }
                }
                "patternProperties" => {
                    for (source, at) in self.map(&here, key, &value)? {
                        patterns.push((here.pattern::<P>(key, &source)?, at));
                    }
                }
                "$defs" | "definitions" => drop(self.map(&here, key, &value)?),
                "additionalProperties" => others = Some(self.child(&here, key, value)?),
                "propertyNames" => rules.push(Rule::Names(self.child(&here, key, value)?)),
                // Before 2020-12 an array of `items` was what `prefixItems` is now.
                "prefixItems" => first = self.list(&here, key, &value)?,
                "items" if value.shape() == Shape::Array => first = self.list(&here, key, &value)?,
                "items" => items = Some(self.child(&here, key, value)?),
                "contains" => what = Some(self.child(&here, key, value)?),
                "minContains" => least = here.number(key, &value, true)?,
                "maxContains" => most = here.number(key, &value, true)?,
                "allOf" => rules.extend(self.list(&here, key, &value)?.into_iter().map(Rule::Also)),
                "anyOf" => rules.push(Rule::Any(self.list(&here, key, &value)?)),
                "oneOf" => rules.push(Rule::One(self.list(&here, key, &value)?)),
                "not" => rules.push(Rule::Not(self.child(&here, key, value)?)),
                "if" => test = Some(self.child(&here, key, value)?),
                "then" => then = Some(self.child(&here, key, value)?),
                "else" => other = Some(self.child(&here, key, value)?),
                "$ref" => {
                    here.expect(key, &value, Shape::String, "must be a text")?;
                    let text = value.as_text().unwrap_or_default();
                    self.references.push(Reference { from: at, rule: rules.len(), base: here.base, text });
                    // Its target is set when every subschema has its place.
                    rules.push(Rule::Also(at));
                }
                "$anchor" | "$dynamicAnchor" => self.anchors.push((here.base, value.as_text().unwrap_or_default(), at)),
                other => {
                    let limit = LIMITS.iter().find(|(name, _)| *name == other);
                    // Draft 4 had booleans for the exclusive ones.
                    if let Some((_, limit)) = limit.filter(|_| value.shape() != Shape::Boolean) {
                        rules.push(Rule::Limit(*limit, here.number(key, &value, *limit as u8 > Limit::MultipleOf as u8)?));
                    }
                }
            }
        }
        if !named.is_empty() || !patterns.is_empty() || others.is_some() {
            rules.push(Rule::Members { named, patterns, rest: others });
        }
        if !first.is_empty() || items.is_some() {
            rules.push(Rule::Items { first, rest: items });
        }
        if let Some(what) = what {
            rules.push(Rule::Contains { what, least, most });
        }
        if let Some(test) = test {
            rules.push(Rule::If { test, then, other });
        }
        Ok(rules)
    }

    /// A subschema that is a keyword's value.
    fn child(&mut self, here: &Here, key: &str, schema: P) -> Result<At, String> {
        let mut pointer = here.pointer.clone();
        push_token(&mut pointer, key);
        self.add(schema, pointer, here.base)
    }

    fn grandchild(&mut self, here: &Here, key: &str, name: &str, schema: P) -> Result<At, String> {
        let mut pointer = here.pointer.clone();
        push_token(&mut pointer, key);
        push_token(&mut pointer, name);
        self.add(schema, pointer, here.base)
    }

    fn list(&mut self, here: &Here, key: &str, value: &P) -> Result<Vec<At>, String> {
        here.expect(key, value, Shape::Array, "must be an array of schemas")?;
        if value.length() == 0 {
            return Err(here.wrong(key, &["must not be empty"]));
        }
        (0..value.length()).map(|index| self.grandchild(here, key, &index.to_string(), value.at(index).unwrap_or_else(P::null))).collect()
    }

    fn map(&mut self, here: &Here, key: &str, value: &P) -> Result<Vec<(String, At)>, String> {
        here.expect(key, value, Shape::Object, "must be an object of schemas by name")?;
        let mut children = Vec::new();
        for name in value.keys() {
            if let Some(schema) = value.get(&name) {
                let at = self.grandchild(here, key, &name, schema)?;
                children.push((name, at));
            }
        }
        Ok(children)
    }

    /// Begins a document, where an `$id` names one.
    fn document(&mut self, id: &str, root: &P, here: &Here) -> usize {
        let (uri, _) = split(id);
        if uri.is_empty() {
            return here.base;
        }
        let uri = resolve(self.documents.get(here.base).map_or("", |document| &document.uri), uri);
        self.documents.push(Document { uri, root: root.clone(), pointer: here.pointer.clone() });
        self.documents.len() - 1
    }

    /// Points a `$ref` at its target, which may be a place that no keyword names.
    fn refer(&mut self, reference: Reference) -> Result<(), String> {
        let target = self.target(&reference)?;
        let from = self.places.get(reference.from).cloned().unwrap_or_default();
        let target = target.ok_or_else(|| {
            error(
                &from,
                &[
                    "the $ref \"",
                    &reference.text,
                    "\" leads nowhere in this schema: put its target into $defs, and refer to it as #/$defs/NAME",
                ],
            )
        })?;
        if let Some(rule) = self.nodes.get_mut(reference.from).and_then(|rules| rules.get_mut(reference.rule)) {
            *rule = Rule::Also(target);
        }
        Ok(())
    }

    fn target(&mut self, reference: &Reference) -> Result<Option<At>, String> {
        let (uri, fragment) = split(&reference.text);
        let base = if uri.is_empty() {
            Some(reference.base)
        } else {
            let uri = resolve(self.documents.get(reference.base).map_or("", |document| &document.uri), uri);
            self.documents.iter().position(|document| document.uri == uri)
        };
        let Some((base, document)) = base.and_then(|base| Some((base, self.documents.get(base)?))) else { return Ok(None) };
        let fragment = percent_decode(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return Ok(self.anchors.iter().find(|(of, name, _)| *of == base && *name == fragment).map(|(_, _, at)| *at));
        }
        let Some((schema, path)) = walk(&document.root, &fragment) else { return Ok(None) };
        let pointer = [document.pointer.as_str(), &path].concat();
        match self.places.iter().position(|place| *place == pointer) {
            Some(at) => Ok(Some(at)),
            None => self.add(schema, pointer, base).map(Some),
        }
    }

    /// References that come back to where they started without going deeper into the value would never end.
    fn find_loop(&self, at: At, done: &mut [bool], level: u32) -> Result<(), String> {
        if done.get(at) != Some(&false) {
            return Ok(());
        }
        if level > LONGEST_CHAIN {
            let place = self.places.get(at).map_or("", |place| place);
            return Err(error(
                place,
                &["its references lead round in a loop (or through too many others), so no value could ever be checked"],
            ));
        }
        for rule in self.nodes.get(at).into_iter().flatten() {
            match rule {
                Rule::Also(next) | Rule::Not(next) => self.find_loop(*next, done, level + 1)?,
                Rule::Any(next) | Rule::One(next) => next.iter().try_for_each(|next| self.find_loop(*next, done, level + 1))?,
                Rule::If { test, then, other } => {
                    [Some(test), then.as_ref(), other.as_ref()]
                        .into_iter()
                        .flatten()
                        .try_for_each(|next| self.find_loop(*next, done, level + 1))?;
                }
                _ => {}
            }
        }
        if let Some(done) = done.get_mut(at) {
            *done = true;
        }
        Ok(())
    }
}

/// The subschema whose keywords are read.
struct Here {
    pointer: String,
    base: usize,
}

impl Here {
    fn wrong(&self, key: &str, parts: &[&str]) -> String {
        error(&self.pointer, &["\"", key, "\" ", &parts.concat()])
    }

    fn expect<P: Payload>(&self, key: &str, value: &P, shape: Shape, must: &str) -> Result<(), String> {
        if value.shape() == shape { Ok(()) } else { Err(self.wrong(key, &[must])) }
    }

    fn number<P: Payload>(&self, key: &str, value: &P, count: bool) -> Result<f64, String> {
        let number = value.as_f64().filter(|number| number.is_finite());
        match number {
            Some(number) if count && (number < 0.0 || number.trunc() != number) => {
                Err(self.wrong(key, &["must be a whole number, 0 or more"]))
            }
            Some(number) if key == "multipleOf" && number <= 0.0 => Err(self.wrong(key, &["must be greater than 0"])),
            Some(number) => Ok(number),
            None => Err(self.wrong(key, &["must be a number"])),
        }
    }

    fn names<P: Payload>(&self, key: &str, list: &P) -> Result<Vec<Name<P>>, String> {
        let names: Option<Vec<Name<P>>> = (0..list.length()).map(|index| Some(name_of(list.at(index)?.as_text()?))).collect();
        names.filter(|_| list.shape() == Shape::Array).ok_or_else(|| self.wrong(key, &["must be an array of names"]))
    }

    fn pattern<P: Payload>(&self, key: &str, source: &str) -> Result<P::Pattern, String> {
        P::pattern(source)
            .map_err(|reason| self.wrong(key, &["holds \"", source, "\", which is no regular expression (with the u flag): ", &reason]))
    }
}

fn name_of<P: Payload>(text: String) -> Name<P> {
    Name { value: P::text(&text), text }
}
