//! Questions to the person: may this tool run, answer this request, copy this text.
//!
//! They stand beside the badge and leave the page usable: the focus stays where it is, F6 brings it to the question. It follows by itself only
//! from the widget's own panel, which a question may cover. Only where the page itself shows a modal dialog, which makes all else inert, is a
//! question modal too.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::dom::{self, El};
use super::{Inner, markup};
use crate::view::{Intent, harmless};
use crate::web::js;

/// Longer arguments than a person reads; what is cut is counted.
const SHOWN: usize = 20_000;

#[derive(Default)]
pub struct Asks {
    waiting: Vec<Ask>,
    /// What had the focus before a question took it.
    before: Option<El>,
}

struct Ask {
    /// The class of the queue that it stands in.
    queue: &'static str,
    kind: Asked,
    id: u64,
    dialog: El,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Asked {
    Confirm,
    Sample,
    Copy,
}

impl Asks {
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

impl Inner {
    pub(super) fn confirm(
        self: &Rc<Self>,
        id: u64,
        tool: &str,
        description: &str,
        args_json: &str,
        by: &str,
        seconds: u32,
    ) -> Result<(), JsValue> {
        let dialog = self.dialog(markup::CONFIRM, "confirms")?;
        let name = harmless(tool, 200);
        dialog.put(".tool", &name);
        dialog.put(".about", &harmless(description, 300));
        let door = ["by-", by].concat();
        let by = self.labels.find(&door).unwrap_or(by);
        dialog.put(".by", &if by.is_empty() { String::new() } else { self.labels.fill("by", &harmless(by, 200)) });
        let nothing = matches!(args_json.trim(), "" | "{}");
        dialog.put("pre", &if nothing { self.labels.text("no-arguments").to_string() } else { self.long(args_json) });
        dialog.put(".note", &self.labels.fill("confirm-note", &dom::number(f64::from(seconds))));
        if let Some(left) = dialog.find(".left") {
            left.style().set_property("animation-duration", &[&dom::number(f64::from(seconds)), "s"].concat());
        }
        self.ask("confirms", Asked::Confirm, id, dialog);
        self.say(&self.labels.fill("confirm-live", &name));
        Ok(())
    }

    pub(super) fn offer_copy(self: &Rc<Self>, id: u64, text: &str) -> Result<(), JsValue> {
        let dialog = self.dialog(markup::COPY, "samples")?;
        dialog.put("pre", &self.long(text));
        // What goes to the clipboard is the text itself, not what is fit to show of it.
        dialog.set("text", text);
        self.ask("samples", Asked::Copy, id, dialog);
        self.say(self.labels.text("copy-title"));
        Ok(())
    }

    /// A dialog of `markup.rs` at the end of its queue.
    pub(super) fn dialog(self: &Rc<Self>, lines: &str, queue: &str) -> Result<El, JsValue> {
        let queue = self.frame()?.find(&[".", queue].concat()).ok_or(JsValue::UNDEFINED)?;
        self.piece(lines, &queue)
    }

    fn long(&self, text: &str) -> String {
        let mut shown = harmless(text, SHOWN);
        let rest = text.chars().count().saturating_sub(SHOWN);
        if rest > 0 {
            shown.push_str(&self.labels.fill("more", &dom::number(rest as f64)));
        }
        shown
    }

    pub(super) fn ask(self: &Rc<Self>, queue: &'static str, kind: Asked, id: u64, dialog: El) {
        self.asks.borrow_mut().waiting.push(Ask { queue, kind, id, dialog: dialog.clone() });
        self.follow_scheme();
        self.paint();
        self.present();
        let mine = self.focused().is_some_and(|focused| !matches!(focused.text_of("localName").as_str(), "input" | "textarea" | "dialog"));
        if mine && self.first() == Some(dialog) {
            self.to_question();
        }
    }

    /// The question to answer first.
    fn first(&self) -> Option<El> {
        let asks = self.asks.borrow();
        let of = |queue| asks.waiting.iter().find(|ask| ask.queue == queue).map(|ask| ask.dialog.clone());
        of("confirms").or_else(|| of("samples"))
    }

