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
    object("say", [text(word)])
}

/// Who I am and what I offer: to everybody at first (they answer, and the holder tells how things stand), then to one who asks.
pub fn hello<P: Payload>(to: Option<&str>, own: &Peer<P>, link: Option<&Link>) -> P {
    object(
        "say to active items link",
        [text("hello"), to.and_then(text), Some(P::number(own.active)), Some(own.described()), link.map(of_link)],
    )
}

pub fn items<P: Payload>(changes: P) -> P {
    object("say items", [text("items"), Some(changes)])
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
    object("say active", [text("active"), Some(P::number(at))])
}

/// Only the holder's word.
pub fn state<P: Payload>(status: Status, error: Option<&Error>, link: Option<&Link>, ended: bool) -> P {
    object(
        "say status code detail link ended",
        [
            text("state"),
            text(status.as_str()),
            error.and_then(|error| text(error.code())),
            error.and_then(|error| text(error.detail())),
            link.map(of_link),
            Some(P::boolean(ended)),
        ],
    )
}

/// The holder's, to the tab that is to answer. `number` 0: nobody waits for an answer.
pub fn call<P: Payload>(to: &str, number: u32, frame: P) -> P {
    object("say to number frame", [text("call"), text(to), Some(P::number(f64::from(number))), Some(frame)])
}

/// An answer as a relay's frame, in text: anything that JSON can hold. `by`: who asked; kept and said again until a holder is `done`.
pub fn answer<P: Payload>(to: &str, by: &str, number: u32, frame: P) -> P {
    object("say to by number frame", [text("answer"), text(to), text(by), Some(P::number(f64::from(number))), Some(frame)])
}

/// To all: who asked may hold the connection no more, and waits still.
pub fn done<P: Payload>(by: &str, number: u32) -> P {
    object("say by number", [text("done"), text(by), Some(P::number(f64::from(number)))])
}

pub fn unfinished<P: Payload>(kind: Kind, name: &str, arguments: P) -> P {
    object("say kind name arguments", [text("unfinished"), Some(P::number(f64::from(kind as u8))), text(name), Some(arguments)])
}

pub fn switch<P: Payload>(kind: Kind, name: &str, on: bool) -> P {
    object("say kind name on", [text("switch"), Some(P::number(f64::from(kind as u8))), text(name), Some(P::boolean(on))])
}

fn of_link<P: Payload>(link: &Link) -> P {
    object("server channel sessionToken", [text(&link.server), text(&link.channel), text(&link.token)])
}

pub fn link_of<P: Payload>(message: &P) -> Option<Link> {
    let link = message.get("link")?;
    Some(Link { server: link.text_at("server")?, channel: link.text_at("channel")?, token: link.text_at("sessionToken")? })
}

pub fn number_of<P: Payload>(message: &P) -> u32 {
    message.get("number").and_then(|number| number.as_f64()).unwrap_or_default() as u32
}
