//! A relay connection as a state machine: [`Session::handle`] takes an input and gives effects. No socket, no clock, no chance:
//! the time and one random number come with each input, a delay is an effect.

mod answers;
mod dialect;
pub mod policy;

use std::marker::PhantomData;
use std::mem;

use crate::error::Error;
use crate::payload::Payload;
use crate::relay::webmcp::{REGISTER_PATH, Token};
use crate::relay::{Asked, In, Out};
use crate::view::Status;
use answers::{Answers, is_work};
use policy::{CONNECT_WITHIN, PING_AFTER, PONG_WITHIN, SLEPT, STEADY_AFTER};

pub use answers::Reply;
pub use dialect::{Dialect, Webmcp, Wu};

/// What lets a page come back without pairing: the one thing that is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    pub server: String,
    /// With its slash, as the relay gave it.
    pub channel: String,
    pub token: String,
}

pub enum Input<P> {
    Connect(Token),
    /// A link from storage, or from another tab.
    Resume(Link),
    /// Another tab held the connection until now: its calls may be answered here.
    Expect,
    Disconnect,
    Opened,
    Frame(In<P>),
    /// The socket has gone, or could not be made; the reason where the shell knows one (a policy, a malformed URL).
    Closed(Option<Error>),
    /// The delay of [`Effect::Timer`] is over.
    Timer,
    /// The network is back, the page is shown, the user clicked: try now.
    Wake,
    /// The page is put away (bfcache, freeze): let go of the socket.
    Suspend,
    /// The user did something.
    Activity,
    Answer(Reply<P>, Result<P, String>),
}

pub enum Effect<P> {
    Open(String),
    Send(Out<P>),
    Close,
    /// The one timer: replaces the one before; `None` ends it. Milliseconds.
    Timer(Option<f64>),
    Status(Status, Option<Error>),
    Store(Link),
    Forget,
    /// The channel is open: announce every item; `connect()` may resolve.
    Connected,
    /// `connect()` rejects.
    Failed(Error),
    /// A request to answer; `In` is one that has an answer.
    Request(Reply<P>, In<P>),
    /// The relay was sent word that this call is still running.
    Told(u64),
    /// An answer that no relay waits for any more.
    Dropped(Reply<P>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Off,
    /// A socket on `/register`.
    Pairing,
    /// A socket on the channel, not open yet. `confirmed`: the relay was seen to be there after a refusal.
    Connecting {
        confirmed: bool,
    },
    /// The channel was refused without a word (the browser shows 1006 for a 401 and for no relay alike): a socket on `/register`,
    /// closed unsent, tells which.
    Probing {
        confirmed: bool,
    },
    /// The channel is open, and the relay has not accepted the page's token yet.
    Greeting,
    Open,
    /// Between two attempts.
    Waiting,
    /// No attempts until something wakes it.
    Dormant,
}

/// `D` is the relay's dialect: it is known when a page is built, so that none carries another one's rules.
pub struct Session<P, D = Webmcp> {
    dialect: PhantomData<D>,
    state: State,
    host: String,
    idle_after: f64,
    token: Option<Token>,
    /// What was going on when a pairing began, to go on with where the token is refused.
    before: State,
    link: Option<Link>,
    attempt: u32,
    lost_at: f64,
    heard_at: f64,
    pinged_at: Option<f64>,
    pings: u32,
    active_at: f64,
    /// When the state began: what an attempt's time limit counts from.
    since: f64,
    /// The end of a wait.
    until: f64,
    timer: Option<f64>,
    /// The page has slept since: the silence gets a second chance.
    slept: bool,
    answers: Answers<P>,
    promised: bool,
    shown: (Status, Option<&'static str>),
    chance: f64,
}

impl<P: Payload, D: Dialect> Session<P, D> {
    /// `host`: the page's, as the relay names it. `idle_after`: milliseconds, infinite for never.
    pub fn new(host: String, idle_after: f64) -> Self {
        Session {
            dialect: PhantomData,
            state: State::Off,
            host,
            idle_after,
            token: None,
            before: State::Off,
            link: None,
            attempt: 0,
            lost_at: 0.0,
            heard_at: 0.0,
            pinged_at: None,
            pings: 0,
            active_at: 0.0,
            since: 0.0,
            until: 0.0,
            timer: None,
            slept: false,
            answers: Answers::new(),
            promised: false,
            shown: (Status::Disconnected, None),
            chance: 0.5,
        }
    }

