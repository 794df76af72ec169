//! The one seam between the core and the values that pass through it.
//!
//! Arguments, results and schemas stay what they are in the browser: JavaScript values. The core reads them through [`Payload`];
//! `web/js.rs` implements it for `JsValue`, the native tests for `serde_json::Value`. Code is generic over it, never `dyn`.

/// What a value is, in JSON's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
    /// What JSON cannot say: `undefined`, a function, a symbol, a bigint.
    Other,
}

/// A value as JSON sees it. Cloning is cheap (a reference in the browser).
pub trait Payload: Clone {
    /// A compiled ECMAScript regular expression (`u` flag).
    type Pattern;

    fn shape(&self) -> Shape;
    fn as_bool(&self) -> Option<bool>;
    fn as_f64(&self) -> Option<f64>;
    /// The text of a string; lone surrogates become U+FFFD.
    fn as_text(&self) -> Option<String>;
    /// The number of items of an array, or of UTF-16 units of a string; 0 for everything else.
    fn length(&self) -> usize;
    fn at(&self, index: usize) -> Option<Self>;
    /// A member of an object, also one that its class gives it; `None` where it is absent, `undefined` or throws.
    fn get(&self, key: &str) -> Option<Self>;
    /// The names of an object's own enumerable members, in its own order; whether those that are undefined are among them is left open.
    fn keys(&self) -> Vec<String>;
    /// Its members under their names: those of [`Payload::keys`] that [`Payload::get`] has.
    fn entries(&self) -> Vec<(String, Self)> {
        self.keys().into_iter().filter_map(|key| self.get(&key).map(|value| (key, value))).collect()
    }
    /// [`Payload::keys`] as an array of text values: they stay on their side of the border.
    fn names(&self) -> Self;
    /// An own member of an object, by a text value: what JSON would show of it.
    fn own(&self, name: &Self) -> Option<Self>;
    /// Whether both are the same null, boolean, number or text. Says nothing of arrays and objects.
    fn is(&self, other: &Self) -> bool;

    fn object() -> Self;
    fn array(items: Vec<Self>) -> Self;
    fn text(text: &str) -> Self;
    fn boolean(value: bool) -> Self;
    fn number(value: f64) -> Self;
    fn null() -> Self;
    /// An object of several members at once, those that are there. `keys` are those of the values, with a space between two; `key=text`
    /// among them is a member that has that text, and no value.
    fn members(keys: &str, values: &mut [Option<Self>]) -> Self {
        let mut object = Self::object();
        let mut values = values.iter_mut();
        for key in keys.split(' ') {
            if let Some((key, text)) = key.split_once('=') {
                object.put_text(key, text);
            } else if let Some(value) = values.next().and_then(Option::take) {
                object.put(key, value);
            }
        }
        object
    }
    /// Sets a member of an object made by [`Payload::object`].
    fn put(&mut self, key: &str, value: Self);
    fn put_text(&mut self, key: &str, text: &str) {
        self.put(key, Self::text(text));
    }

    /// Parses JSON text; `None` where it is none.
    fn parse(text: &str) -> Option<Self>;
    /// Its JSON text, as a text value; the error says why there is none (a cycle, a bigint, a function).
    fn json(&self) -> Result<Self, String>;
    /// What `String(value)` gives, as a text value.
    fn print(&self) -> Self;

    /// For an agent, what a value that JSON cannot say is: the text of a bigint, a sentence for `undefined`; the error is for the rest.
    fn wording(&self) -> Result<Self, String>;

    /// Compiles a pattern, or says why it cannot be one.
    fn pattern(source: &str) -> Result<Self::Pattern, String>;
    fn matches(pattern: &Self::Pattern, text: &Self) -> bool;
    /// A pattern as a value.
    fn of_pattern(pattern: &Self::Pattern) -> Self;

    /// Whether it certainly keeps all rules of a plan (`schema/quick.rs`); `false` says nothing.
    fn keeps(&self, plan: &Self) -> bool;

    /// The text of the member `key`, where there is one and it is a string.
    fn text_at(&self, key: &str) -> Option<String> {
        self.get(key).and_then(|value| value.as_text())
    }
}
