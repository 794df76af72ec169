//! The tabs of a site as state machines, in a browser and before a relay that are small models of the real ones.

use std::collections::VecDeque;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};

use crate::error::Error;
use crate::relay::webmcp::{Token, encode};
use crate::relay::{In, Kind, Out};
use crate::session::{self, Link, Reply, Session};
use crate::tabs::{Effect, Input, Tabs, describe};
use crate::view::Status;

fn link() -> Link {
    Link { server: "ws://localhost:4797".into(), channel: "/site".into(), token: "secret".into() }
}

enum Work {
    Session(session::Input<Value>),
    /// What a socket says, with its number: nobody hears one that was closed.
    Socket(u32, session::Input<Value>),
    Tabs(Input<Value>),
}

struct Tab {
    core: Tabs<Value>,
    session: Session<Value>,
    /// Whether its page is there to run anything; one that hangs keeps what comes for later.
    hangs: bool,
    open: bool,
    waiting: VecDeque<Work>,
    /// The name of its lock and channel.
    name: Option<String>,
    socket: Option<(u32, String)>,
    timer: Option<f64>,
    session_timer: Option<f64>,
    stored: Option<Link>,
    shown: Status,
    served: Vec<(Reply<Value>, In<Value>)>,
    switched: Vec<String>,
    changed: Vec<String>,
}

/// When a tab hears of locks: they and the channel have ways of their own.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Told {
    InTurn,
    First,
    Last,
}

/// A browser with some tabs of one site, and a relay that lets everybody in.
struct Site {
    now: f64,
    tabs: Vec<Tab>,
    /// Who has the connection's lock, and who waits for it.
    held: Option<usize>,
    queue: Vec<usize>,
    watched: Vec<(usize, String)>,
    /// Open channel sockets, the oldest first.
    sockets: Vec<usize>,
    relay_is_up: bool,
    /// It is the one that asked: it knows the page's items.
    relay_knows: bool,
    /// Whether the browser has them, and when it tells of them.
    locks: bool,
    told: Told,
    calls: u32,
    opened: u32,
    answers: Vec<(String, String)>,
}

