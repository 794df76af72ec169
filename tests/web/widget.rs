//! The widget as a page and a person meet it: hooks, intents, focus, harmless text, and nothing left behind.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::call::Outcome;
use crate::view::{CallView, Intent, ItemView, Kind, Problem, Status};
use crate::web::widget::{Widget, WidgetOptions};

/// A widget, what it said, and a few lines of page code to look at it with.
struct Bench {
    widget: Option<Widget>,
    said: Said,
}

type Said = Rc<RefCell<Vec<Intent>>>;

fn options() -> WidgetOptions {
    let look = page("({ color: '#007bff', position: 'bottom-right', size: '30px', padding: '20px' })");
    WidgetOptions { look: look.into(), language: Some("en".into()), labels: page("[]") }
}

fn listener() -> (Said, Rc<dyn Fn(Intent)>) {
    let said = Said::default();
    let heard = said.clone();
    (said, Rc::new(move |intent| heard.borrow_mut().push(intent)))
}

fn bench() -> Bench {
    with(options())
}

fn with(options: WidgetOptions) -> Bench {
    // What a failed test left behind must not fail this one too.
    page("(document.activeElement?.blur(), host?.remove())");
    let (said, act) = listener();
    Bench { widget: Some(Widget::mount(options, act).unwrap()), said }
}

/// Runs page code; `$` finds in the widget.
fn page(code: &str) -> JsValue {
    let code = ["const host = document.querySelector('[data-webmcp-widget]'); const root = host?.shadowRoot; const $ = (s) => root.querySelector(s); const $$ = (s) => [...root.querySelectorAll(s)];
        const key = (target, key) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
        const shown = (e) => !!e && e.getClientRects().length > 0; return (", code, ")"].concat();
    Function::new_no_args(&code).call0(&JsValue::UNDEFINED).unwrap()
}

fn text(code: &str) -> String {
    page(code).as_string().unwrap_or_else(|| panic!("{code} gave no text"))
}

fn is(code: &str) -> bool {
    page(code).as_bool().unwrap_or_else(|| panic!("{code} gave no boolean"))
}

async fn wait(milliseconds: u32) {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let timer: Function = Function::new_with_args("then, ms", "setTimeout(then, ms)");
        timer.call2(&JsValue::UNDEFINED, &resolve, &milliseconds.into()).unwrap();
    });
    JsFuture::from(promise).await.unwrap();
}

impl Bench {
    fn widget(&self) -> &Widget {
        self.widget.as_ref().unwrap()
    }

    fn said(&self) -> Vec<Intent> {
        self.said.take()
    }

    fn connected(&self) {
        self.widget().set_status(Status::Connected, Some("localhost:4797"), Some("/localhost_8080"), None);
    }
}

fn item(kind: Kind, name: &str) -> ItemView {
    ItemView { kind, name: name.into(), title: None, description: "Does a thing".into(), source: "page", on: true }
}

fn call(id: u64, ended: Option<(Outcome, f64)>) -> CallView<'static> {
    CallView { id, tool: "search", started_at: js_sys::Date::now(), ended }
}

/// One that began and is over.
fn ends(bench: &Bench, id: u64, outcome: Outcome, ms: f64) {
    bench.widget().set_call(&call(id, None));
    bench.widget().set_call(&call(id, Some((outcome, ms))));
}

/// Until what was asked for before has been painted.
async fn painted() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let frame = Function::new_with_args("then", "requestAnimationFrame(then)");
        frame.call1(&JsValue::UNDEFINED, &resolve).unwrap();
    });
    JsFuture::from(promise).await.unwrap();
}

#[wasm_bindgen_test]
fn upstreams_hooks_find_their_elements() {
    let bench = bench();
    for hook in [
        "trigger",
        "content",
        "close",
        "token-input",
        "connect-btn",
        "disconnect-btn",
        "status",
        "connection-panel",
        "registered-items",
        "tools-list",
        "tools-container",
        "prompts-container",
        "resources-container",
    ] {
        assert!(is(&["!!$('.webmcp-", hook, "')"].concat()), ".webmcp-{hook}");
    }
    assert_eq!(text("root.mode"), "open");
    drop(bench);
}

