//! The doors to the browser's agent over a little registry of their own: what they ask of a host, and what they leave behind.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::payload::Payload;
use crate::registry::Source;
use crate::relay::object;
use crate::web::forms::Forms;
use crate::web::host::{Host, Offer};
use crate::web::js;
use crate::web::polyfill::Polyfill;

/// A host of a few lines: enough for every promise that the doors rely on.
#[derive(Default)]
struct Shelf {
    next: Cell<u64>,
    tools: RefCell<Vec<(u64, Rc<Offer>)>>,
    heard: RefCell<Vec<String>>,
    polyfill: RefCell<Option<Rc<Polyfill>>>,
    forms: RefCell<Option<Rc<Forms>>>,
}

impl Shelf {
    fn changed(&self, name: &str, removed: bool) {
        let polyfill = self.polyfill.borrow().clone();
        if let Some(polyfill) = polyfill {
            polyfill.changed(name, removed);
        }
    }

    fn flush(&self) {
        let forms = self.forms.borrow().clone();
        if let Some(forms) = forms {
            forms.flush();
        }
    }

    fn names(&self) -> Vec<String> {
        self.flush();
        self.tools.borrow().iter().map(|(_, offer)| offer.name.clone()).collect()
    }
}

impl Host for Shelf {
    fn add(&self, offer: Offer) -> Option<u64> {
        if self.tools.borrow().iter().any(|(_, known)| known.name == offer.name) {
            return None;
        }
        self.next.set(self.next.get() + 1);
        let name = offer.name.clone();
        self.tools.borrow_mut().push((self.next.get(), Rc::new(offer)));
        self.changed(&name, false);
        Some(self.next.get())
    }

    fn remove(&self, id: u64) {
        let place = self.tools.borrow().iter().position(|(own, _)| *own == id);
        let Some(place) = place else { return };
        let (_, offer) = self.tools.borrow_mut().remove(place);
        self.changed(&offer.name, true);
    }

    fn find(&self, name: &str) -> Option<(u64, Source)> {
        self.flush();
        self.tools.borrow().iter().find(|(_, offer)| offer.name == name).map(|(id, offer)| (*id, offer.source))
    }

    fn list(&self) -> Array {
        self.flush();
        let tools = self.tools.borrow().clone();
        tools
            .iter()
            .map(|(id, offer)| -> JsValue {
                object(
                    "id name description inputSchema source",
                    [
                        Some(JsValue::from_f64(*id as f64)),
                        Some(JsValue::from_str(&offer.name)),
                        Some(JsValue::from_str(&offer.description)),
                        Some(offer.input.clone()),
                        Some(JsValue::from_str(offer.source.as_str())),
                    ],
                )
            })
            .collect()
    }

    fn run(&self, name: &str, input: JsValue, signal: &JsValue) -> Promise {
        let found = self.tools.borrow().iter().find(|(_, offer)| offer.name == name).map(|(_, offer)| offer.execute.clone());
        let context: JsValue = object("signal", [Some(signal.clone()).filter(|signal| signal.is_object())]);
        match found.map(|execute| execute.call2(&JsValue::UNDEFINED, &input, &context)) {
            Some(Ok(value)) => Promise::resolve(&value),
            Some(Err(thrown)) => Promise::reject(&thrown),
            None => Promise::reject(&JsValue::from_str("nobody")),
        }
    }

    fn fire(&self, event: &str, tool: &str) {
        self.heard.borrow_mut().push([event, " ", tool].concat());
        let polyfill = self.polyfill.borrow().clone();
        if let Some(polyfill) = polyfill {
            polyfill.fire(event, tool);
        }
    }

    fn warn(&self, text: &str) {
        self.heard.borrow_mut().push(text.into());
    }
}

/// Runs an async function body in the page.
async fn page(body: &str) -> JsValue {
    let function = Function::new_no_args(&["return (async () => {", body, "})()"].concat());
    let promise: Promise = function.call0(&JsValue::UNDEFINED).unwrap().unchecked_into();
    JsFuture::from(promise).await.unwrap()
}

async fn wait() {
    page("await new Promise((done) => setTimeout(done, 100))").await;
}

fn open() -> Rc<Shelf> {
    let shelf = Rc::new(Shelf::default());
    shelf.forms.replace(Some(Rc::new(Forms::watch(shelf.clone()))));
    shelf.polyfill.replace(Polyfill::install(shelf.clone()).map(Rc::new));
    assert!(shelf.polyfill.borrow().is_some(), "this browser has no context of its own");
    shelf
}

fn close(shelf: &Rc<Shelf>) {
    let forms = shelf.forms.take();
    drop(forms);
    let polyfill = shelf.polyfill.take();
    drop(polyfill);
}

