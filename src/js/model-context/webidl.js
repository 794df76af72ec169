// Arguments as WebIDL reads them.

/**
 * @typedef {Record<string, boolean>} Annotations
 * @typedef {(text: string) => TypeError} Fail
 */

const HINTS = ["consequentialHint", "debugging", "readOnlyHint", "untrustedContentHint"];

/** @param {unknown} value @returns {value is object} */
export const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
/** @param {unknown} value @param {string} tag */
export const isA = (value, tag) => Object.prototype.toString.call(value) === `[object ${tag}]`;

// Conversions: each takes a member that is not undefined.

/** @param {unknown} value @param {Fail} fail */
export function text(value, fail) {
  if (typeof value === "symbol") throw fail("Cannot convert a Symbol value to a string");
  return `${value}`;
}
/** @param {unknown} value @param {Fail} fail */
export function object(value, fail) {
  if (!isObject(value)) throw fail("Failed to convert value to 'object'.");
  return value;
}
/** @param {unknown} value @param {Fail} fail */
export function callback(value, fail) {
  if (typeof value !== "function") throw fail("The given value is not a function.");
  return value;
}
/** @param {unknown} value @param {Fail} fail */
export function signalOf(value, fail) {
  if (!isA(value, "AbortSignal")) throw fail("Failed to convert value to 'AbortSignal'.");
  return /** @type {AbortSignal} */ (value);
}
/** @param {any} value @param {Fail} fail */
export function windowOf(value, fail) {
  if (!isObject(value) || /** @type {any} */ (value).window !== value) throw fail("Failed to convert value to 'Window'.");
  return /** @type {Window} */ (value);
}
/** @param {any} value @param {Fail} fail */
export function sequence(value, fail) {
  if (!isObject(value)) throw fail("The provided value cannot be converted to a sequence.");
  if (typeof (/** @type {any} */ (value)[Symbol.iterator]) !== "function")
    throw fail("The object must have a callable @@iterator property.");
  return [.../** @type {Iterable<unknown>} */ (value)].map((item) => text(item, fail));
}
/** @param {unknown} value @param {Fail} fail @returns {Annotations} */
export function annotations(value, fail) {
  const read = dictionary(value, "ToolAnnotations", fail);
  return Object.fromEntries(HINTS.map((hint) => [hint, !!read(hint, Boolean)]));
}

/**
 * A dictionary's members, read one by one in the order that WebIDL gives.
 * @param {any} value
 * @param {string} type
 * @param {Fail} fail
 * @param {boolean} [needed] whether null and undefined will not do
 */
export function dictionary(value, type, fail, needed) {
  if (value == null ? needed : !isObject(value)) throw fail(`The provided value is not of type '${type}'.`);
  /**
   * @template T
   * @param {string} name
   * @param {(value: any, fail: Fail) => T} convert
   * @param {boolean} [required]
   * @returns {T | undefined}
   */
  return (name, convert, required) => {
    /** @type {Fail} */
    const failing = (problem) => fail(`Failed to read the '${name}' property from '${type}': ${problem}`);
    const member = value?.[name];
    if (member !== undefined) return convert(member, failing);
    if (required) throw failing("Required member is undefined.");
    return undefined;
  };
}

/**
 * JSON text. What the value's own code throws is thrown as it is.
 * @param {unknown} value
 * @param {string} what
 * @param {Fail} fail
 */
export function json(value, what, fail) {
  let made;
  try {
    made = JSON.stringify(value);
  } catch (error) {
    throw error instanceof TypeError && /circular|cyclic|BigInt/.test(error.message) ? fail(error.message) : error;
  }
  if (made === undefined) throw fail(`${what}: toJSON() returns undefined`);
  return made;
}
