//! Tool names on the way to a relay and back.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::names::WireNames;

const CHANNEL: &str = "localhost_8080";
/// 64, less `mcp__webmcp__` (13), the channel (14) and its dash.
const ROOM: usize = 36;

fn names(given: &[&str]) -> WireNames {
    let mut names = WireNames::new(CHANNEL);
    for name in given {
        names.add(name);
    }
    names
}

fn wire(given: &[&str]) -> Vec<String> {
    let names = names(given);
    given.iter().map(|name| names.wire(name)).collect()
}

/// FNV-1a of 32 bits, as its authors describe it.
fn hash(text: &str) -> String {
    let mut hash: u64 = 2_166_136_261;
    for byte in text.bytes() {
        hash = ((hash ^ u64::from(byte)) * 16_777_619) % (1 << 32);
    }
    format!("{hash:08x}")
}

#[test]
fn a_plain_name_stays_as_it_is() {
    assert_eq!(wire(&["search", "add-to-cart", "Get_Item2"]), ["search", "add-to-cart", "Get_Item2"]);
}

#[test]
fn other_characters_become_underscores() {
    assert_eq!(wire(&["cart.add"]), ["cart_add"]);
    assert_eq!(wire(&["ñandú 🦤"]), ["_and___"]);
    assert_eq!(wire(&["a/b:c\td"]), ["a_b_c_d"]);
}

#[test]
fn what_fits_with_the_prefixes_of_client_and_channel_stays() {
    let fits = "x".repeat(ROOM);
    assert_eq!(wire(&[&fits]).concat(), fits);
    assert_eq!(["mcp__webmcp__", CHANNEL, "-", &fits].concat().len(), 64);
}

#[test]
fn a_longer_name_is_cut_and_ends_in_the_hash_of_all_of_it() {
    let long = "x".repeat(40);
    assert_eq!(wire(&[&long]), [format!("{}_84ae4e65", "x".repeat(27))]);
    assert_eq!(hash(&long), "84ae4e65");
    let (one, two) = (format!("{long}1"), format!("{long}2"));
    assert_ne!(wire(&[&one]), wire(&[&two]));
}

#[test]
fn sixteen_characters_stay_however_long_the_channel() {
    for length in [34, 35, 60, 500] {
        let names = WireNames::new(&"c".repeat(length));
        assert_eq!(names.wire("sixteen-letters-"), "sixteen-letters-");
        let cut = names.wire("seventeen-letters");
        assert_eq!(cut, ["sevente", "_", &hash("seventeen-letters")].concat());
        assert_eq!(cut.len(), 16);
    }
    assert_eq!(WireNames::new(&"c".repeat(33)).wire(&"x".repeat(17)), "x".repeat(17));
}

#[test]
fn names_that_would_be_alike_both_get_their_hash() {
    assert_eq!(wire(&["cart.add", "cart_add"]), ["cart_add_c1bd4196", "cart_add_a7bd4613"]);
}

#[test]
fn the_order_of_registration_changes_no_name() {
    let given = ["cart.add", "cart_add", "cart add", "search", "cart/add"];
    let expected: BTreeSet<(&str, String)> = given.into_iter().zip(wire(&given)).collect();
    for turn in 0..given.len() {
        let mut turned = given;
        turned.rotate_left(turn);
        assert_eq!(turned.into_iter().zip(wire(&turned)).collect::<BTreeSet<_>>(), expected);
        turned.reverse();
        assert_eq!(turned.into_iter().zip(wire(&turned)).collect::<BTreeSet<_>>(), expected);
    }
}

#[test]
fn a_second_name_changes_the_first_one_and_a_third_changes_none() {
    let mut names = WireNames::new(CHANNEL);
    assert!(names.add("cart.add").is_empty());
    assert_eq!(names.wire("cart.add"), "cart_add");
    assert_eq!(names.add("cart_add"), ["cart.add"]);
    assert_ne!(names.wire("cart.add"), "cart_add");
    assert!(names.add("cart add").is_empty());
    assert!(names.add("cart add").is_empty(), "a name taken in twice is there once");
}

