// The page as an SVG text: every element that shows in a part of the page, with its look written out. Nothing on the page is touched.
import { inlineStyle } from "./css.js";
import { frameDocument, isElement, isSecret, isText, isWidget, laidOut, pseudoText, styleOf } from "./dom.js";
import { Embed } from "./embed.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_ELEMENTS = 20_000;
const MOST_TEXT = 20_000_000;
/** Elements that are laid out in a way of their own; all others are boxes with a style. */
const KEPT = new Set(
  (
    "br button caption col colgroup fieldset hr input legend li meter ol optgroup option progress rp rt ruby select table tbody td " +
    "textarea tfoot th thead tr ul wbr"
  ).split(" "),
);
const ATTRIBUTES = (
  "checked cols colspan dir disabled high label lang low max min multiple optimum placeholder reversed rows rowspan selected size span " +
  "start type value wrap"
).split(" ");

/** @typedef {{ x: number, y: number, width: number, height: number }} Box in CSS pixels of the viewport */

export class Picture {
  embed = new Embed();
  /** @type {string[]} */
  #parts = [];
  #length = 0;
  #count = 0;
  /** @type {(() => void)[]} what lies above all the rest */
  #above = [];
  /** @type {Map<Element, boolean>} */
  #shows = new Map();
  /** @type {Set<Element>} what the parts of a drawing point to */
  #targets = new Set();

  /** @param {Box} box the part that will show */
  constructor(box) {
    this.box = box;
  }

  /** @param {Element} root @returns {Promise<string>} */
  async draw(root) {
    const { x, y, width, height } = this.box;
    const page = styleOf(root);
    const body = root.ownerDocument.body;
    const inner = body ? styleOf(body) : page;
    // As browsers do: the root's background, else the body's, fills the canvas.
    const ground = isClear(page) ? inner : page;
    this.#frame(root, `background-color:Canvas;color-scheme:${page.colorScheme};position:relative;display:block`, ground);
    const html = this.#parts.join("");
    const fonts = this.embed.fonts(root.ownerDocument);
    const targets = [...this.#targets].map((target) => new XMLSerializer().serializeToString(target)).join("");
    const svg =
      `<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">` +
      `<style>@namespace h "http://www.w3.org/1999/xhtml";h|*{all:unset}${escaped(fonts)}</style><defs>${targets}</defs>` +
      `<foreignObject x="${-x}" y="${-y}" width="${innerWidth}" height="${innerHeight}" style="overflow:visible;font-size:${page.fontSize}">` +
      `${html}</foreignObject></svg>`;
    return this.embed.fill(svg);
  }

  /** A document in its viewport. @param {Element} root @param {string} style @param {CSSStyleDeclaration} ground */
  #frame(root, style, ground) {
    const view = root.ownerDocument.defaultView ?? window;
    const size = `width:${view.innerWidth}px;height:${view.innerHeight}px`;
    this.#add(
      `<div xmlns="http://www.w3.org/1999/xhtml" style="${style};${size}"><div style="display:block;position:absolute;inset:0;${this.#ground(ground, root)}"></div>`,
    );
    const above = this.#above;
    this.#above = [];
    this.#element(root, undefined, `position:relative;top:${-view.scrollY}px;left:${-view.scrollX}px;`);
    for (const draw of this.#above) draw();
    this.#above = above;
    this.#add("</div>");
  }

