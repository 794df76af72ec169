//! The walk of the rules over a value.

use super::equal::{equal_within, spend, twins};
use super::refs::push_token;
use super::rules::{At, Limit, Name, Rule, types_of};
use super::words;
use crate::payload::{Payload, Shape};

/// Subschemas within subschemas; a level costs about 600 bytes of a 1 MB stack.
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
            None => push_token(&mut pointer, &self.index.to_string()),
        }
        pointer
    }
}

struct Fault {
    pointer: String,
    sentence: String,
}

struct Walk<'s, P: Payload> {
    nodes: &'s [Vec<Rule<P>>],
    faults: Vec<Fault>,
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
        return Err(["(root): ", reason].concat());
    }
    if good {
        return Ok(());
    }
    let mut text = String::new();
    for fault in walk.faults.iter().take(MOST_FAULTS) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(if fault.pointer.is_empty() { "(root)" } else { &fault.pointer });
        text.push_str(": ");
        text.push_str(&fault.sentence);
    }
    if walk.faults.len() > MOST_FAULTS {
        text.push_str("\nand more");
    }
    Err(text)
}

impl<'s, P: Payload> Walk<'s, P> {
    /// Whether a value keeps all rules of a subschema.
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
            if !self.rule(rule, shape, value, path) {
                good = false;
                if self.quiet || self.stopped.is_some() {
                    break;
                }
            }
        }
        self.depth -= 1;
        good
    }

    fn rule(&mut self, rule: &'s Rule<P>, shape: Shape, value: &P, path: &Path<P>) -> bool {
        match rule {
            Rule::Also(at) => self.node(*at, value, path),
            Rule::Members { named, patterns, rest } if shape == Shape::Object => self.members(named, patterns, *rest, value, path),
            Rule::Items { first, rest } if shape == Shape::Array => self.items(first, *rest, value, path),
            Rule::If { test, then, other } => {
                let next = if self.quietly(*test, value, path) { then } else { other };
                next.is_none_or(|at| self.node(at, value, path))
            }
            Rule::Names(at) if shape == Shape::Object => self.names(*at, value, path),
            Rule::Required(names) if shape == Shape::Object => self.required(names, value, path),
            Rule::Dependent(name, needs) if shape == Shape::Object && value.own(&name.value).is_some() => {
                needs.iter().fold(true, |good, need| {
                    (value.own(&need.value).is_some() || self.blame(path, || words::dependent(&name.text, &need.text))) && good
                })
            }
            Rule::Any(parts) => parts.iter().any(|part| self.quietly(*part, value, path)) || self.alternatives(parts, value, path),
            Rule::One(parts) => self.one(parts, value, path),
            Rule::Contains { what, least, most } if shape == Shape::Array => self.contains(*what, *least, *most, value, path),
            Rule::Unique if shape == Shape::Array => match twins(value, &mut self.steps) {
                Some((first, second)) => self.blame(path, || words::twins(first, second)),
                None => true,
            },
            Rule::Not(at) => !self.quietly(*at, value, path) || self.blame(path, words::not),
            Rule::Never => self.blame(path, words::never),
            Rule::Type(bits) => bits & types_of(shape, value) != 0 || self.blame(path, || words::type_of(*bits, value)),
            Rule::Choice(choices) => self.choice(choices, value, path),
            Rule::Limit(limit, bound) => within(*limit, *bound, shape, value) || self.blame(path, || words::limit(*limit, *bound, value)),
            Rule::Pattern(pattern, source) if shape == Shape::String => {
                P::matches(pattern, value) || self.blame(path, || words::pattern(source, value))
            }
            _ => true,
        }
    }

    /// Notes a fault, unless nobody will read it. False, for the caller to return.
    fn blame(&mut self, path: &Path<P>, sentence: impl FnOnce() -> String) -> bool {
        if !self.quiet && self.stopped.is_none() && self.faults.len() <= MOST_FAULTS {
            let fault = Fault { pointer: path.pointer(), sentence: sentence() };
            if !self.faults.iter().any(|known| known.pointer == fault.pointer && known.sentence == fault.sentence) {
                self.faults.push(fault);
            }
        }
        false
    }

    fn quietly(&mut self, at: At, value: &P, path: &Path<P>) -> bool {
        let before = std::mem::replace(&mut self.quiet, true);
        let good = self.node(at, value, path);
        self.quiet = before;
        good
    }

    /// The first fault of a subschema, as it would be told from a place in the value.
    fn first_fault(&mut self, at: At, value: &P, path: &Path<P>) -> Option<String> {
        let outer = std::mem::take(&mut self.faults);
        let within = std::mem::replace(&mut self.within, true);
        self.node(at, value, path);
        self.within = within;
        let fault = std::mem::replace(&mut self.faults, outer).into_iter().next()?;
        if fault.pointer == path.pointer() { Some(fault.sentence) } else { Some([fault.pointer.as_str(), ": ", &fault.sentence].concat()) }
    }

    fn members(
        &mut self,
        named: &'s [(Name<P>, At)],
        patterns: &'s [(P::Pattern, At)],
        rest: Option<At>,
        value: &P,
        path: &Path<P>,
    ) -> bool {
        let (mut good, mut known) = (true, 0);
        for (name, at) in named {
            let Some(member) = value.own(&name.value) else { continue };
            known += 1;
            good &= self.node(*at, &member, &Path { up: Some(path), name: Some(&name.value), index: 0 });
            if !good && self.quiet {
                return false;
            }
        }
        if patterns.is_empty() && rest.is_none() {
            return good;
        }
        let names = value.names();
        let count = names.length();
        // With nothing but named members there is nothing left to look at.
        if patterns.is_empty() && known == count {
            return good;
        }
        for index in 0..count {
            let Some(name) = names.at(index) else { continue };
            let Some(member) = value.own(&name) else { continue };
            let here = Path { up: Some(path), name: Some(&name), index: 0 };
            let mut meant = spend(&mut self.steps, named.len() + 1) && named.iter().any(|(known, _)| known.value.is(&name));
            for (pattern, at) in patterns {
                if P::matches(pattern, &name) {
                    meant = true;
                    good &= self.node(*at, &member, &here);
                }
            }
            if let Some(rest) = rest.filter(|_| !meant) {
                good &= match self.nodes.get(rest).map(Vec::as_slice) {
                    Some([Rule::Never]) => self.blame(&here, || words::unknown(named)),
                    _ => self.node(rest, &member, &here),
                };
            }
            if (!good && self.quiet) || self.stopped.is_some() {
                return false;
            }
        }
        good
    }

    fn items(&mut self, first: &'s [At], rest: Option<At>, value: &P, path: &Path<P>) -> bool {
        let mut good = true;
        let count = if rest.is_some() { value.length() } else { value.length().min(first.len()) };
        for index in 0..count {
            let at = first.get(index).copied().or(rest);
            let (Some(at), Some(item)) = (at, value.at(index)) else { continue };
            let here = Path { up: Some(path), name: None, index };
            good &= match self.nodes.get(at).map(Vec::as_slice) {
                Some([Rule::Never]) if !first.is_empty() => self.blame(&here, || words::too_many(first.len())),
                _ => self.node(at, &item, &here),
            };
            if (!good && (self.quiet || self.faults.len() > MOST_FAULTS)) || self.stopped.is_some() {
                return false;
            }
        }
        good
    }

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
                    self.blame(&here, || words::name(&name, &reason));
                }
            }
            if (!good && self.quiet) || self.stopped.is_some() {
                return false;
            }
        }
        good
    }

    fn required(&mut self, names: &[Name<P>], value: &P, path: &Path<P>) -> bool {
        let mut good = true;
        for name in names {
            good &= value.own(&name.value).is_some() || self.blame(path, || words::missing(&name.text));
        }
        good
    }

    fn choice(&mut self, choices: &P, value: &P, path: &Path<P>) -> bool {
        let any = (0..choices.length()).any(|index| {
            spend(&mut self.steps, 1) && choices.at(index).is_some_and(|choice| equal_within(&choice, value, &mut self.steps))
        });
        any || self.blame(path, || words::choice(choices, value))
    }

    fn contains(&mut self, what: At, least: f64, most: f64, value: &P, path: &Path<P>) -> bool {
        let mut found = 0.0;
        for index in 0..value.length() {
            let Some(item) = value.at(index) else { continue };
            if self.quietly(what, &item, &Path { up: Some(path), name: None, index }) {
                found += 1.0;
            }
            if found > most || self.stopped.is_some() || (found >= least && most == f64::INFINITY) {
                break;
            }
        }
        (found >= least && found <= most) || self.blame(path, || words::contains::<P>(found, least, most))
    }

    fn one(&mut self, parts: &'s [At], value: &P, path: &Path<P>) -> bool {
        let mut first = None;
        for (number, part) in parts.iter().enumerate() {
            if self.quietly(*part, value, path) {
                if let Some(first) = first {
                    return self.blame(path, || words::both(first, number));
                }
                first = Some(number);
            }
        }
        first.is_some() || self.alternatives(parts, value, path)
    }

    /// None of the alternatives fits: the fault names what each of them lacks.
    fn alternatives(&mut self, parts: &'s [At], value: &P, path: &Path<P>) -> bool {
        if self.quiet {
            return false;
        }
        let mut reasons = Vec::new();
        // Within an alternative it would only be a longer sentence.
        for part in parts.iter().take(if self.within { 0 } else { words::MOST_LISTED }) {
            reasons.extend(self.first_fault(*part, value, path));
        }
        self.blame(path, || words::alternatives(parts.len(), &reasons))
    }
}

