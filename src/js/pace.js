// Work that comes in bursts, done in slices: the page stays alive, and answers go out no faster than the socket takes them.
import { hear } from "./call.js";

/** So much work in one go, in milliseconds: half of a frame. */
const SLICE = 8;
/** A socket with so many bytes before it gets no more work, until most have gone. */
const CLOGGED = 1 << 20;
const FREE = 1 << 18;
/** So many results of one task are taken at once. What they cost comes after them all, so a clock alone would let thousands through. */
const FEW = 32;

/** The relay's word that it has an item. They come by the thousand, and tell nothing: they go no further. */
const ACKNOWLEDGED = /^\{"type":"(tool|prompt|resource)Registered"/;

/** @type {MessageChannel | undefined} */
let channel;
/** @type {(() => void)[]} */
const next = [];

/** A task of its own. Unlike a timer's it is not held back in a hidden tab, where an agent's pages mostly are. */
export function task() {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => next.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((done) => {
    next.push(() => done(undefined));
    port2.postMessage(0);
  });
}

export class Pace {
  /** When the work of the current task began; 0 between tasks. */
  #began = 0;
  #pumping = false;
  #few = FEW;
  /** Results that were kept are having their turn. */
  #serving = false;
  /** Since when. */
  #served = 0;
  /** @type {WebSocket | undefined} */
  #socket;
  #clogged = false;
  /** Results that wait to be sent. @type {(() => void)[]} */
  #results = [];
  /** What sockets said, in order. @type {[number, unknown][]} */
  #heard = [];
  #take;

  /**
   * @param {(socket: number, what: number, frame: unknown, now: number, wall: number) => void} take gets what a socket said, in its
   * turn, and the time by both clocks; `what` is 0 for its end, 1 for a frame, 2 for what is no JSON
   */
  constructor(take) {
    this.#take = take;
  }

  /** @param {WebSocket} socket whose buffer counts from now on */
  watch(socket) {
    this.#socket = socket;
    this.#clogged = false;
  }

  #isClogged() {
    const socket = this.#socket;
    // A closed one's buffer never empties.
    this.#clogged = socket?.readyState === 1 && socket.bufferedAmount > (this.#clogged ? FREE : CLOGGED);
    return this.#clogged;
  }

  /** Whether to go ahead at once. */
  #free(now = performance.now()) {
    if (this.#isClogged()) return false;
    // Calls that come one by one, each after the answer to the last, are no burst: they need no turns of their own.
    if (this.#pumping) return this.#serving && this.#heard.length + this.#results.length === 0 && now - this.#served < SLICE;
    if (!this.#began) {
      this.#began = now;
      task().then(() => {
        this.#began = 0;
        this.#few = FEW;
      });
    }
    return now - this.#began < SLICE;
  }

  /** What a socket said, at once or in its turn. @param {number} socket @param {unknown} said undefined at its end */
  take(socket, said) {
    const now = performance.now();
    if (this.#free(now)) return this.#hear(socket, said, now);
    this.#heard.push([socket, said]);
    this.#start();
  }

  /** @param {number} socket @returns {(said: any) => void} */
  taker(socket) {
    return (said) => {
      if (!ACKNOWLEDGED.test(said)) this.take(socket, said);
    };
  }

  /** Whether a result is taken at once; if not, it is a case for `pass` or `turn`. */
  due() {
    if (this.#serving) return true;
    if (this.#few <= 0) return false;
    this.#few -= 1;
    return this.#free();
  }

  /** Goes on with a result when it may. @param {() => void} then */
  pass(then) {
    if (this.due()) return then();
    this.#start();
    this.#results.push(then);
  }

  /** Resolves when a result may be sent. @returns {Promise<void>} */
  turn() {
    return new Promise((done) => this.pass(done));
  }

  /** Nobody listens any more. */
  end() {
    this.#take = () => {};
    this.#socket = undefined;
  }

  #start() {
    if (this.#pumping) return;
    this.#pumping = true;
    this.#pump();
  }

  async #pump() {
    // So many at a time as fill half a slice with all that comes of them.
    let many = 1;
    let idle = 0;
    await task();
    while (this.#results.length + this.#heard.length > 0) {
      if (this.#isClogged()) {
        idle += 1;
        if (idle > 50) await new Promise((done) => setTimeout(done, 20));
        else await task();
        continue;
      }
      idle = 0;
      const began = performance.now();
      this.#serving = true;
      this.#served = began;
      for (let left = many; left > 0; left -= 1) this.#next();
      await task();
      this.#serving = false;
      const took = performance.now() - began;
      if (took > SLICE / 2) many = Math.max(1, many >> 1);
      else if (took < SLICE / 4) many = Math.min(64, many * 2);
    }
    this.#pumping = false;
  }

  /** A result before a request, which brings more of them. */
  #next() {
    const result = this.#results.shift();
    if (result) return result();
    const heard = this.#heard.shift();
    if (heard) this.#hear(...heard, performance.now());
  }

  /** @param {number} socket @param {any} said @param {number} now */
  #hear(socket, said, now) {
    let what = 0;
    let frame;
    if (said !== undefined) {
      try {
        frame = JSON.parse(said);
        what = 1;
        hear(said, frame);
      } catch {
        what = 2;
      }
    }
    this.#take(socket, what, frame, now, Date.now());
    hear();
  }
}
