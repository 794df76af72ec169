//! The page's forms as tools. `src/js/forms.js` watches, reads and fills them, `src/js/form/call.js` submits them and waits for
//! the page; what they are as tools and what arguments mean is decided by the core's `form`.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;

use super::host::{Host, Offer};
use super::js;
use crate::form::{Choice, Control, Form, Kind, Write, plan, schema};
use crate::map::Map;
use crate::registry::Source;

#[wasm_bindgen(module = "/src/js/forms.js")]
extern "C" {
    type FormWatcher;

    #[wasm_bindgen(constructor)]
    fn new(door: &Door) -> FormWatcher;
    #[wasm_bindgen(method)]
    fn flush(this: &FormWatcher);
    #[wasm_bindgen(method)]
    fn stop(this: &FormWatcher);

    fn definition(form: &JsValue) -> Option<Array>;
    #[wasm_bindgen(catch)]
    fn describe(form: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(catch)]
    fn fill(form: &JsValue, writes: &Array) -> Result<(), JsValue>;
}

#[wasm_bindgen(module = "/src/js/form/call.js")]
extern "C" {
    type FormCall;

    #[wasm_bindgen(constructor, catch)]
    fn new(form: &JsValue, auto: bool, signal: &JsValue, tell: &Function) -> Result<FormCall, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn result(this: &FormCall) -> Promise;
    #[wasm_bindgen(static_method_of = FormCall)]
    fn busy(form: &JsValue) -> bool;
    #[wasm_bindgen(static_method_of = FormCall)]
    fn cancel(form: &JsValue, reason: &str);
    #[wasm_bindgen(static_method_of = FormCall)]
    fn submitter(form: &JsValue) -> JsValue;
}

#[wasm_bindgen(module = "/src/js/form/answer.js")]
extern "C" {
    #[wasm_bindgen(js_name = failure)]
    fn failure(message: &str) -> JsValue;
}

#[wasm_bindgen(module = "/src/js/submission.js")]
extern "C" {
    #[wasm_bindgen(js_name = extendSubmission)]
    fn extend_submission() -> Function;
}

/// What the scripts call, by a number: one for all, of the type that the other doors have too.
type Door = Closure<dyn Fn(u8, JsValue, JsValue, JsValue) -> JsValue>;
const RUN: u8 = 1;
const TELL: u8 = 2;

const UPDATED: &str = "Tool execution cancelled, since tool definition was updated";
const BUSY: &str = "The form is busy with an earlier call of this tool: wait until that one has been answered, then call again.";
const NO_BUTTON: &str = "No submit button was found, but for a form without `toolautosubmit`, there must be a submit button";

/// The forms of the document and of its open shadow roots. Dropped, they are forms again, and nothing listens.
pub struct Forms {
    inner: Rc<Inner>,
    watcher: FormWatcher,
    restore: Function,
    _door: Door,
}

struct Inner {
    host: Rc<dyn Host>,
    /// From a form to its number in `tools`.
    numbers: js_sys::Map,
    tools: RefCell<Map<u32, FormTool>>,
    next: Cell<u32>,
    /// Forms to be looked at in the next task.
    changed: RefCell<Vec<JsValue>>,
    timer: RefCell<Option<Timeout>>,
    door: RefCell<Option<Function>>,
    weak: Weak<Inner>,
}

#[derive(Clone)]
struct FormTool {
    form: JsValue,
    id: u64,
    name: String,
    /// All that makes the tool, as text: what is the same is left as it is.
    text: Option<String>,
    auto: bool,
}

impl Forms {
    pub fn watch(host: Rc<dyn Host>) -> Self {
        let inner = Rc::new_cyclic(|weak| Inner {
            host,
            numbers: js_sys::Map::new(),
            tools: RefCell::default(),
            next: Cell::new(0),
            changed: RefCell::default(),
            timer: RefCell::default(),
            door: RefCell::default(),
            weak: weak.clone(),
        });
        let weak = Rc::downgrade(&inner);
        let door = Door::new(move |call: u8, first: JsValue, second: JsValue, third: JsValue| match weak.upgrade() {
            Some(inner) => inner.hears(call, &first, &second, &third),
            None if call == RUN => Promise::reject(&failure(UPDATED)).into(),
            None => JsValue::UNDEFINED,
        });
        inner.door.replace(js::function(door.as_ref()));
        let restore = extend_submission();
        let watcher = FormWatcher::new(&door);
        Forms { inner, watcher, restore, _door: door }
    }

