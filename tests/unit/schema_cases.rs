//! Cases that must hold in both worlds, `serde_json` and JavaScript: a schema, a value, and every line of the answer ("" for none).

use crate::payload::Payload;
use crate::schema::{Schema, equal, normalise};

const CASES: &[(&str, &str, &str)] = &[
    // Types.
    (r#"{"type":"integer"}"#, "1.0", ""),
    (r#"{"type":"integer"}"#, "1.5", "(root): must be of type integer, but is 1.5"),
    (r#"{"type":["string","null"]}"#, "5", "(root): must be of type null or string, but is 5"),
    (r#"{"type":"string"}"#, "null", "(root): must be of type string, but is null"),
    (r#"{"type":"number"}"#, r#""5""#, "(root): must be of type number, but is \"5\""),
    (r#"{"type":"array"}"#, "{}", "(root): must be of type array, but is an object"),
    (r#"{"type":"object"}"#, "[]", "(root): must be of type object, but is an array"),
    (r#"{"type":"boolean"}"#, "true", ""),
    // Numbers.
    (r#"{"minimum":1}"#, "0", "(root): 0 is less than the minimum 1"),
    (r#"{"maximum":1.5}"#, "2", "(root): 2 is greater than the maximum 1.5"),
    (r#"{"exclusiveMinimum":1}"#, "1", "(root): 1 must be greater than 1"),
    (r#"{"exclusiveMaximum":1}"#, "1", "(root): 1 must be less than 1"),
    (r#"{"exclusiveMaximum":true,"maximum":1}"#, "1", ""),
    (r#"{"multipleOf":0.1}"#, "0.3", ""),
    (r#"{"multipleOf":0.1}"#, "0.35", "(root): 0.35 is not a multiple of 0.1"),
    (r#"{"multipleOf":0.01}"#, "19.99", ""),
    (r#"{"multipleOf":1e-8}"#, "12391239123", ""),
    (r#"{"multipleOf":0.123456789}"#, "1e308", "(root): 1e+308 is not a multiple of 0.123456789"),
    (r#"{"multipleOf":3}"#, "-9", ""),
    (r#"{"multipleOf":3}"#, "0", ""),
    (r#"{"multipleOf":3}"#, "1e21", "(root): 1e+21 is not a multiple of 3"),
    (r#"{"multipleOf":10}"#, "5", "(root): 5 is not a multiple of 10"),
    (r#"{"multipleOf":2.5}"#, "100", ""),
    // Texts, counted in code points.
    (r#"{"maxLength":2}"#, r#""😀😀""#, ""),
    (r#"{"maxLength":2}"#, r#""😀😀😀""#, "(root): number of characters 3 is greater than the maximum 2"),
    (r#"{"minLength":2}"#, r#""😀""#, "(root): number of characters 1 is less than the minimum 2"),
    (r#"{"minLength":2}"#, r#""😀a""#, ""),
    (r#"{"minLength":0,"maxLength":0}"#, r#""""#, ""),
    (r#"{"pattern":"^\\p{L}+$"}"#, r#""Ñandú""#, ""),
    (r#"{"pattern":"^\\p{L}+$"}"#, r#""a1""#, "(root): \"a1\" does not match the pattern ^\\p{L}+$"),
    (r#"{"pattern":"b"}"#, r#""abc""#, ""),
    (r#"{"pattern":"^.$"}"#, r#""😀""#, ""),
    (r#"{"pattern":"^a"}"#, "5", ""),
    (r#"{"format":"email"}"#, r#""nobody""#, ""),
    // Enumerations.
    (r#"{"enum":["S","M",5,null]}"#, r#""XL""#, "(root): \"XL\" is none of \"S\", \"M\", 5, null"),
    (r#"{"enum":[1]}"#, "1.0", ""),
    (r#"{"const":{"a":[1,{"b":null}],"c":"x"}}"#, r#"{"c":"x","a":[1.0,{"b":null}]}"#, ""),
    (
        r#"{"const":{"a":[1,{"b":null}],"c":"x"}}"#,
        r#"{"c":"x","a":[1,{"b":0}]}"#,
        "(root): an object is not {\"a\":[1,{\"b\":null}],\"c\":\"x\"}",
    ),
    (r#"{"const":{"a":1}}"#, r#"{"a":1,"b":1}"#, "(root): an object is not {\"a\":1}"),
    (r#"{"const":[]}"#, "{}", "(root): an object is not []"),
    (r#"{"const":false}"#, "0", "(root): 0 is not false"),
    // Objects.
    (
        r#"{"properties":{"query":{"type":"string"},"limit":{"minimum":1}},"required":["query"],"additionalProperties":false}"#,
        r#"{"limit":0,"page":2}"#,
        "(root): the required property \"query\" is missing\n/limit: 0 is less than the minimum 1\n/page: is no known property; allowed are: query, limit",
    ),
    (r#"{"additionalProperties":false}"#, r#"{"a":1}"#, "/a: is no known property; allowed are: none"),
    (r#"{"additionalProperties":{"type":"string"}}"#, r#"{"a/b":1,"c~d":""}"#, "/a~1b: must be of type string, but is 1"),
    (
        r#"{"properties":{"a":{}},"patternProperties":{"^x_":{"type":"number"}},"additionalProperties":false}"#,
        r#"{"a":0,"x_1":1,"x_2":"2","y":0}"#,
        "/x_2: must be of type number, but is \"2\"\n/y: is no known property; allowed are: a",
    ),
    (
        r#"{"propertyNames":{"maxLength":3}}"#,
        r#"{"abc":1,"abcd":1}"#,
        "/abcd: this name is not allowed: number of characters 4 is greater than the maximum 3",
    ),
    (r#"{"minProperties":1}"#, "{}", "(root): number of properties 0 is less than the minimum 1"),
    (r#"{"maxProperties":0}"#, r#"{"a":1}"#, "(root): number of properties 1 is greater than the maximum 0"),
    (
        r#"{"dependentRequired":{"card":["address"]}}"#,
        r#"{"card":1}"#,
        "(root): \"card\" needs the property \"address\" beside it, which is missing",
    ),
    (r#"{"dependentRequired":{"card":["address"]}}"#, "{}", ""),
    // Names that every JavaScript object has.
    (
        r#"{"required":["toString","constructor","__proto__"]}"#,
        "{}",
        "(root): the required property \"toString\" is missing\n(root): the required property \"constructor\" is missing\n(root): the required property \"__proto__\" is missing",
    ),
    (r#"{"properties":{"__proto__":{"type":"number"},"toString":{"type":"number"},"constructor":{"type":"number"}}}"#, "{}", ""),
    (
        r#"{"properties":{"__proto__":{"type":"number"}},"additionalProperties":false}"#,
        r#"{"__proto__":"x"}"#,
        "/__proto__: must be of type number, but is \"x\"",
    ),
    (r#"{"additionalProperties":false}"#, r#"{"constructor":1}"#, "/constructor: is no known property; allowed are: none"),
    (r#"{"const":{"__proto__":{"a":1}}}"#, r#"{"__proto__":{"a":2}}"#, "(root): an object is not {\"__proto__\":{\"a\":1}}"),
    // Arrays.
    (r#"{"items":{"type":"number"}}"#, r#"[1,"2"]"#, "/1: must be of type number, but is \"2\""),
    (r#"{"prefixItems":[{"type":"number"}],"items":false}"#, "[1,2]", "/1: is one item too many; allowed: 1"),
    (r#"{"items":[{"type":"number"},{"type":"string"}]}"#, r#"[1,2,3]"#, "/1: must be of type string, but is 2"),
    (r#"{"minItems":2}"#, "[1]", "(root): number of items 1 is less than the minimum 2"),
    (r#"{"uniqueItems":true}"#, "[1,2,1.0]", "(root): the items 0 and 2 are equal, but all must differ"),
    (r#"{"uniqueItems":true}"#, r#"[{"a":1,"b":2},{"b":2,"a":1}]"#, "(root): the items 0 and 1 are equal, but all must differ"),
    (r#"{"uniqueItems":true}"#, r#"[1,true,0,false,"",null,[],{},[0],[false],"1"]"#, ""),
    (r#"{"uniqueItems":true}"#, "[0,-0.0]", "(root): the items 0 and 1 are equal, but all must differ"),
    (r#"{"contains":{"const":1}}"#, "[0]", "(root): has fewer items of the kind that \"contains\" describes than 1"),
    (r#"{"contains":{"const":1},"maxContains":1}"#, "[1,1]", "(root): has more items of the kind that \"contains\" describes than 1"),
    (r#"{"contains":{"const":1},"minContains":0}"#, "[]", ""),
    // Combinations.
    (
        r#"{"anyOf":[{"type":"string"},{"type":"object","required":["a"]}]}"#,
        "{}",
        "(root): fits none of the alternatives, of which there are 2 (1: must be of type string, but is an object; 2: the required property \"a\" is missing)",
    ),
    (r#"{"oneOf":[{"minimum":1},{"minimum":2}]}"#, "3", "(root): fits the alternatives 1 and 2, but must fit only one"),
    (
        r#"{"oneOf":[{"properties":{"a":{"const":1}}},{"type":"null"}]}"#,
        r#"{"a":2}"#,
        "(root): fits none of the alternatives, of which there are 2 (1: /a: 2 is not 1; 2: must be of type null, but is an object)",
    ),
    (r#"{"not":{"type":"string"}}"#, r#""""#, "(root): is a value that the schema forbids (by \"not\")"),
    (
        r#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":0}}"#,
        r#""""#,
        "(root): number of characters 0 is less than the minimum 1",
    ),
    (r#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":0}}"#, "-1", "(root): -1 is less than the minimum 0"),
    (r#"{"allOf":[{"minimum":1},{"maximum":-1}]}"#, "0", "(root): 0 is less than the minimum 1\n(root): 0 is greater than the maximum -1"),
    ("false", "1", "(root): no value is allowed here"),
    ("true", "1", ""),
    // References.
    (
        r##"{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/tree"}}}}}}"##,
        r#"{"children":[{},{"children":[{"children":5}]}]}"#,
        "/children/1/children/0/children: must be of type array, but is 5",
    ),
    (r##"{"$ref":"#/definitions/a~1b%25","definitions":{"a/b%":{"type":"null"}}}"##, "1", "(root): must be of type null, but is 1"),
    (
        r##"{"properties":{"a":{"$ref":"#"}},"additionalProperties":false}"##,
        r#"{"a":{"a":{"b":1}}}"#,
        "/a/a/b: is no known property; allowed are: a",
    ),
    (r##"{"$ref":"#n","$defs":{"x":{"$anchor":"n","type":"null"}}}"##, "1", "(root): must be of type null, but is 1"),
];

/// Roots that authors write, and what becomes of them (JSON text, or the error).
const ROOTS: &[(&str, &str)] = &[
    ("null", r#"{"type":"object","properties":{}}"#),
    ("{}", r#"{"type":"object","properties":{}}"#),
    ("true", r#"{"type":"object","properties":{}}"#),
    (r#"{"query":{"type":"string"}}"#, r#"{"type":"object","properties":{"query":{"type":"string"}}}"#),
    (
        r#"{"type":{"type":"string"},"items":{},"any":true}"#,
        r#"{"type":"object","properties":{"type":{"type":"string"},"items":{},"any":true}}"#,
    ),
    (r#"{"properties":{"type":"array"}}"#, r#"{"type":"object","properties":{"properties":{"type":"array"}}}"#),
    (r#"{"__proto__":{"type":"string"}}"#, r#"{"type":"object","properties":{"__proto__":{"type":"string"}}}"#),
    (r#"{"type":"object"}"#, r#"{"type":"object"}"#),
    (r#"{"properties":{"a":{}},"required":["a"]}"#, r#"{"type":"object","properties":{"a":{}},"required":["a"]}"#),
    (r#"{"additionalProperties":false}"#, r#"{"type":"object","additionalProperties":false}"#),
    (r#"{"description":"Nothing to say"}"#, r#"{"type":"object","description":"Nothing to say"}"#),
    (r#"{"type":["object","null"],"properties":{"a":{}}}"#, r#"{"type":"object","properties":{"a":{}}}"#),
    (
        r##"{"type":["object","null"],"properties":{"a":{"$ref":"#"}}}"##,
        r##"{"type":"object","allOf":[{"type":["object","null"],"properties":{"a":{"$ref":"#/allOf/0"}}}]}"##,
    ),
    (
        r#"{"anyOf":[{"type":"object"},{"type":"string"}]}"#,
        r#"{"type":"object","allOf":[{"anyOf":[{"type":"object"},{"type":"string"}]}]}"#,
    ),
    (
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"},"__proto__":{}}}"##,
        r##"{"type":"object","allOf":[{"$ref":"#/allOf/0/$defs/a","$defs":{"a":{"type":"object"},"__proto__":{}}}]}"##,
    ),
    (
        r##"{"$id":"https://a/b","$ref":"#/$defs/a","$defs":{"a":{}}}"##,
        r##"{"type":"object","allOf":[{"$id":"https://a/b","$ref":"#/$defs/a","$defs":{"a":{}}}]}"##,
    ),
    (r#"{"const":{"a":1}}"#, r#"{"type":"object","allOf":[{"const":{"a":1}}]}"#),
    ("false", "error: is false, which allows no arguments"),
    ("[]", "error: must be a JSON Schema object"),
    ("5", "error: must be a JSON Schema object"),
    (r#""{""#, "error: is a text that is no JSON"),
    (
        r#"{"query":"string"}"#,
        "error: has no keyword of JSON Schema, and \"query\" holds no schema: write {\"query\": {\"type\": \"string\"}}",
    ),
    (r#"{"type":"string"}"#, "error: must allow an object"),
    (r#"{"type":["string","null"]}"#, "error: must allow an object"),
    (r#"{"enum":["a","b"]}"#, "error: must allow an object"),
    (r#"{"const":null}"#, "error: must allow an object"),
    (r#"{"type":"object","anyOf":[{"type":"string"},{"enum":[1]}]}"#, "error: must allow an object"),
    (r#"{"allOf":[{},{"type":"array"}]}"#, "error: must allow an object"),
    // Found by generated schemas.
    (r#"{"oneOf":[{"properties":{},"type":["null"]}],"type":"object"}"#, "error: must allow an object"),
    (r#"{"allOf":[{"oneOf":[false]}],"type":"object"}"#, "error: must allow an object"),
    (r##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}"##, "error: must allow an object"),
];

/// Schemas that do not compile, and the start of what their author reads.
const ERRORS: &[(&str, &str)] = &[
    (
        r#"{"properties":{"a":{"pattern":"("}}}"#,
        "at /properties/a: \"pattern\" holds \"(\", which is no regular expression (with the u flag): ",
    ),
    (r#"{"patternProperties":{"[":{}}}"#, "at its root: \"patternProperties\" holds \"[\", which is no regular expression"),
    (
        r#"{"properties":{"a":{"type":"int"}}}"#,
        "at /properties/a: \"type\" must be one of null, boolean, integer, number, string, array, object (or an array of them); \"int\" is not",
    ),
    (r#"{"type":5}"#, "at its root: \"type\" must be one of"),
    (
        r##"{"items":{"$ref":"#/$defs/none"}}"##,
        "at /items: the $ref \"#/$defs/none\" leads nowhere in this schema: put its target into $defs",
    ),
    (r##"{"$ref":"#none"}"##, "at its root: the $ref \"#none\" leads nowhere"),
    (r##"{"$ref":"#/constructor"}"##, "at its root: the $ref \"#/constructor\" leads nowhere"),
    (r#"{"$ref":"https://example.com/a.json"}"#, "at its root: the $ref \"https://example.com/a.json\" leads nowhere"),
    (r##"{"$ref":"#"}"##, "at its root: its references lead round in a loop"),
    (r##"{"$defs":{"a":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}}"##, "at /$defs/"),
    (r#"{"properties":{"a":5}}"#, "at /properties/a: a schema must be an object (or true or false)"),
    (r#"{"properties":[]}"#, "at its root: \"properties\" must be an object of schemas by name"),
    (r#"{"minLength":-1}"#, "at its root: \"minLength\" must be a whole number, 0 or more"),
    (r#"{"minimum":"1"}"#, "at its root: \"minimum\" must be a number"),
    (r#"{"multipleOf":0}"#, "at its root: \"multipleOf\" must be a number greater than 0"),
    (r#"{"required":"a"}"#, "at its root: \"required\" must be an array of names"),
    (r#"{"enum":"a"}"#, "at its root: \"enum\" must be an array of the allowed values"),
    (r#"{"anyOf":[]}"#, "at its root: \"anyOf\" must not be empty"),
];

pub fn parse<P: Payload>(text: &str) -> P {
    P::parse(text).unwrap_or_else(|| panic!("{text} is no JSON"))
}

pub fn text<P: Payload>(value: &P) -> String {
    value.json().ok().and_then(|text| text.as_text()).unwrap_or_default()
}

/// What is wrong with a value; "" for nothing.
pub fn answer<P: Payload>(schema: &str, value: &str) -> String {
    match Schema::compile(&parse::<P>(schema)) {
        Ok(schema) => schema.validate(&parse(value)).err().unwrap_or_default(),
        Err(error) => ["does not compile: ", &error].concat(),
    }
}

pub fn every_value_gets_its_answer<P: Payload>() {
    for (schema, value, expected) in CASES {
        assert_eq!(answer::<P>(schema, value), *expected, "{schema} {value}");
    }
}

pub fn every_root_becomes_an_object_or_an_error<P: Payload>() {
    for (given, expected) in ROOTS {
        let given_value: P = parse(given);
        let mended = normalise(Some(&given_value)).and_then(|schema| Schema::compile(&schema).map(|_| schema));
        match (mended, expected.strip_prefix("error: ")) {
            (Ok(schema), None) => assert_eq!(text(&schema), *expected, "{given}"),
            (Err(error), Some(start)) => assert!(error.starts_with(start), "{given}: {error}"),
            (result, _) => panic!("{given}: {:?}", result.map(|schema| text(&schema))),
        }
        assert!(equal(&given_value, &parse(given)), "{given} was changed");
    }
    assert_eq!(normalise::<P>(None).map(|schema| text(&schema)), Ok(r#"{"type":"object","properties":{}}"#.into()));
}

pub fn every_bad_schema_is_explained_to_its_author<P: Payload>() {
    for (schema, start) in ERRORS {
        let error = Schema::compile(&parse::<P>(schema)).err().unwrap_or_else(|| panic!("{schema} compiles"));
        assert!(error.starts_with(start), "{schema}: {error}");
    }
}

/// Hostile input ends in an answer, however deep.
pub fn hostile_input_ends_in_an_error<P: Payload>(levels: usize) {
    let nested = |open: &str, core: &str, close: &str, levels: usize| [&open.repeat(levels), core, &close.repeat(levels)].concat();
    let tree = r##"{"properties":{"a":{"$ref":"#"}},"items":{"$ref":"#"}}"##;
    let too_deep = "(root): the value is nested too deeply to be checked";
    assert_eq!(answer::<P>(tree, &nested("[", "", "]", levels)), too_deep);
    assert_eq!(answer::<P>(tree, &nested("{\"a\":", "1", "}", levels)), too_deep);
    assert_eq!(answer::<P>(tree, &nested("{\"a\":", "1", "}", 100)), "");
    // What no rule looks into may be as deep as it likes.
    assert_eq!(answer::<P>(r#"{"type":"array"}"#, &nested("[", "", "]", levels)), "");
    let deep = nested("[", "", "]", levels);
    assert!(equal(&parse::<P>(&deep), &parse(&deep)));
    assert!(!equal(&parse::<P>(&deep), &parse(&nested("[", "1", "]", levels))));
    assert_eq!(answer::<P>(&["{\"const\":", &deep, "}"].concat(), &deep), "");
    assert_eq!(
        answer::<P>(r#"{"uniqueItems":true}"#, &["[", &deep, ",", &deep, "]"].concat()),
        "(root): the items 0 and 1 are equal, but all must differ"
    );

    for (open, close) in [("{\"not\":", "}"), ("{\"items\":", "}"), ("{\"properties\":{\"a\":", "}}"), ("{\"anyOf\":[", "]}")] {
        let error = Schema::compile(&parse::<P>(&nested(open, "{}", close, levels))).err().unwrap_or_default();
        assert!(error.contains("nested too deeply") || error.contains("too many others"), "{open}: {error}");
        // Normalising is done before, and must survive as well.
        let _ = normalise(Some(&parse::<P>(&nested(open, "{\"$ref\":\"#\"}", close, levels))));
    }
    let many = nested("{\"$ref\":\"#\"},", "{}", "", 10_001);
    assert_eq!(
        Schema::compile(&parse::<P>(&["{\"allOf\":[", &many, "]}"].concat())).err().unwrap_or_default(),
        "at its root: it has more than 10000 subschemas: make it smaller"
    );

    // Two ways at each level: a check that tried them all would take 2^100 steps.
    let forks = r##"{"items":{"anyOf":[{"$ref":"#"},{"$ref":"#"}]},"type":"array"}"##;
    let answer_to_forks = answer::<P>(forks, &nested("[", "1", "]", 60));
    assert_eq!(answer_to_forks, "(root): the value is too large to be checked: send less at once");

    let large = "(root): the value is too large to be checked: send less at once";
    let numbers = ["[", &"1,".repeat(2_000_000), "1]"].concat();
    assert_eq!(answer::<P>(r#"{"items":{"type":"number"}}"#, &numbers), large);
    assert_eq!(answer::<P>(r#"{"uniqueItems":true}"#, &numbers), large);
    let text = ["\"", &"x".repeat(10_000_000), "\""].concat();
    assert_eq!(answer::<P>(r#"{"type":"number"}"#, &text), "(root): must be of type number, but is a text of 10000000 characters");
    assert_eq!(answer::<P>(r#"{"maxLength":100}"#, &text), "(root): number of characters 10000000 is greater than the maximum 100");
    let distinct = ["[", &(0..20_000).map(|number| number.to_string()).collect::<Vec<_>>().join(","), "]"].concat();
    assert_eq!(answer::<P>(r#"{"uniqueItems":true}"#, &distinct), "");
    let wrong = ["[", &"\"a\",".repeat(500), "1]"].concat();
    let answer_to_wrong = answer::<P>(r#"{"items":{"type":"number"}}"#, &wrong);
    assert_eq!(answer_to_wrong.lines().count(), 21);
    assert!(answer_to_wrong.ends_with("\n/19: must be of type number, but is \"a\"\nand more"));
}