/// Whether a value keeps to a limit that applies to its type.
fn within<P: Payload>(limit: Limit, bound: f64, shape: Shape, value: &P) -> bool {
    let number = match (limit, shape) {
        (Limit::Minimum | Limit::Maximum | Limit::Above | Limit::Below | Limit::MultipleOf, Shape::Number) => {
            value.as_f64().unwrap_or_default()
        }
        (Limit::MinLength | Limit::MaxLength, Shape::String) => length_near(value, bound),
        (Limit::MinItems | Limit::MaxItems, Shape::Array) => value.length() as f64,
        (Limit::MinProperties | Limit::MaxProperties, Shape::Object) => words::size(value) as f64,
        _ => return true,
    };
    match limit {
        Limit::Minimum | Limit::MinLength | Limit::MinItems | Limit::MinProperties => number >= bound,
        Limit::Maximum | Limit::MaxLength | Limit::MaxItems | Limit::MaxProperties => number <= bound,
        Limit::Above => number > bound,
        Limit::Below => number < bound,
        Limit::MultipleOf => is_multiple(value, bound),
    }
}

/// The length of a text in code points; only an estimate where its UTF-16 units tell already on which side of a bound it is.
fn length_near<P: Payload>(text: &P, bound: f64) -> f64 {
    let most = text.length() as f64;
    let least = (most / 2.0).ceil();
    if most < bound || least > bound { most } else { words::code_points(text) as f64 }
}

