// The options of `new WebMCP(options)`: each is read once, in this order, before anything is made of them: a getter is page code.
import { isArray } from "./values.js";

const METHOD = "new WebMCP";
const CORNERS = ["bottom-right", "bottom-left", "top-right", "top-left"];

/** @param {string} method @param {string} parameter @param {string} problem @returns {never} */
function wrong(method, parameter, problem) {
  throw new TypeError(`${method}: ${parameter} ${problem}`);
}

/**
 * What `Options::read` takes apart; the last three are what the widget looks like, its language and its texts.
 * @param {any} given
 */
export function readOptions(given) {
  if (given != null && typeof given !== "object") wrong(METHOD, "options", "must be an object");
  /** @param {string} key @param {unknown} missing @param {(value: any) => boolean} fits @param {string} problem @returns {any} */
  const read = (key, missing, fits, problem) => {
    const value = given?.[key];
    if (value === undefined) return missing;
    return fits(value) ? value : wrong(METHOD, key, problem);
  };
  const text = (/** @type {string} */ key, missing = "") =>
    read(key, null, (value) => value === null || typeof value === "string", "must be a string") ?? missing;
  const flag = (/** @type {string} */ key, /** @type {boolean} */ missing) => read(key, missing, isBoolean, "must be true or false");
  const callback = (/** @type {string} */ key) =>
    read(key, null, (value) => value === null || isFunction(value), "must be a function") ?? undefined;
  const milliseconds = (/** @type {string} */ key, /** @type {number} */ missing) =>
    read(key, missing, (value) => typeof value === "number" && value >= 0, "must be a number of milliseconds, or 0 for never") || Infinity;
  /** A word's place among those there are. @param {string} key @param {string[]} words @param {string} missing */
  const word = (key, words, missing) => {
    const place = words.indexOf(text(key) || missing);
    return place < 0 ? wrong(METHOD, key, `must be one of ${words.map((word) => `"${word}"`).join(", ")}`) : place;
  };

  const widget = read("widget", true, (value) => isBoolean(value) || isElement(value), "must be true, false or an element");
  // As upstream: a corner it does not know is the bottom right one.
  const corner = Math.max(CORNERS.indexOf(text("position")), 0);
  const log = word("log", ["silent", "error", "warn", "info", "debug"], "warn");
  const modelContext = word("modelContext", ["auto", "polyfill", "off"], "auto");
  const dynamicTools = read(
    "dynamicTools",
    undefined,
    (value) => isBoolean(value) || isFunction(value),
    "must be true, false or a function",
  );
  const look = {
    color: text("color", "#007bff"),
    position: CORNERS[corner],
    size: text("size", "30px"),
    padding: text("padding", "20px"),
    container: isBoolean(widget) ? undefined : widget,
  };
  const inactivityTimeout = milliseconds("inactivityTimeout", 300_000);
  const language = text("language");
  const labels = pairs(METHOD, "labels", given?.labels, "string", "must be an object of strings", "must be a string");
  return [
    isBoolean(widget) ? +widget : 2,
    log,
    modelContext,
    dynamicTools,
    inactivityTimeout,
    flag("validate", true),
    flags(METHOD, given?.permissions),
    callback("confirm"),
    milliseconds("callTimeout", 28_000),
    flag("promptsAsTools", false),
    callback("onSampling"),
    given?.pageTools,
    look,
    language,
    labels,
  ];
}

const isBoolean = (/** @type {unknown} */ value) => typeof value === "boolean";
const isFunction = (/** @type {unknown} */ value) => typeof value === "function";
const isElement = (/** @type {unknown} */ value) => typeof Element === "function" && value instanceof Element;

/** Permission flags, an object of booleans, as a list: a flag, then whether it is set. @param {string} method @param {any} given */
export function flags(method, given) {
  const problem = "must be an object of booleans, such as {modifyDOM: true}";
  return pairs(method, "permissions", given, "boolean", problem, "must be true or false");
}

/**
 * An object's members as a list: a name, then its value.
 * @param {string} method @param {string} parameter @param {any} given @param {string} type @param {string} problem @param {string} inside
 */
function pairs(method, parameter, given, type, problem, inside) {
  if (given == null) return [];
  if (typeof given !== "object" || isArray(given)) wrong(method, parameter, problem);
  return Object.keys(given).flatMap((key) => {
    const value = given[key];
    return typeof value === type ? [key, value] : wrong(method, `${parameter}.${key}`, inside);
  });
}
