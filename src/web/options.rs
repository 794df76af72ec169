//! The options of `new WebMCP(options)`, as `src/js/options.js` has read and checked them: there it takes half of the code.

use js_sys::{Array, Function, Object};
use wasm_bindgen::prelude::*;

use super::js;

#[wasm_bindgen(module = "/src/js/options.js")]
extern "C" {
    #[wasm_bindgen(js_name = readOptions, catch)]
    fn read_options(given: &JsValue) -> Result<Array, JsValue>;
    /// Permission flags as a list: a flag, then whether it is set.
    #[wasm_bindgen(catch)]
    pub fn flags(method: &str, given: &JsValue) -> Result<Array, JsValue>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Log {
    Silent,
    Error,
    Warn,
    Info,
    Debug,
}

pub struct Options {
    pub widget: WidgetPlace,
    pub log: Log,
    pub model_context: ModelContextUse,
    /// Whether agents may create tools: true, false, a function that is asked, or `undefined` (on loopback pages only).
    pub dynamic_tools: JsValue,
    /// Milliseconds; infinite for never.
    pub inactivity_timeout: f64,
    pub validate: bool,
    /// As [`flags`] gives them.
    pub permissions: Array,
    pub confirm: Option<Function>,
    /// Milliseconds after which a relay is told that the tool is still running.
    pub call_timeout: f64,
    pub prompts_as_tools: bool,
    pub on_sampling: Option<Function>,
    /// Names of abilities on the page that agents get as tools.
    pub page_tools: JsValue,
    pub look: WidgetOptions,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WidgetPlace {
    None,
    Corner,
    /// In an element of the page's.
    Inside,
}

#[derive(Clone)]
pub struct WidgetOptions {
    /// `color`, `position`, `size`, `padding`, and a `container` to draw into; without one the widget floats above the page.
    pub look: Object,
    pub language: Option<String>,
    /// The page's own texts: a key, then its text.
    pub labels: JsValue,
}

/// What `modelContext` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelContextUse {
    /// Use the browser's.
    Auto,
    /// And fill one in where there is none.
    Polyfill,
    Off,
}

impl Options {
    /// Reads every option before anything is made of them. `Err` is what the constructor throws.
    pub fn read(given: &JsValue) -> Result<Self, JsValue> {
        let read = read_options(given)?;
        let number = |index| JsValue::as_f64(&read.get(index)).unwrap_or_default();
        let on = |index| read.get(index).is_truthy();
        Ok(Options {
            widget: match number(0) as u8 {
                0 => WidgetPlace::None,
                1 => WidgetPlace::Corner,
                _ => WidgetPlace::Inside,
            },
            log: match number(1) as u8 {
                0 => Log::Silent,
                1 => Log::Error,
                2 => Log::Warn,
                3 => Log::Info,
                _ => Log::Debug,
            },
            model_context: match number(2) as u8 {
                0 => ModelContextUse::Auto,
                1 => ModelContextUse::Polyfill,
                _ => ModelContextUse::Off,
            },
            dynamic_tools: read.get(3),
            inactivity_timeout: number(4),
            validate: on(5),
            permissions: read.get(6).unchecked_into(),
            confirm: js::function(&read.get(7)),
            call_timeout: number(8),
            prompts_as_tools: on(9),
            on_sampling: js::function(&read.get(10)),
            page_tools: read.get(11),
            look: WidgetOptions {
                look: read.get(12).unchecked_into(),
                language: read.get(13).as_string().filter(|language| !language.is_empty()),
                labels: read.get(14),
            },
        })
    }
}
