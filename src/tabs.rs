//! The tabs of one site as one connection: [`Tabs::handle`] takes an input and gives effects, like the session it stands before.
//!
//! A relay sends a channel's calls to its first socket, so one tab holds the connection (a lock elects it) and the others follow: they
//! tell each other what they offer, the holder hands each call to the tab that owns it, and when it goes another takes its place.

mod calls;
mod heard;
mod listed;
mod peers;
mod role;
mod watch;
mod words;

use crate::error::Error;
use crate::payload::Payload;
use crate::relay::{In, Kind};
use crate::session::{self, Link, Reply};
use crate::view::Status;
use calls::Calls;
pub use peers::{Change, Item, Key};
use peers::{Peer, Peers, described};

pub enum Input<P> {
    /// The beginning. What this tab's storage holds.
    Start(Option<Link>),
    /// The lock that says that this tab lives is held.
    Joined,
    /// The browser has no locks or no channels, or not for this page.
    Impossible,
    /// The connection's lock is this tab's.
    Held,
    /// Another tab has taken the connection's lock.
    Lost,
    /// A watched tab lives no more.
    Gone(String),
    /// What another tab says.
    Heard(P),
    /// What this tab's page wants of the session.
    Page(session::Input<P>),
    /// What this tab's session shows.
    Shown(Status, Option<Error>, Option<Link>),
    /// Changes of this tab's own items.
    Own(Vec<Change<P>>),
    /// A relay's request.
    Request(Reply<P>, In<P>),
    /// [`Effect::Encode`] is done.
    Encoded(u32, P),
    /// A call of this tab's goes on although its caller has been answered; the same call is to come here.
    Unfinished { kind: Kind, name: String, arguments: P },
    /// The person has switched an item for relays.
    Switched(Kind, String, bool),
    /// The delay of [`Effect::Timer`] is over.
    Timer,
}

pub enum Effect<P> {
    /// For this tab's session.
    Session(session::Input<P>),
    /// Says something to the other tabs.
    Say(P),
    /// Opens the channel and takes the lock of this name, which says that the tab lives.
    Join(String),
    /// Waits for the connection's lock.
    Queue,
    /// Takes it at once.
    Steal,
    /// Lets go of every lock, and closes the channel.
    Leave,
    /// Tells when the tab of this name lives no more.
    Watch(String),
    Timer(Option<f64>),
    Show(Status, Option<Error>),
    Store(Link),
    Forget,
    /// A request for this tab to answer.
    Serve(Reply<P>, In<P>),
    /// An answer is to become text, for another tab to send.
    Encode(Reply<P>, Result<P, String>),
    /// What is listed of these has changed, by other tabs or by which was used last.
    Changed(Vec<Key>),
    /// The person has switched an item in another tab.
    Switch(Kind, String, bool),
    /// The user has ended the connection in another tab: nobody waits for the calls that came by it.
    StopCalls,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// No locks or no channel: as if there were no other tab.
    Alone,
    /// Put away: takes no part.
    Away,
    Following,
    Holding,
}

pub struct Tabs<P> {
    base: String,
    joins: u32,
    role: Role,
    joined: bool,
    /// This tab.
    own: Peer<P>,
    peers: Peers<P>,
    /// Who was last heard to hold the connection.
    holder: Option<String>,
    /// Another tab has held it since this one came.
    followed: bool,
    heard_at: f64,
    asked_at: Option<f64>,
    slept: bool,
    /// When a replaced tab closes its socket.
    closing_at: Option<f64>,
    link: Option<Link>,
    shown: (Status, Option<Error>),
    /// What this tab's own session shows, whoever holds the connection.
    session: (Status, Option<Error>, Option<Link>),
    /// The connection was ended, by the user or the relay: nobody's old session brings it back.
    ended: bool,
    /// This tab has just ended it: what the holder says until then may be older.
    ending: Option<(String, f64)>,
    /// The connection was taken over while it was at rest; a sign of life resumes it.
    resting: bool,
    calls: Calls<P>,
    timer: Option<f64>,
}

impl<P: Payload> Tabs<P> {
    /// `base`: a name that no other tab has.
    pub fn new(base: String) -> Self {
        Tabs {
            own: Peer::new(String::new(), 0.0),
            base,
            joins: 0,
            role: Role::Away,
            joined: false,
            peers: Peers::default(),
            holder: None,
            followed: false,
            heard_at: 0.0,
            asked_at: None,
            slept: false,
            closing_at: None,
            link: None,
            shown: (Status::Disconnected, None),
            session: (Status::Disconnected, None, None),
            ended: false,
            ending: None,
            resting: false,
            calls: Calls::default(),
            timer: None,
        }
    }

    pub fn status(&self) -> Status {
        self.shown.0
    }

    pub fn link(&self) -> Option<&Link> {
        self.link.as_ref()
    }

    /// Whether there can be others.
    pub fn is_alone(&self) -> bool {
        self.role == Role::Alone
    }

    pub fn knows_others(&self) -> bool {
        !self.peers.is_empty()
    }

