//! What the person in front of the page sees: a badge, its panel, and the questions that agents ask.
//!
//! The widget is told what is (`view.rs`) and answers with intents; it decides nothing. Everything lives in one open shadow root, and one
//! listener there hears it all. Focus, `remove` and `act` run code of the page, so no borrow is alive around them.

mod asks;
mod calls;
mod colour;
mod css;
mod dom;
mod events;
mod lists;
mod markup;
mod panel;
mod sampling;

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen::prelude::*;

use self::asks::Asks;
use self::dom::{El, Timer};
use self::lists::Lists;
use self::sampling::Playing;
use crate::labels::{Labels, right_to_left};
use crate::view::{CallView, Intent, ItemView, Problem, Status};

pub struct WidgetOptions {
    pub color: String,
    pub position: String,
    pub size: String,
    pub padding: String,
    /// Where to draw; without one the widget floats above the page.
    pub container: Option<JsValue>,
    pub language: Option<String>,
    /// The page's own texts, by key.
    pub labels: Vec<(String, String)>,
}

/// Dropped, nothing of it stays: no element, listener or timer.
pub struct Widget(Rc<Inner>);

struct Inner {
    options: WidgetOptions,
    labels: Labels,
    act: Rc<dyn Fn(Intent)>,
    /// Without a badge the frame is there only while a question is.
    badge: bool,
    frame: RefCell<Option<Frame>>,
    open: Cell<bool>,
    status: Cell<Status>,
    /// The server and the channel, for the panel.
    place: RefCell<String>,
    problem: RefCell<Option<Problem>>,
    lists: RefCell<Lists>,
    /// Newest first.
    calls: RefCell<Vec<CallView>>,
    asks: RefCell<Asks>,
    tick: RefCell<Option<Timer>>,
    sound: RefCell<Option<Playing>>,
}

/// The elements, and the closure that hears them.
struct Frame {
    host: El,
    shadow: El,
    root: El,
    hear: Closure<dyn FnMut(El)>,
}

impl Widget {
    /// Draws the widget. The page has a `<body>` by now.
    pub fn mount(options: WidgetOptions, act: Rc<dyn Fn(Intent)>) -> Result<Widget, JsValue> {
        let widget = Widget::new(options, act, true);
        widget.0.frame()?;
        widget.0.paint();
        Ok(widget)
    }

    /// No badge and no panel: only the questions, while there are any.
    pub fn dialogs_only(options: WidgetOptions, act: Rc<dyn Fn(Intent)>) -> Widget {
        Widget::new(options, act, false)
    }

    fn new(options: WidgetOptions, act: Rc<dyn Fn(Intent)>, badge: bool) -> Widget {
        let page = dom::document().and_then(|document| document.get("documentElement"));
        let page = page.map(|root| root.text_of("lang")).unwrap_or_default();
        let languages = js_sys::global().unchecked_into::<El>().get("navigator").and_then(|navigator| navigator.get("languages"));
        let languages = languages.map(|list| js_sys::Array::from(&list).iter().filter_map(|each| each.as_string()).collect());
        let mut options = options;
        let own = std::mem::take(&mut options.labels);
        Widget(Rc::new(Inner {
            labels: Labels::new(options.language.as_deref(), &page, &languages.unwrap_or_else(Vec::new), own),
            options,
            act,
            badge,
            frame: RefCell::new(None),
            open: Cell::new(false),
            status: Cell::new(Status::Disconnected),
            place: RefCell::default(),
            problem: RefCell::default(),
            lists: RefCell::default(),
            calls: RefCell::default(),
            asks: RefCell::default(),
            tick: RefCell::default(),
            sound: RefCell::default(),
        }))
    }

    pub fn set_status(&self, status: Status, server: Option<&str>, channel: Option<&str>, problem: Option<&Problem>) {
        self.0.set_status(status, server, channel, problem);
    }

    /// Whether the panel is, so that its lists can be seen.
    pub fn is_open(&self) -> bool {
        self.0.open.get()
    }

    /// All items there are, in their order.
    pub fn set_items(&self, items: Vec<ItemView>) {
        self.0.set_items(items);
    }

    pub fn call_started(&self, call: &CallView) {
        self.0.set_call(call);
    }

    pub fn call_ended(&self, call: &CallView) {
        self.0.set_call(call);
    }

    /// Asks whether a tool may run. `by` is who asks: a key of the label tables or a text; empty, it is not shown.
    pub fn confirm(&self, id: u64, tool: &str, description: &str, args_json: &str, by: &str, seconds: u32) {
        // Without a document there is nobody to ask; the driver's deadline answers.
        let _ = self.0.confirm(id, tool, description, args_json, by, seconds);
    }

    pub fn confirm_over(&self, id: u64) {
        self.0.ask_over("confirms", id);
    }

