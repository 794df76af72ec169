//! What tabs say to each other: plain objects, with `from` put in by the channel.

use super::peers::Peer;
use crate::error::Error;
use crate::payload::Payload;
use crate::relay::{Kind, object};
use crate::session::Link;
use crate::view::Status;

fn text<P: Payload>(text: &str) -> Option<P> {
    Some(P::text(text))
}

fn word<P: Payload>(word: &str) -> P {
    object([("say", text(word))])
}

/// Who I am and what I offer: to everybody at first (they answer, and the holder tells how things stand), then to one who asks.
pub fn hello<P: Payload>(to: Option<&str>, own: &Peer<P>, link: Option<&Link>) -> P {
    object([
        ("say", text("hello")),
        ("to", to.and_then(text)),
        ("active", Some(P::number(own.active))),
        ("items", Some(own.described())),
        ("link", link.map(of_link)),
    ])
}

pub fn items<P: Payload>(changes: P) -> P {
    object([("say", text("items")), ("items", Some(changes))])
}

pub fn bye<P: Payload>() -> P {
    word("bye")
}

pub fn ping<P: Payload>() -> P {
    word("ping")
}

pub fn wake<P: Payload>() -> P {
    word("wake")
}

pub fn disconnect<P: Payload>() -> P {
    word("disconnect")
}

pub fn active<P: Payload>(at: f64) -> P {
    object([("say", text("active")), ("active", Some(P::number(at)))])
}

/// Only the holder's word.
pub fn state<P: Payload>(status: Status, error: Option<&Error>, link: Option<&Link>, ended: bool) -> P {
    object([
        ("say", text("state")),
        ("status", text(status.as_str())),
        ("code", error.and_then(|error| text(error.code()))),
        ("detail", error.and_then(|error| text(error.detail()))),
        ("link", link.map(of_link)),
        ("ended", Some(P::boolean(ended))),
    ])
}

/// The holder's, to the tab that is to answer. `number` 0: nobody waits for an answer.
pub fn call<P: Payload>(to: &str, number: u32, frame: P) -> P {
    object([("say", text("call")), ("to", text(to)), ("number", Some(P::number(f64::from(number)))), ("frame", Some(frame))])
}

/// An answer as a relay's frame, in text: anything that JSON can hold. `by`: who asked; kept and said again until a holder is `done`.
pub fn answer<P: Payload>(to: &str, by: &str, number: u32, frame: P) -> P {
    object([
        ("say", text("answer")),
        ("to", text(to)),
        ("by", text(by)),
        ("number", Some(P::number(f64::from(number)))),
        ("frame", Some(frame)),
    ])
}

/// To all: who asked may hold the connection no more, and waits still.
pub fn done<P: Payload>(by: &str, number: u32) -> P {
    object([("say", text("done")), ("by", text(by)), ("number", Some(P::number(f64::from(number))))])
}

pub fn unfinished<P: Payload>(kind: Kind, name: &str, arguments: P) -> P {
    object([
        ("say", text("unfinished")),
        ("kind", Some(P::number(f64::from(kind as u8)))),
        ("name", text(name)),
        ("arguments", Some(arguments)),
    ])
}

pub fn switch<P: Payload>(kind: Kind, name: &str, on: bool) -> P {
    object([("say", text("switch")), ("kind", Some(P::number(f64::from(kind as u8)))), ("name", text(name)), ("on", Some(P::boolean(on)))])
}

fn of_link<P: Payload>(link: &Link) -> P {
    object([("server", text(&link.server)), ("channel", text(&link.channel)), ("sessionToken", text(&link.token))])
}

pub fn link_of<P: Payload>(message: &P) -> Option<Link> {
    let link = message.get("link")?;
    Some(Link { server: link.text_at("server")?, channel: link.text_at("channel")?, token: link.text_at("sessionToken")? })
}

pub fn number_of<P: Payload>(message: &P) -> u32 {
    message.get("number").and_then(|number| number.as_f64()).unwrap_or_default() as u32
}
