// What all of the widget hangs in: one host element with an open shadow root, in the page's own container or above the page.

import { build, display, element, find, put, set, show, typesInto } from "./elements.js";
import { FRAME, PANEL } from "./markup.js";

/**
 * @typedef {{ color: string, position: string, size: string, padding: string, container?: Element, language: string, direction: string,
 *   badge: boolean }} Options `badge`: without one, the frame is there only while a question is
 */

export class Frame {
  #options;
  #css;
  #hear;
  /** @type {HTMLElement | undefined} */
  #host;
  /** @type {ShadowRoot | undefined} */
  #shadow;
  /** What holds everything drawn, while something is. @type {HTMLElement | undefined} */
  root;
  /** Whether the panel is, so that its lists can be seen. */
  open = false;

  /** @param {Options} options @param {ReturnType<typeof import("./texts.js").texts>} texts @param {string} css @param {(event: Event) => void} hear */
  constructor(options, texts, css, hear) {
    this.#options = options;
    this.texts = texts;
    this.#css = css;
    this.#hear = hear;
  }

  /** Whether there is more than questions. */
  get badge() {
    return this.#options.badge;
  }

  /** Where it hangs in the page. */
  get parent() {
    return this.#host?.parentNode;
  }

  /** The root, drawn when first needed. */
  ensure() {
    if (this.root) return this.root;
    const { badge, language, direction } = this.#options;
    const host = element("div");
    set(host, "data-webmcp-widget", true);
    const shadow = host.attachShadow({ mode: "open" });
    // No `<style>`, which a strict CSP would refuse.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(this.#css);
    shadow.adoptedStyleSheets = [sheet];
    const root = this.build(FRAME, shadow);
    set(root, "lang", language);
    // Always said: of all that a page can pass on, the direction alone is not reset by `all`.
    set(root, "dir", direction);
    const panel = find(root, ".webmcp-content");
    if (badge) this.build(PANEL, panel);
    else show(root, ".badge", false);
    display(panel, false);
    this.#host = host;
    this.#shadow = shadow;
    this.root = root;
    this.#listen(true);
    this.#hang(host);
    this.#style(host, root);
    return root;
  }

  takeDown() {
    if (!this.root) return;
    this.#listen(false);
    this.#host?.remove();
    this.#host = this.#shadow = this.root = undefined;
  }

  /** @param {string} lines @param {Node} parent */
  build(lines, parent) {
    return build(lines, this.texts.text, parent);
  }

  /** The focused element inside the widget. */
  focused() {
    return /** @type {HTMLElement | null} */ (this.#shadow?.activeElement ?? null);
  }

  /** Tells those who listen instead of looking. @param {string} text */
  say(text) {
    if (this.root) put(this.root, ".live", text);
  }

  /** The page's colour scheme; looked at again whenever something opens, since pages change theirs. */
  followScheme() {
    const { colorScheme } = getComputedStyle(document.documentElement);
    // Where the page says nothing, the person's own wish counts.
    this.root?.style.setProperty("color-scheme", colorScheme === "normal" ? "" : colorScheme);
  }

  /**
   * The page opened something in the top layer: back above it, unless someone is typing in here. Gives whether that is of any concern.
   * @param {EventTarget} target
   */
  rise(target) {
    const host = this.#host;
    if (!host || host === target || !host.hasAttribute("popover")) return false;
    const focused = this.focused();
    const place = home();
    const moved = host.parentNode !== place;
    if (moved) place.append(host);
    if (moved || !focused || !typesInto(focused)) {
      try {
        host.hidePopover();
      } catch {}
      this.#raise(host);
      focused?.focus();
    }
    return true;
  }

  /** Puts the host into the page: into its container, or above everything where the browser has a top layer. @param {HTMLElement} host */
  #hang(host) {
    const { container, badge, position } = this.#options;
    if (container && badge) return container.append(host);
    set(host, "data-at", /^(bottom-left|top-right|top-left)$/.test(position) ? position : "bottom-right");
    set(host, "popover", "manual");
    home().append(host);
    this.#raise(host);
  }

  /** Without a top layer the stylesheet's z-index has to do. @param {HTMLElement} host */
  #raise(host) {
    try {
      host.showPopover();
    } catch {}
  }

  /** @param {boolean} on */
  #listen(on) {
    /** @param {EventTarget | undefined} target @param {string} kinds @param {boolean} capture */
    const each = (target, kinds, capture) => {
      for (const kind of kinds.split(" ")) {
        if (on) target?.addEventListener(kind, this.#hear, capture);
        else target?.removeEventListener(kind, this.#hear, capture);
      }
    };
    each(this.#shadow, "click keydown keyup keypress paste input cancel", true);
    // The page's own dialogs and full screen rise above the widget, and its keyboard reaches a waiting question.
    each(document, "toggle fullscreenchange", true);
    each(document, "keydown", false);
  }

  /** Colours and sizes. @param {HTMLElement} host @param {HTMLElement} root */
  #style(host, root) {
    const { color, size, padding } = this.#options;
    const trigger = find(root, ".webmcp-trigger");
    root.style.setProperty("--size", size);
    host.style.setProperty("--webmcp-padding", padding);
    this.followScheme();
    // An invalid colour leaves what the stylesheet says, as upstream's default.
    root.style.setProperty("--color", color);
    trigger.style.setProperty("background-color", color);
    const [shown = "", ink = ""] = solid(getComputedStyle(trigger).backgroundColor);
    root.style.setProperty("--color", shown);
    root.style.setProperty("--on-color", ink);
  }
}

/**
 * Where the widget hangs: in the body, or in the full-screen element, outside of which nothing can be used. What shows no children of its
 * own is no place for it, and with the whole document the body will do.
 */
function home() {
  const whole = document.fullscreenElement;
  const shows = whole && !/^(html|video|iframe|canvas|img|object|embed)$|-/.test(whole.localName) && !whole.shadowRoot;
  return shows ? whole : document.body;
}

/**
 * A colour in any notation as it looks on white, and what has 4.5 : 1 on it: the browser paints one pixel and says what came out.
 * @param {string} colour
 */
function solid(colour) {
  try {
    const pen = /** @type {CanvasRenderingContext2D} */ (/** @type {HTMLCanvasElement} */ (element("canvas")).getContext("2d"));
    for (const paint of ["#fff", colour]) {
      pen.fillStyle = paint;
      pen.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
    const light = (/** @type {number} */ part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
    return [`rgb(${red},${green},${blue})`, 1.05 / (luminance + 0.05) >= 4.5 ? "#fff" : "#000"];
  } catch {
    return [colour, "#fff"];
  }
}
