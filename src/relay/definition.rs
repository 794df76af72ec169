//! A tool as an agent defines it (`createTool`). The fork's README spells out neither where the definition stands nor its fields'
//! names, so every likely one is read.

use super::object;
use crate::payload::{Payload, Shape};
use crate::text::fill;

/// What is to become a tool; `code` is the body of `function (args)`.
pub struct Definition<P> {
    pub name: String,
    pub description: Option<String>,
    pub code: String,
    /// A whole schema.
    pub schema: Option<P>,
}

/// Where it stands: at the top level of the frame, or inside `tool` or `definition`.
pub fn find<P: Payload>(frame: &P) -> P {
    let holds = |value: &P| ["nombre", "name", "codigo", "code"].iter().any(|key| value.get(key).is_some());
    [frame.get("definition"), frame.get("tool")].into_iter().flatten().find(holds).unwrap_or_else(|| frame.clone())
}

/// The error is a sentence for the agent that names the field.
pub fn read<P: Payload>(definition: &P) -> Result<Definition<P>, String> {
    let text = |keys: [&str; 2]| keys.iter().find_map(|key| definition.text_at(key).filter(|text| !text.trim().is_empty()));
    let name = text(["nombre", "name"]).ok_or("createTool names no tool: give its nombre (name).")?;
    let code = text(["codigo", "code"])
        .ok_or_else(|| fill("createTool \"%\" has no codigo (code): give the body of function (args).", &[&name]))?;
    let schema = match definition.get("inputSchema") {
        Some(schema) => Some(schema),
        None => match ["parametros", "parameters"].iter().find_map(|key| definition.get(key)) {
            Some(properties) => properties_schema(properties).map_err(|problem| fill("parametros of \"%\" %", &[&name, problem]))?,
            None => None,
        },
    };
    Ok(Definition { name, description: text(["descripcion", "description"]), code, schema })
}

/// `parametros` holds the properties, as JSON text or an object; a whole schema is taken too.
fn properties_schema<P: Payload>(given: P) -> Result<Option<P>, &'static str> {
    let properties = match given.as_text() {
        Some(text) if text.trim().is_empty() => P::object(),
        Some(text) => P::parse(&text)
            .ok_or("is not valid JSON: it must be a JSON object of the tool's parameters, such as {\"x\": {\"type\": \"number\"}}")?,
        None => given,
    };
    match properties.shape() {
        Shape::Null => Ok(None),
        Shape::Object if properties.text_at("type").as_deref() == Some("object") => Ok(Some(properties)),
        Shape::Object => Ok(Some(object("type=object properties", [Some(properties)]))),
        _ => Err("must be a JSON object of the tool's parameters, such as {\"x\": {\"type\": \"number\"}}"),
    }
}
