//! What the person does: one listener for all of it.

use std::rc::Rc;

use super::Inner;
use super::dom::{self, El};

impl Inner {
    pub(super) fn hear(self: &Rc<Self>, event: &El) {
        let Some(target) = event.target() else { return };
        let kind = event.text_of("type");
        let inside = event.get("currentTarget") != dom::document();
        match kind.as_str() {
            "click" => self.click(event, &target),
            "input" => self.input(&target),
            "keydown" if inside => {
                self.key(event, &target);
                event.stop_propagation();
            }
            "keydown" => self.page_key(event),
            // The page's shortcuts are not for what is typed in here, and it cannot see that it is typed.
            "keyup" | "keypress" | "paste" => event.stop_propagation(),
            // A modal question was closed by the browser: a gesture, or Escape before any key event.
            "cancel" => {
                event.prevent_default();
                self.answer(&target, "");
            }
            "toggle" if event.text_of("newState") != "open" => {}
            "toggle" | "fullscreenchange" => self.rise(&target),
            _ => {}
        }
    }

    fn click(self: &Rc<Self>, event: &El, target: &El) {
        let Ok(Some(button)) = target.closest("[data-do]") else { return };
        let said = button.get_attr("data-do").unwrap_or_default();
        match said.as_str() {
            "toggle" => self.toggle(!self.open.get(), &event.text_of("pointerType")),
            "close" => self.toggle(false, ""),
            "connect" => self.connect(),
            "disconnect" => self.act(crate::view::Intent::Disconnect),
            "switch" => {
                if let Ok(Some(row)) = button.closest("li") {
                    self.switch(&row);
                }
            }
            "stop" => {
                if let Ok(Some(row)) = button.closest("li") {
                    self.stop_call(&row);
                }
            }
            "play" => self.play(&button),
            "copy" => self.copy_command(button),
            _ => {
                if let Ok(Some(dialog)) = button.closest("dialog") {
                    self.answer(&dialog, &said);
                }
            }
        }
    }

    fn copy_command(self: &Rc<Self>, button: El) {
        let text = button.get("previousElementSibling").map(|code| code.text_of("textContent")).unwrap_or_default();
        let inner = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if inner.copy(&text).await {
                button.attr("aria-label", inner.labels.text("copied"));
                button.find("path").inspect(|path| path.attr("d", dom::drawing("ok")));
                inner.say(inner.labels.text("copied"));
            }
        });
    }

    fn input(self: &Rc<Self>, target: &El) {
        match target.text_of("type").as_str() {
            "search" => self.set_filter(&target.value()),
            _ => target.remove_attr("aria-invalid"),
        }
    }

    fn key(self: &Rc<Self>, event: &El, target: &El) {
        let dialog = target.closest("dialog").ok().flatten();
        match (event.text_of("key").as_str(), dialog) {
            // Escape and Enter that belong to an input method end a composition, not a question.
            _ if event.get("isComposing").and_then(|composing| composing.as_bool()) == Some(true) => {}
            ("Escape", Some(dialog)) => {
                event.prevent_default();
                self.answer(&dialog, "");
            }
            ("Escape", None) => self.toggle(false, ""),
            ("Enter", None) if target.get_attr("id").as_deref() == Some("token") => self.connect(),
            ("F6", _) => self.page_key(event),
            _ => {}
        }
    }

    /// A key on the page while a question waits.
    fn page_key(self: &Rc<Self>, event: &El) {
        if event.text_of("key") == "F6" && self.to_question() {
            event.prevent_default();
        }
    }

    /// The page opened something in the top layer: back above it, unless someone is typing in here.
    fn rise(self: &Rc<Self>, target: &El) {
        let host = self.frame.borrow().as_ref().map(|frame| frame.host.clone());
        let Some(host) = host.filter(|host| host != target && host.get_attr("popover").is_some()) else { return };
        let focused = self.focused();
        let types = focused.as_ref().is_some_and(|focused| matches!(focused.text_of("localName").as_str(), "input" | "textarea"));
        let home = dom::home().filter(|home| host.get("parentNode").as_ref() != Some(home));
        if let Some(home) = &home {
            let _ = home.append(&host);
        }
        if home.is_some() || !types {
            let _ = host.hide_popover();
            let _ = host.show_popover();
            focused.inspect(El::focus);
        }
        self.present();
    }
}
