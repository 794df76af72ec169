//! A browser with some tabs of one site, and a relay that lets everybody in: small models of the real ones.

use std::collections::VecDeque;

use serde_json::{Value, json};

use crate::relay::webmcp::Token;
use crate::relay::{In, Kind};
use crate::session::{self, Link, Reply, Session};
use crate::tabs::{Change, Input, Item, Tabs};
use crate::view::Status;

pub fn link() -> Link {
    Link { server: "ws://localhost:4797".into(), channel: "/site".into(), token: "secret".into() }
}

pub enum Work {
    Session(session::Input<Value>),
    /// What a socket says, with its number: nobody hears one that was closed.
    Socket(u32, session::Input<Value>),
    Tabs(Input<Value>),
}

pub struct Tab {
    pub core: Tabs<Value>,
    pub session: Session<Value>,
    /// Whether its page is there to run anything; one that hangs keeps what comes for later.
    pub hangs: bool,
    pub open: bool,
    pub waiting: VecDeque<Work>,
    /// The name of its lock and channel.
    pub name: Option<String>,
    pub socket: Option<(u32, String)>,
    pub timer: Option<f64>,
    pub session_timer: Option<f64>,
    pub stored: Option<Link>,
    pub shown: Status,
    pub served: Vec<(Reply<Value>, In<Value>)>,
    pub switched: Vec<String>,
    pub changed: Vec<String>,
}

/// When a tab hears of locks: they and the channel have ways of their own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Told {
    InTurn,
    First,
    Last,
}

impl Told {
    pub const ALL: [Told; 3] = [Told::InTurn, Told::First, Told::Last];
}

/// A browser with some tabs of one site, and a relay that lets everybody in.
pub struct Site {
    pub now: f64,
    pub tabs: Vec<Tab>,
    /// Who has the connection's lock, and who waits for it.
    pub held: Option<usize>,
    pub queue: Vec<usize>,
    pub watched: Vec<(usize, String)>,
    /// Open channel sockets, the oldest first.
    pub sockets: Vec<usize>,
    pub relay_is_up: bool,
    /// It is the one that asked: it knows the page's items.
    pub relay_knows: bool,
    /// Whether the browser has them, and when it tells of them.
    pub locks: bool,
    pub told: Told,
    pub calls: u32,
    pub opened: u32,
    pub answers: Vec<(String, String)>,
}

impl Site {
    pub fn new(tabs: usize) -> Self {
        let mut site = Site {
            now: 1_000.0,
            tabs: vec![],
            held: None,
            queue: vec![],
            watched: vec![],
            sockets: vec![],
            relay_is_up: true,
            relay_knows: true,
            locks: true,
            told: Told::InTurn,
            calls: 0,
            opened: 0,
            answers: vec![],
        };
        for index in 0..tabs {
            site.open(index == 0);
        }
        site
    }

    /// Opens a tab; the first one has a stored session. Tab N offers `common` and `onlyN`.
    pub fn open(&mut self, stored: bool) -> usize {
        let index = self.tabs.len();
        self.tabs.push(Tab {
            core: Tabs::new(format!("tab{index}")),
            session: Session::new("site".into(), f64::INFINITY),
            hangs: false,
            open: true,
            waiting: VecDeque::new(),
            name: None,
            socket: None,
            timer: None,
            session_timer: None,
            stored: stored.then(link),
            shown: Status::Disconnected,
            served: vec![],
            switched: vec![],
            changed: vec![],
        });
        self.load(index);
        index
    }

    pub fn load(&mut self, index: usize) {
        let link = self.tabs[index].stored.clone();
        self.tell(index, Input::Start(link));
        self.tell(index, Input::Own(vec![item("common"), item(&format!("only{index}"))]));
    }

    pub fn tell(&mut self, index: usize, input: Input<Value>) {
        self.give(index, Work::Tabs(input));
        self.run();
    }

    pub fn page(&mut self, index: usize, input: session::Input<Value>) {
        self.tell(index, Input::Page(input));
    }

    /// A person uses a tab: the last used one, from now on.
    pub fn use_tab(&mut self, index: usize) {
        self.now += 1.0;
        self.page(index, session::Input::Activity);
    }

    pub fn give(&mut self, index: usize, work: Work) {
        if self.tabs[index].open {
            self.tabs[index].waiting.push_back(work);
        }
    }

    fn next(&mut self, index: usize) -> Option<Work> {
        let tab = &mut self.tabs[index];
        if tab.hangs {
            return None;
        }
        let place = tab.waiting.iter().position(|work| match self.told {
            Told::InTurn => true,
            Told::First => is_lock(work),
            Told::Last => !is_lock(work),
        });
        tab.waiting.remove(place.unwrap_or(0))
    }