  /** @param {CSSStyleDeclaration} style @param {Element} root */
  #ground(style, root) {
    const names = ["background-color", "background-image", "background-position", "background-repeat", "background-size"];
    const text = names.map((name) => `${name}:${style.getPropertyValue(name)};`).join("");
    return escaped(this.embed.styles(text, root.ownerDocument.baseURI));
  }

  /** @param {string} text */
  #add(text) {
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length > MOST_TEXT) throw new Error("There is too much on this part of the page for a picture: ask for one element.");
  }

  /** Whether an element, or something in it, is in the part that will show. @param {Element} element @returns {boolean} */
  #isIn(element) {
    const known = this.#shows.get(element);
    if (known !== undefined) return known;
    this.#count += 1;
    if (this.#count > MOST_ELEMENTS)
      throw new Error(`More than ${MOST_ELEMENTS} elements are too many for a picture: ask for one element.`);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const { x, y, width, height } = this.box;
    let shows = right > x - 60 && bottom > y - 60 && left < x + width + 60 && top < y + height + 60 && (right > left || bottom > top);
    if (!shows) for (const node of laidOut(element)) if (isElement(node) && this.#isIn(node)) shows = true;
    this.#shows.set(element, shows);
    return shows;
  }

  /** @param {Element} element @param {CSSStyleDeclaration | undefined} parent @param {string} [extra] */
  #element(element, parent, extra = "") {
    if (isWidget(element)) return;
    const style = styleOf(element);
    const { display } = style;
    if (display === "none" || display === "") return;
    const name = element.localName;
    const box = display.split(" ")[0] ?? "";
    const within = element.ownerDocument === document;
    if (within && !extra && /^(block|flex|grid|flow-root|list-item)$/.test(box) && !this.#isIn(element)) {
      // Its room is kept, what is in it is not.
      return this.#add(`<span style="${escaped(inlineStyle(style, parent, true))}"></span>`);
    }
    if (element.namespaceURI === SVG) return this.#drawing(element, style, parent, extra);
    this.embed.uses(style.fontFamily);
    let css = this.embed.styles(inlineStyle(style, parent), element.ownerDocument.baseURI) + extra;
    if (element.matches(":modal,:popover-open") && !extra) {
      this.#above.push(() => {
        this.#backdrop(element);
        this.#element(element, undefined, "z-index:2147483647;");
      });
      return;
    }
    if (name === "html" || name === "body") css += "background:none;";
    const source = this.#source(element);
    if (source !== undefined) {
      return this.#add(
        source
          ? `<img src="${escaped(source)}" style="${escaped(css)}"/>`
          : `<span style="${escaped(css)}display:${/inline/.test(box) ? "inline-block" : box};background-color:#8882;"></span>`,
      );
    }
    const inner = frameDocument(element);
    if (inner) {
      this.#add(`<span style="${escaped(css)}overflow:hidden;${box === "inline" ? "display:inline-block;" : ""}">`);
      const page = styleOf(inner.documentElement);
      this.#frame(
        inner.documentElement,
        "position:relative;display:block;overflow:hidden",
        isClear(page) && inner.body ? styleOf(inner.body) : page,
      );
      return this.#add("</span>");
    }
    const tag = KEPT.has(name) ? name : "span";
    this.#add(`<${tag}${attributesOf(element)} style="${escaped(css)}">`);
    this.#content(element, style);
    this.#add(`</${tag}>`);
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style */
  #content(element, style) {
    if (element.localName === "textarea")
      return this.#add(escaped(isSecret(element) ? "" : /** @type {HTMLTextAreaElement} */ (element).value));
    if (element.localName === "select" && !isList(element)) {
      const { selectedOptions } = /** @type {HTMLSelectElement} */ (element);
      return this.#add(Array.from(selectedOptions, ({ label }) => `<option selected="">${escaped(label)}</option>`).join(""));
    }
    this.#pseudo(element, "::before", style);
    const { scrollLeft, scrollTop } = element;
    const root = element === element.ownerDocument.documentElement || element === element.ownerDocument.body;
    const shift = !root && (scrollLeft || scrollTop) ? `translate:${-scrollLeft}px ${-scrollTop}px;` : "";
    for (const node of laidOut(element)) {
      if (isText(node)) this.#add(escaped(node.data));
      else if (isElement(node)) this.#element(node, style, shift);
    }
    this.#pseudo(element, "::after", style);
  }

  /** @param {Element} element @param {"::before" | "::after"} which @param {CSSStyleDeclaration} parent */
  #pseudo(element, which, parent) {
    const style = styleOf(element, which);
    if (!style.content || style.content === "none" || style.content === "normal" || style.display === "none") return;
    this.embed.uses(style.fontFamily);
    const css = this.embed.styles(inlineStyle(style, parent), element.ownerDocument.baseURI);
    const image = /url\("(?:[^"\\]|\\.)*"\)/.exec(style.content)?.[0];
    const picture = image ? `background:${this.embed.styles(image, element.ownerDocument.baseURI)} no-repeat;` : "";
    this.#add(`<span style="${escaped(css + picture)}">${escaped(pseudoText(element, which).trim())}</span>`);
  }

  /** @param {Element} element */
  #backdrop(element) {
    const style = styleOf(element, "::backdrop");
    if (element.matches(":modal"))
      this.#add(`<div style="display:block;position:fixed;inset:0;background-color:${escaped(style.backgroundColor)}"></div>`);
  }

  /**
   * The pixels of an element that has some; "" where they are another origin's, undefined for all other elements.
   * @param {Element} element
   * @returns {string | undefined}
   */
  #source(element) {
    switch (element.localName) {
      case "img": {
        const image = /** @type {HTMLImageElement} */ (element);
        if (!image.complete || image.naturalWidth === 0) return "";
        return this.embed.pixels(image, image.naturalWidth, image.naturalHeight);
      }
      case "canvas": {
        const canvas = /** @type {HTMLCanvasElement} */ (element);
        return canvas.width && canvas.height ? this.embed.pixels(canvas, canvas.width, canvas.height) : "";
      }
      case "video": {
        const video = /** @type {HTMLVideoElement} */ (element);
        return video.videoWidth ? this.embed.pixels(video, video.videoWidth, video.videoHeight) : "";
      }
      case "iframe":
      case "frame":
        if (frameDocument(element)) return undefined;
        this.embed.left.add("a frame of another origin");
        return "";
      case "embed":
      case "object":
        this.embed.left.add(`<${element.localName}>`);
        return "";
      default:
        return undefined;
    }
  }

  /** A part of an SVG drawing. @param {Element} element @param {CSSStyleDeclaration} style @param {CSSStyleDeclaration | undefined} parent @param {string} extra */
  #drawing(element, style, parent, extra) {
    if (element.localName === "script" || !isName(element.localName)) return;
    const outer = element.localName === "svg" && element.parentElement?.namespaceURI !== SVG;
    let attributes = "";
    for (const { name, value } of element.attributes) {
      if (!isName(name) || /^on|^style$|^class$|^xmlns/i.test(name) || (name.includes(":") && !name.startsWith("xlink:"))) continue;
      const link = name === "href" || name === "xlink:href";
      if (link) this.#target(element, value);
      const kept = !link || value.startsWith("#") ? value : element.localName === "image" ? this.embed.place(value, element.baseURI) : "";
      attributes += ` ${name}="${escaped(kept)}"`;
    }
    const css = outer ? this.embed.styles(inlineStyle(style, parent), element.baseURI) : painted(style);
    this.embed.uses(style.fontFamily);
    this.#add(`<${element.localName}${outer ? ` xmlns="${SVG}"` : ""}${attributes} style="${escaped(css + extra)}">`);
    for (const node of element.childNodes) {
      if (isText(node)) this.#add(escaped(node.data));
      else if (isElement(node)) {
        if (node.namespaceURI === SVG) this.#drawing(node, styleOf(node), style, "");
        else this.#element(node, style, "");
      }
    }
    this.#add(`</${element.localName}>`);
  }

  /** What a `<use>` shows comes along, wherever on the page it is. @param {Element} element @param {string} link */
  #target(element, link) {
    if (!link.startsWith("#")) return;
    const target = /** @type {Document} */ (element.getRootNode()).getElementById?.(link.slice(1));
    if (target && !(/** @type {SVGElement} */ (element).ownerSVGElement?.contains(target))) this.#targets.add(target);
  }
}