const FORM: &str = "
    const form = document.createElement('form');
    for (const [name, value] of Object.entries({id: 'f', toolname: 'find', tooldescription: 'd', toolautosubmit: ''})) form.setAttribute(name, value);
    const input = document.createElement('input');
    input.name = 'q';
    form.append(input);
    form.onsubmit = (event) => { event.preventDefault(); event.respondWith(event.agentInvoked + ' ' + form.q.value); };
    document.body.append(form);";

#[wasm_bindgen_test]
async fn a_form_is_a_tool_while_it_is_there() {
    let shelf = open();
    page(FORM).await;
    wait().await;
    assert_eq!(shelf.names(), ["find"]);
    let schema = js::stringify(&shelf.tools.borrow()[0].1.input).unwrap().unwrap();
    assert_eq!(schema, r#"{"type":"object","properties":{"q":{"type":"string"}},"required":[]}"#);
    let answer = JsFuture::from(shelf.run("find", object("q", [Some(JsValue::from_str("tea"))]), &JsValue::UNDEFINED)).await;
    assert_eq!(answer.unwrap().as_string().unwrap(), "true tea");
    assert_eq!(*shelf.heard.borrow(), ["toolactivated find"]);
    page("document.getElementById('f').remove()").await;
    assert!(shelf.names().is_empty(), "at once, without waiting for the next task");
    close(&shelf);
}

#[wasm_bindgen_test]
async fn a_call_with_wrong_arguments_is_refused_before_anything_is_filled() {
    let shelf = open();
    page(FORM).await;
    wait().await;
    let refused = JsFuture::from(shelf.run("find", object("zz", [Some(JsValue::from_f64(1.0))]), &JsValue::UNDEFINED)).await.unwrap_err();
    assert_eq!(js::message_of(&refused), "Input contains a parameter \"zz\" but there is no such parameter for the tool");
    assert_eq!(page("return document.getElementById('f').q.value").await.as_string().unwrap(), "");
    page("document.getElementById('f').remove()").await;
    close(&shelf);
}

#[wasm_bindgen_test]
async fn the_filled_in_context_registers_with_its_host_and_runs_through_it() {
    let shelf = open();
    let seen = page(
        "const end = new AbortController();
         await document.modelContext.registerTool({name: 'hi', description: 'd', execute: ({who}) => 'hi ' + who}, {signal: end.signal});
         const [tool] = await document.modelContext.getTools();
         const answer = await document.modelContext.executeTool(tool, {who: 'you'});
         window.endHi = () => end.abort();
         return answer + ' ' + tool.name;",
    )
    .await;
    assert_eq!(seen.as_string().unwrap(), "hi you hi");
    assert_eq!(shelf.names(), ["hi"]);
    page("window.endHi()").await;
    assert!(shelf.names().is_empty());
    close(&shelf);
}

#[wasm_bindgen_test]
async fn tools_of_other_doors_are_listed_and_hold_their_names() {
    let shelf = open();
    let execute = Function::new_with_args("args", "return {got: args}");
    let offer = Offer {
        name: "mine".into(),
        title: None,
        description: "d".into(),
        input: JsValue::object(),
        annotations: JsValue::UNDEFINED,
        execute,
        source: Source::Page,
    };
    assert!(shelf.add(offer).is_some());
    let seen = page(
        "const [tool] = await document.modelContext.getTools();
         const taken = await document.modelContext.registerTool({name: 'mine', description: 'd', execute() {}}).catch((error) => error.message);
         return [tool.name, taken, await document.modelContext.executeTool(tool, {a: 1})].join();",
    )
    .await;
    assert_eq!(seen.as_string().unwrap(), r#"mine,Duplicate tool name,{"got":{"a":1}}"#);
    close(&shelf);
}

#[wasm_bindgen_test]
async fn closed_doors_leave_the_page_as_it_was() {
    let names = "const form = HTMLFormElement.prototype;
        return ['modelContext' in document, 'modelContext' in navigator, 'ModelContext' in window, 'agentInvoked' in SubmitEvent.prototype,
            /native code/.test(Element.prototype.attachShadow), /native code/.test(form.submit), /native code/.test(form.requestSubmit)].join();";
    let before = page(names).await;
    let shelf = open();
    page(FORM).await;
    wait().await;
    assert_ne!(page(names).await, before);
    close(&shelf);
    assert_eq!(page(names).await, before);
    assert!(shelf.names().is_empty(), "and the forms are forms again");
    page("document.getElementById('f').remove()").await;
    // Once more: nothing stands in the way of the next.
    let again = open();
    page(FORM).await;
    wait().await;
    assert_eq!(again.names(), ["find"]);
    page("document.getElementById('f').remove()").await;
    close(&again);
}
