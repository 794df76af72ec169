// The role of an element, by ARIA 1.2 and the HTML accessibility mapping.
import { isElement, parentOf } from "./dom.js";

/** The roles an author may write; other words are passed over. */
const KNOWN = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary " +
    "contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img insertion " +
    "link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note " +
    "option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator " +
    "slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip " +
    "tree treegrid treeitem mark"
  ).split(" "),
);

/** Elements whose role never changes. @type {Record<string, string>} */
const PLAIN = {
  article: "article",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  datalist: "listbox",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dt: "term",
  em: "emphasis",
  fieldset: "group",
  figure: "figure",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hr: "separator",
  html: "document",
  iframe: "iframe",
  ins: "insertion",
  main: "main",
  mark: "mark",
  math: "math",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  table: "table",
  tbody: "rowgroup",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  time: "time",
  tr: "row",
  ul: "list",
};

/** @type {Record<string, string>} */
const INPUTS = {
  button: "button",
  checkbox: "checkbox",
  color: "color",
  date: "date",
  "datetime-local": "date",
  file: "button",
  image: "button",
  month: "date",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  submit: "button",
  time: "time",
  week: "date",
};

/** What a landmark loses inside of. */
const SECTIONING = "article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]";
/** Attributes that make an element more than decoration, whatever its role says. */
const GLOBAL = "[aria-atomic],[aria-busy],[aria-controls],[aria-describedby],[aria-live],[aria-owns],[aria-label],[aria-labelledby]";

/** Whether the user can put the focus there. @param {Element} element */
export function isFocusable(element) {
  if (element.hasAttribute("tabindex") || isEditableRoot(element)) return !isDisabled(element);
  const name = element.localName;
  if (name === "a" || name === "area") return element.hasAttribute("href");
  if (name === "input") return /** @type {HTMLInputElement} */ (element).type !== "hidden" && !isDisabled(element);
  if (name === "summary") return parentOf(element)?.localName === "details";
  return ["button", "select", "textarea", "iframe"].includes(name) && !isDisabled(element);
}

/** @param {Element} element */
export const isDisabled = (element) => element.matches(":disabled");

/** Where contenteditable begins. @param {Element} element */
export function isEditableRoot(element) {
  const value = element.getAttribute("contenteditable")?.toLowerCase();
  return value === "" || value === "true" || value === "plaintext-only";
}

/**
 * The role of an element; "" for one that means nothing by itself.
 * @param {Element} element
 * @param {(element: Element) => boolean} isNamed whether its author gave it a name
 */
export function roleOf(element, isNamed) {
  const given = element.getAttribute("role")?.toLowerCase().split(/\s+/) ?? [];
  for (const role of given) {
    if (!KNOWN.has(role)) continue;
    if ((role === "region" || role === "form") && !isNamed(element)) continue;
    if (role !== "none" && role !== "presentation") return role === "image" ? "img" : role;
    if (!isFocusable(element) && !element.matches(GLOBAL)) return "";
    break;
  }
  return nativeRole(element, isNamed);
}

/** @param {Element} element @param {(element: Element) => boolean} isNamed */
function nativeRole(element, isNamed) {
  const name = element.localName;
  const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (plain) return plain;
  switch (name) {
    case "a":
    case "area":
      return element.hasAttribute("href") ? "link" : "";
    case "address":
      return "group";
    case "aside":
      return isElement(element.parentElement?.closest(SECTIONING)) && !isNamed(element) ? "" : "complementary";
    case "footer":
      return element.parentElement?.closest(SECTIONING) ? "" : "contentinfo";
    case "header":
      return element.parentElement?.closest(SECTIONING) ? "" : "banner";
    case "form":
      return isNamed(element) ? "form" : "";
    case "section":
      return isNamed(element) ? "region" : "";
    case "img":
      return element.getAttribute("alt") === "" && !element.matches(GLOBAL) && !element.hasAttribute("title") ? "" : "img";
    case "input":
      return inputRole(/** @type {HTMLInputElement} */ (element));
    case "li":
      return listed(element) ? "listitem" : "";
    case "select": {
      const select = /** @type {HTMLSelectElement} */ (element);
      return select.multiple || select.size > 1 ? "listbox" : "combobox";
    }
    case "summary":
      return parentOf(element)?.localName === "details" ? "button" : "";
    case "svg":
      return isNamed(element) ? "img" : "";
    case "canvas":
      return isNamed(element) ? "img" : "";
    case "td":
      return tableRole(element) === "table" ? "cell" : "gridcell";
    case "th":
      return headerRole(element);
    default:
      return isEditableRoot(element) ? "textbox" : "";
  }
}

/** @param {HTMLInputElement} input */
function inputRole(input) {
  const role = Object.hasOwn(INPUTS, input.type) ? INPUTS[input.type] : undefined;
  if (role) return role;
  if (input.type === "hidden") return "";
  if (input.hasAttribute("list")) return "combobox";
  return input.type === "search" ? "searchbox" : "textbox";
}

/** @param {Element} item */
function listed(item) {
  const parent = parentOf(item);
  const list = parent?.localName === "slot" ? parentOf(parent) : parent;
  const role = list?.getAttribute("role");
  return role ? role === "list" || role === "directory" : ["ul", "ol", "menu"].includes(list?.localName ?? "");
}

/** @param {Element} cell */
function tableRole(cell) {
  const role = cell.closest("table")?.getAttribute("role");
  return role === "grid" || role === "treegrid" ? "grid" : "table";
}

/** @param {Element} cell */
function headerRole(cell) {
  const scope = cell.getAttribute("scope")?.toLowerCase() ?? "";
  if (scope.startsWith("row")) return "rowheader";
  if (scope.startsWith("col")) return "columnheader";
  const beside = cell.previousElementSibling ?? cell.nextElementSibling;
  return cell.closest("thead") || beside?.localName === "th" ? "columnheader" : "rowheader";
}
