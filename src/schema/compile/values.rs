//! The values of keywords, read and found fault with.

use super::{Compiler, Here, MOST_NODES};
use crate::payload::{Payload, Shape};
use crate::schema::refs::push_token;
use crate::schema::rules::{At, TYPES, type_bit};
use crate::schema::words::number;
use crate::text::{fill, joined};

impl<P: Payload> Compiler<P> {
    #[inline(never)]
    pub(super) fn child(&mut self, here: &Here, key: &str, name: Option<&str>, schema: P) -> At {
        let mut pointer = here.pointer.clone();
        push_token(&mut pointer, key);
        if let Some(name) = name {
            push_token(&mut pointer, name);
        }
        self.add(schema, pointer, here.base)
    }

    #[inline(never)]
    pub(super) fn list(&mut self, here: &Here, key: &str, value: &P) -> Vec<At> {
        if value.length() == 0 {
            self.wrong(here, key, "must not be empty");
        }
        let mut parts = Vec::new();
        for index in 0..value.length().min(MOST_NODES) {
            let mut name = String::new();
            number::<P>(&mut name, index as f64);
            parts.push(self.child(here, key, Some(&name), value.at(index).unwrap_or_else(P::null)));
        }
        parts
    }

    pub(super) fn types(&mut self, here: &Here, given: &P, shape: Shape) -> u8 {
        if shape == Shape::Array {
            return (0..given.length()).fold(0, |bits, index| bits | self.type_of(here, given.at(index).as_ref()));
        }
        self.type_of(here, Some(given))
    }

    #[inline(never)]
    fn type_of(&mut self, here: &Here, given: Option<&P>) -> u8 {
        let word = given.and_then(|word| word.as_text()).unwrap_or_default();
        let bit = type_bit(&word);
        if bit == 0 {
            self.wrong(here, "type", &fill("must be one of % (or an array of them); \"%\" is not", &[&joined(&TYPES, ", "), &word]));
        }
        bit
    }

    #[inline(never)]
    pub(super) fn number(&mut self, here: &Here, key: &str, value: &P, count: bool) -> f64 {
        let number = value.as_f64().filter(|number| number.is_finite());
        let good = number.is_some_and(|number| match key {
            "multipleOf" => number > 0.0,
            _ => !count || (number >= 0.0 && number.trunc() == number),
        });
        if !good {
            let must = if count {
                "must be a whole number, 0 or more"
            } else if key == "multipleOf" {
                "must be a number greater than 0"
            } else {
                "must be a number"
            };
            self.wrong(here, key, must);
        }
        number.unwrap_or_default()
    }

    #[inline(never)]
    pub(super) fn names(&mut self, here: &Here, key: &str, list: &P) -> Vec<P> {
        self.expect(here, key, list.shape(), Shape::Array, "an array of names");
        let mut names = Vec::new();
        for index in 0..list.length() {
            match list.at(index).filter(|name| name.shape() == Shape::String) {
                Some(name) => names.push(name),
                None => self.wrong(here, key, "must be an array of names"),
            }
        }
        names
    }

    #[inline(never)]
    pub(super) fn pattern(&mut self, here: &Here, key: &str, source: &str) -> Option<P::Pattern> {
        match P::pattern(source) {
            Ok(pattern) => Some(pattern),
            Err(reason) => {
                self.wrong(here, key, &fill("holds \"%\", which is no regular expression (with the u flag): %", &[source, &reason]));
                None
            }
        }
    }
}
