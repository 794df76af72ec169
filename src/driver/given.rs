//! An item as its author gave it. Every argument is read, and may run page code, before any state is touched.

use crate::text::fill;
use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::{Handler, Item};
use crate::payload::{Payload, Shape};
use crate::registry::{Address, Detail, Entry, Rules, Source};
use crate::relay::object;
use crate::schema::{Schema, normalise};
use crate::template::Template;
use crate::web::host::Offer;
use crate::web::{js, schemas};

pub type Read<T> = Result<T, JsValue>;

/// An item as its author gave it, read and checked.
pub struct Given {
    entry: Entry<JsValue, Handler>,
    signal: Option<JsValue>,
}

impl Given {
    fn new(name: String, label: JsValue, description: JsValue, detail: Detail<JsValue>, handler: Handler) -> Self {
        let (source, rules) = (Source::Page, Rules::default());
        Given { entry: Entry { id: 0, name, label, description, title: None, source, detail, rules, handler }, signal: None }
    }

    pub fn name(&self) -> &str {
        &self.entry.name
    }

    pub fn into_entry(self) -> Entry<JsValue, Handler> {
        self.entry
    }

    /// The item, and the signal that ends it.
    pub(super) fn into_parts(self) -> (Entry<JsValue, Handler>, Option<JsValue>) {
        (self.entry, self.signal)
    }

    pub fn from(mut self, source: Source) -> Self {
        self.entry.source = source;
        self
    }

    /// `registerTool(name, description, schema, execute)` or `registerTool(tool, options)`; `method` is whose arguments these are.
    pub fn tool(method: &'static str, first: &JsValue, second: &JsValue, third: &JsValue, fourth: &JsValue) -> Read<Self> {
        if !first.is_object() {
            let name = name_of(method, first)?;
            let description = description_of(method, second, "Tool: ", &name)?;
            let handler = handler_of(method, "execute", fourth)?;
            return Ok(Given::new(name, first.clone(), description, tool_detail(method, third)?, handler));
        }
        let keys = "name description execute inputSchema outputSchema annotations title permissions confirm timeout";
        let mut next = js::fields(first, keys)?;
        let label = next();
        let name = name_of(method, &label)?;
        let description = description_of(method, &next(), "Tool: ", &name)?;
        let handler = handler_of(method, "execute", &next())?;
        let mut detail = tool_detail(method, &next())?;
        if let Detail::Tool { output, annotations, .. } = &mut detail {
            *output = snapshot(method, "outputSchema", &next())?;
            *annotations = snapshot(method, "annotations", &next())?;
        }
        let mut given = Given::new(name, label, description, detail, handler);
        given.entry.title = optional_text(method, "title", &next())?;
        given.entry.rules = Rules {
            permissions: permissions_of(method, &next())?,
            prompt: false,
            plain: false,
            confirm: flag(method, "confirm", &next())?,
            timeout: duration(method, "timeout", &next())?,
        };
        given.signal = signal_of(method, second)?;
        Ok(given)
    }

    /// A tool that came by a door of the browser's agent. A schema that cannot be checked counts as none.
    pub fn offered(offer: Offer) -> Read<Self> {
        const METHOD: &str = "registerTool";
        let checked = tool_detail(METHOD, &offer.input);
        let unchecked = checked.is_err();
        let mut detail = checked.or_else(|_| tool_detail(METHOD, &JsValue::UNDEFINED))?;
        if let Detail::Tool { input, annotations, .. } = &mut detail {
            if unchecked
                && offer.input.text_at("type").as_deref() == Some("object")
                && let Ok(Some(copy)) = schemas::read(&offer.input)
                && schemas::listable(&copy)
            {
                *input = copy;
            }
            *annotations = Some(offer.annotations).filter(|annotations| annotations.is_object());
        }
        let (label, description) = (JsValue::from_str(&offer.name), JsValue::from_str(&offer.description));
        let mut given = Given::new(offer.name, label, description, detail, Some(offer.execute));
        given.entry.title = offer.title;
        given.entry.source = offer.source;
        given.entry.rules.plain = true;
        Ok(given)
    }

