// The relay's end of the wire: one page gets the commands, the one that came last; the others wait behind it.
import { listen } from "../lib/listen.mjs";
import { Pending } from "../lib/pending.mjs";

/**
 * @typedef {import("ws").WebSocket} Socket
 * @typedef {{socket: Socket, ready: boolean, heard: boolean, asked: Set<string>}} Page `ready`: may be given commands
 * @typedef {{result?: unknown, error?: unknown}} Answer
 * @typedef {{token?: string, callTimeout: number, authDelay: number}} Settings
 */

const AUTH_PATIENCE = 5000;

export class Link {
  port = 0;
  /** @type {(text: string) => void} */
  onText = () => {};
  /** The newest last. @type {Page[]} */
  #pages = [];
  /** @type {Pending<Answer>} */
  #pending = new Pending();
  #settings;

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  /** @param {number} port */
  async open(port) {
    const server = await listen({ port, greeting: "wu MCP relay is running", onSocket: (socket) => this.#welcome(socket) });
    this.port = server.port;
    return server.close;
  }

  get url() {
    return `ws://localhost:${this.port}`;
  }

  /** Every open socket, the one that commands go to first; with those that have not proved themselves. @returns {Page[]} */
  pages() {
    const open = this.#pages.filter(({ socket }) => socket.readyState === socket.OPEN).reverse();
    return [...open.filter(({ ready }) => ready), ...open.filter(({ ready }) => !ready)];
  }

  status() {
    const pages = this.pages().filter(({ ready }) => ready).length;
    return { connected: pages > 0, pages, url: this.url, port: this.port, tokenRequired: this.#settings.token !== undefined };
  }

  /** @param {string} command @param {Record<string, unknown>} params @returns {Promise<Answer>} */
  command(command, params) {
    const page = this.pages().find(({ ready }) => ready);
    if (!page) return Promise.resolve({ error: `No page is connected to ${this.url}` });
    return new Promise((settle) => {
      const late = () => ({ error: `${command}: no answer within ${this.#settings.callTimeout / 1000} s` });
      const id = this.#pending.open(this.#settings.callTimeout, settle, late);
      page.asked.add(id);
      page.socket.send(JSON.stringify({ id, command, params }));
    });
  }

  /** @param {Socket} socket */
  #welcome(socket) {
    const page = { socket, ready: this.#settings.token === undefined, heard: false, asked: new Set() };
    this.#pages.push(page);
    const timer = page.ready ? undefined : setTimeout(() => this.#refuse(page, "Authentication timed out"), AUTH_PATIENCE);
    socket.on("message", (data) => {
      clearTimeout(timer);
      this.#hear(page, data.toString());
    });
    socket.on("close", () => {
      clearTimeout(timer);
      this.#pages = this.#pages.filter((other) => other !== page);
      for (const id of page.asked) this.#pending.settle(id, { error: "The page disconnected before it answered" });
    });
  }

  /** @param {Page} page @param {string} text */
  #hear(page, text) {
    this.onText(text);
    const frame = parsed(text);
    const first = !page.heard;
    page.heard = true;
    if (frame?.type === "auth") return this.#authenticate(page, frame.token);
    if (!page.ready && first) return this.#refuse(page, "Authentication required");
    if (frame?.id === undefined) return console.error("ignored, no answer to a command:", text.slice(0, 200));
    page.asked.delete(String(frame.id));
    this.#pending.settle(frame.id, { result: frame.result, error: frame.error });
  }

  /** @param {Page} page @param {unknown} token */
  #authenticate(page, token) {
    const right = this.#settings.token === undefined || token === this.#settings.token;
    const answer = () => {
      if (!right) return this.#refuse(page, "Invalid token");
      page.ready = true;
      page.socket.send(JSON.stringify({ type: "auth_result", success: true }));
    };
    if (this.#settings.authDelay > 0) setTimeout(answer, this.#settings.authDelay);
    else answer();
  }

  /** @param {Page} page @param {string} reason */
  #refuse({ socket }, reason) {
    socket.send(JSON.stringify({ type: "auth_result", success: false, reason }));
    socket.close(1008, reason);
  }
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
