// A page for the tests of the relays: a socket that says what it is told to and remembers what it heard.
import { WebSocket } from "ws";

/** @typedef {Record<string, any>} Frame */

export class FakePage {
  /** @type {Frame[]} */
  heard = [];
  /** @type {{code: number, reason: string} | undefined} */
  closed;
  /** @type {[(frame: Frame) => boolean, (frame: Frame) => void][]} */
  #waiting = [];
  /** Called with every frame; what it returns is sent. @type {(frame: Frame) => Frame | undefined} */
  answer = () => undefined;
  #socket;

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#hear(JSON.parse(data.toString())));
    socket.on("close", (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
  }

  /** Rejects with the HTTP status when the relay refuses. @param {string} url @returns {Promise<FakePage>} */
  static open(url) {
    return new Promise((done, fail) => {
      const socket = new WebSocket(url);
      const page = new FakePage(socket);
      socket.once("open", () => done(page));
      socket.on("error", fail);
    });
  }

  /** Buys a session with a pairing token. @param {string} pasted @param {string} host @returns {Promise<{url: string, channel: string, token: string}>} */
  static async pair(pasted, host) {
    const { server, token } = JSON.parse(Buffer.from(pasted, "base64").toString());
    const page = await FakePage.open(`${server}/register`);
    page.sendText(Buffer.from(JSON.stringify({ server, token, host })).toString("base64"));
    const answer = await page.next((frame) => frame.type === "registerSuccess" || frame.type === "error");
    if (answer.type === "error") throw new Error(answer.message);
    return { url: `${server}${answer.channel}?token=${answer.token}`, channel: answer.channel, token: answer.token };
  }

  /** @param {Frame} frame */
  #hear(frame) {
    this.heard.push(frame);
    const reply = this.answer(frame);
    if (reply) this.send(reply);
    const waiting = this.#waiting.findIndex(([wanted]) => wanted(frame));
    if (waiting >= 0) this.#waiting.splice(waiting, 1)[0]?.[1](frame);
  }

  /** The first frame of that kind: one already heard and not yet asked for, or the next to come. @param {string | ((frame: Frame) => boolean)} wanted @returns {Promise<Frame>} */
  next(wanted, ms = 5000) {
    const fits = typeof wanted === "string" ? (/** @type {Frame} */ frame) => frame.type === wanted : wanted;
    const known = this.heard.findIndex(fits);
    if (known >= 0) return Promise.resolve(/** @type {Frame} */ (this.heard.splice(known, 1)[0]));
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`no such frame within ${ms} ms: ${wanted}`)), ms);
      this.#waiting.push([
        fits,
        (frame) => {
          clearTimeout(timer);
          this.heard.splice(this.heard.indexOf(frame), 1);
          done(frame);
        },
      ]);
    });
  }

  /** @param {Frame} frame */
  send(frame) {
    this.sendText(JSON.stringify(frame));
  }

  /** @param {string} text */
  sendText(text) {
    this.#socket.send(text);
  }

  async close() {
    if (this.closed) return;
    const gone = new Promise((done) => this.#socket.once("close", done));
    this.#socket.close();
    await gone;
  }
}
