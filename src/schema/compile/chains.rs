//! Rules that lead to rules about the same value: whether they end, and whether they let an object through.

use super::Compiler;
use crate::payload::{Payload, Shape};
use crate::schema::rules::{At, OBJECT, Rule};

/// References and alternatives that lead on without going deeper into the value.
const LONGEST_CHAIN: u32 = 64;

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
    pub(super) fn find_loops(&mut self) {
        let mut done = vec![false; self.nodes.len()];
        let looping = (0..self.nodes.len()).find(|at| is_loop(&self.nodes, *at, &mut done, 0));
        if let Some(place) = looping.and_then(|at| self.places.get(at).cloned()) {
            self.fail(&place, "its references lead round in a loop (or through too many others), so no value could ever be checked");
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
