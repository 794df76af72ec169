//! What authors write, made a schema whose root is `type: "object"`: MCP lists no tool at all beside one that is not.

use crate::payload::{Payload, Shape};
use crate::text::fill;

/// What JSON Schema knows, between spaces: a root without any of these is no schema.
const KEYWORDS: &str = " type enum const properties required additionalProperties patternProperties propertyNames minProperties \
    maxProperties dependentRequired dependentSchemas unevaluatedProperties items prefixItems contains minContains maxContains minItems \
    maxItems uniqueItems unevaluatedItems minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum \
    multipleOf anyOf oneOf allOf not if then else $ref $dynamicRef $defs definitions $schema $id $anchor $dynamicAnchor $comment \
    $vocabulary title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema ";

/// Nobody has a parameter of these names.
const NEVER_PARAMETERS: &str = " additionalProperties patternProperties propertyNames $defs definitions $schema $comment $id ";

/// Members of a schema that hold schemas by name.
const MAPS: &str = " properties patternProperties $defs definitions dependentSchemas ";

/// Members of a schema that hold no schemas.
const VALUES: &str = " enum const default examples ";

/// Keywords whose meaning would change beside a `type` of ours, were they left at the root.
const IN_PLACE: [&str; 9] = ["$ref", "$dynamicRef", "anyOf", "oneOf", "allOf", "enum", "const", "not", "if"];

/// More levels than compile; each costs stack.
const MOST_LEVELS: u32 = 500;

fn listed(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// The input schema that a tool's author meant. The error is a sentence to stand after the parameter's name; a root that allows no
/// object is left to [`super::Schema::compile`], which sees through references.
///
/// The shell has done these before: parsed JSON text, converted Zod and Standard Schema objects (`~standard.jsonSchema`,
/// `toJSONSchema`), refused functions and classes, and made a `JSON.parse(JSON.stringify(...))` of the rest, so that nothing in it
/// is cyclic, has getters or is shared with the author. Nothing given is changed here: what differs is copied.
#[inline(never)]
pub fn normalise<P: Payload>(given: Option<&P>) -> Result<P, String> {
    let Some(given) = given else { return Ok(of_properties(P::object())) };
    match given.shape() {
        Shape::Null | Shape::Other => Ok(of_properties(P::object())),
        Shape::Boolean if given.as_bool() == Some(true) => Ok(of_properties(P::object())),
        Shape::Object => of_object(given),
        Shape::Boolean => Err("is false, which allows no arguments at all: leave it out for a tool without parameters".into()),
        Shape::String => Err("is a text that is no JSON: give an object such as {\"type\": \"object\", \"properties\": {}}".into()),
        _ => Err("must be a JSON Schema object such as {\"type\": \"object\", \"properties\": {}}".into()),
    }
}

fn of_properties<P: Payload>(properties: P) -> P {
    P::members("type=object properties", &mut [Some(properties)])
}

fn of_object<P: Payload>(given: &P) -> Result<P, String> {
    // The commonest by far.
    if given.text_at("type").is_some_and(|word| word == "object") {
        return Ok(given.clone());
    }
    let entries = given.entries();
    if is_property_map(&entries) {
        return Ok(of_properties(given.clone()));
    }
    if let Some((key, _)) = entries.first().filter(|_| !entries.iter().any(|(key, _)| listed(KEYWORDS, key))) {
        return Err(fill("has no keyword of JSON Schema, and \"%\" holds no schema: write {\"%\": {\"type\": \"string\"}}", &[key, key]));
    }
    let mut moved = false;
    let copy = rebase(given, false, 0, &mut moved);
    let in_place = IN_PLACE.iter().any(|keyword| given.get(keyword).is_some());
    let mut schema = P::object();
    schema.put_text("type", "object");
    // Where `type` is all that differs it is set in place: some agents take no `allOf` at the root.
    let allows = given
        .get("type")
        .is_none_or(|types| (0..types.length()).any(|index| types.at(index).is_some_and(|word| word.is(&P::text("object")))));
    if in_place || !allows || (moved && given.get("type").is_some()) {
        schema.put("allOf", P::array(vec![copy]));
        return Ok(schema);
    }
    for (key, value) in entries.into_iter().filter(|(key, _)| key != "type") {
        schema.put(&key, value);
    }
    Ok(schema)
}

fn is_schema<P: Payload>(value: &P) -> bool {
    matches!(value.shape(), Shape::Object | Shape::Boolean)
}

/// `{query: {type: "string"}}`: the properties without the schema around them.
fn is_property_map<P: Payload>(entries: &[(String, P)]) -> bool {
    let all_schemas = |entries: &[(String, P)]| entries.iter().all(|(_, value)| is_schema(value));
    let is_keyword = |(key, value): &(String, P)| match key.as_str() {
        "type" => matches!(value.shape(), Shape::String | Shape::Array),
        "$ref" => value.shape() == Shape::String,
        "anyOf" | "oneOf" | "allOf" | "enum" => value.shape() == Shape::Array,
        "properties" => value.shape() == Shape::Object && all_schemas(&value.entries()),
        "const" => true,
        _ => false,
    };
    all_schemas(entries)
        && !entries.iter().any(is_keyword)
        && (entries.is_empty() || !entries.iter().all(|(key, _)| listed(NEVER_PARAMETERS, key)))
}

/// A copy whose local references start from `/allOf/0`, and whether there were any.
fn rebase<P: Payload>(value: &P, is_map: bool, level: u32, moved: &mut bool) -> P {
    let shape = value.shape();
    // A schema with an `$id` is a document of its own; what is nested deeper than this does not compile.
    if level > MOST_LEVELS || (shape == Shape::Object && !is_map && value.text_at("$id").is_some()) {
        return value.clone();
    }
    if shape == Shape::Array {
        let mut items = Vec::new();
        for index in 0..value.length() {
            if let Some(item) = value.at(index) {
                items.push(rebase(&item, false, level + 1, moved));
            }
        }
        return P::array(items);
    }
    if shape != Shape::Object {
        return value.clone();
    }
    let mut copy = P::object();
    for key in value.keys() {
        let Some(mut member) = value.get(&key) else { continue };
        if key == "$ref" && !is_map {
            let reference = member.as_text().unwrap_or_default();
            if reference == "#" || reference.starts_with("#/") {
                *moved = true;
                member = P::text(&fill("#/allOf/0%", &[reference.get(1..).unwrap_or_default()]));
            }
        } else if is_map || !listed(VALUES, &key) {
            member = rebase(&member, !is_map && listed(MAPS, &key), level + 1, moved);
        }
        copy.put(&key, member);
    }
    copy
}
