// Texts before they are shown: those from outside made harmless, the widget's own in the language of the page.

/** Longer texts than a person reads. */
export const SHOWN = 20_000;

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
  /** @param {string} key @param {string | number} value what stands in for the text's `{}`; a page's own may go without */
  const fill = (key, value) => text(key).replace(/\{\}?/, () => `${value}`);
  return {
    text,
    /** @param {string} key @returns {string} */
    find: (key) => all.get(key) ?? "",
    fill,
    /** As much of it as a person reads; what is cut off is counted. @param {string} given @returns {string} */
    long: (given) => {
      const rest = given.length > SHOWN ? [...given].length - SHOWN : 0;
      return harmless(given, SHOWN) + (rest > 0 ? fill("more", rest) : "");
    },
  };
}

/** The page's language, then the browser's. */
export const languages = () => [document.documentElement?.lang, ...(navigator.languages ?? [])];
