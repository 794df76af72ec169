//! A schema made rules, once, when its tool is registered. What is wrong with the schema is told to its author here.
//!
//! The first error is kept aside and ends the work after the subschema at hand: that is a third of the code that passing it
//! through every call takes.

use super::kinds::{ITEMS, KINDS, Kind, Use};
use super::refs::{percent_decode, push_token, resolve, split, walk};
use super::rules::{At, Name, OBJECT, Rule, TYPES, type_bit};
use crate::payload::{Payload, Shape};

/// More subschemas than any tool has.
const MOST_NODES: usize = 10_000;
/// A longer pointer is a schema nested without end.
const LONGEST_POINTER: usize = 4096;
/// References and alternatives that lead on without going deeper into the value.
const LONGEST_CHAIN: u32 = 64;

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
    error: Option<String>,
}

/// The rules of a schema and its subschemas; the root's come first.
#[inline(never)]
pub fn compile<P: Payload>(schema: &P) -> Result<Vec<Vec<Rule<P>>>, String> {
    let root = Document { uri: String::new(), root: schema.clone(), pointer: String::new() };
    let mut compiler =
        Compiler { nodes: vec![], places: vec![], jobs: vec![], documents: vec![root], anchors: vec![], references: vec![], error: None };
    compiler.add(schema.clone(), String::new(), 0);
    while compiler.error.is_none() {
        if let Some(job) = compiler.jobs.pop() {
            compiler.subschema(job);
        } else if let Some(reference) = compiler.references.pop() {
            compiler.refer(reference);
        } else {
            compiler.find_loops();
            break;
        }
    }
    match compiler.error {
        Some(error) => Err(error),
        None => Ok(compiler.nodes),
    }
}

/// Whether some object may pass; in doubt, yes.
pub fn accepts_object<P: Payload>(nodes: &[Vec<Rule<P>>], at: At, level: u32) -> bool {
    let accepts = |at: &At| accepts_object(nodes, *at, level + 1);
    level > LONGEST_CHAIN
        || nodes.get(at).into_iter().flatten().all(|rule| match rule {
            Rule::Never => false,
            Rule::Type(bits) => bits & OBJECT != 0,
            Rule::Choice(choices) => {
                (0..choices.length()).any(|index| choices.at(index).is_some_and(|choice| choice.shape() == Shape::Object))
            }
            Rule::Also(next) => accepts(next),
            Rule::Any(parts) | Rule::One(parts) => parts.iter().any(accepts),
            _ => true,
        })
}

impl<P: Payload> Compiler<P> {
    /// Keeps the first error: about the subschema at a pointer.
    #[inline(never)]
    fn fail(&mut self, pointer: &str, parts: &[&str]) {
        if self.error.is_none() {
            self.error = Some(["at ", if pointer.is_empty() { "its root" } else { pointer }, ": ", &parts.concat()].concat());
        }
    }

    /// An error about a keyword.
    #[inline(never)]
    fn wrong(&mut self, here: &Here, key: &str, parts: &[&str]) {
        self.fail(&here.pointer, &["\"", key, "\" ", &parts.concat()]);
    }

    fn expect(&mut self, here: &Here, key: &str, shape: Shape, wanted: Shape, must: &str) {
        if shape != wanted {
            self.wrong(here, key, &["must be ", must]);
        }
    }

    #[inline(never)]
    fn add(&mut self, schema: P, pointer: String, base: usize) -> At {
        let at = self.nodes.len();
        if at >= MOST_NODES {
            self.fail("", &["it has more than 10000 subschemas: make it smaller"]);
        } else if pointer.len() > LONGEST_POINTER {
            let start: String = pointer.chars().take(40).collect();
            self.fail(&start, &["the schema is nested too deeply: use $defs and $ref for what repeats"]);
        } else {
            self.nodes.push(Vec::new());
            self.places.push(pointer);
            self.jobs.push(Job { at, schema, base });
        }
        at
    }

    fn subschema(&mut self, job: Job<P>) {
        let here = Here { pointer: self.places.get(job.at).cloned().unwrap_or_default(), base: job.base };
        let rules = match job.schema.shape() {
            Shape::Boolean if job.schema.as_bool() == Some(true) => return,
            Shape::Boolean => vec![Rule::Never],
            Shape::Object => self.keywords(&job.schema, here, job.at),
            _ => return self.fail(&here.pointer, &["a schema must be an object (or true or false)"]),
        };
        if let Some(node) = self.nodes.get_mut(job.at) {
            *node = rules;
        }
    }

