// What an element is like just now, for a snapshot: its states in brackets and its value.
import { cut, isElement, isSecret, MASK, parentOf, tidy } from "./dom.js";
import { chosen } from "./names.js";
import { isDisabled, isEditableRoot } from "./roles.js";

const CHECKED = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"]);
const FIELDS = new Set([
  "textbox",
  "searchbox",
  "combobox",
  "spinbutton",
  "slider",
  "date",
  "time",
  "color",
  "progressbar",
  "meter",
  "scrollbar",
]);

/**
 * @param {Element} element
 * @param {string} role
 * @returns {string[]} such as `checked`, `level=2`
 */
export function statesOf(element, role) {
  /** @type {string[]} */
  const states = [];
  const html = /** @type {HTMLInputElement} */ (element);
  const input = element.localName === "input";
  /** @param {string} state @param {unknown} on "mixed" is between on and off */
  const add = (state, on) => {
    if (on === true || on === "true") states.push(state);
    else if (on === "mixed") states.push(`${state}=mixed`);
    else if (state === "expanded" && (on === false || on === "false")) states.push("collapsed");
  };
  /** @param {string} name */
  const aria = (name) => element.getAttribute(`aria-${name}`);
  if (role === "heading") states.push(`level=${aria("level") ?? (/^h([1-6])$/.exec(element.localName)?.[1] || 2)}`);
  if (CHECKED.has(role)) {
    const native = input && (html.type === "checkbox" || html.type === "radio");
    add("checked", native ? (html.indeterminate ? "mixed" : html.checked) : aria("checked"));
  }
  add("disabled", isDisabled(element) || aria("disabled"));
  const details = element.localName === "summary" ? parentOf(element) : undefined;
  add("expanded", details ? /** @type {HTMLDetailsElement} */ (details).open : aria("expanded"));
  add("pressed", aria("pressed"));
  add("selected", element.localName === "option" ? /** @type {HTMLOptionElement} */ (element).selected : aria("selected"));
  add("required", html.required === true || aria("required"));
  add("readonly", ((input || element.localName === "textarea") && html.readOnly) || aria("readonly"));
  add("invalid", aria("invalid"));
  add("busy", aria("busy"));
  if (aria("current") && aria("current") !== "false") states.push("current");
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  if (root.activeElement === element && element.localName !== "body") states.push("focused");
  return states;
}

/**
 * The value of a field; "" where it has none.
 * @param {Element} element
 * @param {string} role
 */
export function currentValue(element, role) {
  if (isSecret(element)) return /** @type {HTMLInputElement} */ (element).value ? MASK : "";
  if (!FIELDS.has(role) && !(element.localName === "input" && role === "button")) return "";
  const text = element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
  if (text !== null) return cut(tidy(text), 200);
  if (element.localName === "select") return cut(chosen(element), 200);
  const field = /** @type {HTMLInputElement} */ (element);
  if (field.type === "file") return Array.from(field.files ?? [], (file) => file.name).join(", ");
  if (role === "button") return "";
  if (field.value !== undefined) return shortened(String(field.value));
  return isEditableRoot(element) ? shortened(/** @type {HTMLElement} */ (element).textContent ?? "") : "";
}

/**
 * Long texts end with how long they are.
 * @param {string} text
 * @param {number} [most] characters
 * @param {number} [full] its length, where `text` is only its beginning
 */
export function shortened(text, most = 500, full = text.length) {
  const start = tidy(text.slice(0, 2 * most));
  return start.length > most || full > 2 * most ? `${cut(start, most)} (${full} characters)` : start;
}

/** Whether an element can be acted on, by a person's eye. @param {Element} element @param {import("./dom.js").View} view */
export function looksClickable(element, view) {
  if (element.hasAttribute("onclick")) return true;
  if (!view.look(element).pointer) return false;
  const parent = parentOf(element);
  return isElement(parent) && !view.look(parent).pointer;
}
