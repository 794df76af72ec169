//! What a relay is told of the site's items, as the tab has them that would be called.

use super::{Effect, Item, Key, Tabs, push};
use crate::payload::Payload;
use crate::relay::Kind;
use crate::schema::equal;

impl<P: Payload> Tabs<P> {
    /// What the other tabs offer, for a relay's list.
    pub fn keys(&self) -> Vec<Key> {
        self.peers.keys()
    }

    pub fn get(&self, kind: Kind, name: &str) -> Option<&Item<P>> {
        self.peers.get(kind, name)
    }

    pub fn offer(&self, kind: Kind, name: &str) -> Option<&Item<P>> {
        self.peers.offer(kind, name, f64::NEG_INFINITY)
    }

    /// What another tab offers under a name of this one's too, where it was used after this one.
    pub fn newer(&self, kind: Kind, name: &str) -> Option<&Item<P>> {
        self.peers.offer(kind, name, self.own.active)
    }

    /// As the tab has it that would be called.
    pub(super) fn listed(&self, key: &Key) -> Option<P> {
        let item = match self.own.offer(key) {
            Some(own) => self.newer(key.0, &key.1).unwrap_or(own),
            None => self.offer(key.0, &key.1)?,
        };
        Some(item.descriptor.clone())
    }

    /// Does something to the tabs, and tells which of the items it may concern are listed otherwise by it.
    #[inline(never)]
    pub(super) fn change(&mut self, keys: Vec<Key>, out: &mut Vec<Effect<P>>, how: &mut dyn FnMut(&mut Self)) {
        let mut before = Vec::new();
        for key in &keys {
            before.push(self.listed(key));
        }
        how(self);
        let mut changed = Vec::new();
        for (key, before) in keys.into_iter().zip(before) {
            let same = match (before, self.listed(&key)) {
                (Some(before), Some(now)) => equal(&before, &now),
                (before, now) => before.is_none() && now.is_none(),
            };
            if !same {
                changed.push(key);
            }
        }
        if !changed.is_empty() {
            push(out, Effect::Changed(changed));
        }
    }
}