    /// Takes one input. `now` in milliseconds since the epoch: tabs compare their times.
    pub fn handle(&mut self, now: f64, input: Input<P>) -> Vec<Effect<P>> {
        let mut effects = Vec::new();
        let out = &mut effects;
        match input {
            // The page may have called `connect()` before.
            Input::Start(_) if self.role != Role::Away => {}
            Input::Start(link) => {
                self.link = link;
                self.own.active = now;
                self.join(now, out);
            }
            Input::Joined => self.joined(now, out),
            Input::Impossible => {
                push(out, Effect::Leave);
                self.go_alone(out);
            }
            Input::Held if self.role == Role::Following && self.joined => self.lead(out),
            Input::Held => {}
            Input::Lost => self.lost(now, out),
            Input::Gone(id) => self.remove(&id, out),
            Input::Heard(message) => self.heard(now, &message, out),
            Input::Page(input) => self.page(now, input, out),
            Input::Shown(status, error, link) => self.session_shown(status, error, link, out),
            Input::Own(changes) => {
                // Also where no other tab is known: one may hang that has been told of those before.
                self.say(words::items(described(&changes)), out);
                for change in changes {
                    self.own.put(change);
                }
            }
            Input::Request(reply, frame) => self.request(reply, frame, out),
            Input::Encoded(ticket, text) => self.encoded(ticket, text, out),
            Input::Unfinished { kind, name, arguments } => {
                self.calls.note(&self.own.id, kind, name.clone(), arguments.clone());
                self.say(words::unfinished(kind, &name, arguments), out);
            }
            Input::Switched(kind, name, on) => self.say(words::switch(kind, &name, on), out),
            Input::Timer => self.timer(now, out),
        }
        self.set_timer(now, out);
        effects
    }

    /// To the others. Whether there are any is not known: one may be on its way in.
    fn say(&self, message: P, out: &mut Vec<Effect<P>>) {
        if self.joined {
            push(out, Effect::Say(message));
        }
    }

    fn remove(&mut self, id: &str, out: &mut Vec<Effect<P>>) {
        if self.holder.as_deref() == Some(id) {
            self.holder = None;
        }
        while let Some((reply, result)) = self.calls.abandoned(id) {
            self.answer(0, session::Input::Answer(reply, result), out);
        }
        self.change(self.peers.keys_of(id), out, &mut |tabs| tabs.peers.remove(id));
    }

    fn page(&mut self, now: f64, input: session::Input<P>, out: &mut Vec<Effect<P>>) {
        let to_session = match &input {
            session::Input::Connect(_) => {
                if self.role == Role::Away {
                    self.join(now, out);
                }
                self.ended = false;
                if self.role == Role::Following {
                    self.steal(out);
                }
                // A token that is refused leaves the session as it was: it must know the one there is.
                if let Some(link) = self.link.clone().filter(|_| self.resting) {
                    push(out, Effect::Session(session::Input::Resume(link)));
                }
                true
            }
            session::Input::Disconnect => {
                self.say(words::disconnect(), out);
                self.ending = self.holder.clone().map(|holder| (holder, now + watch::ENDING));
                self.end(out);
                false
            }
            session::Input::Wake => match self.role {
                Role::Away => {
                    self.join(now, out);
                    false
                }
                Role::Following => {
                    self.say(words::wake(), out);
                    false
                }
                _ => return self.wake(out),
            },
            session::Input::Activity => {
                // It was not the last used tab.
                let keys = if self.last_used().is_some() { self.own.keys() } else { Vec::new() };
                self.change(keys, out, &mut |tabs| tabs.own.active = now);
                self.say(words::active(now), out);
                self.leads()
            }
            session::Input::Suspend => {
                self.leave(out);
                true
            }
            session::Input::Answer(reply, _) => return self.answer(reply.ticket, input, out),
            _ => true,
        };
        if to_session {
            push(out, Effect::Session(input));
        }
    }

    fn wake(&mut self, out: &mut Vec<Effect<P>>) {
        push(out, Effect::Session(session::Input::Wake));
        if let Some(link) = self.link.clone().filter(|_| self.resting) {
            push(out, Effect::Session(session::Input::Resume(link)));
        }
    }

    /// The user has ended the site's connection, here or in another tab.
    fn end(&mut self, out: &mut Vec<Effect<P>>) {
        self.ended = true;
        self.closing_at = None;
        push(out, Effect::Session(session::Input::Disconnect));
        self.learn(None, out);
        self.show(Status::Disconnected, None, out);
    }

    fn session_shown(&mut self, status: Status, error: Option<Error>, link: Option<Link>, out: &mut Vec<Effect<P>>) {
        self.session = (status, error.clone(), link.clone());
        if !self.leads() {
            return;
        }
        self.ended = link.is_none() && (self.ended || self.link.is_some());
        self.link = link;
        self.resting = false;
        self.show(status, error, out);
        self.say_state(out);
    }

    /// The link as the holder has it.
    fn learn(&mut self, link: Option<Link>, out: &mut Vec<Effect<P>>) {
        if self.link == link {
            return;
        }
        push(
            out,
            match &link {
                Some(link) => Effect::Store(link.clone()),
                None => Effect::Forget,
            },
        );
        self.link = link;
    }

    fn show(&mut self, status: Status, error: Option<Error>, out: &mut Vec<Effect<P>>) {
        let shown = (status, error);
        if shown != self.shown {
            self.shown = shown.clone();
            push(out, Effect::Show(shown.0, shown.1));
        }
    }

    fn say_state(&self, out: &mut Vec<Effect<P>>) {
        if self.role == Role::Holding {
            self.say(words::state(self.shown.0, self.shown.1.as_ref(), self.link.as_ref(), self.ended), out);
        }
    }
}

/// Out of line: an effect is large, and there are many pushes.
#[inline(never)]
fn push<P>(out: &mut Vec<Effect<P>>, effect: Effect<P>) {
    out.push(effect);
}