    pub fn is_open(&self) -> bool {
        self.state == State::Open
    }

    /// The driver's comes from the tabs: it is the site's.
    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub fn status(&self) -> Status {
        self.shown.0
    }

    /// The server that is, or was last, spoken to.
    pub fn server(&self) -> &str {
        match (&self.token, &self.link) {
            (Some(token), _) => &token.server,
            (None, Some(link)) => &link.server,
            _ => "",
        }
    }

    pub fn link(&self) -> Option<&Link> {
        self.link.as_ref()
    }

    /// Takes one input. `now` in milliseconds of any steady clock, `chance` in 0..1.
    pub fn handle(&mut self, now: f64, chance: f64, input: Input<P>) -> Vec<Effect<P>> {
        self.chance = chance;
        let mut effects = Vec::new();
        let out = &mut effects;
        match input {
            Input::Connect(token) => {
                // The caller rejects what an older `connect()` waits for.
                if self.state != State::Pairing {
                    self.before = if self.link.is_some() { self.state } else { State::Off };
                }
                self.let_go(now, out);
                self.token = Some(token);
                self.promised = true;
                self.active_at = now;
                self.pair(now, out);
            }
            Input::Resume(link) => {
                let rests = matches!(self.state, State::Off | State::Dormant);
                // A pairing that is in vain goes on with it.
                let pairs = self.state == State::Pairing && self.link.is_none();
                if rests || pairs {
                    self.link = Some(link);
                    self.active_at = now;
                    self.lost_at = now;
                    self.attempt = 0;
                }
                if rests {
                    self.open_channel(now, false, out);
                } else if pairs {
                    self.before = State::Waiting;
                }
            }
            Input::Expect => self.answers.expect(now),
            Input::Disconnect => {
                self.let_go(now, out);
                if mem::take(&mut self.promised) {
                    push(out, Effect::Failed(Error::Aborted("disconnect()")));
                }
                self.token = None;
                self.answers.drop_all(out);
                if self.link.take().is_some() {
                    push(out, Effect::Forget);
                }
                self.rest(State::Off, Status::Disconnected, None, out);
            }
            Input::Opened => self.opened(now, out),
            Input::Frame(frame) => self.frame(now, frame, out),
            Input::Closed(reason) => self.closed(now, reason, out),
            Input::Timer => self.timer(now, out),
            Input::Wake => match self.state {
                State::Waiting | State::Dormant => {
                    self.active_at = now;
                    if self.state == State::Dormant {
                        self.lost_at = now;
                        self.attempt = 0;
                    }
                    self.open_channel(now, false, out);
                }
                // After a sleep the socket may be dead without a word: ask.
                State::Open if D::PAIRS && self.pinged_at.is_none() && now - self.heard_at > PONG_WITHIN => self.ping(now, out),
                _ => {}
            },
            Input::Suspend => match self.state {
                State::Off | State::Dormant => {}
                State::Pairing => {
                    push(out, Effect::Close);
                    self.before = if self.before == State::Off { State::Off } else { State::Dormant };
                    self.fail(now, Error::Aborted("the page being put away"), out);
                }
                _ => {
                    self.let_go(now, out);
                    self.rest(State::Dormant, Status::Waiting, None, out);
                }
            },
            Input::Activity => self.active_at = now,
            Input::Answer(reply, result) => {
                if is_work(reply.asked) {
                    self.active_at = now;
                }
                self.answers.answer(now, reply, result, self.state == State::Open, out);
            }
        }
        self.set_timer(now, out);
        effects
    }

    fn pair(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        if !D::PAIRS {
            self.answers.drop_all(out);
            self.link = self.token.take().map(|given| Link { server: given.server, channel: String::new(), token: given.token });
            self.attempt = 0;
            self.lost_at = now;
            return self.open_channel(now, false, out);
        }
        let Some(token) = &self.token else { return };
        let url = [&token.server, REGISTER_PATH].concat();
        self.enter(State::Pairing, now);
        push(out, Effect::Open(url));
        self.show(Status::Registering, None, out);
    }

