//! Our schema checks against the `jsonschema` crate over generated schemas and values, and fuzzing.
//!
//! `SCHEMA_SEED=123 cargo test schema_differential` runs one seed again; each run prints its own.

use jsonschema::Draft;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use serde_json::{Map, Value, json};

use crate::schema::{Schema, equal, normalise};

/// Schemas a run, each with so many values: 24,000 pairs.
const SCHEMAS: u32 = 2_000;
const VALUES: usize = 12;

fn seed() -> u64 {
    let given = std::env::var("SCHEMA_SEED").ok().map(|seed| seed.parse().expect("SCHEMA_SEED is a number"));
    given.unwrap_or_else(|| std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64)
}

fn runner(seed: u64, cases: u32) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// Few names, so that schemas and values meet; some are members of every JavaScript object.
fn name() -> impl Strategy<Value = String> {
    select(vec!["a", "b", "c", "x_1", "x_2", "a/b", "", "__proto__", "toString", "0"]).prop_map(String::from)
}

fn scalar() -> impl Strategy<Value = Value> {
    select(vec![
        json!(null),
        json!(true),
        json!(false),
        json!(-1),
        json!(0),
        json!(-0.0),
        json!(1),
        json!(1.0),
        json!(1.5),
        json!(2),
        json!(3),
        json!(0.1),
        json!(0.3),
        json!(0.35),
        json!(10),
        json!(1e15),
        json!(123456789),
        json!(""),
        json!("a"),
        json!("ab"),
        json!("abcd"),
        json!("😀"),
        json!("é1"),
        json!("x_1"),
        json!("1"),
    ])
}

fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            2 => vec(inner.clone(), 0..4).prop_map(Value::from),
            3 => vec((name(), inner), 0..4).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn pattern() -> impl Strategy<Value = &'static str> {
    select(vec!["^a", "b$", "^\\p{L}+$", "^x_", "\\d", "^.$", "^$", "^[a-c]{2,}$", "^(a|😀)$"])
}

fn count() -> impl Strategy<Value = Value> {
    select(vec![json!(0), json!(1), json!(2), json!(3), json!(2.0)])
}

fn number() -> impl Strategy<Value = Value> {
    select(vec![json!(-1), json!(0), json!(0.3), json!(1), json!(1.5), json!(2), json!(3), json!(100)])
}

fn types() -> impl Strategy<Value = Value> {
    let word = || select(vec!["null", "boolean", "integer", "number", "string", "array", "object"]);
    prop_oneof![3 => word().prop_map(Value::from), 1 => proptest::collection::btree_set(word(), 1..4).prop_map(|set| json!(set))]
}

/// One keyword that holds no schema.
fn simple() -> BoxedStrategy<(&'static str, Value)> {
    let names = || proptest::collection::btree_set(name(), 0..3);
    prop_oneof![
        4 => types().prop_map(|value| ("type", value)),
        1 => vec(value(), 1..4).prop_map(|choices| ("enum", dedupe(choices).into())),
        1 => value().prop_map(|value| ("const", value)),
        1 => number().prop_map(|value| ("minimum", value)),
        1 => number().prop_map(|value| ("maximum", value)),
        1 => number().prop_map(|value| ("exclusiveMinimum", value)),
        1 => number().prop_map(|value| ("exclusiveMaximum", value)),
        1 => select(vec![json!(0.1), json!(0.01), json!(0.5), json!(1), json!(2), json!(2.5), json!(3)]).prop_map(|value| ("multipleOf", value)),
        1 => count().prop_map(|value| ("minLength", value)),
        1 => count().prop_map(|value| ("maxLength", value)),
        1 => pattern().prop_map(|value| ("pattern", value.into())),
        1 => count().prop_map(|value| ("minItems", value)),
        1 => count().prop_map(|value| ("maxItems", value)),
        1 => any::<bool>().prop_map(|value| ("uniqueItems", value.into())),
        1 => count().prop_map(|value| ("minProperties", value)),
        1 => count().prop_map(|value| ("maxProperties", value)),
        2 => names().prop_map(|value| ("required", json!(value))),
        1 => vec((name(), names()), 0..3).prop_map(|map| ("dependentRequired", map.into_iter().map(|(name, needs)| (name, json!(needs))).collect::<Map<_, _>>().into())),
        1 => Just(("format", json!("email"))),
    ]
    .boxed()
}

