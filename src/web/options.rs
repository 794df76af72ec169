//! The options of `new WebMCP(options)`.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::js;
use crate::error::Error;
use crate::payload::{Payload, Shape};

const METHOD: &str = "new WebMCP";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Log {
    Silent,
    Error,
    Warn,
    Info,
    Debug,
}

pub struct Options {
    pub color: String,
    pub position: String,
    pub size: String,
    pub padding: String,
    /// Milliseconds; infinite for never.
    pub inactivity_timeout: f64,
    pub widget: WidgetPlace,
    pub language: Option<String>,
    /// Texts of the widget that the page replaces, by key.
    pub labels: Vec<(String, String)>,
    pub log: Log,
    pub validate: bool,
    pub permissions: Vec<(String, bool)>,
    pub confirm: Option<Function>,
    /// Milliseconds after which a relay is told that the tool is still running.
    pub call_timeout: f64,
    pub prompts_as_tools: bool,
    pub dynamic_tools: Dynamic,
    pub model_context: ModelContextUse,
    pub on_sampling: Option<Function>,
    /// Names of abilities on the page that agents get as tools.
    pub page_tools: JsValue,
}

pub enum WidgetPlace {
    Corner,
    None,
    In(web_sys::Element),
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

/// Whether agents may create tools.
pub enum Dynamic {
    /// On loopback pages only.
    Unset,
    Set(bool),
    Ask(Function),
}

/// Reads options one by one. `Err` is what the constructor throws.
struct Reader<'a>(&'a JsValue);

impl Reader<'_> {
    #[inline(never)]
    fn read(&self, key: &str) -> Result<JsValue, JsValue> {
        if self.0.is_object() { js_sys::Reflect::get(self.0, &JsValue::from_str(key)) } else { Ok(JsValue::UNDEFINED) }
    }

    #[inline(never)]
    fn text(&self, key: &'static str, default: &str) -> Result<String, JsValue> {
        let value = self.read(key)?;
        if value.is_undefined() || value.is_null() {
            return Ok(default.into());
        }
        value.as_string().ok_or_else(|| wrong(key, "must be a string"))
    }

    #[inline(never)]
    fn switch(&self, key: &'static str, default: bool) -> Result<bool, JsValue> {
        let value = self.read(key)?;
        if value.is_undefined() {
            return Ok(default);
        }
        JsValue::as_bool(&value).ok_or_else(|| wrong(key, "must be true or false"))
    }

    #[inline(never)]
    fn callback(&self, key: &'static str) -> Result<Option<Function>, JsValue> {
        let value = self.read(key)?;
        match js::function(&value) {
            None if !value.is_undefined() && !value.is_null() => Err(wrong(key, "must be a function")),
            function => Ok(function),
        }
    }

    /// `0` is never.
    #[inline(never)]
    fn milliseconds(&self, key: &'static str, default: f64) -> Result<f64, JsValue> {
        let value = self.read(key)?;
        if value.is_undefined() {
            return Ok(default);
        }
        match JsValue::as_f64(&value) {
            Some(0.0) => Ok(f64::INFINITY),
            Some(number) if number > 0.0 => Ok(number),
            _ => Err(wrong(key, "must be a number of milliseconds, or 0 for never")),
        }
    }

    /// The place of a text in a list of words.
    #[inline(never)]
    fn word(&self, key: &'static str, words: &[&str]) -> Result<Option<usize>, JsValue> {
        let text = self.text(key, "")?;
        Ok(words.iter().position(|word| *word == text))
    }
}

fn wrong(key: &str, problem: &str) -> JsValue {
    js::type_error(METHOD, key, problem)
}

