// The page around the library: small questions and errands that take less here than call by call from the wasm.
// Some of it runs where there is no window, in a worker or under a test.

export const host = () => globalThis.window?.location.host ?? "";
export const hostName = () => globalThis.window?.location.hostname ?? "";
export const visible = () => globalThis.document?.visibilityState === "visible";
export const hasBody = () => !!globalThis.document?.body;

/** Random text for trace ids; `crypto.randomUUID` would need a secure context. */
export const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The page's metadata, as the fork's relay lists it. Sizes in CSS pixels. */
export function clientInfo() {
  const { window } = globalThis;
  if (!window) return {};
  const { navigator, location } = window;
  return {
    userAgent: navigator.userAgent,
    url: location.href,
    hostname: location.hostname,
    language: navigator.language,
    screenWidth: window.innerWidth,
    screenHeight: window.innerHeight,
  };
}

/** @param {"error" | "warn" | "info" | "debug"} level @param {string} text */
export const log = (level, text) => console[level](`[webmcp] ${text}`);

/** What happens to the page and what the person does there, told by the numbers of `driver/screen.rs`. */
export class PageWatch {
  #hear;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {(what: number, value?: unknown) => void} hear */
  constructor(hear) {
    this.#hear = hear;
    if (!globalThis.window) return;
    const wake = () => hear(0);
    const suspend = () => hear(1);
    const active = () => hear(2);
    this.#on(window, "online pageshow", wake);
    this.#on(window, "pagehide", suspend);
    this.#on(document, "freeze", suspend);
    this.#on(document, "resume click", wake);
    this.#on(document, "visibilitychange", () => {
      if (!visible()) return;
      hear(2);
      hear(0);
    });
    this.#on(window, "focus", active);
    this.#on(document, "mousemove keydown pointerdown scroll", active);
    this.#on(document, "securitypolicyviolation", (event) => hear(3, event.blockedURI));
  }

  /**
   * Capturing, so that a page that stops its events does not hide them; passive, so that none is slowed down.
   * @param {EventTarget} target @param {string} types @param {(event: any) => void} then
   */
  #on(target, types, then) {
    for (const type of types.split(" ")) {
      target.addEventListener(type, then, { capture: true, passive: true });
      this.#ends.push(() => target.removeEventListener(type, then, true));
    }
  }

  loaded() {
    this.#on(document, "DOMContentLoaded", () => this.#hear(4));
  }

  stop() {
    for (const end of this.#ends.splice(0)) end();
  }
}

/** @param {EventTarget} target @param {string} type @param {unknown} detail */
export const fire = (target, type, detail) => target.dispatchEvent(new CustomEvent(type, { detail }));

/**
 * With the page's own values, so that the browser judges them (listener objects, `once`, `signal`).
 * @param {EventTarget} target @param {boolean} on @param {string} type @param {any} listener @param {any} options
 */
export const listen = (target, on, type, listener, options) =>
  on ? target.addEventListener(type, listener, options) : target.removeEventListener(type, listener, options);

const KEY = "webmcp-session";
/** Upstream's: it kept the pairing token and every tool here. */
const OLD_KEYS = ["webmcp_token", "webmcp_tools", "webmcp_prompts", "webmcp_resources"];

/** What survives a reload. Storage that is full, blocked or not there is nothing stored. @returns {string | undefined} */
export function load() {
  try {
    for (const key of OLD_KEYS) sessionStorage.removeItem(key);
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string | undefined} text */
export function store(text) {
  try {
    if (text === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // As if nothing had been stored.
  }
}