    /// Shows a `createSamplingMessage` request.
    pub fn sample(&self, id: u64, request: &JsValue) {
        let _ = self.0.sample(id, request);
    }

    pub fn sample_over(&self, id: u64) {
        self.0.ask_over("samples", id);
    }

    /// Offers a text that the browser would not let the page copy without a click.
    pub fn offer_copy(&self, id: u64, text: &str) {
        let _ = self.0.offer_copy(id, text);
    }
}

impl Inner {
    /// The shadow root's content, drawn when first needed.
    fn frame(self: &Rc<Self>) -> Result<El, JsValue> {
        if let Some(root) = self.root() {
            return Ok(root);
        }
        let host = dom::element("div").ok_or(JsValue::UNDEFINED)?;
        host.attr("data-webmcp-widget", "true");
        let shadow = dom::shadow_of(&host, css::CSS)?;
        let root = dom::build(markup::FRAME, &self.labels, &shadow)?;
        let language = self.options.language.as_deref().unwrap_or(self.labels.language());
        root.attr("lang", language);
        // Always said: of all that a page can pass on, the direction alone is not reset by `all`.
        root.attr("dir", if right_to_left(language) { "rtl" } else { "ltr" });
        if self.badge {
            dom::build(markup::PANEL, &self.labels, &root.find(".webmcp-content").ok_or(JsValue::UNDEFINED)?)?;
        } else {
            root.show(".badge", false);
        }
        root.find(".webmcp-content").inspect(|panel| panel.style().set_property("display", "none"));

        let weak = Rc::downgrade(self);
        let hear = Closure::<dyn FnMut(El)>::new(move |event| {
            if let Some(inner) = Weak::upgrade(&weak) {
                inner.hear(&event);
            }
        });
        let frame = Frame { host, shadow, root: root.clone(), hear };
        frame.listen(true);
        let host = frame.host.clone();
        *self.frame.borrow_mut() = Some(frame);
        self.place(&host)?;
        self.style(&host, &root);
        Ok(root)
    }

    /// Puts the host into the page: into its container, or above everything where the browser has a top layer.
    fn place(&self, host: &El) -> Result<(), JsValue> {
        if let (Some(container), true) = (&self.options.container, self.badge) {
            return container.unchecked_ref::<El>().append(host);
        }
        let corners = ["bottom-left", "top-right", "top-left"];
        let corner = corners.into_iter().find(|corner| *corner == self.options.position).unwrap_or("bottom-right");
        host.attr("data-at", corner);
        host.attr("popover", "manual");
        dom::home().ok_or(JsValue::UNDEFINED)?.append(host)?;
        // Without a top layer the stylesheet's z-index has to do.
        let _ = host.show_popover();
        Ok(())
    }

    /// A clone: nothing is borrowed when it is used.
    fn root(&self) -> Option<El> {
        self.frame.borrow().as_ref().map(|frame| frame.root.clone())
    }

    /// What the widget hangs in.
    fn parent(&self) -> Option<El> {
        let host = self.frame.borrow().as_ref().map(|frame| frame.host.clone());
        host.and_then(|host| host.get("parentNode"))
    }

    /// The focused element inside the widget.
    fn focused(&self) -> Option<El> {
        let shadow = self.frame.borrow().as_ref().map(|frame| frame.shadow.clone());
        shadow.and_then(|shadow| shadow.get("activeElement"))
    }

    fn act(&self, intent: Intent) {
        (self.act)(intent);
    }

    /// Tells those who listen instead of looking.
    fn say(&self, text: &str) {
        if let Some(root) = self.root() {
            root.put(".live", text);
        }
    }

    /// Ends what would happen later.
    fn rest(&self) {
        self.tick.take();
        self.sound.take();
        self.lists.take();
    }

    fn take_down(&self) {
        let frame = self.frame.borrow_mut().take();
        if let Some(frame) = frame {
            frame.listen(false);
            frame.host.remove();
        }
    }
}

impl Frame {
    fn listen(&self, on: bool) {
        let hear = self.hear.as_ref().unchecked_ref();
        let inside =
            ["click", "keydown", "keyup", "keypress", "paste", "input", "cancel"].map(|kind| (Some(self.shadow.clone()), kind, true));
        // The page's own dialogs and full screen rise above the widget, and its keyboard reaches a waiting question.
        let outside = [("toggle", true), ("fullscreenchange", true), ("keydown", false)];
        let outside = outside.map(|(kind, capture)| (dom::document(), kind, capture));
        for (target, kind, capture) in inside.into_iter().chain(outside) {
            match target {
                Some(target) if on => target.listen(kind, hear, capture),
                Some(target) => target.unlisten(kind, hear, capture),
                None => {}
            }
        }
    }
}

// On the outer type: a task that still decodes an image holds the inner one a moment longer.
impl Drop for Widget {
    fn drop(&mut self) {
        self.0.take_down();
        self.0.rest();
    }
}
