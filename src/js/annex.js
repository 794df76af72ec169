// What few pages ask for (a wu relay, driving the page) lives in a module of its own beside this one, and is loaded then.

/** @typedef {{status?: string, code?: string, message?: string}} Told without a status it is a warning alone */

/** @type {Promise<typeof import("./page.js")> | undefined} */
let loading;

function load() {
  loading ??= import("./page.js").catch((cause) => {
    loading = undefined;
    throw new Error(
      `webmcp-wasm: page.js, which holds the wu door and the page tools, could not be loaded; it belongs beside this script: ${cause.message}`,
      { cause },
    );
  });
  return loading;
}

const bare = (/** @type {string} */ server) => server.trim().replace(/\/+$/, "");

export class Annex {
  #page;
  #tell;
  /** By server. @type {Map<string, {status: string, end: (by: string) => void}>} */
  #doors = new Map();
  #closed = new AbortController();

  /**
   * @param {import("./types.js").WebMCP} page
   * @param {(told: Told & {server: string, relay: "wu"} | {error: unknown}) => void} tell
   */
  constructor(page, tell) {
    this.#page = page;
    this.#tell = tell;
  }

  /** @param {string} given @param {unknown} options @returns {Promise<void>} */
  connect(given, options) {
    const server = bare(given);
    this.#doors.get(server)?.end("another connect()");
    const ended = new AbortController();
    const tell = (/** @type {Told} */ told) => {
      if (this.#doors.get(server) !== door) return;
      if (told.status === door.status && !told.message) return;
      if (told.status) door.status = told.status;
      if (told.status === "disconnected") this.#doors.delete(server);
      this.#tell({ server, relay: "wu", ...told });
    };
    const door = {
      status: "disconnected",
      end: (/** @type {string} */ by) => {
        ended.abort(Object.defineProperty(new DOMException(`Connecting was ended by ${by}.`, "AbortError"), "code", { value: "aborted" }));
        tell({ status: "disconnected" });
      },
    };
    this.#doors.set(server, door);
    tell({ status: "connecting" });
    return new Promise((resolve, reject) => {
      ended.signal.addEventListener("abort", () => reject(ended.signal.reason));
      load()
        .then(({ openWu }) => openWu(this.#page, server, options, tell, ended.signal))
        .then(resolve, (error) => {
          // Told already where it is the relay's doing.
          tell({ status: "disconnected", code: error.code ?? "failed", message: error.message });
          reject(error);
        });
    });
  }

  /** @param {string} [given] all, when left out @param {string} [by] */
  disconnect(given, by = "disconnect()") {
    for (const [server, door] of [...this.#doors]) if (given === undefined || bare(given) === server) door.end(by);
  }

  close() {
    this.#closed.abort();
    this.disconnect(undefined, "destroy()");
  }

  /** @param {string[]} names */
  offer(names) {
    load()
      .then(({ registerPageTools }) => registerPageTools(this.#page, names, this.#closed.signal))
      .catch((error) => this.#tell({ error }));
  }

  get relays() {
    return [...this.#doors].map(([server, { status }]) => ({ relay: "wu", server, status }));
  }
}

const TOOLS = ["snapshot", "screenshot", "click", "type", "console", "network"];

/** @param {unknown} given the option `pageTools` */
export function pageToolNames(given) {
  if (Array.isArray(given) && given.every((name) => TOOLS.includes(name))) return [...given];
  throw new TypeError(`new WebMCP: pageTools must be an array of "${TOOLS.join('", "')}"`);
}

// -- What the class asks, whether there are doors or not -----------------------------------------------------------------------------

/** @typedef {{relay: string, server: string, channel?: string, status: string}} Relay */

/** Whether the page's own relay is meant too. @param {Annex | undefined} annex @param {unknown} server @param {string} own */
export function disconnect(annex, server, own) {
  const all = server === undefined || server === null;
  if (!all && typeof server !== "string") throw new TypeError("disconnect: server must be a string");
  annex?.disconnect(all ? undefined : server);
  return all || bare(server) === own;
}

/** @param {string} status @param {string} server @param {string} channel @returns {Relay | undefined} */
export function own(status, server, channel) {
  return status === "disconnected" ? undefined : { relay: "webmcp", server, ...(channel && { channel }), status };
}

/** @param {Annex | undefined} annex @param {Relay} [own] the page's own @returns {Relay[]} */
export function relays(annex, own) {
  return [...(own ? [own] : []), ...(annex?.relays ?? [])];
}

/** @param {Annex | undefined} annex @param {Relay} [own] */
export function furthest(annex, own) {
  const all = relays(annex, own).map(({ status }) => status);
  return ["connected", "connecting", "registering", "waiting"].find((status) => all.includes(status)) ?? "disconnected";
}

const OWN_EVENTS = ["statuschange", "toolchange", "toolcall", "toolresult", "tooldenied", "exposed", "error", "emit"];

/**
 * An event of the page's own: under its own name, and as an `emit` for whoever hears them all.
 * @param {EventTarget} target @param {unknown} event @param {unknown} data
 */
export function emit(target, event, data) {
  if (typeof event !== "string" || event === "" || OWN_EVENTS.includes(event)) {
    throw new TypeError("emit: event must be a non-empty string, and no event of this library's");
  }
  target.dispatchEvent(new CustomEvent(event, { detail: data }));
  target.dispatchEvent(new CustomEvent("emit", { detail: { event, data } }));
}
