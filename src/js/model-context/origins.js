// Origins, as tools name them.

/** @param {string} given @returns {URL | undefined} */
export function address(given) {
  try {
    const url = new URL(given);
    // A blob's is that of the page it was made by.
    return url.protocol === "blob:" ? new URL(url.origin) : url;
  } catch {
    return undefined;
  }
}

/** The origins of an `exposedTo` or `fromOrigins`. @param {string[]} given @param {string} list */
export function secureOrigins(given, list) {
  return given.map((item) => {
    const url = address(item);
    if (!url || !(/^(https|wss|file|chrome-extension):$/.test(url.protocol) || /(^|\.)localhost\.?$|^127\.|^\[::1\]$/.test(url.hostname))) {
      throw new DOMException(`Only secure origins are allowed in the ${list} list.`, "SecurityError");
    }
    return url.origin;
  });
}

export const ownOrigin = () => (location.protocol === "file:" ? "file://" : self.origin);
