//! What authors write, made a schema whose root is `type: "object"`: MCP lists no tool at all beside one that is not.

use super::refs::{percent_decode, walk};
use super::rules::{OBJECT, type_bits};
use crate::payload::{Payload, Shape};

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

fn listed(list: &str, word: &str) -> bool {
    list.contains(&[" ", word, " "].concat())
}

/// The input schema that a tool's author meant. The error is a sentence to stand after the parameter's name.
///
/// The shell has done these before: parsed JSON text, converted Zod and Standard Schema objects (`~standard.jsonSchema`,
/// `toJSONSchema`), refused functions and classes, and made a `JSON.parse(JSON.stringify(...))` of the rest, so that nothing in it
/// is cyclic, has getters or is shared with the author. Nothing given is changed here: what differs is copied.
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
    let mut schema = P::object();
    schema.put("type", P::text("object"));
    schema.put("properties", properties);
    schema
}

fn of_object<P: Payload>(given: &P) -> Result<P, String> {
    let keys = given.keys();
    if is_property_map(given, &keys) {
        return Ok(of_properties(given.clone()));
    }
    if let Some(key) = keys.first().filter(|_| !keys.iter().any(|key| listed(KEYWORDS, key))) {
        return Err(
            ["has no keyword of JSON Schema, and \"", key, "\" holds no schema: write {\"", key, "\": {\"type\": \"string\"}}"].concat()
        );
    }
    if !accepts_object(given, given, 0) {
        return Err(
            "must allow an object, since a tool's arguments are one: make it {\"type\": \"object\", \"properties\": {\"value\": ...}} \
                    with this schema in the place of the dots"
                .into(),
        );
    }
    if given.text_at("type").is_some() {
        return Ok(given.clone());
    }
    let moved = rebase(given, false, 0);
    let in_place = IN_PLACE.iter().any(|keyword| given.get(keyword).is_some());
    let mut schema = P::object();
    schema.put("type", P::text("object"));
    // Where `type` is all that differs it is set in place: some agents take no `allOf` at the root.
    if in_place || (moved.is_some() && given.get("type").is_some()) {
        schema.put("allOf", P::array(vec![moved.unwrap_or_else(|| given.clone())]));
        return Ok(schema);
    }
    for key in keys.iter().filter(|key| *key != "type") {
        if let Some(value) = given.get(key) {
            schema.put(key, value);
        }
    }
    Ok(schema)
}

fn is_schema<P: Payload>(value: &P) -> bool {
    matches!(value.shape(), Shape::Object | Shape::Boolean)
}

/// `{query: {type: "string"}}`: the properties without the schema around them.
fn is_property_map<P: Payload>(given: &P, keys: &[String]) -> bool {
    let all_schemas =
        |map: &P| map.shape() == Shape::Object && map.keys().iter().filter_map(|key| map.get(key)).all(|value| is_schema(&value));
    let is_keyword = |key: &String| {
        let Some(value) = given.get(key) else { return false };
        match key.as_str() {
            "type" => matches!(value.shape(), Shape::String | Shape::Array),
            "$ref" => value.shape() == Shape::String,
            "anyOf" | "oneOf" | "allOf" | "enum" => value.shape() == Shape::Array,
            "properties" => all_schemas(&value),
            "const" => true,
            _ => false,
        }
    };
    all_schemas(given) && !keys.iter().any(is_keyword) && (keys.is_empty() || !keys.iter().all(|key| listed(NEVER_PARAMETERS, key)))
}

/// Whether some object may pass; in doubt, yes.
fn accepts_object<P: Payload>(schema: &P, root: &P, level: u32) -> bool {
    let is_object = |value: Option<P>| value.is_some_and(|value| value.shape() == Shape::Object);
    if level > 8 {
        return true;
    }
    if schema.shape() != Shape::Object {
        return schema.as_bool() != Some(false);
    }
    // The parts of a keyword, where it is there and not empty.
    let parts = |keyword: &str| schema.get(keyword).filter(|list| list.length() > 0 && list.shape() == Shape::Array);
    let accepts = |list: &P, index: usize| list.at(index).is_none_or(|part| accepts_object(&part, root, level + 1));
    if schema.get("type").is_some_and(|given| type_bits(&given).is_ok_and(|bits| bits & OBJECT == 0))
        || schema.get("const").is_some_and(|value| !is_object(Some(value)))
        || parts("enum").is_some_and(|list| !(0..list.length()).any(|index| is_object(list.at(index))))
        || parts("allOf").is_some_and(|list| !(0..list.length()).all(|index| accepts(&list, index)))
    {
        return false;
    }
    for keyword in ["anyOf", "oneOf"] {
        if parts(keyword).is_some_and(|list| !(0..list.length()).any(|index| accepts(&list, index))) {
            return false;
        }
    }
    let target = schema.text_at("$ref").and_then(|reference| walk(root, &percent_decode(reference.strip_prefix('#')?)));
    target.is_none_or(|(target, _)| accepts_object(&target, root, level + 1))
}

/// A copy whose local references start from `/allOf/0`; `None` where there are none.
fn rebase<P: Payload>(value: &P, is_map: bool, level: u32) -> Option<P> {
    if level > 200 {
        return None;
    }
    if value.shape() == Shape::Array {
        let items: Vec<P> = (0..value.length()).filter_map(|index| value.at(index)).collect();
        let moved: Vec<Option<P>> = items.iter().map(|item| rebase(item, false, level + 1)).collect();
        if moved.iter().all(Option::is_none) {
            return None;
        }
        return Some(P::array(items.into_iter().zip(moved).map(|(item, moved)| moved.unwrap_or(item)).collect()));
    }
    // A schema with an `$id` is a document of its own.
    if value.shape() != Shape::Object || (!is_map && value.text_at("$id").is_some()) {
        return None;
    }
    let (mut copy, mut changed) = (P::object(), false);
    for key in value.keys() {
        let Some(member) = value.get(&key) else { continue };
        let moved = if is_map {
            rebase(&member, false, level + 1)
        } else if key == "$ref" {
            let reference = member.as_text().unwrap_or_default();
            let local = reference.strip_prefix('#').filter(|pointer| pointer.is_empty() || pointer.starts_with('/'));
            local.map(|pointer| P::text(&["#/allOf/0", pointer].concat()))
        } else if listed(VALUES, &key) {
            None
        } else {
            rebase(&member, listed(MAPS, &key), level + 1)
        };
        changed |= moved.is_some();
        copy.put(&key, moved.unwrap_or(member));
    }
    changed.then_some(copy)
}
