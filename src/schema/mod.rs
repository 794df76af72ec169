//! Input schemas, JSON Schema draft 2020-12: mend what authors write, say what is wrong with the rest, check arguments.
//!
//! [`normalise`] makes a root of `type: "object"`, [`Schema::compile`] turns it into rules once, [`Schema::validate`] walks the
//! rules over a value. Rules hold the author's names as values of their own world, so that a check in the browser compares
//! JavaScript with JavaScript and decodes text only for a sentence about a fault.
//!
//! Every walk is bounded: in depth (the stack of the wasm is 1 MB), and in steps (an intricate schema times a large value).

mod compile;
mod equal;
mod kinds;
mod normalise;
mod number;
mod quick;
mod refs;
mod rules;
mod validate;
mod words;

pub use equal::equal;
pub use normalise::normalise;

use std::cell::OnceCell;

use crate::payload::Payload;
use rules::{OBJECT, Rule};

/// A compiled schema: each subschema is a list of rules; the first is the root's. Rules point at subschemas by index, since
/// references may go round in circles.
pub struct Schema<P: Payload> {
    nodes: OnceCell<Vec<Vec<Rule<P>>>>,
    source: P,
    /// Made when a first value is checked: most tools are never called.
    plan: OnceCell<P>,
}

impl<P: Payload> Schema<P> {
    /// Compiles a schema that [`normalise`] gave. The error is a sentence for its author, to stand after the parameter's name;
    /// a root of `type: "object"` that allows no object is one.
    pub fn compile(schema: &P) -> Result<Self, String> {
        let nodes = compile::compile(schema)?;
        let says_object = nodes.first().into_iter().flatten().any(|rule| matches!(rule, Rule::Type(OBJECT)));
        if says_object && !compile::accepts_object(&nodes, 0, 0) {
            return Err("must allow an object, since a tool's arguments are one: make it {\"type\": \"object\", \"properties\": \
                        {\"value\": ...}} with this schema in the place of the dots"
                .into());
        }
        Ok(Schema { nodes: OnceCell::from(nodes), ..Schema::later(schema) })
    }

    /// A schema that is known to compile: that waits until a first value is checked.
    pub fn later(schema: &P) -> Self {
        Schema { nodes: OnceCell::new(), source: schema.clone(), plan: OnceCell::new() }
    }

    fn nodes(&self) -> &[Vec<Rule<P>>] {
        self.nodes.get_or_init(|| compile::compile(&self.source).unwrap_or_default())
    }

    /// Every fault of a value, a line each: a JSON pointer and a sentence that a model can act on.
    pub fn validate(&self, value: &P) -> Result<(), String> {
        if self.surely_valid(value) { Ok(()) } else { self.walk(value) }
    }

    /// What most values are, told in one call; `false` says nothing.
    pub fn surely_valid(&self, value: &P) -> bool {
        value.keeps(self.plan.get_or_init(|| quick::plan(self.nodes())))
    }

    /// [`Schema::validate`] by the rules alone.
    pub fn walk(&self, value: &P) -> Result<(), String> {
        validate::validate(self.nodes(), value)
    }
}