/// The judge demands that choices differ.
fn dedupe(choices: Vec<Value>) -> Vec<Value> {
    choices.into_iter().fold(Vec::new(), |mut kept, choice| {
        if !kept.iter().any(|known| equal(known, &choice)) {
            kept.push(choice);
        }
        kept
    })
}

/// One keyword that holds schemas.
fn nested(inner: BoxedStrategy<Value>) -> BoxedStrategy<Vec<(&'static str, Value)>> {
    let list = || vec(inner.clone(), 1..4).prop_map(Value::from);
    let map = || vec((name(), inner.clone()), 0..4).prop_map(|members| Value::Object(members.into_iter().collect()));
    let patterns = vec((pattern(), inner.clone()), 0..3)
        .prop_map(|members| Value::Object(members.into_iter().map(|(name, schema)| (name.into(), schema)).collect()));
    // A reference goes down into the value before it comes back, so that no loop is endless.
    let reference =
        || select(vec![json!({"$ref": "#"}), json!({"$ref": "#/$defs/x"}), json!({"$ref": "#y"}), json!({"$ref": "#/$defs/a~1b%25"})]);
    let one = move |keyword: &'static str, schema: BoxedStrategy<Value>| schema.prop_map(move |schema| vec![(keyword, schema)]);
    prop_oneof![
        4 => one("properties", map().boxed()),
        1 => one("properties", vec((name(), reference()), 1..3).prop_map(|members| Value::Object(members.into_iter().collect())).boxed()),
        1 => one("items", reference().boxed()),
        1 => one("additionalProperties", reference().boxed()),
        2 => one("patternProperties", patterns.boxed()),
        3 => one("additionalProperties", inner.clone()),
        1 => one("propertyNames", inner.clone()),
        2 => one("items", inner.clone()),
        2 => one("prefixItems", list().boxed()),
        2 => (inner.clone(), proptest::option::of(count()), proptest::option::of(count())).prop_map(|(what, least, most)| {
            let mut keywords = vec![("contains", what)];
            keywords.extend(least.map(|least| ("minContains", least)));
            keywords.extend(most.map(|most| ("maxContains", most)));
            keywords
        }),
        1 => one("allOf", list().boxed()),
        2 => one("anyOf", list().boxed()),
        2 => one("oneOf", list().boxed()),
        2 => one("not", inner.clone()),
        2 => (inner.clone(), proptest::option::of(inner.clone()), proptest::option::of(inner.clone())).prop_map(|(test, then, other)| {
            let mut keywords = vec![("if", test)];
            keywords.extend(then.map(|then| ("then", then)));
            keywords.extend(other.map(|other| ("else", other)));
            keywords
        }),
    ]
    .boxed()
}

fn subschema() -> BoxedStrategy<Value> {
    let plain = vec(simple(), 0..3).prop_map(to_object);
    let leaf = prop_oneof![1 => any::<bool>().prop_map(Value::from), 8 => plain];
    leaf.prop_recursive(3, 20, 3, |inner| {
        (vec(nested(inner.boxed()), 1..3), vec(simple(), 0..2))
            .prop_map(|(nested, simple)| to_object(nested.into_iter().flatten().chain(simple)))
    })
    .boxed()
}

fn to_object<'a>(keywords: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Object(keywords.into_iter().map(|(keyword, value)| (keyword.to_string(), value)).collect())
}

/// A root with definitions for the references.
fn schema() -> impl Strategy<Value = Value> {
    (subschema(), subschema(), vec(simple(), 0..2), vec(simple(), 0..2)).prop_map(|(root, x, y, z)| {
        let Value::Object(mut root) = root else { return root };
        let Value::Object(mut y) = to_object(y) else { return Value::Bool(true) };
        y.insert("$anchor".into(), "y".into());
        root.insert("$defs".into(), json!({"x": x, "y": y, "a/b%": to_object(z)}));
        Value::Object(root)
    })
}

