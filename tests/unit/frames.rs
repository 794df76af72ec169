//! The golden frames (`tests/frames`), which the tests of the test relays read too: the codec says of each what its `meaning` says.

use serde_json::{Map, Value, json};

use crate::payload::Payload;
use crate::relay::webmcp::{Token, decode, encode};
use crate::relay::{Asked, In, Kind, Out, base64, definition};
use crate::schema::normalise;

const FRAMES: &str = include_str!("../frames/webmcp.json");

fn frames(direction: &str) -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(FRAMES).unwrap();
    all.into_iter().filter(|golden| golden["direction"] == direction).collect()
}

/// The members that are there.
fn said<const N: usize>(is: &str, members: [(&str, Option<Value>); N]) -> Value {
    let mut meaning = Map::from_iter([("is".to_string(), is.into())]);
    meaning.extend(members.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?))));
    meaning.into()
}

fn refused(id: Option<Value>, about: &str) -> Value {
    said("refused", [("id", id), ("about", Some(about.into()))])
}

fn meaning(frame: &Value) -> Value {
    match decode(frame) {
        In::Registered { channel, token } => said("paired", [("channel", Some(channel.into())), ("token", Some(token.into()))]),
        In::Welcome => said("welcome", []),
        In::Error(message) => said("error", [("message", Some(message.into()))]),
        In::Ping { id } => said("ping", [("id", id)]),
        In::Pong => said("pong", []),
        In::Call { id, kind, name, arguments } => {
            let (is, key) = match kind {
                Kind::Tool => ("call", "name"),
                Kind::Prompt => ("prompt", "name"),
                Kind::Resource => ("read", "uri"),
            };
            said(is, [("id", Some(id)), (key, Some(name.into())), ("args", arguments)])
        }
        In::Sampling { id, request } => {
            let mut params = request;
            let members = params.as_object_mut().unwrap();
            members.remove("id");
            members.remove("type");
            said("sample", [("id", Some(id)), ("params", Some(params))])
        }
        In::List { id, kind } => said("list", [("id", Some(id)), ("kind", Some(kind.as_str().into()))]),
        In::CreateTool { id, definition } => match definition::read(&definition) {
            Ok(tool) => {
                let mut read = Map::from_iter([("name".to_string(), tool.name.into()), ("code".to_string(), tool.code.into())]);
                read.extend(tool.description.map(|description| ("description".to_string(), description.into())));
                // A tool whose parameters are none is one that was given none.
                let schema = tool.schema.filter(|schema| *schema != normalise::<Value>(None).unwrap());
                read.extend(schema.map(|schema| ("schema".to_string(), schema)));
                said("create", [("id", id), ("tool", Some(read.into()))])
            }
            // The sentence names the field.
            Err(problem) => refused(id, ["parametros", "codigo", "nombre"].into_iter().find(|field| problem.contains(field)).unwrap()),
        },
        In::RemoveTool { id, name: None } => refused(id, "nombre"),
        In::RemoveTool { id, name } => said("remove", [("id", id), ("name", name.map(Value::from))]),
        In::RemoveAllTools { id } => said("removeAll", [("id", id)]),
        In::ClipboardCopy { id, text: None } => refused(id, "texto"),
        In::ClipboardCopy { id, text } => said("copy", [("id", id), ("text", text.map(Value::from))]),
        In::ClientInfo { id } => said("clientInfo", [("id", id)]),
        In::Refused { id, about, .. } => refused(Some(id), about),
        _ => said("ignored", []),
    }
}

#[test]
fn every_frame_from_a_relay_means_what_it_should() {
    let all = frames("in");
    assert!(all.len() > 80, "{} frames", all.len());
    for golden in all {
        let name = &golden["name"];
        let frame = match golden["text"].as_str() {
            Some(text) => Value::parse(text),
            None => Some(golden["frame"].clone()),
        };
        let read = frame.map_or_else(|| said("ignored", []), |frame| meaning(&frame));
        let wanted = &golden["meaning"];
        match wanted["is"].as_str().unwrap() {
            // An acknowledgement changes nothing.
            "registered" | "ignored" => assert_eq!(read["is"], "ignored", "{name}"),
            // There is one channel, and one ping at a time: the page needs neither back.
            is @ ("welcome" | "pong") => assert_eq!(read["is"], is, "{name}"),
            // Words of the reader's own.
            "error" if wanted.get("message").is_none() => assert_eq!(read["is"], "error", "{name}"),
            _ => assert_eq!(&read, wanted, "{name}"),
        }
    }
}

#[test]
fn every_frame_to_a_relay_is_written_as_it_should() {
    let mut written = 0;
    for golden in frames("out") {
        let (name, meaning) = (&golden["name"], &golden["meaning"]);
        let kind = |key: &str| match meaning[key].as_str() {
            Some("prompt") => Kind::Prompt,
            Some("resource") => Kind::Resource,
            _ => Kind::Tool,
        };
        let id = || meaning["id"].clone();
        let out = match meaning["is"].as_str().unwrap() {
            "pair" => {
                let text = |key: &str| meaning[key].as_str().unwrap().to_string();
                let token = Token { server: text("server"), token: text("token") };
                let Err(text) = encode(token.registration::<Value>(meaning["host"].as_str().unwrap())) else { panic!("{name}") };
                let sent: Value = serde_json::from_slice(&base64::decode(&text).unwrap()).unwrap();
                let wanted: Value = serde_json::from_slice(&base64::decode(golden["text"].as_str().unwrap()).unwrap()).unwrap();
                assert_eq!(sent, wanted, "{name}");
                written += 1;
                continue;
            }
            "register" => Out::Announce { kind: kind("kind"), descriptor: golden["frame"].clone() },
            is @ ("result" | "failure") => {
                let asked = if meaning["to"] == "sampling" { Asked::Sampling } else { Asked::Call(kind("to")) };
                let result =
                    if is == "result" { Ok(meaning["result"].clone()) } else { Err(meaning["error"].as_str().unwrap_or_default().into()) };
                Out::Answer { id: id(), asked, result }
            }
            "listed" => {
                let kind = kind("kind");
                let lists = match kind {
                    Kind::Tool => json!({"tools": meaning["items"]}),
                    Kind::Prompt => json!({"prompts": meaning["items"]}),
                    Kind::Resource => json!({"resources": meaning["items"], "resourceTemplates": meaning["templates"]}),
                };
                Out::Answer { id: id(), asked: Asked::List(kind), result: Ok(lists) }
            }
            "pong" => Out::Pong { id: Some(id()), timestamp: golden["frame"]["timestamp"].as_f64().unwrap() },
            // A ping's id is the session's own; `malformed` is what a page never sends; the metadata is the shell's.
            "ping" | "malformed" | "clientInfo" => continue,
            other => panic!("{name}: {other}"),
        };
        let mut frame = encode(out).unwrap();
        // Numbers are JavaScript's: 1 is 1.0.
        if let Some(timestamp) = frame.get_mut("timestamp") {
            *timestamp = json!(timestamp.as_f64().unwrap() as u64);
        }
        assert_eq!(frame, golden["frame"], "{name}");
        written += 1;
    }
    assert!(written > 10, "{written} frames were written");
}