    /// Takes in at once which forms are gone: a script that reads the list right after a removal must not see them.
    pub fn flush(&self) {
        self.watcher.flush();
    }
}

impl Drop for Forms {
    fn drop(&mut self) {
        self.watcher.stop();
        let _ = self.restore.call0(&JsValue::UNDEFINED);
        self.inner.timer.take();
        let tools = self.inner.tools.take();
        for tool in tools.values() {
            self.inner.end(tool);
        }
    }
}

impl Inner {
    fn hear(&self, gone: &Array, changed: &Array, now: bool) {
        for form in gone.iter() {
            self.forget(&form);
        }
        for form in changed.iter() {
            self.changed.borrow_mut().push(form);
        }
        if now {
            self.timer.take();
            return self.look();
        }
        if self.changed.borrow().is_empty() || self.timer.borrow().is_some() {
            return;
        }
        let weak = self.weak.clone();
        let timer = js::later(
            0,
            Box::new(move || {
                if let Some(inner) = weak.upgrade() {
                    inner.timer.take();
                    inner.look();
                }
            }),
        );
        self.timer.replace(Some(timer));
    }

    /// Makes tools of the forms that changed. One may be there several times; the second time nothing is new.
    fn look(&self) {
        let changed = self.changed.take();
        for form in changed {
            let Some(wanted) = definition(&form) else {
                self.forget(&form);
                continue;
            };
            // What a page does to one form costs the others nothing.
            let Ok(described) = read(&form) else {
                self.forget(&form);
                continue;
            };
            let schema: JsValue = schema(&described);
            wanted.push(&schema);
            let text = js::stringify(&wanted).ok().flatten();
            if let Some(known) = self.tool(self.number(&form)) {
                if known.text == text {
                    continue;
                }
                self.forget(&form);
            }
            self.enter(form, &wanted, schema, text);
        }
    }

    fn enter(&self, form: JsValue, wanted: &Array, schema: JsValue, text: Option<String>) {
        let word = |index: u32| wanted.get(index).as_string().unwrap_or_default();
        self.next.set(self.next.get() + 1);
        let number = self.next.get();
        let Some(run) = self.bound(RUN, &JsValue::from_f64(f64::from(number))) else { return };
        let (name, title) = (word(0), word(2));
        let id = self.host.add(Offer {
            name: name.clone(),
            title: Some(title).filter(|title| !title.is_empty()),
            description: word(1),
            input: schema,
            annotations: JsValue::UNDEFINED,
            execute: run,
            source: Source::Form,
        });
        // A name that is taken stays with the first, and is not handed on when that one goes.
        let Some(id) = id else { return };
        self.numbers.set(&form, &JsValue::from_f64(f64::from(number)));
        self.tools.borrow_mut().insert(number, FormTool { form, id, name, text, auto: wanted.get(3) == JsValue::TRUE });
    }

    /// A function of the scripts': the door, knowing what it is for.
    fn bound(&self, call: u8, first: &JsValue) -> Option<Function> {
        let door = self.door.borrow().clone();
        Some(door?.bind2(&JsValue::UNDEFINED, &JsValue::from_f64(f64::from(call)), first).unchecked_into())
    }

    /// One call of the door.
    fn hears(&self, call: u8, first: &JsValue, second: &JsValue, third: &JsValue) -> JsValue {
        match call {
            RUN => {
                let number = JsValue::as_f64(first).unwrap_or_default() as u32;
                self.call(number, second, third).unwrap_or_else(|thrown| Promise::reject(&thrown)).into()
            }
            TELL => {
                if let (Some(tool), Some(event)) = (first.as_string(), second.as_string()) {
                    self.host.fire(&event, &tool);
                }
                JsValue::UNDEFINED
            }
            _ => {
                self.hear(first.unchecked_ref(), second.unchecked_ref(), third.is_truthy());
                JsValue::UNDEFINED
            }
        }
    }

