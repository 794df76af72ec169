//! Calls that are running: when a relay must be answered, when a tool must stop, and which second call joins a first one.

use crate::payload::Payload;
use crate::relay::Kind;
use crate::schema::equal;

/// A tool that has not settled by then is told to stop.
pub const TOOL_TIMEOUT: f64 = 600_000.0;
/// How long the result of a run that outlived its call is kept for the agent's second call.
const KEPT: f64 = 600_000.0;

/// A running, or lately finished, call.
struct Run<P, R> {
    id: u64,
    kind: Kind,
    name: String,
    arguments: P,
    /// Who waits for the answer, and until when he may wait.
    waiting: Option<(R, f64)>,
    /// An agent was told that the tool is still running: the same call may join.
    told: bool,
    /// That answer is on its way to a relay; nobody knows yet whether it will get there.
    telling: bool,
    stop_at: f64,
    stopped: bool,
    /// The result nobody has collected, and until when it is kept.
    result: Option<(P, f64)>,
}

pub struct Runs<P, R> {
    next: u64,
    list: Vec<Run<P, R>>,
}

/// What has come due.
pub enum Due<P, R> {
    /// Tell the agent that the tool is still running and to call again.
    StillRunning { id: u64, kind: Kind, name: String, arguments: P, reply: R },
    /// The tool's own time is over: fire its signal.
    Stop { id: u64 },
}

pub enum Joined<P, R> {
    /// No such run: a call of its own. The reply comes back.
    No(R),
    /// It waits for the first run's result.
    Waiting,
    /// The first run has finished.
    Result(R, P),
}

impl<P, R> Default for Runs<P, R> {
    fn default() -> Self {
        Runs { next: 0, list: Vec::new() }
    }
}

impl<P: Payload, R> Runs<P, R> {
    /// A new run, without a limit until its handler starts: the person who is asked first takes none of its time. The time in
    /// `waiting` is when its waiter must have heard something.
    pub fn start(&mut self, kind: Kind, name: &str, arguments: P, waiting: Option<(R, f64)>) -> u64 {
        self.next += 1;
        self.list.push(Run {
            id: self.next,
            kind,
            name: name.into(),
            arguments,
            waiting,
            told: false,
            telling: false,
            stop_at: f64::INFINITY,
            stopped: false,
            result: None,
        });
        self.next
    }

    /// The handler of a run starts, and must have finished by then.
    pub fn limit(&mut self, id: u64, stop_at: f64) {
        if let Some(run) = self.list.iter_mut().find(|run| run.id == id) {
            run.stop_at = stop_at;
        }
    }

    /// What a run's caller will call it with again.
    pub fn came_with(&mut self, id: u64, arguments: P) {
        if let Some(run) = self.list.iter_mut().find(|run| run.id == id) {
            run.arguments = arguments;
        }
    }

    /// The same tool with deeply equal arguments, after its caller was told to call again.
    pub fn join(&mut self, kind: Kind, name: &str, arguments: &P, reply: R, answer_by: f64) -> Joined<P, R> {
        let found = self
            .list
            .iter()
            .position(|run| run.told && run.waiting.is_none() && run.kind == kind && run.name == name && equal(&run.arguments, arguments));
        let Some(index) = found else { return Joined::No(reply) };
        match self.list[index].result.take() {
            Some((result, _)) => {
                self.list.swap_remove(index);
                Joined::Result(reply, result)
            }
            None => {
                self.list[index].waiting = Some((reply, answer_by));
                Joined::Waiting
            }
        }
    }

    /// The run is over. Gives who waits, with the result back; keeps it where its caller was told to come again.
    pub fn finish(&mut self, id: u64, result: P, now: f64) -> Option<(R, P)> {
        let index = self.list.iter().position(|run| run.id == id && run.result.is_none())?;
        let run = &mut self.list[index];
        match run.waiting.take() {
            Some((reply, _)) => {
                self.list.swap_remove(index);
                Some((reply, result))
            }
            None if run.told || run.telling => {
                run.result = Some((result, now + KEPT));
                None
            }
            None => {
                self.list.swap_remove(index);
                None
            }
        }
    }

    /// The runs that have not finished.
    pub fn running(&self) -> Vec<u64> {
        self.list.iter().filter(|run| run.result.is_none()).map(|run| run.id).collect()
    }

    /// The runs that have not finished, for a relay.
    pub fn asked(&self) -> Vec<u64> {
        let asked = |run: &&Run<P, R>| run.result.is_none() && (run.told || run.telling || run.waiting.is_some());
        self.list.iter().filter(asked).map(|run| run.id).collect()
    }

    /// What became of the answer that a run is still going: it went out, or no relay was there to take it.
    pub fn told(&mut self, id: u64, heard: bool) {
        if let Some(index) = self.list.iter().position(|run| run.id == id) {
            let run = &mut self.list[index];
            run.telling = false;
            run.told |= heard;
            // Nobody will come for it.
            if !run.told && run.result.is_some() {
                self.list.swap_remove(index);
            }
        }
    }

    /// Takes out what is due by `now`.
    pub fn due(&mut self, now: f64) -> Vec<Due<P, R>> {
        let mut due = Vec::new();
        self.list.retain(|run| run.result.as_ref().is_none_or(|(_, until)| *until > now));
        for run in self.list.iter_mut().filter(|run| run.result.is_none()) {
            if now >= run.stop_at && !run.stopped {
                run.stopped = true;
                due.push(Due::Stop { id: run.id });
            } else if let Some((reply, _)) = run.waiting.take_if(|(_, by)| now >= *by) {
                run.telling = true;
                due.push(Due::StillRunning { id: run.id, kind: run.kind, name: run.name.clone(), arguments: run.arguments.clone(), reply });
            }
        }
        due
    }

    /// When something comes due next; infinite where nothing does.
    pub fn next_due(&self) -> f64 {
        let due = self.list.iter().map(|run| match (&run.result, &run.waiting) {
            (Some((_, until)), _) => *until,
            (None, Some((_, by))) if !run.stopped => by.min(run.stop_at),
            (None, Some((_, by))) => *by,
            (None, None) if !run.stopped => run.stop_at,
            (None, None) => f64::INFINITY,
        });
        due.fold(f64::INFINITY, f64::min)
    }
}