/// Whether one number is a multiple of another, as written in decimal: 0.3 is one of 0.1.
fn is_multiple<P: Payload>(value: &P, step: f64) -> bool {
    let (Some((mut digits, mut power)), Some((of, of_power))) = (decimal(value), decimal(&P::number(step))) else { return false };
    if digits == 0 {
        return true;
    }
    while digits % 10 == 0 {
        digits /= 10;
        power += 1;
    }
    if power < of_power || of == 0 {
        return false;
    }
    // Both have at most 17 digits, so that ten times a remainder fits.
    let mut rest = digits % of;
    for _ in of_power..power {
        rest = rest * 10 % of;
    }
    rest == 0
}

/// A finite number as its digits and a power of ten.
fn decimal<P: Payload>(number: &P) -> Option<(u64, i32)> {
    let text = number.print().as_text()?;
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.trim_start_matches('-').split_once('.').unwrap_or((mantissa.trim_start_matches('-'), ""));
    let mut power = exponent.trim_start_matches('+').parse::<i32>().ok()? - fraction.len() as i32;
    let mut digits: u64 = 0;
    for byte in whole.bytes().chain(fraction.bytes()) {
        let digit = char::from(byte).to_digit(10)?;
        // `String(1e20)` writes its zeros out; what has more than 17 digits before them cannot be told apart anyway.
        if digits >= 100_000_000_000_000_000 {
            power += 1;
        } else {
            digits = digits * 10 + u64::from(digit);
        }
    }
    Some((digits, power))
}