/** @param {string} name */
const isName = (name) => /^[A-Za-z_][\w.:-]*$/.test(name);

/** How a shape is painted, and whether. @param {CSSStyleDeclaration} style */
function painted(style) {
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
function isList(element) {
  const { multiple, size } = /** @type {HTMLSelectElement} */ (element);
  return multiple || size > 1;
}

/** @param {Element} element */
function attributesOf(element) {
  if (!KEPT.has(element.localName)) return "";
  let text = "";
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null && name !== "value" && name !== "checked" && name !== "selected") text += ` ${name}="${escaped(value)}"`;
  }
  const { checked, selected, value } = /** @type {any} */ (element);
  if (checked === true) text += ' checked=""';
  if (selected === true) text += ' selected=""';
  if (element.localName === "input" && typeof value === "string")
    text += ` value="${escaped(isSecret(element) ? value && "••••••" : value)}"`;
  else if (element.hasAttribute("value")) text += ` value="${escaped(element.getAttribute("value") ?? "")}"`;
  return text;
}

/** @param {CSSStyleDeclaration} style */
const isClear = (style) => style.backgroundColor === "rgba(0, 0, 0, 0)" && style.backgroundImage === "none";

/** For XML, which also has characters it cannot hold. @param {string} text */
const escaped = (text) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