#[wasm_bindgen_test]
fn the_trigger_shows_and_hides_the_panel() {
    let bench = bench();
    assert!(!is("shown($('.webmcp-content'))"));
    assert!(is("($('.webmcp-trigger').click(), shown($('.webmcp-content')) && $('.webmcp-trigger').ariaExpanded === 'true')"));
    assert!(is("($('.webmcp-close').click(), !shown($('.webmcp-content')) && $('.webmcp-trigger').ariaExpanded === 'false')"));
    assert_eq!(bench.said(), [Intent::Opened, Intent::Closed]);
}

#[wasm_bindgen_test]
fn the_connect_button_and_enter_hand_over_the_token() {
    let bench = bench();
    page("$('.webmcp-trigger').click()");
    page("($('.webmcp-token-input').value = '  abc= ', $('.webmcp-connect-btn').click())");
    page("($('.webmcp-token-input').value = '', key($('.webmcp-token-input'), 'Enter'))");
    assert_eq!(bench.said()[1..], [Intent::Connect("abc=".into()), Intent::Connect(String::new())]);
}

#[wasm_bindgen_test]
fn a_connected_widget_hides_pairing_and_offers_to_disconnect() {
    let bench = bench();
    page("($('.webmcp-trigger').click(), $('.webmcp-token-input').value = 'secret')");
    assert!(is("shown($('.webmcp-token-input')) && !shown($('.webmcp-disconnect-btn'))"));
    bench.connected();
    assert!(is("!shown($('.webmcp-token-input')) && !shown($('.webmcp-connect-btn')) && shown($('.webmcp-disconnect-btn'))"));
    assert_eq!(text("$('.webmcp-token-input').value"), "", "a spent token does not stay");
    assert_eq!(text("$('.webmcp-status').textContent"), "Connected");
    page("$('.webmcp-disconnect-btn').click()");
    assert_eq!(bench.said().last(), Some(&Intent::Disconnect));
}

#[wasm_bindgen_test]
fn a_person_who_was_in_the_pairing_field_is_not_left_without_focus() {
    let bench = bench();
    page("($('.webmcp-trigger').click(), $('.webmcp-token-input').focus())");
    bench.connected();
    assert!(is("root.activeElement === $('.webmcp-status')"));
}

#[wasm_bindgen_test]
fn a_problem_shows_explanation_remedy_and_command() {
    let bench = bench();
    page("$('.webmcp-trigger').click()");
    let problem = Problem { code: "relay-unreachable", detail: "ws://localhost:4797".into() };
    bench.widget().set_status(Status::Disconnected, None, None, Some(&problem));
    let shown = text("$('.problem').innerText");
    for part in ["The relay does not answer.", "Start it", "npx -y @jason.today/webmcp --mcp", "ws://localhost:4797"] {
        assert!(shown.contains(part), "{shown}");
    }
    assert!(text("$('.live').textContent").contains("The relay does not answer."));
    assert!(text("$('.webmcp-trigger').ariaLabel").contains("Needs your attention"));
    bench.connected();
    assert!(!is("shown($('.problem'))"));
}

#[wasm_bindgen_test]
fn each_item_is_one_row_with_a_switch() {
    let bench = bench();
    let mut items = vec![item(Kind::Tool, "search"), item(Kind::Tool, "buy"), item(Kind::Prompt, "gift"), item(Kind::Resource, "cart")];
    items[1].on = false;
    items[1].source = "agent";
    bench.widget().set_items(items.clone());
    assert!(is("$$('.webmcp-tools-container li').length === 2 && $$('.webmcp-prompts-container li').length === 1"));
    assert!(text("$$('.webmcp-tools-container li')[1].textContent").contains("made by an agent"));
    assert!(is("$$('.switch')[0].ariaChecked === 'true' && $$('.switch')[1].ariaChecked === 'false'"));
    page("($$('.switch')[0].click(), $$('.switch')[1].click(), $$('.switch')[3].click())");
    let switch = |kind, name: &str, on| Intent::Switch { kind, name: name.into(), on };
    assert_eq!(bench.said(), [switch(Kind::Tool, "search", false), switch(Kind::Tool, "buy", true), switch(Kind::Resource, "cart", false)]);
}

