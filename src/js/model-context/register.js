// `registerTool`: a tool on its way into the registry.

import { invalid } from "./errors.js";
import { tellOrigins } from "./frames.js";
import { secureOrigins } from "./origins.js";
import { current } from "./state.js";
import { later } from "./tasks.js";
import { annotations, callback, dictionary, json, object, sequence, signalOf, text } from "./webidl.js";

/**
 * @typedef {import("./state.js").State} State @typedef {import("./state.js").Host} Host @typedef {import("./state.js").Handler} Handler
 * @typedef {import("./webidl.js").Fail} Fail
 */

/**
 * Throws at once what is wrong; the promise settles after the event.
 * @param {State & { host: Host }} state
 * @param {unknown} tool
 * @param {unknown} options
 * @param {Fail} fail
 * @returns {Promise<void>}
 */
export function register(state, tool, options, fail) {
  const read = dictionary(tool, "ModelContextTool", fail, true);
  const hints = read("annotations", annotations);
  const description = /** @type {string} */ (read("description", text, true));
  const run = /** @type {Function} */ (read("execute", callback, true));
  const input = read("inputSchema", object);
  const name = /** @type {string} */ (read("name", text, true));
  const title = (read("title", text) ?? "").replace(/\p{Surrogate}/gu, "\ufffd");
  const readOption = dictionary(options, "ModelContextRegisterToolOptions", fail);
  const origins = readOption("exposedTo", sequence) ?? [];
  const signal = readOption("signal", signalOf);

  const { host, own } = state;
  if (!/^[\w.-]{1,128}$/.test(name)) throw invalid("Invalid tool name");
  if (host.find(name)) throw invalid("Duplicate tool name");
  if (!description) throw invalid("Description is required");
  const schema = input && json(input, "invalid input schema", fail);
  if (signal?.aborted) throw signal.reason;
  const exposed = secureOrigins(origins, "exposedTo");

  const shown = /\p{Surrogate}/u.test(description) ? "" : description;
  const id = host.add({
    name,
    title,
    description: shown,
    inputSchema: schema && JSON.parse(schema),
    annotations: hints,
    execute: handler(name, run),
  });
  if (!id) throw invalid("Duplicate tool name");
  own.set(name, { name, title, description: shown, schema, annotations: hints, exposed, id });
  tellOrigins(exposed);
  signal?.addEventListener("abort", () => host.remove(id), { once: true });
  return new Promise((resolve, reject) => {
    later(() => (signal?.aborted ? reject(signal.reason) : resolve()));
  });
}

/**
 * What the registry calls. The draft's `execute` gets its own signal, which fires in a later task, and the older draft's client.
 * @param {string} name
 * @param {Function} run
 * @returns {Handler}
 */
function handler(name, run) {
  return (input, context) => {
    const controller = new AbortController();
    const options = Object.defineProperty({ signal: controller.signal }, "requestUserInteraction", {
      value: async (/** @type {() => unknown} */ interact) => interact(),
    });
    context?.signal?.addEventListener("abort", () => {
      later(() => {
        controller.abort();
        current?.fire("toolcancel", name);
      });
    });
    try {
      return run(input, options);
    } finally {
      current?.fire("toolactivated", name);
    }
  };
}
