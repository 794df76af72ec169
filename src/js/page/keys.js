// Single keys: the events around them, and what they do to a field or an editor.

import { isEditableRoot } from "./roles.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** @param {Element} element @returns {Window & typeof globalThis} */
const windowOf = (element) => /** @type {any} */ (element.ownerDocument.defaultView ?? window);

/** @param {string} key */
function keyInit(key) {
  const upper = key.toUpperCase();
  const letter = /^[A-Z]$/.test(upper);
  const digit = /^[0-9]$/.test(key);
  const code = letter ? `Key${upper}` : digit ? `Digit${key}` : key === " " ? "Space" : key.length > 1 ? key : "";
  const number = key === "Enter" ? 13 : key === "Backspace" ? 8 : letter || digit || key === " " ? upper.charCodeAt(0) : 0;
  return { key, code, keyCode: number, which: number, shiftKey: letter && key === upper, bubbles: true, cancelable: true, composed: true };
}

/** @param {Element} element @param {string} key @returns {boolean} whether the page lets the key do what it does */
export function keyDown(element, key) {
  const { KeyboardEvent } = windowOf(element);
  const init = keyInit(key);
  if (!element.dispatchEvent(new KeyboardEvent("keydown", init))) return false;
  const code = key === "Enter" ? 13 : key.length === 1 ? key.charCodeAt(0) : 0;
  return code === 0 || element.dispatchEvent(new KeyboardEvent("keypress", { ...init, keyCode: code, charCode: code }));
}

/** @param {Element} element @param {string} key */
export function keyUp(element, key) {
  element.dispatchEvent(new (windowOf(element).KeyboardEvent)("keyup", keyInit(key)));
}

/**
 * One character with the events of its key; a longer text as if pasted.
 * @param {Element} element
 * @param {string} text
 */
export function insertText(element, text) {
  const pasted = Array.from(text).length > 1;
  const does = pasted || keyDown(element, text);
  if (does) input(element, pasted ? "insertFromPaste" : "insertText", text);
  if (!pasted) keyUp(element, text);
}

/** A new line. @param {Element} element */
export function insertBreak(element) {
  if (keyDown(element, "Enter")) input(element, isEditableRoot(element) ? "insertParagraph" : "insertLineBreak", null);
  keyUp(element, "Enter");
}

/** Selects all there is and deletes it. @param {Element} element */
export function removeAll(element) {
  const field = /** @type {Field} */ (element);
  if (isEditableRoot(element)) windowOf(element).getSelection()?.selectAllChildren(element);
  else field.select();
  if (keyDown(element, "Backspace")) input(element, "deleteContentBackward", null);
  keyUp(element, "Backspace");
}

/**
 * What a key does: `beforeinput`, the change, `input`.
 * @param {Element} element
 * @param {string} inputType
 * @param {string | null} data
 */
function input(element, inputType, data) {
  const { InputEvent } = windowOf(element);
  const init = { inputType, data, bubbles: true, composed: true };
  if (!element.dispatchEvent(new InputEvent("beforeinput", { ...init, cancelable: true }))) return;
  if (isEditableRoot(element)) return command(element, inputType, data, init);
  const field = /** @type {Field} */ (element);
  const before = pending.get(field)?.shown === field.value ? (pending.get(field)?.typed ?? "") : field.value;
  const added = inputType === "insertLineBreak" ? "\n" : (data ?? "");
  const whole = inputType === "deleteContentBackward" ? "" : before + added;
  const room = field.maxLength >= 0 && inputType !== "deleteContentBackward" ? Math.max(field.maxLength, before.length) : whole.length;
  const value = whole.slice(0, room);
  if (value === before) return;
  setValue(field, value);
  // A number field shows nothing for "-", and still goes on to "-5".
  pending.set(field, { typed: value, shown: field.value });
  field.dispatchEvent(new InputEvent("input", init));
}

/** What was typed into a field that does not show it yet. @type {WeakMap<Field, { typed: string, shown: string }>} */
const pending = new WeakMap();

/** By the browser's own editing, so that an editor finds what it expects. @param {Element} element @param {string} inputType @param {string | null} data @param {InputEventInit} init */
function command(element, inputType, data, init) {
  const { ownerDocument } = element;
  const name = { insertParagraph: "insertParagraph", deleteContentBackward: "delete" }[inputType] ?? "insertText";
  let heard = false;
  const hear = () => {
    heard = true;
  };
  element.addEventListener("input", hear, { capture: true, once: true });
  const done = ownerDocument.execCommand(name, false, data ?? "");
  element.removeEventListener("input", hear, true);
  if (done || heard) return;
  const range = windowOf(element).getSelection()?.getRangeAt(0);
  if (!range) return;
  range.deleteContents();
  if (inputType === "insertParagraph") range.insertNode(ownerDocument.createElement("br"));
  else if (data) range.insertNode(ownerDocument.createTextNode(data));
  range.collapse(false);
  element.dispatchEvent(new (windowOf(element).InputEvent)("input", init));
}

/**
 * By the browser's own setter: frameworks put one of their own on the element, to know a script's changes from a person's.
 * @param {Field} field
 * @param {string} value
 */
export function setValue(field, value) {
  const { HTMLInputElement, HTMLTextAreaElement } = windowOf(field);
  const { prototype } = field.localName === "textarea" ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
}
