//! A relay connection as a state machine: [`Session::handle`] takes an input and gives effects. No socket, no clock, no chance:
//! the time and one random number come with each input, a delay is an effect.

mod answers;
mod clock;
mod dialect;
mod frames;
pub mod policy;
mod socket;

use std::marker::PhantomData;
use std::mem;

use crate::error::Error;
use crate::payload::Payload;
use crate::relay::webmcp::Token;
use crate::relay::{In, Out};
use crate::view::Status;
use answers::{Answers, is_work};
use policy::PONG_WITHIN;

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
}

/// Out of line: an effect is large, and there are many pushes.
#[inline(never)]
fn push<P>(out: &mut Vec<Effect<P>>, effect: Effect<P>) {
    out.push(effect);
}
