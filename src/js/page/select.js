// Choosing in a select, which no script can open.
import { mustBeEnabled, mustBeShown } from "./act.js";
import { cut, tidy } from "./dom.js";
import { describe } from "./find.js";

/**
 * The option that a text means: its label or its value, else a part of one label alone.
 * @param {HTMLSelectElement} select
 * @param {string} text
 */
export function optionOf(select, text) {
  const wanted = tidy(text);
  const lower = wanted.toLowerCase();
  const options = Array.from(select.options);
  const found =
    options.find((option) => tidy(option.label) === wanted) ??
    options.find((option) => option.value === text) ??
    options.find((option) => tidy(option.label).toLowerCase() === lower);
  if (found) return found;
  const like = options.filter((option) => lower !== "" && tidy(option.label).toLowerCase().includes(lower));
  if (like.length === 1) return /** @type {HTMLOptionElement} */ (like[0]);
  const list = cut((like.length > 1 ? like : options).map((option) => JSON.stringify(tidy(option.label))).join(", "), 600);
  throw new Error(
    like.length > 1
      ? `Several options of ${describe(select)} fit "${cut(wanted, 60)}": ${list}. Give the whole label.`
      : `${describe(select)} has no option "${cut(wanted, 60)}". It has: ${list}.`,
  );
}

/**
 * @param {HTMLSelectElement} select
 * @param {HTMLOptionElement} option
 * @param {boolean} alone in a list of several, whether the others are let go
 */
export function choose(select, option, alone) {
  mustBeShown(select, "changed");
  mustBeEnabled(select, "changed");
  if (option.disabled || option.closest("optgroup:disabled")) {
    throw new Error(`The option "${cut(tidy(option.label), 60)}" of ${describe(select)} is disabled: choose another one.`);
  }
  select.focus({ preventScroll: true });
  if (option.selected && !(select.multiple && alone)) return;
  if (select.multiple && alone) for (const other of Array.from(select.selectedOptions)) other.selected = false;
  option.selected = true;
  const { Event } = /** @type {Window & typeof globalThis} */ (select.ownerDocument.defaultView ?? window);
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
}
