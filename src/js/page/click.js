// A click as a person's mouse makes it: every event there would be, in order, at a point where the element can be hit.
import { mustBeEnabled, reach, settle } from "./act.js";
import { cut, holds, parentOf, tidy } from "./dom.js";
import { describe, locate } from "./find.js";
import { Names } from "./names.js";
import { isFocusable } from "./roles.js";
import { choose } from "./select.js";

/** @typedef {import("./act.js").Hit} Hit */

/**
 * @param {import("./find.js").Target} target
 * @returns {Promise<{ clicked: string, text: string, rect: { x: number, y: number, width: number, height: number } }>}
 */
export async function click(target) {
  const element = locate(target);
  const names = new Names();
  const done = {
    clicked: typeof target.selector === "string" && !target.ref ? target.selector : describe(element, names),
    text: cut(names.nameOf(element) || names.contentOf(element), 100),
  };
  if (element.localName === "option") {
    const select = /** @type {HTMLSelectElement | null} */ (element.closest("select"));
    if (select) choose(select, /** @type {HTMLOptionElement} */ (element), false);
    return { ...done, rect: rectOf(select ?? element) };
  }
  refuse(element);
  const hit = hitOf(element);
  const rect = rectOf(element);
  press(hit);
  await settle();
  return { ...done, rect };
}

/** Where to click: on the element, or where only its label shows, as with many a checkbox, on that. @param {Element} element */
function hitOf(element) {
  mustBeEnabled(element, "clicked");
  try {
    return reach(element, "clicked");
  } catch (reason) {
    for (const label of /** @type {HTMLInputElement} */ (element).labels ?? []) {
      try {
        return reach(label, "clicked");
      } catch {
        // The reason is the element's own.
      }
    }
    throw reason;
  }
}

/** What only the browser itself can open. @param {Element} element */
function refuse(element) {
  const { localName } = element;
  if (localName === "select") {
    const options = Array.from(/** @type {HTMLSelectElement} */ (element).options, (option) => JSON.stringify(tidy(option.label)));
    throw new Error(
      `${describe(element)} is a list that only the browser can open: choose with type instead, with one of these as its text: ${cut(options.join(", "), 500)}.`,
    );
  }
  const control = localName === "label" ? /** @type {HTMLLabelElement} */ (element).control : element;
  if (control?.localName === "input" && /** @type {HTMLInputElement} */ (control).type === "file") {
    throw new Error(`${describe(element)} opens the file chooser, which only a person can answer: ask them to choose the file.`);
  }
}

/** @param {Element} element */
function rectOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const [left, top, across, down] = [x, y, width, height].map((number) => Math.round(number * 10) / 10);
  return { x: left ?? 0, y: top ?? 0, width: across ?? 0, height: down ?? 0 };
}

/** The whole of a click. @param {Hit} hit */
export function press({ x, y, target }) {
  const view = target.ownerDocument.defaultView ?? window;
  const at = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view,
    clientX: x,
    clientY: y,
    screenX: x + view.screenX,
    screenY: y + view.screenY,
  };
  const pointer = { ...at, pointerId: 1, pointerType: "mouse", isPrimary: true, width: 1, height: 1 };
  const path = [];
  for (let node = /** @type {Element | undefined} */ (target); node?.ownerDocument === target.ownerDocument; node = parentOf(node))
    path.push(node);
  /** @param {string} type @param {object} [more] */
  const point = (type, more) => target.dispatchEvent(new view.PointerEvent(type, { ...pointer, button: -1, ...more }));
  /** @param {string} type @param {object} [more] */
  const mouse = (type, more) => target.dispatchEvent(new view.MouseEvent(type, { ...at, ...more }));
  const quiet = { bubbles: false, cancelable: false, composed: false };

  point("pointerover");
  for (const node of path.toReversed()) node.dispatchEvent(new view.PointerEvent("pointerenter", { ...pointer, ...quiet, button: -1 }));
  mouse("mouseover");
  for (const node of path.toReversed()) node.dispatchEvent(new view.MouseEvent("mouseenter", { ...at, ...quiet }));
  point("pointermove");
  mouse("mousemove");
  const down = { button: 0, buttons: 1, detail: 1 };
  const up = { button: 0, buttons: 0, detail: 1 };
  // A prevented pointerdown takes the mouse events with it, though not the click.
  const moused = point("pointerdown", { ...down, pressure: 0.5 });
  if (moused && mouse("mousedown", down)) focusFrom(target);
  point("pointerup", up);
  if (moused) mouse("mouseup", up);
  if (target.isConnected) target.dispatchEvent(new view.PointerEvent("click", { ...pointer, ...up }));
}

/** What a mouse button pressed on an element focuses: the nearest that takes the focus, or nothing. @param {Element} target */
function focusFrom(target) {
  for (let node = /** @type {Element | undefined} */ (target); node; node = parentOf(node)) {
    if (isFocusable(node)) return focus(/** @type {HTMLElement} */ (node));
    const { control } = /** @type {HTMLLabelElement} */ (node);
    // The click on a label is what focuses its control.
    if (node.localName === "label" && control) return;
  }
  const active = /** @type {HTMLElement | null} */ (target.ownerDocument.activeElement);
  if (active && active !== target.ownerDocument.body) blur(active);
}

/** Focuses an element, with the events that a window in the background would not send. @param {HTMLElement} element */
export function focus(element) {
  const before = deepActive(element.ownerDocument);
  if (before === element) return;
  const heard = listen(element, "focus");
  const left = before && before !== element.ownerDocument.body && !holds(before, element) ? listen(before, "blur") : undefined;
  element.focus({ preventScroll: true });
  const lost = left?.() === false;
  const gained = heard() === false && deepActive(element.ownerDocument) === element;
  if (lost && before) send(before, ["blur", "focusout"], element);
  if (gained) send(element, ["focus", "focusin"], before);
}

/** @param {HTMLElement} element */
function blur(element) {
  const heard = listen(element, "blur");
  element.blur();
  if (!heard()) send(element, ["blur", "focusout"], null);
}

/** @param {Element} element @param {string} type @returns {() => boolean} stops listening, and says whether it was heard */
function listen(element, type) {
  let heard = false;
  const listener = () => {
    heard = true;
  };
  element.addEventListener(type, listener, true);
  return () => {
    element.removeEventListener(type, listener, true);
    return heard;
  };
}

/** @param {Element} element @param {string[]} types one that stays, one that bubbles @param {Element | null | undefined} relatedTarget */
function send(element, types, relatedTarget) {
  const { FocusEvent } = element.ownerDocument.defaultView ?? window;
  types.forEach((type, n) => {
    element.dispatchEvent(new FocusEvent(type, { bubbles: n === 1, composed: true, relatedTarget: relatedTarget ?? null }));
  });
}

/** What has the focus, inside of shadow roots too. @param {Document} document @returns {Element | null} */
export function deepActive(document) {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
