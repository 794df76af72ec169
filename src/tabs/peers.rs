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
    pub fn new(kind: Kind, on: bool, title: Option<String>, descriptor: P) -> Self {
        let text = if kind == Kind::Resource { descriptor.text_at("uriTemplate") } else { None };
        let template = text.and_then(|text| Template::parse(&text).ok());
        Item { on, title, descriptor, template }
    }

    /// The descriptor under another name: a relay's.
    pub fn under(&self, name: &str) -> P {
        let mut copy = P::object();
        for key in self.descriptor.keys() {
            if let Some(value) = self.descriptor.get(&key) {
                copy.put(&key, value);
            }
        }
        copy.put_text("name", name);
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

/// What became of an item: nothing where it is gone.
pub type Change<P> = (Key, Option<Item<P>>);

/// A change as tabs tell each other of it; without a descriptor the item is gone.
fn describe<P: Payload>((kind, name): &Key, item: Option<&Item<P>>) -> P {
    object(
        "kind name on title descriptor",
        [
            Some(P::number(f64::from(*kind as u8))),
            Some(P::text(name)),
            item.map(|item| P::boolean(item.on)),
            item.and_then(|item| item.title.as_deref()).map(P::text),
            item.map(|item| item.descriptor.clone()),
        ],
    )
}

pub fn described<P: Payload>(changes: &[Change<P>]) -> P {
    let mut described = Vec::new();
    for (key, item) in changes {
        described.push(describe(key, item.as_ref()));
    }
    P::array(described)
}

fn read<P: Payload>(change: &P) -> Option<Change<P>> {
    let key = key_of(change)?;
    let on = change.get("on").and_then(|on| on.as_bool()) == Some(true);
    let item = change.get("descriptor").map(|descriptor| Item::new(key.0, on, change.text_at("title"), descriptor));
    Some((key, item))
}

impl<P: Payload> Peer<P> {
    pub fn new(id: String, active: f64) -> Self {
        Peer { id, active, items: Map::default() }
    }

    pub fn keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        for (key, _) in self.items.entries() {
            keys.push(key.clone());
        }
        keys
    }

    /// Takes a change in.
    pub fn put(&mut self, (key, item): Change<P>) {
        match item {
            Some(item) => self.items.insert(key, item),
            None => {
                self.items.remove(&key);
            }
        }
    }

    /// All its items, as tabs tell each other of them.
    pub fn described(&self) -> P {
        let mut described = Vec::new();
        for (key, item) in self.items.entries() {
            described.push(describe(key, Some(item)));
        }
        P::array(described)
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
        self.0.iter().find(|peer| peer.id == id).map(Peer::keys).unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
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
            for index in 0..changes.length() {
                if let Some(change) = changes.at(index).as_ref().and_then(read) {
                    peer.put(change);
                }
            }
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
        for peer in &self.0 {
            for (key, _) in peer.items.entries() {
                once.insert(key.clone(), ());
            }
        }
        once.into_keys()
    }
}

/// What changes are about.
pub fn keys_in<P: Payload>(changes: &P) -> Vec<Key> {
    let mut keys = Vec::new();
    for index in 0..changes.length() {
        keys.extend(changes.at(index).as_ref().and_then(key_of));
    }
    keys
}

fn key_of<P: Payload>(change: &P) -> Option<Key> {
    Some((kind_of(change)?, change.text_at("name")?))
}