    #[inline(never)]
    fn keywords(&mut self, schema: &P, mut here: Here, at: At) -> Vec<Rule<P>> {
        let mut rules = Vec::new();
        let (mut named, mut patterns) = (Vec::new(), Vec::new());
        let (mut children, mut lists) = ([None; 8], [const { Vec::new() }; 4]);
        let mut contained = [1.0, f64::INFINITY];
        let entries = schema.entries();
        if entries.iter().any(|(key, _)| key == "$id") {
            self.document(schema, &mut here);
        }
        for (key, value) in entries {
            let key = key.as_str();
            let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == key) else { continue };
            let shape = value.shape();
            if let Some((wanted, must)) = kind.wants() {
                self.expect(&here, key, shape, wanted, must);
            }
            let rule = match *kind {
                Kind::Type => Rule::Type(self.types(&here, &value, shape)),
                Kind::Enum => Rule::Choice(value),
                Kind::Const => Rule::Choice(P::array(vec![value])),
                Kind::Pattern => {
                    let source = value.as_text().unwrap_or_default();
                    let Some(pattern) = self.pattern(&here, key, &source) else { continue };
                    Rule::Pattern(pattern, source)
                }
                Kind::Required if shape == Shape::Boolean => continue,
                Kind::Required => Rule::Required(self.names(&here, key, &value)),
                Kind::Dependent => {
                    for (name, list) in value.entries() {
                        rules.push(Rule::Dependent(name_of(name), self.names(&here, key, &list)));
                    }
                    continue;
                }
                Kind::Unique if value.as_bool() == Some(true) => Rule::Unique,
                Kind::Unique => continue,
                Kind::Map(use_of) => {
                    for (name, schema) in value.entries() {
                        let at = self.child(&here, key, Some(&name), schema);
                        match use_of {
                            Use::Named => named.push((name_of(name), at)),
                            Use::Matched => patterns.extend(self.pattern(&here, key, &name).map(|pattern| (pattern, at))),
                            Use::Referred => {}
                        }
                    }
                    continue;
                }
                // Before 2020-12 an array of `items` was what `prefixItems` is now.
                Kind::Child(ITEMS) if shape == Shape::Array => {
                    lists[0] = self.list(&here, key, &value);
                    continue;
                }
                Kind::List(slot) => {
                    let parts = self.list(&here, key, &value);
                    if let Some(list) = lists.get_mut(slot) {
                        *list = parts;
                    }
                    continue;
                }
                Kind::Child(slot) => {
                    let at = self.child(&here, key, None, value);
                    if let Some(child) = children.get_mut(slot) {
                        *child = Some(at);
                    }
                    continue;
                }
                Kind::Contained(slot) => {
                    let number = self.number(&here, key, &value, true);
                    if let Some(bound) = contained.get_mut(slot) {
                        *bound = number;
                    }
                    continue;
                }
                Kind::Ref => {
                    let text = value.as_text().unwrap_or_default();
                    self.references.push(Reference { from: at, rule: rules.len(), base: here.base, text });
                    // Its target is set when every subschema has its place.
                    Rule::Also(at)
                }
                Kind::Anchor => {
                    self.anchors.push((here.base, value.as_text().unwrap_or_default(), at));
                    continue;
                }
                // Draft 4 had booleans for the exclusive ones.
                Kind::Limit(_) if shape == Shape::Boolean => continue,
                Kind::Limit(limit) => Rule::Limit(limit, self.number(&here, key, &value, limit.counts())),
            };
            rules.push(rule);
        }
        let [first, all, any, one] = lists;
        let [rest, names, items, what, not, test, then, other] = children;
        rules.extend(all.into_iter().map(Rule::Also));
        rules.extend(Some(any).filter(|any| !any.is_empty()).map(Rule::Any));
        rules.extend(Some(one).filter(|one| !one.is_empty()).map(Rule::One));
        rules.extend(not.map(Rule::Not));
        rules.extend(names.map(Rule::Names));
        if !named.is_empty() || !patterns.is_empty() || rest.is_some() {
            rules.push(Rule::Members { named, patterns, rest });
        }
        if !first.is_empty() || items.is_some() {
            rules.push(Rule::Items { first, rest: items });
        }
        let [least, most] = contained;
        rules.extend(what.map(|what| Rule::Contains { what, least, most }));
        rules.extend(test.map(|test| Rule::If { test, then, other }));
        rules
    }

    #[inline(never)]
    fn child(&mut self, here: &Here, key: &str, name: Option<&str>, schema: P) -> At {
        let mut pointer = here.pointer.clone();
        push_token(&mut pointer, key);
        if let Some(name) = name {
            push_token(&mut pointer, name);
        }
        self.add(schema, pointer, here.base)
    }

    #[inline(never)]
    fn list(&mut self, here: &Here, key: &str, value: &P) -> Vec<At> {
        if value.length() == 0 {
            self.wrong(here, key, &["must not be empty"]);
        }
        let mut parts = Vec::new();
        for index in 0..value.length().min(MOST_NODES) {
            parts.push(self.child(here, key, Some(&index.to_string()), value.at(index).unwrap_or_else(P::null)));
        }
        parts
    }

    fn types(&mut self, here: &Here, given: &P, shape: Shape) -> u8 {
        if shape == Shape::Array {
            return (0..given.length()).fold(0, |bits, index| bits | self.type_of(here, given.at(index).as_ref()));
        }
        self.type_of(here, Some(given))
    }

    #[inline(never)]
    fn type_of(&mut self, here: &Here, given: Option<&P>) -> u8 {
        let word = given.and_then(|word| word.as_text()).unwrap_or_default();
        let bit = type_bit(&word);
        if bit == 0 {
            self.wrong(here, "type", &["must be one of ", &TYPES.join(", "), " (or an array of them); \"", &word, "\" is not"]);
        }
        bit
    }

    #[inline(never)]
    fn number(&mut self, here: &Here, key: &str, value: &P, count: bool) -> f64 {
        let number = value.as_f64().filter(|number| number.is_finite());
        let good = number.is_some_and(|number| match key {
            "multipleOf" => number > 0.0,
            _ => !count || (number >= 0.0 && number.trunc() == number),
        });
        if !good {
            self.wrong(
                here,
                key,
                &[
                    "must be a ",
                    if count {
                        "whole number, 0 or more"
                    } else if key == "multipleOf" {
                        "number greater than 0"
                    } else {
                        "number"
                    },
                ],
            );
        }
        number.unwrap_or_default()
    }

    #[inline(never)]
    fn names(&mut self, here: &Here, key: &str, list: &P) -> Vec<Name<P>> {
        self.expect(here, key, list.shape(), Shape::Array, "an array of names");
        let mut names = Vec::new();
        for index in 0..list.length() {
            match list.at(index).and_then(|name| name.as_text()) {
                Some(name) => names.push(name_of(name)),
                None => self.wrong(here, key, &["must be an array of names"]),
            }
        }
        names
    }

    #[inline(never)]
    fn pattern(&mut self, here: &Here, key: &str, source: &str) -> Option<P::Pattern> {
        match P::pattern(source) {
            Ok(pattern) => Some(pattern),
            Err(reason) => {
                self.wrong(here, key, &["holds \"", source, "\", which is no regular expression (with the u flag): ", &reason]);
                None
            }
        }
    }

    /// Begins a document, where an `$id` names one.
    fn document(&mut self, root: &P, here: &mut Here) {
        let id = root.text_at("$id").unwrap_or_default();
        let (uri, _) = split(&id);
        if !uri.is_empty() {
            let uri = resolve(self.documents.get(here.base).map_or("", |document| &document.uri), uri);
            here.base = self.documents.len();
            self.documents.push(Document { uri, root: root.clone(), pointer: here.pointer.clone() });
        }
    }

    /// Points a `$ref` at its target.
    fn refer(&mut self, reference: Reference) {
        let Some(target) = self.target(&reference) else {
            let from = self.places.get(reference.from).cloned().unwrap_or_default();
            let fix = "\" leads nowhere in this schema: put its target into $defs, and refer to it as #/$defs/NAME";
            return self.fail(&from, &["the $ref \"", &reference.text, fix]);
        };
        if let Some(rule) = self.nodes.get_mut(reference.from).and_then(|rules| rules.get_mut(reference.rule)) {
            *rule = Rule::Also(target);
        }
    }

    /// Where a `$ref` leads, which may be a place that no keyword names.
    fn target(&mut self, reference: &Reference) -> Option<At> {
        let (uri, fragment) = split(&reference.text);
        let mut base = reference.base;
        if !uri.is_empty() {
            let uri = resolve(&self.documents.get(base)?.uri, uri);
            base = self.documents.iter().position(|document| document.uri == uri)?;
        }
        let fragment = percent_decode(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchors.iter().find(|(of, name, _)| *of == base && *name == fragment).map(|(_, _, at)| *at);
        }
        let document = self.documents.get(base)?;
        let mut pointer = document.pointer.clone();
        let schema = walk(&document.root, &fragment, &mut pointer)?;
        match self.places.iter().position(|place| *place == pointer) {
            Some(at) => Some(at),
            None => Some(self.add(schema, pointer, base)),
        }
    }

    fn find_loops(&mut self) {
        let mut done = vec![false; self.nodes.len()];
        let looping = (0..self.nodes.len()).find(|at| is_loop(&self.nodes, *at, &mut done, 0));
        if let Some(place) = looping.and_then(|at| self.places.get(at).cloned()) {
            self.fail(&place, &["its references lead round in a loop (or through too many others), so no value could ever be checked"]);
        }
    }
}

/// Whether references come back to where they started without going deeper into the value: a check would never end.
fn is_loop<P: Payload>(nodes: &[Vec<Rule<P>>], at: At, done: &mut [bool], level: u32) -> bool {
    if done.get(at) != Some(&false) {
        return false;
    }
    let mut next = |at: &At| is_loop(nodes, *at, done, level + 1);
    if level > LONGEST_CHAIN
        || nodes.get(at).into_iter().flatten().any(|rule| match rule {
            Rule::Also(at) | Rule::Not(at) => next(at),
            Rule::Any(parts) | Rule::One(parts) => parts.iter().any(&mut next),
            Rule::If { test, then, other } => next(test) || then.as_ref().is_some_and(&mut next) || other.as_ref().is_some_and(&mut next),
            _ => false,
        })
    {
        return true;
    }
    if let Some(done) = done.get_mut(at) {
        *done = true;
    }
    false
}

/// The subschema whose keywords are read.
struct Here {
    pointer: String,
    base: usize,
}

fn name_of<P: Payload>(text: String) -> Name<P> {
    Name { value: P::text(&text), text }
}