#[wasm_bindgen_test]
fn rows_follow_their_items_and_keep_the_focus() {
    let bench = bench();
    let names = |bench: &Bench| {
        let _ = bench;
        text("$$('.webmcp-tools-container strong').map((e) => e.textContent).join()")
    };
    let of = |names: &[&str]| names.iter().map(|name| item(Kind::Tool, name)).collect::<Vec<_>>();
    page("$('.webmcp-trigger').click()");
    bench.widget().set_items(of(&["a", "b", "c", "d"]));
    page("$$('.switch')[2].focus()");
    bench.widget().set_items(of(&["b", "c", "e", "d"]));
    assert_eq!(names(&bench), "b,c,e,d");
    assert_eq!(text("root.activeElement.ariaLabel"), "c");
    bench.widget().set_items(of(&["d", "c", "b"]));
    assert_eq!(names(&bench), "d,c,b");
    bench.widget().set_items(Vec::new());
    assert_eq!(names(&bench), "");
    assert_eq!(text("$('.webmcp-tools-list .none').textContent"), "Nothing registered yet");
}

#[wasm_bindgen_test]
async fn a_thousand_tools_come_a_few_at_a_time_and_can_be_filtered() {
    let bench = bench();
    bench.widget().set_items((0..1000).map(|number| item(Kind::Tool, &["tool_", &number.to_string()].concat())).collect());
    assert!(is("$$('.webmcp-tools-container li').length < 100"));
    assert_eq!(text("$('.webmcp-tools-list .count').textContent"), "1000");
    page("$('.webmcp-trigger').click()");
    wait(2000).await;
    assert_eq!(page("$$('.webmcp-tools-container li').length").as_f64(), Some(1000.0));
    page("($('.filter').value = ' TOOL_99', $('.filter').dispatchEvent(new InputEvent('input', { bubbles: true, composed: true })))");
    assert_eq!(page("$$('.webmcp-tools-container li').length").as_f64(), Some(11.0));
    page("($('.filter').value = 'nowhere', $('.filter').dispatchEvent(new InputEvent('input', { bubbles: true, composed: true })))");
    assert_eq!(text("$('.webmcp-tools-list .none').textContent"), "Nothing matches");
    drop(bench);
}

