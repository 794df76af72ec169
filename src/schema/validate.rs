//! The walk of the rules over a value.

use super::equal::{equal_within, spend, twins};
use super::number::is_multiple;
use super::refs::push_token;
use super::rules::{At, Limit, Rule, types_of};
use super::words::{self, What};
use crate::payload::{Payload, Shape};
use crate::text::{fill, joined};

/// Subschemas within subschemas: each is two or three frames of a 1 MB stack.
const DEEPEST: u32 = 400;
/// Subschemas and comparisons for one value: a fraction of a second.
const STEPS: u32 = 1_000_000;
const TOO_LARGE: &str = "the value is too large to be checked: send less at once";
/// Faults that are listed; a model mends its arguments better by a short list.
const MOST_FAULTS: usize = 20;

/// Where in the value the walk is: a list on the stack, made text only for a fault.
struct Path<'a, P> {
    up: Option<&'a Path<'a, P>>,
    name: Option<&'a P>,
    index: usize,
}

impl<P: Payload> Path<'_, P> {
    fn pointer(&self) -> String {
        // The root has no token of its own.
        let Some(up) = self.up else { return String::new() };
        let mut pointer = up.pointer();
        match self.name {
            Some(name) => push_token(&mut pointer, &name.as_text().unwrap_or_default()),
            None => {
                pointer.push('/');
                words::number::<P>(&mut pointer, self.index as f64);
            }
        }
        pointer
    }
}

struct Walk<'s, P: Payload> {
    nodes: &'s [Vec<Rule<P>>],
    /// A line each: a pointer, a colon, a sentence.
    faults: Vec<String>,
    /// Faults are not told: only whether there is one counts.
    quiet: bool,
    /// The faults of an alternative are being collected; those within it are summed up.
    within: bool,
    steps: u32,
    depth: u32,
    /// Why the walk was given up.
    stopped: Option<&'static str>,
}

pub fn validate<P: Payload>(nodes: &[Vec<Rule<P>>], value: &P) -> Result<(), String> {
    let mut walk = Walk { nodes, faults: vec![], quiet: false, within: false, steps: STEPS, depth: 0, stopped: None };
    let good = walk.node(0, value, &Path { up: None, name: None, index: 0 });
    // A comparison may have been what took the last step.
    if let Some(reason) = walk.stopped.or((walk.steps == 0).then_some(TOO_LARGE)) {
        return Err(fill("(root): %", &[reason]));
    }
    if good {
        return Ok(());
    }
    if walk.faults.len() > MOST_FAULTS {
        walk.faults.truncate(MOST_FAULTS);
        walk.faults.push("and more".into());
    }
    Err(joined(&walk.faults, "\n"))
}

impl<'s, P: Payload> Walk<'s, P> {
    /// Whether a value keeps all rules of a subschema.
    #[inline(never)]
    fn node(&mut self, at: At, value: &P, path: &Path<P>) -> bool {
        if self.stopped.is_none() {
            if self.depth >= DEEPEST {
                self.stopped = Some("the value is nested too deeply to be checked");
            } else if !spend(&mut self.steps, 1) {
                self.stopped = Some(TOO_LARGE);
            }
        }
        let nodes = self.nodes;
        let Some(rules) = nodes.get(at).filter(|_| self.stopped.is_none()) else { return false };
        if rules.is_empty() {
            return true;
        }
        let shape = value.shape();
        self.depth += 1;
        let mut good = true;
        for rule in rules {
            good &= self.rule(rule, shape, value, path);
            if self.enough(good) {
                break;
            }
        }
        self.depth -= 1;
        good
    }

    /// Whether what follows can change nothing any more.
    fn enough(&self, good: bool) -> bool {
        self.stopped.is_some() || (!good && (self.quiet || self.faults.len() > MOST_FAULTS))
    }