    /// `registerPrompt(name, description, arguments, execute)`.
    pub fn prompt(name: &JsValue, description: &JsValue, arguments: &JsValue, execute: &JsValue) -> Read<Self> {
        const METHOD: &str = "registerPrompt";
        let label = name.clone();
        let name = name_of(METHOD, name)?;
        let description = description_of(METHOD, description, "Prompt: ", &name)?;
        let arguments = snapshot(METHOD, "arguments", arguments)?.unwrap_or_else(|| Payload::array(Vec::new()));
        // One that MCP clients do not take would hide every prompt.
        let named = |argument: &JsValue| {
            let has = |key: &str, shape: Shape| argument.get(key).is_none_or(|member| member.shape() == shape);
            argument.text_at("name").is_some_and(|name| !name.is_empty())
                && has("description", Shape::String)
                && has("required", Shape::Boolean)
        };
        let all_named =
            arguments.shape() == Shape::Array && (0..arguments.length()).all(|index| arguments.at(index).is_some_and(|item| named(&item)));
        if !all_named {
            return Err(js::type_error(
                METHOD,
                "arguments",
                "must be an array of {name, description?, required?}: texts, and true or false",
            ));
        }
        Ok(Given::new(name, label, description, Detail::Prompt { arguments }, handler_of(METHOD, "execute", execute)?))
    }

    /// The tool that stands for a prompt, with `promptsAsTools`.
    pub(super) fn prompt_as_tool(prompt: &Item) -> Option<Self> {
        let Detail::Prompt { arguments } = &prompt.detail else { return None };
        let detail = tool_detail("registerPrompt", &prompt_schema(arguments)).ok()?;
        let name = tool_name(&prompt.name);
        let label = JsValue::from_str(&name);
        let mut given = Given::new(name, label, prompt.description.clone(), detail, prompt.handler.clone());
        given.entry.rules.prompt = true;
        Some(given)
    }

    /// `registerResource(name, description, {uri | uriTemplate, mimeType}, provide)`.
    pub fn resource(name: &JsValue, description: &JsValue, options: &JsValue, provide: &JsValue) -> Read<Self> {
        const METHOD: &str = "registerResource";
        let label = name.clone();
        let name = name_of(METHOD, name)?;
        let description = description_of(METHOD, description, "Resource: ", &name)?;
        if options.shape() != Shape::Object {
            return Err(js::type_error(METHOD, "options", "must be an object with uri or uriTemplate"));
        }
        let mut next = js::fields(options, "uri uriTemplate mimeType")?;
        let mut read = |key: &'static str| optional_text(METHOD, key, &next());
        let (uri, template, mime) = (read("uri")?, read("uriTemplate")?, read("mimeType")?);
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        // As upstream: with a template, it is a template.
        let address = match (given(template), given(uri)) {
            (Some(text), _) => match Template::parse(&text) {
                Ok(template) => Address::Template(text, template),
                Err(problem) => return Err(js::type_error(METHOD, "uriTemplate", &problem)),
            },
            (None, Some(uri)) => Address::Uri(uri),
            (None, None) => return Err(js::type_error(METHOD, "options", "must hold a uri or a uriTemplate")),
        };
        let handler = handler_of(METHOD, "provide", provide)?;
        let mut given = Given::new(name, label, description, Detail::Resource { address, mime }, handler);
        given.signal = signal_of(METHOD, options)?;
        Ok(given)
    }
}

#[inline(never)]
pub(super) fn name_of(method: &'static str, value: &JsValue) -> Read<String> {
    value.as_string().filter(|name| !name.trim().is_empty()).ok_or_else(|| js::type_error(method, "name", "must be a non-empty string"))
}

#[inline(never)]
fn description_of(method: &'static str, value: &JsValue, default: &str, name: &str) -> Read<JsValue> {
    if !value.is_string() {
        optional_text(method, "description", value)?;
    } else if value.length() > 0 {
        return Ok(value.clone());
    }
    Ok(JsValue::from_str(&[default, name].concat()))
}

#[inline(never)]
fn optional_text(method: &'static str, parameter: &'static str, value: &JsValue) -> Read<Option<String>> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    value.as_string().map(Some).ok_or_else(|| js::type_error(method, parameter, "must be a string"))
}

