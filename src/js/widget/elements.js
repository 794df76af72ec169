// Elements, made and changed.

/** Lines of 16 by 16, drawn as strokes. @type {Record<string, string>} */
const ICONS = {
  off: "M6,1.5V5M10,1.5V5M3.5,5h9v2.5a4.5,4.5,0,0,1,-9,0zM8,12v2.5",
  pair: "M3,8h.01M8,8h.01M13,8h.01",
  wait: "M8,1.8a6.2,6.2,0,1,0,.01,0M8,4.8V8l2.2,1.6",
  on: "M3,8.6l3.4,3.4L13,4.6",
  busy: "M8,2a6,6,0,1,1,-6,6",
  ask: "M8,2.5v6.5M8,13h.01",
  close: "M4,4l8,8M12,4l-8,8",
  copy: "M6,6h7v7H6zM10,6V3H3v7h3",
  stopped: "M4.5,4.5h7v7h-7z",
  ok: "M3,8.6l3.4,3.4L13,4.6",
  no: "M4,4l8,8M12,4l-8,8",
  denied: "M8,2a6,6,0,1,0,.01,0M3.8,3.8l8.4,8.4",
};

/** @param {string} tag @returns {HTMLElement} */
export const element = (tag) =>
  /** @type {any} */ (document.createElementNS(`http://www.w3.org/${/^(svg|path)$/.test(tag) ? "2000/svg" : "1999/xhtml"}`, tag));
/** A part that a page has taken out is still spoken to, by a stand-in. @param {ParentNode} within @param {string} selector @returns {any} */
export const find = (within, selector) => within.querySelector(selector) ?? element("input");
/** @param {ParentNode} within @param {string} selector @param {string | number} text */
export const put = (within, selector, text) => {
  find(within, selector).textContent = text;
};
/** As upstream does it: through the element's own style. @param {HTMLElement} part @param {unknown} on @param {string} [how] */
export const display = (part, on, how = "") => part.style.setProperty("display", on ? how : "none");
/** @param {ParentNode} within @param {string} selector @param {unknown} on */
export const show = (within, selector, on) => display(find(within, selector), on);
/** @param {Element} within @param {string} icon */
export const draw = (within, icon) => find(within, "path").setAttribute("d", ICONS[icon]);
/** @param {Element} part @param {string} name @param {string | number | boolean} value */
export const set = (part, name, value) => part.setAttribute(name, `${value}`);
/** @param {EventTarget | null | undefined} part */
export const typesInto = (part) => /^(input|textarea)$/.test(/** @type {Element} */ (part).localName);
/** Builds what a few lines describe and appends it; gives the first element. @param {string} lines @param {(key: string) => string} text @param {Node} parent */
export function build(lines, text, parent) {
  /** @type {Node[]} */
  const open = [parent];
  /** @type {HTMLElement | undefined} */
  let first;
  for (const line of lines.split("\n")) {
    const [head = "", ...words] = line.trimStart().split(" ");
    open.length = line.length - line.trimStart().length + 1;
    const [tag = "", name] = head.split(".");
    const made = element(tag);
    if (name) set(made, "class", name);
    for (const word of words) {
      if (word[0] === "@") made.textContent = text(word.slice(1));
      else if (word[0] === "!") {
        const svg = element("svg");
        set(svg, "viewBox", "0 0 16 16");
        set(svg, "aria-hidden", true);
        svg.append(element("path"));
        draw(svg, word.slice(1));
        made.append(svg);
      } else {
        const [name = "", value = ""] = word.split("=");
        set(made, name, value[0] === "@" ? text(value.slice(1)) : value);
      }
    }
    open[open.length - 1]?.appendChild(made);
    open.push(made);
    first ??= made;
  }
  return /** @type {HTMLElement} */ (first);
}
