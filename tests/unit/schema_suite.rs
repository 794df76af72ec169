//! The official JSON-Schema-Test-Suite, each schema S wrapped as `{type:"object", properties:{v:S}, required:["v"]}`.

use std::path::Path;

use serde_json::{Value, json};

use crate::schema::{Schema, normalise};

/// Cases that are known to fail, with the reason. A case that passes must leave this list.
const KNOWN: [(&str, &str, &str, &str); 6] = [
    ("ref", "remote ref, containing refs itself", "remote ref valid", REMOTE),
    ("ref", "remote ref, containing refs itself", "remote ref invalid", REMOTE),
    ("defs", "validate definition against metaschema", "valid definition schema", REMOTE),
    ("defs", "validate definition against metaschema", "invalid definition schema", REMOTE),
    ("ref", "ref creates new scope when adjacent to keywords", "referenced subschema doesn't see annotations from properties", UNEVALUATED),
    ("not", "collect annotations inside a 'not', even if collection is disabled", "unevaluated property", UNEVALUATED),
];
const REMOTE: &str = "the metaschema is a remote document: nothing is fetched, and registering the schema fails";
const UNEVALUATED: &str = "unevaluatedProperties is none of the keywords checked";

/// A subschema that moved to `prefix`: its local references follow, unless it is a document of its own.
pub fn rebase(schema: &Value, prefix: &str) -> Value {
    fn walk(value: &Value, prefix: &str, is_map: bool) -> Value {
        match value {
            Value::Object(members) if is_map || !members.get("$id").is_some_and(Value::is_string) => members
                .iter()
                .map(|(key, member)| {
                    let moved = match (key.as_str(), member) {
                        ("$ref", Value::String(reference)) if !is_map => match reference.strip_prefix('#') {
                            Some(pointer) if pointer.is_empty() || pointer.starts_with('/') => json!(format!("#{prefix}{pointer}")),
                            _ => member.clone(),
                        },
                        ("const" | "enum" | "default" | "examples", _) if !is_map => member.clone(),
                        ("properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas", _) if !is_map => {
                            walk(member, prefix, true)
                        }
                        _ => walk(member, prefix, false),
                    };
                    (key.clone(), moved)
                })
                .collect::<serde_json::Map<_, _>>()
                .into(),
            Value::Array(items) => items.iter().map(|item| walk(item, prefix, false)).collect(),
            other => other.clone(),
        }
    }
    walk(schema, prefix, false)
}

#[test]
fn the_official_suite_holds_save_for_the_listed_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/draft2020-12");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut total, mut failed, mut unlisted) = (0, 0, Vec::new());
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let groups: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for group in groups {
            let wrapped = json!({"type": "object", "properties": {"v": rebase(&group["schema"], "/properties/v")}, "required": ["v"]});
            let compiled = normalise(Some(&wrapped)).and_then(|schema| Schema::compile(&schema));
            let title = group["description"].as_str().unwrap();
            for case in group["tests"].as_array().unwrap() {
                let test = case["description"].as_str().unwrap();
                let is_known = KNOWN.iter().any(|(file, group, case, _)| (*file, *group, *case) == (name.as_str(), title, test));
                total += 1;
                let verdict = compiled.as_ref().map(|schema| schema.validate(&json!({"v": case["data"]})).is_ok());
                let holds = verdict == Ok(case["valid"].as_bool().unwrap());
                failed += usize::from(!holds);
                if holds == is_known {
                    unlisted.push(format!("{name}: {title}: {test}: {verdict:?}"));
                }
            }
        }
    }
    for (file, group, test, reason) in KNOWN {
        println!("fails: {file}: {group}: {test}: {reason}");
    }
    println!("official suite: {} of {total} cases hold ({:.2} %)", total - failed, 100.0 * (total - failed) as f64 / total as f64);
    assert!(unlisted.is_empty(), "{}", unlisted.join("\n"));
    assert!(total > 800, "only {total} cases were found");
    assert!(failed * 50 <= total, "{failed} of {total} fail");
}
