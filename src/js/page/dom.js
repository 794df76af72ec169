// The page as its user has it: shadow roots and slots laid out, same-origin frames opened, aria-owns followed, hidden parts known.

/** The library's own widget: what a person answers there is no agent's to see or to press. */
const WIDGET = "[data-webmcp-widget]";

/** What never shows anything of its own. */
const SILENT = new Set("script style template noscript head title meta link base datalist param source track col colgroup".split(" "));
/** Whose children are there only for browsers that cannot show the element itself. */
const OPAQUE = new Set("audio video object embed progress meter textarea input img area".split(" "));

/** @param {any} node @returns {node is Element} also for the elements of other frames */
export const isElement = (node) => node?.nodeType === 1;

/** @param {any} node @returns {node is Text} */
export const isText = (node) => node?.nodeType === 3;

/** @param {string} text */
export const tidy = (text) => text.replace(/\s+/g, " ").trim();

/** @param {string} text @param {number} most characters */
export const cut = (text, most) => (text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : text);

/**
 * The document in a frame, where this page may look into it.
 * @param {Element} element
 * @returns {Document | undefined}
 */
export function frameDocument(element) {
  if (element.localName !== "iframe" && element.localName !== "frame") return undefined;
  try {
    const inner = /** @type {HTMLIFrameElement} */ (element).contentDocument;
    return inner?.documentElement ? inner : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The element that a node is laid out in: its slot, its parent, its shadow host, or the frame around its document.
 * @param {Node} node
 * @returns {Element | undefined}
 */
export function parentOf(node) {
  const slot = /** @type {Element} */ (node).assignedSlot;
  if (slot) return slot;
  const parent = /** @type {any} */ (node.parentNode);
  if (isElement(parent)) return parent;
  if (parent?.host) return parent.host;
  try {
    return /** @type {Document | null} */ (parent)?.defaultView?.frameElement ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether `outer` is `inner` or holds it. @param {Element} outer @param {Node} inner */
export function holds(outer, inner) {
  for (let node = /** @type {Node | undefined} */ (inner); node; node = parentOf(node)) if (node === outer) return true;
  return false;
}

/** @param {Element} element */
export const isWidget = (element) => element.matches(WIDGET);

/** @param {Element} element */
export function inWidget(element) {
  for (let node = /** @type {Element | undefined} */ (element); node; node = parentOf(node)) if (node.matches(WIDGET)) return true;
  return false;
}

/** @param {Element} element @param {string} [pseudo] */
export const styleOf = (element, pseudo) => (element.ownerDocument.defaultView ?? window).getComputedStyle(element, pseudo);

/** Whether a style shows dots in the place of letters. @param {CSSStyleDeclaration} style */
const dotted = (style) => /** @type {any} */ (style).webkitTextSecurity;

/** Whether a field's value is nobody's to see. @param {Element} element */
export function isSecret(element) {
  if (element.localName !== "input" && element.localName !== "textarea") return false;
  if (/** @type {HTMLInputElement} */ (element).type === "password") return true;
  if (/\b(?:(?:current|new)-password|one-time-code|cc-(?:number|csc))\b/.test(element.getAttribute("autocomplete") ?? "")) return true;
  const security = dotted(styleOf(element));
  return Boolean(security) && security !== "none";
}

/** How far up it is looked whether an element would own itself. */
const MOST_OWNERS = 300;
/** More elements than this together name nothing. */
const MOST_NAMED = 100;

/** What stands for a secret, whatever its length. */
export const MASK = "••••••";

/** @typedef {{ display: string, visibility: string, skipped: boolean, pointer: boolean }} Look */

/** One look at the page: what it finds out about an element it finds out once. */
export class View {
  /** @type {Map<Element, Look>} */
  #looks = new Map();
  /** @type {Map<Element, Element[]>} */
  #owned = new Map();
  /** @type {Map<Node, Element>} */
  #owner = new Map();
  /** @type {Map<Element, Element[]>} */
  #labels = new Map();
  /** @type {Set<Node>} */
  #known = new Set();
  /** @type {Map<Element, boolean>} */
  #hidden = new Map();
  /** @type {Record<"::before" | "::after", Map<Element, string>>} */
  #pseudo = { "::before": new Map(), "::after": new Map() };

  /** @param {Element} element @returns {Look} */
  look(element) {
    let look = this.#looks.get(element);
    if (!look) {
      const style = styleOf(element);
      look = {
        display: style.display,
        visibility: style.visibility,
        skipped: style.contentVisibility === "hidden",
        pointer: style.cursor === "pointer",
      };
      this.#looks.set(element, look);
    }
    return look;
  }

  /**
   * Whether an element is kept from everybody with all below it: not rendered, inert, or `aria-hidden`.
   * @param {Element} element
   */
  isCutOff(element) {
    if (SILENT.has(element.localName) || this.look(element).display === "none") return true;
    if (element.getAttribute("aria-hidden") === "true" && !isRoot(element)) return true;
    return element.hasAttribute("inert") || element.matches(WIDGET);
  }

  /** Whether the element itself does not show, though parts of it may. @param {Element} element */
  isInvisible(element) {
    const { visibility } = this.look(element);
    return visibility === "hidden" || visibility === "collapse";
  }

  /** Whether an element does not show, for whatever reason. @param {Element} element */
  isHidden(element) {
    if (this.isInvisible(element)) return true;
    /** @type {Element[]} */
    const path = [];
    let hidden = false;
    for (let node = /** @type {Element | undefined} */ (element); node; node = parentOf(node)) {
      const known = this.#hidden.get(node);
      if (known === undefined) path.push(node);
      hidden = known ?? this.isCutOff(node);
      if (known !== undefined || hidden) break;
    }
    for (const node of path) this.#hidden.set(node, hidden);
    return hidden;
  }

  /**
   * What an element holds, as it is laid out.
   * @param {Element} element
   * @returns {ArrayLike<Node> & Iterable<Node>}
   */
  children(element) {
    this.#learn(element);
    if (this.look(element).skipped) return [];
    const nodes = laidOut(element);
    const owned = this.#owned.get(element);
    if (this.#owner.size === 0) return nodes;
    const own = Array.from(nodes).filter((node) => !this.#owner.has(node));
    return owned ? [...own, ...owned] : own;
  }

  /** The text that a style puts before or after an element's own. @param {Element} element @param {"::before" | "::after"} which */
  pseudo(element, which) {
    const texts = this.#pseudo[which];
    let text = texts.get(element);
    if (text === undefined) {
      text = pseudoText(element, which);
      texts.set(element, text);
    }
    return text;
  }

  /** The labels of a control, in order. @param {Element} control */
  labels(control) {
    this.#learn(control);
    return this.#labels.get(control) ?? [];
  }

  /** The elements that an attribute names, in its order. @param {Element} element @param {string} attribute */
  named(element, attribute) {
    const ids = element.getAttribute(attribute)?.split(/\s+/).filter(Boolean) ?? [];
    if (ids.length === 0) return [];
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    return ids
      .slice(0, MOST_NAMED)
      .map((id) => root.getElementById?.(id))
      .filter((found) => found != null);
  }

  /** Reads once, for a document or shadow root, what points from one place in it to another. @param {Element} element */
  #learn(element) {
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    if (this.#known.has(root)) return;
    this.#known.add(root);
    if (!root.querySelectorAll) return;
    for (const found of root.querySelectorAll("label,[aria-owns]")) {
      if (found.localName === "label") {
        const { control } = /** @type {HTMLLabelElement} */ (found);
        if (!control) continue;
        const labels = this.#labels.get(control);
        if (labels) labels.push(found);
        else this.#labels.set(control, [found]);
      }
      for (const target of this.named(found, "aria-owns")) this.#own(found, target);
    }
  }

  /** The first owner counts; one that would end up inside of itself does not. @param {Element} owner @param {Element} target */
  #own(owner, target) {
    if (this.#owner.has(target)) return;
    let steps = 0;
    for (let node = /** @type {Element | undefined} */ (owner); node; node = this.#owner.get(node) ?? parentOf(node)) {
      // A chain this long is made to be slow.
      if (node === target || ++steps > MOST_OWNERS) return;
    }
    this.#owner.set(target, owner);
    const owned = this.#owned.get(owner);
    if (owned) owned.push(target);
    else this.#owned.set(owner, [target]);
  }
}

/** @param {Element} element */
const isRoot = (element) => element.localName === "html" || element.localName === "body";

/** An element's own place in the page aside, what it is laid out with. @param {Element} element @returns {ArrayLike<Node> & Iterable<Node>} */
export function laidOut(element) {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  const name = element.localName;
  if (OPAQUE.has(name)) return [];
  if (name === "slot") {
    const assigned = /** @type {HTMLSlotElement} */ (element).assignedNodes?.() ?? [];
    if (assigned.length > 0) return assigned;
  }
  if (name === "iframe" || name === "frame") {
    const inner = frameDocument(element);
    return inner ? [inner.documentElement] : [];
  }
  if (name === "details" && !(/** @type {HTMLDetailsElement} */ (element).open)) {
    const summary = Array.from(element.children).find((child) => child.localName === "summary");
    return summary ? [summary] : [];
  }
  return element.childNodes;
}

/** The text that a style puts before or after an element's own. @param {Element} element @param {"::before" | "::after"} which */
export function pseudoText(element, which) {
  const { content, display, visibility } = styleOf(element, which);
  if (!content || content === "none" || content === "normal" || display === "none" || visibility === "hidden") return "";
  // `"★" / "five stars"`: the part behind the slash is for those who do not see it.
  const spoken = /\/\s*((?:"(?:[^"\\]|\\.)*"\s*)+)$/.exec(content)?.[1] ?? content;
  const text = Array.from(spoken.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text]) => text?.replace(/\\(.)/g, "$1")).join("");
  return display === "inline" ? text : ` ${text} `;
}

/** For people and agents: `<button#buy.primary>`. @param {Element} element */
export function tagOf(element) {
  const id = element.id ? `#${element.id}` : "";
  const first = element.getAttribute("class")?.trim().split(/\s+/)[0];
  return cut(`<${element.localName}${id}${!id && first ? `.${first}` : ""}>`, 80);
}
