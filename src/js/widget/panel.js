// The badge and the panel: state, pairing, and what went wrong.

import { display, draw, find, put, set, show } from "./elements.js";
import { CLOSED, CONNECT, OPENED } from "./intents.js";
import { harmless } from "./texts.js";

export class Panel {
  #frame;
  #act;
  #lists;
  #calls;
  #questions;
  #status = "disconnected";
  #place = "";
  /** @type {string | undefined} */
  #code;
  #detail = "";
  /** What the badge shows. */
  #shown = "";

  /**
   * @param {import("./frame.js").Frame} frame @param {import("./intents.js").Act} act
   * @param {import("./lists.js").Lists} lists @param {import("./calls.js").Calls} calls @param {import("./questions.js").Questions} questions
   */
  constructor(frame, act, lists, calls, questions) {
    this.#frame = frame;
    this.#act = act;
    this.#lists = lists;
    this.#calls = calls;
    this.#questions = questions;
  }

  /**
   * What stands of it in the panel, and what is said of it: as `WidgetView` has it.
   * @param {string} status @param {string | undefined} server @param {string | undefined} channel @param {string | undefined} code
   * @param {string} detail
   */
  status(status, server, channel, code, detail) {
    const { text } = this.#frame.texts;
    const was = this.#status;
    const known = code === this.#code && detail === this.#detail;
    this.#status = status;
    this.#place = harmless([server, channel].filter((part) => part !== undefined).join(" · "), 200);
    this.#code = code;
    this.#detail = detail;
    this.paint();
    if (was === status && known) return;
    this.#frame.say(text(this.#connection()) + (code ? `. ${text(`why-${code}`)}` : ""));
    const root = this.#frame.root;
    if (!root) return;
    // Spent, and a secret.
    if (status === "connected" && this.#frame.badge) find(root, ".webmcp-token-input").value = "";
    // What had the focus may just have gone: it moves on to where the news is, and nowhere when it was elsewhere.
    const focused = this.#frame.focused();
    if (was !== status && focused && !focused.offsetParent) find(root, ".webmcp-status").focus();
  }

  /** Shows the state; cheap when nothing changed. */
  paint() {
    const root = this.#frame.root;
    if (!root || !this.#frame.badge) return;
    const { text } = this.#frame.texts;
    const status = this.#status;
    this.paintBadge();
    put(root, ".webmcp-status", text(this.#connection()));
    put(root, ".where", this.#place);
    show(root, ".where", this.#place);
    for (const part of ["connection-panel", "token-input", "connect-btn"]) show(root, `.webmcp-${part}`, status !== "connected");
    show(root, ".webmcp-disconnect-btn", status !== "disconnected");
    show(root, "footer", status !== "disconnected");
    put(root, ".webmcp-disconnect-btn", text(/^(registering|connecting)$/.test(status) ? "cancel" : "disconnect"));
    this.#explain(root);
  }

  /** Alone what a call changes, if it does. */
  paintBadge() {
    const root = this.#frame.root;
    if (!root || !this.#frame.badge) return;
    const state = this.#code || this.#questions.waiting ? "attention" : this.#calls.running ? "busy" : this.#connection();
    const shown = `${this.#status} ${state}`;
    if (this.#shown === shown) return;
    this.#shown = shown;
    /** @type {Record<string, string>} */
    const icons = { attention: "ask", registering: "pair", connecting: "pair", waiting: "wait", connected: "on" };
    const icon = icons[state] ?? state;
    set(root, "data-status", this.#status);
    set(root, "data-icon", icon);
    const trigger = find(root, ".webmcp-trigger");
    set(trigger, "aria-label", `${this.#frame.texts.text("title")}: ${this.#frame.texts.text(state)}`);
    draw(trigger, icon);
  }

  /** @param {boolean} open @param {string} [pointer] what opened it, so that a keyboard does not cover a small screen unasked */
  toggle(open, pointer) {
    const root = this.#frame.root;
    if (!root || !this.#frame.badge || this.#frame.open === open) return;
    this.#frame.open = open;
    const [trigger, panel] = [find(root, ".webmcp-trigger"), find(root, ".webmcp-content")];
    const within = panel.contains(this.#frame.focused());
    set(trigger, "aria-expanded", open);
    if (open) {
      this.#frame.followScheme();
      this.#lists.draw();
      this.#calls.fill();
    } else if (within) trigger.focus();
    display(panel, open, "block");
    if (open && this.#status === "disconnected" && pointer !== "touch") find(root, ".webmcp-token-input").focus();
    this.#act(open ? OPENED : CLOSED);
  }

  connect() {
    this.#act(CONNECT, this.#frame.root ? find(this.#frame.root, ".webmcp-token-input").value.trim() : "");
  }

  /** The key of the label that says how the connection stands. */
  #connection() {
    return this.#status === "disconnected" ? "off" : this.#status;
  }

  /** @param {HTMLElement} root */
  #explain(root) {
    const { find: label } = this.#frame.texts;
    const code = this.#code;
    show(root, ".problem", code);
    const command = code ? label(`cmd-${code}`) : "";
    // One command is enough: the problem's own takes the place of the usual one, and of the hint that speaks of it.
    const usual = !command && this.#status === "disconnected";
    show(root, ".webmcp-connection-panel .command", usual);
    show(root, ".hint", usual);
    const input = find(root, ".webmcp-token-input");
    input.removeAttribute("aria-invalid");
    if (!code) return;
    if (code.startsWith("token-")) set(input, "aria-invalid", true);
    const problem = find(root, ".problem");
    set(problem, "data-code", code);
    put(root, ".why", label(`why-${code}`));
    put(root, ".fix", label(`fix-${code}`));
    put(problem, "code", command);
    show(problem, ".command", command);
    put(root, ".detail", harmless(this.#detail, 300));
    show(root, ".detail", this.#detail);
  }
}
