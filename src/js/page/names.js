// Accessible names, by the steps of "Accessible Name and Description Computation" 1.2 and the HTML accessibility mapping.
import { isElement, isSecret, isText, tidy, View } from "./dom.js";
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
/** The element that is named, or one that a reference or a label led to. */
const FIRST = 4;
/** What a label holds. */
const LABEL = 8;

/**
 * @typedef {object} Walk one text on its way
 * @property {number} left elements that may still be looked at
 * @property {boolean} partial a control was left out that is not left out of other texts
 * @property {Set<Element>} labelling whose labels are being read
 */

export class Names {
  /** @type {Map<Element, string>} */
  #names = new Map();
  /** What was found, by mode. @type {Map<Element, string>[]} */
  #texts = Array.from({ length: 16 }, () => new Map());
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
      name = tidy(this.#text(element, FIRST, fresh()));
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

  /** Each with a measure of its own, so that it is the same for all who ask. @param {Element[]} elements @param {Walk} walk */
  #referenced(elements, walk) {
    const texts = elements.map((element) => {
      const own = { ...walk, left: MOST_ELEMENTS, partial: false };
      const text = this.#text(element, FIRST | REFERENCED | (this.view.isHidden(element) ? HIDDEN : 0), own);
      walk.partial ||= own.partial;
      return text;
    });
    return texts.join(" ");
  }

  /**
   * @param {Element} element
   * @param {number} mode
   * @param {Walk} walk
   * @returns {string}
   */
  #text(element, mode, walk) {
    const known = this.#texts[mode]?.get(element);
    if (known !== undefined) return known;
    if (walk.left <= 0) return "";
    walk.left -= 1;
    const { partial } = walk;
    walk.partial = false;
    const whole = walk.left === MOST_ELEMENTS - 1;
    const text = this.#compute(element, mode, walk);
    // What ran out on the way is another text for the next who asks, unless that one begins here as well.
    if (!walk.partial && (walk.left > 0 || whole)) this.#texts[mode]?.set(element, text);
    walk.partial ||= partial;
    return text;
  }

  /** @param {Element} element @param {number} mode @param {Walk} walk */
  #compute(element, mode, walk) {
    const first = (mode & FIRST) !== 0;
    if (!first && !(mode & HIDDEN) && this.view.isCutOff(element)) return "";
    if (!(mode & REFERENCED)) {
      const referenced = this.view.named(element, "aria-labelledby");
      if (referenced.length > 0) {
        const nested = walk.labelling.has(element);
        walk.labelling.add(element);
        const text = this.#referenced(referenced, walk);
        if (!nested) walk.labelling.delete(element);
        if (tidy(text)) return text;
      }
    }
    const role = this.roleOf(element);
    if (!first) {
      if (walk.labelling.has(element)) {
        // The control inside of its own label adds nothing.
        walk.partial = true;
        return "";
      }
      const value = embeddedValue(element, role);
      if (value !== undefined) return value;
    }
    const label = element.getAttribute("aria-label") ?? "";
    if (tidy(label)) return label;
    const native = this.#native(element, mode, walk);
    if (native !== undefined) return native;
    if (mode !== FIRST || FROM_CONTENT.has(role)) {
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
        const text = labels.map((label) => this.#text(label, (mode & HIDDEN) | FIRST | LABEL, walk)).join(" ");
        walk.labelling.delete(element);
        if (tidy(text)) return text;
      }
    }
    /** @param {string} tag */
    const child = (tag) => Array.from(element.children).find((child) => child.localName === tag);
    /** @param {Element | undefined} part */
    const part = (part) => (part && tidy(this.#text(part, mode | FIRST | LABEL, walk))) || undefined;
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
    let text = shows ? this.view.pseudo(element, "::before") : "";
    for (const node of this.view.children(element)) {
      if (text.length > MOST_CHARACTERS) break;
      if (isText(node)) {
        if (shows) text += node.data.slice(0, 4 * MOST_CHARACTERS);
      } else if (isElement(node)) {
        if (walk.left <= 0) break;
        const part = this.#text(node, mode & ~FIRST, walk);
        const { display } = this.view.look(node);
        const inline = (display === "inline" || display === "contents" || display === "none") && node.localName !== "br";
        text += inline ? part : ` ${part} `;
      }
    }
    return shows ? text + this.view.pseudo(element, "::after") : text;
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
