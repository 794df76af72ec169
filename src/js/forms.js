// Forms in the page: which there are and which changed, what they hold, and how a value gets into a control.

/** What changes a form tool's definition. Texts of labels and options do not, as natively. */
const attributeFilter = [
  ..."toolname tooldescription tooltitle toolautosubmit toolparamdescription aria-description".split(" "),
  ..."name type required disabled readonly min max step pattern multiple form".split(" "),
];
const CONTROLS = "input,select,textarea,button,fieldset,output";

/**
 * Tells of forms that came, went or changed. Its work is in proportion to what changed, not to the page.
 */
export class FormWatcher {
  #hear;
  #observer;
  #attach = Element.prototype.attachShadow;
  #attachShadow;
  /** @type {WeakMap<Element, ShadowRoot>} closed ones too, which elements do not show */
  #roots = new WeakMap();
  #loaded = () => {
    this.flush();
    this.#hear(0, [], [], true);
  };

  /**
   * @param {(call: 0, gone: HTMLFormElement[], changed: HTMLFormElement[], now: boolean) => void} hear `gone` are tools no more, as of now;
   *   `changed` are to be looked at in a later task, or `now`
   */
  constructor(hear) {
    this.#hear = hear;
    this.#observer = new MutationObserver((records) => this.#take(records));
    const watcher = this;
    const attach = this.#attach;
    this.#attachShadow = {
      /** @this {Element} @param {ShadowRootInit} init */
      attachShadow(init) {
        const root = attach.call(this, init);
        watcher.#roots.set(this, root);
        watcher.#observe(root);
        return root;
      },
    }.attachShadow;
    Element.prototype.attachShadow = this.#attachShadow;
    /** @type {Set<HTMLFormElement>} */
    const found = new Set();
    this.#observe(document);
    this.#look(document, found);
    hear(0, [], [...found], false);
    // By then all of the page's own forms are tools.
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", this.#loaded, { capture: true, once: true });
  }

  stop() {
    this.#observer.disconnect();
    removeEventListener("DOMContentLoaded", this.#loaded, true);
    if (Element.prototype.attachShadow === this.#attachShadow) Element.prototype.attachShadow = this.#attach;
  }

  /** Hears now what would else be heard at the end of this task. */
  flush() {
    this.#take(this.#observer.takeRecords());
  }

  /** @param {Document | ShadowRoot} root */
  #observe(root) {
    this.#observer.observe(root, { subtree: true, childList: true, attributeFilter, attributeOldValue: true });
  }

  /**
   * The forms below a node, and below the shadow roots below it, each of which is observed from then on.
   * @param {Document | ShadowRoot | Element} node
   * @param {Set<HTMLFormElement>} found
   */
  #look(node, found) {
    for (const element of [node, ...bare(node).querySelectorAll("*")]) {
      if (!isElement(element)) continue;
      if (isForm(element)) found.add(element);
      const root = this.#roots.get(element) ?? bare(element).shadowRoot;
      if (root) {
        this.#observe(root);
        this.#look(root, found);
      }
    }
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    if (!records.length) return;
    /** @type {Set<HTMLFormElement>} */
    const gone = new Set();
    /** @type {Set<HTMLFormElement>} */
    const changed = new Set();
    /** @param {any} form */
    const mark = (form) => isForm(form) && changed.add(form);
    /** Controls alone: options, labels and legends know their form too. @param {Element} node */
    const controlsIn = (node) => [node, ...bare(node).querySelectorAll(CONTROLS)].filter((control) => bare(control).matches(CONTROLS));
    /** @param {Node} near @param {string | null} id a `form` attribute's */
    const named = (near, id) => {
      if (id) mark(/** @type {Document} */ (near.getRootNode()).getElementById?.(id));
    };
    for (const { type, target, attributeName, oldValue, addedNodes, removedNodes } of records) {
      const element = /** @type {any} */ (bare(target));
      if (type === "attributes") {
        mark(target);
        mark(element.form);
        if (attributeName === "form") {
          named(target, oldValue);
          mark(element.closest("form"));
        }
        if (isForm(target) && !isTool(target)) gone.add(target);
        continue;
      }
      for (const node of removedNodes) {
        if (!isElement(node)) continue;
        this.#look(node, gone);
        for (const control of controlsIn(node)) {
          mark(element.closest?.("form"));
          named(target, control.getAttribute("form"));
        }
      }
      for (const node of addedNodes) {
        if (!isElement(node)) continue;
        this.#look(node, changed);
        for (const control of controlsIn(node)) mark(/** @type {any} */ (control).form);
      }
    }
    if (gone.size || changed.size) this.#hear(0, [...gone], [...changed], false);
  }
}

// By what they are: a node made by another frame's script is no instance of this one's classes.

// A control's name hides the form's member of that name (`<input name="elements">`): what is the form's own is read past it.

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => Reflect.get(Node.prototype, "nodeType", node) === Node.ELEMENT_NODE;

/** @param {any} node @returns {node is HTMLFormElement} */
function isForm(node) {
  try {
    return Reflect.get(Element.prototype, "localName", node) === "form" && "elements" in node;
  } catch {
    return false;
  }
}

