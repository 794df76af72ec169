//! Tools, prompts and resources by name, with their owner. Keeps order, settles duplicates, never calls a handler.

use std::rc::Rc;

use crate::error::Error;
use crate::map::Map;
use crate::payload::Payload;
use crate::relay::{Kind, object};
use crate::schema::Schema;
use crate::template::Template;

/// Who registered an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Page,
    Agent,
    Form,
    Native,
}

impl Source {
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Page => "page",
            Source::Agent => "agent",
            Source::Form => "form",
            Source::Native => "native",
        }
    }

    pub fn owner(self) -> &'static str {
        match self {
            Source::Page => "the page",
            Source::Agent => "an agent's tool",
            Source::Form => "a form",
            Source::Native => "the browser's model context",
        }
    }
}

/// What makes the kinds differ.
pub enum Detail<P: Payload> {
    Tool {
        /// Normalised; its `type` is `"object"`.
        input: P,
        checks: Schema<P>,
        output: Option<P>,
        annotations: Option<P>,
    },
    Prompt {
        /// An array of `{name, description?, required?}`.
        arguments: P,
    },
    Resource {
        address: Address,
        mime: Option<String>,
    },
}

pub enum Address {
    Uri(String),
    Template(String, Template),
}

/// What must hold before a tool runs.
#[derive(Default, Clone)]
pub struct Rules {
    pub permissions: Vec<String>,
    pub confirm: bool,
    /// The tool stands for a prompt of the page: what it gives are messages.
    pub prompt: bool,
    /// It came by a door of the browser's agent: called through one, it runs as a browser would run it, unchecked and unasked.
    pub plain: bool,
    /// Milliseconds; the default is [`crate::runs::TOOL_TIMEOUT`].
    pub timeout: Option<f64>,
}

pub struct Entry<P: Payload, H> {
    /// Tells one registration of a name from the next.
    pub id: u64,
    pub name: String,
    /// The name and the description as text values: they only pass through.
    pub label: P,
    pub description: P,
    pub title: Option<String>,
    pub source: Source,
    pub detail: Detail<P>,
    pub rules: Rules,
    pub handler: H,
}

impl<P: Payload, H> Entry<P, H> {
    pub fn kind(&self) -> Kind {
        match self.detail {
            Detail::Tool { .. } => Kind::Tool,
            Detail::Prompt { .. } => Kind::Prompt,
            Detail::Resource { .. } => Kind::Resource,
        }
    }

    /// The item as a relay is told of it, under the given name.
    pub fn descriptor(&self, name: &str) -> P {
        let name = if name == self.name { self.label.clone() } else { P::text(name) };
        let (name, description) = (Some(name), Some(self.description.clone()));
        match &self.detail {
            Detail::Tool { input, .. } => object("name description inputSchema", [name, description, Some(input.clone())]),
            Detail::Prompt { arguments } => object("name description arguments", [name, description, Some(arguments.clone())]),
            Detail::Resource { address, mime } => {
                let (keys, uri, template) = match address {
                    Address::Uri(uri) => ("name description uri isTemplate mimeType", uri, false),
                    Address::Template(uri, _) => ("name description uriTemplate isTemplate mimeType", uri, true),
                };
                object(keys, [name, description, Some(P::text(uri)), Some(P::boolean(template)), mime.as_deref().map(P::text)])
            }
        }
    }
}

pub struct Registry<P: Payload, H> {
    next: u64,
    /// By order of (first) registration.
    entries: Map<u64, Rc<Entry<P, H>>>,
    places: Map<(Kind, String), u64>,
    /// Switched off for relays, by the user or an agent, until the page is loaded again.
    off: Vec<(Kind, String)>,
}

impl<P: Payload, H> Default for Registry<P, H> {
    fn default() -> Self {
        Registry { next: 0, entries: Map::default(), places: Map::default(), off: Vec::new() }
    }
}

impl<P: Payload, H> Registry<P, H> {
    /// Takes an entry in, and gives its id. The same owner's name is replaced and keeps its place; another owner's is refused.
    pub fn register(&mut self, mut entry: Entry<P, H>) -> Result<u64, Error> {
        let key = (entry.kind(), entry.name.clone());
        self.next += 1;
        entry.id = self.next;
        let place = match self.places.get(&key) {
            Some(place) => {
                if let Some(held) = self.entries.get(place).filter(|held| held.source != entry.source) {
                    return Err(Error::Held { kind: key.0.as_str(), name: key.1, by: held.source.owner() });
                }
                *place
            }
            None => self.next,
        };
        self.places.insert(key, place);
        self.entries.insert(place, Rc::new(entry));
        Ok(self.next)
    }

    pub fn remove(&mut self, kind: Kind, name: &str) -> Option<Rc<Entry<P, H>>> {
        let place = self.places.remove(&(kind, name.to_string()))?;
        self.entries.remove(&place)
    }

    pub fn get(&self, kind: Kind, name: &str) -> Option<Rc<Entry<P, H>>> {
        self.entries.get(self.places.get(&(kind, name.to_string()))?).cloned()
    }

    /// The resource behind a URI, with its template's variables: an exact address before a template, then the older one.
    pub fn resource(&self, uri: &str) -> Option<Found<P, H>> {
        let mut templated = None;
        for entry in self.entries.values() {
            let Detail::Resource { address, .. } = &entry.detail else { continue };
            match address {
                Address::Uri(own) if own == uri => return Some((entry.clone(), Vec::new())),
                Address::Template(_, template) if templated.is_none() => {
                    templated = template.matches(uri).map(|variables| (entry.clone(), variables));
                }
                _ => {}
            }
        }
        templated
    }

    pub fn entries(&self) -> impl Iterator<Item = &Rc<Entry<P, H>>> {
        self.entries.values()
    }

    pub fn is_on(&self, kind: Kind, name: &str) -> bool {
        !self.off.iter().any(|(off, own)| *off == kind && own == name)
    }

    pub fn switch(&mut self, kind: Kind, name: &str, on: bool) {
        self.off.retain(|(off, own)| *off != kind || own != name);
        if !on {
            self.off.push((kind, name.into()));
        }
    }
}

/// A resource and the variables of its template.
pub type Found<P, H> = (Rc<Entry<P, H>>, Vec<(String, String)>);
