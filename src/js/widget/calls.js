// What agents just did: the last calls with outcome and duration, the running ones with their time and a way to stop them.
// A call is only noted when it begins and ends; what is seen and said of it waits for the next frame, or a little longer.

import { display, draw, find, put, set, show } from "./elements.js";
import { CALL } from "./markup.js";
import { harmless } from "./texts.js";

/**
 * @typedef {{ id: number, tool: string, startedAt: number, outcome: number, ms: number, said?: boolean, row?: HTMLElement }} Call
 * `outcome` is negative while it runs
 */

/** Finished calls to remember; running ones always stay. */
const KEPT = 12;
/** Milliseconds between two paintings of a closed panel: the badge and what is said. */
const CALM = 200;
/** So many ends of one painting are said; nobody could follow more. */
const SAID = 3;
/** What the label tables call the numbers of `call::Outcome`. */
const OUTCOMES = ["ok", "error", "denied", "invalid", "timed-out", "stopped", "dropped"];

export class Calls {
  #frame;
  #changed;
  /** @type {Map<number, Call>} */
  #running = new Map();
  /** The last one to end is the last. @type {Call[]} */
  #ended = [];
  /** Whether a painting is due. */
  #asked = false;
  #painting = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #calm;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tick;

  /** @param {import("./frame.js").Frame} frame @param {() => void} changed whether any runs, maybe */
  constructor(frame, changed) {
    this.#frame = frame;
    this.#changed = changed;
  }

  close() {
    cancelAnimationFrame(this.#painting);
    clearTimeout(this.#calm);
    clearTimeout(this.#tick);
  }

  /** Whether any runs. */
  get running() {
    return this.#running.size > 0;
  }

  /** The call that a row shows. @param {Element | null} row */
  of(row) {
    return this.#all().find((call) => call.row === row);
  }

  /**
   * As `WidgetView` has it.
   * @param {number} id @param {string} tool @param {number} startedAt @param {number} outcome @param {number} ms
   */
  take(id, tool, startedAt, outcome, ms) {
    // One that was over at once, or began before there was a widget, is new when it ends.
    const call = this.#running.get(id) ?? { id, tool, startedAt, outcome, ms };
    if (outcome < 0) this.#running.set(id, call);
    else {
      call.outcome = outcome;
      call.ms = ms;
      this.#running.delete(id);
      // The next frame may be far away: a hidden tab has none.
      if (this.#ended.push(call) > KEPT) this.#ended.shift();
    }
    if (this.#asked) return;
    this.#asked = true;
    if (this.#frame.open || this.#calm === undefined) this.#ask();
  }

  #ask() {
    this.#painting = requestAnimationFrame(() => this.paint());
  }

  /** Shows and says what is new; before a question does, so that they come in their order. */
  paint() {
    if (!this.#asked) return;
    this.#asked = false;
    cancelAnimationFrame(this.#painting);
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => {
      this.#calm = undefined;
      if (this.#asked) this.#ask();
    }, CALM);
    this.#changed();
    const over = this.#ended.filter((call) => !call.said);
    for (const call of over) call.said = true;
    const { text } = this.#frame.texts;
    const lines = over.slice(-SAID).map((call) => `${named(call)}: ${text(outcomeOf(call))}`);
    if (lines.length) this.#frame.say(lines.join(". "));
    const part = this.#list();
    if (!part) return;
    const calls = this.#all();
    /** @type {Set<Element | undefined>} */
    const rows = new Set(calls.map(({ row }) => row));
    for (const row of [...part.children]) if (!rows.has(row)) row.remove();
    for (const call of calls) {
      if (call.row?.parentNode !== part) this.#add(part, call);
      else if (call.row.className === "busy" && call.outcome >= 0) this.#fillRow(call.row, call);
    }
    this.#show();
  }

  /** By their beginning. */
  #all() {
    return [...this.#running.values(), ...this.#ended].sort((one, other) => one.id - other.id);
  }

  /** Rows are kept only while somebody can see them. @returns {HTMLElement | undefined} */
  #list() {
    return this.#frame.root && this.#frame.open ? find(this.#frame.root, ".calls ol") : undefined;
  }

  /** Draws them all anew. */
  fill() {
    const part = this.#list();
    if (part) part.textContent = "";
    this.#asked = true;
    this.paint();
  }

  #show() {
    if (this.#frame.root) show(this.#frame.root, ".calls", this.#running.size + this.#ended.length);
    // One timer for all, and none when nothing runs or nobody looks.
    const needed = this.#frame.open && this.running;
    if (needed) this.#tick ??= setTimeout(() => this.#ticked(), 1000);
    else {
      clearTimeout(this.#tick);
      this.#tick = undefined;
    }
  }

  #ticked() {
    this.#tick = undefined;
    if (!this.#list()) return;
    for (const call of this.#running.values()) if (call.row) put(call.row, ".took", this.#took(call));
    this.#show();
  }

  /** @param {Element} part @param {Call} call */
  #add(part, call) {
    call.row = this.#frame.build(CALL, new DocumentFragment());
    this.#fillRow(call.row, call);
    part.prepend(call.row);
  }

  /** @param {HTMLElement} row @param {Call} call */
  #fillRow(row, call) {
    const { outcome } = call;
    const { text, fill } = this.#frame.texts;
    const code = outcomeOf(call);
    const kind = outcome < 0 ? "busy" : /^(ok|denied|stopped)$/.test(code) ? code : "no";
    set(row, "class", kind);
    draw(row, kind);
    put(row, ".tool", named(call));
    const took = this.#took(call);
    const said = outcome < 0 ? "" : harmless(text(code), 80);
    put(row, ".took", said ? `${said} · ${took}` : took);
    const stop = find(row, "button");
    set(stop, "aria-label", fill("stop", named(call)));
    if (outcome < 0) return;
    // Someone who tabs through the list keeps their place.
    const focused = this.#frame.focused() === stop;
    display(stop, false);
    if (focused) {
      set(row, "tabindex", -1);
      row.focus();
    }
  }

  /** How long it took, or takes so far. @param {Call} call */
  #took(call) {
    const { text } = this.#frame.texts;
    const runs = call.outcome < 0;
    const whole = Math.trunc(runs ? Math.max(Date.now() - call.startedAt, 0) : call.ms);
    const seconds = Math.trunc(whole / 1000);
    if (seconds >= 60) return `${Math.trunc(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")} ${text("min")}`;
    if (runs) return `${seconds} ${text("s")}`;
    if (!seconds) return `${whole} ${text("ms")}`;
    return `${seconds}${text("point")}${Math.trunc(whole / 100) % 10} ${text("s")}`;
  }
}

/** @param {Call} call */
const named = ({ tool }) => harmless(tool, 80);
/** The key of how it ended. @param {Call} call */
const outcomeOf = ({ outcome }) => OUTCOMES[outcome] ?? "";
