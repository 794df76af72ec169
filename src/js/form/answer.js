// What a form's call comes to, where the page itself does not answer it.

import { bare } from "../forms.js";

const NAVIGATION = Symbol.for("webmcp-wasm.navigation");

/** Every failure of a form's call. @param {string} message */
export const failure = (message) => new DOMException(message, "UnknownError");

/**
 * What an agent hears of a submission that the page did not answer: what went out, and where the page goes.
 * @param {HTMLFormElement} form @param {FormData | undefined} data @param {Element | null | undefined} button
 */
export function leaving(form, data, button) {
  const { elements, getAttribute } = bare(form);
  const attribute = (/** @type {string} */ name) => button?.getAttribute(`form${name}`) || getAttribute(name) || "";
  const method = attribute("method").toLowerCase() || "get";
  const url = address(attribute("action"));
  const submitted = [...(data ?? [])].map(([name, value]) => {
    const secret = [...elements].some(
      (/** @type {any} */ control) => control.localName === "input" && control.name === name && control.type === "password",
    );
    return [name, secret ? "•••" : typeof value === "string" ? value : value.name];
  });
  if (method === "get" && url) url.search = String(new URLSearchParams(submitted));
  const stays = method === "dialog" || !/^https?:/.test(url?.protocol ?? "") || /^(?!_self|_top|_parent)./.test(attribute("target"));
  const answer = {
    submitted: Object.fromEntries(submitted),
    ...(method !== "dialog" && url && { url: url.href, method: method.toUpperCase() }),
    note: stays ? "The form was submitted; the page stays." : "The form was submitted and the page goes to this URL: list its tools again.",
  };
  return Object.defineProperty(answer, NAVIGATION, { value: true });
}

/** What the form's checks say. @param {HTMLFormElement} form */
export function faults(form) {
  const wrong = /** @type {any[]} */ ([...bare(form).elements]).filter((control) => control.willValidate && !control.validity.valid);
  return `Form validation failed: ${wrong.map(({ name, validationMessage }) => `${name}: ${validationMessage}. `).join("")}`;
}

/** An action that is no address sends the form nowhere. @param {string} action */
export function address(action) {
  try {
    return new URL(action, document.baseURI);
  } catch {
    return undefined;
  }
}
