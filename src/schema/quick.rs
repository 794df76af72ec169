//! The rules of a schema as one value of the page's world, so that valid values are told from the rest in one call over there:
//! the walk of `validate.rs` crosses the border for every member, and begins only where [`Payload::keeps`] does not say yes.
//!
//! A plan is an array with an array for each subschema: its rules, each a number and an operand, then the bits of its types; none of
//! them where a rule is not worth it. A plan only ever tells that all is well.

use super::rules::{At, Rule};
use crate::payload::Payload;

/// The plan of a schema's rules. Their numbers are those that `src/js/quick.js` knows.
#[inline(never)]
pub fn plan<P: Payload>(nodes: &[Vec<Rule<P>>]) -> P {
    list(nodes, |rules| subschema(rules))
}

fn subschema<P: Payload>(rules: &[Rule<P>]) -> P {
    let mut plan = Vec::new();
    // With one bit more than there are types, for what JSON lacks.
    let mut types = u8::MAX;
    for rule in rules {
        let (number, operand) = match rule {
            // A limit's own number: 0 to 10.
            Rule::Limit(limit, bound) => (*limit as u8, P::number(*bound)),
            Rule::Choice(choices) => (11, choices.clone()),
            Rule::Pattern(pattern, _) => (12, P::of_pattern(pattern)),
            Rule::Required(names) => (13, P::array(names.clone())),
            Rule::Members { named, patterns, rest } if patterns.is_empty() => (14, members(named, *rest)),
            Rule::Items { first, rest: Some(rest) } if first.is_empty() => (15, place(rest)),
            Rule::Any(parts) => (16, list(parts, place)),
            Rule::Also(at) => (17, place(at)),
            other => {
                types &= if let Rule::Type(bits) = other { *bits } else { 0 };
                continue;
            }
        };
        plan.push(P::number(number.into()));
        plan.push(operand);
    }
    plan.push(P::number(types.into()));
    P::array(plan)
}

/// Where the members go that have no name here (-1 for nowhere), then each name and where its member goes.
fn members<P: Payload>(named: &[(P, At)], rest: Option<At>) -> P {
    let mut members = vec![P::number(rest.map_or(-1.0, |at| at as f64))];
    for (name, at) in named {
        members.push(name.clone());
        members.push(place(at));
    }
    P::array(members)
}

fn list<P: Payload, T>(of: &[T], with: impl Fn(&T) -> P) -> P {
    let mut items = Vec::new();
    for one in of {
        items.push(with(one));
    }
    P::array(items)
}

fn place<P: Payload>(at: &At) -> P {
    P::number(*at as f64)
}
