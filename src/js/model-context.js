// `document.modelContext` for browsers without one. What is here is what wasm cannot express: interfaces with brand checks,
// arguments read as WebIDL reads them, and the order of tasks and events. The tools live in the one registry, behind `Host`.

/**
 * A tool of the registry. `schema` is JSON text.
 * @typedef {{ id: number, name: string, title?: string, description: string, inputSchema?: object, source: string,
 *   annotations?: Record<string, unknown> }} Row
 * @typedef {(input: unknown, context?: { signal?: AbortSignal }) => unknown} Handler
 * @typedef {{
 *   add(tool: { name: string, title: string, description: string, inputSchema?: object, annotations?: object, execute: Handler }): number,
 *   remove(id: number): void,
 *   find(name: string): { id: number, source: string } | undefined,
 *   list(): Row[],
 *   run(name: string, input: unknown, signal: AbortSignal): Promise<unknown>,
 * }} Host `add` gives 0 where the name is taken.
 * @typedef {Record<string, boolean>} Annotations
 * @typedef {{ name: string, title: string, description: string, schema?: string, annotations?: Annotations, exposed: string[], id: number }} Own
 * @typedef {{ list(): object[], call(name: string, text: string, signal: AbortSignal): Promise<string | null>, hear(removed: boolean): void }} Peer
 * @typedef {{ host?: Host, own: Map<string, Own>, handlers: Record<string, unknown> }} State
 * @typedef {(text: string) => TypeError} Fail
 */

const PEER = Symbol.for("webmcp-wasm.context");
const NAVIGATION = Symbol.for("webmcp-wasm.navigation");
const TRANSIENT = "The operation failed for an unknown transient reason (e.g. out of memory).";
const FAILED = "Tool was executed but the invocation failed. For example, the script function threw an error";
const HINTS = ["consequentialHint", "debugging", "readOnlyHint", "untrustedContentHint"];

/** @type {WeakMap<object, State>} */
const states = new WeakMap();
/** @type {(() => void)[]} */
const tasks = [];
/** @type {MessageChannel | undefined} */
let channel;

/**
 * Runs in a task of its own, in order: a timer would be held back in a hidden tab.
 * @param {() => void} task
 */
function later(task) {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => tasks.shift()?.();
  }
  tasks.push(task);
  channel.port2.postMessage(0);
}

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
/** @param {unknown} value @param {string} tag */
const isA = (value, tag) => Object.prototype.toString.call(value) === `[object ${tag}]`;
/** @param {string} message */
const unknown = (message) => new DOMException(message, "UnknownError");
/** @param {string} message */
const invalid = (message) => new DOMException(message, "InvalidStateError");

// Conversions: each takes a member that is not undefined.

/** @param {unknown} value @param {Fail} fail */
function text(value, fail) {
  if (typeof value === "symbol") throw fail("Cannot convert a Symbol value to a string");
  return `${value}`;
}
/** @param {unknown} value @param {Fail} fail */
function object(value, fail) {
  if (!isObject(value)) throw fail("Failed to convert value to 'object'.");
  return value;
}
/** @param {unknown} value @param {Fail} fail */
function callback(value, fail) {
  if (typeof value !== "function") throw fail("The given value is not a function.");
  return value;
}
/** @param {unknown} value @param {Fail} fail */
function signalOf(value, fail) {
  if (!isA(value, "AbortSignal")) throw fail("Failed to convert value to 'AbortSignal'.");
  return /** @type {AbortSignal} */ (value);
}
/** @param {any} value @param {Fail} fail */
function windowOf(value, fail) {
  if (!isObject(value) || /** @type {any} */ (value).window !== value) throw fail("Failed to convert value to 'Window'.");
  return /** @type {Window} */ (value);
}
/** @param {any} value @param {Fail} fail */
function sequence(value, fail) {
  if (!isObject(value)) throw fail("The provided value cannot be converted to a sequence.");
  if (typeof (/** @type {any} */ (value)[Symbol.iterator]) !== "function")
    throw fail("The object must have a callable @@iterator property.");
  return [.../** @type {Iterable<unknown>} */ (value)].map((item) => text(item, fail));
}
/** @param {unknown} value @param {Fail} fail @returns {Annotations} */
function annotations(value, fail) {
  const read = dictionary(value, "ToolAnnotations", fail);
  return Object.fromEntries(HINTS.map((hint) => [hint, !!read(hint, Boolean)]));
}

/**
 * A dictionary's members, read one by one in the order that WebIDL gives.
 * @param {any} value
 * @param {string} type
 * @param {Fail} fail
 * @param {boolean} [needed] whether null and undefined will not do
 */
