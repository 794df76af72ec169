// A picture made from data alone may ask for nothing: what it shows of images and fonts is put into it. Other origins' stay out.
import { quietFetch } from "./capture-network.js";

const MOST_BYTES = 3_000_000;
const MOST_ALL = 12_000_000;
/** Characters of a picture with all that is in it. */
const MOST_FILLED = 60_000_000;
const MOST_FILES = 500;
const WITHIN = 5_000;

/** What goes into one picture, and what does not. */
export class Embed {
  /** @type {Map<string, Promise<string>>} */
  #loads = new Map();
  #bytes = 0;
  /** What no text on the page can be. */
  #mark = `webmcp-${Math.random().toString(36).slice(2)}-`;
  /** Addresses by their number as a custom property. @type {string[]} */
  #shared = [];
  /** What was left out, for the agent. @type {Set<string>} */
  left = new Set();
  /** Lower-case names. @type {Set<string>} */
  families = new Set();

  /**
   * An address as a stand-in, until {@link fill}.
   * @param {string} address
   * @param {string} base
   */
  place(address, base) {
    if (/^data:/i.test(address)) return address;
    let url;
    try {
      url = new URL(address, base);
    } catch {
      return "data:,";
    }
    if (!this.#loads.has(url.href)) {
      if (this.#loads.size >= MOST_FILES) {
        this.left.add(`files after the first ${MOST_FILES}`);
        return "data:,";
      }
      this.#loads.set(url.href, this.#load(url));
    }
    return `${this.#mark}${[...this.#loads.keys()].indexOf(url.href)};`;
  }

  /** `url("...")` in a style, as a custom property: a page may use one image a thousand times. @param {string} style @param {string} base */
  styles(style, base) {
    return style.replace(/url\("((?:[^"\\]|\\.)*)"\)/g, (whole, escaped) => {
      if (escaped.startsWith("#")) return whole;
      const address = this.place(escaped.replace(/\\(.)/g, "$1"), base);
      let at = this.#shared.indexOf(address);
      if (at < 0) at = this.#shared.push(address) - 1;
      return `var(--webmcp-${at})`;
    });
  }

  /** The custom properties of {@link styles}. */
  shared() {
    return this.#shared.map((address, n) => `--webmcp-${n}:url("${address.replace(/["\\\n]/g, "\\$&")}");`).join("");
  }

  /** @param {string} text with stand-ins @returns {Promise<string>} */
  async fill(text) {
    const loaded = await Promise.all(this.#loads.values());
    let length = text.length;
    return text.replace(new RegExp(`${this.#mark}(\\d+);`, "g"), (_, n) => {
      const data = loaded[Number(n)] ?? "data:,";
      length += data.length;
      if (length > MOST_FILLED) throw new Error("The images on this part of the page are too large for a picture: ask for one element.");
      return data;
    });
  }

  /** @param {URL} url @returns {Promise<string>} a `data:` URL, an empty one where it cannot be had */
  async #load(url) {
    if (url.origin !== location.origin) {
      this.left.add(`an image of ${(url.host || url.protocol).slice(0, 80)}`);
      return "data:,";
    }
    try {
      const response = await quietFetch(url.href, { cache: "force-cache", signal: AbortSignal.timeout(WITHIN) });
      const blob = response.ok ? await response.blob() : undefined;
      if (!blob || blob.size > MOST_BYTES || this.#bytes + blob.size > MOST_ALL) throw new Error("too large, or not there");
      this.#bytes += blob.size;
      const type = /^[\w.+-]+\/[\w.+-]+/.exec(blob.type)?.[0] ?? "";
      return await dataUrl(blob.slice(0, blob.size, type));
    } catch {
      this.left.add(`${url.pathname.split("/").at(-1)?.slice(0, 60) || "a file"} (could not be loaded)`);
      return "data:,";
    }
  }

  /**
   * The pixels of an image, a canvas or a video, no larger than shown. Empty where the browser keeps them from this page.
   * @param {HTMLImageElement | HTMLCanvasElement | HTMLVideoElement} source
   * @param {number} across natural width
   * @param {number} down
   */
  pixels(source, across, down) {
    const { width, height } = source.getBoundingClientRect();
    const scale = Math.min(1, Math.max((2 * width) / across, (2 * height) / down));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(across * scale));
    canvas.height = Math.max(1, Math.round(down * scale));
    try {
      canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
      // Small ones are icons and texts, which show every fault.
      return canvas.width * canvas.height <= 65_536 ? canvas.toDataURL() : canvas.toDataURL("image/webp", 0.9);
    } catch {
      this.left.add(whose(source));
      return "";
    }
  }

  /** Remembers a `font-family`. @param {string} value */
  uses(value) {
    for (const name of value.split(",")) this.families.add(plain(name));
  }

  /** The rules of the fonts in use, each with its file. @param {Document} document @returns {string} */
  fonts(document) {
    const loaded = Array.from(document.fonts).filter((face) => face.status === "loaded" && this.families.has(plain(face.family)));
    let css = "";
    const found = new Set();
    for (const { rule, base } of fontRules([...document.styleSheets, ...document.adoptedStyleSheets])) {
      const read = (/** @type {string} */ name) => rule.style.getPropertyValue(name);
      const family = plain(read("font-family"));
      const range = read("unicode-range");
      const faces = loaded.filter((face) => plain(face.family) === family && same(face, read, range));
      const address = /url\("?((?:[^"\\)]|\\.)*)"?\)/.exec(read("src"))?.[1];
      if (faces.length === 0 || !address) continue;
      const url = new URL(address, base);
      if (url.protocol !== "data:" && url.origin !== location.origin) continue;
      for (const face of faces) found.add(face);
      const rest = ["font-weight", "font-style", "font-stretch", "unicode-range", "size-adjust", "ascent-override", "descent-override"]
        .map((name) => (read(name) ? `${name}:${read(name)};` : ""))
        .join("");
      css += `@font-face{font-family:${read("font-family")};${rest}src:url("${this.place(url.href, base)}");}`;
    }
    for (const face of loaded)
      if (!found.has(face)) this.left.add(`the font ${plain(face.family).slice(0, 60)} (this page cannot read it)`);
    return css;
  }
}