    /// Opens what is due, modal only where the page leaves no other way.
    pub(super) fn present(&self) {
        let page_is_modal = dom::document().is_some_and(|document| {
            let covered = document.get("fullscreenElement").is_some() && self.parent() != document.get("fullscreenElement");
            covered || matches!(document.modal(), Ok(Some(_)))
        });
        let first = self.first();
        let dialogs: Vec<El> = self.asks.borrow().waiting.iter().map(|ask| ask.dialog.clone()).collect();
        for dialog in dialogs {
            if page_is_modal && first.as_ref() == Some(&dialog) {
                dialog.remove_attr("open");
                if dialog.show_modal().is_ok() {
                    continue;
                }
            }
            dialog.attr("open", "");
        }
    }

    /// Brings the focus to the first question: to itself, never to a button that a key already under way would press.
    pub(super) fn to_question(&self) -> bool {
        let Some(dialog) = self.first() else { return false };
        let before = self.focused().or_else(|| dom::document().and_then(|document| document.get("activeElement")));
        if !dialog.contains(self.focused().as_ref()) {
            self.asks.borrow_mut().before = before;
            dialog.focus();
        }
        true
    }

    /// What a button in a dialog says, by its `data-do`.
    pub(super) fn answer(self: &Rc<Self>, dialog: &El, said: &str) {
        let ask = self.asks.borrow().waiting.iter().find(|ask| ask.dialog == *dialog).map(|ask| (ask.queue, ask.kind, ask.id));
        let Some((queue, kind, id)) = ask else { return };
        let intent = match kind {
            Asked::Confirm => Intent::Confirm { id, allow: said == "allow" },
            Asked::Sample if said == "answer" => {
                let Some(field) = dialog.find("textarea") else { return };
                let answer = field.value();
                if answer.trim().is_empty() {
                    field.attr("aria-invalid", "true");
                    field.focus();
                    self.say(self.labels.text("answer-empty"));
                    return;
                }
                Intent::Sample { id, answer: Some(answer) }
            }
            Asked::Sample => Intent::Sample { id, answer: None },
            Asked::Copy if said == "copied" => {
                let inner = self.clone();
                let text = dialog.text_of("text");
                wasm_bindgen_futures::spawn_local(async move {
                    let ok = inner.copy(&text).await;
                    inner.close(queue, kind, id);
                    inner.act(Intent::Copied { id, ok });
                });
                return;
            }
            Asked::Copy => Intent::Copied { id, ok: false },
        };
        self.close(queue, kind, id);
        self.act(intent);
    }

    pub(super) fn ask_over(self: &Rc<Self>, queue: &'static str, id: u64) {
        self.close(queue, if queue == "confirms" { Asked::Confirm } else { Asked::Sample }, id);
    }

    fn close(self: &Rc<Self>, queue: &'static str, kind: Asked, id: u64) {
        let mut asks = self.asks.borrow_mut();
        let Some(at) = asks.waiting.iter().position(|ask| (ask.queue, ask.kind, ask.id) == (queue, kind, id)) else { return };
        let dialog = asks.waiting.remove(at).dialog;
        drop(asks);
        let within = dialog.contains(self.focused().as_ref());
        dialog.remove();
        if kind == Asked::Sample {
            let _silent = self.sound.borrow_mut().take();
        }
        self.say("");
        self.paint();
        self.present();
        if within && self.first().is_some() {
            let before = self.asks.borrow_mut().before.take();
            self.to_question();
            self.asks.borrow_mut().before = before;
        } else if within {
            // Back to where the person was.
            let before = self.asks.borrow_mut().before.take();
            before.inspect(El::focus);
        }
        if !self.badge && self.asks.borrow().is_empty() {
            self.take_down();
        }
    }

    /// Writes to the clipboard, the old way where the new one is missing or refused.
    pub(super) async fn copy(self: &Rc<Self>, text: &str) -> bool {
        let clipboard = js_sys::global().unchecked_into::<El>().get("navigator").and_then(|navigator| navigator.get("clipboard"));
        if let Some(clipboard) = clipboard {
            let write = js::get(&clipboard, "writeText").and_then(|write| js::function(&write));
            let promise = write.and_then(|write| write.call1(&clipboard, &text.into()).ok());
            if let Some(promise) = promise
                && wasm_bindgen_futures::JsFuture::from(js_sys::Promise::resolve(&promise)).await.is_ok()
            {
                return true;
            }
        }
        let Some(root) = self.root() else { return false };
        let Some(field) = dom::element("textarea").filter(|field| root.append(field).is_ok()) else { return false };
        let before = self.focused();
        field.set_value(text);
        field.select();
        let ok = dom::document().is_some_and(|document| document.command("copy").unwrap_or(false));
        field.remove();
        before.inspect(El::focus);
        ok
    }
}
