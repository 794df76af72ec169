// What a value is: questions that take one call here and several from the wasm.

/** A value's place in the enum `Shape`. @param {unknown} value */
export function shape(value) {
  if (value === null) return 0;
  switch (typeof value) {
    case "boolean":
      return 1;
    case "number":
      return 2;
    case "string":
      return 3;
    case "object":
      return isArray(value) ? 4 : 5;
    default:
      return 6;
  }
}

/** A revoked proxy is neither array nor object, and throws. @param {unknown} value */
export function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
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

/** Sets a member; an object of the page's that is frozen stays as it is. @param {any} object @param {string} key @param {unknown} value */
export function put(object, key, value) {
  // Set, it would be the prototype; defined, it is a member like any other.
  if (key === "__proto__") Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else Reflect.set(object, key, value);
}

/** Keys by their text, as it comes from the wasm. @type {Map<string, string[]>} */
const known = new Map();

/**
 * An object of several members, those that are there: one call, where each key would take two. Ours all have names of our own.
 * @param {string} text the keys, with a space between two
 * @param {unknown[]} values
 */
export function members(text, values) {
  let keys = known.get(text);
  if (!keys) {
    keys = text.split(" ");
    known.set(text, keys);
  }
  /** @type {Record<string, unknown>} */
  const object = {};
  values.forEach((value, index) => {
    if (value !== undefined) object[/** @type {string} */ (keys[index])] = value;
  });
  return object;
}

/** An array that wasm-bindgen has made of a `Vec`. @param {unknown[]} items */
export function list(items) {
  return items;
}

/** The members of an object, each name before its value; without those that are undefined or throw. @param {any} value */
export function entries(value) {
  /** @type {unknown[]} */
  const flat = [];
  if (shape(value) < 4) return flat;
  try {
    for (const name of Object.keys(value)) {
      try {
        const member = value[name];
        if (member !== undefined) flat.push(name, member);
      } catch {
        // a getter of the page's
      }
    }
  } catch {
    // a proxy of the page's
  }
  return flat;
}

/** Whether a value may be a schema library's own: asked of every schema, and seldom so. @param {any} value */
export function isLibrary(value) {
  try {
    return value["~standard"] !== undefined || value.toJSONSchema !== undefined;
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
