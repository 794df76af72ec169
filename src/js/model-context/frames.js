// Other frames. Those of the same origin find each other on their windows; others speak through messages.

import { TRANSIENT, unknown } from "./errors.js";

/** @typedef {import("./state.js").Peer} Peer */

export const PEER = Symbol.for("webmcp-wasm.context");

/** @returns {Window[]} every window of the tab but this one */
function frames() {
  /** @type {Window[]} */
  const found = [window.top ?? window];
  // Grows while it is walked: a frame's own frames come after it.
  for (const frame of found) {
    for (let child = 0; child < frame.length; child++) found.push(/** @type {Window} */ (frame[child]));
  }
  return found.filter((frame) => frame !== window);
}

/** @param {Window} frame @returns {Peer | undefined} */
export function peerOf(frame) {
  try {
    return /** @type {any} */ (frame)[PEER];
  } catch {
    return undefined;
  }
}

export const peers = () => frames().flatMap((frame) => peerOf(frame) ?? []);

// Messages carry `{[KEY]: ...}`: `{list: true}` and `{call: [name, arguments]}` with a port for the answers, `{changed: true}`
// without. Every one goes to one exact origin, and its answer is taken from a port that only that origin was given.

export const KEY = "webmcp-wasm";

/** @param {Window} frame */
function isNear(frame) {
  try {
    return !!frame.document;
  } catch {
    return false;
  }
}

/** Whether this page lets a frame of its own speak of tools. @param {Window} frame */
function isAllowed(frame) {
  const holder = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === frame);
  return !holder || /(^|;)\s*tools\b(?!\s*'none')/.test(holder.allow);
}

/**
 * @param {Window} frame
 * @param {string} origin
 * @param {object} message
 * @param {number} patience milliseconds until the first answer
 * @param {(answer: any, port: MessagePort) => void} hear undefined where there is none
 */
function ask(frame, origin, message, patience, hear) {
  const { port1, port2 } = new MessageChannel();
  const timer = setTimeout(() => hear(undefined, port1), patience);
  port1.onmessage = ({ data }) => {
    clearTimeout(timer);
    hear(data, port1);
  };
  frame.postMessage({ [KEY]: message }, origin, [port2]);
}

/** Tools that frames of these origins expose to this one. @param {string[]} origins @returns {Promise<object[]>} */
export async function foreign(origins) {
  const far = origins.length ? frames().filter((frame) => !isNear(frame) && isAllowed(frame)) : [];
  const lists = far.flatMap((frame) =>
    origins.map(
      (origin) =>
        new Promise((resolve) => {
          ask(frame, origin, { list: true }, 200, (answer = []) =>
            resolve(answer.map((/** @type {object} */ tool) => ({ ...tool, origin, window: frame }))),
          );
        }),
    ),
  );
  return (await Promise.all(lists)).flat();
}

/**
 * @param {Window} frame
 * @param {string} origin
 * @param {string} name
 * @param {string} written
 * @param {AbortSignal} signal
 * @returns {Promise<string | null>}
 */
export function callForeign(frame, origin, name, written, signal) {
  return new Promise((resolve, reject) => {
    ask(frame, origin, { call: [name, written] }, 1000, (answer, port) => {
      if (answer?.started) signal.addEventListener("abort", () => port.postMessage(0));
      else if (answer && "value" in answer) resolve(answer.value);
      else reject(unknown(answer?.failed ?? TRANSIENT));
    });
  });
}

/** @param {string[]} origins */
export function tellOrigins(origins) {
  const foreign = origins.filter((origin) => origin !== self.origin);
  if (!foreign.length) return;
  for (const frame of frames().filter((frame) => !isNear(frame))) {
    for (const origin of foreign) frame.postMessage({ [KEY]: { changed: true } }, origin);
  }
}
