// What must never be kept or shown: tokens, keys, passwords, cookies and authorization, wherever text may carry them.

const HIDDEN = "[hidden]";
/** Names of parameters and members that hold secrets. */
const SECRET =
  /(?:^|[^a-z])(?:auth(?:orization|entication)?|bearer|code|cookies?|credentials?|csrf|jwt|keys?|nonce|otp|pass(?:word|wd|phrase)?|pin|pwd|secrets?|session(?:id)?|sid|sig(?:nature)?|state|tickets?|tokens?|xsrf)(?:$|[^a-z])/;
const JWT = /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g;
/** Letters and digits mixed, and too long to be a word or an id. */
const LONG = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{32,}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a parameter or member of this name holds a secret: `accessToken`, `api_key`, `X-Auth`. @param {string} name */
export const isSecretName = (name) => SECRET.test(name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase());

/** As above, but for what people write to a console: `code: 404` is no secret there. @param {string} name */
export const isSecretMember = (name) => isSecretName(name) && !NATURAL.test(name);

/** @param {string} text */
const isToken = (text) => LONG.test(text) && !UUID.test(text);

/**
 * An address as it may be shown: relative on the page's own origin, without user, password, tokens and the content of `data:`.
 * @param {string} address
 */
export function safeUrl(address) {
  if (/^data:/i.test(address)) return `${/^[^,;]{0,80}/.exec(address)?.[0]};…`;
  /** @type {URL} */
  let url;
  try {
    url = new URL(address, document.baseURI);
  } catch {
    return safeText(address.slice(0, 300));
  }
  const path = url.pathname
    .split("/")
    .map((part) => (isToken(decoded(part)) ? HIDDEN : part))
    .join("/");
  const search = url.search.length > 1 ? `?${safePairs(url.search.slice(1))}` : "";
  const hash = url.hash.length > 1 ? `#${url.hash.includes("=") ? safePairs(url.hash.slice(1)) : safeText(url.hash.slice(1))}` : "";
  const origin = url.origin === location.origin ? "" : `${url.protocol}//${url.host}`;
  const text = `${origin}${path}${search}${hash}`.replace(JWT, HIDDEN);
  return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text;
}

/** @param {string} query */
function safePairs(query) {
  return query
    .split("&")
    .map((pair) => {
      const at = pair.indexOf("=");
      if (at < 0) return isToken(decoded(pair)) ? HIDDEN : pair;
      const name = pair.slice(0, at);
      return isSecretName(decoded(name)) || isToken(decoded(pair.slice(at + 1))) ? `${name}=${HIDDEN}` : pair;
    })
    .join("&");
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A line of text without what looks like a secret in it. @param {string} text */
export function safeText(text) {
  return text
    .replace(/\b(?:https?|wss?):\/\/[^\s"'<>`]+/g, safeUrl)
    .replace(JWT, HIDDEN)
    .replace(/\b(Bearer|Basic|Digest)\s+[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`)
    .replace(/\b((?:set-)?cookie|authorization)(["']?\s*[:=]\s*)(?!\[hidden\])[^\n]+/gi, `$1$2${HIDDEN}`)
    .replace(/(?<![\w-])([\w-]{1,60})(["']?\s*[:=]\s*["']?)([^\s"'&,;{}]+)/g, (whole, name, between, value) =>
      value !== HIDDEN && value.length > 5 && isSecretMember(name) ? `${name}${between}${HIDDEN}` : whole,
    );
}

/** Words that a sentence may well put before a colon. */
const NATURAL = /^(?:code|keys?|state|status_?code|error_?code|session|pin|sig|auth|nonce)$/i;
