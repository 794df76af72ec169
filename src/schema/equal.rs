//! Equality as JSON has it: the order of an object's members says nothing, `1` is `1.0`.

use crate::payload::{Payload, Shape};

/// More comparisons than any argument needs; what is larger is not worth the page's time.
const STEPS: u32 = 4_000_000;

/// Deep equality of two JSON values, of any depth.
pub fn equal<P: Payload>(a: &P, b: &P) -> bool {
    equal_within(a, b, &mut { STEPS })
}

/// As [`equal`], counting down; unequal once the steps have run out.
pub fn equal_within<P: Payload>(a: &P, b: &P, steps: &mut u32) -> bool {
    // A list of what is left instead of recursion: values may be deeper than the stack.
    let mut open = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = open.pop() {
        if a.is(&b) {
            if !spend(steps, 1) {
                return false;
            }
            continue;
        }
        let shape = a.shape();
        if shape != b.shape() {
            return false;
        }
        let same = match shape {
            Shape::Array => push_items(&a, &b, &mut open, steps),
            Shape::Object => push_members(&a, &b, &mut open, steps),
            _ => false,
        };
        if !same {
            return false;
        }
    }
    true
}

/// Takes steps away; false once there are none.
pub fn spend(steps: &mut u32, cost: usize) -> bool {
    *steps = steps.saturating_sub(cost as u32);
    *steps > 0
}

fn push_items<P: Payload>(a: &P, b: &P, open: &mut Vec<(P, P)>, steps: &mut u32) -> bool {
    let length = a.length();
    if length != b.length() || !spend(steps, length + 1) {
        return false;
    }
    for index in 0..length {
        match (a.at(index), b.at(index)) {
            (Some(x), Some(y)) => open.push((x, y)),
            (None, None) => {}
            _ => return false,
        }
    }
    true
}

fn push_members<P: Payload>(a: &P, b: &P, open: &mut Vec<(P, P)>, steps: &mut u32) -> bool {
    let names = a.names();
    let length = names.length();
    if length != b.names().length() || !spend(steps, length + 1) {
        return false;
    }
    for index in 0..length {
        let Some(name) = names.at(index) else { return false };
        match (a.own(&name), b.own(&name)) {
            (Some(x), Some(y)) => open.push((x, y)),
            (None, None) => {}
            _ => return false,
        }
    }
    true
}

/// The first two equal items of an array. A table of hashes keeps it linear.
pub fn twins<P: Payload>(array: &P, steps: &mut u32) -> Option<(usize, usize)> {
    let length = array.length();
    let size = (length * 2).next_power_of_two().max(2);
    if length < 2 || !spend(steps, length) {
        return None;
    }
    // Each slot: the hash, and the item's number counted from 1.
    let mut table = vec![(0u32, 0usize); size];
    for index in 0..length {
        let item = array.at(index)?;
        let hash = hash(&item, 0, steps);
        let mut slot = hash as usize % size;
        while let Some(&(held, number)) = table.get(slot).filter(|slot| slot.1 > 0) {
            if !spend(steps, 1) {
                return None;
            }
            let before = number - 1;
            if held == hash && array.at(before).is_some_and(|other| equal_within(&other, &item, steps)) {
                return Some((before, index));
            }
            slot = (slot + 1) % size;
        }
        if let Some(free) = table.get_mut(slot) {
            *free = (hash, index + 1);
        }
    }
    None
}

/// Equal values have equal hashes; what lies deeper than a few levels does not count.
fn hash<P: Payload>(value: &P, level: u32, steps: &mut u32) -> u32 {
    if level > 8 || !spend(steps, 1) {
        return 0;
    }
    match value.shape() {
        Shape::Boolean => 1 + u32::from(value.as_bool() == Some(true)),
        Shape::Number => {
            // Adding zero makes -0 a 0.
            let bits = (value.as_f64().unwrap_or_default() + 0.0).to_bits();
            mix(bits as u32, (bits >> 32) as u32)
        }
        Shape::String => {
            spend(steps, value.length() / 16);
            value.as_text().unwrap_or_default().bytes().fold(5, |sum, byte| mix(sum, byte.into()))
        }
        Shape::Array => {
            let mut sum = 7;
            for index in 0..value.length() {
                let Some(item) = value.at(index) else { continue };
                sum = mix(sum, hash(&item, level + 1, steps));
            }
            sum
        }
        Shape::Object => {
            let names = value.names();
            let mut sum = 11_u32;
            for index in 0..names.length() {
                let Some(name) = names.at(index) else { continue };
                let member = value.own(&name).map_or(0, |member| hash(&member, level + 1, steps));
                // A sum, since the order of members says nothing.
                sum = sum.wrapping_add(mix(hash(&name, level + 1, steps), member));
            }
            sum
        }
        _ => 3,
    }
}

fn mix(sum: u32, part: u32) -> u32 {
    let mixed = (sum.rotate_left(5) ^ part).wrapping_mul(0x9E37_79B1);
    mixed ^ (mixed >> 15)
}
