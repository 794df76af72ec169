// Typing as a person's keyboard does it, key by key, so that whoever listens (React, Vue, an editor) sees what it would see.
import { mustBeEnabled, reach, settle } from "./act.js";
import { deepActive, focus, press } from "./click.js";
import { cut, isElement, isSecret, MASK, parentOf, tagOf } from "./dom.js";
import { describe, locate } from "./find.js";
import { insertBreak, insertText, removeAll, setValue } from "./keys.js";
import { isEditableRoot } from "./roles.js";
import { choose, optionOf } from "./select.js";
import { submitFrom } from "./submit.js";

/** Whose value is set at once: nobody types a date letter by letter into them. @type {Record<string, string>} */
const WHOLE = {
  color: "#rrggbb, such as #b4532a",
  date: "YYYY-MM-DD, such as 2026-03-09",
  "datetime-local": "YYYY-MM-DDTHH:MM, such as 2026-03-09T14:30",
  month: "YYYY-MM, such as 2026-03",
  range: "a number",
  time: "HH:MM, such as 14:30",
  week: "YYYY-Www, such as 2026-W11",
};
const BUTTONS = new Set(["button", "submit", "reset", "image"]);
/** Beyond this many the rest of a text comes in one go, as if pasted. */
const MOST_KEYS = 1_000;
const MOST_TEXT = 200_000;

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * @param {import("./find.js").Target & { clear?: unknown, submit?: unknown }} params `text` is what is typed, at the end of what is
 *   there or, with `clear`, in its place
 * @returns {Promise<{ selector: string, typed: string, currentValue: string, submitted: boolean }>}
 */
export async function type(params) {
  if (typeof params.text !== "string" && typeof params.text !== "number") throw new Error("type: text must be a string: what to type.");
  const text = String(params.text);
  if (text.length > MOST_TEXT) throw new Error(`type: ${text.length} characters are more than the ${MOST_TEXT} that can be typed at once.`);
  const element = editable(params);
  const shown = typeof params.selector === "string" && !params.ref ? params.selector : describe(element);
  const secret = isSecret(element);
  if (element.localName === "select") {
    const select = /** @type {HTMLSelectElement} */ (element);
    choose(select, optionOf(select, text), params.clear === true);
  } else {
    refuse(element);
    const hit = reach(element, "typed into");
    if (deepActive(element.ownerDocument) !== element) press(hit);
    focus(/** @type {HTMLElement} */ (element));
    if (isEditableRoot(element)) edit(element, text, params.clear === true);
    else fill(/** @type {Field} */ (element), text, params.clear === true);
  }
  await settle();
  const submitted = params.submit === true ? await submitFrom(element) : false;
  const value = currentValue(element);
  return { selector: shown, typed: secret ? MASK : text, currentValue: secret && value ? MASK : cut(value, 2_000), submitted };
}

/** @param {Element} element */
function currentValue(element) {
  if (element.localName === "select")
    return Array.from(/** @type {HTMLSelectElement} */ (element).selectedOptions, ({ label }) => label).join(", ");
  if (!isEditableRoot(element)) return /** @type {Field} */ (element).value;
  // biome-ignore lint/performance/useDomNodeTextContent: line breaks are part of what an editor holds
  const { innerText } = /** @type {HTMLElement} */ (element);
  return innerText.replace(/\n$/, "");
}

/** The field that is meant: the element itself, its label's control, or the only field in it. @param {import("./find.js").Target} params */
function editable({ ref, selector, role, name }) {
  if (![ref, selector, role, name].some((given) => given !== undefined && given !== null && given !== "")) {
    const active = deepActive(document);
    if (active && isField(active)) return active;
    throw new Error("Nothing that takes text has the focus: say where to type, by ref, selector, or role and name.");
  }
  const element = locate({ ref, selector, role, name });
  if (isField(element)) return element;
  const { control } = /** @type {HTMLLabelElement} */ (element);
  if (element.localName === "label" && control) return control;
  for (let node = parentOf(element); node; node = parentOf(node)) if (isEditableRoot(node)) return node;
  const inner = [...fieldsIn(element)];
  if (inner.length === 1) return /** @type {Element} */ (inner[0]);
  const why =
    inner.length > 1
      ? `holds ${inner.length} fields: ${inner
          .slice(0, 6)
          .map((field) => describe(field))
          .join(", ")}`
      : "takes no text";
  throw new Error(`${describe(element)} ${why}. Type into a text field: textbox, searchbox, combobox or the like.`);
}

