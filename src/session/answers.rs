//! A relay's requests and the answers to them: what is owed, what was sent and is not yet confirmed, what is kept for a next socket.
//!
//! A socket can die with answers in it, so each is kept until a pong proves that the relay has read past it. A relay numbers its
//! requests anew when it restarts, and takes an answer from any socket, so one that outlived its socket could reach a stranger's
//! call: it goes out only once the relay has shown, by still knowing the page's items, that it is the one that asked.

use std::mem;

use super::policy::{CALL_PATIENCE, CONFIRM_AFTER, SAMPLING_PATIENCE};
use super::{Effect, push};
use crate::payload::{Payload, Shape};
use crate::relay::{Asked, Kind, Out};

/// Where an answer goes.
#[derive(Clone, Debug)]
pub struct Reply<P> {
    pub id: P,
    pub asked: Asked,
    /// What was called: a tool's or prompt's name, or a resource's URI.
    pub name: String,
    /// The page's own number of the call; 0 before it runs.
    pub call: u64,
    /// The answer is that the call is still running: [`Effect::Told`] says when it has gone out.
    pub unfinished: bool,
    /// The session's own count of requests.
    serial: u32,
    /// The relay gives up by then.
    until: f64,
    /// It went out once, and most likely arrived.
    sent: bool,
    /// The request came to another tab's session, which this tab may follow: the tab's own count of such. 0 for one of this session's.
    pub ticket: u32,
}

impl<P> Reply<P> {
    /// The way back for a request of another tab's session.
    pub fn abroad(id: P, asked: Asked, name: String, ticket: u32) -> Self {
        Reply { id, asked, name, call: 0, unfinished: false, serial: 0, until: 0.0, sent: false, ticket }
    }
}

type Answer<P> = (Reply<P>, Result<P, String>);

pub struct Answers<P> {
    requests: u32,
    /// The serials of the requests that the relay waits for, in order, and until when each keeps the page from being idle. A call
    /// does so for as long as it runs; nobody may ever answer a question to the user.
    owed: Vec<(u32, f64)>,
    calls: usize,
    /// Answers without a socket, or for a relay in doubt.
    kept: Vec<Answer<P>>,
    /// Answers that no pong has confirmed yet, and when the first of them went out.
    sent: Vec<Answer<P>>,
    sent_at: f64,
    pings: u32,
    pongs: u32,
    /// The ping that is to confirm so many of the sent answers.
    covered: Option<(u32, usize)>,
    /// Requests up to this serial came by an earlier socket.
    old: u32,
    /// How many lists the relay still has to show before it is a new one.
    doubt: u8,
    /// The highest id seen, and whether one was seen on this socket.
    highest: f64,
    numbered: bool,
    /// Until when an answer to a request of another tab's session may be wanted here.
    abroad_until: f64,
}

impl<P: Payload> Answers<P> {
    pub fn new() -> Self {
        Answers {
            requests: 0,
            owed: Vec::new(),
            calls: 0,
            kept: Vec::new(),
            sent: Vec::new(),
            sent_at: 0.0,
            pings: 0,
            pongs: 0,
            covered: None,
            old: 0,
            doubt: 0,
            highest: 0.0,
            numbered: false,
            abroad_until: 0.0,
        }
    }

    /// A request has come.
    pub fn ask(&mut self, now: f64, id: P, asked: Asked, name: String, out: &mut Vec<Effect<P>>) -> Reply<P> {
        if is_work(asked) {
            self.note_id(&id, out);
        }
        self.requests += 1;
        let until = now + if asked == Asked::Sampling { SAMPLING_PATIENCE } else { CALL_PATIENCE };
        let call = matches!(asked, Asked::Call(_));
        self.calls += usize::from(call);
        self.owed.push((self.requests, if call { f64::INFINITY } else { until }));
        Reply { id, asked, name, call: 0, unfinished: false, serial: self.requests, until, sent: false, ticket: 0 }
    }

    /// Another tab held the connection until now: its calls may be answered here.
    pub fn expect(&mut self, now: f64) {
        self.abroad_until = now + CALL_PATIENCE;
    }

    /// A relay's ids count up. The first one on a socket that is not above those of the sockets before comes from a relay that has
    /// started anew.
    fn note_id(&mut self, id: &P, out: &mut Vec<Effect<P>>) {
        let Some(number) = number_of(id) else { return };
        if !mem::replace(&mut self.numbered, true) {
            if number <= self.highest {
                self.drop_old(out);
            }
            self.highest = number;
        }
        self.highest = self.highest.max(number);
    }

    pub fn answer(&mut self, now: f64, mut reply: Reply<P>, result: Result<P, String>, open: bool, out: &mut Vec<Effect<P>>) {
        match self.owed.binary_search_by_key(&reply.serial, |(serial, _)| *serial) {
            Ok(place) => {
                let (_, busy) = self.owed.remove(place);
                self.calls -= usize::from(busy.is_infinite());
            }
            Err(_) if self.is_wanted_abroad(now, &reply) => reply.until = self.abroad_until,
            Err(_) => return push(out, Effect::Dropped(reply)),
        }
        if open && (self.doubt == 0 || reply.serial > self.old) {
            self.send(now, (reply, result), out);
        } else {
            self.kept.push((reply, result));
        }
    }

    /// Whether the relay still waits for what it asked the tab that held the connection before: it is surely the same one.
    fn is_wanted_abroad(&self, now: f64, reply: &Reply<P>) -> bool {
        reply.ticket > 0 && now < self.abroad_until && number_of(&reply.id).is_none_or(|id| self.highest == 0.0 || id < self.highest)
    }

