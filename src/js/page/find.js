// Which element is meant: by reference, by CSS selector, by role and name, or by its text. Nothing and too much are both explained.
import { cut, frameDocument, inWidget, isElement, parentOf, tagOf, tidy } from "./dom.js";
import { Names } from "./names.js";
import { byRef, refOf } from "./refs.js";
import { isFocusable } from "./roles.js";

/**
 * @typedef {object} Target one of `ref`, `selector`, `text`, `role` with or without `name`
 * @property {unknown} [ref]
 * @property {unknown} [selector]
 * @property {unknown} [text]
 * @property {unknown} [role]
 * @property {unknown} [name]
 */

/**
 * The one element that is meant; throws what is wrong and what to do.
 * @param {Target} target
 * @returns {Element}
 */
export function locate(target) {
  const element = search(target);
  if (inWidget(element)) throw new Error("That belongs to the page's WebMCP widget, which only the person in front of the page may use.");
  return element;
}

/** @param {Target} target @returns {Element} */
function search(target) {
  const { ref, selector, text, role, name } = target;
  if (given(ref)) {
    const element = byRef(String(ref));
    if (element) return element;
    throw new Error(`No element has the reference ${cut(String(ref), 40)} (any more): take a new snapshot and use a reference from it.`);
  }
  if (given(selector)) return one(bySelector(String(selector)), `the selector ${cut(String(selector), 200)}`);
  if (given(role) || given(name))
    return byRole(given(role) ? String(role).toLowerCase() : "", given(name) ? tidy(String(name)) : undefined);
  if (given(text)) return byText(tidy(String(text)));
  throw new Error("Say which element: ref (from a snapshot), selector (CSS), role with name, or text.");
}

/** @param {unknown} value */
const given = (value) => value !== undefined && value !== null && value !== "";

/** @param {string} selector @returns {Element[]} from the document, or where it holds none from its shadow roots and frames */
function bySelector(selector) {
  /** @type {Element[]} */
  let found;
  try {
    found = Array.from(document.querySelectorAll(selector));
  } catch {
    throw new Error(`"${cut(selector, 200)}" is no CSS selector; use ref, role with name, or text where you have no selector.`);
  }
  if (found.length > 0) return found;
  for (const root of innerRoots(document)) found.push(...root.querySelectorAll(selector));
  return found;
}

/** The open shadow roots and same-origin frames below. @param {Document | ShadowRoot} root @returns {Generator<Document | ShadowRoot>} */
function* innerRoots(root) {
  for (const element of root.querySelectorAll("*")) {
    const inner = element.shadowRoot ?? frameDocument(element);
    if (!inner) continue;
    yield inner;
    yield* innerRoots(inner);
  }
}

/** @param {string} role @param {string | undefined} name */
function byRole(role, name) {
  const names = new Names();
  const wanted = role === "image" ? "img" : role;
  const all = shown(names).filter((element) => !wanted || names.roleOf(element) === wanted);
  const what = `${role || "an element"}${name === undefined ? "" : ` named "${cut(name, 100)}"`}`;
  if (name === undefined) return one(all, what, names);
  const exact = all.filter((element) => names.nameOf(element) === name);
  if (exact.length > 0) return one(exact, what, names);
  const lower = name.toLowerCase();
  const like = all.filter((element) => names.nameOf(element).toLowerCase().includes(lower));
  if (like.length === 0 && all.length > 0 && all.length <= 40) {
    const there = all.slice(0, 8).map((element) => `"${cut(names.nameOf(element), 60)}"`);
    throw new Error(`There is no ${what}. There is: ${there.join(", ")}${all.length > 8 ? ", ..." : ""}.`);
  }
  return one(like, what, names);
}

/** A control of that name, else the innermost element of that text; whole texts before parts of texts. @param {string} text */
function byText(text) {
  const names = new Names();
  const all = shown(names);
  const controls = all.filter((element) => isFocusable(element));
  const lower = text.toLowerCase();
  const what = `an element with the text "${cut(text, 100)}"`;
  for (const fits of [
    (/** @type {string} */ own) => own === text,
    (/** @type {string} */ own) => own.toLowerCase() === lower,
    (/** @type {string} */ own) => own.toLowerCase().includes(lower),
  ]) {
    const named = controls.filter((element) => fits(names.nameOf(element)));
    if (named.length > 0) return one(innermost(named), what, names);
    const texts = all.filter((element) => fits(names.contentOf(element)));
    if (texts.length > 0) return one(innermost(texts), what, names);
  }
  throw new Error(`There is no ${what.slice(3)}: take a snapshot to see what there is.`);
}

/** What can be seen, in order. @param {Names} names */
function shown(names) {
  const { view } = names;
  /** @type {Element[]} */
  const found = [];
  /** @type {Element[]} */
  const open = [document.documentElement];
  for (let element = open.pop(); element; element = open.pop()) {
    if (view.isCutOff(element)) continue;
    if (!view.isInvisible(element)) found.push(element);
    const below = Array.from(view.children(element)).filter(isElement);
    for (let n = below.length - 1; n >= 0; n -= 1) open.push(/** @type {Element} */ (below[n]));
  }
  return found;
}

/** Without those that hold others of them. @param {Element[]} elements */
function innermost(elements) {
  const outer = new Set();
  for (const element of elements) {
    for (let node = parentOf(element); node && !outer.has(node); node = parentOf(node)) outer.add(node);
  }
  return elements.filter((element) => !outer.has(element));
}

/**
 * @param {Element[]} found
 * @param {string} what was looked for
 * @param {Names} [names]
 * @returns {Element}
 */
function one(found, what, names = new Names()) {
  const [first] = found;
  if (!first) throw new Error(`There is no ${what.replace(/^(an?|the) /, "")}: take a snapshot to see what there is.`);
  if (found.length === 1) return first;
  // Pages hold the hidden twin of many a thing.
  const visible = found.filter((element) => !isHidden(element));
  if (visible.length === 1) return /** @type {Element} */ (visible[0]);
  const several = visible.length > 0 ? visible : found;
  const list = several.slice(0, 6).map((element) => describe(element, names));
  const more = several.length > 6 ? `, and ${several.length - 6} more` : "";
  throw new Error(`${several.length} elements fit ${what}: ${list.join(", ")}${more}. Say which one by its ref.`);
}

/** Whether an element takes no room or does not show. @param {Element} element */
export const isHidden = (element) =>
  element.getClientRects().length === 0 || /** @type {HTMLElement} */ (element).checkVisibility?.({ visibilityProperty: true }) === false;

/** For agents: `button "Buy" [ref=e3]`. @param {Element} element @param {Names} [names] */
export function describe(element, names = new Names()) {
  const role = names.roleOf(element);
  const name = names.nameOf(element) || names.contentOf(element);
  return `${role || tagOf(element)}${name ? ` ${JSON.stringify(cut(name, 80))}` : ""} [ref=${refOf(element)}]`;
}

/** What an app of a micro-frontend page is mounted in. @param {string} name */
export function appRoot(name) {
  const quoted = JSON.stringify(name);
  for (const selector of [`[data-wu-app=${quoted}]`, `[data-app=${quoted}]`, `[id=${quoted}]`, `[name=${quoted}]`]) {
    const found = document.querySelector(selector);
    if (found) return found;
  }
  throw new Error(`There is no app "${cut(name, 60)}" on this page: leave appName out to see all of it.`);
}
