//! Tool names as MCP clients see them.

use crate::names::WireNames;

fn wire_names(names: &[&str]) -> Vec<String> {
    let mut all = WireNames::new("localhost_8080");
    for name in names {
        all.add(name);
    }
    names.iter().map(|name| all.wire(name)).collect()
}

#[test]
fn allowed_names_stay_as_they_are() {
    assert_eq!(wire_names(&["search", "add_to-cart", "A9"]), ["search", "add_to-cart", "A9"]);
}

#[test]
fn other_characters_become_underscores() {
    assert_eq!(wire_names(&["shop.search", "añadir", "a b"]), ["shop_search", "a_adir", "a_b"]);
}

#[test]
fn a_name_and_all_prefixes_fit_into_64_characters() {
    let long = "x".repeat(128);
    for channel in ["localhost_8080", "a", "a_very_long_host_name_of_a_preview_deployment_example_com"] {
        let mut names = WireNames::new(channel);
        names.add(&long);
        let wire = names.wire(&long);
        let room = 64usize.saturating_sub("mcp__webmcp__".len() + channel.len() + 1).max(16);
        assert_eq!(wire.len(), room, "{channel}");
        assert_eq!(names.name(&wire), Some(long.as_str()));
    }
}

#[test]
fn colliding_names_both_get_their_hash_in_any_order() {
    let mut forward = wire_names(&["a.b", "a_b"]);
    let backward = wire_names(&["a_b", "a.b"]);
    forward.reverse();
    assert_eq!(forward, backward);
    assert_ne!(forward[0], forward[1]);
    assert!(forward.iter().all(|wire| wire.starts_with("a_b_") && wire.len() == 12), "{forward:?}");
}

#[test]
fn a_collision_that_comes_and_goes_says_whose_name_changed() {
    let mut names = WireNames::new("localhost_8080");
    assert!(names.add("a.b").is_empty());
    assert_eq!(names.add("a_b"), ["a.b"]);
    assert!(names.add("a_b").is_empty());
    assert_eq!(names.name("a_b"), None);
    assert_eq!(names.name(&names.wire("a.b")), Some("a.b"));
    assert_eq!(names.remove("a_b"), ["a.b"]);
    assert_eq!(names.wire("a.b"), "a_b");
    assert_eq!(names.name("a_b"), Some("a.b"));
}