    #[inline(never)]
    fn rule(&mut self, rule: &'s Rule<P>, shape: Shape, value: &P, path: &Path<P>) -> bool {
        let kept = match rule {
            Rule::Also(at) => return self.node(*at, value, path),
            Rule::Any(parts) => return parts.iter().any(|part| self.quietly(*part, value, path)) || self.alternatives(parts, value, path),
            Rule::One(parts) => return self.one(parts, value, path),
            Rule::If { test, then, other } => {
                let next = if self.quietly(*test, value, path) { then } else { other };
                return next.is_none_or(|at| self.node(at, value, path));
            }
            Rule::Members { .. } | Rule::Required(_) | Rule::Dependent(..) | Rule::Names(_) => {
                return shape != Shape::Object || self.object(rule, value, path);
            }
            Rule::Items { .. } | Rule::Contains { .. } | Rule::Unique => return shape != Shape::Array || self.array(rule, value, path),
            Rule::Not(at) => !self.quietly(*at, value, path),
            Rule::Never => false,
            Rule::Type(bits) => bits & types_of(shape, value) != 0,
            Rule::Choice(choices) => self.choice(choices, value),
            Rule::Limit(limit, bound) => within(*limit, *bound, shape, value),
            Rule::Pattern(pattern, _) => shape != Shape::String || P::matches(pattern, value),
        };
        kept || self.blame(path, What::Rule(rule), value)
    }

    /// Notes a fault, unless nobody will read it. False, for the caller to return.
    #[inline(never)]
    fn blame(&mut self, path: &Path<P>, what: What<P>, value: &P) -> bool {
        if !self.quiet && self.stopped.is_none() && self.faults.len() <= MOST_FAULTS {
            let mut line = line_start(path);
            words::sentence(&mut line, what, value);
            if !self.faults.contains(&line) {
                self.faults.push(line);
            }
        }
        false
    }

    #[inline(never)]
    fn quietly(&mut self, at: At, value: &P, path: &Path<P>) -> bool {
        let before = std::mem::replace(&mut self.quiet, true);
        let good = self.node(at, value, path);
        self.quiet = before;
        good
    }

    /// The first fault of a subschema, as it would be told from a place in the value.
    #[inline(never)]
    fn first_fault(&mut self, at: At, value: &P, path: &Path<P>) -> Option<String> {
        let outer = std::mem::take(&mut self.faults);
        let within = std::mem::replace(&mut self.within, true);
        self.node(at, value, path);
        self.within = within;
        let fault = std::mem::replace(&mut self.faults, outer).into_iter().next()?;
        Some(fault.strip_prefix(&line_start(path)).map_or(fault.clone(), Into::into))
    }

    #[inline(never)]
    fn object(&mut self, rule: &'s Rule<P>, value: &P, path: &Path<P>) -> bool {
        let mut good = true;
        match rule {
            Rule::Required(names) => {
                for name in names {
                    good &= value.own(name).is_some() || self.blame(path, What::Missing(name), value);
                }
            }
            Rule::Dependent(name, needs) if value.own(name).is_some() => {
                for need in needs {
                    good &= value.own(need).is_some() || self.blame(path, What::Needs(name, need), value);
                }
            }
            Rule::Members { named, patterns, rest } => {
                for (name, at) in named {
                    let Some(member) = value.own(name) else { continue };
                    good &= self.node(*at, &member, &Path { up: Some(path), name: Some(name), index: 0 });
                    if self.enough(good) {
                        return false;
                    }
                }
                if !patterns.is_empty() || rest.is_some() {
                    return self.others(named, patterns, *rest, value, path) && good;
                }
            }
            Rule::Names(at) => return self.names(*at, value, path),
            _ => {}
        }
        good
    }

    /// The members that `properties` does not name, and what `patternProperties` says of all.
    #[inline(never)]
    fn others(&mut self, named: &'s [(P, At)], patterns: &'s [(P::Pattern, At)], rest: Option<At>, value: &P, path: &Path<P>) -> bool {
        let names = value.names();
        let mut good = true;
        for index in 0..names.length() {
            let Some(name) = names.at(index) else { continue };
            let Some(member) = value.own(&name) else { continue };
            let here = Path { up: Some(path), name: Some(&name), index: 0 };
            let mut meant = spend(&mut self.steps, named.len() + 1) && named.iter().any(|(known, _)| known.is(&name));
            for (pattern, at) in patterns {
                if P::matches(pattern, &name) {
                    meant = true;
                    good &= self.node(*at, &member, &here);
                }
            }
            if let Some(rest) = rest.filter(|_| !meant) {
                good &=
                    if self.is_never(rest) { self.blame(&here, What::Unknown(named), &member) } else { self.node(rest, &member, &here) };
            }
            if self.enough(good) {
                return false;
            }
        }
        good
    }

    fn is_never(&self, at: At) -> bool {
        matches!(self.nodes.get(at).map(Vec::as_slice), Some([Rule::Never]))
    }

