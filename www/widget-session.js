// The relay's side of the stock protocol, scripted: what the real class speaks to where the widget is shown without a relay. It puts
// itself in place of the browser's WebSocket, so import this before the library makes its first socket.

/** Time stands still between the steps of a script, so that what is shown stays: no call ends by itself, nothing is tried again. */
const began = Date.UTC(2026, 0, 15, 10, 30);
let clock = 1_000;
Date.now = () => began + clock;
performance.now = () => clock;

/** A tab has one session storage for all its frames; each frame here needs its own. @type {Map<string, string>} */
const kept = new Map();
Object.defineProperty(window, "sessionStorage", {
  value: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  },
});

export const server = "ws://localhost:4797";

/** @param {Record<string, unknown>} fields */
export const tokenOf = (fields) => btoa(JSON.stringify(fields));
export const token = tokenOf({ server, token: "0f".repeat(16) });

/** One relay per script. */
export class ScriptedRelay {
  /** What a socket meets: `open`, `silent` (it never opens), `gone` (nobody listens) or `forbidden` (the browser refuses it). */
  door = "open";
  /** What a pairing meets: `welcome`, `silent` or `refuse`. */
  pairing = "welcome";
  /** What a known page meets: `welcome`, `silent` or `refuse`. */
  channel = "welcome";
  /** The page's socket on its channel. @type {ScriptedSocket | undefined} */
  page = undefined;
  /** Everything the page sent on it, oldest first. @type {Record<string, any>[]} */
  heard = [];
  #next = 1;

  constructor() {
    current = this;
    kept.clear();
  }

  /** The page paired in an earlier life. */
  remember() {
    kept.set("webmcp-session", JSON.stringify({ server, channel: "/shop_example", sessionToken: "5e".repeat(16) }));
  }

  /** Lets time pass. @param {number} milliseconds */
  later(milliseconds) {
    clock += milliseconds;
  }

  /** Asks something of the page; resolves to its answer. @param {Record<string, unknown>} frame @returns {Promise<Record<string, any>>} */
  ask(frame) {
    const id = String(this.#next++);
    this.page?.receive({ id, ...frame });
    return this.answer(id);
  }

  /** @param {string} tool @param {Record<string, unknown>} [args] */
  call(tool, args = {}) {
    return this.ask({ type: "callTool", tool, arguments: args });
  }

  /** @param {string} id */
  async answer(id) {
    return until(() => this.heard.find((frame) => frame.id === id));
  }

  /** The relay's process ends. */
  leave() {
    this.door = "gone";
    this.page?.end(1006);
  }

  /** @param {ScriptedSocket} socket */
  knock(socket) {
    const { pathname } = new URL(socket.url);
    const registers = pathname === "/register";
    const meets = this.door === "open" && !registers ? this.channel : this.door;
    if (meets === "silent") return;
    if (meets === "gone" || meets === "refuse") return socket.end(1006);
    socket.open();
    if (registers) return;
    this.page = socket;
    socket.receive({ type: "welcome", channel: pathname, message: "Welcome" });
  }

  /** @param {ScriptedSocket} socket @param {string} text */
  hear(socket, text) {
    if (socket !== this.page || text === "") return this.register(socket, text);
    const frame = JSON.parse(text);
    this.heard.push(frame);
    const name = /^register(Tool|Prompt|Resource)$/.exec(frame.type)?.[1]?.toLowerCase();
    if (name) socket.receive({ type: `${name}Registered`, name: frame.name, [`${name}Id`]: frame.name });
    if (frame.type === "ping") socket.receive({ type: "pong", id: frame.id, timestamp: clock });
  }

  /** @param {ScriptedSocket} socket @param {string} text */
  register(socket, text) {
    if (this.pairing === "silent") return;
    const { host } = JSON.parse(atob(text));
    if (this.pairing === "refuse") {
      socket.receive({ type: "error", message: "Invalid token provided" });
      return socket.end(1008);
    }
    socket.receive({ type: "registerSuccess", channel: `/${host}`, message: "Registered", token: "5e".repeat(16) });
    socket.end(1000);
  }
}

/** @type {ScriptedRelay} */
let current;

class ScriptedSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;
  readyState = 0;
  binaryType = "blob";

  /** @param {string | URL} url */
  constructor(url) {
    super();
    this.url = String(url);
    this.relay = current;
    if (current.door === "forbidden") throw new DOMException("An insecure WebSocket connection may not be initiated.", "SecurityError");
    setTimeout(() => this.readyState === 0 && this.relay.knock(this));
  }

  /** @param {string} text */
  send(text) {
    setTimeout(() => this.relay.hear(this, text));
  }

  close() {
    if (this.readyState < 2) this.end(1000);
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  /** @param {Record<string, unknown>} frame */
  receive(frame) {
    if (this.readyState === 1) this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  /** @param {number} code */
  end(code) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    if (code === 1006) this.dispatchEvent(new Event("error"));
    this.dispatchEvent(new CloseEvent("close", { code, wasClean: code !== 1006 }));
  }
}
// Each frame of the gallery is a site of its own, not one more tab of the others'.
Object.assign(window, { WebSocket: ScriptedSocket, BroadcastChannel: undefined });

/** Looks until there is something. @template T @param {() => T} look @returns {Promise<NonNullable<T>>} */
export async function until(look) {
  for (let left = 6_000; left > 0; left -= 1) {
    const found = look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 5));
  }
  throw new Error(`Nothing came of ${look}`);
}
