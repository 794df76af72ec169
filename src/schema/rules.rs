//! What a compiled schema consists of.

use crate::payload::{Payload, Shape};

/// A subschema, by its place in the compiled list.
pub type At = usize;

/// Names of members are values of the page's world, made Rust text only for a sentence.
pub enum Rule<P: Payload> {
    /// The schema `false`.
    Never,
    /// One bit per type.
    Type(u8),
    /// `enum`: an array; `const`: an array of one.
    Choice(P),
    Limit(Limit, f64),
    Pattern(P::Pattern, String),
    Required(Vec<P>),
    /// With this member come those.
    Dependent(P, Vec<P>),
    /// `properties`, `patternProperties`, `additionalProperties`.
    Members {
        named: Vec<(P, At)>,
        patterns: Vec<(P::Pattern, At)>,
        rest: Option<At>,
    },
    Names(At),
    /// `prefixItems`, `items`.
    Items {
        first: Vec<At>,
        rest: Option<At>,
    },
    Contains {
        what: At,
        least: f64,
        most: f64,
    },
    Unique,
    Any(Vec<At>),
    One(Vec<At>),
    Not(At),
    If {
        test: At,
        then: Option<At>,
        other: Option<At>,
    },
    /// `$ref`, and each part of `allOf`.
    Also(At),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Minimum,
    Maximum,
    Above,
    Below,
    MultipleOf,
    MinLength,
    MaxLength,
    MinItems,
    MaxItems,
    MinProperties,
    MaxProperties,
}

impl Limit {
    /// Whether it counts characters, items or properties.
    pub fn counts(self) -> bool {
        self as u8 > Limit::MultipleOf as u8
    }
}

/// The names of the types, in the order of their bits. An integer is also a number.
pub const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
pub const OBJECT: u8 = 1 << 6;

/// The bits of the types that a value has.
pub fn types_of<P: Payload>(shape: Shape, value: &P) -> u8 {
    match shape {
        Shape::Null => 1,
        Shape::Boolean => 2,
        Shape::Number if value.as_f64().is_some_and(|number| number.is_finite() && number.trunc() == number) => 4 | 8,
        Shape::Number => 8,
        Shape::String => 16,
        Shape::Array => 32,
        Shape::Object => OBJECT,
        Shape::Other => 0,
    }
}

/// The bit of a type's name; 0 for a word that is none.
pub fn type_bit(word: &str) -> u8 {
    TYPES.iter().position(|name| *name == word).map_or(0, |bit| 1 << bit)
}
