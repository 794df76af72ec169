// `executeTool`: a call of a tool of this frame or of another.

import { invalid, TRANSIENT, unknown } from "./errors.js";
import { callForeign, peerOf } from "./frames.js";
import { address, ownOrigin } from "./origins.js";
import { later } from "./tasks.js";
import { annotations, dictionary, isA, isObject, json, object, signalOf, text, windowOf } from "./webidl.js";

/** @typedef {import("./webidl.js").Fail} Fail */

/**
 * @param {unknown} tool
 * @param {unknown} input
 * @param {unknown} options
 * @param {Fail} fail
 */
export function execute(tool, input, options, fail) {
  const read = dictionary(tool, "RegisteredTool", fail, true);
  read("annotations", annotations);
  read("description", text, true);
  read("inputSchema", object);
  const name = /** @type {string} */ (read("name", text, true));
  const origin = /** @type {string} */ (read("origin", text, true));
  read("title", text);
  const target = /** @type {Window} */ (read("window", windowOf, true));
  const signal = dictionary(options, "ExecuteToolOptions", fail)("signal", signalOf);

  const url = address(origin);
  const place = url?.protocol === "file:" ? "file://" : url?.origin;
  if (!url || !place) throw new DOMException("The provided origin is invalid.", "NotSupportedError");
  if (place === "null") throw new DOMException("Cannot execute tools that live in a document with an opaque origin.", "NotSupportedError");
  if (input !== undefined && !isObject(input)) throw fail("invalid input object: value is not an object");
  const written = input === undefined ? "{}" : json(input, "invalid input object", fail);
  if (signal?.aborted) throw signal.reason;
  if (target.closed) throw invalid("Target frame is detached.");

  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => {
      reject(signal.reason);
      // The tool hears of it in a later task, and not before it has started.
      queueMicrotask(() => later(() => controller.abort()));
    });
    const peer = place === ownOrigin() && peerOf(target);
    if (peer) {
      const gone = () => reject(unknown(TRANSIENT));
      if (target !== window) target.addEventListener("pagehide", gone, { once: true });
      const done = () => target !== window && target.removeEventListener("pagehide", gone);
      // An error of another frame becomes one of this frame.
      const failed = (/** @type {any} */ error) => reject(isA(error, "DOMException") ? new DOMException(error.message, error.name) : error);
      peer.call(name, written, controller.signal).then(resolve, failed).finally(done);
    } else if (place !== ownOrigin()) {
      resolve(callForeign(target, place, name, written, controller.signal));
    } else {
      throw unknown(TRANSIENT);
    }
  });
}