#[wasm_bindgen_test]
fn text_from_outside_stays_text_and_is_cut() {
    let bench = bench();
    let mut nasty = item(Kind::Tool, "<img src=x onerror=alert(1)>");
    nasty.description = ["javascript:alert(1) \u{202e}", &"x".repeat(100_000)].concat();
    bench.widget().set_items(vec![nasty, item(Kind::Tool, &"n".repeat(100_000))]);
    bench.widget().confirm(1, "<b>pay</b>\u{200b}", "<script>", r#"{"a":"<img>"}"#, "relay", 25);
    assert!(is("$$('img, script').length === 0 && $$('.confirms b').length === 0"));
    assert_eq!(text("$('.webmcp-tools-container strong').textContent"), "<img src=x onerror=alert(1)>");
    assert!(text("$('.webmcp-tools-container p').textContent").contains("\\u{202e}"));
    assert!(is("$('.webmcp-tools-container p').textContent.length < 400 && $('.webmcp-tools-container p').textContent.endsWith('…')"));
    assert!(is("$$('.webmcp-tools-container strong')[1].textContent.length < 100"));
    assert_eq!(text("$('.confirms .tool').textContent"), "<b>pay</b>\\u{200b}");
}

#[wasm_bindgen_test]
async fn calls_show_outcome_and_duration_and_can_be_stopped() {
    let bench = bench();
    page("$('.webmcp-trigger').click()");
    bench.widget().set_call(&call(7, None));
    painted().await;
    assert!(text("$('.webmcp-trigger').ariaLabel").contains("An agent is working"));
    page("$('.stop').click()");
    assert_eq!(bench.said().last(), Some(&Intent::StopCall(7)));
    bench.widget().set_call(&call(7, Some((Outcome::Ok, 1240.0))));
    painted().await;
    assert_eq!(text("$('.calls .took').textContent"), "done · 1.2 s");
    assert!(!is("shown($('.stop'))"));
    ends(&bench, 8, Outcome::Denied, 83_000.0);
    painted().await;
    assert_eq!(text("$('.calls .took').textContent"), "denied · 1:23 min");
    assert_eq!(text("$('.live').textContent"), "search: denied");
    assert!(!text("$('.webmcp-trigger').ariaLabel").contains("working"));
}

#[wasm_bindgen_test]
fn many_calls_leave_the_last_ones() {
    let bench = bench();
    bench.widget().set_call(&call(1, None));
    for id in 2..200 {
        ends(&bench, id, Outcome::Ok, 1.0);
    }
    page("$('.webmcp-trigger').click()");
    assert!(is("$$('.calls li').length <= 20 && $$('.calls li.busy').length === 1"));
}

#[wasm_bindgen_test]
async fn each_way_a_call_can_end_has_its_words_and_its_mark() {
    let bench = bench();
    page("$('.webmcp-trigger').click()");
    for (id, (outcome, words, mark)) in [
        (Outcome::Ok, "done", "ok"),
        (Outcome::Error, "failed", "no"),
        (Outcome::Denied, "denied", "denied"),
        (Outcome::Invalid, "wrong arguments", "no"),
        (Outcome::TimedOut, "out of time", "no"),
        (Outcome::Stopped, "stopped", "stopped"),
        (Outcome::Dropped, "answer dropped", "no"),
    ]
    .into_iter()
    .enumerate()
    {
        ends(&bench, id as u64 + 1, outcome, 1.0);
        painted().await;
        assert_eq!(text("$('.calls .took').textContent"), [words, " · 1 ms"].concat());
        assert_eq!(text("$('.calls li').className"), mark);
        assert_eq!(text("$('.live').textContent"), ["search: ", words].concat());
    }
}

#[wasm_bindgen_test]
async fn a_call_that_began_before_the_widget_has_its_name_too() {
    let bench = bench();
    bench.widget().set_call(&call(5, Some((Outcome::Ok, 1.0))));
    painted().await;
    assert_eq!(text("$('.live').textContent"), "search: done");
    ends(&bench, 7, Outcome::Ok, 1.0);
    bench.widget().set_call(&call(6, Some((Outcome::Denied, 1.0))));
    page("$('.webmcp-trigger').click()");
    assert_eq!(
        text("$$('.calls li').map((row) => row.querySelector('.tool').textContent + ' ' + row.className).join()"),
        "search ok,search denied,search ok"
    );
}

#[wasm_bindgen_test]
async fn a_call_that_is_over_at_once_has_its_name_beside_one_that_runs() {
    let bench = bench();
    page("$('.webmcp-trigger').click()");
    bench.widget().set_call(&call(1, None));
    bench.widget().set_call(&call(2, Some((Outcome::Ok, 1.0))));
    painted().await;
    assert_eq!(
        text("$$('.calls li').map((row) => row.querySelector('.tool').textContent + ' ' + row.className).join()"),
        "search ok,search busy"
    );
}

#[wasm_bindgen_test]
async fn what_ends_in_one_frame_is_said_together_and_before_a_question() {
    let bench = bench();
    bench.widget().set_call(&call(1, None));
    assert!(!text("$('.webmcp-trigger').ariaLabel").contains("working"), "painted at once");
    bench.widget().set_call(&call(1, Some((Outcome::Ok, 1.0))));
    ends(&bench, 2, Outcome::Denied, 1.0);
    painted().await;
    assert_eq!(text("$('.live').textContent"), "search: done. search: denied");
    for id in 3..100 {
        ends(&bench, id, Outcome::Ok, 1.0);
    }
    painted().await;
    assert_eq!(text("$('.live').textContent"), "search: done. search: denied", "and a closed panel says no more for a while");
    wait(300).await;
    assert_eq!(text("$('.live').textContent"), "search: done. search: done. search: done");
    ends(&bench, 100, Outcome::Ok, 1.0);
    bench.widget().confirm(101, "pay", "", "{}", "", 25);
    assert!(text("$('.live').textContent").contains("pay asks"), "a question waits for no frame");
    painted().await;
    assert!(text("$('.live').textContent").contains("pay asks"), "and what was over before does not take its place");
}

#[wasm_bindgen_test]
fn a_confirmation_says_what_with_which_arguments_and_takes_a_yes_or_a_no() {
    let bench = bench();
    bench.widget().confirm(1, "checkout", "Buys the cart", "{\"total\": 12}", "relay", 25);
    let shown = text("$('.confirms dialog').innerText");
    for part in ["checkout", "Buys the cart", "\"total\": 12", "25 seconds", "an agent, through the relay"] {
        assert!(shown.contains(part), "{shown}");
    }
    page("$('[data-do=allow]').click()");
    bench.widget().confirm(2, "checkout", "", "{}", "", 25);
    page("$('[data-do=deny]').click()");
    bench.widget().confirm(3, "checkout", "", "{}", "", 25);
    page("key($('dialog'), 'Escape')");
    let confirm = |id, allow| Intent::Confirm { id, allow };
    assert_eq!(bench.said(), [confirm(1, true), confirm(2, false), confirm(3, false)]);
    assert!(is("$$('dialog').length === 0"));
}

#[wasm_bindgen_test]
fn a_lapsed_confirmation_goes_and_says_nothing() {
    let bench = bench();
    bench.widget().confirm(1, "a", "", "{}", "", 25);
    bench.widget().confirm(2, "b", "", "{}", "", 25);
    assert_eq!(text("$$('dialog').filter(shown).map((e) => e.querySelector('.tool').textContent).join()"), "a");
    bench.widget().confirm_over(1);
    assert_eq!(text("$$('dialog').filter(shown).map((e) => e.querySelector('.tool').textContent).join()"), "b");
    bench.widget().confirm_over(2);
    bench.widget().confirm_over(9);
    assert!(is("$$('dialog').length === 0"));
    assert_eq!(bench.said(), []);
}

#[wasm_bindgen_test]
fn a_question_does_not_take_the_focus_from_someone_who_types() {
    let bench = bench();
    page("(document.body.insertAdjacentHTML('beforeend', '<input id=typing>'), document.getElementById('typing').focus())");
    bench.widget().confirm(1, "a", "", "{}", "", 25);
    assert_eq!(text("document.activeElement.id"), "typing");
    assert!(text("$('.live').textContent").contains("F6"));
    page("key(document.activeElement, 'F6')");
    assert!(is("root.activeElement === $('dialog')"));
    page("key($('dialog'), 'Escape')");
    assert_eq!(text("document.activeElement.id"), "typing", "and back to where they were");
    page("document.getElementById('typing').remove()");
    bench.widget().confirm(2, "a", "", "{}", "", 25);
    assert!(is("root.activeElement === null && document.activeElement === document.body"), "nor from someone who reads");
    page("key(document.body, 'F6')");
    assert!(is("root.activeElement === $('dialog')"));
}

#[wasm_bindgen_test]
fn what_is_typed_in_the_widget_is_no_shortcut_of_the_page() {
    let bench = bench();
    page(
        "(window.keys = 0, window.count = () => window.keys++, document.addEventListener('keydown', window.count), $('.webmcp-trigger').click(), key($('.webmcp-token-input'), '/'))",
    );
    assert_eq!(page("(document.removeEventListener('keydown', window.count), window.keys)").as_f64(), Some(0.0));
    drop(bench);
}

#[wasm_bindgen_test]
fn escape_closes_the_panel_and_returns_to_the_trigger() {
    let bench = bench();
    page("($('.webmcp-trigger').click(), $('.webmcp-token-input').focus(), key($('.webmcp-token-input'), 'Escape'))");
    assert!(is("!shown($('.webmcp-content')) && root.activeElement === $('.webmcp-trigger')"));
    drop(bench);
}

fn request() -> JsValue {
    js_sys::JSON::parse(
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"What is this? <b>"}},
            {"role":"user","content":{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC"}},
            {"role":"user","content":{"type":"image","mimeType":"image/png","data":"bm8gaW1hZ2U="}},
            {"role":"assistant","content":[{"type":"text","text":"A square"}]}],
            "systemPrompt":"Be brief","maxTokens":500,"temperature":0.7}"#,
    )
    .unwrap()
}

