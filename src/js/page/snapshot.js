// The page as an outline: a line an element, with role, name, states, reference and value. What means nothing by itself shows no
// line, only what it holds.
import { cut, frameDocument, isElement, isText } from "./dom.js";
import { Names } from "./names.js";
import { refOf } from "./refs.js";
import { isFocusable } from "./roles.js";
import { currentValue, looksClickable, shortened, statesOf } from "./states.js";

export const DEFAULT_LENGTH = 30_000;
const MOST_LENGTH = 500_000;
/** Deeper lines are not indented further. */
const MOST_INDENT = 40;
/** Nobody writes pages this deep, and a deeper one would overflow the stack. */
const MOST_DEPTH = 1_000;
const MOST_OPTIONS = 50;
/** Of one run of text. */
const MOST_TEXT = 2_000;

/** Parts of a sentence. */
const INLINE = new Set("strong emphasis code time mark subscript superscript insertion deletion".split(" "));
/** Nobody needs to hear what they show when they say what they are. */
const NAMED = new Set("button checkbox img link menuitem menuitemcheckbox menuitemradio option radio switch tab".split(" "));
/** Their lines hold what would be their name. */
const HOLDERS = new Set("cell gridcell rowheader columnheader treeitem".split(" "));

/**
 * @typedef {{ head: string, value: string, items: Item[], acts: boolean }} Line
 * @typedef {Line | { text: string, full: number, over: boolean }} Item a line, or a run of text: `full` is its length before it was
 *   cut, `over` whether what follows is no part of it
 */

/**
 * @param {Element} root
 * @param {{ maxLength?: unknown }} [options] characters
 */
export function outline(root, { maxLength } = {}) {
  const most = Math.min(Number(maxLength) || DEFAULT_LENGTH, MOST_LENGTH);
  const writer = new Outline(most);
  const document = root.ownerDocument;
  const whole = root === document.documentElement;
  const modal = whole ? Array.from(document.querySelectorAll("dialog:modal")).findLast((dialog) => !dialog.closest("[inert]")) : undefined;
  /** @type {Item[]} */
  const items = [];
  writer.collect(modal ?? root, items, whole ? 1 : 0, 0);
  /** @type {string[]} */
  const lines = [];
  if (whole) {
    lines.push(`- document ${quoted(document.title)}`);
    if (modal) lines.push("  - note: a modal dialog is open; until it is closed the rest of the page takes no input");
  }
  print(items, whole ? 1 : 0, lines);
  // What was counted on the way is close; this is exact.
  let length = 0;
  const fits = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most;
  });
  if (fits > 0) lines.length = fits;
  if (writer.isFull || fits > 0) {
    const left = Math.max(document.querySelectorAll("*").length - writer.seen, 0);
    const rest = left > 0 ? `, with about ${left} elements left` : "";
    lines.push(`- note: cut after ${most} characters${rest}: ask for a part by its ref, or for more with maxLength`);
  }
  if (writer.tooDeep) lines.push(`- note: what lies deeper than ${MOST_DEPTH} levels was left out`);
  return lines.join("\n");
}

class Outline {
  names = new Names();
  seen = 0;
  tooDeep = false;

  /** @param {number} left characters */
  constructor(left) {
    this.left = left;
  }

  get isFull() {
    return this.left < 0;
  }