    fn open_channel(&mut self, now: f64, confirmed: bool, out: &mut Vec<Effect<P>>) {
        let Some(link) = &self.link else { return self.rest(State::Off, Status::Disconnected, None, out) };
        let url = D::address(link);
        self.enter(State::Connecting { confirmed }, now);
        push(out, Effect::Open(url));
        self.show(Status::Connecting, None, out);
    }

    fn opened(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        match self.state {
            State::Pairing => {
                if let Some(token) = &self.token {
                    push(out, Effect::Send(token.registration(&self.host)));
                }
            }
            State::Connecting { .. } => match self.link.as_ref().and_then(|link| D::greeting(&link.token)) {
                Some(greeting) => {
                    self.enter(State::Greeting, now);
                    push(out, Effect::Send(greeting));
                }
                None => self.joined(now, out),
            },
            // A relay is there, so the refusal was its own word. Once more, in case it came up in between.
            State::Probing { confirmed: false } => {
                push(out, Effect::Close);
                self.open_channel(now, true, out);
            }
            State::Probing { confirmed: true } => {
                push(out, Effect::Close);
                self.link = None;
                push(out, Effect::Forget);
                self.fail(now, Error::SessionRefused, out);
            }
            _ => {}
        }
    }

    /// The channel is there, in both directions.
    fn joined(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.enter(State::Open, now);
        self.heard_at = now;
        self.pinged_at = None;
        self.slept = false;
        self.active_at = self.active_at.max(now);
        // Before anything is announced: it asks what the relay knows already.
        self.answers.opened(now, out);
        self.promised = false;
        push(out, Effect::Connected);
        self.show(Status::Connected, None, out);
    }

    fn refused(&mut self, now: f64, said: String, out: &mut Vec<Effect<P>>) {
        push(out, Effect::Close);
        let said = if said.is_empty() { "no reason".into() } else { said };
        self.fail(now, Error::TokenRefused(said), out);
    }

    fn frame(&mut self, now: f64, frame: In<P>, out: &mut Vec<Effect<P>>) {
        self.heard_at = now;
        self.pinged_at = None;
        self.slept = false;
        if self.state == State::Pairing {
            match frame {
                In::Registered { channel, token } => {
                    let Some(pairing) = self.token.take() else { return };
                    let link = Link { server: pairing.server, channel, token };
                    // Another channel's calls are none of this one's.
                    if self.link.as_ref().is_none_or(|old| old.server != link.server || old.channel != link.channel) {
                        self.answers.drop_all(out);
                    }
                    self.before = State::Off;
                    push(out, Effect::Store(link.clone()));
                    push(out, Effect::Close);
                    self.link = Some(link);
                    self.attempt = 0;
                    self.lost_at = now;
                    self.open_channel(now, false, out);
                }
                In::Error(said) => self.refused(now, said, out),
                _ => {}
            }
            return;
        }
        if !D::PAIRS && self.state == State::Greeting {
            match frame {
                In::Accepted => self.joined(now, out),
                In::Rejected(said) => self.refused(now, said, out),
                // It would be served to a relay that may not be the page's.
                In::Command { id, .. } => {
                    push(out, Effect::Send(Out::Answer { id, asked: Asked::Command, result: Err(NOT_AUTHENTICATED.into()) }));
                }
                _ => {}
            }
            return;
        }
        if self.state != State::Open {
            return;
        }
        self.attempt = 0;
        let (id, asked, name) = match &frame {
            In::Ping { id } => return push(out, Effect::Send(Out::Pong { id: id.clone(), timestamp: now })),
            In::Pong => return self.answers.ponged(now),
            In::Listed { any } => return self.answers.listed(now, *any, out),
            In::Error(_) => return self.answers.unlisted(out),
            In::Registered { .. } | In::Ignored => return,
            In::Welcome => (None, Asked::ClientInfo, ""),
            In::Call { id, kind, name, .. } => (Some(id), Asked::Call(*kind), name.as_str()),
            In::Sampling { id, .. } => (Some(id), Asked::Sampling, ""),
            In::Refused { id, asked, .. } => (Some(id), *asked, ""),
            In::List { id, kind } => (Some(id), Asked::List(*kind), ""),
            In::ClientInfo { id } => (id.as_ref(), Asked::ClientInfo, ""),
            In::CreateTool { id, .. } | In::RemoveTool { id, .. } | In::RemoveAllTools { id } | In::ClipboardCopy { id, .. } => {
                (id.as_ref(), Asked::Change, "")
            }
            In::Command { id, .. } if !D::PAIRS => (Some(id), Asked::Command, ""),
            // A token is missing, or no longer good.
            In::Rejected(said) if !D::PAIRS => return self.refused(now, said.clone(), out),
            In::Command { .. } | In::Accepted | In::Rejected(_) => return,
        };
        let id = id.cloned().unwrap_or_else(P::null);
        if is_work(asked) {
            self.active_at = now;
        }
        let reply = self.answers.ask(now, id, asked, name.into(), out);
        push(out, Effect::Request(reply, frame));
    }

