//! Sentences with blanks. Joining their parts costs each of them its place and length in code; a blank costs a byte.

/// The sentence with each `%` replaced by one of the values, in order.
#[inline(never)]
pub fn fill(sentence: &str, values: &[&str]) -> String {
    let mut filled = String::new();
    let mut values = values.iter();
    for (index, part) in sentence.split('%').enumerate() {
        if index > 0 {
            filled.push_str(values.next().copied().unwrap_or_default());
        }
        filled.push_str(part);
    }
    filled
}
