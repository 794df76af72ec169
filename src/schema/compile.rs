//! A schema made rules, once, when its tool is registered. What is wrong with the schema is told to its author here.
//!
//! The first error is kept aside and ends the work after the subschema at hand: that is a third of the code that passing it
//! through every call takes.

mod chains;
mod references;
mod values;

use super::kinds::{ITEMS, KINDS, Kind, Use};
use super::rules::{At, Rule};
use crate::payload::{Payload, Shape};
use crate::text::fill;
use references::{Document, Reference};

pub use chains::accepts_object;

/// More subschemas than any tool has.
const MOST_NODES: usize = 10_000;
/// A longer pointer is a schema nested without end.
const LONGEST_POINTER: usize = 4096;

/// A subschema that waits for its turn: a list, not recursion, since schemas may be nested deeper than the stack.
struct Job<P> {
    at: At,
    schema: P,
    /// The document that its references are relative to.
    base: usize,
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

impl<P: Payload> Compiler<P> {
    /// Keeps the first error: about the subschema at a pointer.
    #[inline(never)]
    fn fail(&mut self, pointer: &str, problem: &str) {
        if self.error.is_none() {
            self.error = Some(fill("at %: %", &[if pointer.is_empty() { "its root" } else { pointer }, problem]));
        }
    }

    /// An error about a keyword.
    #[inline(never)]
    fn wrong(&mut self, here: &Here, key: &str, problem: &str) {
        self.fail(&here.pointer, &fill("\"%\" %", &[key, problem]));
    }

    fn expect(&mut self, here: &Here, key: &str, shape: Shape, wanted: Shape, must: &str) {
        if shape != wanted {
            self.wrong(here, key, &fill("must be %", &[must]));
        }
    }

    #[inline(never)]
    fn add(&mut self, schema: P, pointer: String, base: usize) -> At {
        let at = self.nodes.len();
        if at >= MOST_NODES {
            self.fail("", "it has more than 10000 subschemas: make it smaller");
        } else if pointer.len() > LONGEST_POINTER {
            let start: String = pointer.chars().take(40).collect();
            self.fail(&start, "the schema is nested too deeply: use $defs and $ref for what repeats");
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
            _ => return self.fail(&here.pointer, "a schema must be an object (or true or false)"),
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
                        rules.push(Rule::Dependent(P::text(&name), self.names(&here, key, &list)));
                    }
                    continue;
                }
                Kind::Unique if value.as_bool() == Some(true) => Rule::Unique,
                Kind::Unique => continue,
                Kind::Map(use_of) => {
                    for (name, schema) in value.entries() {
                        let at = self.child(&here, key, Some(&name), schema);
                        match use_of {
                            Use::Named => named.push((P::text(&name), at)),
                            Use::Matched => {
                                if let Some(pattern) = self.pattern(&here, key, &name) {
                                    patterns.push((pattern, at));
                                }
                            }
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
        for at in all {
            rules.push(Rule::Also(at));
        }
        if !any.is_empty() {
            rules.push(Rule::Any(any));
        }
        if !one.is_empty() {
            rules.push(Rule::One(one));
        }
        if let Some(not) = not {
            rules.push(Rule::Not(not));
        }
        if let Some(names) = names {
            rules.push(Rule::Names(names));
        }
        if !named.is_empty() || !patterns.is_empty() || rest.is_some() {
            rules.push(Rule::Members { named, patterns, rest });
        }
        if !first.is_empty() || items.is_some() {
            rules.push(Rule::Items { first, rest: items });
        }
        let [least, most] = contained;
        if let Some(what) = what {
            rules.push(Rule::Contains { what, least, most });
        }
        if let Some(test) = test {
            rules.push(Rule::If { test, then, other });
        }
        rules
    }
}

/// The subschema whose keywords are read.
struct Here {
    pointer: String,
    base: usize,
}
