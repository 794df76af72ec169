//! Forms as data: each row is what a browser with native form tools makes of the same markup.

use serde_json::{Value, json};

use crate::form::{Choice, Control, Form, Kind, Write, plan, schema};

fn control(kind: Kind, name: &str) -> Control {
    Control {
        kind,
        name: name.into(),
        value: String::new(),
        required: false,
        disabled: false,
        readonly: false,
        min: None,
        max: None,
        step: None,
        pattern: None,
        described: None,
        label: None,
        aria: None,
        choices: Vec::new(),
        fieldsets: Vec::new(),
    }
}

/// A control named `x`, changed as the row says.
fn x(kind: Kind, change: impl FnOnce(&mut Control)) -> Control {
    let mut made = control(kind, "x");
    change(&mut made);
    made
}

fn some(text: &str) -> Option<String> {
    Some(text.into())
}

fn form(controls: Vec<Control>) -> Form {
    Form { controls, fieldsets: Vec::new() }
}

/// The schema's text, as the browser writes it; Rust writes 1 as 1.0.
fn text(form: &Form) -> String {
    schema::<Value>(form).to_string().replace(".0,", ",").replace(".0}", "}")
}

/// The text of the only property's schema.
fn property(control: Control) -> String {
    let whole = text(&form(vec![control]));
    let property = whole.strip_prefix("{\"type\":\"object\",\"properties\":{\"x\":").expect("a property x");
    property.strip_suffix("},\"required\":[]}").expect("nothing required").to_string()
}

fn choice(value: &str, text: &str) -> Choice {
    Choice { value: value.into(), text: text.into() }
}

#[test]
fn every_kind_of_control_is_known_by_its_element_and_type() {
    let rows = [
        ("input", "text", Kind::Text),
        ("input", "search", Kind::Text),
        ("input", "tel", Kind::Text),
        ("input", "url", Kind::Text),
        ("input", "email", Kind::Text),
        ("input", "password", Kind::Text),
        ("textarea", "textarea", Kind::Text),
        ("input", "number", Kind::Number),
        ("input", "range", Kind::Range),
        ("input", "date", Kind::Date),
        ("input", "datetime-local", Kind::DateTime),
        ("input", "time", Kind::Time),
        ("input", "month", Kind::Month),
        ("input", "week", Kind::Week),
        ("input", "color", Kind::Color),
        ("input", "checkbox", Kind::Checkbox),
        ("input", "radio", Kind::Radio),
        ("select", "select-one", Kind::Select),
        ("select", "select-multiple", Kind::Multiple),
        ("input", "hidden", Kind::Hidden),
        ("input", "file", Kind::Other),
        ("input", "submit", Kind::Other),
        ("input", "button", Kind::Other),
        ("input", "reset", Kind::Other),
        ("input", "image", Kind::Other),
        ("button", "submit", Kind::Other),
        ("output", "output", Kind::Other),
        ("fieldset", "fieldset", Kind::Other),
        ("my-control", "", Kind::Other),
    ];
    for (element, kind, expected) in rows {
        assert_eq!(Kind::of(element, kind), expected, "<{element} type={kind}>");
    }
}

