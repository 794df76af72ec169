// What a value is: questions that take one call here and several from the wasm.

/** A value's place in the enum `Shape`. @param {unknown} value */
export function shape(value) {
  // By what is asked of most; engines know these comparisons better than a switch over them.
  if (typeof value === "string") return 3;
  if (typeof value === "number") return 2;
  if (typeof value === "object") return value === null ? 0 : isArray(value) ? 4 : 5;
  return typeof value === "boolean" ? 1 : 6;
}

/** A revoked proxy is neither array nor object, and throws. @param {unknown} value */
export function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** How many items an array has, or units a text; 0 for the rest, and where a proxy throws. @param {any} value */
export function lengthOf(value) {
  try {
    return typeof value === "string" || Array.isArray(value) ? value.length >>> 0 : 0;
  } catch {
    return 0;
  }
}

/** The primitive in a boxed string, number or boolean; a value whose own `valueOf` throws is itself. @param {any} value */
export function unbox(value) {
  try {
    return value.valueOf();
  } catch {
    return value;
  }
}

/** `Object.prototype.toString`'s word for a value: `Blob`, `HTMLCanvasElement`, `Error`. True for every frame's values alike. @param {unknown} value */
export function tagOf(value) {
  try {
    return Object.prototype.toString.call(value).slice(8, -1);
  } catch {
    return "";
  }
}

/** Whether a value may be something else than JSON: a prototype other than a plain object's or an array's. @param {unknown} value */
export function isSpecial(value) {
  try {
    if (typeof value !== "object" || !value || Array.isArray(value)) return false;
    const prototype = Object.getPrototypeOf(value);
    return prototype !== null && prototype !== Object.prototype;
  } catch {
    // A proxy's trap threw; JSON.stringify will say why.
    return false;
  }
}

/** @param {string} name empty for a TypeError @param {string} message @param {string} code */
export function exception(name, message, code) {
  if (!name) return new TypeError(message);
  // `DOMException.code` is a legacy number with a getter; ours has a word beside it.
  return Object.defineProperty(new DOMException(message, name), "code", { value: code });
}

/** A member of an object, or of a function; undefined where it throws. @param {any} value @param {string} key */
export function member(value, key) {
  try {
    return typeof value === "object" || typeof value === "function" ? value?.[key] : undefined;
  } catch {
    // a getter of the page's, or a proxy
    return undefined;
  }
}

/** A member that is a text. @param {any} value @param {string} key @returns {string | undefined} */
export function textAt(value, key) {
  const text = member(value, key);
  return typeof text === "string" ? text : undefined;
}

/** Sets a member of an object of our own making. @param {any} object @param {string} key @param {unknown} value */
export function put(object, key, value) {
  // Set, it would be the prototype; defined, it is a member like any other.
  if (key === "__proto__") Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else Reflect.set(object, key, value);
}

/** Keys by their text, as it comes from the wasm; beside a key the text that its member has. @type {Map<string, { key: string, given: string | undefined }[]>} */
const known = new Map();

/** @param {string} text keys with a space between two */
function keysOf(text) {
  let keys = known.get(text);
  if (!keys) {
    keys = text.split(" ").map((word) => {
      const [key = "", given] = word.split("=");
      return { key, given };
    });
    known.set(text, keys);
  }
  return keys;
}

/** Members of a page's object, each read once. Throws what a getter throws. @param {any} object @param {string} text the keys */
export function fields(object, text) {
  return keysOf(text).map(({ key }) => object[key]);
}

/**
 * An object of several members, those that are there: one call, where each key would take two. Ours all have names of our own.
 * @param {string} text the keys, with a space between two; `key=text` has no value
 * @param {unknown[]} values
 */
export function members(text, values) {
  /** @type {Record<string, unknown>} */
  const object = {};
  let at = 0;
  for (const { key, given } of keysOf(text)) {
    const value = given ?? values[at++];
    if (value !== undefined) object[key] = value;
  }
  return object;
}

/** The same without a list. @param {string} text @param {unknown[]} values */
export const few = (text, ...values) => members(text, values);

/** An array that wasm-bindgen has made of a `Vec`. @param {unknown[]} items */
export function list(items) {
  return items;
}

/** The names of an object's members, as JSON would show them. @param {any} value */
export function names(value) {
  try {
    // `Object.keys` would take a string apart.
    if (typeof value !== "string") return Object.keys(value);
  } catch {
    // a proxy of the page's
  }
  return [];
}

/**
 * A member that an object has itself: `toString` and its like are members of every object, but of no JSON. One that throws is absent.
 * @param {any} value
 * @param {string} name
 */
export function own(value, name) {
  try {
    if (typeof value !== "string" && Object.hasOwn(value, name)) return value[name];
  } catch {
    // a getter or a proxy of the page's
  }
  return undefined;
}

/** The members of an object, each name before its value; without those that are undefined or throw. @param {any} value */
export function entries(value) {
  /** @type {unknown[]} */
  const flat = [];
  for (const name of names(value)) {
    const member = own(value, name);
    if (member !== undefined) flat.push(name, member);
  }
  return flat;
}

/** Whether a value may be a schema library's own, or one that is yet to come: asked of every schema, and seldom so. @param {any} value */
export function isLibrary(value) {
  try {
    return value["~standard"] !== undefined || value.toJSONSchema !== undefined || value instanceof Promise;
  } catch {
    // A getter of the page's: which one, is asked again.
    return true;
  }
}

/**
 * A plain object as JSON has it; undefined for whatever takes a closer look: a text, a library's object, what JSON cannot say.
 * @param {any} value
 */
export function copied(value) {
  if (typeof value !== "object" || !value || isLibrary(value)) return undefined;
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}