    fn send(&mut self, now: f64, (mut reply, result): Answer<P>, out: &mut Vec<Effect<P>>) {
        // A call has one.
        let id = Some(reply.id.clone()).filter(|id| matches!(reply.asked, Asked::Call(_)) || id.shape() != Shape::Null);
        match (reply.asked, &result, id) {
            (Asked::ClientInfo, Ok(info), id) => push(out, Effect::Send(Out::ClientInfo { id, info: info.clone() })),
            (asked, result, Some(id)) => push(out, Effect::Send(Out::Answer { id, asked, result: result.clone() })),
            // Asked without an id: nobody waits for an answer.
            _ => return,
        }
        if reply.unfinished {
            push(out, Effect::Told(reply.call));
        }
        // A command's relay has no pongs, and waits for nothing once its socket has gone.
        if is_work(reply.asked) && reply.asked != Asked::Command {
            let covered = self.covered.map_or(0, |(_, count)| count);
            if self.sent.len() == covered {
                self.sent_at = now;
            }
            reply.sent = true;
            self.sent.push((reply, result));
        }
    }

    /// Lets go of those kept answers.
    fn drop_kept(&mut self, which: impl Fn(&Reply<P>) -> bool, out: &mut Vec<Effect<P>>) {
        for (reply, result) in mem::take(&mut self.kept) {
            if !which(&reply) {
                self.kept.push((reply, result));
            } else if !reply.sent {
                push(out, Effect::Dropped(reply));
            }
        }
    }

    /// A socket has opened.
    pub fn opened(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        // A socket that died in doubt has told the relay of the page's items: knowing them proves nothing any more.
        if self.doubt > 0 {
            self.drop_old(out);
        }
        self.old = self.requests;
        self.numbered = false;
        (self.pings, self.pongs, self.covered) = (0, 0, None);
        self.drop_kept(|reply| reply.until <= now, out);
        if !self.owed.is_empty() || !self.kept.is_empty() || now < self.abroad_until {
            self.doubt = 2;
            push(out, Effect::Send(Out::List { kind: Kind::Tool }));
            push(out, Effect::Send(Out::List { kind: Kind::Resource }));
        }
    }

    /// The relay has said what it knows of this page, before it was told anything on this socket.
    pub fn listed(&mut self, now: f64, any: bool, out: &mut Vec<Effect<P>>) {
        if self.doubt == 0 {
            return;
        }
        if any {
            self.doubt = 0;
            for answer in mem::take(&mut self.kept) {
                self.send(now, answer, out);
            }
        } else if self.doubt == 1 {
            self.drop_old(out);
        } else {
            self.doubt -= 1;
        }
    }

    /// It does not show its lists, so it cannot be told from a new one.
    pub fn unlisted(&mut self, out: &mut Vec<Effect<P>>) {
        if self.doubt > 0 {
            self.drop_old(out);
        }
    }

    /// The socket has gone, and with it perhaps what was sent last.
    pub fn lost(&mut self) {
        self.sent.append(&mut self.kept);
        self.kept = mem::take(&mut self.sent);
        self.covered = None;
    }

    /// The relay is another one: what earlier sockets asked for, nobody waits for any more.
    fn drop_old(&mut self, out: &mut Vec<Effect<P>>) {
        self.doubt = 0;
        self.abroad_until = 0.0;
        let old = self.old;
        self.owed.retain(|(serial, _)| *serial > old);
        self.calls = self.owed.iter().filter(|(_, busy)| busy.is_infinite()).count();
        self.drop_kept(|reply| reply.serial <= old, out);
    }

    /// Nobody waits for anything any more.
    pub fn drop_all(&mut self, out: &mut Vec<Effect<P>>) {
        self.old = self.requests;
        self.highest = 0.0;
        self.sent.clear();
        self.drop_old(out);
    }

    pub fn pinged(&mut self) {
        self.pings += 1;
        self.covered = self.covered.or(Some((self.pings, self.sent.len())));
    }

    pub fn ponged(&mut self, now: f64) {
        self.pongs += 1;
        if let Some((_, count)) = self.covered.take_if(|(ping, _)| self.pongs >= *ping) {
            self.sent.drain(..count.min(self.sent.len()));
            self.sent_at = now;
        }
    }

    /// Lets go of sent answers that the relay no longer waits for: one that answers no ping would let them pile up.
    pub fn expire(&mut self, now: f64) {
        if let Some((_, count)) = &mut self.covered {
            *count = self.sent.iter().take(*count).filter(|(reply, _)| reply.until > now).count();
        }
        self.sent.retain(|(reply, _)| reply.until > now);
    }

    /// When a ping is due that confirms what was sent.
    pub fn confirm_due(&self) -> f64 {
        if self.covered.is_none() && !self.sent.is_empty() { self.sent_at + CONFIRM_AFTER } else { f64::INFINITY }
    }

    /// Until when the requests keep the page from being idle.
    pub fn busy_until(&self) -> f64 {
        if self.calls > 0 { f64::INFINITY } else { self.owed.iter().map(|(_, busy)| *busy).fold(0.0, f64::max) }
    }
}

fn number_of<P: Payload>(id: &P) -> Option<f64> {
    // A text, as a rule.
    id.as_text().map_or_else(|| id.as_f64(), |text| text.parse::<u32>().ok().map(f64::from))
}

/// What counts as activity.
pub fn is_work(asked: Asked) -> bool {
    matches!(asked, Asked::Call(_) | Asked::Sampling | Asked::Change | Asked::Command)
}
