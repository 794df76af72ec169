//! The keywords that are checked, and how the value of each is read.

use super::rules::Limit;
use crate::payload::Shape;

#[derive(Clone, Copy)]
pub enum Kind {
    Type,
    Enum,
    Const,
    Pattern,
    Required,
    Dependent,
    Unique,
    Ref,
    Anchor,
    Limit(Limit),
    /// One schema; the number is its place among a subschema's children.
    Child(usize),
    /// An array of schemas, likewise.
    List(usize),
    /// Schemas by name.
    Map(Use),
    /// `minContains`, `maxContains`.
    Contained(usize),
}

#[derive(Clone, Copy)]
pub enum Use {
    Named,
    Matched,
    /// Only references lead to them.
    Referred,
}

/// The place of `items` among the children.
pub const ITEMS: usize = 2;

pub static KINDS: [(&str, Kind); 39] = [
    ("type", Kind::Type),
    ("properties", Kind::Map(Use::Named)),
    ("required", Kind::Required),
    ("enum", Kind::Enum),
    ("const", Kind::Const),
    ("items", Kind::Child(ITEMS)),
    ("minimum", Kind::Limit(Limit::Minimum)),
    ("maximum", Kind::Limit(Limit::Maximum)),
    ("exclusiveMinimum", Kind::Limit(Limit::Above)),
    ("exclusiveMaximum", Kind::Limit(Limit::Below)),
    ("multipleOf", Kind::Limit(Limit::MultipleOf)),
    ("minLength", Kind::Limit(Limit::MinLength)),
    ("maxLength", Kind::Limit(Limit::MaxLength)),
    ("pattern", Kind::Pattern),
    ("minItems", Kind::Limit(Limit::MinItems)),
    ("maxItems", Kind::Limit(Limit::MaxItems)),
    ("uniqueItems", Kind::Unique),
    ("prefixItems", Kind::List(0)),
    ("contains", Kind::Child(3)),
    ("minContains", Kind::Contained(0)),
    ("maxContains", Kind::Contained(1)),
    ("minProperties", Kind::Limit(Limit::MinProperties)),
    ("maxProperties", Kind::Limit(Limit::MaxProperties)),
    ("additionalProperties", Kind::Child(0)),
    ("patternProperties", Kind::Map(Use::Matched)),
    ("propertyNames", Kind::Child(1)),
    ("dependentRequired", Kind::Dependent),
    ("allOf", Kind::List(1)),
    ("anyOf", Kind::List(2)),
    ("oneOf", Kind::List(3)),
    ("not", Kind::Child(4)),
    ("if", Kind::Child(5)),
    ("then", Kind::Child(6)),
    ("else", Kind::Child(7)),
    ("$ref", Kind::Ref),
    ("$defs", Kind::Map(Use::Referred)),
    ("definitions", Kind::Map(Use::Referred)),
    ("$anchor", Kind::Anchor),
    ("$dynamicAnchor", Kind::Anchor),
];

impl Kind {
    /// What a keyword's value has to be, where that is one thing.
    pub fn wants(self) -> Option<(Shape, &'static str)> {
        Some(match self {
            Kind::Enum => (Shape::Array, "an array of the allowed values"),
            Kind::Pattern | Kind::Ref => (Shape::String, "a text"),
            Kind::List(_) => (Shape::Array, "an array of schemas"),
            Kind::Map(_) => (Shape::Object, "an object of schemas by name"),
            Kind::Dependent => (Shape::Object, "an object of arrays of names"),
            _ => return None,
        })
    }
}