#[wasm_bindgen_test]
async fn a_sampling_request_is_read_and_answered() {
    let bench = bench();
    bench.widget().sample(4, &request());
    let shown = text("$('dialog').innerText");
    for part in ["What is this? <b>", "A square", "Be brief", "Up to 500 tokens", "Temperature 0.7", "Assistant"] {
        assert!(shown.contains(part), "{shown}");
    }
    wait(300).await;
    assert!(is("$('canvas').width === 10 && $$('canvas').length === 1"));
    assert!(text("$('dialog').innerText").contains("This image cannot be shown."));
    page("$('[data-do=answer]').click()");
    assert!(is("$('textarea').ariaInvalid === 'true' && root.activeElement === $('textarea')"), "an empty answer is asked for again");
    page("($('textarea').value = 'A red square', $('[data-do=answer]').click())");
    assert_eq!(bench.said(), [Intent::Sample { id: 4, answer: Some("A red square".into()) }]);
    bench.widget().sample(5, &JsValue::NULL);
    page("$('[data-do=cancel]').click()");
    assert_eq!(bench.said(), [Intent::Sample { id: 5, answer: None }]);
}

#[wasm_bindgen_test]
fn several_requests_queue() {
    let bench = bench();
    bench.widget().sample(1, &request());
    bench.widget().sample(2, &request());
    assert!(is("$$('dialog').filter(shown).length === 1"));
    page("$('[data-do=cancel]').click()");
    assert!(is("$$('dialog').filter(shown).length === 1"));
    bench.widget().sample_over(2);
    assert!(is("$$('dialog').length === 0"));
    assert_eq!(bench.said(), [Intent::Sample { id: 1, answer: None }]);
}