impl Site {
    fn new(tabs: usize) -> Self {
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
    fn open(&mut self, stored: bool) -> usize {
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

    fn load(&mut self, index: usize) {
        let link = self.tabs[index].stored.clone();
        self.tell(index, Input::Start(link));
        self.tell(index, Input::Own(vec![item("common"), item(&format!("only{index}"))]));
    }

    fn tell(&mut self, index: usize, input: Input<Value>) {
        self.give(index, Work::Tabs(input));
        self.run();
    }

    fn page(&mut self, index: usize, input: session::Input<Value>) {
        self.tell(index, Input::Page(input));
    }

    fn give(&mut self, index: usize, work: Work) {
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

    fn run(&mut self) {
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

    fn perform_session(&mut self, index: usize, effect: session::Effect<Value>) {
        use session::Effect::*;
        match effect {
            Open(url) => {
                self.close_socket(index);
                self.opened += 1;
                if self.relay_is_up && !url.ends_with("/register") {
                    self.sockets.push(index);
                }
                self.tabs[index].socket = Some((self.opened, url));
                self.socket_says(index, if self.relay_is_up { session::Input::Opened } else { session::Input::Closed(None) });
            }
            Close => self.close_socket(index),
            Send(Out::Register(_)) => {
                let link = link();
                self.socket_says(index, session::Input::Frame(In::Registered { channel: link.channel, token: link.token }));
            }
            Send(Out::Ping { .. }) => self.socket_says(index, session::Input::Frame(In::Pong)),
            Send(Out::Answer { id, result, .. }) => {
                assert!(self.tabs[index].socket.is_some(), "tab {index} answered without a socket");
                let text = result.map_or_else(|error| error, |result| result.to_string());
                let answer = (id.as_str().unwrap_or_default().to_string(), text);
                // What a lost socket may have swallowed is said again: the relay no longer knows the id.
                if !self.answers.contains(&answer) {
                    self.answers.push(answer);
                }
            }
            Send(Out::List { .. }) => self.socket_says(index, session::Input::Frame(In::Listed { any: self.relay_knows })),
            Timer(delay) => self.tabs[index].session_timer = delay.map(|delay| self.now + delay),
            Status(status, error) => {
                let link = self.tabs[index].session.link().cloned();
                self.give(index, Work::Tabs(Input::Shown(status, error, link)));
            }
            Store(link) => self.tabs[index].stored = Some(link),
            Forget => self.tabs[index].stored = None,
            Request(reply, frame) => self.give(index, Work::Tabs(Input::Request(reply, frame))),
            Send(_) | Connected | Failed(_) | Dropped(_) | Told(_) => {}
        }
    }

    fn socket_says(&mut self, index: usize, input: session::Input<Value>) {
        if let Some((number, _)) = self.tabs[index].socket {
            self.give(index, Work::Socket(number, input));
        }
    }

    fn close_socket(&mut self, index: usize) {
        self.tabs[index].socket = None;
        self.sockets.retain(|own| *own != index);
    }

    fn perform(&mut self, index: usize, effect: Effect<Value>) {
        match effect {
            Effect::Session(input) => self.give(index, Work::Session(input)),
            Effect::Say(mut message) => {
                // What leaves a tab is cloned by the browser: plain data alone.
                message["from"] = json!(self.tabs[index].name.clone().expect("only who has joined speaks"));
                for other in (0..self.tabs.len()).filter(|other| *other != index) {
                    if self.tabs[other].name.is_some() {
                        self.give(other, Work::Tabs(Input::Heard(message.clone())));
                    }
                }
            }
            Effect::Join(_) if !self.locks => self.give(index, Work::Tabs(Input::Impossible)),
            Effect::Join(name) => {
                self.tabs[index].name = Some(name);
                self.give(index, Work::Tabs(Input::Joined));
            }
            Effect::Queue => {
                self.queue.retain(|own| *own != index);
                self.queue.push(index);
                self.grant();
            }
            Effect::Steal => {
                self.queue.retain(|own| *own != index);
                if let Some(held) = self.held.replace(index).filter(|held| *held != index) {
                    self.give(held, Work::Tabs(Input::Lost));
                }
                self.give(index, Work::Tabs(Input::Held));
            }
            Effect::Leave => self.leave(index),
            Effect::Watch(name) => self.watched.push((index, name)),
            Effect::Timer(delay) => self.tabs[index].timer = delay.map(|delay| self.now + delay),
            Effect::Show(status, _) => self.tabs[index].shown = status,
            Effect::Store(link) => self.tabs[index].stored = Some(link),
            Effect::Forget => self.tabs[index].stored = None,
            Effect::Serve(reply, frame) => self.tabs[index].served.push((reply, frame)),
            Effect::Encode(reply, result) => {
                let ticket = reply.ticket;
                let frame = encode(Out::Answer { id: reply.id, asked: reply.asked, result }).unwrap();
                self.give(index, Work::Tabs(Input::Encoded(ticket, json!(frame.to_string()))));
            }
            Effect::Switch(_, name, _) => self.tabs[index].switched.push(name),
            Effect::Changed(keys) => self.tabs[index].changed.extend(keys.into_iter().map(|(_, name)| name)),
            Effect::StopCalls => {}
        }
    }

    fn grant(&mut self) {
        if self.held.is_none() && !self.queue.is_empty() {
            let next = self.queue.remove(0);
            self.held = Some(next);
            self.give(next, Work::Tabs(Input::Held));
        }
    }

    /// The locks of a tab are free.
    fn leave(&mut self, index: usize) {
        let name = self.tabs[index].name.take();
        // What the browser had to tell it, it does not tell any more.
        self.tabs[index].waiting.retain(|work| !is_lock(work) && !matches!(work, Work::Tabs(Input::Heard(_))));
        self.queue.retain(|own| *own != index);
        self.watched.retain(|(watcher, _)| *watcher != index);
        if self.held == Some(index) {
            self.held = None;
            self.grant();
        }
        let (gone, rest): (Vec<_>, _) = self.watched.drain(..).partition(|(_, watched)| Some(watched) == name.as_ref());
        self.watched = rest;
        for (watcher, name) in gone {
            self.give(watcher, Work::Tabs(Input::Gone(name)));
        }
    }

    /// A tab is gone without a word.
    fn crash(&mut self, index: usize) {
        self.tabs[index].open = false;
        self.tabs[index].waiting.clear();
        self.tabs[index].timer = None;
        self.tabs[index].session_timer = None;
        self.close_socket(index);
        self.leave(index);
        self.run();
    }

    fn close(&mut self, index: usize) {
        self.page(index, session::Input::Suspend);
        self.crash(index);
    }

    /// Lets time pass, timer by timer. Those of a tab that hangs fire when it is back.
    fn pass(&mut self, time: f64) {
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
    fn call(&mut self, name: &str) -> Option<String> {
        let socket = *self.sockets.first()?;
        self.calls += 1;
        let id = self.calls.to_string();
        let frame = In::Call { id: json!(id), kind: Kind::Tool, name: name.into(), arguments: None };
        self.socket_says(socket, session::Input::Frame(frame));
        self.run();
        Some(id)
    }

    /// Where a call is running.
    fn runs(&self, id: &str) -> Vec<usize> {
        let serves = |tab: &Tab| tab.served.iter().any(|(reply, _)| reply.id == json!(id));
        (0..self.tabs.len()).filter(|index| serves(&self.tabs[*index])).collect()
    }

    /// The handler of a call ends.
    fn finish(&mut self, index: usize, id: &str) {
        let place = self.tabs[index].served.iter().position(|(reply, _)| reply.id == json!(id)).expect("it runs there");
        let (reply, _) = self.tabs[index].served.remove(place);
        self.page(index, session::Input::Answer(reply, Ok(json!({"by": index}))));
    }

    fn answer_to(&self, id: &str) -> Vec<&str> {
        self.answers.iter().filter(|(own, _)| own == id).map(|(_, text)| text.as_str()).collect()
    }

    /// Calls a tool and lets it finish wherever it runs; gives where.
    fn run_tool(&mut self, name: &str) -> usize {
        let id = self.call(name).expect("a socket is open");
        let at = self.runs(&id);
        assert_eq!(at.len(), 1, "{name} runs in {at:?}");
        self.finish(at[0], &id);
        let index = at[0];
        assert_eq!(self.answer_to(&id), [json!({"by": index}).to_string()]);
        index
    }

    fn statuses(&self) -> Vec<Status> {
        self.tabs.iter().filter(|tab| tab.open).map(|tab| tab.shown).collect()
    }
}

fn is_lock(work: &Work) -> bool {
    matches!(work, Work::Tabs(Input::Joined | Input::Impossible | Input::Held | Input::Lost | Input::Gone(_)))
}

fn item(name: &str) -> Value {
    describe(Kind::Tool, name, Some((true, None, json!({"name": name, "description": name, "inputSchema": {"type": "object"}}))))
}

fn connect() -> session::Input<Value> {
    session::Input::Connect(Token { server: link().server, token: "pairing".into() })
}

#[test]
fn tabs_share_the_first_ones_connection_and_keep_its_session() {
    let site = Site::new(3);
    assert_eq!(site.sockets, [0]);
    assert_eq!(site.statuses(), [Status::Connected; 3]);
    assert!(site.tabs.iter().all(|tab| tab.stored == Some(link())));
    assert_eq!(site.tabs[0].core.keys(), ["common", "only1", "only2"].map(|name| (Kind::Tool, name.to_string())));
}

#[test]
fn a_call_runs_in_the_tab_that_has_the_tool_and_the_last_used_one_where_several_do() {
    let mut site = Site::new(4);
    for index in [3, 0, 2] {
        assert_eq!(site.run_tool(&format!("only{index}")), index);
    }
    for index in [2, 0, 3, 1] {
        site.now += 1.0;
        site.page(index, session::Input::Activity);
        assert_eq!(site.run_tool("common"), index);
    }
    // Nobody has it: the holder says so.
    let id = site.call("nothing").unwrap();
    assert_eq!(site.runs(&id), [0]);
}

#[test]
fn an_item_that_is_switched_off_in_one_tab_is_called_in_another() {
    let mut site = Site::new(3);
    site.now += 1.0;
    site.page(2, session::Input::Activity);
    site.tell(2, Input::Own(vec![describe(Kind::Tool, "common", Some((false, None, json!({"name": "common"}))))]));
    assert_ne!(site.run_tool("common"), 2);
    site.tell(1, Input::Switched(Kind::Tool, "common".into(), false));
    assert!([0, 2].into_iter().all(|index| site.tabs[index].switched == ["common"]));
}

#[test]
fn a_tool_is_listed_as_the_last_used_tab_has_it_and_announced_when_that_is_another() {
    let mut site = Site::new(3);
    let second = json!({"name": "common", "description": "another", "inputSchema": {"type": "object", "required": ["n"]}});
    site.tell(1, Input::Own(vec![describe(Kind::Tool, "common", Some((true, None, second.clone())))]));
    let changed = |site: &mut Site, index: usize| std::mem::take(&mut site.tabs[index].changed);
    let listed = |site: &Site, index: usize| site.tabs[index].core.newer(Kind::Tool, "common").map(|item| item.descriptor.clone());
    changed(&mut site, 0);
    assert_eq!(listed(&site, 0), None, "its own");
    for (user, expected) in [(1, &["common"][..]), (1, &[]), (0, &["common"]), (2, &[]), (1, &["common"]), (2, &["common"])] {
        site.now += 1.0;
        site.page(user, session::Input::Activity);
        assert_eq!(changed(&mut site, 0), expected, "{user} is used");
        assert_eq!(site.run_tool("common"), user);
        let there = listed(&site, 0);
        assert_eq!(there.as_ref() == Some(&second), user == 1);
        assert_eq!(there.is_none(), user == 0);
    }
    // The last used tab goes, or switches it off: the next one's is listed.
    site.now += 1.0;
    site.page(1, session::Input::Activity);
    assert_eq!(changed(&mut site, 0), ["common"]);
    site.tell(1, Input::Own(vec![describe(Kind::Tool, "common", Some((false, None, second.clone())))]));
    assert_eq!(changed(&mut site, 0), ["common"]);
    site.tell(1, Input::Own(vec![describe(Kind::Tool, "common", Some((true, None, second)))]));
    assert_eq!(changed(&mut site, 0), ["common"]);
    site.close(1);
    assert_eq!(changed(&mut site, 0), ["common", "only1"]);
}

#[test]
fn resources_are_found_by_uri_and_template() {
    let mut site = Site::new(2);
    let resource = |name: &str, key: &str, uri: &str| describe(Kind::Resource, name, Some((true, None, json!({"name": name, key: uri}))));
    site.tell(1, Input::Own(vec![resource("note", "uri", "note://1"), resource("page", "uriTemplate", "page://{n}")]));
    for (id, uri, place) in [("a", "note://1", 1), ("b", "page://9", 1), ("c", "page://9/8", 0), ("d", "note://2", 0)] {
        let frame = In::Call { id: json!(id), kind: Kind::Resource, name: uri.into(), arguments: None };
        site.give(0, Work::Session(session::Input::Frame(frame)));
        site.run();
        assert_eq!(site.runs(id), [place], "{uri}");
    }
}

#[test]
fn the_next_tab_takes_over_when_the_holder_closes_and_the_closed_ones_tools_are_gone() {
    let mut site = Site::new(3);
    site.close(0);
    assert_eq!(site.sockets, [1]);
    assert_eq!(site.statuses(), [Status::Connected; 2]);
    assert_eq!(site.run_tool("only2"), 2);
    let id = site.call("only0").unwrap();
    assert_eq!(site.runs(&id), [1]);
    assert!(site.tabs[1].core.offer(Kind::Tool, "only0").is_none());
}

#[test]
fn a_tab_that_dies_without_a_word_is_missed_and_its_call_answered() {
    let mut site = Site::new(3);
    let id = site.call("only2").unwrap();
    site.crash(2);
    assert!(matches!(site.answer_to(&id)[..], [text] if text.contains("only2") && text.contains("isError")), "{:?}", site.answers);
    site.crash(0);
    assert_eq!(site.sockets, [1]);
    assert_eq!(site.run_tool("only1"), 1);
}

#[test]
fn a_call_survives_its_holder_and_is_answered_once_by_the_next() {
    for finish_in_the_gap in [false, true] {
        let mut site = Site::new(3);
        let id = site.call("only2").unwrap();
        if finish_in_the_gap {
            // The holder hangs: the answer reaches it, but nobody has it for sure.
            site.tabs[0].hangs = true;
            site.finish(2, &id);
            site.crash(0);
        } else {
            site.close(0);
            site.finish(2, &id);
        }
        assert_eq!(site.answer_to(&id), [json!({"by": 2}).to_string()], "{finish_in_the_gap}");
        site.close(1);
        assert_eq!(site.answer_to(&id).len(), 1);
    }
}

#[test]
fn an_answer_for_a_relay_that_may_be_another_one_is_dropped() {
    let mut site = Site::new(2);
    let id = site.call("only1").unwrap();
    site.relay_is_up = false;
    site.close(0);
    site.pass(1_000.0);
    site.relay_knows = false;
    site.relay_is_up = true;
    site.pass(10_000.0);
    assert_eq!(site.sockets, [1]);
    site.finish(1, &id);
    assert_eq!(site.answer_to(&id), [""; 0]);
    assert_eq!(site.run_tool("only1"), 1);
}

#[test]
fn a_holder_that_hangs_is_replaced_and_follows_when_it_is_back() {
    let mut site = Site::new(3);
    let mine = site.call("only0").unwrap();
    site.pass(10_000.0);
    assert_eq!(site.held, Some(0), "one that answers stays");
    site.tabs[0].hangs = true;
    site.pass(2_900.0);
    assert_eq!(site.held, Some(0));
    site.pass(2_200.0);
    assert_ne!(site.held, Some(0));
    let next = site.held.unwrap();
    assert_eq!(site.sockets, [0, next], "the relay still calls the one that hangs");
    let late = site.call("only2").unwrap();
    site.tabs[0].hangs = false;
    site.run();
    assert_eq!(site.runs(&late), [2], "what came to it meanwhile is not lost");
    site.finish(2, &late);
    site.pass(300.0);
    assert_eq!(site.sockets, [next]);
    site.finish(0, &mine);
    assert_eq!(site.answer_to(&late).len(), 1);
    assert_eq!(site.answer_to(&mine).len(), 1, "its own calls are answered by the next holder");
    assert_eq!(site.statuses(), [Status::Connected; 3]);
    assert_eq!(site.run_tool("only0"), 0);
}

#[test]
fn a_tab_whose_own_timers_came_late_asks_again_before_it_replaces_anybody() {
    let mut site = Site::new(2);
    site.tabs[0].hangs = true;
    site.pass(2_100.0);
    site.now += 60_000.0;
    site.give(1, Work::Tabs(Input::Timer));
    site.run();
    assert_eq!(site.held, Some(0));
    site.tabs[0].hangs = false;
    site.run();
    site.pass(20_000.0);
    assert_eq!((site.held, &site.sockets[..]), (Some(0), &[0][..]));
    // A tab in the background gets one timer a minute: it must not ask for ever.
    site.tabs[0].hangs = true;
    for _ in 0..4 {
        site.now += 60_000.0;
        site.give(1, Work::Tabs(Input::Timer));
        site.run();
    }
    assert_eq!(site.held, Some(1));
}

#[test]
fn a_holder_put_away_lets_go_and_comes_back_as_one_that_follows() {
    let mut site = Site::new(2);
    site.page(0, session::Input::Suspend);
    assert_eq!((site.held, &site.sockets[..]), (Some(1), &[1][..]));
    assert_eq!(site.tabs[0].shown, Status::Waiting);
    site.page(0, session::Input::Wake);
    assert_eq!(site.sockets, [1]);
    assert_eq!(site.statuses(), [Status::Connected; 2]);
    assert_eq!(site.run_tool("only0"), 0);
}

#[test]
fn all_tabs_put_away_at_once_are_one_connection_again() {
    let mut site = Site::new(4);
    for index in 0..4 {
        site.page(index, session::Input::Suspend);
    }
    assert_eq!((site.held, site.sockets.len()), (None, 0));
    for index in [2, 3, 0, 1] {
        site.page(index, session::Input::Wake);
    }
    assert_eq!(site.sockets, [2]);
    assert_eq!(site.statuses(), [Status::Connected; 4]);
    for index in 0..4 {
        assert_eq!(site.run_tool(&format!("only{index}")), index);
    }
}

#[test]
fn disconnecting_anywhere_ends_the_connection_everywhere_and_no_old_session_brings_it_back() {
    let mut site = Site::new(3);
    site.page(1, session::Input::Suspend);
    site.page(2, session::Input::Disconnect);
    assert!(site.sockets.is_empty());
    assert!([0, 2].into_iter().all(|index| site.tabs[index].stored.is_none() && site.tabs[index].shown == Status::Disconnected));
    // One that was put away meanwhile.
    assert!(site.tabs[1].stored == Some(link()));
    site.page(1, session::Input::Wake);
    assert!(site.sockets.is_empty() && site.tabs[1].stored.is_none());
    assert_eq!(site.statuses(), [Status::Disconnected; 3]);
}

#[test]
fn a_tab_that_disconnects_believes_no_older_word_of_the_holder() {
    let mut site = Site::new(2);
    let from = site.tabs[0].name.clone().unwrap();
    let link = json!({"server": link().server, "channel": link().channel, "sessionToken": link().token});
    let older = json!({"say": "state", "from": from, "status": "connected", "link": link, "ended": false});
    site.tabs[0].hangs = true;
    site.page(1, session::Input::Disconnect);
    site.tell(1, Input::Heard(older));
    assert_eq!(site.tabs[1].shown, Status::Disconnected);
    site.tabs[0].hangs = false;
    site.run();
    assert_eq!(site.statuses(), [Status::Disconnected; 2]);
    site.page(0, connect());
    assert_eq!(site.statuses(), [Status::Connected; 2]);
}

#[test]
fn a_token_given_to_any_tab_connects_the_site_through_that_tab() {
    let mut site = Site::new(3);
    site.page(0, session::Input::Disconnect);
    site.page(2, connect());
    site.pass(300.0);
    assert_eq!((site.held, &site.sockets[..]), (Some(2), &[2][..]));
    assert_eq!(site.statuses(), [Status::Connected; 3]);
    site.page(1, connect());
    site.pass(300.0);
    assert_eq!((site.held, &site.sockets[..]), (Some(1), &[1][..]));
    assert_eq!(site.statuses(), [Status::Connected; 3]);
    assert_eq!(site.run_tool("only0"), 0);
}

#[test]
fn a_holder_without_a_session_takes_that_of_a_tab_that_was_here_before() {
    let mut site = Site::new(0);
    site.open(false);
    assert_eq!(site.held, Some(0));
    site.open(true);
    assert_eq!(site.sockets, [0]);
    assert_eq!(site.statuses(), [Status::Connected; 2]);
}

#[test]
fn a_session_that_the_relay_refuses_is_forgotten_in_every_tab() {
    let mut site = Site::new(3);
    let refused = Input::Shown(Status::Disconnected, Some(Error::SessionRefused), None);
    site.tell(0, refused);
    assert!([1, 2].into_iter().all(|index| site.tabs[index].stored.is_none() && site.tabs[index].shown == Status::Disconnected));
}

#[test]
fn the_same_call_again_comes_to_the_tab_where_it_still_runs() {
    let mut site = Site::new(3);
    site.now += 1.0;
    site.page(1, session::Input::Activity);
    let id = site.call("common").unwrap();
    assert_eq!(site.runs(&id), [1]);
    site.tell(1, Input::Unfinished { kind: Kind::Tool, name: "common".into(), arguments: json!({}) });
    site.finish(1, &id);
    site.now += 1.0;
    site.page(2, session::Input::Activity);
    assert_eq!(site.run_tool("common"), 1);
    assert_eq!(site.run_tool("common"), 2);
}

#[test]
fn without_locks_or_channels_a_tab_is_as_if_it_were_alone() {
    let mut site = Site::new(0);
    site.locks = false;
    for index in 0..2 {
        site.open(true);
        assert!(site.sockets.contains(&index) && site.tabs[index].shown == Status::Connected);
    }
    let id = site.call("common").unwrap();
    site.finish(0, &id);
    assert_eq!(site.answer_to(&id).len(), 1);
    site.page(0, session::Input::Suspend);
    assert_eq!(site.sockets, [1]);
    site.page(0, session::Input::Wake);
    assert_eq!(site.statuses(), [Status::Connected; 2]);
    site.page(0, session::Input::Disconnect);
    assert_eq!(site.statuses(), [Status::Disconnected, Status::Connected]);
}

#[test]
fn a_token_given_before_the_tab_has_begun_is_taken() {
    for locks in [true, false] {
        let mut site = Site::new(0);
        site.locks = locks;
        site.open(false);
        site.tabs[0].core = Tabs::new("early".into());
        site.tabs[0].name = None;
        (site.held, site.queue) = (None, vec![]);
        site.page(0, connect());
        site.load(0);
        assert_eq!(site.sockets, [0]);
        assert_eq!(site.statuses(), [Status::Connected]);
        site.open(false);
        assert_eq!(site.statuses()[1], if locks { Status::Connected } else { Status::Disconnected });
    }
}

#[test]
fn nonsense_in_the_channel_changes_nothing() {
    let mut site = Site::new(2);
    let from = site.tabs[1].name.clone().unwrap();
    for said in ["hello", "items", "state", "call", "answer", "done", "unfinished", "switch", "active", "else"] {
        for junk in [json!(null), json!(7), json!("x"), json!([1, {}]), json!({"server": 1})] {
            for keys in [["items", "frame", "link"], ["kind", "name", "on"], ["number", "by", "status"], ["active", "code", "ended"]] {
                let mut message = json!({"say": said, "from": from});
                for key in keys {
                    message[key] = junk.clone();
                }
                site.tell(0, Input::Heard(message));
            }
        }
    }
    for message in [json!(null), json!([]), json!("bye"), json!({"say": "bye"}), json!({"from": from})] {
        site.tell(0, Input::Heard(message));
    }
    assert_eq!(site.sockets, [0]);
    assert_eq!(site.run_tool("only0"), 0);
}

/// The steps of [`survives`]; `HANG` and `RELAY` undo themselves.
const OPEN: u8 = 0;
const CLOSE: u8 = 1;
const CRASH: u8 = 2;
const SUSPEND: u8 = 3;
const WAKE: u8 = 4;
const USE: u8 = 5;
const CONNECT: u8 = 6;
const HANG: u8 = 7;
const RELAY: u8 = 8;
const DISCONNECT: u8 = 9;
const CALL: u8 = 10;
const FINISH: u8 = 11;

/// Takes random steps, then lets the site come to rest: with one connection, all tools, and nothing answered twice.
fn survives(told: Told, steps: &[(u8, usize, f64)]) -> Result<(), TestCaseError> {
    let mut site = Site::new(3);
    site.told = told;
    let mut ended = false;
    let mut running: Vec<(usize, String)> = Vec::new();
    for &(step, which, pause) in steps {
        site.pass(pause);
        let open: Vec<usize> = (0..site.tabs.len()).filter(|index| site.tabs[*index].open).collect();
        let tab = open[which % open.len()];
        match step {
            OPEN if site.tabs.len() < 8 => {
                site.open(false);
            }
            CLOSE if open.len() > 1 => site.close(tab),
            CRASH if open.len() > 1 => site.crash(tab),
            SUSPEND => site.page(tab, session::Input::Suspend),
            WAKE => site.page(tab, session::Input::Wake),
            USE => site.page(tab, session::Input::Activity),
            CONNECT => site.page(tab, connect()),
            HANG => {
                site.tabs[tab].hangs = !site.tabs[tab].hangs;
                site.run();
            }
            RELAY => site.relay_is_up = !site.relay_is_up,
            DISCONNECT => {
                site.page(tab, session::Input::Disconnect);
                ended = true;
            }
            CALL => {
                if let Some(id) = site.call("common") {
                    running.extend(site.runs(&id).into_iter().map(|index| (index, id.clone())));
                }
            }
            _ => {
                if let Some((index, id)) = running.pop()
                    && site.tabs[index].open
                    && site.runs(&id).contains(&index)
                {
                    site.finish(index, &id);
                }
            }
        }
        for tab in &site.tabs {
            prop_assert!(tab.served.len() < 200);
        }
    }
    site.relay_is_up = true;
    for index in 0..site.tabs.len() {
        if site.tabs[index].open {
            site.tabs[index].hangs = false;
            site.run();
            site.page(index, session::Input::Wake);
        }
    }
    site.pass(1_000.0);
    if ended && site.sockets.is_empty() || site.tabs.iter().all(|tab| !tab.open || tab.stored.is_none()) {
        // Those who knew the session are all gone, or have ended it.
        let tab = site.tabs.iter().position(|tab| tab.open).unwrap();
        site.page(tab, connect());
    }
    site.pass(20_000.0);
    let open: Vec<usize> = (0..site.tabs.len()).filter(|index| site.tabs[*index].open).collect();
    prop_assert_eq!(site.sockets.len(), 1, "{:?} of {:?}", site.statuses(), open);
    prop_assert_eq!(site.statuses(), vec![Status::Connected; open.len()]);
    prop_assert_eq!(site.held, Some(site.sockets[0]));
    for id in (1..=site.calls).map(|id| id.to_string()) {
        // A tab that hung may miss its turn, and say of a tab that has gone what the relay no longer waits for.
        let answers = site.answer_to(&id).into_iter().enumerate().filter(|(index, text)| *index == 0 || !text.contains("was closed"));
        prop_assert!(answers.count() <= 1, "{id}: {:?}", site.answer_to(&id));
    }
    for index in open {
        prop_assert_eq!(site.run_tool(&format!("only{index}")), index);
    }
    Ok(())
}

proptest! {
    #[test]
    fn whatever_happens_a_site_comes_to_rest_with_one_connection_and_nothing_answered_twice(
        told in prop::sample::select(vec![Told::InTurn, Told::First, Told::Last]),
        steps in prop::collection::vec((OPEN..=FINISH, 0..5usize, 0.0..4_000.0f64), 0..60)
    ) {
        survives(told, &steps)?;
    }
}

/// What random steps have found.
#[test]
fn steps_that_once_ended_badly_end_well() {
    let examples: [&[(u8, usize, f64)]; 7] = [
        // Paired in a tab that was replaced without its knowing: two sockets.
        &[(CLOSE, 0, 0.0), (SUSPEND, 1, 0.0), (CLOSE, 2, 0.0), (OPEN, 0, 0.0), (HANG, 1, 0.0), (CONNECT, 1, 0.0), (CONNECT, 0, 0.0)],
        &[
            (CLOSE, 0, 0.0),
            (CONNECT, 1, 0.0),
            (HANG, 1, 0.0),
            (WAKE, 0, 3_605.0),
            (CLOSE, 0, 3_378.0),
            (OPEN, 0, 0.0),
            (OPEN, 0, 0.0),
            (CONNECT, 0, 0.0),
        ],
        &[
            (CLOSE, 0, 0.0),
            (CLOSE, 0, 0.0),
            (SUSPEND, 0, 0.0),
            (HANG, 0, 0.0),
            (WAKE, 0, 0.0),
            (OPEN, 0, 0.0),
            (HANG, 1, 0.0),
            (OPEN, 0, 0.0),
            (HANG, 3, 0.0),
            (OPEN, 0, 2_071.0),
            (OPEN, 0, 3_308.0),
            (OPEN, 0, 0.0),
        ],
        // Paired in vain in a tab that knew no session: those that knew one lost it.
        &[
            (CLOSE, 0, 0.0),
            (CLOSE, 0, 0.0),
            (SUSPEND, 0, 0.0),
            (OPEN, 0, 0.0),
            (CLOSE, 2, 0.0),
            (OPEN, 0, 0.0),
            (SUSPEND, 0, 0.0),
            (OPEN, 0, 0.0),
            (HANG, 3, 0.0),
            (OPEN, 0, 0.0),
            (CONNECT, 4, 0.0),
            (OPEN, 0, 0.0),
            (SUSPEND, 0, 0.0),
            (CLOSE, 1, 0.0),
            (CLOSE, 1, 0.0),
            (WAKE, 3, 0.0),
            (CONNECT, 1, 0.0),
            (CLOSE, 1, 0.0),
        ],
        // The session was told of in the middle of a pairing in vain.
        &[
            (CLOSE, 0, 0.0),
            (CLOSE, 0, 0.0),
            (RELAY, 0, 0.0),
            (SUSPEND, 0, 0.0),
            (OPEN, 0, 0.0),
            (HANG, 1, 0.0),
            (CONNECT, 1, 0.0),
            (WAKE, 2, 0.0),
            (CLOSE, 0, 0.0),
            (OPEN, 0, 0.0),
            (HANG, 2, 0.0),
        ],
        // The tab that ran a call became the holder, or answered to one, and went: answered twice.
        &[(OPEN, 0, 0.0), (USE, 2, 525.0), (CALL, 0, 0.0), (CONNECT, 1, 0.0), (CLOSE, 1, 0.0), (FINISH, 0, 0.0), (CLOSE, 1, 0.0)],
        &[(USE, 1, 959.0), (CALL, 0, 0.0), (HANG, 0, 252.0), (FINISH, 0, 3_865.0), (CLOSE, 1, 0.0), (SUSPEND, 0, 0.0), (OPEN, 0, 0.0)],
    ];
    for (number, steps) in examples.iter().enumerate() {
        for told in [Told::InTurn, Told::First, Told::Last] {
            let end = survives(told, steps);
            assert!(end.is_ok(), "{number}, {told:?}: {end:?}");
        }
    }
}

#[test]
fn pairings_may_cross_a_hanging_tab_whichever_it_is() {
    for choice in 0..3usize.pow(6) {
        let which = |place: u32| choice / 3usize.pow(place) % 3;
        let steps = [CLOSE, HANG, CONNECT, CONNECT, CLOSE, OPEN, SUSPEND];
        let steps: Vec<_> = steps.into_iter().zip([0, which(0), which(1), which(2), which(3), which(4), which(5)]).collect();
        let steps: Vec<_> = steps.into_iter().map(|(step, which)| (step, which, 0.0)).collect();
        let end = survives(Told::InTurn, &steps);
        assert!(end.is_ok(), "{steps:?}: {end:?}");
    }
}
