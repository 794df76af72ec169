// What scripts see: `ModelContext` and its events, with brand checks and the shape of browsers' own.

import { byName, entries } from "./entries.js";
import { invalid } from "./errors.js";
import { execute } from "./execute.js";
import { foreign, peers } from "./frames.js";
import { secureOrigins } from "./origins.js";
import { register } from "./register.js";
import { states } from "./state.js";
import { later } from "./tasks.js";
import { dictionary, isObject, sequence, text } from "./webidl.js";

/**
 * @typedef {import("./state.js").State} State @typedef {import("./state.js").Host} Host
 * @typedef {import("./webidl.js").Fail} Fail
 */

/** @param {string} name of the interface */
function toolEvent(name) {
  return class extends Event {
    #name;
    /** @param {string} type @param {EventInit & { toolName?: string }} [init] */
    constructor(type, init = undefined) {
      /** @type {Fail} */
      const fail = (problem) => new TypeError(`Failed to construct '${name}': ${problem}`);
      // biome-ignore lint/complexity/noArguments: an explicit undefined counts as given
      if (!arguments.length) throw fail("1 argument required, but only 0 present.");
      const read = dictionary(init, `${name}Init`, fail);
      super(type, init);
      this.#name = read("toolName", text) ?? "";
    }
    get toolName() {
      return this.#name;
    }
  };
}

const MAKE = {};

class ModelContext extends EventTarget {
  constructor() {
    // biome-ignore lint/complexity/noArguments: the interface's constructor has no parameters
    if (arguments[0] !== MAKE) throw new TypeError("Failed to construct 'ModelContext': Illegal constructor");
    super();
  }

  /** @param {unknown} tool @param {unknown} [options] */
  registerTool(tool, options = undefined) {
    // biome-ignore lint/complexity/noArguments: an explicit undefined counts as given
    const given = arguments.length;
    return answer(this, "registerTool", (state, fail) => {
      if (!given) throw fail("1 argument required, but only 0 present.");
      return register(state, tool, options, fail);
    });
  }

  /** @param {unknown} [options] */
  getTools(options = undefined) {
    return answer(this, "getTools", (state, fail) => {
      const read = dictionary(options, "ModelContextGetToolOptions", fail);
      const origins = secureOrigins(read("fromOrigins", sequence) ?? [], "fromOrigins");
      const near = [...entries(state), ...peers().flatMap((peer) => peer.list())];
      // After the events of changes that are in it.
      const settled = new Promise((resolve) => queueMicrotask(() => later(() => resolve([]))));
      return Promise.all([settled, foreign(origins)]).then((lists) => [...near, .../** @type {any[][]} */ (lists).flat()].sort(byName));
    });
  }

  /** @param {unknown} tool @param {unknown} [input] @param {unknown} [options] */
  executeTool(tool, input = undefined, options = undefined) {
    // biome-ignore lint/complexity/noArguments: an explicit undefined counts as given
    const given = arguments.length;
    return answer(this, "executeTool", (_state, fail) => {
      if (!given) throw fail("1 argument required, but only 0 present.");
      return execute(tool, input, options, fail);
    });
  }
}

/** @returns {ModelContext} */
export const makeContext = () => Reflect.construct(ModelContext, [MAKE]);

/**
 * Every failure is a rejection.
 * @param {ModelContext} context
 * @param {string} method
 * @param {(state: State & { host: Host }, fail: Fail) => unknown} work
 */
function answer(context, method, work) {
  return new Promise((resolve) => {
    /** @type {Fail} */
    const fail = (problem) => new TypeError(`Failed to execute '${method}' on 'ModelContext': ${problem}`);
    const state = states.get(context);
    if (!state) throw fail("Illegal invocation");
    if (!state.host) throw invalid("The document is not active.");
    resolve(work(/** @type {State & { host: Host }} */ (state), fail));
  });
}

export const interfaces = {
  ModelContext,
  ToolActivatedEvent: toolEvent("ToolActivatedEvent"),
  ToolCancelEvent: toolEvent("ToolCancelEvent"),
};

/** What classes in JavaScript have otherwise than interfaces. */
export function shape() {
  for (const [name, made] of Object.entries(interfaces)) {
    const { prototype } = made;
    const members = Object.getOwnPropertyNames(prototype).filter((member) => member !== "constructor");
    for (const member of members) Object.defineProperty(prototype, member, { enumerable: true });
    Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
    // Minified, it would have another.
    Object.defineProperty(made, "name", { value: name });
  }
  for (const type of ["toolchange", "toolactivated", "toolcancel"]) {
    Object.defineProperty(ModelContext.prototype, `on${type}`, {
      enumerable: true,
      configurable: true,
      get() {
        return stateOf(this).handlers[type] ?? null;
      },
      set(value) {
        const { handlers } = stateOf(this);
        if (!(type in handlers)) {
          this.addEventListener(type, (/** @type {Event} */ event) => {
            const handle = handlers[type];
            if (typeof handle === "function") handle.call(this, event);
          });
        }
        handlers[type] = isObject(value) ? value : null;
      },
    });
  }
}

/** @param {any} context */
function stateOf(context) {
  const state = states.get(context);
  if (!state) throw new TypeError("Illegal invocation");
  return state;
}
