// What a page gives to connect("ws://...", options), and how the connection's ends are told.

/** @typedef {import("../types.js").WuOptions} Options */

/** @param {string} message @param {string} name @param {string} code */
export const failure = (message, name, code) => Object.defineProperty(new DOMException(message, name), "code", { value: code });

/** Reads every option before anything is made of them: a getter is page code. @param {unknown} given */
export function read(given) {
  if (given !== undefined && given !== null && typeof given !== "object") throw new TypeError("connect: options must be an object");
  const { token, allowInsecure, store, navigate, routes } = /** @type {Record<string, any>} */ (given ?? {});
  const check = (/** @type {unknown} */ fine, /** @type {string} */ problem) => {
    if (!fine) throw new TypeError(`connect: ${problem}`);
  };
  check(token === undefined || typeof token === "string", "token must be a string");
  check(allowInsecure === undefined || typeof allowInsecure === "boolean", "allowInsecure must be true or false");
  check(navigate === undefined || typeof navigate === "function", "navigate must be a function");
  check(
    store === undefined || (typeof store?.get === "function" && typeof store?.set === "function"),
    "store must be an object with the functions get and set",
  );
  const texts = Array.isArray(routes) && routes.every((route) => typeof route === "string");
  check(routes === undefined || texts, "routes must be an array of strings");
  return { token: token ?? "", allowInsecure: allowInsecure ?? false, store, navigate, routes: routes && [...routes] };
}

/** @param {string} server */
export function hostOf(server) {
  try {
    return new URL(server).hostname;
  } catch {
    throw failure(`connect: "${server}" is no URL`, "SyntaxError", "token-server");
  }
}

/** Why a connection ended, by the library's code. @param {string} code @param {string} server @param {string} detail */
export function ending(code, server, detail) {
  switch (code) {
    case "token-refused":
      return failure(
        `The wu relay at ${server} refused this page (it says: ${detail}): give connect() the token that the relay was started with.`,
        "NotAllowedError",
        code,
      );
    case "relay-unreachable":
      return failure(`No wu relay answers at ${server}: start it, then call connect() again.`, "NetworkError", code);
    case "csp-blocked":
      return failure(`This page's Content-Security-Policy forbids the connection: add connect-src ${server}.`, "SecurityError", code);
    case "safari-https":
      return failure(
        `This browser refuses ${server} from an https page: use Chrome, Edge or Firefox, or serve the page over http on localhost.`,
        "SecurityError",
        code,
      );
    default:
      return failure(`connect: no socket can be opened to "${server}".`, "SyntaxError", code);
  }
}