function dictionary(value, type, fail, needed) {
  if (value == null ? needed : !isObject(value)) throw fail(`The provided value is not of type '${type}'.`);
  /**
   * @template T
   * @param {string} name
   * @param {(value: any, fail: Fail) => T} convert
   * @param {boolean} [required]
   * @returns {T | undefined}
   */
  return (name, convert, required) => {
    /** @type {Fail} */
    const failing = (problem) => fail(`Failed to read the '${name}' property from '${type}': ${problem}`);
    const member = value?.[name];
    if (member !== undefined) return convert(member, failing);
    if (required) throw failing("Required member is undefined.");
    return undefined;
  };
}

/**
 * JSON text. What the value's own code throws is thrown as it is.
 * @param {unknown} value
 * @param {string} what
 * @param {Fail} fail
 */
function json(value, what, fail) {
  let made;
  try {
    made = JSON.stringify(value);
  } catch (error) {
    throw error instanceof TypeError && /circular|cyclic|BigInt/.test(error.message) ? fail(error.message) : error;
  }
  if (made === undefined) throw fail(`${what}: toJSON() returns undefined`);
  return made;
}

/** @param {string} given @returns {URL | undefined} */
function address(given) {
  try {
    const url = new URL(given);
    // A blob's is that of the page it was made by.
    return url.protocol === "blob:" ? new URL(url.origin) : url;
  } catch {
    return undefined;
  }
}

/** The origins of an `exposedTo` or `fromOrigins`. @param {string[]} given @param {string} list */
function secureOrigins(given, list) {
  return given.map((item) => {
    const url = address(item);
    if (!url || !(/^(https|wss|file|chrome-extension):$/.test(url.protocol) || /(^|\.)localhost\.?$|^127\.|^\[::1\]$/.test(url.hostname))) {
      throw new DOMException(`Only secure origins are allowed in the ${list} list.`, "SecurityError");
    }
    return url.origin;
  });
}

/**
 * What a handler's value is for an agent: text, or null.
 * @param {unknown} value
 * @param {string} empty what stands for no text at all
 */
function printed(value, empty) {
  if (typeof value === "symbol") throw new TypeError("The tool returned a symbol, which cannot be sent.");
  const made = String(isObject(value) ? JSON.stringify(value) : value);
  if (/\p{Surrogate}/u.test(made)) return null;
  return made || empty;
}

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