    #[inline(never)]
    fn names(&mut self, at: At, value: &P, path: &Path<P>) -> bool {
        let names = value.names();
        let mut good = true;
        for index in 0..names.length() {
            let Some(name) = names.at(index).filter(|name| value.own(name).is_some()) else { continue };
            let here = Path { up: Some(path), name: Some(&name), index: 0 };
            if !self.quietly(at, &name, &here) {
                good = false;
                if !self.quiet {
                    let reason = self.first_fault(at, &name, &here).unwrap_or_default();
                    self.blame(&here, What::Name(&reason), &name);
                }
            }
            if self.enough(good) {
                return false;
            }
        }
        good
    }

    #[inline(never)]
    fn array(&mut self, rule: &'s Rule<P>, value: &P, path: &Path<P>) -> bool {
        let length = value.length();
        match rule {
            Rule::Items { first, rest } => {
                let mut good = true;
                for index in 0..if rest.is_some() { length } else { length.min(first.len()) } {
                    let (Some(at), Some(item)) = (first.get(index).copied().or(*rest), value.at(index)) else { continue };
                    let here = Path { up: Some(path), name: None, index };
                    let surplus = index >= first.len() && self.is_never(at);
                    good &= if surplus { self.blame(&here, What::TooMany(first.len()), &item) } else { self.node(at, &item, &here) };
                    if self.enough(good) {
                        return false;
                    }
                }
                good
            }
            Rule::Contains { what, least, most } => {
                let mut found = 0.0;
                for index in 0..length {
                    let Some(item) = value.at(index) else { continue };
                    if self.quietly(*what, &item, &Path { up: Some(path), name: None, index }) {
                        found += 1.0;
                    }
                    if found > *most || self.stopped.is_some() || (found >= *least && *most == f64::INFINITY) {
                        break;
                    }
                }
                (found >= *least && found <= *most) || self.blame(path, What::Found(found, *least, *most), value)
            }
            _ => match twins(value, &mut self.steps) {
                Some((first, second)) => self.blame(path, What::Twins(first, second), value),
                None => true,
            },
        }
    }

    fn choice(&mut self, choices: &P, value: &P) -> bool {
        (0..choices.length())
            .any(|index| spend(&mut self.steps, 1) && choices.at(index).is_some_and(|choice| equal_within(&choice, value, &mut self.steps)))
    }

    #[inline(never)]
    fn one(&mut self, parts: &'s [At], value: &P, path: &Path<P>) -> bool {
        let mut first = None;
        for (number, part) in parts.iter().enumerate() {
            if self.quietly(*part, value, path) {
                if let Some(first) = first {
                    return self.blame(path, What::Both(first, number), value);
                }
                first = Some(number);
            }
        }
        first.is_some() || self.alternatives(parts, value, path)
    }

    /// None of the alternatives fits: the fault names what each of them lacks.
    #[inline(never)]
    fn alternatives(&mut self, parts: &'s [At], value: &P, path: &Path<P>) -> bool {
        let mut reasons = Vec::new();
        // Within an alternative it would only be a longer sentence.
        for part in parts.iter().take(if self.within || self.quiet { 0 } else { words::MOST_LISTED }) {
            if let Some(fault) = self.first_fault(*part, value, path) {
                reasons.push(fault);
            }
        }
        self.blame(path, What::None(parts.len(), &reasons), value)
    }
}

fn line_start<P: Payload>(path: &Path<P>) -> String {
    let mut line = path.pointer();
    line.push_str(if line.is_empty() { "(root): " } else { ": " });
    line
}

/// Whether a value keeps to a limit that applies to its type.
fn within<P: Payload>(limit: Limit, bound: f64, shape: Shape, value: &P) -> bool {
    let number = match (limit, shape) {
        (Limit::MultipleOf, Shape::Number) => return is_multiple(value, bound),
        (Limit::Minimum | Limit::Maximum | Limit::Above | Limit::Below, Shape::Number) => value.as_f64().unwrap_or_default(),
        (Limit::MinLength | Limit::MaxLength, Shape::String) => words::code_points(value) as f64,
        (Limit::MinItems | Limit::MaxItems, Shape::Array) => value.length() as f64,
        (Limit::MinProperties | Limit::MaxProperties, Shape::Object) => words::size(value) as f64,
        _ => return true,
    };
    match limit {
        Limit::Minimum | Limit::MinLength | Limit::MinItems | Limit::MinProperties => number >= bound,
        Limit::Above => number > bound,
        Limit::Below => number < bound,
        _ => number <= bound,
    }
}