/** @template {object} T @param {T} node @returns {T} the same, with its own members alone where it is a form */
export const bare = (node) => (isForm(node) ? new Proxy(node, own) : node);

const own = {
  /** @param {any} form @param {string} key */
  get(form, key) {
    const member = Reflect.get(HTMLFormElement.prototype, key, form);
    return typeof member === "function" ? member.bind(form) : member;
  },
};

/** @param {HTMLFormElement} node */
function isTool(node) {
  const form = bare(node);
  return form.hasAttribute("toolname") && form.hasAttribute("tooldescription");
}

/**
 * `[name, description, title, autosubmit]`, or nothing where the form is no tool.
 * @param {HTMLFormElement} node
 */
export function definition(node) {
  const form = bare(node);
  const name = form.getAttribute("toolname") ?? "";
  if (!form.isConnected || !isTool(node) || !/^[\w.-]{1,128}$/.test(name)) return undefined;
  return [name, form.getAttribute("tooldescription"), form.getAttribute("tooltitle") ?? "", form.hasAttribute("toolautosubmit")];
}

/**
 * The form's controls, each as an array, and the descriptions of the fieldsets around them.
 * @param {HTMLFormElement} form
 */
export function describe(form) {
  /** @type {Element[]} */
  const fieldsets = [];
  const controls = controlsOf(form).map((control) => {
    const { localName } = control;
    // What a page's own element says of itself may be anything; it is no parameter.
    if (localName.includes("-")) return [localName, "", control.getAttribute("name") ?? ""];
    const { name = "" } = control;
    // Not every browser has these two; their pages want the same text of it.
    const [wanted] = /^(month|week)$/i.exec(control.getAttribute("type") ?? "") ?? [];
    const type = wanted?.toLowerCase() ?? control.type ?? "";
    const chosen = type === "checkbox" || type === "radio";
    const around = [];
    if (chosen) {
      for (let set = control.closest("fieldset"); set; set = set.parentElement?.closest("fieldset") ?? null) {
        if (!fieldsets.includes(set)) fieldsets.push(set);
        around.push(fieldsets.indexOf(set));
      }
    }
    /** @param {string} attribute */
    const read = (attribute) => control.getAttribute(attribute);
    const pattern = localName === "input" ? read("pattern") : null;
    return [
      localName,
      type,
      name,
      chosen ? control.value : (read("value") ?? ""),
      !!control.required,
      control.matches(":disabled"),
      control.hasAttribute("readonly"),
      ...["min", "max", "step"].map(read),
      pattern !== null && compiles(pattern) ? pattern : null,
      read("toolparamdescription"),
      [...(control.labels ?? [])]
        .map((label) => textOf(label).trim())
        .filter(Boolean)
        .join("; "),
      read("aria-description"),
      [...(control.options ?? [])].flatMap((/** @type {HTMLOptionElement} */ { value, textContent }) => [value, textContent]),
      around,
    ];
  });
  return [controls, fieldsets.map((fieldset) => fieldset.getAttribute("toolparamdescription"))];
}

/** @param {HTMLFormElement} form @returns {any[]} */
const controlsOf = (form) => [...bare(form).elements].filter(({ localName }) => localName !== "object");

/** @param {string} pattern */
function compiles(pattern) {
  try {
    return !!new RegExp(pattern, "v");
  } catch {
    return false;
  }
}

/** A label's text without that of the controls in it. @param {Node} node @returns {string} */
function textOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return /** @type {Text} */ (node).data;
  if (isElement(node) && node.matches("select,textarea,button,output,meter,progress")) return "";
  return [...node.childNodes].map(textOf).join("");
}

/**
 * Carries writes out, as the browser would for a user: `[control, text]`, `[control, checked]` or `[control, options]` each.
 * @param {HTMLFormElement} form
 * @param {[number, string | boolean | number[]][]} writes
 */
export function fill(form, writes) {
  const controls = controlsOf(form);
  for (const [index, value] of writes) {
    const control = controls[index];
    if (typeof value === "boolean") {
      const changed = control.checked !== value;
      put(control, "checked", value);
      fire(control, changed, true);
    } else if (typeof value === "string") {
      const before = control.value;
      put(control, "value", value);
      const { type, value: after } = control;
      if (type !== "hidden") fire(control, before !== after || (after === "" && type !== "datetime-local"), before !== after);
    } else {
      const before = chosen(control);
      if (control.multiple) {
        for (const [at, option] of [...control.options].entries()) put(option, "selected", value.includes(at));
      } else put(control, "selectedIndex", value[0]);
      const changed = before !== chosen(control);
      fire(control, changed, changed);
    }
  }
}

/** @param {HTMLSelectElement} select */
const chosen = (select) => [...select.options].map((option) => +option.selected).join();

/**
 * Sets a property past a framework's own setter on the element, so that the framework sees a change.
 * @param {object} control @param {string} key @param {unknown} value
 */
const put = (control, key, value) => Reflect.set(Object.getPrototypeOf(control), key, value, control);

/** @param {Element} control @param {boolean} input @param {boolean} change */
function fire(control, input, change) {
  if (input) control.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  if (change) control.dispatchEvent(new Event("change", { bubbles: true }));
}