/** @param {Element} element */
const isField = (element) => ["input", "textarea", "select"].includes(element.localName) || isEditableRoot(element);

/** @param {Element | ShadowRoot} root @returns {Generator<Element>} */
function* fieldsIn(root) {
  const own = isElement(root) ? root.shadowRoot : null;
  if (own) yield* fieldsIn(own);
  for (const child of root.children) {
    if (isField(child)) {
      if (/** @type {HTMLInputElement} */ (child).type !== "hidden") yield child;
    } else yield* fieldsIn(child);
  }
}

/** @param {Element} element */
function refuse(element) {
  mustBeEnabled(element, "typed into");
  const { type, readOnly } = /** @type {HTMLInputElement} */ (element);
  const who = describe(element);
  if (element.localName === "input") {
    if (type === "checkbox" || type === "radio") throw new Error(`${who} is a ${type}: use click.`);
    if (type === "file") throw new Error(`${who} takes a file, and only a person can choose one: ask them to.`);
    if (type === "hidden") throw new Error(`${tagOf(element)} is a hidden field: it is the page's own.`);
    if (BUTTONS.has(type)) throw new Error(`${who} is a button: use click.`);
  }
  if (readOnly) throw new Error(`${who} is read-only: its value comes from elsewhere on the page.`);
}

/** @param {Field} field @param {string} text @param {boolean} clear */
function fill(field, text, clear) {
  const before = field.value;
  if (field.localName === "input" && Object.hasOwn(WHOLE, field.type)) {
    const form = WHOLE[field.type];
    if (!setWhole(/** @type {HTMLInputElement} */ (field), text)) {
      throw new Error(
        `${describe(field)} does not take "${cut(text, 40)}": it takes ${form}${limits(/** @type {HTMLInputElement} */ (field))}.`,
      );
    }
  } else {
    if (clear && field.value !== "") removeAll(field);
    keys(text, (letter) => {
      if (letter !== "\n") return insertText(field, letter);
      // Enter in a line of text would submit it; that is what `submit` is for.
      return field.localName === "textarea" ? insertBreak(field) : undefined;
    });
    if (field.type === "number" && text.trim() !== "" && field.value === "") {
      throw new Error(`${describe(field)} takes a number, and "${cut(text, 40)}" is none.`);
    }
  }
  if (field.value !== before) changed(field);
}

/** @param {HTMLInputElement} field */
function limits({ min, max, step }) {
  const parts = [min && `from ${min}`, max && `to ${max}`, step && `in steps of ${step}`].filter(Boolean);
  return parts.length > 0 ? `, ${parts.join(" ")}` : "";
}

/** @param {HTMLInputElement} field @param {string} text @returns {boolean} whether the field took it */
function setWhole(field, text) {
  const before = field.value;
  setValue(field, text.trim());
  const taken =
    field.type === "range" ? text.trim() !== "" && Number(field.value) === Number(text) : field.value !== "" || text.trim() === "";
  const same = field.type !== "color" || field.value.toLowerCase() === text.trim().toLowerCase();
  if (!taken || !same) {
    setValue(field, before);
    return false;
  }
  const { Event } = /** @type {Window & typeof globalThis} */ (field.ownerDocument.defaultView ?? window);
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  return true;
}

/** @param {Element} element @param {string} text @param {boolean} clear */
function edit(element, text, clear) {
  const selection = element.ownerDocument.defaultView?.getSelection();
  if (clear && element.textContent !== "") removeAll(element);
  else {
    selection?.selectAllChildren(element);
    selection?.collapseToEnd();
  }
  keys(text, (letter) => (letter === "\n" ? insertBreak(element) : insertText(element, letter)));
}

/** @param {string} text @param {(letter: string) => void} insert one character, or what is left over */
function keys(text, insert) {
  const letters = Array.from(text.replace(/\r\n?/g, "\n"));
  for (const letter of letters.slice(0, MOST_KEYS)) insert(letter);
  if (letters.length > MOST_KEYS) insert(letters.slice(MOST_KEYS).join(""));
}

/** A script's value fires no `change` of its own when the field is left. @param {Element} field */
function changed(field) {
  const { Event } = /** @type {Window & typeof globalThis} */ (field.ownerDocument.defaultView ?? window);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
