// Before an element is acted on: can it be, and where is it hit? Whatever a person could not click, an agent is told why.
import { frameDocument, holds, isElement, parentOf, styleOf, tagOf } from "./dom.js";
import { describe } from "./find.js";
import { isDisabled } from "./roles.js";

/** @typedef {{ x: number, y: number, target: Element }} Hit a point in the element's own viewport, and what lies there */

/** Throws where an element takes no input. @param {Element} element @param {string} verb "clicked", "typed into" */
export function mustBeEnabled(element, verb) {
  const who = describe(element);
  if (isDisabled(element)) {
    const fieldset = parentOf(element)?.closest("fieldset:disabled");
    throw new Error(
      `${who} is disabled${fieldset ? ` by the fieldset ${tagOf(fieldset)} around it` : ""} and cannot be ${verb}: do first what the page waits for.`,
    );
  }
  for (let node = /** @type {Element | undefined} */ (element); node; node = parentOf(node)) {
    if (node.getAttribute("aria-disabled") === "true") {
      throw new Error(`${who} cannot be ${verb}: ${node === element ? "it" : tagOf(node)} is marked as disabled (aria-disabled).`);
    }
    if (node.hasAttribute("inert")) throw new Error(`${who} cannot be ${verb}: ${tagOf(node)} is inert.`);
  }
}

/** Throws where an element does not show. @param {Element} element @param {string} verb */
export function mustBeShown(element, verb) {
  const who = describe(element);
  for (let node = /** @type {Element | undefined} */ (element); node; node = parentOf(node)) {
    const own = node === element ? "it" : `${tagOf(node)} around it`;
    const style = styleOf(node);
    const why =
      style.display === "none" ? "is not displayed" : node !== element && style.contentVisibility === "hidden" ? "keeps it hidden" : "";
    if (why) throw new Error(`${who} is hidden and cannot be ${verb}: ${own} ${why}. Open what shows it first.`);
    if (
      node !== element &&
      node.localName === "details" &&
      !(/** @type {HTMLDetailsElement} */ (node).open) &&
      !holdsInSummary(node, element)
    ) {
      throw new Error(`${who} is hidden and cannot be ${verb}: it is in ${tagOf(node)}, which is closed. Click its summary first.`);
    }
  }
  const { visibility } = styleOf(element);
  if (visibility !== "visible") throw new Error(`${who} is hidden and cannot be ${verb}: its visibility is ${visibility}.`);
}

/** @param {Element} details @param {Element} element */
function holdsInSummary(details, element) {
  const summary = Array.from(details.children).find((child) => child.localName === "summary");
  return summary ? holds(summary, element) : false;
}

/**
 * Brings an element into view and gives the point where it is hit. Throws where it is hidden, disabled, out of reach or covered.
 * @param {Element} element
 * @param {string} verb
 * @returns {Hit}
 */
export function reach(element, verb) {
  mustBeShown(element, verb);
  mustBeEnabled(element, verb);
  const boxes = () => Array.from(boxed(element).getClientRects()).filter(({ width, height }) => width > 0 && height > 0);
  if (boxes().length === 0) throw new Error(`${describe(element)} has no size and cannot be ${verb}: act on what is in it or around it.`);
  if (!freePoint(element, boxes()).hit) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  for (let frame = frameOf(element); frame; frame = frameOf(frame)) frame.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { hit, cover } = freePoint(element, boxes());
  if (hit) return hit;
  if (!cover) {
    throw new Error(`${describe(element)} lies outside of what can be scrolled into view and cannot be ${verb}.`);
  }
  if (holds(cover, element) || styleOf(element).pointerEvents === "none") {
    const why =
      styleOf(element).pointerEvents === "none" ? "it lets the pointer through (pointer-events: none)" : `${tagOf(cover)} takes its clicks`;
    throw new Error(`${describe(element)} cannot be ${verb}: ${why}.`);
  }
  throw new Error(
    `${describe(element)} is covered by ${describe(cover)} and cannot be ${verb}: close or move that first, or act on it instead.`,
  );
}

/** An element without a box of its own is hit where its content is. @param {Element} element @returns {Element | Range} */
function boxed(element) {
  if (styleOf(element).display !== "contents") return element;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return range;
}

/** @param {Element} element @param {DOMRect[]} boxes @returns {{ hit?: Hit, cover?: Element }} */
function freePoint(element, boxes) {
  /** @type {Element | undefined} */
  let cover;
  for (const { left, top, width, height } of boxes.slice(0, 4)) {
    for (const [across, down] of /** @type {const} */ ([
      [0.5, 0.5],
      [0.25, 0.5],
      [0.75, 0.5],
      [0.5, 0.25],
      [0.5, 0.75],
    ])) {
      const x = left + width * across;
      const y = top + height * down;
      const target = topmost(element, x, y);
      if (!target) continue;
      if (holds(element, target) || belongsTo(element, target)) return { hit: { x, y, target } };
      cover ??= target;
    }
  }
  return cover ? { cover } : {};
}

/** A label around a control passes its clicks on. @param {Element} element @param {Element} target */
function belongsTo(element, target) {
  const label = /** @type {HTMLLabelElement | null} */ (target.closest("label"));
  return label?.control === element;
}

/**
 * What is on top at a point of the element's viewport, through shadow roots; in a frame, what covers the frame there.
 * @param {Element} element
 * @param {number} x
 * @param {number} y
 * @returns {Element | undefined}
 */
function topmost(element, x, y) {
  const { ownerDocument } = element;
  let top = ownerDocument.elementFromPoint(x, y);
  for (let root = top?.shadowRoot; root; root = top?.shadowRoot) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === top) break;
    top = inner;
  }
  const frame = frameOf(element);
  if (!top || !frame) return top ?? undefined;
  const box = frame.getBoundingClientRect();
  const outer = topmost(frame, box.left + frame.clientLeft + x, box.top + frame.clientTop + y);
  return !outer || holds(frame, outer) ? outer && top : outer;
}

/** @param {Element} element @returns {Element | undefined} the frame around its document */
function frameOf(element) {
  const { documentElement } = element.ownerDocument;
  const frame = parentOf(documentElement);
  return isElement(frame) && frameDocument(frame) ? frame : undefined;
}

/** Lets the page's own reactions run. */
export const settle = () => new Promise((done) => setTimeout(done, 0));
