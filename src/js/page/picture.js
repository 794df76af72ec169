// The page as an SVG text: every element that shows in a part of the page, with its look written out. Nothing on the page is touched.
import { inlineStyle, innerStyle, outerStyle, scrolls } from "./css.js";
import { frameDocument, isElement, isSecret, isText, isWidget, laidOut, styleOf } from "./dom.js";
import { Embed } from "./embed.js";
import { attributesOf, escaped, isClear, isList, isName, KEPT, painted } from "./markup.js";

const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";
const MOST_ELEMENTS = 20_000;
const MOST_TEXT = 20_000_000;
/** Browsers read no deeper XML than some 2,000 levels, and lay out no deeper pages than some 2,500. */
const MOST_DEPTH = 1_000;
/** @typedef {{ x: number, y: number, width: number, height: number }} Box in CSS pixels of the viewport */

export class Picture {
  embed = new Embed();
  /** @type {string[]} */
  #parts = [];
  #length = 0;
  #count = 0;
  #depth = 0;
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
    // Cut off at the window, so that what is sticky sticks to it; an element larger than the window shows whole.
    const edge = y < 0 || x < 0 ? "" : "overflow:hidden;";
    const size = `width:${Math.max(innerWidth, x + width)}px;height:${Math.max(innerHeight, y + height)}px;`;
    this.#frame(root, `background-color:Canvas;color-scheme:${page.colorScheme};position:relative;display:block;${edge}${size}`, ground);
    const html = this.#parts.join("");
    const fonts = this.embed.fonts(root.ownerDocument);
    this.#parts = [];
    for (const target of this.#targets) this.#copy(target);
    const targets = this.#parts.join("");
    const svg =
      `<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">` +
      `<style>@namespace h "${XHTML}";h|*{all:unset;scrollbar-width:none}${escaped(`:root{${this.embed.shared()}}${fonts}`)}</style>` +
      `<defs>${targets}</defs><foreignObject x="${-x}" y="${-y}" width="${innerWidth}" height="${innerHeight}" ` +
      `style="overflow:visible;font-size:${page.fontSize}">${html}</foreignObject></svg>`;
    return this.embed.fill(svg);
  }

  /** A document in its viewport. @param {Element} root @param {string} style @param {CSSStyleDeclaration} ground */
  #frame(root, style, ground) {
    const view = root.ownerDocument.defaultView ?? window;
    const fill = escaped(this.#ground(ground, root));
    this.#add(`<div xmlns="${XHTML}" style="${style}"><div style="display:block;position:absolute;inset:0;${fill}"></div>`);
    const above = this.#above;
    this.#above = [];
    this.#element(root, undefined, `position:relative;overflow:visible;top:${-view.scrollY}px;left:${-view.scrollX}px;`);
    for (const draw of this.#above) draw();
    this.#above = above;
    this.#add("</div>");
  }

  /** @param {CSSStyleDeclaration} style @param {Element} root */
  #ground(style, root) {
    const names = ["background-color", "background-image", "background-position", "background-repeat", "background-size"];
    const text = names.map((name) => `${name}:${style.getPropertyValue(name)};`).join("");
    return this.embed.styles(text, root.ownerDocument.baseURI);
  }

