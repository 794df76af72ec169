// A TCP proxy in front of a relay: the network between page and relay, which can be cut, slow, silent, or in pieces.
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export class Line {
  /** Bytes wait so long before they go on, in ms. */
  delay = 0;
  /** Pieces of at most so many bytes; 0 leaves them as they come. */
  split = 0;
  /** Bytes vanish, and nobody is told: a cable that was pulled out. */
  silent = false;
  /** Whoever connects is turned away at once. */
  refusing = false;
  /** Bytes that went to the relay, and to the page. */
  up = 0;
  down = 0;
  /** @type {Set<import("node:net").Socket>} */
  #sockets = new Set();
  #target;
  #server = createServer({ allowHalfOpen: true }, (page) => this.#join(page));

  /** @param {() => number} target the relay's port, asked for with each connection */
  constructor(target) {
    this.#target = target;
  }

  /** @param {() => number} target */
  static async start(target) {
    const line = new Line(target);
    await new Promise((done) => line.#server.listen(0, "localhost", () => done(undefined)));
    return line;
  }

  get port() {
    return /** @type {import("node:net").AddressInfo} */ (this.#server.address()).port;
  }

  get connections() {
    return this.#sockets.size / 2;
  }

  /** @param {import("node:net").Socket} page */
  #join(page) {
    page.on("error", () => {});
    if (this.refusing) return page.resetAndDestroy();
    const relay = connect({ port: this.#target(), host: "localhost" });
    for (const socket of [page, relay]) {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    }
    this.#carry(page, relay, "up");
    this.#carry(relay, page, "down");
  }

  /** @param {import("node:net").Socket} from @param {import("node:net").Socket} to @param {"up" | "down"} way */
  async #carry(from, to, way) {
    from.on("error", () => to.destroy());
    try {
      for await (const chunk of from) {
        const bytes = /** @type {Buffer} */ (chunk);
        const size = this.split || bytes.length;
        for (let at = 0; at < bytes.length; at += size) {
          if (this.delay) await sleep(this.delay);
          if (this.silent) continue;
          const piece = bytes.subarray(at, at + size);
          this[way] += piece.length;
          if (!to.write(piece)) await new Promise((done) => to.once("drain", done).once("close", done));
        }
      }
      if (!this.silent) to.end();
    } catch {
      to.destroy();
    }
  }

  /** Every connection breaks. */
  cut() {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close() {
    this.cut();
    await new Promise((done) => this.#server.close(done));
  }

  /** A relay's token, for this way to it. @param {string} token */
  through(token) {
    const value = JSON.parse(Buffer.from(token, "base64").toString());
    return Buffer.from(JSON.stringify({ ...value, server: `ws://localhost:${this.port}` })).toString("base64");
  }
}
