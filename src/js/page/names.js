// Accessible names, by the steps of "Accessible Name and Description Computation" 1.2 and the HTML accessibility mapping.
import { isElement, isSecret, isText, parentOf, styleOf, tidy, View } from "./dom.js";
import { roleOf } from "./roles.js";

/** Roles that are named by what they hold. */
const FROM_CONTENT = new Set(
  (
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio rowheader " +
    "switch tab tooltip treeitem"
  ).split(" "),
);
const LABELABLE = new Set("button input meter output progress select textarea".split(" "));
/** A name longer than this is a text. */
const MOST_CHARACTERS = 1_000;
/** No name needs to look at more elements; a page that says so shall not cost its own square in time. */
const MOST_ELEMENTS = 500;

/** In the content of an `aria-labelledby` no other is followed. */
const REFERENCED = 1;
/** What is referenced and hidden is read all the same, with all in it. */
const HIDDEN = 2;

/**
 * @typedef {object} Walk one name on its way
 * @property {number} left elements that may still be looked at
 * @property {boolean} partial something was left out that another walk would not leave out
 * @property {Set<Element>} labelling whose labels are being read
 */

export class Names {
  /** @type {Map<Element, string>} */
  #names = new Map();
  /** @type {Map<Element, string>} */
  #texts = new Map();
  /** @type {Map<Element, string>} */
  #roles = new Map();

  /** @param {View} [view] */
  constructor(view = new View()) {
    this.view = view;
  }

