// What the widget is made of: its elements and drawings as text, what it does with texts before it shows them, and small helps.

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

// One line is one element, one space of indentation one level: `tag.class name=value name=@label @label !icon`.

/** `confirms` and `samples` show their first dialog each, the others queue behind it. */
export const FRAME = `section.root part=root aria-label=@title
 div.live role=status
 div.badge
  button.webmcp-trigger type=button part=trigger data-do=toggle aria-expanded=false !off
 div.confirms
 div.samples
 div.webmcp-content part=panel role=group aria-label=@title`;

/** @param {string} kind */
const listOf = (kind) => `
  details.webmcp-${kind}-list open
   summary @${kind}
    span.count
   ul.webmcp-${kind}-container
   p.none`;

export const PANEL = `header
 h2 @title
 button.webmcp-close type=button part=close data-do=close aria-label=@close !close
div.body
 p.webmcp-status part=status tabindex=-1
 p.where
 div.problem part=problem
  b.why
  p.fix
  div.command
   code
   button.copy type=button data-do=copy aria-label=@copy !copy
  p.detail
 div.webmcp-connection-panel
  label for=token @token
  div.pair
   input.webmcp-token-input id=token part=input type=text placeholder=@paste autocomplete=off autocapitalize=off spellcheck=false aria-describedby=hint
   button.webmcp-connect-btn data-main type=button part=button data-do=connect @connect
  p.hint id=hint @hint
  div.command
   code @hint-command
   button.copy type=button data-do=copy aria-label=@copy !copy
 details.calls open
  summary @calls
  ol
 div.webmcp-registered-items
  input.filter part=input type=search placeholder=@filter aria-label=@filter autocomplete=off${["tools", "prompts", "resources"].map(listOf).join("")}
footer
 button.webmcp-disconnect-btn type=button part=button data-do=disconnect @disconnect`;

export const ITEM = `li part=item
 div.what
  strong
  span.from
  code
  p
 button.switch type=button part=switch role=switch data-do=switch`;

export const CALL = `li part=call
 span.mark !busy
 div.what
  span.tool
  span.took
 button.stop type=button part=button data-do=stop @stop-short`;

/** @param {string} no @param {string} noText @param {string} yes @param {string} yesText */
const buttons = (no, noText, yes, yesText) => ` div.buttons
  button type=button part=button data-do=${no} @${noText}
  button data-main type=button part=button data-do=${yes} @${yesText}`;

export const CONFIRM_DIALOG = `dialog.ask part=dialog role=alertdialog aria-label=@confirm-title tabindex=-1
 h2 @confirm-title
 p.tool
 p.about
 p.by
 pre tabindex=0 role=group aria-label=@arguments
 div.left
 p.note
${buttons("deny", "deny", "allow", "allow")}`;

export const SAMPLE_DIALOG = `dialog.ask part=dialog aria-label=@sample-title tabindex=-1
 h2 @sample-title
 div.talk tabindex=0 role=group aria-label=@sample-title
 p.limits
 label for=answer @answer
 textarea id=answer part=input rows=4
${buttons("cancel", "cancel", "answer", "send")}`;

export const COPY_DIALOG = `dialog.ask part=dialog aria-label=@copy-title tabindex=-1
 h2 @copy-title
 p.note @copy-note
 pre tabindex=0 role=group aria-label=@copy-title
${buttons("dismiss", "dismiss", "copied", "copy")}`;

/**
 * Text from outside as text to show: at most `limit` characters, and nothing that hides or reorders what a person reads. Controls, bidi
 * controls and zero-width characters appear as `\u{..}`; joiners stay between the letters and emoji they join.
 * @param {string} text @param {number} limit
 */
export function harmless(text, limit) {
  let [shown, before, count] = ["", " ", 0];
  for (const letter of text) {
    if (count++ === limit) return `${shown}…`;
    const joins = (letter === "\u200c" || letter === "\u200d") && before > "\x7f";
    const hides = /[\p{Cc}\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u.test(letter);
    shown += hides && !joins && letter !== "\n" && letter !== "\t" ? `\\u{${letter.codePointAt(0)?.toString(16)}}` : letter;
    before = letter;
  }
  return shown;
}

/**
 * The texts of one widget: the page's own first, then its language's.
 * @param {string} table one line for each text, its key first @param {string[]} own keys and texts in turn
 */
export function texts(table, own) {
  const all = new Map();
  for (const line of table.split("\n")) {
    const at = line.indexOf(" ");
    all.set(line.slice(0, at), line.slice(at + 1));
  }
  for (let at = 0; at < own.length; at += 2) all.set(own[at], own[at + 1]);
  /** @param {string} key @returns {string} a key that no table has shows as itself */
  const text = (key) => all.get(key) ?? key;
  return {
    text,
    /** @param {string} key @returns {string} */
    find: (key) => all.get(key) ?? "",
    /** @param {string} key @param {string | number} value what stands in for the text's `{}`; a page's own may go without */
    fill: (key, value) => text(key).replace(/\{\}?/, () => `${value}`),
  };
}

/** The page's language, then the browser's. */
export const languages = () => [document.documentElement?.lang, ...(navigator.languages ?? [])];

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
/** The items of an array; anything else that is there is the only item. @param {any} value @returns {any[]} */
export const list = (value) => (Array.isArray(value) ? value : value == null ? [] : [value]);
/** @param {string} base64 */
export const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/**
 * Where the widget hangs: in the body, or in the full-screen element, outside of which nothing can be used. What shows no children of its
 * own is no place for it, and with the whole document the body will do.
 */
export function home() {
  const whole = document.fullscreenElement;
  const shows = whole && !/^(html|video|iframe|canvas|img|object|embed)$|-/.test(whole.localName) && !whole.shadowRoot;
  return shows ? whole : document.body;
}

/**
 * A colour in any notation as it looks on white, and what has 4.5 : 1 on it: the browser paints one pixel and says what came out.
 * @param {string} colour
 */
export function solid(colour) {
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

/** Shows an image without any URL, which a strict CSP would refuse. @param {any} canvas @param {any} content */
export async function drawImage(canvas, content) {
  const bitmap = await createImageBitmap(new Blob([bytesOf(content.data)], { type: content.mimeType }));
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
}

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
