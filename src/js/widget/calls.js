// What agents just did: the last calls with outcome and duration, the running ones with their time and a way to stop them.

import { display, draw, find, put, set, show } from "./elements.js";
import { CALL } from "./markup.js";
import { harmless } from "./texts.js";

/** @typedef {{ id: number, tool: string, startedAt: number, ok: boolean, text?: string, ms: number }} Call `text` is missing while it runs */

/** Calls to remember; running ones always stay. */
const KEPT = 12;

export class Calls {
  #frame;
  #changed;
  /** Newest first. @type {Call[]} */
  #calls = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tick;

  /** @param {import("./frame.js").Frame} frame @param {() => void} changed whether any runs */
  constructor(frame, changed) {
    this.#frame = frame;
    this.#changed = changed;
  }

  close() {
    clearTimeout(this.#tick);
  }

  /** Whether any runs. */
  get running() {
    return this.#calls.some((call) => call.text === undefined);
  }

  /** The call that a row shows. @param {Element | null} row */
  of(row) {
    return this.#calls.find(({ id }) => `${id}` === row?.getAttribute("data-id"));
  }

  /** A call began, or ended. @param {Call} call */
  take(call) {
    const { id, text } = call;
    const wasRunning = this.running;
    const calls = this.#calls;
    const known = calls.findIndex((each) => each.id === id);
    if (known < 0) calls.unshift(call);
    else calls[known] = call;
    let over = calls.length > KEPT ? calls.length - 1 : -1;
    while (over >= 0 && calls[over]?.text === undefined) over -= 1;
    const gone = over < 0 ? undefined : calls.splice(over, 1)[0];
    if (text !== undefined) this.#frame.say(`${call.tool}: ${this.#frame.texts.text(text)}`);
    if (wasRunning !== this.running) this.#changed();
    const part = this.#list();
    if (!part) return;
    const row = this.#row(part, id);
    if (row) this.#fillRow(row, call);
    else this.#add(part, call);
    if (gone) this.#row(part, gone.id)?.remove();
    this.#show();
  }

  /** Rows are kept only while somebody can see them. */
  #list() {
    return this.#frame.root && this.#frame.open ? find(this.#frame.root, ".calls ol") : undefined;
  }

  /** @param {ParentNode} part @param {number} id @returns {HTMLElement | null} */
  #row(part, id) {
    return part.querySelector(`[data-id="${id}"]`);
  }

  /** Draws them all anew. */
  fill() {
    const part = this.#list();
    if (part) {
      part.textContent = "";
      for (const call of [...this.#calls].reverse()) this.#add(part, call);
    }
    this.#show();
  }

  #show() {
    if (this.#frame.root) show(this.#frame.root, ".calls", this.#calls.length);
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
    const part = this.#list();
    if (!part) return;
    for (const call of this.#calls) {
      const row = call.text === undefined && this.#row(part, call.id);
      if (row) put(row, ".took", this.#took(call));
    }
    this.#show();
  }

  /** @param {Element} part @param {Call} call */
  #add(part, call) {
    const row = this.#frame.build(CALL, part);
    set(row, "data-id", call.id);
    this.#fillRow(row, call);
    part.prepend(row);
  }

  /** @param {HTMLElement} row @param {Call} call */
  #fillRow(row, call) {
    const { text, ok, tool } = call;
    const kind = text === undefined ? "busy" : ok ? "ok" : text === "denied" || text === "stopped" ? text : "no";
    set(row, "class", kind);
    draw(row, kind);
    put(row, ".tool", tool);
    const took = this.#took(call);
    const said = text === undefined ? "" : harmless(this.#frame.texts.text(ok ? "ok" : text), 80);
    put(row, ".took", said ? `${said} · ${took}` : took);
    const stop = find(row, "button");
    set(stop, "aria-label", this.#frame.texts.fill("stop", tool));
    if (text === undefined) return;
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
    const whole = Math.trunc(call.text === undefined ? Math.max(Date.now() - call.startedAt, 0) : call.ms);
    const seconds = Math.trunc(whole / 1000);
    if (seconds >= 60) return `${Math.trunc(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")} ${text("min")}`;
    if (call.text === undefined) return `${seconds} ${text("s")}`;
    if (!seconds) return `${whole} ${text("ms")}`;
    return `${seconds}${text("point")}${Math.trunc(whole / 100) % 10} ${text("s")}`;
  }
}