    fn closed(&mut self, now: f64, reason: Option<Error>, out: &mut Vec<Effect<P>>) {
        match self.state {
            State::Off | State::Waiting | State::Dormant => {}
            State::Pairing => {
                let server = self.token.as_ref().map(|token| token.server.clone()).unwrap_or_default();
                self.fail(now, reason.unwrap_or(Error::RelayUnreachable(server)), out);
            }
            State::Open => {
                self.lost(now, out);
                if !D::PAIRS && now - self.since >= STEADY_AFTER {
                    self.attempt = 0;
                }
                self.wait(now, out);
            }
            State::Connecting { .. } if !D::PAIRS && reason.is_none() => self.wait(now, out),
            State::Connecting { confirmed } => match reason {
                Some(reason) => self.fail(now, reason, out),
                None => {
                    let Some(link) = &self.link else { return };
                    push(out, Effect::Open([&link.server, REGISTER_PATH].concat()));
                    self.enter(State::Probing { confirmed }, now);
                }
            },
            State::Probing { .. } | State::Greeting => {
                self.wait(now, out);
            }
        }
    }

    fn timer(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        let late = self.timer.take().is_some_and(|due| now > due + SLEPT);
        match self.state {
            State::Pairing | State::Connecting { .. } | State::Probing { .. } | State::Greeting if now >= self.since + CONNECT_WITHIN => {
                push(out, Effect::Close);
                if self.state == State::Pairing {
                    self.closed(now, None, out);
                } else {
                    self.wait(now, out);
                }
            }
            State::Open => {
                self.answers.expire(now);
                if now >= self.idle_due() {
                    self.let_go(now, out);
                    self.rest(State::Dormant, Status::Disconnected, Some(Error::Idle), out);
                } else if self.pinged_at.is_some_and(|pinged| now >= pinged + PONG_WITHIN) {
                    // After a sleep the answer may stand in line behind this very timer.
                    if late && !mem::replace(&mut self.slept, true) {
                        return self.ping(now, out);
                    }
                    self.let_go(now, out);
                    self.lost_at = now;
                    self.open_channel(now, false, out);
                } else if now >= self.ping_due() {
                    self.ping(now, out);
                }
            }
            State::Waiting if now >= self.until => self.open_channel(now, false, out),
            _ => {}
        }
    }

    fn ping(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.pinged_at = Some(now);
        self.pings += 1;
        self.answers.pinged();
        push(out, Effect::Send(Out::Ping { id: self.pings }));
    }

    /// When to ping: after a silence, or to hear that answers have arrived. One ping at a time.
    fn ping_due(&self) -> f64 {
        if !D::PAIRS {
            return f64::INFINITY;
        }
        let silence = if self.pinged_at.is_none() { self.heard_at + PING_AFTER } else { f64::INFINITY };
        silence.min(self.answers.confirm_due())
    }

    fn idle_due(&self) -> f64 {
        (self.active_at + self.idle_after).max(self.answers.busy_until())
    }

