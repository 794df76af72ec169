// What wasm-bindgen cannot express cheaply: an object whose members exist only once somebody reads them.

/** @type {WeakSet<DOMException>} */
const endings = new WeakSet();

/**
 * The second argument of a tool's `execute`. Its signal is made when it is read; most tools never do.
 */
export class CallContext {
  /** @type {AbortController | undefined} */
  #controller;
  /** @type {{ reason: unknown } | undefined} */
  #aborted;
  /** @type {((reason: unknown) => void) | undefined} */
  #reject;

  /** @param {number} callId */
  constructor(callId) {
    this.callId = String(callId);
  }

  get signal() {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  /**
   * @template T
   * @param {() => T | PromiseLike<T>} callback
   * @returns {Promise<T>}
   */
  async requestUserInteraction(callback) {
    if (typeof callback !== "function") throw new TypeError("requestUserInteraction: callback must be a function");
    return callback();
  }

  /**
   * @param {CallContext} context
   * @param {string} name of the DOMException
   * @param {string} message
   */
  static abort(context, name, message) {
    if (context.#aborted) return;
    const reason = new DOMException(message, name);
    endings.add(reason);
    context.#aborted = { reason };
    context.#controller?.abort(reason);
    context.#reject?.(reason);
  }

  /**
   * The name of the exception that ended a call, where that is what was thrown; a handler may throw one of its own.
   * @param {unknown} thrown
   */
  static ending(thrown) {
    return thrown instanceof DOMException && endings.has(thrown) ? thrown.name : undefined;
  }

  /**
   * Settles as the value does, or rejects when the call is aborted first.
   * @param {CallContext} context
   * @param {unknown} value
   */
  static settled(context, value) {
    return new Promise((resolve, reject) => {
      if (context.#aborted) reject(context.#aborted.reason);
      context.#reject = reject;
      Promise.resolve(value).then(resolve, reject);
    });
  }
}

/**
 * The text of a frame. Lone surrogates, which no socket can carry, become U+FFFD.
 * @param {unknown} frame
 */
export function frameText(frame) {
  const text = JSON.stringify(frame);
  if (!text.includes("\\ud")) return text;
  return text.replace(/\\(?:(ud[89a-f][0-9a-f]{2})|.)/g, (sequence, surrogate) => (surrogate ? "\ufffd" : sequence));
}

/**
 * A promise whose rejection nobody needs to hear: a script written for upstream ignores what `registerTool` returns.
 * @param {Promise<unknown>} promise
 */
export function handled(promise) {
  promise.catch(() => {});
}

/** @param {unknown} reason */
export function rejected(reason) {
  const promise = Promise.reject(reason);
  handled(promise);
  return promise;
}
