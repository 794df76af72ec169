//! Where each `$ref` of a schema leads.

use super::{Compiler, Here};
use crate::payload::Payload;
use crate::schema::refs::{percent_decode, resolve, split, walk};
use crate::schema::rules::{At, Rule};
use crate::text::fill;

/// The schema itself, and each part of it with an `$id`.
pub(super) struct Document<P> {
    pub uri: String,
    pub root: P,
    pub pointer: String,
}

/// A `$ref` that waits until every `$id` and `$anchor` is known.
pub(super) struct Reference {
    pub from: At,
    pub rule: usize,
    pub base: usize,
    pub text: String,
}

impl<P: Payload> Compiler<P> {
    /// Begins a document, where an `$id` names one.
    pub(super) fn document(&mut self, root: &P, here: &mut Here) {
        let id = root.text_at("$id").unwrap_or_default();
        let (uri, _) = split(&id);
        if !uri.is_empty() {
            let uri = resolve(self.documents.get(here.base).map_or("", |document| &document.uri), uri);
            here.base = self.documents.len();
            self.documents.push(Document { uri, root: root.clone(), pointer: here.pointer.clone() });
        }
    }

    /// Points a `$ref` at its target.
    pub(super) fn refer(&mut self, reference: Reference) {
        let Some(target) = self.target(&reference) else {
            let from = self.places.get(reference.from).cloned().unwrap_or_default();
            let problem = "the $ref \"%\" leads nowhere in this schema: put its target into $defs, and refer to it as #/$defs/NAME";
            return self.fail(&from, &fill(problem, &[&reference.text]));
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
}
