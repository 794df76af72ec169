//! What a relay's frames mean in each state.

use super::answers::is_work;
use super::{Dialect, Effect, Link, Session, State, push};
use crate::error::Error;
use crate::payload::Payload;
use crate::relay::{Asked, In, Out};

impl<P: Payload, D: Dialect> Session<P, D> {
    pub(super) fn frame(&mut self, now: f64, frame: In<P>, out: &mut Vec<Effect<P>>) {
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

    pub(super) fn refused(&mut self, now: f64, said: String, out: &mut Vec<Effect<P>>) {
        push(out, Effect::Close);
        let said = if said.is_empty() { "no reason".into() } else { said };
        self.fail(now, Error::TokenRefused(said), out);
    }
}

const NOT_AUTHENTICATED: &str = "Not authenticated: the relay has not accepted this page's token yet";