    fn wait(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        let server = self.link.as_ref().map(|link| link.server.clone()).unwrap_or_default();
        let Some(pause) = D::pause(self.attempt, now - self.lost_at, self.chance) else {
            if !D::PAIRS {
                return self.fail(now, Error::RelayUnreachable(server), out);
            }
            if mem::take(&mut self.promised) {
                push(out, Effect::Failed(Error::RelayUnreachable(server.clone())));
            }
            return self.rest(State::Dormant, Status::Waiting, Some(Error::RelayUnreachable(server)), out);
        };
        self.until = now + pause;
        // The first loss may be a blink; from the second on the user is told why.
        let reason = (self.attempt > 0).then_some(Error::RelayUnreachable(server));
        self.attempt += 1;
        self.enter(State::Waiting, now);
        self.show(Status::Waiting, reason, out);
    }

    /// The open socket has gone.
    fn lost(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        self.lost_at = now;
        if D::PAIRS {
            self.answers.lost();
        } else {
            // Such a relay gives up what it asked a page that goes.
            self.answers.drop_all(out);
        }
    }

    /// Closes the socket, where there is one; the state is the caller's to set.
    fn let_go(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        if self.state == State::Open {
            self.lost(now, out);
        }
        if matches!(self.state, State::Pairing | State::Connecting { .. } | State::Probing { .. } | State::Greeting | State::Open) {
            push(out, Effect::Close);
        }
    }

    /// A pairing, or a connection, has failed for good. A refused token costs nobody the session he had.
    fn fail(&mut self, now: f64, error: Error, out: &mut Vec<Effect<P>>) {
        if mem::take(&mut self.promised) {
            push(out, Effect::Failed(error.clone()));
        }
        self.token = None;
        let before = mem::replace(&mut self.before, State::Off);
        match if self.state == State::Pairing { before } else { State::Off } {
            State::Off => {
                self.answers.drop_all(out);
                self.rest(State::Off, Status::Disconnected, Some(error), out);
            }
            State::Open => {
                self.open_channel(now, false, out);
                self.show(Status::Connecting, Some(error), out);
            }
            State::Dormant => self.rest(State::Dormant, Status::Waiting, Some(error), out),
            _ => {
                self.until = now + D::pause(self.attempt, now - self.lost_at, self.chance).unwrap_or(0.0);
                self.enter(State::Waiting, now);
                self.show(Status::Waiting, Some(error), out);
            }
        }
    }

    fn rest(&mut self, state: State, status: Status, error: Option<Error>, out: &mut Vec<Effect<P>>) {
        self.state = state;
        self.show(status, error, out);
    }

    fn enter(&mut self, state: State, now: f64) {
        self.state = state;
        self.since = now;
    }

    fn show(&mut self, status: Status, error: Option<Error>, out: &mut Vec<Effect<P>>) {
        let shown = (status, error.as_ref().map(Error::code));
        if shown != self.shown || error.is_some() {
            self.shown = shown;
            push(out, Effect::Status(status, error));
        }
    }

    fn set_timer(&mut self, now: f64, out: &mut Vec<Effect<P>>) {
        let due = match self.state {
            State::Off | State::Dormant => None,
            State::Pairing | State::Connecting { .. } | State::Probing { .. } | State::Greeting => Some(self.since + CONNECT_WITHIN),
            State::Waiting => Some(self.until),
            State::Open => {
                let alive = self.pinged_at.map_or(f64::INFINITY, |pinged| pinged + PONG_WITHIN);
                Some(alive.min(self.ping_due()).min(self.idle_due())).filter(|due| due.is_finite())
            }
        };
        // A timer that fires early only looks again: it is moved forward when it fires, not with every frame.
        let keep = match (self.timer, due) {
            (Some(set), Some(due)) => set <= due,
            (None, None) => true,
            _ => false,
        };
        if !keep {
            self.timer = due;
            push(out, Effect::Timer(due.map(|due| (due - now).max(0.0))));
        }
    }
}

const NOT_AUTHENTICATED: &str = "Not authenticated: the relay has not accepted this page's token yet";

/// Out of line: an effect is large, and there are many pushes.
#[inline(never)]
fn push<P>(out: &mut Vec<Effect<P>>, effect: Effect<P>) {
    out.push(effect);
}
