//! The badge and the panel: state, pairing, and what went wrong.

use std::rc::Rc;

use super::dom::{self, El};
use super::{Inner, markup};
use crate::view::{Intent, Problem, Status, harmless};

impl Inner {
    pub(super) fn set_status(self: &Rc<Self>, status: Status, server: Option<&str>, channel: Option<&str>, problem: Option<&Problem>) {
        let was = self.status.replace(status);
        let between = if server.is_some() && channel.is_some() { " · " } else { "" };
        let place = [server.unwrap_or_default(), between, channel.unwrap_or_default()].concat();
        *self.place.borrow_mut() = harmless(&place, 200);
        let known = *self.problem.borrow() == problem.cloned();
        *self.problem.borrow_mut() = problem.cloned();
        self.paint();
        if was == status && known {
            return;
        }
        let mut news = self.labels.text(self.state(true)).to_string();
        if let Some(problem) = problem {
            news.push_str(". ");
            news.push_str(self.labels.text(&["why-", problem.code].concat()));
        }
        self.say(&news);
        let Some(root) = self.root() else { return };
        if status == Status::Connected {
            // Spent, and a secret.
            if let Some(input) = root.find(".webmcp-token-input") {
                input.set_value("");
            }
        }
        // What had the focus may just have gone: it moves on to where the news is, and nowhere when it was elsewhere.
        if was != status && self.focused().is_some_and(|focused| focused.get("offsetParent").is_none()) {
            root.find(".webmcp-status").inspect(El::focus);
        }
    }

    /// The key of the label that says how things stand; for the panel the connection alone.
    fn state(&self, connection: bool) -> &'static str {
        if !connection {
            if self.problem.borrow().is_some() || !self.asks.borrow().is_empty() {
                return "attention";
            }
            if self.running() {
                return "busy";
            }
        }
        match self.status.get() {
            Status::Disconnected => "off",
            Status::Registering => "registering",
            Status::Connecting => "connecting",
            Status::Connected => "connected",
            Status::Waiting => "waiting",
        }
    }

    /// Shows the state; cheap when nothing changed.
    pub(super) fn paint(&self) {
        let Some(root) = self.root().filter(|_| self.badge) else { return };
        let status = self.status.get();
        let state = self.state(false);
        let icon = match state {
            "attention" => "ask",
            "registering" | "connecting" => "pair",
            "waiting" => "wait",
            "connected" => "on",
            other => other,
        };
        root.attr("data-status", status.as_str());
        root.attr("data-icon", icon);
        if let Some(trigger) = root.find(".webmcp-trigger") {
            trigger.attr("aria-label", &[self.labels.text("title"), ": ", self.labels.text(state)].concat());
            trigger.find("path").inspect(|path| path.attr("d", dom::drawing(icon)));
        }
        root.put(".webmcp-status", self.labels.text(self.state(true)));
        let place = self.place.borrow().clone();
        root.put(".where", &place);
        root.show(".where", !place.is_empty());
        let connected = status == Status::Connected;
        root.show(".webmcp-connection-panel", !connected);
        root.show(".webmcp-token-input", !connected);
        root.show(".webmcp-connect-btn", !connected);
        root.show(".webmcp-disconnect-btn", status != Status::Disconnected);
        root.show("footer", status != Status::Disconnected);
        let trying = matches!(status, Status::Registering | Status::Connecting);
        root.put(".webmcp-disconnect-btn", self.labels.text(if trying { "cancel" } else { "disconnect" }));
        self.explain(&root);
    }

    fn explain(&self, root: &El) {
        let problem = self.problem.borrow().clone();
        root.show(".problem", problem.is_some());
        let command = problem.as_ref().and_then(|problem| self.labels.find(&["cmd-", problem.code].concat())).unwrap_or_default();
        // One command is enough: the problem's own takes the place of the usual one, and of the hint that speaks of it.
        let usual = command.is_empty() && self.status.get() == Status::Disconnected;
        root.show(".webmcp-connection-panel .command", usual);
        root.show(".hint", usual);
        let Some(input) = root.find(".webmcp-token-input") else { return };
        input.remove_attr("aria-invalid");
        let Some(problem) = problem else { return };
        if problem.code.starts_with("token-") {
            input.attr("aria-invalid", "true");
        }
        root.find(".problem").inspect(|part| part.attr("data-code", problem.code));
        let text = |part: &str| self.labels.find(&[part, problem.code].concat()).unwrap_or_default().to_string();
        let detail = harmless(&problem.detail, 300);
        root.put(".why", &text("why-"));
        root.put(".fix", &text("fix-"));
        root.put(".problem code", command);
        root.show(".problem .command", !command.is_empty());
        root.put(".detail", &detail);
        root.show(".detail", !detail.is_empty());
    }

    /// `pointer` is what opened it, so that a keyboard does not cover a small screen unasked.
    pub(super) fn toggle(self: &Rc<Self>, open: bool, pointer: &str) {
        let Some(root) = self.root().filter(|_| self.badge && self.open.replace(open) != open) else { return };
        let (Some(trigger), Some(panel)) = (root.find(".webmcp-trigger"), root.find(".webmcp-content")) else { return };
        let within = panel.contains(self.focused().as_ref());
        trigger.attr("aria-expanded", if open { "true" } else { "false" });
        if open {
            self.follow_scheme();
            self.fill_lists();
            self.fill_calls();
            panel.style().set_property("display", "block");
            if self.status.get() == Status::Disconnected && pointer != "touch" {
                root.find(".webmcp-token-input").inspect(El::focus);
            }
        } else {
            if within {
                trigger.focus();
            }
            panel.style().set_property("display", "none");
        }
        self.act(if open { Intent::Opened } else { Intent::Closed });
    }

    pub(super) fn connect(&self) {
        let token = self.root().and_then(|root| root.find(".webmcp-token-input")).map(|input| input.value());
        self.act(Intent::Connect(token.unwrap_or_default().trim().to_string()));
    }

    /// Builds one of the pieces of `markup.rs`.
    pub(super) fn piece(&self, lines: &str, parent: &El) -> Result<El, wasm_bindgen::JsValue> {
        dom::build(lines, &self.labels, parent)
    }

    /// A row that is cloned for each item.
    pub(super) fn pattern(&self) -> Option<El> {
        let nowhere = dom::element("ul")?;
        self.piece(markup::ITEM, &nowhere).ok()
    }
}
