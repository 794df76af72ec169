//! What a tool's value becomes for a relay, and what must hold before it runs.

use serde_json::{Value, json};

use crate::call::{Audit, AuditLog, Door, Outcome, Permissions, failure, result};
use crate::relay::Kind;

fn tool(value: Value) -> Value {
    result(Kind::Tool, "t", None, value).unwrap()
}

fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

#[test]
fn every_json_value_becomes_a_call_tool_result() {
    assert_eq!(tool(json!("plain")), text("plain"));
    assert_eq!(tool(json!("")), text(""));
    assert_eq!(tool(json!(42)), text("42"));
    assert_eq!(tool(json!(true)), text("true"));
    assert_eq!(tool(Value::Null), text("null"));
    assert_eq!(tool(json!([1, "two"])), text("[1,\"two\"]"));
    let object = tool(json!({"a": 1}));
    assert_eq!(object, json!({"content": [{"type": "text", "text": "{\"a\":1}"}], "structuredContent": {"a": 1}}));
    let ready = json!({"content": [{"type": "text", "text": "as it is"}], "isError": true});
    assert_eq!(tool(ready.clone()), ready);
    assert!(tool(json!({"content": "no array"}))["content"].is_array());
    let ready = json!({"content": [
        {"type": "image", "data": "", "mimeType": "image/png"},
        {"type": "audio", "data": "", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "x://1", "name": "x"},
        {"type": "resource", "resource": {"uri": "x://1", "text": ""}},
        {"type": "resource", "resource": {"uri": "x://1", "blob": ""}},
    ]});
    assert_eq!(tool(ready.clone()), ready);
    for odd in [json!("a"), json!(null), json!({"type": "text"}), json!({"type": "paragraph"}), json!({"type": "resource", "resource": {}})]
    {
        let object = json!({"content": [odd]});
        assert_eq!(tool(object.clone())["structuredContent"], object);
    }
}

#[test]
fn prompts_and_resources_have_their_own_shapes() {
    let prompt = result(Kind::Prompt, "p", None, json!("Say hello")).unwrap();
    assert_eq!(prompt, json!({"messages": [{"role": "user", "content": {"type": "text", "text": "Say hello"}}]}));
    let resource = result(Kind::Resource, "x://1", Some("text/plain"), json!("body")).unwrap();
    assert_eq!(resource, json!({"contents": [{"uri": "x://1", "mimeType": "text/plain", "text": "body"}]}));
    let ready = json!({"contents": [{"uri": "x://1", "text": "y"}]});
    assert_eq!(result(Kind::Resource, "x://1", None, ready.clone()).unwrap(), ready);
}

#[test]
fn a_failure_always_says_something() {
    assert_eq!(failure::<Value>("boom")["content"][0]["text"], "boom");
    assert_eq!(failure::<Value>("boom")["isError"], true);
    assert!(!failure::<Value>("  ")["content"][0]["text"].as_str().unwrap().trim().is_empty());
}

#[test]
fn flags_that_nobody_granted_are_refused_by_name() {
    let mut permissions = Permissions::default();
    for (flag, granted) in [
        ("readStore", true),
        ("writeStore", false),
        ("emitEvents", true),
        ("readDOM", false),
        ("modifyDOM", false),
        ("executeActions", true),
        ("own", false),
    ] {
        assert_eq!(permissions.has(flag), granted, "{flag}");
    }
    let refused = permissions.check("pay", &["readStore".into(), "own".into()]).unwrap_err().to_string();
    assert!(refused.contains("pay") && refused.contains("\"own\""), "{refused}");
    permissions.set("own".into(), true);
    assert!(permissions.check("pay", &["own".into()]).is_ok());
}

#[test]
fn the_audit_log_keeps_the_last_200() {
    let mut log = AuditLog::<Value>::default();
    for call in 0..250 {
        let tool = String::new();
        let audit =
            Audit { call, tool, door: Door::Page, started_at: 0.0, duration: 0.0, outcome: Outcome::Ok, reason: None, arguments: None };
        log.push(audit);
    }
    assert_eq!(log.iter().map(|audit| audit.call).collect::<Vec<_>>(), (50..250).collect::<Vec<_>>());
}