impl Options {
    /// Reads every option before anything is made of them: a getter is page code. `Err` is what the constructor throws.
    pub fn read(given: &JsValue) -> Result<Self, JsValue> {
        if !given.is_null() && !given.is_undefined() && !given.is_object() {
            return Err(wrong("options", "must be an object"));
        }
        let reader = Reader(given);
        let widget = reader.read("widget")?;
        let widget = match JsValue::as_bool(&widget) {
            Some(false) => WidgetPlace::None,
            Some(true) => WidgetPlace::Corner,
            None if widget.is_undefined() => WidgetPlace::Corner,
            None => match widget.dyn_into::<web_sys::Element>() {
                Ok(element) => WidgetPlace::In(element),
                Err(_) => return Err(wrong("widget", "must be true, false or an element")),
            },
        };
        const CORNERS: [&str; 4] = ["bottom-right", "bottom-left", "top-right", "top-left"];
        // As upstream: a corner it does not know is the bottom right one.
        let corner = reader.word("position", &CORNERS)?.unwrap_or(0);
        let log = match reader.word("log", &["", "silent", "error", "warn", "info", "debug"])? {
            Some(0 | 3) => Log::Warn,
            Some(1) => Log::Silent,
            Some(2) => Log::Error,
            Some(4) => Log::Info,
            Some(_) => Log::Debug,
            None => return Err(wrong("log", "must be one of \"silent\", \"error\", \"warn\", \"info\", \"debug\"")),
        };
        let model_context = match reader.word("modelContext", &["", "auto", "polyfill", "off"])? {
            Some(0 | 1) => ModelContextUse::Auto,
            Some(2) => ModelContextUse::Polyfill,
            Some(_) => ModelContextUse::Off,
            None => return Err(wrong("modelContext", "must be one of \"auto\", \"polyfill\", \"off\"")),
        };
        let dynamic = reader.read("dynamicTools")?;
        let dynamic_tools = match (JsValue::as_bool(&dynamic), js::function(&dynamic)) {
            (Some(allowed), _) => Dynamic::Set(allowed),
            (None, Some(ask)) => Dynamic::Ask(ask),
            _ if dynamic.is_undefined() => Dynamic::Unset,
            _ => return Err(wrong("dynamicTools", "must be true, false or a function")),
        };
        Ok(Options {
            color: reader.text("color", "#007bff")?,
            position: CORNERS[corner].into(),
            size: reader.text("size", "30px")?,
            padding: reader.text("padding", "20px")?,
            inactivity_timeout: reader.milliseconds("inactivityTimeout", 300_000.0)?,
            widget,
            language: Some(reader.text("language", "")?).filter(|language| !language.is_empty()),
            labels: texts(METHOD, "labels", &reader.read("labels")?)?,
            log,
            validate: reader.switch("validate", true)?,
            permissions: flags(METHOD, &reader.read("permissions")?)?,
            confirm: reader.callback("confirm")?,
            call_timeout: reader.milliseconds("callTimeout", 28_000.0)?,
            prompts_as_tools: reader.switch("promptsAsTools", false)?,
            dynamic_tools,
            model_context,
            on_sampling: reader.callback("onSampling")?,
            page_tools: reader.read("pageTools")?,
        })
    }
}

/// Permission flags: an object of booleans.
pub fn flags(method: &'static str, given: &JsValue) -> Result<Vec<(String, bool)>, JsValue> {
    if given.is_undefined() || given.is_null() {
        return Ok(Vec::new());
    }
    if given.shape() != Shape::Object {
        return Err(js::type_error(method, "permissions", "must be an object of booleans, such as {modifyDOM: true}"));
    }
    let mut flags = Vec::new();
    for flag in js::own_names(given)? {
        let on = js_sys::Reflect::get(given, &JsValue::from_str(&flag))?;
        match JsValue::as_bool(&on) {
            Some(on) => flags.push((flag, on)),
            None => return Err(js::throwable(&Error::argument(method, &["permissions.", &flag].concat(), "must be true or false"))),
        }
    }
    Ok(flags)
}

/// An object of strings.
fn texts(method: &'static str, parameter: &'static str, given: &JsValue) -> Result<Vec<(String, String)>, JsValue> {
    if given.is_undefined() || given.is_null() {
        return Ok(Vec::new());
    }
    if given.shape() != Shape::Object {
        return Err(js::type_error(method, parameter, "must be an object of strings"));
    }
    let mut texts = Vec::new();
    for key in js::own_names(given)? {
        match js_sys::Reflect::get(given, &JsValue::from_str(&key))?.as_string() {
            Some(text) => texts.push((key, text)),
            None => return Err(js::throwable(&Error::argument(method, &[parameter, ".", &key].concat(), "must be a string"))),
        }
    }
    Ok(texts)
}
