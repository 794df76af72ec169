//! What the person in front of the page sees: a badge, its panel, and the questions that agents ask. `src/js/widget.js` draws it; it is told
//! what is (`view.rs`) and answers with intents. Focus, `remove` and `act` run code of the page, so no
//! borrow is alive around them; what that throws is the page's own, and stops nothing here.

mod css;

use std::rc::Rc;

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::js;
pub use super::options::WidgetOptions;
use crate::labels::{Labels, right_to_left};
use crate::payload::Payload;
use crate::view::{CallView, Intent, ItemView, Kind, Problem, Status};

#[wasm_bindgen(module = "/src/js/widget.js")]
extern "C" {
    type WidgetView;

    #[wasm_bindgen(constructor, catch)]
    fn new(options: &JsValue, table: &str, own: &JsValue, css: &str, act: &Act) -> Result<WidgetView, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn open(this: &WidgetView) -> bool;
    #[wasm_bindgen(method, catch)]
    fn close(this: &WidgetView) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn status(
        this: &WidgetView,
        status: &str,
        server: Option<&str>,
        channel: Option<&str>,
        code: Option<&str>,
        detail: &str,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn items(this: &WidgetView, items: &JsValue) -> Result<(), JsValue>;
    /// Does not throw: there is one with each call.
    #[wasm_bindgen(method)]
    fn call(this: &WidgetView, id: f64, tool: &str, started_at: f64, outcome: i32, ms: f64);
    #[wasm_bindgen(method, catch)]
    fn confirm(this: &WidgetView, id: f64, tool: &str, about: &str, args: &str, by: &str, seconds: u32) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn copy(this: &WidgetView, id: f64, text: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn sample(this: &WidgetView, id: f64, request: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn over(this: &WidgetView, confirm: bool, id: f64) -> Result<(), JsValue>;
}

#[wasm_bindgen(module = "/src/js/widget/texts.js")]
extern "C" {
    /// The page's language, then the browser's.
    fn languages() -> Vec<JsValue>;
}

type Act = Closure<dyn Fn(u8, JsValue)>;

/// Dropped, nothing of it stays: no element, listener or timer.
pub struct Widget {
    view: WidgetView,
    _act: Act,
}

impl Widget {
    /// Draws the widget. The page has a `<body>` by now.
    pub fn mount(options: WidgetOptions, act: Rc<dyn Fn(Intent)>) -> Result<Widget, JsValue> {
        Widget::new(options, act, true)
    }

    /// No badge and no panel: only the questions, while there are any.
    pub fn dialogs_only(options: WidgetOptions, act: Rc<dyn Fn(Intent)>) -> Result<Widget, JsValue> {
        Widget::new(options, act, false)
    }

    fn new(options: WidgetOptions, act: Rc<dyn Fn(Intent)>, badge: bool) -> Result<Widget, JsValue> {
        let mut own = Vec::new();
        for language in languages() {
            own.push(language.as_string().unwrap_or_default());
        }
        let labels = Labels::new(options.language.as_deref(), &own);
        let language = options.language.as_deref().unwrap_or(labels.language());
        let given = Object::assign(&Object::new(), &options.look);
        js::set(&given, "language", &JsValue::from_str(language));
        js::set(&given, "direction", &JsValue::from_str(if right_to_left(language) { "rtl" } else { "ltr" }));
        js::set(&given, "badge", &badge.into());
        let act = Act::new(move |what: u8, value: JsValue| {
            if let Some(intent) = intent(what, &value) {
                act(intent);
            }
        });
        Ok(Widget { view: WidgetView::new(&given, labels.table(), &options.labels, css::CSS, &act)?, _act: act })
    }

    pub fn set_status(&self, status: Status, server: Option<&str>, channel: Option<&str>, problem: Option<&Problem>) {
        let (code, detail) = (problem.map(|problem| problem.code), problem.map_or("", |problem| &problem.detail));
        let _ = self.view.status(status.as_str(), server, channel, code, detail);
    }

    /// Whether the panel is, so that its lists can be seen.
    pub fn is_open(&self) -> bool {
        self.view.open()
    }

    /// All items there are, in their order.
    pub fn set_items(&self, items: Vec<ItemView>) {
        let text = |text: &str| JsValue::from_str(text);
        let rows = Array::new();
        for item in items {
            let title = item.title.as_deref().map_or(JsValue::UNDEFINED, text);
            let row = vec![
                f64::from(item.kind as u8).into(),
                text(&item.name),
                title,
                text(&item.description),
                text(item.source),
                item.on.into(),
            ];
            rows.push(&Payload::array(row));
        }
        let _ = self.view.items(&rows);
    }

    /// A call takes time, or has ended.
    pub fn set_call(&self, call: &CallView) {
        let (outcome, ms) = call.ended.map_or((-1, 0.0), |(outcome, ms)| (outcome as i32, ms));
        self.view.call(call.id as f64, call.tool, call.started_at, outcome, ms);
    }

    /// Asks whether a tool may run. `by` is who asks: a key of the label tables or a text; empty, it is not shown.
    pub fn confirm(&self, id: u64, tool: &str, description: &str, args_json: &str, by: &str, seconds: u32) {
        // Without a document there is nobody to ask; the driver's deadline answers.
        let _ = self.view.confirm(id as f64, tool, description, args_json, by, seconds);
    }

    pub fn confirm_over(&self, id: u64) {
        let _ = self.view.over(true, id as f64);
    }

    /// Shows a `createSamplingMessage` request.
    pub fn sample(&self, id: u64, request: &JsValue) {
        let _ = self.view.sample(id as f64, request);
    }

    pub fn sample_over(&self, id: u64) {
        let _ = self.view.over(false, id as f64);
    }

    /// Offers a text that the browser would not let the page copy without a click.
    pub fn offer_copy(&self, id: u64, text: &str) {
        let _ = self.view.copy(id as f64, text);
    }
}

/// What the person did: the numbers of `src/js/widget/intents.js`.
fn intent(what: u8, value: &JsValue) -> Option<Intent> {
    let at = |index| Payload::at(value, index);
    let number = |value: &JsValue| value.as_f64().unwrap_or_default() as u64;
    let id = || number(value);
    Some(match what {
        0 => Intent::Connect(value.as_string()?),
        1 => Intent::Disconnect,
        2 => {
            let kind = *[Kind::Tool, Kind::Prompt, Kind::Resource].get(number(&at(0)?) as usize)?;
            Intent::Switch { kind, name: at(1)?.as_string()?, on: at(2)?.is_truthy() }
        }
        3 => Intent::StopCall(id()),
        4 | 5 => Intent::Confirm { id: id(), allow: what == 4 },
        6 => Intent::Sample { id: number(&at(0)?), answer: at(1).and_then(|answer| answer.as_string()) },
        7 | 8 => Intent::Copied { id: id(), ok: what == 7 },
        9 => Intent::Opened,
        _ => Intent::Closed,
    })
}

impl Drop for Widget {
    fn drop(&mut self) {
        let _ = self.view.close();
    }
}