  /**
   * Adds an element, or what it holds, to the items of a line.
   * @param {Element} element
   * @param {Item[]} items
   * @param {number} indent
   * @param {number} depth in the page
   * @returns {boolean} whether there is something in it that can be acted on
   */
  collect(element, items, indent, depth) {
    if (this.isFull) return false;
    this.seen += 1;
    const { names } = this;
    const { view } = names;
    if (view.isCutOff(element)) return false;
    if (depth > MOST_DEPTH) {
      this.tooDeep = true;
      return false;
    }
    const role = element.localName === "html" ? "" : names.roleOf(element);
    const acts = isFocusable(element);
    const clickable = !acts && element.localName !== "label" && looksClickable(element, view);
    const author = role === "" ? names.nameOf(element) : "";
    const line = (role !== "" && !INLINE.has(role)) || ((acts || clickable) && element.localName !== "body") || author !== "";
    if (!line || view.isInvisible(element)) return this.#below(element, items, indent, depth);

    const own = { head: "", value: "", items: /** @type {Item[]} */ ([]), acts: acts || clickable };
    const name = role === "" ? author || names.contentOf(element) : names.nameOf(element);
    const byContent = role === "" ? author === "" : names.isNamedByContent(element);
    const states = statesOf(element, role).map((state) => ` [${state}]`);
    const placeholder = element.getAttribute("placeholder");
    if (placeholder && name !== placeholder) states.push(` [placeholder=${quoted(cut(placeholder, 80))}]`);
    if (clickable) states.push(" [clickable]");
    const shown = name && !(byContent && HOLDERS.has(role)) ? ` ${quoted(cut(name, 300))}` : "";
    own.head = `${role || "generic"}${shown}${states.join("")} [ref=${refOf(element)}]`;
    own.value = currentValue(element, role);
    if (element.localName === "iframe" && !frameDocument(element)) own.value = "another origin's page, which cannot be read from here";
    this.left -= 2 * Math.min(indent, MOST_INDENT) + own.head.length + own.value.length + 5;
    items.push(own);
    if (element.localName === "select") this.#options(/** @type {HTMLSelectElement} */ (element), own.items, indent + 1);
    else if (own.value === "" || role === "combobox") {
      const left = this.left;
      const inside = this.#below(element, own.items, indent + 1, depth);
      own.acts ||= inside;
      if ((byContent || NAMED.has(role)) && !HOLDERS.has(role)) {
        // The name says it all; only what can be acted on is worth lines of its own.
        own.items = inside ? own.items.filter((item) => "head" in item) : [];
        if (!inside && left >= 0) this.left = left;
      }
    }
    return own.acts;
  }

  /** @param {Element} element @param {Item[]} items @param {number} indent @param {number} depth */
  #below(element, items, indent, depth) {
    const { view } = this.names;
    const shows = !view.isInvisible(element);
    const { display } = view.look(element);
    const apart = display !== "inline" && display !== "contents";
    // What is the name of something else is not said twice.
    const label =
      (element.localName === "label" && /** @type {HTMLLabelElement} */ (element).control != null) ||
      (element.localName === "legend" && element.parentElement?.localName === "fieldset");
    let acts = false;
    if (apart) pause(items);
    if (shows && !label) this.#write(items, view.pseudo(element, "::before"));
    for (const node of view.children(element)) {
      if (this.isFull) break;
      if (isElement(node)) {
        if (node.localName === "br") this.#write(items, " ");
        else if (this.collect(node, items, indent, depth + 1)) acts = true;
      } else if (isText(node) && shows && !label) this.#write(items, node.data.slice(0, 4_000), node.length);
    }
    if (shows && !label) this.#write(items, view.pseudo(element, "::after"));
    if (apart) pause(items);
    return acts;
  }

  /** @param {Item[]} items @param {string} text @param {number} [full] */
  #write(items, text, full = text.length) {
    if (text === "") return;
    const last = items.at(-1);
    if (last && "text" in last && !last.over) {
      if (last.text.length < 4_000) last.text += text;
      last.full += full;
    } else if (/\S/.test(text)) items.push({ text, full, over: false });
    else return;
    this.left -= Math.min(text.length, MOST_TEXT);
  }

  /** @param {HTMLSelectElement} select @param {Item[]} items @param {number} indent */
  #options(select, items, indent) {
    const all = Array.from(select.options);
    for (const option of all.slice(0, MOST_OPTIONS)) {
      const states = statesOf(option, "option").map((state) => ` [${state}]`);
      const head = `option ${quoted(cut(option.label, 100))}${states.join("")}`;
      this.left -= 2 * Math.min(indent, MOST_INDENT) + head.length + 3;
      items.push({ head, value: "", items: [], acts: false });
    }
    if (all.length > MOST_OPTIONS) items.push({ head: "note", value: `${all.length - MOST_OPTIONS} more options`, items: [], acts: false });
  }
}

/** What follows is no part of the same sentence. @param {Item[]} items */
function pause(items) {
  const last = items.at(-1);
  if (last && "text" in last) last.over = true;
}

/** @param {Item[]} items @param {number} indent @param {string[]} lines */
function print(items, indent, lines) {
  const lead = `${"  ".repeat(Math.min(indent, MOST_INDENT))}- `;
  for (const item of items) {
    if ("text" in item) {
      const text = shortened(item.text, MOST_TEXT, item.full);
      if (text) lines.push(`${lead}text: ${text}`);
      continue;
    }
    const only = item.items.length === 1 ? item.items[0] : undefined;
    const value = only && "text" in only ? shortened(only.text, MOST_TEXT, only.full) : item.value;
    const below = only && "text" in only ? [] : item.items;
    lines.push(`${lead}${item.head}${value ? `: ${value}` : ""}`);
    print(below, indent + 1, lines);
  }
}

/** @param {string} text */
const quoted = (text) => JSON.stringify(text);
