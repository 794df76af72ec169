//! Pairing tokens: what a person pastes, and what the relay is sent.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::error::Error;
use crate::relay::Out;
use crate::relay::base64::{decode, encode};
use crate::relay::webmcp::{Token, host_name, is_relay_url};

/// `{"server":"ws://localhost:4797","token":"00112233445566778899aabbccddeeff"}`, by coreutils' base64.
const PASTED: &str = "eyJzZXJ2ZXIiOiJ3czovL2xvY2FsaG9zdDo0Nzk3IiwidG9rZW4iOiIwMDExMjIzMzQ0NTU2Njc3ODg5OWFhYmJjY2RkZWVmZiJ9";

fn parse(pasted: &str) -> Result<Token, Error> {
    Token::parse::<Value>(pasted)
}

fn token_of(value: Value) -> String {
    encode(value.to_string().as_bytes())
}

#[track_caller]
fn code(pasted: &str, expected: &str) {
    let error = parse(pasted).err().unwrap_or_else(|| panic!("{pasted} was taken"));
    assert_eq!(error.code(), expected, "{pasted}");
    assert!(!error.to_string().is_empty());
}

#[test]
fn the_rfcs_own_examples_hold() {
    for (plain, coded) in
        [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy")]
    {
        assert_eq!(encode(plain.as_bytes()), coded);
        assert_eq!(decode(coded).unwrap(), plain.as_bytes());
        assert_eq!(decode(coded.trim_end_matches('=')).unwrap(), plain.as_bytes());
    }
    assert_eq!(encode(&[251, 255, 190]), "+/++");
}

#[test]
fn a_token_holds_server_and_token() {
    let token = parse(PASTED).unwrap();
    assert_eq!((token.server.as_str(), token.token.as_str()), ("ws://localhost:4797", "00112233445566778899aabbccddeeff"));
}

#[test]
fn space_line_breaks_and_quotes_around_a_token_are_forgiven() {
    let broken: String =
        PASTED.chars().enumerate().flat_map(|(index, letter)| [letter, if index % 30 == 29 { '\n' } else { ' ' }]).collect();
    for pasted in [
        format!("  {PASTED}\r\n"),
        format!("\"{PASTED}\""),
        format!("'{PASTED}'"),
        format!("`{PASTED}`"),
        format!(" \" {PASTED} \" "),
        broken,
        format!("\u{a0}{PASTED}\u{a0}"),
    ] {
        assert!(parse(&pasted).is_ok(), "{pasted}");
    }
}

#[test]
fn url_safe_letters_and_missing_padding_are_forgiven() {
    let standard = token_of(json!({"server": "ws://localhost:1", "token": "?>?>ÿþ~~~"}));
    assert!(standard.contains(['+', '/']), "{standard}: a token that shows the difference");
    let safe = standard.replace('+', "-").replace('/', "_");
    for pasted in [&standard, &safe, safe.trim_end_matches('='), standard.trim_end_matches('=')] {
        assert_eq!(parse(pasted).unwrap().token, "?>?>ÿþ~~~");
    }
}

#[test]
fn nothing_at_all_is_an_empty_token() {
    for pasted in ["", " ", "\n\t", "\"\"", "''", " \" \" "] {
        code(pasted, "token-empty");
    }
}

#[test]
fn what_is_not_base64_is_said_to_be_none() {
    for pasted in ["hello world!", "ñandú", "{\"server\":\"ws://localhost\"}", "eyJ=zZXJ2", "ab$c", "ws://localhost:4797", "\0"] {
        code(pasted, "token-not-base64");
    }
}

#[test]
fn base64_of_something_else_is_said_to_be_no_json() {
    code("aGVsbG8=", "token-not-json");
    code("/////w==", "token-not-json");
    code("====", "token-not-json");
    code(&encode(b"{\"server\":\"ws://localhost:1\",\"token\":\"a\"}}"), "token-not-json");
}

#[test]
fn a_cut_token_is_refused_wherever_it_was_cut() {
    for length in 1..PASTED.len() {
        let error = parse(&PASTED[..length]).err().unwrap_or_else(|| panic!("cut at {length}, and taken"));
        assert!(matches!(error.code(), "token-not-base64" | "token-not-json"), "cut at {length}: {}", error.code());
        assert!(error.to_string().contains("from its first to its last character"));
    }
}

#[test]
fn a_token_that_lacks_a_field_names_it() {
    for (value, field) in [
        (json!({}), "server"),
        (json!({"token": "a"}), "server"),
        (json!({"server": "ws://localhost:1"}), "token"),
        (json!({"server": "", "token": "a"}), "server"),
        (json!({"server": "ws://localhost:1", "token": ""}), "token"),
        (json!({"server": 5, "token": "a"}), "server"),
        (json!({"server": "ws://localhost:1", "token": null}), "token"),
        (json!([]), "server"),
        (json!("text"), "server"),
        (json!(null), "server"),
        (json!(42), "server"),
    ] {
        let pasted = token_of(value);
        code(&pasted, "token-incomplete");
        let error = parse(&pasted).err().unwrap();
        assert_eq!(error.detail(), field);
        assert!(error.to_string().contains(field));
    }
}

#[test]
fn a_server_that_is_no_socket_address_is_named() {
    for server in [
        "http://localhost:4797",
        "localhost:4797",
        "ws:localhost",
        "ws:/x",
        "ws://",
        "wss://",
        "ws:///x",
        "javascript:alert(1)",
        "ws://a b",
        "ws://a#b",
        "ws://a?b",
        "ñws://a",
        "wss:/ñ/",
    ] {
        let pasted = token_of(json!({"server": server, "token": "a"}));
        code(&pasted, "token-server");
        assert!(parse(&pasted).err().unwrap().to_string().contains(server));
    }
}

#[test]
fn addresses_of_relays_are_told_from_others() {
    for url in
        ["ws://localhost:4797", "wss://relay.example", "WS://LOCALHOST:1", "ws://[::1]:4797", "ws://127.0.0.1/base", "wss://ñ.example"]
    {
        assert!(is_relay_url(url), "{url}");
    }
    for url in ["", "w", "ws", "ws://", "http://x", "wsx://x", "ws://?x", "ws://#x", " ws://x"] {
        assert!(!is_relay_url(url), "{url}");
    }
}

#[test]
fn a_slash_at_the_end_of_the_server_is_dropped() {
    assert_eq!(parse(&token_of(json!({"server": "ws://localhost:4797/", "token": "a"}))).unwrap().server, "ws://localhost:4797");
}

#[test]
fn the_registration_is_base64_of_server_token_and_host() {
    let Out::Register(text) = parse(PASTED).unwrap().registration::<Value>("localhost_8080") else { panic!("another frame") };
    // The very text of the golden frame, as upstream sends it.
    assert_eq!(
        text,
        "eyJzZXJ2ZXIiOiJ3czovL2xvY2FsaG9zdDo0Nzk3IiwidG9rZW4iOiIwMDExMjIzMzQ0NTU2Njc3ODg5OWFhYmJjY2RkZWVmZiIsImhvc3QiOiJsb2NhbGhvc3RfODA4MCJ9"
    );
}

#[test]
fn a_host_outside_of_ascii_is_sent_as_utf8() {
    let Out::Register(text) = parse(PASTED).unwrap().registration::<Value>("ñandú \"x\"") else { panic!("another frame") };
    let message: Value = serde_json::from_slice(&decode(&text).unwrap()).unwrap();
    assert_eq!(message["host"], "ñandú \"x\"");
}

#[test]
fn a_host_is_named_as_the_relay_names_it() {
    assert_eq!(host_name("localhost:8080"), "localhost_8080");
    assert_eq!(host_name("shop.example.com"), "shop_example_com");
    assert_eq!(host_name("127.0.0.1:3000"), "127_0_0_1_3000");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_come_back(bytes in any::<Vec<u8>>()) {
        let coded = encode(&bytes);
        prop_assert_eq!(coded.len(), bytes.len().div_ceil(3) * 4);
        prop_assert_eq!(decode(&coded), Some(bytes));
    }

    #[test]
    fn any_pasted_text_is_taken_or_explained(text in any::<String>()) {
        if let Err(error) = parse(&text) {
            prop_assert!(error.code().starts_with("token-"));
        }
    }
}
