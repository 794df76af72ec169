// Sending a form off the way Enter does: the page's own key handlers first, then `requestSubmit` with the form's own button.
import { settle } from "./act.js";
import { cut } from "./dom.js";
import { describe } from "./find.js";
import { keyDown, keyUp } from "./keys.js";

/**
 * @param {Element} element
 * @returns {Promise<boolean>} whether the page took it; throws why the browser would not send it
 */
export async function submitFrom(element) {
  const taken = element.localName !== "select" && !keyDown(element, "Enter");
  keyUp(element, "Enter");
  if (taken) {
    await settle();
    return true;
  }
  const form = /** @type {HTMLInputElement} */ (element).form ?? element.closest("form");
  if (!form)
    throw new Error(
      `The text was typed, but ${describe(element)} is in no form, and the page does nothing on Enter: click a button instead.`,
    );
  const button = /** @type {HTMLButtonElement | undefined} */ (Array.from(form.elements).find(isSubmit)) ?? imageButton(form);
  if (button?.matches(":disabled")) {
    throw new Error(`The text was typed, but the form was not submitted: ${describe(button)} is disabled.`);
  }
  const invalid = form.noValidate || button?.formNoValidate ? undefined : Array.from(form.elements).find(isInvalid);
  if (invalid) {
    const { validationMessage } = /** @type {HTMLInputElement} */ (invalid);
    throw new Error(
      `The text was typed, but the form was not submitted: ${describe(invalid)} is not valid (${cut(validationMessage, 120)}).`,
    );
  }
  form.requestSubmit(button ?? null);
  await settle();
  return true;
}

/** @param {Element} element */
const isSubmit = (element) => /** @type {HTMLButtonElement} */ (element).type === "submit";

/** Not among a form's `elements`. @param {HTMLFormElement} form @returns {HTMLButtonElement | null} */
const imageButton = (form) => form.querySelector("input[type=image]");

/** @param {Element} element */
function isInvalid(element) {
  const { willValidate, validity } = /** @type {HTMLInputElement} */ (element);
  return willValidate && validity?.valid === false;
}
