// An element's look as an inline style. Only what differs from where a reset of everything would leave it: the parent's value for
// what is inherited, the initial value for the rest.

/** What is inherited. */
const INHERITED = (
  "accent-color border-collapse border-spacing caption-side color color-scheme direction empty-cells font-family font-feature-settings " +
  "font-kerning font-size font-stretch font-style font-variant font-variation-settings font-weight hyphens letter-spacing line-height " +
  "list-style-image list-style-position list-style-type overflow-wrap tab-size -webkit-text-security text-align text-indent text-shadow text-transform " +
  "visibility white-space word-break word-spacing writing-mode -webkit-text-fill-color -webkit-text-stroke-color " +
  "-webkit-text-stroke-width text-anchor dominant-baseline fill fill-opacity fill-rule stroke stroke-dasharray stroke-linecap " +
  "stroke-linejoin stroke-opacity stroke-width"
).split(" ");

/** Initial values, by the properties that have them. @type {[string, string[]][]} */
const INITIAL = [
  [
    "none",
    "appearance backdrop-filter background-image border-image-source box-shadow clip-path filter float clear grid-template-areas grid-template-columns grid-template-rows mask-image max-height max-width perspective rotate scale transform translate -webkit-line-clamp outline-style text-decoration-line border-top-style border-right-style border-bottom-style border-left-style",
  ],
  [
    "auto",
    "align-self aspect-ratio background-size clip column-count column-width flex-basis grid-auto-columns grid-auto-rows grid-column-end grid-column-start grid-row-end grid-row-start height isolation justify-self min-height min-width table-layout width z-index",
  ],
  [
    "normal",
    "align-content align-items background-blend-mode column-gap justify-content justify-items mix-blend-mode row-gap unicode-bidi",
  ],
  [
    "0px",
    "border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius margin-top margin-right margin-bottom margin-left padding-top padding-right padding-bottom padding-left",
  ],
  ["visible", "overflow-x overflow-y"],
  ["repeat", "background-repeat"],
  ["0% 0%", "background-position"],
  ["rgba(0, 0, 0, 0)", "background-color"],
  ["border-box", "background-clip"],
  ["padding-box", "background-origin"],
  ["content-box", "box-sizing"],
  ["inline", "display"],
  ["static", "position"],
  ["row", "flex-direction grid-auto-flow"],
  ["nowrap", "flex-wrap"],
  ["0", "flex-grow order"],
  ["1", "flex-shrink opacity zoom"],
  ["fill", "object-fit"],
  ["50% 50%", "object-position"],
  ["clip", "text-overflow"],
  ["baseline", "vertical-align"],
  ["horizontal", "-webkit-box-orient"],
].map(([value, names]) => [/** @type {string} */ (value), /** @type {string} */ (names).split(" ")]);

/** What matters only where another property is set: by that property, and the value that means it is not. @type {[string, string, string[]][]} */
const DEPENDENT = [
  ["position", "static", ["top", "right", "bottom", "left"]],
  ["outline-style", "none", ["outline-color", "outline-offset", "outline-width"]],
  [
    "text-decoration-line",
    "none",
    ["text-decoration-color", "text-decoration-style", "text-decoration-thickness", "text-underline-offset"],
  ],
  ["transform", "none", ["transform-origin", "transform-style"]],
  ["mask-image", "none", ["mask-size", "mask-position", "mask-repeat"]],
  ["border-image-source", "none", ["border-image-slice", "border-image-width", "border-image-outset", "border-image-repeat"]],
  ...["top", "right", "bottom", "left"].map(
    (side) =>
      /** @type {[string, string, string[]]} */ ([`border-${side}-style`, "none", [`border-${side}-color`, `border-${side}-width`]]),
  ),
];

/** Enough for an empty box that takes the room of a full one. */
const ROOM = new Set(
  (
    "display position float clear width height box-sizing margin-top margin-right margin-bottom margin-left padding-top padding-right " +
    "padding-bottom padding-left border-top-style border-right-style border-bottom-style border-left-style flex-basis flex-grow " +
    "flex-shrink order align-self justify-self grid-column-start grid-column-end grid-row-start grid-row-end min-width min-height " +
    "max-width max-height vertical-align"
  ).split(" "),
);

/** Lengths whose text is a little short, so that what just fits would break into another line. */
const TIGHT = new Set(["width", "grid-template-columns"]);

/**
 * @param {CSSStyleDeclaration} style
 * @param {CSSStyleDeclaration | undefined} parent
 * @param {boolean} [room] an empty box will do
 * @returns {string} `name:value;...`
 */
export function inlineStyle(style, parent, room = false) {
  let text = "";
  /** @param {string} name @param {string | undefined} usual */
  const add = (name, usual) => {
    const value = style.getPropertyValue(name);
    if (value === "" || value === usual) return;
    // Layout counts in 64ths of a pixel: this much is never one of them more.
    text += `${name}:${TIGHT.has(name) ? value.replace(/\d+\.\d+(?=px)/g, (px) => String(Number(px) + 0.01)) : value};`;
  };
  if (!room) for (const name of INHERITED) add(name, parent?.getPropertyValue(name));
  for (const [usual, names] of INITIAL) for (const name of names) if (!room || ROOM.has(name)) add(name, usual);
  for (const [name, off, names] of DEPENDENT) {
    if ((room && !ROOM.has(name)) || style.getPropertyValue(name) === off) continue;
    for (const dependent of names) add(dependent, undefined);
  }
  return text;
}

/**
 * Whether what is in an element is not where it begins, or has less room than the element, for a scroll bar.
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 */
export function scrolls(element, style) {
  if (style.overflowY === "visible" || !/^(?:inline-)?(?:block|flex|grid)$|^(?:flow-root|list-item)$/.test(style.display)) return false;
  if (element === element.ownerDocument.scrollingElement || element.localName === "input") return false;
  const { scrollTop, scrollLeft, offsetWidth, offsetHeight, clientWidth, clientHeight } = /** @type {HTMLElement} */ (element);
  const across = Number.parseFloat(style.borderLeftWidth) + Number.parseFloat(style.borderRightWidth);
  const down = Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.borderBottomWidth);
  return scrollTop !== 0 || scrollLeft !== 0 || offsetWidth - clientWidth - across >= 2 || offsetHeight - clientHeight - down >= 2;
}

/** A scrolled element is drawn as two: one cuts off, this is what it adds to its style. @param {Element} element @param {string} box */
export function outerStyle(element, box) {
  const { offsetWidth, offsetHeight } = /** @type {HTMLElement} */ (element);
  const display = box.startsWith("inline") ? "inline-block" : box === "list-item" ? box : "block";
  return `display:${display};padding:0;box-sizing:border-box;width:${offsetWidth}px;height:${offsetHeight}px;overflow:hidden;`;
}

/** And one holds its content, moved. @param {Element} element @param {CSSStyleDeclaration} style */
export function innerStyle(element, style) {
  const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
  const names =
    "padding-top padding-right padding-bottom padding-left flex-direction flex-wrap align-items align-content justify-content justify-items " +
    "grid-template-columns grid-template-rows grid-template-areas grid-auto-columns grid-auto-rows grid-auto-flow row-gap column-gap";
  return (
    `display:${/flex|grid/.exec(style.display)?.[0] ?? "block"};position:relative;top:${-scrollTop}px;left:${-scrollLeft}px;` +
    `box-sizing:border-box;width:${clientWidth}px;height:${clientHeight}px;` +
    names
      .split(" ")
      .map((name) => `${name}:${style.getPropertyValue(name)};`)
      .join("")
  );
}