  /** "" for an element that means nothing by itself. @param {Element} element */
  roleOf(element) {
    let role = this.#roles.get(element);
    if (role === undefined) {
      // What is named by itself asks for its own role again.
      this.#roles.set(element, "");
      role = roleOf(element, (element) => (this.#authorName(element) || titleOf(element)) !== "");
      this.#roles.set(element, role);
    }
    return role;
  }

  /** @param {Element} element */
  nameOf(element) {
    let name = this.#names.get(element);
    if (name === undefined) {
      /** @type {Walk} */
      const walk = { left: MOST_ELEMENTS, partial: false, labelling: new Set() };
      name = tidy(this.#text(element, 0, walk, true));
      this.#names.set(element, name);
    }
    return name;
  }

  /** Whether an element's name is all that it shows. @param {Element} element */
  isNamedByContent(element) {
    return FROM_CONTENT.has(this.roleOf(element)) && this.#authorName(element) === "" && this.#native(element, 0, fresh()) === undefined;
  }

  /** What an element shows as text, as a name would have it. @param {Element} element */
  contentOf(element) {
    return tidy(this.#content(element, 0, fresh()));
  }

  /** @param {Element} element */
  #authorName(element) {
    const referenced = this.view.named(element, "aria-labelledby");
    if (referenced.length > 0) {
      const text = tidy(this.#referenced(referenced, fresh()));
      if (text) return text;
    }
    return tidy(element.getAttribute("aria-label") ?? "");
  }

  /** @param {Element[]} elements @param {Walk} walk */
  #referenced(elements, walk) {
    const mode = (/** @type {Element} */ element) => REFERENCED | (this.#isHidden(element) ? HIDDEN : 0);
    return elements.map((element) => this.#text(element, mode(element), walk, true)).join(" ");
  }

  /** Whether an element or one around it keeps it from being seen. @param {Element} element */
  #isHidden(element) {
    if (this.view.isInvisible(element)) return true;
    for (let node = /** @type {Element | undefined} */ (element); node; node = parentOf(node)) if (this.view.isCutOff(node)) return true;
    return false;
  }

  /**
   * @param {Element} element
   * @param {number} mode
   * @param {Walk} walk
   * @param {boolean} first the element that is named, or one that a reference or a label led to
   * @returns {string}
   */
  #text(element, mode, walk, first) {
    const known = mode === 0 && !first ? this.#texts.get(element) : undefined;
    if (known !== undefined) return known;
    if (walk.left <= 0) {
      walk.partial = true;
      return "";
    }
    walk.left -= 1;
    const before = walk.partial;
    walk.partial = false;
    const text = this.#compute(element, mode, walk, first);
    if (mode === 0 && !first && !walk.partial) this.#texts.set(element, text);
    walk.partial ||= before;
    return text;
  }

  /** @param {Element} element @param {number} mode @param {Walk} walk @param {boolean} first */
  #compute(element, mode, walk, first) {
    if (!first && !(mode & HIDDEN) && this.view.isCutOff(element)) return "";
    if (!(mode & REFERENCED)) {
      const referenced = this.view.named(element, "aria-labelledby");
      const text = referenced.length > 0 ? this.#referenced(referenced, walk) : "";
      if (tidy(text)) return text;
    }
    const role = this.roleOf(element);
    if (!first) {
      const value = embeddedValue(element, role);
      if (value !== undefined) return value;
    }
    const label = element.getAttribute("aria-label") ?? "";
    if (tidy(label)) return label;
    const native = this.#native(element, mode, walk);
    if (native !== undefined) return native;
    if (!first || mode !== 0 || walk.labelling.size > 0 || FROM_CONTENT.has(role)) {
      const text = this.#content(element, mode, walk);
      if (tidy(text)) return text;
    }
    return titleOf(element) || placeholderOf(element);
  }

  /** What HTML itself names an element by; undefined where it says nothing. @param {Element} element @param {number} mode @param {Walk} walk */
  #native(element, mode, walk) {
    const name = element.localName;
    if (LABELABLE.has(name)) {
      const labels = this.view.labels(element);
      if (labels.length > 0 && !walk.labelling.has(element)) {
        walk.labelling.add(element);
        const text = labels.map((label) => this.#text(label, mode & ~REFERENCED, walk, true)).join(" ");
        walk.labelling.delete(element);
        if (tidy(text)) return text;
      } else if (labels.length > 0) {
        walk.partial = true;
        // The control inside of its own label adds nothing.
        return "";
      }
    }
    /** @param {string} tag */
    const child = (tag) => Array.from(element.children).find((child) => child.localName === tag);
    /** @param {Element | undefined} part */
    const part = (part) => (part && tidy(this.#text(part, mode | REFERENCED, walk, true))) || undefined;
    switch (name) {
      case "img":
      case "area":
        return element.getAttribute("alt") || undefined;
      case "input":
        return buttonText(/** @type {HTMLInputElement} */ (element));
      case "optgroup":
      case "option":
        return element.getAttribute("label") || undefined;
      case "fieldset":
        return part(child("legend"));
      case "figure":
        return part(child("figcaption"));
      case "table":
        return part(child("caption"));
      case "svg":
        return child("title")?.textContent || undefined;
      default:
        return undefined;
    }
  }

  /** @param {Element} element @param {number} mode @param {Walk} walk */
  #content(element, mode, walk) {
    const shows = Boolean(mode & HIDDEN) || !this.view.isInvisible(element);
    let text = shows ? pseudoText(element, "::before") : "";
    for (const node of this.view.children(element)) {
      if (text.length > MOST_CHARACTERS) break;
      if (isText(node)) {
        if (shows) text += node.data.slice(0, 4 * MOST_CHARACTERS);
      } else if (isElement(node)) {
        if (walk.left <= 0) {
          walk.partial = true;
          break;
        }
        const part = this.#text(node, mode, walk, false);
        const { display } = this.view.look(node);
        const inline = (display === "inline" || display === "contents" || display === "none") && node.localName !== "br";
        text += inline ? part : ` ${part} `;
      }
    }
    return shows ? text + pseudoText(element, "::after") : text;
  }
}

/** @returns {Walk} */
const fresh = () => ({ left: MOST_ELEMENTS, partial: false, labelling: new Set() });

/** @param {Element} element */
const titleOf = (element) => tidy(element.getAttribute("title") ?? "");
/** @param {Element} element */
const placeholderOf = (element) =>
  ["input", "textarea"].includes(element.localName)
    ? tidy(element.getAttribute("placeholder") ?? "")
    : tidy(element.getAttribute("aria-placeholder") ?? "");

/** @param {HTMLInputElement} input */
function buttonText({ type, value, alt }) {
  if (type === "image") return alt || value || "Submit";
  if (type === "submit") return value || "Submit";
  if (type === "reset") return value || "Reset";
  return type === "button" ? value || undefined : undefined;
}

/**
 * A control inside of what names another one counts with its value.
 * @param {Element} element
 * @param {string} role
 */
function embeddedValue(element, role) {
  switch (role) {
    case "textbox":
    case "searchbox":
      return isSecret(element) ? "" : fieldValue(element);
    case "combobox":
    case "listbox":
      return element.localName === "select" ? chosen(element) : fieldValue(element);
    case "slider":
    case "spinbutton":
    case "progressbar":
    case "meter":
      return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? fieldValue(element);
    default:
      return undefined;
  }
}

/** @param {Element} element @returns {string | undefined} */
const fieldValue = (element) => {
  const { value } = /** @type {HTMLInputElement} */ (element);
  return value === undefined ? undefined : String(value);
};

/** What is chosen in a select. @param {Element} element */
export function chosen(element) {
  const options = Array.from(/** @type {HTMLSelectElement} */ (element).selectedOptions ?? []);
  return options.map((option) => tidy(option.label)).join(", ");
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
