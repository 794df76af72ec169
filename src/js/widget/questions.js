// Questions to the person: may this tool run, answer this request, copy this text. They stand beside the badge and leave the page usable:
// the focus stays where it is, F6 brings it to the question. It follows by itself only from the widget's own panel, which a question may
// cover. Only where the page itself shows a modal dialog, which makes all else inert, is a question modal too.

import { write } from "./clipboard.js";
import { find, put, set, typesInto } from "./elements.js";
import { ALLOW, COPIED, DENY, SAMPLED, UNCOPIED } from "./intents.js";
import { CONFIRM_DIALOG, COPY_DIALOG, SAMPLE_DIALOG } from "./markup.js";
import { fillSample } from "./sample.js";
import { Sounds } from "./sounds.js";
import { harmless } from "./texts.js";

/** @typedef {{ queue: string, kind: number, id: number, dialog: HTMLDialogElement, text?: string }} Ask */

const [CONFIRM, SAMPLE, COPY] = [0, 1, 2];

export class Questions {
  #frame;
  #act;
  #changed;
  #sounds;
  /** @type {Ask[]} */
  #asks = [];
  /** What had the focus before a question took it. @type {HTMLElement | null | undefined} */
  #before;

  /** @param {import("./frame.js").Frame} frame @param {import("./intents.js").Act} act @param {() => void} changed which there are */
  constructor(frame, act, changed) {
    this.#frame = frame;
    this.#act = act;
    this.#changed = changed;
    this.#sounds = new Sounds(frame.texts);
  }

  close() {
    this.#sounds.silence();
  }

  /** How many there are. */
  get waiting() {
    return this.#asks.length;
  }

  /**
   * As `WidgetView` has it, like the two others.
   * @param {number} id @param {string} tool @param {string} about @param {string} args @param {string} by @param {number} seconds
   */
  confirm(id, tool, about, args, by, seconds) {
    const { text, fill, long } = this.#frame.texts;
    const dialog = this.#dialog(CONFIRM_DIALOG, "confirms");
    const name = harmless(tool, 200);
    put(dialog, ".tool", name);
    put(dialog, ".about", harmless(about, 300));
    const asker = text(`by-${by}`) === `by-${by}` ? by : text(`by-${by}`);
    put(dialog, ".by", asker && fill("by", harmless(asker, 200)));
    put(dialog, "pre", /^(\{\})?$/.test(args.trim()) ? text("no-arguments") : long(args));
    put(dialog, ".note", fill("confirm-note", seconds));
    find(dialog, ".left").style.setProperty("animation-duration", `${seconds}s`);
    this.#ask({ queue: "confirms", kind: CONFIRM, id, dialog });
    this.#frame.say(fill("confirm-live", name));
  }

  /** @param {number} id @param {string} text */
  copy(id, text) {
    const dialog = this.#dialog(COPY_DIALOG, "samples");
    put(dialog, "pre", this.#frame.texts.long(text));
    // What goes to the clipboard is the text itself, not what is fit to show of it.
    this.#ask({ queue: "samples", kind: COPY, id, dialog, text });
    this.#frame.say(this.#frame.texts.text("copy-title"));
  }

  /** @param {number} id @param {any} request */
  sample(id, request) {
    const dialog = this.#dialog(SAMPLE_DIALOG, "samples");
    fillSample(this.#frame, dialog, request, this.#sounds);
    this.#ask({ queue: "samples", kind: SAMPLE, id, dialog });
    this.#frame.say(this.#frame.texts.text("sample-live"));
  }

  /** A confirmation or a sampling request is over. @param {boolean} confirm @param {number} id */
  over(confirm, id) {
    const ask = this.#asks.find((ask) => ask.kind === (confirm ? CONFIRM : SAMPLE) && ask.id === id);
    if (ask) this.#close(ask);
  }

  /** Brings the focus to the first question: to itself, never to a button that a key already under way would press. */
  focus() {
    const dialog = this.#first();
    if (!dialog) return false;
    const focused = this.#frame.focused();
    if (!dialog.contains(focused)) {
      this.#before = focused ?? /** @type {HTMLElement | null} */ (document.activeElement);
      dialog.focus();
    }
    return true;
  }

  /** Opens what is due, modal only where the page leaves no other way. */
  present() {
    const whole = document.fullscreenElement;
    let modal = whole && this.#frame.parent !== whole;
    try {
      modal ||= !!document.querySelector("dialog:modal");
    } catch {
      // A browser that does not know `:modal`.
    }
    const first = this.#first();
    for (const { dialog } of [...this.#asks]) {
      if (modal && dialog === first) {
        dialog.removeAttribute("open");
        try {
          dialog.showModal();
          continue;
        } catch {
          // Not in the page any more, or in some other state in which the browser refuses.
        }
      }
      set(dialog, "open", "");
    }
  }

  /** What a button in a dialog says, by its `data-do`. @param {Element} dialog @param {string} said */
  answer(dialog, said) {
    const ask = this.#asks.find((ask) => ask.dialog === dialog);
    if (!ask) return;
    const { kind, id, text = "" } = ask;
    if (kind === SAMPLE && said === "answer") {
      const field = find(dialog, "textarea");
      if (!field.value.trim()) {
        set(field, "aria-invalid", true);
        field.focus();
        return this.#frame.say(this.#frame.texts.text("answer-empty"));
      }
      const { value } = field;
      this.#close(ask);
      this.#act(SAMPLED, [id, value]);
    } else if (kind === COPY && said === "copied") {
      write(text, this.#frame).then((ok) => {
        this.#close(ask);
        this.#act(ok ? COPIED : UNCOPIED, id);
      });
    } else {
      this.#close(ask);
      if (kind === SAMPLE) this.#act(SAMPLED, [id]);
      else this.#act(kind === COPY ? UNCOPIED : said === "allow" ? ALLOW : DENY, id);
    }
  }

  /** Plays the sound that a button carries, or stops it. @param {HTMLButtonElement} button */
  play(button) {
    this.#sounds.play(button);
  }

  /** A dialog at the end of its queue. @param {string} lines @param {string} queue @returns {HTMLDialogElement} */
  #dialog(lines, queue) {
    return /** @type {any} */ (this.#frame.build(lines, find(this.#frame.ensure(), `.${queue}`)));
  }

  /** @param {Ask} ask */
  #ask(ask) {
    this.#asks.push(ask);
    this.#frame.followScheme();
    this.#changed();
    this.present();
    const focused = this.#frame.focused();
    if (focused && !typesInto(focused) && focused.localName !== "dialog" && this.#first() === ask.dialog) this.focus();
  }

  /** The question to answer first. */
  #first() {
    const of = (/** @type {string} */ queue) => this.#asks.find((ask) => ask.queue === queue)?.dialog;
    return of("confirms") ?? of("samples");
  }

  /** @param {Ask} ask */
  #close(ask) {
    const at = this.#asks.indexOf(ask);
    if (at < 0) return;
    this.#asks.splice(at, 1);
    const within = ask.dialog.contains(this.#frame.focused());
    ask.dialog.remove();
    if (ask.kind === SAMPLE) this.#sounds.silence();
    this.#frame.say("");
    this.#changed();
    this.present();
    if (within) {
      // Back to where the person was, or on to the next question.
      const before = this.#before;
      this.#before = undefined;
      if (this.focus()) this.#before = before;
      else before?.focus?.();
    }
    if (!this.#frame.badge && !this.#asks.length) this.#frame.takeDown();
  }
}
