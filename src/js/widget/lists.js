// What the page offers: three lists with a switch in each row, drawn a few rows at a time.

import { display, element, find, put, set, show } from "./elements.js";
import { ITEM } from "./markup.js";
import { harmless } from "./texts.js";

/**
 * @typedef {[kind: number, name: string, title: string | undefined, description: string, source: string, on: boolean]} Item
 * @typedef {{ item: Item, element: HTMLElement }} Row
 */

/** Rows a list starts with, and gets more of after each paint: 500 tools open as fast as 5. */
const FIRST = 8;
const MORE = 64;
/** From so many items on there is a filter. */
const MANY = 9;

export class Lists {
  #frame;
  /** @type {Item[]} */
  #items = [];
  #filter = "";
  #limit = 0;
  /** The rows on screen. @type {Row[][]} */
  #rows = [[], [], []];
  #drawing = false;
  /** A page that listens to what drawing does has changed its items meanwhile. */
  #stale = false;
  /** @type {HTMLElement | undefined} */
  #pattern;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /** @param {import("./frame.js").Frame} frame */
  constructor(frame) {
    this.#frame = frame;
  }

  close() {
    clearTimeout(this.#later);
  }

  /** @param {Item[]} items all there are, in their order */
  fill(items) {
    this.#items = items;
    this.draw();
  }

  /** Shows what holds these words alone. @param {string} words */
  filter(words) {
    this.#filter = words.trim().toLowerCase();
    this.draw();
  }

  /** What a row shows. @param {Element | null} row */
  itemOf(row) {
    return this.#rows.flat().find(({ element }) => element === row)?.item;
  }

  /** Brings the lists up to date. @param {number} [limit] */
  draw(limit = FIRST) {
    const root = this.#frame.root;
    if (!root || !this.#frame.badge) return;
    if (this.#drawing) {
      this.#stale = true;
      return;
    }
    this.#drawing = true;
    this.#limit = Math.max(limit, this.#frame.open ? this.#limit : 0);
    const until = this.#limit;
    let more = false;
    const counts = [0, 0, 0];
    /** @type {Item[][]} */
    const wanted = [[], [], []];
    for (const item of this.#items) {
      const [kind, name, title = "", description] = item;
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (this.#filter && !`${name}\n${title}\n${description}`.toLowerCase().includes(this.#filter)) continue;
      if ((wanted[kind]?.length ?? 0) < until) wanted[kind]?.push(item);
      else more = true;
    }
    show(root, ".filter", this.#items.length >= MANY);
    for (const [kind, name] of ["tools", "prompts", "resources"].entries()) {
      const part = find(root, `.webmcp-${name}-list`);
      put(part, ".count", counts[kind] ?? 0);
      // Tools stay in sight when there are none.
      display(part, !kind || counts[kind]);
      put(part, ".none", wanted[kind]?.length ? "" : this.#frame.texts.text(this.#filter ? "no-match" : "none"));
      this.#sync(find(part, "ul"), this.#rows[kind] ?? [], wanted[kind] ?? []);
    }
    this.#drawing = false;
    clearTimeout(this.#later);
    if (more && this.#frame.open) this.#later = setTimeout(() => this.draw(until + MORE), 40);
    if (this.#stale) {
      this.#stale = false;
      this.draw();
    }
  }

  /** Makes a list's rows those of `wanted`, touching only what differs. @param {Element} part @param {Row[]} rows @param {Item[]} wanted */
  #sync(part, rows, wanted) {
    const named = (/** @type {Item[]} */ items, /** @type {Row} */ row) => items.some(([, name]) => name === row.item[1]);
    for (const [at, item] of wanted.entries()) {
      let row = rows[at];
      while (row && row.item[1] !== item[1] && !named(wanted.slice(at), row)) {
        rows.splice(at, 1);
        row.element.remove();
        row = rows[at];
      }
      if (row?.item[1] === item[1]) {
        if (row.item.some((part, index) => part !== item[index])) this.#fillRow(row.element, item);
        row.item = item;
        continue;
      }
      this.#pattern ??= this.#frame.build(ITEM, element("ul"));
      const made = /** @type {HTMLElement} */ (this.#pattern.cloneNode(true));
      this.#fillRow(made, item);
      const before = rows[at - 1];
      if (before) before.element.after(made);
      else part.prepend(made);
      rows.splice(at, 0, { item, element: made });
    }
    for (const row of rows.splice(wanted.length)) row.element.remove();
  }

  /** @param {HTMLElement} row @param {Item} item */
  #fillRow(row, [, given, longer, description, source, on]) {
    const name = harmless(given, 80);
    const title = longer === undefined ? longer : harmless(longer, 80);
    put(row, "strong", title ?? name);
    put(row, "code", title === undefined ? "" : name);
    put(row, ".from", this.#frame.texts.text(`from-${source}`));
    put(row, "p", harmless(description, 280));
    set(row, "class", on ? "" : "off");
    const button = find(row, "button");
    set(button, "aria-checked", on);
    // What is seen, so that it can be spoken to; and what tells two of the same title apart.
    set(button, "aria-label", title === undefined ? name : `${title}, ${name}`);
  }
}
