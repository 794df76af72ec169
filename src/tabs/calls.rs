//! Who runs what: the holder's calls on their way to other tabs, this tab's calls for a holder, and how tabs talk about them.

use super::peers::Peer;
use super::{Effect, Key, Role, Tabs, push, words};
use crate::call;
use crate::payload::Payload;
use crate::relay::{Asked, In, Kind, webmcp};
use crate::schema::equal;
use crate::session::{self, Reply};
use crate::text::fill;
use crate::view::Status;

/// So many unfinished calls are remembered.
const KEPT: usize = 32;

type Answer<P> = (Reply<P>, Result<P, String>);

/// A relay's request that another tab answers.
struct Routed<P> {
    number: u32,
    to: String,
    name: String,
    reply: Reply<P>,
}

/// A request that this tab answers for a holder.
struct Taken<P> {
    ticket: u32,
    /// Who asked, and under which number.
    by: String,
    number: u32,
    /// Said, but no holder is known to have it.
    answer: Option<P>,
}

/// A call that goes on in a tab although its caller was told to call again.
struct Unfinished<P> {
    tab: String,
    key: Key,
    arguments: P,
}

pub struct Calls<P> {
    count: u32,
    routed: Vec<Routed<P>>,
    taken: Vec<Taken<P>>,
    unfinished: Vec<Unfinished<P>>,
}

impl<P> Default for Calls<P> {
    fn default() -> Self {
        Calls { count: 0, routed: Vec::new(), taken: Vec::new(), unfinished: Vec::new() }
    }
}

impl<P: Payload> Calls<P> {
    fn next(&mut self) -> u32 {
        self.count += 1;
        self.count
    }

    /// This tab is put away: nobody can hear it.
    pub fn forget(&mut self) {
        self.routed.clear();
        self.taken.clear();
        self.unfinished.clear();
    }

    /// The first of them.
    fn take_back(&mut self, which: &dyn Fn(&Taken<P>) -> bool) -> Option<Taken<P>> {
        let index = self.taken.iter().position(which)?;
        Some(self.taken.remove(index))
    }

    /// A tab has gone: what it was asked for has an answer that says so.
    pub fn abandoned(&mut self, tab: &str) -> Option<Answer<P>> {
        self.unfinished.retain(|call| call.tab != tab);
        let index = self.routed.iter().position(|routed| routed.to == tab)?;
        let Routed { name, reply, .. } = self.routed.remove(index);
        let text = fill("The tab that ran \"%\" was closed, reloaded or put away before it had finished.", &[&name]);
        let result = match reply.asked {
            Asked::Call(Kind::Tool) | Asked::Change => Ok(call::failure(&text)),
            _ => Err(text),
        };
        Some((reply, result))
    }

    /// A holder has an answer. `own`: this tab asked for it, when it was the holder.
    pub fn done(&mut self, by: &str, number: u32, own: bool) {
        self.taken.retain(|taken| taken.number != number || taken.by != by);
        self.routed.retain(|routed| routed.number != number || !own);
    }

    pub fn note(&mut self, tab: &str, kind: Kind, name: String, arguments: P) {
        // Most are called again within seconds; the rest is not to pile up.
        if self.unfinished.len() == KEPT {
            self.unfinished.remove(0);
        }
        self.unfinished.push(Unfinished { tab: tab.into(), key: (kind, name), arguments });
    }

    /// The tab where the same call runs still.
    fn unfinished(&mut self, kind: Kind, name: &str, arguments: &P) -> Option<String> {
        let same = |call: &Unfinished<P>| call.key.0 == kind && call.key.1 == name && equal(&call.arguments, arguments);
        let index = self.unfinished.iter().position(same)?;
        Some(self.unfinished.swap_remove(index).tab)
    }
}

/// An answer's frame as this tab's own session takes it.
fn read<P: Payload>(text: &P, ticket: u32) -> Option<Answer<P>> {
    let frame = P::parse(&text.as_text()?)?;
    let asked = match frame.text_at("type")?.as_str() {
        "promptResponse" => Asked::Call(Kind::Prompt),
        "resourceResponse" => Asked::Call(Kind::Resource),
        "samplingResponse" => Asked::Sampling,
        _ => Asked::Call(Kind::Tool),
    };
    let result = match frame.get("result") {
        Some(result) => Ok(result),
        None => Err(frame.text_at("error").unwrap_or_default()),
    };
    Some((Reply::abroad(frame.get("id")?, asked, String::new(), ticket), result))
}

impl<P: Payload> Tabs<P> {
    /// A relay's request: for this tab, or for another one.
    pub(super) fn request(&mut self, reply: Reply<P>, frame: In<P>, out: &mut Vec<Effect<P>>) {
        if let In::RemoveAllTools { id } = &frame {
            for peer in self.peers.iter() {
                self.say(words::call(&peer.id, 0, webmcp::repeat(In::RemoveAllTools { id: id.clone() })), out);
            }
        }
        let Some(to) = self.place(&frame) else { return push(out, Effect::Serve(reply, frame)) };
        let name = match &frame {
            In::Call { name, .. } | In::RemoveTool { name: Some(name), .. } => name.clone(),
            _ => String::new(),
        };
        let number = self.calls.next();
        self.say(words::call(&to, number, webmcp::repeat(frame)), out);
        self.calls.routed.push(Routed { number, to, name, reply });
    }

