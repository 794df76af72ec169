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

#[test]
fn hostile_frames_ask_for_nothing_and_end_nothing() {
    let huge = "9".repeat(100_000);
    let deep = Value::from_iter([("type", json!("callTool"))]);
    let mut nested = deep.clone();
    for _ in 0..300 {
        nested = json!({ "type": nested });
    }
    for frame in [
        json!(null),
        json!("callTool"),
        json!([{"type": "callTool"}]),
        json!({}),
        json!({"type": null}),
        json!({"type": ["callTool"], "id": "1", "tool": "t"}),
        json!({"type": {"callTool": 1}, "id": "1", "tool": "t"}),
        json!({"type": "CALLTOOL", "id": "1", "tool": "t"}),
        json!({"type": "callTool", "tool": "t"}),
        json!({"type": "callTool", "id": [], "tool": "t"}),
        json!({"type": "callTool", "id": true, "tool": "t"}),
        json!({"type": "getPrompt", "id": {"id": "1"}, "name": "t"}),
        json!({"type": "createSamplingMessage", "messages": []}),
        json!({"type": "__proto__", "id": "1"}),
        json!({"type": "constructor", "id": "1"}),
        json!({"type": huge.clone(), "id": huge.clone()}),
        json!({"type": "toolRegistered", "name": {}, "toolId": []}),
        nested,
    ] {
        assert!(matches!(decode(&frame), In::Ignored));
    }
    for (frame, about) in [
        (json!({"type": "callTool", "id": huge.clone(), "tool": ["t"]}), "tool"),
        (json!({"type": "callTool", "id": 1e308, "tool": {"name": "t"}}), "tool"),
        (json!({"type": "callTool", "id": -0.5, "tool": null}), "tool"),
        (json!({"type": "getPrompt", "id": "1", "name": 7}), "name"),
        (json!({"type": "readResource", "id": "1", "uri": ["x:"]}), "uri"),
        (json!({"type": "createSamplingMessage", "id": "1", "messages": "hello"}), "messages"),
    ] {
        assert!(matches!(decode(&frame), In::Refused { about: said, .. } if said == about), "{about}");
    }
    assert!(matches!(decode(&json!({"type": "registerSuccess", "channel": "/c", "token": {"length": 32}})), In::Error(_)));
    assert!(matches!(decode(&json!({"type": "registerSuccess", "channel": "c", "token": "t"})), In::Error(_)));
    assert!(matches!(decode(&json!({"type": "error", "message": {"toString": 1}})), In::Error(said) if said.is_empty()));
    assert!(matches!(decode(&json!({"type": "ping", "id": {}})), In::Ping { id: None }));
}

#[test]
fn a_relay_knows_the_page_when_its_lists_hold_anything() {
    let any = |frame: Value| match decode(&frame) {
        In::Listed { any } => any,
        other => panic!("{other:?}"),
    };
    assert!(any(json!({"id": "listTools", "type": "listToolsResponse", "tools": [{"name": "t"}]})));
    assert!(any(json!({"type": "listResourcesResponse", "resources": [], "resourceTemplates": [{}]})));
    assert!(!any(json!({"type": "listToolsResponse", "tools": []})));
    assert!(!any(json!({"type": "listResourcesResponse", "resources": [], "resourceTemplates": []})));
    for tools in [json!(null), json!("abc"), json!({"0": {}, "length": 1}), json!(3)] {
        assert!(!any(json!({"type": "listToolsResponse", "tools": tools})));
    }
    assert_eq!(encode(Out::<Value>::List { kind: Kind::Tool }).unwrap()["type"], "listTools");
    assert_eq!(encode(Out::<Value>::List { kind: Kind::Resource }).unwrap()["type"], "listResources");
}

const TYPES: &str = "(callTool|createTool|registerSuccess|removeTool|removeAllTools|clipboardCopy|getClientInfo|listTools|listPrompts|listResources|listToolsResponse|listResourcesResponse|ping|pong|welcome|error|getPrompt|readResource|createSamplingMessage)";

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[0-9]{0,40}".prop_map(Value::from),
        ".{0,8}".prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(
                ("(id|type|tool|tools|name|uri|messages|resources|channel|token|definition|nombre|codigo|parametros|text|.{0,4})", inner),
                0..6
            )
            .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// What must hold of any frame: an answer can be written for whatever is asked, and it carries the same id.
fn digest(frame: &Value) -> Result<(), TestCaseError> {
    let (id, asked) = match decode(frame) {
        In::Call { id, kind, .. } => (Some(id), Asked::Call(kind)),
        In::Sampling { id, .. } => (Some(id), Asked::Sampling),
        In::List { id, kind } => (Some(id), Asked::List(kind)),
        In::Refused { id, asked, .. } => (Some(id), asked),
        In::CreateTool { id, definition } => {
            let _ = crate::relay::definition::read(&definition);
            (id, Asked::Change)
        }
        In::RemoveTool { id, .. } | In::RemoveAllTools { id } | In::ClipboardCopy { id, .. } => (id, Asked::Change),
        In::ClientInfo { id } => (id, Asked::ClientInfo),
        In::Registered { channel, token } => {
            prop_assert!(channel.starts_with('/') && !token.is_empty());
            return Ok(());
        }
        _ => return Ok(()),
    };
    if let Some(id) = id {
        prop_assert!(id.is_string() || id.is_number());
        prop_assert_eq!(&frame["id"], &id);
        let answer = encode(Out::Answer { id: id.clone(), asked, result: Err(String::new()) }).unwrap();
        prop_assert_eq!(&answer["id"], &id);
        prop_assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_frame_of_a_known_type_is_digested(mut frame in any_json(), kind in TYPES) {
        if let Value::Object(members) = &mut frame {
            members.insert("type".into(), Value::from(kind));
        }
        digest(&frame)?;
    }

    #[test]
    fn any_json_is_digested(frame in any_json()) {
        digest(&frame)?;
    }

    #[test]
    fn any_text_is_digested_or_is_no_json(text in r#"[{}\[\]":,0-9a-z\\ \n\t\u{0}é🦤-]{0,60}|.{0,60}"#) {
        if let Some(frame) = <Value as crate::payload::Payload>::parse(&text) {
            digest(&frame)?;
        }
    }

    #[test]
    fn any_cut_of_a_frame_is_digested_or_is_no_json(id in any::<u32>(), at in 0..200usize) {
        let whole = json!({"id": id.to_string(), "type": "callTool", "tool": "s\u{fffd}\"", "arguments": {"a": [1, {"b": null}]}}).to_string();
        let cut: String = whole.chars().take(at).collect();
        if let Some(frame) = <Value as crate::payload::Payload>::parse(&cut) {
            digest(&frame)?;
        }
    }

    #[test]
    fn no_text_makes_a_token_panic(text in ".{0,60}") {
        let _ = Token::parse::<Value>(&text);
    }

    #[test]
    fn no_json_in_base64_makes_a_token_panic(value in any_json(), text in ".{0,40}") {
        let _ = token(&value);
        let _ = token(&json!({"server": text, "token": text}));
        let _ = token(&json!({"server": format!("ws://{text}"), "token": value}));
    }
}