#[inline(never)]
fn handler_of(method: &'static str, parameter: &'static str, value: &JsValue) -> Read<Option<Function>> {
    match js::function(value) {
        None if !value.is_undefined() && !value.is_null() => Err(js::type_error(method, parameter, "must be a function")),
        handler => Ok(handler),
    }
}

#[inline(never)]
fn flag(method: &'static str, parameter: &'static str, value: &JsValue) -> Read<bool> {
    if value.is_undefined() || value.is_null() {
        return Ok(false);
    }
    JsValue::as_bool(value).ok_or_else(|| js::type_error(method, parameter, "must be true or false"))
}

#[inline(never)]
fn duration(method: &'static str, parameter: &'static str, value: &JsValue) -> Read<Option<f64>> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    match JsValue::as_f64(value) {
        Some(number) if number > 0.0 => Ok(Some(number)),
        _ => Err(js::type_error(method, parameter, "must be a positive number of milliseconds")),
    }
}

#[inline(never)]
fn permissions_of(method: &'static str, value: &JsValue) -> Read<Vec<String>> {
    if value.is_undefined() || value.is_null() {
        return Ok(Vec::new());
    }
    if let Some(one) = value.as_string() {
        return Ok(vec![one]);
    }
    let names: Option<Vec<String>> = (0..value.length()).map(|index| value.at(index).and_then(|name| name.as_string())).collect();
    match names {
        Some(names) if value.shape() == Shape::Array => Ok(names),
        _ => Err(js::type_error(method, "permissions", "must be an array of permission names")),
    }
}

/// An `AbortSignal` in an options object.
#[inline(never)]
fn signal_of(method: &'static str, options: &JsValue) -> Read<Option<JsValue>> {
    if options.is_undefined() || options.is_null() {
        return Ok(None);
    }
    if !options.is_object() {
        return Err(js::type_error(method, "options", "must be an object"));
    }
    let signal = js::fields(options, "signal")?();
    if signal.is_undefined() {
        return Ok(None);
    }
    if js::tag_of(&signal) == "AbortSignal" { Ok(Some(signal)) } else { Err(js::type_error(method, "signal", "must be an AbortSignal")) }
}

/// A copy of the author's object as JSON has it: what they do with their own later changes nothing.
#[inline(never)]
fn snapshot(method: &'static str, parameter: &'static str, value: &JsValue) -> Read<Option<JsValue>> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    match value.shape() {
        Shape::Object | Shape::Array => {}
        _ => return Err(js::type_error(method, parameter, "must be an object")),
    }
    let text = value.json().map_err(|problem| js::type_error(method, parameter, &fill("cannot be written as JSON: %", &[&problem])))?;
    js::parse(&text).map(Some)
}

#[inline(never)]
fn tool_detail(method: &'static str, schema: &JsValue) -> Read<Detail<JsValue>> {
    let plain = schemas::plain(schema);
    if !plain.is_undefined() {
        return Ok(Detail::Tool { checks: Schema::later(&plain), input: plain, output: None, annotations: None });
    }
    let wrong = |problem: String| js::type_error(method, "inputSchema", &problem);
    let given = schemas::read(schema).map_err(wrong)?;
    let input = normalise(given.as_ref()).map_err(wrong)?;
    let checks = Schema::compile(&input).map_err(wrong)?;
    // What it cannot mend, `compile` refuses.
    schemas::listable(&input);
    Ok(Detail::Tool { input, checks, output: None, annotations: None })
}

/// The name of the tool that stands for a prompt.
pub(super) fn tool_name(prompt: &str) -> String {
    fill("prompt_%", &[prompt])
}

/// A prompt's arguments as a schema: strings, as MCP has them.
fn prompt_schema(arguments: &JsValue) -> JsValue {
    let (mut properties, mut required) = (JsValue::object(), Vec::new());
    for argument in (0..arguments.length()).filter_map(|index| arguments.at(index)) {
        let Some(name) = argument.text_at("name") else { continue };
        properties.put(&name, object("type=string description", [argument.get("description")]));
        if argument.get("required").and_then(|required| JsValue::as_bool(&required)) == Some(true) {
            required.push(JsValue::from_str(&name));
        }
    }
    object("type=object properties required", [Some(properties), Some(Payload::array(required))])
}
