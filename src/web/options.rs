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
    pub on_sampling: Option<Function>,
}

pub enum WidgetPlace {
    Corner,
    None,
    In(web_sys::Element),
}

/// Whether agents may create tools.
pub enum Dynamic {
    /// On loopback pages only.
    Unset,
    Set(bool),
    Ask(Function),
}

impl Options {
    /// Reads every option before anything is made of them: a getter is page code. `Err` is what the constructor throws.
    pub fn read(given: &JsValue) -> Result<Self, JsValue> {
        let nothing = given.is_null() || given.is_undefined();
        if !nothing && !given.is_object() {
            return Err(js::type_error(METHOD, "options", "must be an object"));
        }
        let read = |key: &str| -> Result<JsValue, JsValue> {
            if nothing { Ok(JsValue::UNDEFINED) } else { js_sys::Reflect::get(given, &JsValue::from_str(key)) }
        };
        let text = |key: &'static str, default: &str| -> Result<String, JsValue> {
            let value = read(key)?;
            if value.is_undefined() || value.is_null() {
                return Ok(default.into());
            }
            value.as_string().ok_or_else(|| js::type_error(METHOD, key, "must be a string"))
        };
        let switch = |key: &'static str, default: bool| -> Result<bool, JsValue> {
            let value = read(key)?;
            if value.is_undefined() {
                return Ok(default);
            }
            JsValue::as_bool(&value).ok_or_else(|| js::type_error(METHOD, key, "must be true or false"))
        };
        let callback = |key: &'static str| -> Result<Option<Function>, JsValue> {
            let value = read(key)?;
            match js::function(&value) {
                None if !value.is_undefined() && !value.is_null() => Err(js::type_error(METHOD, key, "must be a function")),
                function => Ok(function),
            }
        };
        let milliseconds = |key: &'static str, default: f64, never: bool| -> Result<f64, JsValue> {
            let value = read(key)?;
            if value.is_undefined() {
                return Ok(default);
            }
            match JsValue::as_f64(&value) {
                Some(0.0) if never => Ok(f64::INFINITY),
                Some(number) if number > 0.0 => Ok(number),
                _ => Err(js::type_error(METHOD, key, "must be a positive number of milliseconds")),
            }
        };
        let widget = read("widget")?;
        let widget = match JsValue::as_bool(&widget) {
            Some(false) => WidgetPlace::None,
            Some(true) => WidgetPlace::Corner,
            None if widget.is_undefined() => WidgetPlace::Corner,
            None => match widget.dyn_into::<web_sys::Element>() {
                Ok(element) => WidgetPlace::In(element),
                Err(_) => return Err(js::type_error(METHOD, "widget", "must be true, false or an element")),
            },
        };
        let position = text("position", "bottom-right")?;
        let corners = ["bottom-right", "bottom-left", "top-right", "top-left"];
        let log = match text("log", "warn")?.as_str() {
            "silent" => Log::Silent,
            "error" => Log::Error,
            "warn" => Log::Warn,
            "info" => Log::Info,
            "debug" => Log::Debug,
            _ => return Err(js::type_error(METHOD, "log", "must be one of \"silent\", \"error\", \"warn\", \"info\", \"debug\"")),
        };
        let dynamic = read("dynamicTools")?;
        let dynamic_tools = match (JsValue::as_bool(&dynamic), js::function(&dynamic)) {
            (Some(allowed), _) => Dynamic::Set(allowed),
            (None, Some(ask)) => Dynamic::Ask(ask),
            _ if dynamic.is_undefined() => Dynamic::Unset,
            _ => return Err(js::type_error(METHOD, "dynamicTools", "must be true, false or a function")),
        };
        Ok(Options {
            color: text("color", "#007bff")?,
            // As upstream: a corner it does not know is the bottom right one.
            position: if corners.contains(&position.as_str()) { position } else { "bottom-right".into() },
            size: text("size", "30px")?,
            padding: text("padding", "20px")?,
            inactivity_timeout: milliseconds("inactivityTimeout", 300_000.0, true)?,
            widget,
            language: Some(text("language", "")?).filter(|language| !language.is_empty()),
            labels: texts(METHOD, "labels", &read("labels")?)?,
            log,
            validate: switch("validate", true)?,
            permissions: flags(METHOD, &read("permissions")?)?,
            confirm: callback("confirm")?,
            call_timeout: milliseconds("callTimeout", 28_000.0, true)?,
            prompts_as_tools: switch("promptsAsTools", false)?,
            dynamic_tools,
            on_sampling: callback("onSampling")?,
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
    for flag in given.keys() {
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
    for key in given.keys() {
        match js_sys::Reflect::get(given, &JsValue::from_str(&key))?.as_string() {
            Some(text) => texts.push((key, text)),
            None => return Err(js::throwable(&Error::argument(method, &[parameter, ".", &key].concat(), "must be a string"))),
        }
    }
    Ok(texts)
}
