//! What the other tabs of the site offer, and who of them was used last.

use crate::map::Map;
use crate::payload::Payload;
use crate::relay::{Kind, object};
use crate::template::Template;

pub type Key = (Kind, String);

/// An item of another tab, as that tab describes it.
pub struct Item<P> {
    /// Switched on for relays.
    pub on: bool,
    pub title: Option<String>,
    /// As for a relay, under the item's own name.
    pub descriptor: P,
    template: Option<Template>,
}

impl<P: Payload> Item<P> {
    /// The descriptor under another name: a relay's.
    pub fn under(&self, name: &str) -> P {
        let mut copy = P::object();
        for key in self.descriptor.keys() {
            if let Some(value) = self.descriptor.get(&key) {
                copy.put(&key, value);
            }
        }
        copy.put("name", P::text(name));
        copy
    }

    pub fn description(&self) -> String {
        self.descriptor.text_at("description").unwrap_or_default()
    }
}

/// A tab, and what it offers.
pub struct Peer<P> {
    pub id: String,
    /// When it was last used: milliseconds since the epoch.
    pub active: f64,
    items: Map<Key, Item<P>>,
}

const KINDS: [Kind; 3] = [Kind::Tool, Kind::Prompt, Kind::Resource];

pub fn kind_of<P: Payload>(message: &P) -> Option<Kind> {
    KINDS.get(message.get("kind")?.as_f64()? as usize).copied()
}

/// An item as tabs tell each other of it; without a descriptor it is gone.
pub fn describe<P: Payload>(kind: Kind, name: &str, offer: Option<(bool, Option<&str>, P)>) -> P {
    let (on, title, descriptor) = match offer {
        Some((on, title, descriptor)) => (Some(P::boolean(on)), title.map(P::text), Some(descriptor)),
        None => (None, None, None),
    };
    let (kind, name) = (Some(P::number(f64::from(kind as u8))), Some(P::text(name)));
    object([("kind", kind), ("name", name), ("on", on), ("title", title), ("descriptor", descriptor)])
}

impl<P: Payload> Peer<P> {
    pub fn new(id: String, active: f64) -> Self {
        Peer { id, active, items: Map::default() }
    }

    pub fn keys(&self) -> Vec<Key> {
        self.items.entries().map(|(key, _)| key.clone()).collect()
    }

    /// Takes a change in.
    pub fn put(&mut self, change: &P) {
        let Some(key) = key_of(change) else { return };
        match change.get("descriptor") {
            Some(descriptor) => {
                let template = descriptor.text_at("uriTemplate").and_then(|text| Template::parse(&text).ok());
                let on = change.get("on").and_then(|on| on.as_bool()) == Some(true);
                self.items.insert(key, Item { on, title: change.text_at("title"), descriptor, template });
            }
            None => {
                self.items.remove(&key);
            }
        }
    }

    /// All its items, as [`describe`] has them.
    pub fn described(&self) -> P {
        let describe =
            |((kind, name), item): (&Key, &Item<P>)| describe(*kind, name, Some((item.on, item.title.as_deref(), item.descriptor.clone())));
        P::array(self.items.entries().map(describe).collect())
    }

    /// What a relay is told of an item, as this tab has it.
    pub fn offer(&self, key: &Key) -> Option<&Item<P>> {
        self.items.get(key).filter(|item| item.on)
    }

    /// The item that a call means: by name, a resource by its URI.
    pub fn serves(&self, kind: Kind, name: &str) -> Option<&Item<P>> {
        if kind != Kind::Resource {
            return self.items.get(&(kind, name.to_string()));
        }
        let matches = |item: &Item<P>| match &item.template {
            Some(template) => template.matches(name).is_some(),
            None => item.descriptor.text_at("uri").as_deref() == Some(name),
        };
        self.items.entries().find(|((own, _), item)| *own == kind && matches(item)).map(|(_, item)| item)
    }
}

/// The other tabs.
pub struct Peers<P>(Vec<Peer<P>>);

impl<P: Payload> Default for Peers<P> {
    fn default() -> Self {
        Peers(Vec::new())
    }
}

impl<P: Payload> Peers<P> {
    pub fn iter(&self) -> impl Iterator<Item = &Peer<P>> {
        self.0.iter()
    }

    pub fn find(&mut self, id: &str) -> Option<&mut Peer<P>> {
        self.0.iter_mut().find(|peer| peer.id == id)
    }

    /// All that a tab offers.
    pub fn keys_of(&self, id: &str) -> Vec<Key> {
        self.0.iter().filter(|peer| peer.id == id).flat_map(Peer::keys).collect()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A tab, if it is not known already.
    pub fn welcome(&mut self, id: &str, active: f64) {
        if self.find(id).is_none() {
            self.0.push(Peer::new(id.to_string(), active));
        }
    }

    /// Changes of one tab's items.
    pub fn change(&mut self, id: &str, changes: &P) {
        if let Some(peer) = self.find(id) {
            each(changes).for_each(|change| peer.put(&change));
        }
    }

    pub fn remove(&mut self, id: &str) {
        self.0.retain(|peer| peer.id != id);
    }

    /// An item as the tab has it that was used last, and when; one that is switched on before others.
    fn best(&self, kind: Kind, name: &str) -> Option<((bool, f64), &Item<P>)> {
        let key = (kind, name.to_string());
        let mut best: Option<((bool, f64), &Item<P>)> = None;
        for peer in &self.0 {
            let Some(item) = peer.items.get(&key) else { continue };
            if best.is_none_or(|(best, _)| (item.on, peer.active) > best) {
                best = Some(((item.on, peer.active), item));
            }
        }
        best
    }

    pub fn get(&self, kind: Kind, name: &str) -> Option<&Item<P>> {
        self.best(kind, name).map(|(_, item)| item)
    }

    /// What a relay is told of an item, where its tab was used later than that.
    pub fn offer(&self, kind: Kind, name: &str, after: f64) -> Option<&Item<P>> {
        self.best(kind, name).filter(|((on, active), _)| *on && *active > after).map(|(_, item)| item)
    }

    /// Every item, once.
    pub fn keys(&self) -> Vec<Key> {
        let mut once = Map::default();
        for (key, _) in self.0.iter().flat_map(|peer| peer.items.entries()) {
            once.insert(key.clone(), ());
        }
        once.into_keys()
    }
}

/// The changes in a message.
fn each<P: Payload>(changes: &P) -> impl Iterator<Item = P> {
    (0..changes.length()).filter_map(|index| changes.at(index))
}

/// What changes are about.
pub fn keys_in<P: Payload>(changes: &P) -> Vec<Key> {
    each(changes).filter_map(|change| key_of(&change)).collect()
}

fn key_of<P: Payload>(change: &P) -> Option<Key> {
    Some((kind_of(change)?, change.text_at("name")?))
}
