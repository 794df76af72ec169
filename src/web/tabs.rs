//! The other tabs of the site, through locks and a channel (`src/js/tabs.js`).

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/js/tabs.js")]
extern "C" {
    type Group;

    #[wasm_bindgen(static_method_of = Group, catch)]
    fn open(tell: &Tell) -> Result<Option<Group>, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn join(this: &Group, id: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    fn queue(this: &Group);
    #[wasm_bindgen(method)]
    fn steal(this: &Group);
    #[wasm_bindgen(method)]
    fn watch(this: &Group, id: &str);
    #[wasm_bindgen(method)]
    fn leave(this: &Group);
    #[wasm_bindgen(method, catch)]
    fn say(this: &Group, message: &JsValue) -> Result<(), JsValue>;
}

type Tell = Closure<dyn Fn(u8, JsValue)>;

/// What happens among the tabs.
pub enum TabEvent {
    /// This tab's own lock is held: it lives, for all to see.
    Joined,
    Impossible,
    /// The connection's lock is held, or another tab has taken it.
    Held,
    Lost,
    /// A watched tab lives no more.
    Gone(String),
    Heard(JsValue),
}

/// This tab among the others. Dropped, it leaves them.
pub struct TabGroup {
    group: Group,
    _tell: Tell,
}

impl TabGroup {
    /// `None` where the browser cannot do it.
    pub fn open(on: impl Fn(TabEvent) + 'static) -> Option<Self> {
        let tell = Tell::new(move |what: u8, value: JsValue| {
            on(match what {
                0 => TabEvent::Joined,
                1 => TabEvent::Impossible,
                2 => TabEvent::Held,
                3 => TabEvent::Lost,
                4 => TabEvent::Gone(value.as_string().unwrap_or_default()),
                _ => TabEvent::Heard(value),
            });
        });
        Some(TabGroup { group: Group::open(&tell).ok()??, _tell: tell })
    }

    /// Opens the channel, and takes the lock of this name; `false` where the browser refuses.
    pub fn join(&self, id: &str) -> bool {
        self.group.join(id).is_ok()
    }

    /// Waits for the connection's lock.
    pub fn queue(&self) {
        self.group.queue();
    }

    pub fn steal(&self) {
        self.group.steal();
    }

    pub fn watch(&self, id: &str) {
        self.group.watch(id);
    }

    pub fn leave(&self) {
        self.group.leave();
    }

    pub fn say(&self, message: &JsValue) -> bool {
        self.group.say(message).is_ok()
    }
}

impl Drop for TabGroup {
    fn drop(&mut self) {
        self.group.leave();
    }
}