  /** @param {string} text */
  #add(text) {
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length > MOST_TEXT) throw new Error("There is too much on this part of the page for a picture: ask for one element.");
  }

  #seen() {
    this.#count += 1;
    if (this.#count > MOST_ELEMENTS) {
      throw new Error(`More than ${MOST_ELEMENTS} elements are too many for a picture: ask for one element.`);
    }
  }

  /** Whether an element, or something in it, is in the part that will show. @param {Element} element @param {number} depth @returns {boolean} */
  #isIn(element, depth) {
    const known = this.#shows.get(element);
    if (known !== undefined) return known;
    this.#seen();
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const { x, y, width, height } = this.box;
    let shows = right > x - 60 && bottom > y - 60 && left < x + width + 60 && top < y + height + 60 && (right > left || bottom > top);
    if (!shows && depth < MOST_DEPTH && !frameDocument(element)) {
      for (const node of laidOut(element)) if (isElement(node) && this.#isIn(node, depth + 1)) shows = true;
    }
    this.#shows.set(element, shows);
    return shows;
  }

  /** @param {Element} element @param {CSSStyleDeclaration | undefined} parent @param {string} [extra] */
  #element(element, parent, extra = "") {
    if (isWidget(element)) return;
    const style = styleOf(element);
    const { display } = style;
    if (display === "none" || display === "") return;
    if (this.#depth >= MOST_DEPTH) {
      this.embed.left.add(`what lies deeper than ${MOST_DEPTH} levels`);
      return;
    }
    if (!this.#shows.has(element)) this.#seen();
    this.#depth += 1;
    this.#drawn(element, style, parent, extra);
    this.#depth -= 1;
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style @param {CSSStyleDeclaration | undefined} parent @param {string} extra */
  #drawn(element, style, parent, extra) {
    if (element.namespaceURI === SVG) return this.#drawing(element, style, parent, extra);
    const { display } = style;
    const name = element.localName;
    const box = display.split(" ")[0] ?? "";
    const within = element.ownerDocument === document;
    if (within && !extra && /^(?:block|flex|grid|flow-root|list-item|table-row|table)$/.test(box) && !this.#isIn(element, this.#depth)) {
      // Its room is kept, what is in it is not.
      return this.#add(`<span style="${escaped(inlineStyle(style, parent, true))}"></span>`);
    }
    this.embed.uses(style.fontFamily);
    let css = this.embed.styles(inlineStyle(style, parent), element.ownerDocument.baseURI) + extra;
    if (element.matches(":modal,:popover-open") && !extra) {
      const { left, top, width, height } = element.getBoundingClientRect();
      this.#above.push(() => {
        this.#backdrop(element);
        this.#element(
          element,
          undefined,
          `z-index:2147483647;position:fixed;left:${left}px;top:${top}px;right:auto;bottom:auto;margin:0;box-sizing:border-box;width:${width}px;height:${height}px;transform:none;translate:none;`,
        );
      });
      return;
    }
    if (name === "html") css += "background:none;";
    // The page's background is the body's only where the root has none.
    if (name === "body" && isClear(styleOf(element.ownerDocument.documentElement))) css += "background:none;overflow:visible;";
    const source = this.#source(element);
    if (source !== undefined) {
      const alt = element.localName === "img" ? escaped((element.getAttribute("alt") ?? "").slice(0, 500)) : "";
      return this.#add(
        source
          ? `<img src="${escaped(source)}" style="${escaped(css)}"/>`
          : `<span style="${escaped(css)}overflow:hidden;display:${/inline/.test(box) ? "inline-block" : box};background-color:#8882;">${alt}</span>`,
      );
    }
    const inner = frameDocument(element);
    if (inner) return this.#inner(element, inner, css, box);
    const tag = KEPT.has(name) && !(name === "textarea" && scrolls(element, style)) ? name : "span";
    const scrolled = scrolls(element, style);
    if (scrolled) css += outerStyle(element, box);
    this.#add(`<${tag}${tag === name ? attributesOf(element) : ""} style="${escaped(css)}">`);
    if (scrolled) this.#add(`<span style="${escaped(innerStyle(element, style))}">`);
    this.#content(element, style);
    this.#add(`${scrolled ? "</span>" : ""}</${tag}>`);
  }

  /** A page in a frame. @param {Element} element @param {Document} inner @param {string} css @param {string} box */
  #inner(element, inner, css, box) {
    const page = styleOf(inner.documentElement);
    const { clientWidth, clientHeight } = element;
    this.#add(`<span style="${escaped(css)}overflow:hidden;${box === "inline" ? "display:inline-block;" : ""}">`);
    this.#frame(
      inner.documentElement,
      // What is fixed in it is so within it.
      `position:relative;display:block;overflow:hidden;transform:translate(0);width:${clientWidth}px;height:${clientHeight}px`,
      isClear(page) && inner.body ? styleOf(inner.body) : page,
    );
    this.#add("</span>");
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style */
  #content(element, style) {
    if (element.localName === "textarea") {
      return this.#add(escaped(isSecret(element) ? "" : /** @type {HTMLTextAreaElement} */ (element).value));
    }
    if (element.localName === "select" && !isList(element)) {
      const { selectedOptions } = /** @type {HTMLSelectElement} */ (element);
      return this.#add(Array.from(selectedOptions, ({ label }) => `<option selected="">${escaped(label)}</option>`).join(""));
    }
    if (style.contentVisibility === "hidden") return;
    this.#pseudo(element, "::before", style);
    for (const node of laidOut(element)) {
      if (isText(node)) this.#add(escaped(node.data));
      else if (isElement(node)) this.#element(node, style);
    }
    this.#pseudo(element, "::after", style);
  }

  /** @param {Element} element @param {"::before" | "::after"} which @param {CSSStyleDeclaration} parent */
  #pseudo(element, which, parent) {
    const style = styleOf(element, which);
    if (!style.content || style.content === "none" || style.content === "normal" || style.display === "none") return;
    this.embed.uses(style.fontFamily);
    const base = element.ownerDocument.baseURI;
    const css = this.embed.styles(inlineStyle(style, parent), base);
    const image = /url\("(?:[^"\\]|\\.)*"\)/.exec(style.content)?.[0];
    const picture = image ? `background:${this.embed.styles(image, base)} no-repeat;` : "";
    // `"★" / "five stars"`: what is behind the slash is for those who do not see it.
    const shown = /^(?:[^"/]|"(?:[^"\\]|\\.)*")*/.exec(image ? style.content.replace(image, "") : style.content)?.[0] ?? "";
    const text = Array.from(shown.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text]) => text?.replace(/\\(.)/g, "$1")).join("");
    this.#add(`<span style="${escaped(css + picture)}">${escaped(text)}</span>`);
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
    // A shadow root may hold a drawing, too.
    const outer = element.localName === "svg" && /** @type {SVGElement} */ (element).ownerSVGElement === null;
    const css = outer ? this.embed.styles(inlineStyle(style, parent), element.baseURI) : painted(style);
    this.embed.uses(style.fontFamily);
    this.#add(`<${element.localName}${outer ? ` xmlns="${SVG}"` : ""}${this.#attributes(element)} style="${escaped(css + extra)}">`);
    for (const node of element.childNodes) {
      if (isText(node)) this.#add(escaped(node.data));
      else if (isElement(node)) {
        if (node.namespaceURI === SVG) this.#element(node, style);
        else {
          this.#add(`<div xmlns="${XHTML}" style="display:contents">`);
          this.#element(node, undefined);
          this.#add("</div>");
        }
      }
    }
    this.#add(`</${element.localName}>`);
  }

  /** @param {Element} element of a drawing */
  #attributes(element) {
    let text = "";
    for (const { name, value } of element.attributes) {
      if (!isName(name) || /^on|^style$|^class$|^xmlns/i.test(name) || (name.includes(":") && !name.startsWith("xlink:"))) continue;
      const link = name === "href" || name === "xlink:href";
      for (const id of link ? [value.replace(/^#/, "")] : (value.match(/(?<=url\(["']?#)[^"')]+/g) ?? [])) this.#target(element, id);
      const kept = !link || value.startsWith("#") ? value : element.localName === "image" ? this.embed.place(value, element.baseURI) : "";
      if (link && kept === "" && element.localName === "use") this.embed.left.add("a drawing in a file of its own");
      text += ` ${name}="${escaped(kept)}"`;
    }
    return text;
  }

  /** A part that others show: its look depends on where. @param {Element} element */
  #copy(element) {
    if (element.namespaceURI !== SVG || element.localName === "script" || !isName(element.localName) || this.#depth >= MOST_DEPTH) return;
    this.#seen();
    this.#depth += 1;
    this.#add(`<${element.localName}${this.#attributes(element)}>`);
    for (const node of element.childNodes) {
      if (isText(node)) this.#add(escaped(node.data));
      else if (isElement(node)) this.#copy(node);
    }
    this.#add(`</${element.localName}>`);
    this.#depth -= 1;
  }

  /** What a `<use>` or a fill shows comes along, wherever on the page it is. @param {Element} element @param {string} id */
  #target(element, id) {
    const target = /** @type {Document} */ (element.getRootNode()).getElementById?.(id);
    if (!target || target.namespaceURI !== SVG || /** @type {SVGElement} */ (element).ownerSVGElement?.contains(target)) return;
    this.#targets.add(target);
  }
}
