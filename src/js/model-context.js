// `document.modelContext` for browsers without one. What is here is what wasm cannot express: interfaces with brand checks,
// arguments read as WebIDL reads them, and the order of tasks and events. The tools live in the one registry, behind `Host`.

import { entries } from "./model-context/entries.js";
import { PEER, peers, tellOrigins } from "./model-context/frames.js";
import { interfaces, makeContext, shape } from "./model-context/interfaces.js";
import { register } from "./model-context/register.js";
import { call } from "./model-context/run.js";
import { serveForeign } from "./model-context/serve.js";
import { current, setCurrent, states } from "./model-context/state.js";
import { later } from "./model-context/tasks.js";

/**
 * @typedef {import("./model-context/state.js").State} State @typedef {import("./model-context/state.js").Host} Host
 * @typedef {import("./model-context/state.js").Peer} Peer
 */

/** The page's context as the client sees it. */
export class Context {
  /** @type {State & { host: Host }} */
  state;
  #context = makeContext();
  #accessor;

  /**
   * Where there is no model context; `undefined` where there is one. `ask` takes the calls of `Host`, by number.
   * @param {(call: number, first?: unknown, second?: unknown, third?: unknown) => any} ask
   */
  static install(ask) {
    if ("modelContext" in document) return undefined;
    return new Context({
      add: (tool) => ask(0, tool),
      remove: (id) => ask(1, id),
      find: (name) => ask(2, name),
      list: () => ask(3),
      run: (name, input, signal) => ask(4, name, input, signal),
    });
  }

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.state = { host, own: new Map(), handlers: {} };
    states.set(this.#context, this.state);
    setCurrent(this);
    const own = this.#context;
    /** @type {WeakMap<Document, ReturnType<typeof makeContext>>} */
    const inactive = new WeakMap();
    ({ get: this.#accessor } = /** @type {PropertyDescriptor} */ (
      Object.getOwnPropertyDescriptor(
        {
          get modelContext() {
            if (!(this instanceof Document)) throw new TypeError("Illegal invocation");
            if (/** @type {unknown} */ (this) === document) return own;
            let other = inactive.get(this);
            if (!other) {
              other = makeContext();
              states.set(other, { own: new Map(), handlers: {} });
              inactive.set(this, other);
            }
            return other;
          },
        },
        "modelContext",
      )
    ));
    // Forms and relays do without; scripts get the interfaces only where browsers would give them.
    if (!isSecureContext) return;
    shape();
    Object.defineProperty(Document.prototype, "modelContext", { get: this.#accessor, enumerable: true, configurable: true });
    for (const [name, value] of Object.entries(interfaces))
      Object.defineProperty(window, name, { value, writable: true, configurable: true });
    /** @type {Peer} */
    const peer = {
      list: () => entries(this.state),
      call: (name, written, signal) => call(host, name, written, signal),
      hear: (removed) => this.#schedule(removed),
    };
    Object.defineProperty(window, PEER, { value: peer, configurable: true });
    addEventListener("message", serveForeign);
  }

  tell = () => {
    this.#context.dispatchEvent(new Event("toolchange"));
  };

  /** @param {boolean} removed */
  #schedule(removed) {
    // What goes is told of after the timers that are due, what comes before them.
    if (removed) queueMicrotask(() => later(this.tell));
    else later(this.tell);
  }

  /** A tool came into the registry or left it. @param {string} name @param {boolean} removed */
  changed(name, removed) {
    const mine = this.state.own.get(name);
    if (mine && this.host.find(name)?.id !== mine.id) {
      this.state.own.delete(name);
      tellOrigins(mine.exposed);
    }
    this.#schedule(removed);
    for (const peer of peers()) peer.hear(removed);
  }

  /** @param {"toolactivated" | "toolcancel"} type @param {string} toolName */
  fire(type, toolName) {
    const Made = interfaces[type === "toolcancel" ? "ToolCancelEvent" : "ToolActivatedEvent"];
    this.#context.dispatchEvent(new Made(type, { toolName }));
  }

  /** The old `registerTool`: what is wrong is thrown. @param {unknown} tool @param {unknown} [options] */
  register(tool, options) {
    return register(
      this.state,
      tool,
      options,
      (problem) => new TypeError(`Failed to execute 'registerTool' on 'ModelContext': ${problem}`),
    );
  }

  /** The context's own tools, not those of forms or of other doors. @param {string} [name] all without one */
  drop(name) {
    for (const own of [...this.state.own.values()]) if (name === undefined || own.name === name) this.host.remove(own.id);
  }

  /** Whether a native one, or another page script's, has taken the place. */
  displaced() {
    const { get } = Object.getOwnPropertyDescriptor(Document.prototype, "modelContext") ?? {};
    return isSecureContext && (get !== this.#accessor || Object.hasOwn(document, "modelContext"));
  }

  remove() {
    const page = /** @type {any} */ (window);
    if (!this.displaced()) delete (/** @type {any} */ (Document.prototype).modelContext);
    for (const [name, made] of Object.entries(interfaces)) if (page[name] === made) delete page[name];
    delete page[PEER];
    removeEventListener("message", serveForeign);
    states.set(this.#context, { own: new Map(), handlers: {} });
    if (current === this) setCurrent(undefined);
  }
}
