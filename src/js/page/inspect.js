// What a console would show of a value, in one line. No getter is run, no proxy asked twice, nothing kept alive.
import { isElement, tagOf } from "./dom.js";
import { isSecretMember, safeText } from "./redact.js";

const MOST_CHARACTERS = 2_000;
const MOST_MEMBERS = 50;
const MOST_DEPTH = 4;

/** The arguments of a console call as its message. @param {ArrayLike<unknown>} values */
export function messageOf(values) {
  const [first, ...rest] = Array.from({ length: Math.min(values.length, 100) }, (_, n) => values[n]);
  const parts = typeof first === "string" ? [format(first, rest)] : values.length > 0 ? [show(first)] : [];
  for (const value of rest) parts.push(typeof value === "string" ? value.slice(0, MOST_CHARACTERS) : show(value));
  const text = safeText(
    parts
      .filter((part) => part !== "")
      .join(" ")
      .slice(0, 2 * MOST_CHARACTERS),
  );
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** `%s` and the like; takes what it uses from the front. @param {string} text @param {unknown[]} rest */
function format(text, rest) {
  return text.slice(0, MOST_CHARACTERS).replace(/%([sdifoOc%])/g, (whole, kind) => {
    if (kind === "%") return "%";
    if (rest.length === 0) return whole;
    const value = rest.shift();
    if (kind === "c") return "";
    return typeof value === "string" ? value.slice(0, MOST_CHARACTERS) : show(value);
  });
}

/** @param {unknown} value */
export function show(value) {
  const writer = { left: MOST_CHARACTERS, seen: /** @type {Set<object>} */ (new Set()) };
  try {
    return write(value, 0, writer);
  } catch {
    return "[cannot be shown]";
  }
}

/**
 * @param {unknown} value
 * @param {number} depth
 * @param {{ left: number, seen: Set<object> }} writer
 * @returns {string}
 */
function write(value, depth, writer) {
  if (typeof value === "string") {
    const text = depth === 0 ? value.slice(0, MOST_CHARACTERS) : JSON.stringify(value.slice(0, 300));
    writer.left -= text.length;
    return text;
  }
  writer.left -= 6;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `ƒ ${data(value, "name") ?? ""}`.trim();
  if (typeof value !== "object" || value === null) return String(value);
  if (isElement(quietly(() => /** @type {any} */ (value) instanceof Node && value))) return tagOf(/** @type {any} */ (value));
  if (quietly(() => value instanceof Error || value instanceof DOMException)) return errorText(value);
  if (quietly(() => value instanceof Date)) return quietly(() => Date.prototype.toISOString.call(value)) ?? "Invalid Date";
  if (quietly(() => value instanceof RegExp)) return quietly(() => RegExp.prototype.toString.call(value)) ?? "RegExp";
  if (writer.seen.has(value)) return "[circular]";
  if (depth >= MOST_DEPTH || writer.left <= 0) return Array.isArray(value) ? "[…]" : "{…}";
  writer.seen.add(value);
  const text = Array.isArray(value) ? list(value, depth, writer) : members(value, depth, writer);
  writer.seen.delete(value);
  return text;
}

/** @param {unknown[]} values @param {number} depth @param {{ left: number, seen: Set<object> }} writer */
function list(values, depth, writer) {
  const parts = [];
  const length = Number(data(values, "length") ?? 0);
  for (let n = 0; n < length; n += 1) {
    if (n >= MOST_MEMBERS || writer.left <= 0) {
      parts.push(`… ${length - n} more`);
      break;
    }
    parts.push(member(values, String(n), depth, writer));
  }
  return `[${parts.join(", ")}]`;
}

/** @param {object} value @param {number} depth @param {{ left: number, seen: Set<object> }} writer */
function members(value, depth, writer) {
  const parts = [];
  const keys = Object.keys(value);
  for (const key of keys.slice(0, MOST_MEMBERS)) {
    if (writer.left <= 0) break;
    writer.left -= key.length;
    parts.push(`${key}: ${isSecretMember(key) ? "[hidden]" : member(value, key, depth, writer)}`);
  }
  if (parts.length < keys.length) parts.push(`… ${keys.length - parts.length} more`);
  const prototype = Object.getPrototypeOf(value);
  const kind = prototype && prototype !== Object.prototype ? data(data(prototype, "constructor"), "name") : undefined;
  return `${typeof kind === "string" && kind ? `${kind} ` : ""}{${parts.join(", ")}}`;
}

/** @param {object} value @param {string} key @param {number} depth @param {{ left: number, seen: Set<object> }} writer */
function member(value, key, depth, writer) {
  const found = Object.getOwnPropertyDescriptor(value, key);
  if (!found) return "";
  return "value" in found ? write(found.value, depth + 1, writer) : "[getter]";
}

/** An own data member; a getter is not run. @param {any} value @param {string} key @returns {unknown} */
function data(value, key) {
  return value === undefined || value === null ? undefined : Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** `TypeError: what it says`, as far as that can be read without running anything. @param {object} error */
function errorText(error) {
  const dom = quietly(() => error instanceof DOMException);
  /** @param {string} key */
  const read = (key) => {
    if (dom) return quietly(() => Object.getOwnPropertyDescriptor(DOMException.prototype, key)?.get?.call(error));
    for (let holder = error; holder; holder = Object.getPrototypeOf(holder)) {
      const found = Object.getOwnPropertyDescriptor(holder, key);
      if (found) return found.value;
    }
    return undefined;
  };
  return `${read("name") ?? "Error"}: ${String(read("message") ?? "").slice(0, MOST_CHARACTERS)}`;
}

/** @template T @param {() => T} read @returns {T | undefined} */
function quietly(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