/** @param {HTMLImageElement | HTMLCanvasElement | HTMLVideoElement} source that this page cannot read */
function whose(source) {
  const kind = { img: "an image", video: "a video" }[source.localName] ?? "a canvas";
  if (source.localName === "canvas") return `${kind} with pixels of another origin`;
  try {
    const { host, origin } = new URL(/** @type {HTMLImageElement | HTMLVideoElement} */ (source).currentSrc, document.baseURI);
    if (host && origin !== location.origin) return `${kind} of ${host.slice(0, 80)}`;
  } catch {}
  return `${kind} of another origin`;
}

/** @param {string} family */
const plain = (family) =>
  family
    .trim()
    .replace(/^["']|["']$/g, "")
    .toLowerCase();

/** @param {FontFace} face @param {(name: string) => string} read @param {string} range */
function same(face, read, range) {
  const tidied = (/** @type {string} */ text) => text.replace(/\s+/g, "").toLowerCase();
  const weight = (/** @type {string} */ text) => ({ normal: "400", bold: "700" })[text] ?? text;
  return (
    weight(face.weight) === weight(read("font-weight") || "normal") &&
    face.style === (read("font-style") || "normal") &&
    (range === "" || tidied(face.unicodeRange) === tidied(range))
  );
}

/** @param {CSSStyleSheet[]} sheets @returns {Generator<{ rule: CSSFontFaceRule, base: string }>} */
function* fontRules(sheets) {
  /** @type {{ rules: CSSRuleList, base: string }[]} */
  const open = [];
  /** @param {CSSStyleSheet | null} sheet */
  const enter = (sheet) => {
    try {
      // Another origin's rules cannot be read.
      if (sheet) open.push({ rules: sheet.cssRules, base: sheet.href ?? document.baseURI });
    } catch {}
  };
  for (const sheet of sheets) enter(sheet);
  for (let next = open.pop(); next; next = open.pop()) {
    for (const rule of next.rules) {
      if (rule instanceof CSSFontFaceRule) yield { rule, base: next.base };
      else if (rule instanceof CSSImportRule) enter(rule.styleSheet);
      else if (!(rule instanceof CSSStyleRule) && "cssRules" in rule)
        open.push({ rules: /** @type {CSSGroupingRule} */ (rule).cssRules, base: next.base });
    }
  }
}

/** @param {Blob} blob @returns {Promise<string>} */
export function dataUrl(blob) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}