export class ModelContext extends EventTarget {
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

/** @param {{ name: string }} a @param {{ name: string }} b */
const byName = (a, b) => (a.name < b.name ? -1 : +(a.name > b.name));

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

/**
 * Throws at once what is wrong; the promise settles after the event.
 * @param {State & { host: Host }} state
 * @param {unknown} tool
 * @param {unknown} options
 * @param {Fail} fail
 * @returns {Promise<void>}
 */
function register(state, tool, options, fail) {
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

/** @param {State} state @returns {object[]} */
function entries({ host, own }) {
  const rows = host?.list() ?? [];
  return rows.flatMap((row) => {
    const mine = own.get(row.name);
    if (mine?.id !== row.id)
      return entry(row.annotations && annotations(row.annotations, TypeError), row.description, row.inputSchema, row.name, row.title);
    // A schema whose JSON is no object hides its tool, as it does natively.
    return mine.schema && !/^[{[]/.test(mine.schema) ? [] : ownEntry(mine);
  });
}

/** @param {Own} own */
const ownEntry = (own) =>
  entry(own.annotations && { ...own.annotations }, own.description, own.schema && JSON.parse(own.schema), own.name, own.title);

/**
 * @param {Annotations | undefined} hints
 * @param {string} description
 * @param {object | undefined} inputSchema
 * @param {string} name
 * @param {string} [title]
 */
function entry(hints, description, inputSchema, name, title = "") {
  return {
    ...(hints && { annotations: hints }),
    description,
    ...(inputSchema && { inputSchema }),
    name,
    origin: ownOrigin(),
    title,
    window,
  };
}

const ownOrigin = () => (location.protocol === "file:" ? "file://" : self.origin);

/**
 * @param {unknown} tool
 * @param {unknown} input
 * @param {unknown} options
 * @param {Fail} fail
 */
function execute(tool, input, options, fail) {
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

/**
 * Runs a tool of this frame's registry.
 * @param {Host} host
 * @param {string} name
 * @param {string} written the arguments
 * @param {AbortSignal} signal
 * @returns {Promise<string | null>}
 */
async function call(host, name, written, signal) {
  const form = host.find(name)?.source === "form";
  if (!host.find(name)) throw unknown(TRANSIENT);
  if (!/^[{[]/.test(written)) throw unknown("Failed to parse input arguments");
  await new Promise((resolve) => {
    const start = () => later(() => resolve(undefined));
    // A form is filled in the next task; a function runs after the timers that are due.
    form ? start() : queueMicrotask(start);
  });
  const row = host.find(name);
  if (!row) throw unknown(`Tool not found: ${name}`);
  const own = current?.state.own.get(name)?.id === row.id;
  const running = host.run(name, JSON.parse(written), signal);
  if (!own && !form) later(() => current?.fire("toolactivated", name));
  let value;
  try {
    value = await running;
    return isObject(value) && NAVIGATION in value ? null : printed(value, form ? "" : "Operation succeeded");
  } catch (error) {
    if (form && value) throw unknown("respondWith promise resolved with an object that could not be serialized to JSON");
    if (form)
      throw isA(error, "DOMException") && /** @type {DOMException} */ (error).name === "UnknownError"
        ? error
        : unknown("respondWith promise was rejected");
    // Browsers swallow what went wrong; a tool that came in by another door says it in its result.
    if (!own) return JSON.stringify({ error: /** @type {any} */ (error)?.message ?? String(error) });
    console.error(`WebMCP tool execution failed: Uncaught ${String(error)}`);
    throw unknown(FAILED);
  }
}

// Other frames. Those of the same origin find each other on their windows; others speak through messages.

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
function peerOf(frame) {
  try {
    return /** @type {any} */ (frame)[PEER];
  } catch {
    return undefined;
  }
}

const peers = () => frames().flatMap((frame) => peerOf(frame) ?? []);

// Messages carry `{[KEY]: ...}`: `{list: true}` and `{call: [name, arguments]}` with a port for the answers, `{changed: true}`
// without. Every one goes to one exact origin, and its answer is taken from a port that only that origin was given.

const KEY = "webmcp-wasm";

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
async function foreign(origins) {
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
function callForeign(frame, origin, name, written, signal) {
  return new Promise((resolve, reject) => {
    ask(frame, origin, { call: [name, written] }, 1000, (answer, port) => {
      if (answer?.started) signal.addEventListener("abort", () => port.postMessage(0));
      else if (answer && "value" in answer) resolve(answer.value);
      else reject(unknown(answer?.failed ?? TRANSIENT));
    });
  });
}

/** @param {MessageEvent} event */
function serveForeign({ data, origin, ports: [port] }) {
  const asked = data?.[KEY];
  const at = current;
  if (!asked || !at || origin === self.origin) return;
  if (asked.changed) later(at.tell);
  if (!port) return;
  const shown = [...at.state.own.values()].filter(({ exposed }) => exposed.includes(origin));
  if (asked.list) port.postMessage(shown.map(ownEntry).map(({ window: _, ...rest }) => rest));
  if (!asked.call) return;
  const [name, written] = asked.call;
  if (!shown.some((own) => own.name === name)) return port.postMessage({});
  const controller = new AbortController();
  port.onmessage = () => controller.abort();
  port.postMessage({ started: true });
  call(at.host, name, written, controller.signal).then(
    (value) => port.postMessage({ value }),
    (error) => port.postMessage({ failed: error.message }),
  );
}

/** @param {string[]} origins */
function tellOrigins(origins) {
  const foreign = origins.filter((origin) => origin !== self.origin);
  if (!foreign.length) return;
  for (const frame of frames().filter((frame) => !isNear(frame))) {
    for (const origin of foreign) frame.postMessage({ [KEY]: { changed: true } }, origin);
  }
}

/** @type {Context | undefined} */
let current;

const interfaces = { ModelContext, ToolActivatedEvent: toolEvent("ToolActivatedEvent"), ToolCancelEvent: toolEvent("ToolCancelEvent") };

/** The page's context as the client sees it. */
export class Context {
  /** @type {State & { host: Host }} */
  state;
  #context = Reflect.construct(ModelContext, [MAKE]);
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
    current = this;
    const own = this.#context;
    /** @type {WeakMap<Document, ModelContext>} */
    const inactive = new WeakMap();
    ({ get: this.#accessor } = /** @type {PropertyDescriptor} */ (
      Object.getOwnPropertyDescriptor(
        {
          get modelContext() {
            if (!(this instanceof Document)) throw new TypeError("Illegal invocation");
            if (/** @type {unknown} */ (this) === document) return own;
            let other = inactive.get(this);
            if (!other) {
              other = /** @type {ModelContext} */ (Reflect.construct(ModelContext, [MAKE]));
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
    if (current === this) current = undefined;
  }
}

/** What classes in JavaScript have otherwise than interfaces. */
function shape() {
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
