//! [`Payload`] for `serde_json::Value`: the core's tests run without a browser.

use serde::Deserialize;
use serde_json::{Number, Value};

use crate::payload::{Payload, Shape};

impl Payload for Value {
    /// With its source, which stands for it where a value is asked for.
    type Pattern = (regress::Regex, String);

    fn shape(&self) -> Shape {
        match self {
            Value::Null => Shape::Null,
            Value::Bool(_) => Shape::Boolean,
            Value::Number(_) => Shape::Number,
            Value::String(_) => Shape::String,
            Value::Array(_) => Shape::Array,
            Value::Object(_) => Shape::Object,
        }
    }

    fn as_bool(&self) -> Option<bool> {
        Value::as_bool(self)
    }

    fn as_f64(&self) -> Option<f64> {
        Value::as_f64(self)
    }

    fn as_text(&self) -> Option<String> {
        self.as_str().map(String::from)
    }

    fn length(&self) -> usize {
        match self {
            Value::String(text) => text.encode_utf16().count(),
            Value::Array(items) => items.len(),
            _ => 0,
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        Value::get(self, index).cloned()
    }

    fn get(&self, key: &str) -> Option<Self> {
        Value::get(self, key).cloned()
    }

    fn keys(&self) -> Vec<String> {
        self.as_object().map_or_else(Vec::new, |members| members.keys().cloned().collect())
    }

    fn names(&self) -> Self {
        self.keys().into()
    }

    fn own(&self, name: &Self) -> Option<Self> {
        self.as_object()?.get(name.as_str()?).cloned()
    }

    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
            (Value::Array(_) | Value::Object(_), _) => false,
            _ => self == other,
        }
    }

    fn object() -> Self {
        Value::Object(Default::default())
    }

    fn array(items: Vec<Self>) -> Self {
        Value::Array(items)
    }

    fn text(text: &str) -> Self {
        text.into()
    }

    fn boolean(value: bool) -> Self {
        value.into()
    }

    fn number(value: f64) -> Self {
        Number::from_f64(value).into()
    }

    fn null() -> Self {
        Value::Null
    }

    fn put(&mut self, key: &str, value: Self) {
        if let Value::Object(members) = self {
            members.insert(key.into(), value);
        }
    }

    fn parse(text: &str) -> Option<Self> {
        // As deep as the text is: a browser's parser has no limit either.
        let mut parser = serde_json::Deserializer::from_str(text);
        parser.disable_recursion_limit();
        let value = Value::deserialize(&mut parser).ok()?;
        parser.end().is_ok().then_some(value)
    }

    fn json(&self) -> Result<Self, String> {
        Ok(self.to_string().into())
    }

    fn print(&self) -> Self {
        match self {
            Value::String(_) => self.clone(),
            // JavaScript writes 1.0 as 1.
            Value::Number(number) => number.to_string().trim_end_matches(".0").into(),
            Value::Array(_) | Value::Object(_) => "[object Object]".into(),
            _ => self.to_string().into(),
        }
    }

    fn wording(&self) -> Result<Self, String> {
        Err("JSON has nothing that would need words".into())
    }

    fn pattern(source: &str) -> Result<Self::Pattern, String> {
        let pattern = regress::Regex::with_flags(source, "u").map_err(|error| error.to_string())?;
        Ok((pattern, source.into()))
    }

    fn matches(pattern: &Self::Pattern, text: &Self) -> bool {
        text.as_str().is_some_and(|text| pattern.0.find(text).is_some())
    }

    fn of_pattern(pattern: &Self::Pattern) -> Self {
        pattern.1.as_str().into()
    }

    fn keeps(&self, plan: &Self) -> bool {
        super::quick::keeps(plan, self)
    }
}
