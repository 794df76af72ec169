// What wasm-bindgen cannot express cheaply: an object whose members exist only once somebody reads them.
import { copied } from "./values.js";

/** @type {WeakSet<DOMException>} */
const endings = new WeakSet();

/** The text of the frame that is heard just now, and the arguments that were read from it. @type {{text?: string, input?: unknown}} */
let heard = {};

/** @param {string} [text] of a frame @param {any} [frame] what it says; nothing once it has been heard */
export function hear(text, frame) {
  heard = { text, input: frame?.arguments };
}

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
  /** What tells the arguments as they came, whatever the handler makes of them. @type {(() => any) | undefined} */
  #asked;

  /** @param {number} callId @param {unknown} input a relay's arguments, else undefined */
  constructor(callId, input) {
    this.callId = String(callId);
    if (typeof input !== "object") return;
    // The frame's text costs nothing until somebody asks.
    const { text } = heard;
    const copy = text !== undefined && input === heard.input ? undefined : copied(input);
    this.#asked = () => copy ?? JSON.parse(/** @type {string} */ (text)).arguments;
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

  /** A relay's arguments as they came. @param {CallContext} context @param {unknown} input as they are now */
  static asked(context, input) {
    try {
      return context.#asked?.() ?? input;
    } catch {
      return input;
    }
  }

  /**
   * The name of the exception that ended a call, where that is what was thrown; a handler may throw one of its own.
   * @param {any} thrown may be a revoked proxy, of which nothing can be asked
   */
  static ending(thrown) {
    return endings.has(thrown) ? thrown.name : undefined;
  }

  /**
   * What a handler returns. Where that takes time, and where it throws, a promise: one that rejects when the call is aborted first.
   * Caught here: each exception that goes into the wasm beside a value takes a place in its table, for ever.
   * @param {CallContext} context
   * @param {Function} handler
   * @param {unknown} input
   * @param {unknown} variables of a resource's template
   * @param {Parameters<typeof CallContext.settled>[2]} pace
   */
  static run(context, handler, input, variables, pace) {
    let value;
    try {
      value = variables === undefined ? handler(input, context) : handler(input, variables, context);
    } catch (thrown) {
      value = Promise.reject(thrown);
    }
    return isPromise(value) ? CallContext.settled(context, value, pace) : value;
  }

  /**
   * Settles as the value does, or rejects when the call is aborted first.
   * @param {CallContext} context
   * @param {unknown} value
   * @param {{pass: (then: () => void) => void} | undefined} pace takes what many calls end with at once in slices
   */
  static settled(context, value, pace) {
    return new Promise((resolve, reject) => {
      if (context.#aborted) reject(context.#aborted.reason);
      context.#reject = reject;
      /** @param {(outcome: any) => void} settle @returns {(outcome: unknown) => void} */
      const paced = (settle) => (outcome) => {
        // It has ended, whenever its turn comes.
        context.#reject = undefined;
        if (pace) pace.pass(() => settle(outcome));
        else settle(outcome);
      };
      Promise.resolve(value).then(paced(resolve), paced(reject));
    });
  }
}

/** A promise is one whatever its `then` has become; else, a `then` that cannot be read is none. @param {any} value */
function isPromise(value) {
  try {
    return value instanceof Promise || typeof value?.then === "function";
  } catch {
    return false;
  }
}

/** Bytes of a frame. An MCP client's buffer for one message holds 10 MiB, and the beginning of the next message with it. */
const MOST_BYTES = 10_000_000;

/** @param {number} bytes @returns {string | undefined} a sentence for the agent */
export function tooLarge(bytes) {
  if (bytes <= MOST_BYTES) return undefined;
  return `The result is ${Math.round(bytes / 1e4) / 100} MB, more than the 10 MB that can be sent: return less, or in parts.`;
}

/**
 * The text of a frame; throws a sentence for the agent. Lone surrogates, which no socket can carry, become U+FFFD.
 * @param {any} frame
 * @returns {string}
 */
export function frameText(frame) {
  let text;
  try {
    text = JSON.stringify(frame);
  } catch (thrown) {
    throw `The result cannot be sent as JSON: ${/** @type {any} */ (thrown)?.message ?? thrown}`;
  }
  if (text.includes("\\ud")) {
    text = text.replace(/\\(?:(ud[89a-f][0-9a-f]{2})|.)/g, (sequence, surrogate) => (surrogate ? "\ufffd" : sequence));
  }
  // No character is more than three bytes.
  const problem = text.length * 3 > MOST_BYTES && tooLarge(new TextEncoder().encode(text).length);
  if (!problem) return text;
  const { content, structuredContent } = frame.result ?? {};
  // An object is sent as text, and again as `structuredContent` for those who can read it: the text is enough.
  if (structuredContent !== undefined && content?.[0]?.text === JSON.stringify(structuredContent)) {
    return frameText({ ...frame, result: { ...frame.result, structuredContent: undefined } });
  }
  throw problem;
}

/**
 * Settles as the value does, or to `undefined` when it takes longer.
 * @param {unknown} value
 * @param {number} patience ms
 */
export function answered(value, patience) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((done) => {
    timer = setTimeout(done, patience);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

/**
 * A result whose content blocks are those given, and that hides nothing behind getters. May throw.
 * @param {any} result
 * @param {unknown[]} content
 */
export function withContent(result, content) {
  const { structuredContent, isError, _meta } = result;
  return { ...result, structuredContent, isError, _meta, content };
}

/**
 * Makes a schema of our own one that MCP clients take: at its root they want objects as properties' schemas, and names as what is
 * required. One that they refuse hides every tool; false for those that nothing can be made of.
 * @param {any} schema
 */
export function listable(schema) {
  /** @type {Record<string, unknown>} */
  const properties = schema.properties ?? {};
  const { required = [] } = schema;
  // Draft 3.
  if (typeof required === "boolean") delete schema.required;
  else if (!Array.isArray(required) || !required.every((name) => typeof name === "string")) return false;
  if (schema.properties === null || !isObject(properties) || Array.isArray(properties)) return false;
  for (const [name, part] of Object.entries(properties)) {
    if (typeof part === "boolean") properties[name] = part ? {} : { not: {} };
    else if (!isObject(part)) return false;
  }
  return true;
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null;

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