fn agree(schema: &Value, values: &[Value]) -> Result<(), String> {
    let judge = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(false).build(schema);
    let judge = judge.map_err(|error| format!("the judge refuses the schema: {error}"))?;
    let ours = match Schema::compile(schema) {
        Ok(ours) => ours,
        // The one refusal that is ours alone: the judge must then find no object that is valid.
        Err(error) if error.starts_with("must allow an object") => {
            let object = values.iter().find(|value| value.is_object() && judge.is_valid(value));
            return object.map_or(Ok(()), |object| Err(format!("we refuse the schema, though it allows {object}")));
        }
        Err(error) => return Err(format!("we refuse the schema: {error}")),
    };
    for value in values {
        let (theirs, quickly, ours) = (judge.is_valid(value), ours.surely_valid(value), ours.walk(value));
        if theirs != ours.is_ok() || (quickly && !theirs) {
            return Err(format!("{value}: valid for the judge: {theirs}, ours: {ours:?}, told quickly: {quickly}"));
        }
    }
    Ok(())
}

#[test]
fn no_generated_pair_of_schema_and_value_is_judged_otherwise_than_by_the_jsonschema_crate() {
    let fresh = seed();
    println!("SCHEMA_SEED={fresh}: {} pairs", SCHEMAS as usize * VALUES);
    let strategy = (schema(), vec(value(), VALUES));
    let (valid, quick) = (std::cell::Cell::new(0_usize), std::cell::Cell::new(0_usize));
    let result = runner(fresh, SCHEMAS).run(&strategy, |(schema, values)| {
        if let Ok(ours) = Schema::compile(&schema) {
            valid.set(valid.get() + values.iter().filter(|value| ours.validate(value).is_ok()).count());
            quick.set(quick.get() + values.iter().filter(|value| ours.surely_valid(value)).count());
        }
        agree(&schema, &values).map_err(TestCaseError::fail)
    });
    if let Err(TestError::Fail(reason, (schema, _))) = result {
        panic!("SCHEMA_SEED={fresh}: {schema}\n{reason}");
    }
    // A generator that only ever made valid or invalid pairs would show nothing.
    let pairs = SCHEMAS as usize * VALUES;
    assert!(valid.get() * 10 > pairs && valid.get() * 10 < pairs * 9, "{} of {pairs} pairs are valid", valid.get());
    assert!(quick.get() * 20 > pairs, "{} of {pairs} pairs are valid at once", quick.get());
    println!("{} of {pairs} pairs are valid, {} at once", valid.get(), quick.get());
}

#[test]
fn no_json_makes_normalising_compiling_or_checking_panic() {
    let keyword = select(vec![
        "type",
        "properties",
        "required",
        "enum",
        "const",
        "items",
        "minimum",
        "multipleOf",
        "maxLength",
        "pattern",
        "uniqueItems",
        "prefixItems",
        "contains",
        "minContains",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "dependentRequired",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "$ref",
        "$defs",
        "$anchor",
        "$id",
        "a",
    ]);
    let text = prop_oneof![
        select(vec![
            "object",
            "string",
            "#",
            "#/",
            "#/$defs/a",
            "#a",
            "https://x/y",
            "x.json#/a/0",
            "%",
            "%zz%41",
            "~",
            "(",
            "^a",
            "../..",
            "//",
            "a"
        ])
        .prop_map(String::from),
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from)
    ];
    let json = leaf.prop_recursive(6, 60, 6, move |inner| {
        let members = vec((keyword.clone(), inner.clone()), 0..6);
        prop_oneof![1 => vec(inner, 0..4).prop_map(Value::from), 3 => members.prop_map(to_object)]
    });
    let fresh = seed();
    println!("SCHEMA_SEED={fresh}");
    let result = runner(fresh, 6_000).run(&(json, value()), |(schema, value)| {
        let before = schema.to_string();
        if let Ok(mended) = normalise(Some(&schema)) {
            prop_assert_eq!(&mended["type"], "object");
            if let Ok(compiled) = Schema::compile(&mended) {
                let _ = compiled.validate(&value);
                let _ = compiled.validate(&schema);
            }
        }
        let _ = Schema::compile(&schema).map(|compiled| compiled.validate(&value));
        prop_assert_eq!(before, schema.to_string());
        Ok(())
    });
    if let Err(error) = result {
        panic!("SCHEMA_SEED={fresh}: {error}");
    }
}