#[test]
fn the_last_one_left_has_its_plain_name_again() {
    let mut names = names(&["cart.add", "cart_add", "cart add"]);
    assert!(names.remove("cart.add").is_empty());
    assert_ne!(names.wire("cart_add"), "cart_add");
    assert_eq!(names.remove("cart add"), ["cart_add"]);
    assert_eq!(names.wire("cart_add"), "cart_add");
    assert!(names.remove("cart_add").is_empty());
    assert!(names.remove("cart_add").is_empty(), "what is not there cannot go");
    assert_eq!(names.name("cart_add"), None);
}

#[test]
fn a_name_that_was_never_there_takes_none_away() {
    let mut names = names(&["cart.add", "cart_add"]);
    assert!(names.remove("cart/add").is_empty());
    assert_ne!(names.wire("cart_add"), "cart_add");
}

#[test]
fn wire_names_lead_back_and_an_ambiguous_one_leads_nowhere() {
    let names = names(&["cart.add", "cart_add", "search items"]);
    assert_eq!(names.name("search_items"), Some("search items"));
    assert_eq!(names.name(&names.wire("cart.add")), Some("cart.add"));
    assert_eq!(names.name("cart_add"), None);
    assert_eq!(names.name("nothing"), None);
    assert_eq!(names.name(""), None);
}

#[test]
fn a_name_made_to_look_like_anothers_hashed_one_is_told_apart() {
    let forged = format!("cart_add_{}", hash("cart.add"));
    let given = ["cart.add", "cart_add", forged.as_str()];
    let made = wire(&given);
    assert_eq!(made.iter().collect::<BTreeSet<_>>().len(), 3, "{made:?}");
    let names = names(&given);
    for (name, wire) in given.iter().zip(&made) {
        assert_eq!(names.name(wire), Some(*name));
    }
}

#[test]
fn a_name_made_to_look_like_a_long_ones_cut_is_told_apart() {
    let long = "x".repeat(40);
    let forged = format!("{}_{}", "x".repeat(27), hash(&long));
    let made = wire(&[&long, &forged]);
    assert_ne!(made[0], made[1]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_set_of_names_goes_there_and_back(
        given in vec(prop_oneof!["[a-c._ -]{1,4}", "[a-z.]{30,50}", any::<String>(), "[ab]_[0-9a-f]{8}"], 0..30),
        channel in "[a-z0-9_]{0,60}",
    ) {
        let mut names = WireNames::new(&channel);
        for name in &given {
            names.add(name);
        }
        let different: BTreeSet<&String> = given.iter().collect();
        let mut seen = BTreeSet::new();
        for name in different {
            let wire = names.wire(name);
            prop_assert!(wire.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'), "{}", wire);
            prop_assert!(wire.len() <= (64usize - 13).saturating_sub(channel.len() + 1).max(16));
            prop_assert!(name.is_empty() || !wire.is_empty());
            prop_assert_eq!(names.name(&wire), Some(name.as_str()));
            prop_assert!(seen.insert(wire));
        }
    }

    #[test]
    fn taking_names_out_leaves_what_taking_the_rest_in_makes(
        given in vec("[ab][._ ]{1,2}", 1..12), out in vec(any::<bool>(), 12),
    ) {
        let mut names = WireNames::new(CHANNEL);
        let mut fresh = WireNames::new(CHANNEL);
        let different: BTreeSet<&String> = given.iter().collect();
        let (gone, kept): (Vec<_>, Vec<_>) = different.into_iter().zip(out).partition(|(_, out)| *out);
        for (name, _) in gone.iter().chain(&kept) {
            names.add(name);
        }
        for (name, _) in &kept {
            fresh.add(name);
        }
        for (name, _) in &gone {
            names.remove(name);
        }
        for (name, _) in &kept {
            prop_assert_eq!(names.wire(name), fresh.wire(name));
        }
    }
}
