// The page's console lines, as long as somebody wants them. What the page's console does stays what it was.
import { messageOf } from "./inspect.js";
import { Log } from "./log.js";

const LEVELS = /** @type {const} */ (["log", "info", "warn", "error", "debug"]);

/** @typedef {{ level: string, message: string, timestamp: number }} Message */

/** @type {Log<Message>} */
const log = new Log(500);
/** Restores what was there. @type {(() => void)[]} */
let undo = [];

/** @param {string} level @param {ArrayLike<unknown>} values */
function record(level, values) {
  try {
    log.push({ level, message: messageOf(values), timestamp: Date.now() });
  } catch {
    // A page must not notice that somebody listens.
  }
}

export function startConsole() {
  /** @param {ErrorEvent} event */
  const failed = (event) => record("error", [event.error ? "Uncaught" : event.message, ...(event.error ? [event.error] : [])]);
  /** @param {PromiseRejectionEvent} event */
  const rejected = (event) => record("error", ["Uncaught (in promise)", event.reason]);
  addEventListener("error", failed);
  addEventListener("unhandledrejection", rejected);
  undo.push(
    () => removeEventListener("error", failed),
    () => removeEventListener("unhandledrejection", rejected),
  );
  for (const level of LEVELS) undo.push(wrap(console, level, (values) => record(level, values)));
}

export function stopConsole() {
  for (const restore of undo) restore();
  undo = [];
  log.clear();
}

/**
 * @param {{ level?: unknown, limit?: unknown }} params
 * @returns {{ messages: Message[], total: number, showing: number }} oldest first
 */
export function readConsole({ level, limit }) {
  const wanted = String(level ?? "all").toLowerCase();
  if (wanted !== "all" && !LEVELS.some((level) => level === wanted)) {
    throw new Error(`console: there is no level "${wanted.slice(0, 40)}"; it is one of all, ${LEVELS.join(", ")}.`);
  }
  const { items, total } = log.last(limit, (message) => wanted === "all" || message.level === wanted);
  return { messages: items, total, showing: items.length };
}

/**
 * Puts a listener before a method. A proxy, so that its name and length stay those of the original. Gives what takes
 * it away; where somebody has wrapped it since, it stays in their chain and does nothing.
 * @param {any} owner
 * @param {string} name
 * @param {(values: ArrayLike<unknown>) => void} hear
 * @returns {() => void}
 */
function wrap(owner, name, hear) {
  const found = Object.getOwnPropertyDescriptor(owner, name);
  if (!found || !("value" in found) || typeof found.value !== "function" || !found.configurable) return () => {};
  let on = true;
  const wrapped = new Proxy(found.value, {
    apply(original, self, values) {
      if (on) hear(values);
      return Reflect.apply(original, self, values);
    },
  });
  Object.defineProperty(owner, name, { ...found, value: wrapped });
  return () => {
    on = false;
    if (owner[name] === wrapped) Object.defineProperty(owner, name, found);
  };
}
