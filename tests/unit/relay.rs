//! The dialect of the stock relay and its fork.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::error::Error;
use crate::relay::webmcp::{Token, decode, encode};
use crate::relay::{Asked, In, Kind, Out, base64};

fn token(value: &Value) -> Result<Token, Error> {
    Token::parse::<Value>(&base64::encode(value.to_string().as_bytes()))
}

#[test]
fn base64_round_trips_and_is_lenient_about_how_it_was_pasted() {
    for text in ["", "f", "fo", "foo", "foob", "añ"] {
        assert_eq!(base64::decode(&base64::encode(text.as_bytes())).unwrap(), text.as_bytes());
    }
    assert_eq!(base64::encode(b"foob"), "Zm9vYg==");
    assert_eq!(base64::decode(" Zm9v\nYg ").unwrap(), b"foob");
    assert_eq!(base64::decode("_-8").unwrap(), base64::decode("/+8=").unwrap());
    assert_eq!(base64::decode("Zm9v!"), None);
    assert_eq!(base64::decode("Zg==Zg=="), None);
}

#[test]
fn every_bad_token_has_its_code() {
    let code = |pasted: &str| Token::parse::<Value>(pasted).err().unwrap().code();
    assert_eq!(code("  "), "token-empty");
    assert_eq!(code("not base64!"), "token-not-base64");
    assert_eq!(code("aGVsbG8="), "token-not-json");
    let whole = base64::encode(br#"{"server":"ws://localhost:4797","token":"0123456789abcdef0123456789abcdef"}"#);
    assert_eq!(code(&whole[..whole.len() - 12]), "token-not-json");
    assert_eq!(token(&json!({"server": "ws://localhost:1"})).err().unwrap().code(), "token-incomplete");
    assert_eq!(token(&json!({"token": "x"})).err().unwrap().code(), "token-incomplete");
    for server in ["http://localhost:1", "localhost:1", "ws://", "ws:///x", "ws://a b"] {
        assert_eq!(token(&json!({"server": server, "token": "x"})).err().unwrap(), Error::TokenServer(server.into()));
    }
    assert!(token(&json!({"server": "WSS://relay.example:1/", "token": "x"})).is_ok());
    assert!(Token::parse::<Value>(&format!("\"{whole}\"")).is_ok());
}

#[test]
fn the_registration_is_base64_of_server_token_and_host() {
    let token = token(&json!({"server": "ws://localhost:4797", "token": "abc"})).ok().unwrap();
    let Out::Register(text) = token.registration::<Value>("localhost_8080") else { panic!() };
    let sent: Value = serde_json::from_slice(&base64::decode(&text).unwrap()).unwrap();
    assert_eq!(sent, json!({"server": "ws://localhost:4797", "token": "abc", "host": "localhost_8080"}));
}

#[test]
fn calls_and_their_faults_are_told_apart() {
    assert!(matches!(decode(&json!({"id": "1", "type": "callTool", "tool": "t"})), In::Call { arguments: None, kind: Kind::Tool, .. }));
    assert!(matches!(decode(&json!({"id": "1", "type": "callTool", "tool": 7})), In::Refused { about: "tool", .. }));
    assert!(matches!(decode(&json!({"id": "1", "type": "readResource"})), In::Refused { about: "uri", .. }));
    assert!(matches!(decode(&json!({"id": null, "type": "callTool", "tool": "t"})), In::Ignored));
    assert!(matches!(decode(&json!({"id": {}, "type": "callTool", "tool": "t"})), In::Ignored));
    assert!(matches!(decode(&json!(["callTool"])), In::Ignored));
}

#[test]
fn the_forks_definition_is_found_wherever_it_stands() {
    for frame in [
        json!({"type": "createTool", "id": "1", "nombre": "n", "codigo": "c"}),
        json!({"type": "createTool", "id": "1", "tool": {"nombre": "n", "codigo": "c"}}),
        json!({"type": "createTool", "id": "1", "definition": {"nombre": "n", "codigo": "c"}}),
    ] {
        let In::CreateTool { definition, .. } = decode(&frame) else { panic!("{frame}") };
        assert_eq!((definition["nombre"].as_str(), definition["codigo"].as_str()), (Some("n"), Some("c")));
    }
    for key in ["nombre", "name", "tool"] {
        let In::RemoveTool { name, .. } = decode(&json!({"type": "removeTool", key: "x"})) else { panic!() };
        assert_eq!(name.as_deref(), Some("x"));
    }
}

#[test]
fn an_answer_is_never_without_words() {
    let answer = |asked, result| encode(Out::Answer { id: json!("7"), asked, result }).unwrap();
    assert_eq!(
        answer(Asked::Call(Kind::Tool), Ok(json!({"content": []}))),
        json!({"id": "7", "type": "toolResponse", "result": {"content": []}})
    );
    let empty = answer(Asked::Call(Kind::Prompt), Err(" ".into()));
    assert_eq!(empty["type"], "promptResponse");
    assert!(!empty["error"].as_str().unwrap().trim().is_empty());
    let lists = answer(Asked::List(Kind::Resource), Ok(json!({"resources": [1], "resourceTemplates": [2]})));
    assert_eq!(lists, json!({"id": "7", "type": "listResourcesResponse", "resources": [1], "resourceTemplates": [2]}));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("(id|type|tool|name|uri|definition|nombre|text|.{0,4})", inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_frame_makes_decoding_panic(mut frame in any_json(), kind in "(callTool|createTool|registerSuccess|removeTool|clipboardCopy|listTools|ping|welcome|error|getPrompt)") {
        if let Value::Object(members) = &mut frame {
            members.insert("type".into(), Value::from(kind));
        }
        decode(&frame);
    }

    #[test]
    fn no_text_makes_a_token_panic(text in ".{0,60}") {
        let _ = Token::parse::<Value>(&text);
    }
}
