// What the person in front of the page sees: a badge, its panel, and the questions that agents ask. It is told what is (`src/view.rs`) and
// answers with intents; it decides nothing. Everything lives in one open shadow root, and one listener there hears it all.
// Text from a relay, an agent or a tool is shown as text alone, made harmless first.

import { Calls } from "./widget/calls.js";
import { write } from "./widget/clipboard.js";
import { draw, set } from "./widget/elements.js";
import { Frame } from "./widget/frame.js";
import { DISCONNECT, STOP, SWITCH } from "./widget/intents.js";
import { Lists } from "./widget/lists.js";
import { Panel } from "./widget/panel.js";
import { Questions } from "./widget/questions.js";
import { texts } from "./widget/texts.js";

/** @typedef {import("./widget/intents.js").Act} Act */

export class WidgetView {
  #act;
  #frame;
  #lists;
  #calls;
  #questions;
  #panel;

  /**
   * @param {import("./widget/frame.js").Options} options @param {string} table @param {string[]} own the labels @param {string} css
   * @param {Act} act
   */
  constructor(options, table, own, css, act) {
    this.#act = act;
    /** @type {Act} */
    const acting = (what, value) => this.#act(what, value);
    const frame = new Frame(options, texts(table, own), css, (event) => this.#hear(event));
    this.#frame = frame;
    this.#lists = new Lists(frame);
    this.#calls = new Calls(frame, () => this.#panel.paintBadge());
    this.#questions = new Questions(frame, acting, () => this.#panel.paint());
    this.#panel = new Panel(frame, acting, this.#lists, this.#calls, this.#questions);
    if (options.badge) {
      try {
        frame.ensure();
        this.#panel.paint();
      } catch (thrown) {
        this.close();
        throw thrown;
      }
    }
  }

  /** Whether the panel is, so that its lists can be seen. */
  get open() {
    return this.#frame.open;
  }

  /** Nothing stays: no element, listener or timer. */
  close() {
    this.#act = () => {};
    this.#frame.open = false;
    this.#frame.takeDown();
    this.#calls.close();
    this.#lists.close();
    this.#questions.close();
  }

  /**
   * @param {string} status @param {string | undefined} server @param {string | undefined} channel
   * @param {string | undefined} code of a problem: the tables hold an explanation (`why-CODE`), a remedy (`fix-CODE`), maybe a command (`cmd-CODE`)
   * @param {string} detail what the relay or the browser said, in its own words
   */
  status(status, server, channel, code, detail) {
    this.#calls.paint();
    this.#panel.status(status, server, channel, code, detail);
  }

  /** @param {import("./widget/lists.js").Item[]} items all there are, in their order */
  items(items) {
    this.#lists.fill(items);
  }

  /**
   * A call takes time, or has ended.
   * @param {number} id @param {string} tool
   * @param {number} startedAt milliseconds since the epoch @param {number} outcome a number of `call::Outcome`, -1 while it runs
   * @param {number} ms how long it took
   */
  call(id, tool, startedAt, outcome, ms) {
    try {
      this.#calls.take(id, tool, startedAt, outcome, ms);
    } catch {
      // a requestAnimationFrame of the page's own
    }
  }

  /**
   * Asks whether a tool may run.
   * @param {number} id @param {string} tool @param {string} about @param {string} args as JSON
   * @param {string} by who asks: a key of the label tables or a text; empty, it is not shown @param {number} seconds
   */
  confirm(id, tool, about, args, by, seconds) {
    this.#calls.paint();
    this.#questions.confirm(id, tool, about, args, by, seconds);
  }

  /** Offers a text that the browser would not let the page copy without a click. @param {number} id @param {string} text */
  copy(id, text) {
    this.#calls.paint();
    this.#questions.copy(id, text);
  }

  /** Shows a `createSamplingMessage` request. @param {number} id @param {any} request */
  sample(id, request) {
    this.#calls.paint();
    this.#questions.sample(id, request);
  }

  /** A confirmation or a sampling request is over. @param {boolean} confirm @param {number} id */
  over(confirm, id) {
    this.#questions.over(confirm, id);
  }

  // What the person does: one listener for all of it.

  /** @param {any} event */
  #hear(event) {
    const { target, type, key } = event;
    const inside = event.currentTarget !== document;
    if (type === "click") this.#click(event, target);
    else if (type === "input") {
      if (target.type === "search") this.#lists.filter(target.value);
      else target.removeAttribute("aria-invalid");
    } else if (type === "keydown" && inside) {
      this.#key(event, target);
      event.stopPropagation();
    } else if (type === "keydown") this.#pageKey(event, key);
    // The page's shortcuts are not for what is typed in here, and it cannot see that it is typed.
    else if (/^(keyup|keypress|paste)$/.test(type)) event.stopPropagation();
    else if (type === "cancel") {
      // A modal question was closed by the browser: a gesture, or Escape before any key event.
      event.preventDefault();
      this.#questions.answer(target, "");
    } else if (type === "fullscreenchange" || event.newState === "open") {
      if (this.#frame.rise(target)) this.#questions.present();
    }
  }

  /** @param {any} event @param {Element} target */
  #click(event, target) {
    const button = /** @type {HTMLButtonElement | null} */ (target.closest("[data-do]"));
    if (!button) return;
    const said = button.getAttribute("data-do") ?? "";
    const row = button.closest("li");
    if (said === "toggle") this.#panel.toggle(!this.#frame.open, event.pointerType);
    else if (said === "close") this.#panel.toggle(false);
    else if (said === "connect") this.#panel.connect();
    else if (said === "disconnect") this.#act(DISCONNECT);
    else if (said === "switch") {
      const item = this.#lists.itemOf(row);
      if (item) this.#act(SWITCH, [item[0], item[1], !item[5]]);
    } else if (said === "stop") {
      const call = this.#calls.of(row);
      if (call) this.#act(STOP, call.id);
    } else if (said === "play") this.#questions.play(button);
    else if (said === "copy") this.#copyCommand(button);
    else {
      const dialog = button.closest("dialog");
      if (dialog) this.#questions.answer(dialog, said);
    }
  }

  /** @param {Element} button */
  async #copyCommand(button) {
    if (!(await write(button.previousElementSibling?.textContent ?? "", this.#frame))) return;
    const copied = this.#frame.texts.text("copied");
    set(button, "aria-label", copied);
    draw(button, "ok");
    this.#frame.say(copied);
  }

  /** @param {any} event @param {Element} target */
  #key(event, target) {
    const dialog = target.closest("dialog");
    const { key } = event;
    // Escape and Enter that belong to an input method end a composition, not a question.
    if (event.isComposing) return;
    if (key === "Escape" && dialog) {
      event.preventDefault();
      this.#questions.answer(dialog, "");
    } else if (key === "Escape") this.#panel.toggle(false);
    else if (key === "Enter" && !dialog && target.id === "token") this.#panel.connect();
    else this.#pageKey(event, key);
  }

  /** A key while a question waits. @param {Event} event @param {string} key */
  #pageKey(event, key) {
    if (key === "F6" && this.#questions.focus()) event.preventDefault();
  }
}