    /// The tab that is to answer, where it is another one.
    fn place(&mut self, frame: &In<P>) -> Option<String> {
        let (kind, name) = match frame {
            In::Call { kind, name, arguments, .. } => {
                let given = arguments.clone().unwrap_or_else(|| if *kind == Kind::Resource { P::null() } else { P::object() });
                match self.calls.unfinished(*kind, name, &given) {
                    Some(tab) if tab == self.own.id => return None,
                    Some(tab) if self.peers.find(&tab).is_some() => return Some(tab),
                    _ => {}
                }
                (*kind, name.as_str())
            }
            In::RemoveTool { name: Some(name), .. } => (Kind::Tool, name.as_str()),
            // Where the person is.
            In::Sampling { .. } | In::CreateTool { .. } | In::ClipboardCopy { .. } => return self.last_used(),
            _ => return None,
        };
        self.latest(&|peer| peer.serves(kind, name).map(|item| item.on))
    }

    /// `None` for this tab.
    pub fn last_used(&self) -> Option<String> {
        self.latest(&|_| Some(true))
    }

    /// The tab that was used last of those that `serves` names; one where it is switched on before others. `None` for this tab.
    fn latest(&self, serves: &dyn Fn(&Peer<P>) -> Option<bool>) -> Option<String> {
        let mut best = serves(&self.own).map(|on| (on, self.own.active));
        let mut tab = None;
        for peer in self.peers.iter() {
            let Some(on) = serves(peer) else { continue };
            if best.is_none_or(|best| (on, peer.active) > best) {
                best = Some((on, peer.active));
                tab = Some(peer.id.clone());
            }
        }
        tab
    }

    /// This tab has answered something.
    pub(super) fn answer(&mut self, ticket: u32, input: session::Input<P>, out: &mut Vec<Effect<P>>) {
        let session::Input::Answer(mut reply, result) = input else { return };
        if self.leads() || ticket == 0 && (self.role == Role::Away || self.closing_at.is_some() && self.session.0 == Status::Connected) {
            let taken = self.calls.take_back(&|taken| taken.ticket == ticket);
            if ticket == 0 || taken.is_some() {
                push(out, Effect::Session(session::Input::Answer(reply, result)));
            }
            return self.say_done(taken, out);
        }
        if ticket == 0 {
            // It came to this tab's own session, which another has replaced since.
            reply.ticket = self.calls.next();
            let (by, number) = (self.own.id.clone(), reply.ticket);
            self.calls.taken.push(Taken { ticket: reply.ticket, by, number, answer: None });
        }
        if self.calls.taken.iter().any(|taken| taken.ticket == reply.ticket) {
            push(out, Effect::Encode(reply, result));
        }
    }

    /// Answers that no holder has, for this tab's own session.
    pub(super) fn answer_finished(&mut self, out: &mut Vec<Effect<P>>) {
        while let Some(taken) = self.calls.take_back(&|taken| taken.answer.is_some()) {
            if let Some((reply, result)) = taken.answer.as_ref().and_then(|answer| read(answer, taken.ticket)) {
                push(out, Effect::Session(session::Input::Answer(reply, result)));
            }
            self.say_done(Some(taken), out);
        }
    }

    /// Who asked for it needs not wait any longer.
    fn say_done(&self, taken: Option<Taken<P>>, out: &mut Vec<Effect<P>>) {
        if let Some(Taken { by, number, .. }) = taken {
            self.say(words::done(&by, number), out);
        }
    }

    pub(super) fn encoded(&mut self, ticket: u32, text: P, out: &mut Vec<Effect<P>>) {
        if let Some(taken) = self.calls.taken.iter_mut().find(|taken| taken.ticket == ticket) {
            taken.answer = Some(text);
        }
        self.say_answers(Some(ticket), out);
    }

    /// Says one, or all, of the answers that no holder has.
    pub(super) fn say_answers(&self, only: Option<u32>, out: &mut Vec<Effect<P>>) {
        let Some(holder) = &self.holder else { return };
        for taken in self.calls.taken.iter().filter(|taken| only.is_none_or(|only| taken.ticket == only)) {
            if let Some(answer) = &taken.answer {
                self.say(words::answer(holder, &taken.by, taken.number, answer.clone()), out);
            }
        }
    }

    pub(super) fn take(&mut self, from: &str, message: &P, out: &mut Vec<Effect<P>>) {
        let Some(frame) = message.get("frame").map(|frame| webmcp::decode(&frame)) else { return };
        let (id, asked, name) = match &frame {
            In::Call { id, kind, name, .. } => (Some(id), Asked::Call(*kind), name.as_str()),
            In::Sampling { id, .. } => (Some(id), Asked::Sampling, ""),
            In::CreateTool { id, .. } | In::RemoveTool { id, .. } | In::RemoveAllTools { id } | In::ClipboardCopy { id, .. } => {
                (id.as_ref(), Asked::Change, "")
            }
            _ => return,
        };
        let reply = Reply::abroad(id.cloned().unwrap_or_else(P::null), asked, name.into(), self.calls.next());
        let number = words::number_of(message);
        if number > 0 {
            self.calls.taken.push(Taken { ticket: reply.ticket, by: from.into(), number, answer: None });
        }
        push(out, Effect::Serve(reply, frame));
    }

    pub(super) fn answered(&mut self, message: &P, out: &mut Vec<Effect<P>>) {
        let (by, number) = (message.text_at("by").unwrap_or_default(), words::number_of(message));
        self.say(words::done(&by, number), out);
        let ticket = self.calls.next();
        let Some((abroad, result)) = message.get("frame").and_then(|frame| read(&frame, ticket)) else { return };
        let routed = self.calls.routed.iter().position(|routed| by == self.own.id && routed.number == number);
        let reply = match routed {
            Some(index) => self.calls.routed.swap_remove(index).reply,
            // Of a holder before this one.
            None if by != self.own.id => abroad,
            None => return,
        };
        push(out, Effect::Session(session::Input::Answer(reply, result)));
    }
}
