// How an element is written down as SVG and XHTML.
import { isSecret, MASK } from "./dom.js";

/** Elements that are laid out in a way of their own; all others are boxes with a style. */
export const KEPT = new Set(
  (
    "br button caption col colgroup fieldset hr input legend li meter ol optgroup option progress rp rt ruby select table tbody td " +
    "textarea tfoot th thead tr ul wbr"
  ).split(" "),
);
const ATTRIBUTES = (
  "checked cols colspan dir disabled high label lang low max min multiple optimum placeholder reversed rows rowspan selected size span " +
  "start type value wrap"
).split(" ");

/** @param {string} name */
export const isName = (name) => /^[A-Za-z_][\w.:-]*$/.test(name);

/** How a shape is painted, and whether. @param {CSSStyleDeclaration} style */
export function painted(style) {
  const names =
    "clip-path clip-rule color display dominant-baseline fill fill-opacity fill-rule filter font-family font-size font-style font-weight " +
    "letter-spacing marker-end marker-mid marker-start mask mix-blend-mode opacity paint-order stop-color stop-opacity stroke " +
    "stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor " +
    "transform transform-box transform-origin visibility";
  return names
    .split(" ")
    .map((name) => `${name}:${style.getPropertyValue(name)};`)
    .join("");
}

/** @param {Element} element */
export function isList(element) {
  const { multiple, size } = /** @type {HTMLSelectElement} */ (element);
  return multiple || size > 1;
}

/** @param {Element} element */
export function attributesOf(element) {
  if (!KEPT.has(element.localName)) return "";
  let text = "";
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null && name !== "value" && name !== "checked" && name !== "selected") text += ` ${name}="${escaped(value)}"`;
  }
  const { checked, selected, value } = /** @type {any} */ (element);
  if (checked === true) text += ' checked=""';
  if (selected === true) text += ' selected=""';
  if (element.localName === "input" && typeof value === "string") text += ` value="${escaped(isSecret(element) ? value && MASK : value)}"`;
  else if (element.hasAttribute("value")) text += ` value="${escaped(element.getAttribute("value") ?? "")}"`;
  return text;
}

/** @param {CSSStyleDeclaration} style */
export const isClear = (style) => style.backgroundColor === "rgba(0, 0, 0, 0)" && style.backgroundImage === "none";

/** For XML, which also has characters it cannot hold. @param {string} text */
export const escaped = (text) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
