// A run of a tool of this frame, whoever asked for it.

import { FAILED, TRANSIENT, unknown } from "./errors.js";
import { current } from "./state.js";
import { later } from "./tasks.js";
import { isA, isObject } from "./webidl.js";

/** @typedef {import("./state.js").Host} Host */

const NAVIGATION = Symbol.for("webmcp-wasm.navigation");

/**
 * Runs a tool of this frame's registry.
 * @param {Host} host
 * @param {string} name
 * @param {string} written the arguments
 * @param {AbortSignal} signal
 * @returns {Promise<string | null>}
 */
export async function call(host, name, written, signal) {
  const form = host.find(name)?.source === "form";
  if (!host.find(name)) throw unknown(TRANSIENT);
  if (!/^[{[]/.test(written)) throw unknown("Failed to parse input arguments");
  await new Promise((resolve) => {
    const start = () => later(() => resolve(undefined));
    // A form is filled in the next task; a function runs after the timers that are due.
    form ? start() : queueMicrotask(start);
  });
  const row = host.find(name);
  if (!row) throw unknown(`Tool not found: ${name}`);
  const own = current?.state.own.get(name)?.id === row.id;
  const running = host.run(name, JSON.parse(written), signal);
  if (!own && !form) later(() => current?.fire("toolactivated", name));
  let value;
  try {
    value = await running;
    return isObject(value) && NAVIGATION in value ? null : printed(value, form ? "" : "Operation succeeded");
  } catch (error) {
    if (form && value) throw unknown("respondWith promise resolved with an object that could not be serialized to JSON");
    if (form)
      throw isA(error, "DOMException") && /** @type {DOMException} */ (error).name === "UnknownError"
        ? error
        : unknown("respondWith promise was rejected");
    // Browsers swallow what went wrong; a tool that came in by another door says it in its result.
    if (!own) return JSON.stringify({ error: /** @type {any} */ (error)?.message ?? String(error) });
    console.error(`WebMCP tool execution failed: Uncaught ${String(error)}`);
    throw unknown(FAILED);
  }
}

/**
 * What a handler's value is for an agent: text, or null.
 * @param {unknown} value
 * @param {string} empty what stands for no text at all
 */
function printed(value, empty) {
  if (typeof value === "symbol") throw new TypeError("The tool returned a symbol, which cannot be sent.");
  const made = String(isObject(value) ? JSON.stringify(value) : value);
  if (/\p{Surrogate}/u.test(made)) return null;
  return made || empty;
}
