// The clipboard, from a button that a person pressed.

import { element } from "./elements.js";

/**
 * Writes to it, the old way where the new one is missing or refused. Gives whether it is there.
 * @param {string} text @param {import("./frame.js").Frame} frame
 */
export async function write(text, frame) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!frame.root) return false;
  }
  const field = /** @type {HTMLTextAreaElement} */ (element("textarea"));
  frame.root.append(field);
  const before = frame.focused();
  field.value = text;
  field.select();
  let ok = false;
  try {
    ok = document.execCommand("copy");
  } catch {
    // Refused, too.
  }
  field.remove();
  before?.focus();
  return ok;
}