    fn number(&self, form: &JsValue) -> u32 {
        JsValue::as_f64(&self.numbers.get(form)).unwrap_or_default() as u32
    }

    fn tool(&self, number: u32) -> Option<FormTool> {
        self.tools.borrow().get(&number).cloned()
    }

    fn forget(&self, form: &JsValue) {
        let known = self.tools.borrow_mut().remove(&self.number(form));
        if let Some(tool) = known {
            self.end(&tool);
        }
    }

    fn end(&self, tool: &FormTool) {
        self.numbers.delete(&tool.form);
        self.host.remove(tool.id);
        FormCall::cancel(&tool.form, UPDATED);
    }

    /// One call. Everything is checked before anything is touched.
    fn call(&self, number: u32, arguments: &JsValue, context: &JsValue) -> Result<Promise, JsValue> {
        let tool = self.tool(number).ok_or_else(|| failure(UPDATED))?;
        let form = &tool.form;
        let writes = plan(&read(form)?, arguments).map_err(|problem| {
            self.host.fire("toolactivated", &tool.name);
            failure(&problem)
        })?;
        if FormCall::busy(form) {
            return Err(failure(BUSY));
        }
        if !tool.auto && FormCall::submitter(form).is_null() {
            return Err(failure(NO_BUTTON));
        }
        let tell = self.bound(TELL, &JsValue::from_str(&tool.name)).ok_or_else(|| failure(UPDATED))?;
        let signal = js::get(context, "signal").unwrap_or(JsValue::UNDEFINED);
        let rows = Array::new();
        for write in &writes {
            rows.push(&row(write));
        }
        fill(form, &rows)?;
        Ok(FormCall::new(form, tool.auto, &signal, &tell)?.result())
    }
}

/// A write as forms.js takes it.
fn row(write: &Write) -> JsValue {
    let (control, value) = match write {
        Write::Value { control, text } => (control, JsValue::from_str(text)),
        Write::Check { control, on } => (control, JsValue::from_bool(*on)),
        Write::Select { control, options } => {
            let list = Array::new();
            for option in options {
                list.push(&JsValue::from_f64(*option as f64));
            }
            (control, list.into())
        }
    };
    Array::of2(&JsValue::from_f64(*control as f64), &value).into()
}

/// A form as data.
fn read(form: &JsValue) -> Result<Form, JsValue> {
    let described = describe(form)?;
    let array = |value: JsValue| value.dyn_into::<Array>().unwrap_or_default();
    let mut form = Form::default();
    for control in array(described.get(0)) {
        form.controls.push(read_control(&array(control)));
    }
    for text in array(described.get(1)) {
        form.fieldsets.push(text.as_string());
    }
    Ok(form)
}

/// The columns of forms.js's `describe`.
fn read_control(columns: &Array) -> Control {
    let text = |index: u32| columns.get(index).as_string();
    let word = |index: u32| text(index).unwrap_or_default();
    let flag = |index: u32| columns.get(index) == JsValue::TRUE;
    let items = |index: u32| columns.get(index).dyn_into::<Array>().unwrap_or_default();
    let options = items(14);
    let option = |index: u32| options.get(index).as_string().unwrap_or_default();
    let mut choices = Vec::new();
    for index in (0..options.length()).step_by(2) {
        choices.push(Choice { value: option(index), text: option(index + 1) });
    }
    let mut fieldsets = Vec::new();
    for place in items(15) {
        fieldsets.push(JsValue::as_f64(&place).unwrap_or_default() as usize);
    }
    Control {
        kind: Kind::of(&word(0), &word(1)),
        name: word(2),
        value: word(3),
        required: flag(4),
        disabled: flag(5),
        readonly: flag(6),
        min: text(7),
        max: text(8),
        step: text(9),
        pattern: text(10),
        described: text(11),
        label: text(12),
        aria: text(13),
        choices,
        fieldsets,
    }
}