#[test]
fn an_empty_form_has_an_empty_schema() {
    assert_eq!(text(&form(vec![])), r#"{"type":"object","properties":{},"required":[]}"#);
}

#[test]
fn texts_take_only_a_pattern() {
    assert_eq!(property(control(Kind::Text, "x")), r#"{"type":"string"}"#);
    assert_eq!(property(x(Kind::Text, |c| c.pattern = some("[a-z]+"))), r#"{"type":"string","pattern":"[a-z]+"}"#);
    assert_eq!(property(x(Kind::Text, |c| c.pattern = some(""))), r#"{"type":"string","pattern":""}"#);
    assert_eq!(
        property(x(Kind::Text, |c| (c.pattern, c.described) = (some("a"), some("PD")))),
        r#"{"type":"string","pattern":"a","description":"PD"}"#
    );
}

type Numbers = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[test]
fn numbers_take_their_bounds_and_steps() {
    // (min, max, step, value) -> schema; "" is an absent attribute
    let rows: [Numbers; 22] = [
        ("", "", "", "", r#"{"type":"number","multipleOf":1}"#),
        ("1", "10", "", "", r#"{"type":"number","minimum":1,"maximum":10,"multipleOf":1}"#),
        ("", "", "2", "", r#"{"type":"number","multipleOf":2}"#),
        ("", "", ".1", "", r#"{"type":"number","multipleOf":0.1}"#),
        ("", "", "1e-1", "", r#"{"type":"number","multipleOf":0.1}"#),
        ("", "", "5", "", r#"{"type":"number","multipleOf":5}"#),
        ("", "", "0", "", r#"{"type":"number","multipleOf":1}"#),
        ("", "", "-1", "", r#"{"type":"number","multipleOf":1}"#),
        ("", "", "abc", "", r#"{"type":"number","multipleOf":1}"#),
        ("", "", "2 ", "", r#"{"type":"number","multipleOf":1}"#),
        ("", "", "any", "", r#"{"type":"number"}"#),
        ("", "", "ANY", "", r#"{"type":"number"}"#),
        ("1", "", "2", "", r#"{"type":"number","minimum":1}"#),
        ("", "", "", "3.5", r#"{"type":"number"}"#),
        ("0.5", "", "", "", r#"{"type":"number","minimum":0.5}"#),
        ("-.5", "", "", "", r#"{"type":"number","minimum":-0.5}"#),
        (".1", "", ".1", "", r#"{"type":"number","minimum":0.1,"multipleOf":0.1}"#),
        (".9", "", ".3", "", r#"{"type":"number","minimum":0.9,"multipleOf":0.3}"#),
        ("abc", "", "", "3.5", r#"{"type":"number"}"#),
        ("6", "", "3", "1", r#"{"type":"number","minimum":6,"multipleOf":3}"#),
        ("1e2", " 5", "", "", r#"{"type":"number","minimum":100,"multipleOf":1}"#),
        ("5.", "+5", "", "", r#"{"type":"number","multipleOf":1}"#),
    ];
    for (min, max, step, value, expected) in rows {
        let given = |text: &str| Some(text.to_string()).filter(|text| !text.is_empty());
        let control = x(Kind::Number, |c| {
            (c.min, c.max, c.step, c.value) = (given(min), given(max), given(step), value.into());
        });
        assert_eq!(property(control), expected, "min={min:?} max={max:?} step={step:?} value={value:?}");
    }
    assert_eq!(property(x(Kind::Number, |c| c.min = some("00"))), r#"{"type":"number","minimum":0,"multipleOf":1}"#);
    assert_eq!(property(x(Kind::Number, |c| c.pattern = some("a"))), r#"{"type":"number","multipleOf":1,"pattern":"a"}"#);
}

#[test]
fn ranges_always_have_both_ends() {
    assert_eq!(property(control(Kind::Range, "x")), r#"{"type":"number","minimum":0,"maximum":100,"multipleOf":1}"#);
    assert_eq!(
        property(x(Kind::Range, |c| (c.step, c.min) = (some("any"), some("2")))),
        r#"{"type":"number","minimum":2,"maximum":100,"multipleOf":1}"#
    );
    assert_eq!(
        property(x(Kind::Range, |c| (c.min, c.max, c.step) = (some("1"), some("9"), some("5")))),
        r#"{"type":"number","minimum":1,"maximum":9}"#
    );
    assert_eq!(property(x(Kind::Range, |c| c.value = "3.5".into())), r#"{"type":"number","minimum":0,"maximum":100}"#);
    let required = form(vec![x(Kind::Range, |c| (c.step, c.required) = (some("5"), true))]);
    assert_eq!(
        text(&required),
        r#"{"type":"object","properties":{"x":{"type":"number","minimum":0,"maximum":100,"multipleOf":5}},"required":["x"]}"#
    );
}

#[test]
fn dates_say_how_they_are_written() {
    let dates = r#"{"type":"string","format":"date","description":"Dates MUST be provided in 'YYYY-MM-DD' format."}"#;
    assert_eq!(property(control(Kind::Date, "x")), dates);
    assert_eq!(property(x(Kind::Date, |c| (c.min, c.pattern) = (some("2020-01-01"), some("a")))), dates);
    let described = r#"{"type":"string","format":"date","description":"PD (Dates MUST be provided in 'YYYY-MM-DD' format.)"}"#;
    assert_eq!(property(x(Kind::Date, |c| c.described = some("PD"))), described);
    assert_eq!(property(x(Kind::Date, |c| c.label = some("PD"))), described);
}

#[test]
fn times_have_a_pattern_as_their_format() {
    let day = "^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]";
    let time = "^([01][0-9]|2[0-3]):[0-5][0-9]";
    let rows = [
        ("", "$"),
        ("1", "(:[0-5][0-9])?$"),
        ("30", "(:[0-5][0-9])?$"),
        ("1.5", "(:[0-5][0-9])?$"),
        ("59.5", "(:[0-5][0-9])?$"),
        ("60", "$"),
        ("60.5", "$"),
        ("900", "$"),
        ("any", "$"),
        ("0", "$"),
        ("0.001", "(:[0-5][0-9](\\\\.[0-9]{1,3})?)?$"),
        ("0.5", "(:[0-5][0-9](\\\\.[0-9]{1,3})?)?$"),
    ];
    for (step, end) in rows {
        for (kind, start) in [(Kind::DateTime, day), (Kind::Time, time)] {
            let step = Some(step.to_string()).filter(|step| !step.is_empty());
            let expected = format!(r#"{{"type":"string","format":"{start}{end}"}}"#);
            assert_eq!(property(x(kind, |c| c.step = step.clone())), expected, "step={step:?}");
        }
    }
    assert_eq!(property(control(Kind::Month, "x")), r#"{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])$"}"#);
    assert_eq!(property(control(Kind::Week, "x")), r#"{"type":"string","format":"^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$"}"#);
    assert_eq!(property(control(Kind::Color, "x")), r##"{"type":"string","format":"^#[0-9a-zA-Z]{6}$"}"##);
}

#[test]
fn one_checkbox_is_a_boolean_and_several_are_an_array() {
    assert_eq!(property(x(Kind::Checkbox, |c| c.value = "on".into())), r#"{"type":"boolean"}"#);
    let pair = |second: fn(&mut Control)| {
        form(vec![
            x(Kind::Checkbox, |c| (c.value, c.label) = ("a".into(), some("Aa"))),
            x(Kind::Checkbox, |c| {
                c.value = "b".into();
                second(c);
            }),
        ])
    };
    let both = r#"{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"a","title":"Aa"},{"type":"string","const":"b","title":"Bb"}],"enum":["a","b"]},"uniqueItems":true}"#;
    assert_eq!(text(&pair(|c| c.label = some("Bb"))), format!(r#"{{"type":"object","properties":{{"x":{both}}},"required":[]}}"#));
    let untitled = text(&pair(|c| c.required = true));
    assert!(untitled.contains(r#"{"type":"string","const":"b"}]"#), "{untitled}");
    assert!(untitled.ends_with(r#""required":["x"]}"#), "any required one makes it required: {untitled}");
    let alone = text(&pair(|c| c.disabled = true));
    assert_eq!(alone, r#"{"type":"object","properties":{"x":{"type":"boolean","description":"Aa"}},"required":[]}"#);
    let twice = text(&form(vec![x(Kind::Checkbox, |c| c.value = "on".into()), x(Kind::Checkbox, |c| c.value = "on".into())]));
    assert!(twice.contains(r#""enum":["on","on"]"#), "{twice}");
}

#[test]
fn radio_buttons_are_one_of_their_values() {
    let radio = |value: &str, label: &str| {
        x(Kind::Radio, |c| (c.value, c.label) = (value.into(), Some(label.to_string()).filter(|label| !label.is_empty())))
    };
    let two = r#"{"type":"string","anyOf":[{"type":"string","const":"a","title":"Aa"},{"type":"string","const":"b"}],"enum":["a","b"]}"#;
    assert_eq!(
        text(&form(vec![radio("a", "Aa"), radio("b", "")])),
        format!(r#"{{"type":"object","properties":{{"x":{two}}},"required":[]}}"#)
    );
    assert_eq!(property(radio("a", "")), r#"{"type":"string","anyOf":[{"type":"string","const":"a"}],"enum":["a"]}"#);
    // Alone, its label is title and description.
    assert_eq!(
        property(radio("a", "Aa")),
        r#"{"type":"string","anyOf":[{"type":"string","const":"a","title":"Aa"}],"enum":["a"],"description":"Aa"}"#
    );
    let off = x(Kind::Radio, |c| (c.value, c.disabled, c.required) = ("a".into(), true, true));
    let mixed = text(&form(vec![off.clone(), radio("b", ""), radio("c", "")]));
    assert!(mixed.contains(r#""enum":["b","c"]"#) && mixed.ends_with(r#""required":[]}"#), "{mixed}");
    assert_eq!(text(&form(vec![off])), r#"{"type":"object","properties":{},"required":[]}"#);
}

#[test]
fn selects_list_every_option() {
    let options = vec![choice("a", "Aa"), choice("", "None"), choice("Bb c", " Bb  c ")];
    assert_eq!(
        property(x(Kind::Select, |c| c.choices = options.clone())),
        r#"{"type":"string","anyOf":[{"type":"string","const":"a","title":"Aa"},{"type":"string","const":"","title":"None"},{"type":"string","const":"Bb c","title":" Bb  c "}],"enum":["a","","Bb c"]}"#
    );
    assert_eq!(property(control(Kind::Select, "x")), r#"{"type":"string","anyOf":[],"enum":[]}"#);
    assert_eq!(
        property(x(Kind::Multiple, |c| (c.choices, c.described) = (vec![choice("a", "Aa")], some("PD")))),
        r#"{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"a","title":"Aa"}],"enum":["a"]},"uniqueItems":true,"description":"PD"}"#
    );
    assert_eq!(
        property(control(Kind::Multiple, "x")),
        r#"{"type":"array","items":{"type":"string","anyOf":[],"enum":[]},"uniqueItems":true}"#
    );
}

const NOTHING: &str = r#"{"type":"object","properties":{},"required":[]}"#;

#[test]
fn hidden_controls_count_only_when_described_and_others_never() {
    assert_eq!(property(x(Kind::Hidden, |c| c.described = some("PD"))), r#"{"type":"string","description":"PD"}"#);
    for control in [
        x(Kind::Hidden, |c| c.required = true),
        x(Kind::Hidden, |c| c.described = some("")),
        x(Kind::Other, |c| c.described = some("PD")),
        x(Kind::Text, |c| (c.disabled, c.required) = (true, true)),
        x(Kind::Text, |c| (c.readonly, c.required) = (true, true)),
        x(Kind::Number, |c| c.readonly = true),
        x(Kind::Date, |c| c.readonly = true),
    ] {
        assert_eq!(text(&form(vec![control.clone()])), NOTHING, "{control:?}");
    }
}

#[test]
fn readonly_means_nothing_where_html_gives_it_no_meaning() {
    for kind in [Kind::Range, Kind::Color, Kind::Checkbox, Kind::Radio, Kind::Select, Kind::Multiple] {
        assert_ne!(text(&form(vec![x(kind, |c| c.readonly = true)])), NOTHING, "{kind:?}");
    }
    assert_ne!(text(&form(vec![x(Kind::Hidden, |c| (c.readonly, c.described) = (true, some("s")))])), NOTHING);
}

#[test]
fn one_control_without_a_name_is_a_parameter_and_two_are_none() {
    let mut unnamed = control(Kind::Text, "");
    unnamed.required = true;
    assert_eq!(text(&form(vec![unnamed.clone()])), r#"{"type":"object","properties":{"":{"type":"string"}},"required":[""]}"#);
    for other in [Kind::Text, Kind::Other] {
        assert_eq!(text(&form(vec![unnamed.clone(), control(other, "")])), NOTHING, "beside {other:?}");
    }
}

#[test]
fn a_name_used_twice_is_left_out() {
    use Kind::{Checkbox, Hidden, Number, Other, Radio, Select, Text};
    for kinds in [
        vec![Text, Text],
        vec![Text, Number],
        vec![Text, Checkbox],
        vec![Radio, Text],
        vec![Hidden, Checkbox],
        vec![Hidden, Checkbox, Checkbox],
        vec![Select, Select],
        vec![Other, Text],
        vec![Radio, Checkbox],
    ] {
        let controls = kinds.iter().map(|kind| control(*kind, "x")).collect();
        assert_eq!(text(&form(controls)), NOTHING, "{kinds:?}");
    }
    let beside_disabled = form(vec![control(Text, "x"), x(Text, |c| c.disabled = true), x(Text, |c| c.readonly = true)]);
    assert_eq!(text(&beside_disabled), r#"{"type":"object","properties":{"x":{"type":"string"}},"required":[]}"#);
}

#[test]
fn properties_keep_the_order_of_the_controls() {
    let mut controls: Vec<Control> = ["b", "a", "c"].iter().map(|name| control(Kind::Text, name)).collect();
    controls[0].required = true;
    controls[1].required = true;
    assert_eq!(
        text(&form(controls)),
        r#"{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"},"c":{"type":"string"}},"required":["b","a"]}"#
    );
}

#[test]
fn a_description_is_the_author_s_before_the_label_before_aria() {
    let described = |described: &str, label: &str, aria: &str| {
        let schema = property(x(Kind::Text, |c| (c.described, c.label, c.aria) = (some(described), some(label), some(aria))));
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        schema["description"].as_str().map(str::to_string)
    };
    assert_eq!(described(" PD ", "L", "AD"), some(" PD "));
    assert_eq!(described("", "L1; L2\n  b", "AD"), some("L1; L2\n  b"));
    assert_eq!(described("", "", " AD "), some(" AD "));
    assert_eq!(described("", "", ""), None);
}

#[test]
fn a_group_is_described_by_the_nearest_fieldset_around_all_of_it() {
    let radio = |value: &str, fieldsets: &[usize]| {
        x(Kind::Radio, |c| (c.value, c.described, c.aria, c.fieldsets) = (value.into(), some("own"), some("AD"), fieldsets.to_vec()))
    };
    let described = |a: &[usize], b: &[usize], fieldsets: Vec<Option<String>>| {
        let form = Form { controls: vec![radio("a", a), radio("b", b)], fieldsets };
        schema::<Value>(&form)["properties"]["x"]["description"].as_str().map(str::to_string)
    };
    assert_eq!(described(&[], &[], vec![]), None, "a group's own words do not count");
    assert_eq!(described(&[0], &[0], vec![some("FD")]), some("FD"));
    assert_eq!(described(&[1, 0], &[1, 0], vec![some("outer"), some("inner")]), some("inner"));
    assert_eq!(described(&[1, 0], &[1, 0], vec![some("outer"), None]), None, "an outer one does not stand in for a silent inner one");
    assert_eq!(described(&[1, 0], &[0], vec![some("outer"), some("inner")]), some("outer"));
    assert_eq!(described(&[0], &[1], vec![some("one"), some("other")]), None);
    let single = Form { controls: vec![radio("a", &[0])], fieldsets: vec![some("FD")] };
    assert_eq!(schema::<Value>(&single)["properties"]["x"]["description"], json!("own"));
}

fn value(text: &str) -> Result<Vec<Write>, String> {
    Ok(vec![Write::Value { control: 0, text: text.into() }])
}

fn check(on: &[bool]) -> Result<Vec<Write>, String> {
    Ok(on.iter().enumerate().map(|(control, on)| Write::Check { control, on: *on }).collect())
}

fn select(options: &[usize]) -> Result<Vec<Write>, String> {
    Ok(vec![Write::Select { control: 0, options: options.to_vec() }])
}

fn bad(value: &str) -> Result<Vec<Write>, String> {
    Err(format!("Invalid value \"{value}\" for parameter x"))
}

fn worse() -> Result<Vec<Write>, String> {
    Err("Invalid value for parameter x".into())
}

fn fill(controls: Vec<Control>, given: Value) -> Result<Vec<Write>, String> {
    plan(&form(controls), &json!({ "x": given }))
}

#[test]
fn texts_take_what_can_be_written_as_one() {
    for (given, expected) in [
        (json!("a"), value("a")),
        (json!(""), value("")),
        (json!(5), value("5")),
        (json!(1.5), value("1.5")),
        (json!(true), value("true")),
        (json!(null), worse()),
        (json!({}), worse()),
        (json!([]), worse()),
    ] {
        assert_eq!(fill(vec![control(Kind::Text, "x")], given.clone()), expected, "{given}");
    }
}

#[test]
fn numbers_take_html_s_numbers() {
    for good in ["5", "-5", ".5", "-.5", "1e3", "1E+3", "007", "0.10"] {
        assert_eq!(fill(vec![control(Kind::Number, "x")], json!(good)), value(good));
    }
    for wrong in ["abc", "", " 5", "5.", "+5", "1e400", "e5", "-", ".", "1e", "Infinity", "NaN", "0x10", "1_000", "--5"] {
        assert_eq!(fill(vec![control(Kind::Number, "x")], json!(wrong)), bad(wrong));
    }
    assert_eq!(fill(vec![control(Kind::Number, "x")], json!(5)), value("5"));
    assert_eq!(fill(vec![control(Kind::Number, "x")], json!(true)), bad("true"));
    assert_eq!(fill(vec![control(Kind::Number, "x")], json!([5])), worse());
    for cleaned in ["5", "abc", "true"] {
        assert_eq!(fill(vec![control(Kind::Range, "x")], json!(cleaned)), value(cleaned), "a range cleans up by itself");
    }
    assert_eq!(fill(vec![control(Kind::Range, "x")], json!("")), bad(""));
}

#[test]
fn dates_and_times_take_only_real_ones() {
    let rows: [(Kind, &[&str], &[&str]); 6] = [
        (
            Kind::Date,
            &["2024-01-02", "2024-02-29", "12024-02-03", "2000-02-29", ""],
            &[
                "01/02/2024",
                "2024-02-30",
                "2023-02-29",
                "1900-02-29",
                "0000-01-01",
                "2024-1-1",
                "5",
                "2024-04-31",
                "202-01-01",
                "275761-01-01",
                "-",
            ],
        ),
        (
            Kind::Time,
            &["10:00", "10:00:30", "10:00:30.5", "23:59:59.999", ""],
            &["24:00", "1:00", "10:00:30.5555", "10:00:30.", "10", "10:60", "10:00:60", "1000"],
        ),
        (
            Kind::DateTime,
            &["2024-01-02T10:00", "2024-01-02 10:00", "2024-01-02T10:00:30.123", ""],
            &["2024-01-02", "2024-01-02T10:00Z", "2024-02-30T10:00", "T10:00"],
        ),
        (Kind::Month, &["2024-01", ""], &["2024-13", "2024-00", "2024-1", "2024", "0000-01"]),
        (
            Kind::Week,
            &["2024-W01", "2020-W53", "2015-W53", "2024-W52", "2004-W53", ""],
            &["2024-W53", "2024-W00", "2024-w01", "2021-W53", "2024-01"],
        ),
        (Kind::Color, &["red", "#zzzzzz", "#ABCDEF", "", "5"], &[]),
    ];
    for (kind, good, wrong) in rows {
        for text in good {
            assert_eq!(fill(vec![control(kind, "x")], json!(text)), value(text), "{kind:?}");
        }
        for text in wrong {
            assert_eq!(fill(vec![control(kind, "x")], json!(text)), bad(text), "{kind:?}");
        }
        assert_eq!(fill(vec![control(kind, "x")], json!(null)), worse());
    }
}

#[test]
fn a_checkbox_takes_what_means_yes_or_no() {
    for (given, expected) in [
        (json!(true), check(&[true])),
        (json!(false), check(&[false])),
        (json!("true"), check(&[true])),
        (json!("false"), check(&[false])),
        (json!("1"), check(&[true])),
        (json!(1), check(&[true])),
        (json!(0), check(&[false])),
        (json!(2), check(&[true])),
        (json!("yes"), bad("yes")),
        (json!("on"), bad("on")),
        (json!(""), bad("")),
        (json!(null), worse()),
        (json!([]), worse()),
        (json!({}), worse()),
    ] {
        assert_eq!(fill(vec![control(Kind::Checkbox, "x")], given.clone()), expected, "{given}");
    }
}

#[test]
fn radio_buttons_take_a_value_of_theirs() {
    let radios = || ["a", "1"].iter().map(|value| x(Kind::Radio, |c| c.value = value.to_string())).collect::<Vec<_>>();
    let chosen = |control| Ok(vec![Write::Check { control, on: true }]);
    for (given, expected) in [
        (json!("a"), chosen(0)),
        (json!(1), chosen(1)),
        (json!("z"), bad("z")),
        (json!(""), bad("")),
        (json!(true), bad("true")),
        (json!(null), worse()),
        (json!([]), worse()),
    ] {
        assert_eq!(fill(radios(), given.clone()), expected, "{given}");
    }
    let disabled = vec![x(Kind::Radio, |c| c.value = "a".into()), x(Kind::Radio, |c| (c.value, c.disabled) = ("b".into(), true))];
    assert_eq!(fill(disabled, json!("b")), bad("b"));
}

#[test]
fn selects_take_a_value_and_not_a_text() {
    let with = |kind| vec![x(kind, |c| c.choices = vec![choice("a", "Aa"), choice("1", "One"), choice("b", "Bb")])];
    for (given, expected) in [
        (json!("a"), select(&[0])),
        (json!(1), select(&[1])),
        (json!("Aa"), bad("Aa")),
        (json!(""), bad("")),
        (json!(null), worse()),
        (json!(["a"]), worse()),
    ] {
        assert_eq!(fill(with(Kind::Select), given.clone()), expected, "{given}");
    }
    for (given, expected) in [
        (json!(["b", "a"]), select(&[0, 2])),
        (json!([]), select(&[])),
        (json!([1]), select(&[1])),
        (json!(["z"]), worse()),
        (json!(["a", "a"]), worse()),
        (json!("a"), bad("a")),
        (json!(null), worse()),
        (json!({}), worse()),
    ] {
        assert_eq!(fill(with(Kind::Multiple), given.clone()), expected, "{given}");
    }
}

#[test]
fn a_group_of_checkboxes_takes_its_values() {
    let group = |values: &[&str]| values.iter().map(|value| x(Kind::Checkbox, |c| c.value = value.to_string())).collect::<Vec<_>>();
    for (given, expected) in [
        (json!(["a"]), check(&[true, false])),
        (json!(["b", "a"]), check(&[true, true])),
        (json!([]), check(&[false, false])),
        (json!(["z"]), worse()),
        (json!(["a", "a"]), worse()),
        (json!(["a", null]), worse()),
        (json!("a"), bad("a")),
        (json!(true), bad("true")),
        (json!(null), worse()),
        (json!({}), worse()),
    ] {
        assert_eq!(fill(group(&["a", "b"]), given.clone()), expected, "{given}");
    }
    assert_eq!(fill(group(&["1", "1"]), json!([1])), check(&[true, true]), "one value, both boxes that hold it");
}

#[test]
fn what_is_no_parameter_is_refused_by_name() {
    let unknown = |name: &str| Err(format!("Input contains a parameter \"{name}\" but there is no such parameter for the tool"));
    let one = form(vec![control(Kind::Text, "x")]);
    assert_eq!(plan(&one, &json!({"zz": 1})), unknown("zz"));
    assert_eq!(plan(&one, &json!({"": 1})), unknown(""));
    assert_eq!(plan(&one, &json!([1])), Err("JSON input arguments must be an object".into()));
    for off in [x(Kind::Text, |c| c.disabled = true), x(Kind::Text, |c| c.readonly = true)] {
        assert_eq!(fill(vec![off], json!(1)), unknown("x"));
    }
    for held in
        [vec![control(Kind::Hidden, "x")], vec![control(Kind::Other, "x")], vec![control(Kind::Text, "x"), control(Kind::Text, "x")]]
    {
        assert_eq!(fill(held.clone(), json!(1)), bad("1"));
        assert_eq!(fill(held, json!(null)), worse());
    }
}

#[test]
fn parameters_are_filled_in_the_order_of_the_arguments_or_not_at_all() {
    let both = form(vec![control(Kind::Text, "a"), control(Kind::Number, "b")]);
    let writes = plan(&both, &json!({"b": 2, "a": "3"}));
    assert_eq!(writes, Ok(vec![Write::Value { control: 1, text: "2".into() }, Write::Value { control: 0, text: "3".into() }]));
    assert_eq!(plan(&both, &json!({"a": "1", "b": "zz"})), Err("Invalid value \"zz\" for parameter b".into()));
    assert_eq!(plan(&both, &json!({})), Ok(vec![]));
}