    pub fn run(&mut self) {
        while let Some((index, work)) = (0..self.tabs.len()).find_map(|index| Some((index, self.next(index)?))) {
            match work {
                Work::Socket(number, _) if self.tabs[index].socket.as_ref().is_none_or(|(open, _)| *open != number) => {}
                Work::Session(input) | Work::Socket(_, input) => {
                    for effect in self.tabs[index].session.handle(self.now, 0.5, input) {
                        self.perform_session(index, effect);
                    }
                }
                Work::Tabs(input) => {
                    for effect in self.tabs[index].core.handle(self.now, input) {
                        self.perform(index, effect);
                    }
                }
            }
        }
    }

    /// A tab is gone without a word.
    pub fn crash(&mut self, index: usize) {
        self.tabs[index].open = false;
        self.tabs[index].waiting.clear();
        self.tabs[index].timer = None;
        self.tabs[index].session_timer = None;
        self.close_socket(index);
        self.leave(index);
        self.run();
    }

    pub fn close(&mut self, index: usize) {
        self.page(index, session::Input::Suspend);
        self.crash(index);
    }

    /// Lets time pass, timer by timer. Those of a tab that hangs fire when it is back.
    pub fn pass(&mut self, time: f64) {
        let until = self.now + time;
        loop {
            let due = (0..self.tabs.len())
                .filter(|index| !self.tabs[*index].hangs)
                .flat_map(|index| [(self.tabs[index].timer, index, true), (self.tabs[index].session_timer, index, false)])
                .filter_map(|(due, index, tabs)| due.map(|due| (due, index, tabs)))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .filter(|(due, ..)| *due <= until);
            let Some((due, index, tabs)) = due else { break };
            self.now = self.now.max(due);
            if tabs {
                self.tabs[index].timer = None;
                self.give(index, Work::Tabs(Input::Timer));
            } else {
                self.tabs[index].session_timer = None;
                self.give(index, Work::Session(session::Input::Timer));
            }
            self.run();
        }
        self.now = until;
    }

    /// A call as the relay makes it: to the first socket. Gives its id; `None` where there is no socket.
    pub fn call(&mut self, name: &str) -> Option<String> {
        let socket = *self.sockets.first()?;
        self.calls += 1;
        let id = self.calls.to_string();
        let frame = In::Call { id: json!(id), kind: Kind::Tool, name: name.into(), arguments: None };
        self.socket_says(socket, session::Input::Frame(frame));
        self.run();
        Some(id)
    }

    /// Where a call is running.
    pub fn runs(&self, id: &str) -> Vec<usize> {
        let serves = |tab: &Tab| tab.served.iter().any(|(reply, _)| reply.id == json!(id));
        (0..self.tabs.len()).filter(|index| serves(&self.tabs[*index])).collect()
    }

    /// The handler of a call ends.
    pub fn finish(&mut self, index: usize, id: &str) {
        let place = self.tabs[index].served.iter().position(|(reply, _)| reply.id == json!(id)).expect("it runs there");
        let (reply, _) = self.tabs[index].served.remove(place);
        self.page(index, session::Input::Answer(reply, Ok(json!({"by": index}))));
    }

    pub fn answer_to(&self, id: &str) -> Vec<&str> {
        self.answers.iter().filter(|(own, _)| own == id).map(|(_, text)| text.as_str()).collect()
    }

    /// Calls a tool and lets it finish wherever it runs; gives where.
    pub fn run_tool(&mut self, name: &str) -> usize {
        let id = self.call(name).expect("a socket is open");
        let at = self.runs(&id);
        assert_eq!(at.len(), 1, "{name} runs in {at:?}");
        self.finish(at[0], &id);
        let index = at[0];
        assert_eq!(self.answer_to(&id), [json!({"by": index}).to_string()]);
        index
    }

    pub fn statuses(&self) -> Vec<Status> {
        self.tabs.iter().filter(|tab| tab.open).map(|tab| tab.shown).collect()
    }
}

pub fn is_lock(work: &Work) -> bool {
    matches!(work, Work::Tabs(Input::Joined | Input::Impossible | Input::Held | Input::Lost | Input::Gone(_)))
}

fn item(name: &str) -> Change<Value> {
    tool(name, true, json!({"name": name, "description": name, "inputSchema": {"type": "object"}}))
}

/// A tab's word of a tool that it has.
pub fn tool(name: &str, on: bool, descriptor: Value) -> Change<Value> {
    ((Kind::Tool, name.into()), Some(Item::new(Kind::Tool, on, None, descriptor)))
}

pub fn connect() -> session::Input<Value> {
    session::Input::Connect(Token { server: link().server, token: "pairing".into() })
}