#[wasm_bindgen_test]
async fn a_text_to_copy_is_offered_and_the_answer_told() {
    let bench = bench();
    bench.widget().offer_copy(1, "token");
    page("$('[data-do=dismiss]').click()");
    assert_eq!(bench.said(), [Intent::Copied { id: 1, ok: false }]);
    bench.widget().offer_copy(2, "token");
    assert!(text("$('dialog').innerText").contains("token"));
    page("$('[data-do=copied]').click()");
    wait(300).await;
    assert!(matches!(bench.said()[..], [Intent::Copied { id: 2, .. }]));
    assert!(is("$$('dialog').length === 0"));
}

#[wasm_bindgen_test]
fn without_a_badge_there_is_nothing_until_a_question_comes() {
    page("document.activeElement?.blur()");
    let (said, act) = listener();
    let widget = Widget::dialogs_only(options(), act).unwrap();
    widget.set_status(Status::Connected, None, None, None);
    widget.set_items(vec![item(Kind::Tool, "a")]);
    assert!(is("host === null"));
    widget.confirm(1, "pay", "", "{}", "", 25);
    assert!(is("shown($('dialog')) && !shown($('.webmcp-trigger'))"));
    page("$('[data-do=allow]').click()");
    assert!(is("host === null"));
    assert_eq!(said.take(), [Intent::Confirm { id: 1, allow: true }]);
    drop(widget);
}

#[wasm_bindgen_test]
fn it_is_drawn_into_an_element_of_the_page() {
    let section = page("document.body.appendChild(document.createElement('section'))");
    let given = options();
    Reflect::set(&given.look, &"container".into(), &section).unwrap();
    let bench = with(given);
    assert!(is("host.parentElement.localName === 'section' && !host.hasAttribute('popover')"));
    drop(bench);
    page("document.querySelector('section').remove()");
}

#[wasm_bindgen_test]
fn texts_come_in_the_pages_words() {
    let labels = page("['connect', 'Go!']");
    let bench = with(WidgetOptions { language: Some("es".into()), labels, ..options() });
    assert_eq!(text("$('.webmcp-connect-btn').textContent"), "Go!");
    assert_eq!(text("$('.webmcp-disconnect-btn').textContent"), "Desconectar");
    assert_eq!(text("$('.root').lang"), "es");
    drop(bench);
}

#[wasm_bindgen_test]
fn what_is_written_on_any_colour_can_be_read() {
    for (colour, ink) in [
        ("#007bff", "rgb(0, 0, 0)"),
        ("gold", "rgb(0, 0, 0)"),
        ("rebeccapurple", "rgb(255, 255, 255)"),
        ("oklch(0.3 0.1 250)", "rgb(255, 255, 255)"),
        ("nonsense", "rgb(0, 0, 0)"),
    ] {
        let given = options();
        Reflect::set(&given.look, &"color".into(), &colour.into()).unwrap();
        let bench = with(given);
        assert_eq!(text("getComputedStyle($('.webmcp-trigger')).color"), ink, "on {colour}");
        drop(bench);
    }
}

#[wasm_bindgen_test]
fn an_act_that_drops_the_widget_is_survived() {
    let slot: Rc<RefCell<Option<Widget>>> = Rc::default();
    let held = slot.clone();
    let act: Rc<dyn Fn(Intent)> = Rc::new(move |_| drop(held.borrow_mut().take()));
    *slot.borrow_mut() = Some(Widget::mount(options(), act).unwrap());
    page("$('.webmcp-disconnect-btn').click()");
    assert!(is("host === null"));
}

#[wasm_bindgen_test]
fn an_act_may_call_the_widget_back() {
    let slot: Rc<RefCell<Option<Rc<Widget>>>> = Rc::default();
    let held = slot.clone();
    let act: Rc<dyn Fn(Intent)> = Rc::new(move |_| {
        let widget = held.borrow().clone().unwrap();
        widget.set_status(Status::Connected, None, None, None);
        widget.set_items(vec![item(Kind::Tool, "new")]);
        widget.confirm(9, "a", "", "{}", "", 25);
        widget.confirm_over(9);
    });
    *slot.borrow_mut() = Some(Rc::new(Widget::mount(options(), act).unwrap()));
    page("$('.webmcp-trigger').click()");
    assert_eq!(text("$('.webmcp-tools-container strong').textContent"), "new");
    slot.take();
}

#[wasm_bindgen_test]
fn dropped_it_leaves_no_element_listener_or_timer() {
    let spy = Function::new_no_args(
        "const counts = { listeners: 0, timers: new Set() }; const undo = []; const wrap = (on, name, f) => { const was = on[name]; on[name] = f(was); undo.push(() => { on[name] = was; }); };
         wrap(EventTarget.prototype, 'addEventListener', (was) => function (...a) { counts.listeners++; return was.apply(this, a); });
         wrap(EventTarget.prototype, 'removeEventListener', (was) => function (...a) { counts.listeners--; return was.apply(this, a); });
         wrap(globalThis, 'setTimeout', (was) => (...a) => { const t = was(...a); counts.timers.add(t); return t; });
         wrap(globalThis, 'clearTimeout', (was) => (t) => { counts.timers.delete(t); return was(t); });
         return () => { undo.forEach((f) => f()); return [counts.listeners, counts.timers.size]; };",
    );
    let counts: Function = spy.call0(&JsValue::UNDEFINED).unwrap().unchecked_into();
    let bench = bench();
    bench.widget().set_items((0..300).map(|number| item(Kind::Tool, &number.to_string())).collect());
    page("$('.webmcp-trigger').click()");
    bench.widget().set_call(&call(1, None));
    bench.widget().confirm(1, "a", "", "{}", "", 25);
    bench.widget().sample(2, &request());
    drop(bench);
    assert!(is("host === null"));
    let left: Array = counts.call0(&JsValue::UNDEFINED).unwrap().unchecked_into();
    assert_eq!((left.get(0).as_f64(), left.get(1).as_f64()), (Some(0.0), Some(0.0)));
}
