// The events that an agent may list: the library's own, what the page emits, and what goes over wu's bus. The last 200.
import { BRIDGE } from "./framework.js";

const KEPT = 200;
/** Longer data are cut: the log is for looking, not for carrying. */
const LONGEST = 2_000;

/** The library's events, each with what is kept of it; arguments and results are not. @type {Record<string, string[]>} */
const OWN = {
  statuschange: ["status", "relay", "server", "code"],
  toolchange: ["names"],
  toolcall: ["tool", "callId", "door"],
  toolresult: ["tool", "callId", "door", "outcome", "durationMs", "reason"],
  tooldenied: ["tool", "callId", "door", "outcome", "durationMs", "reason"],
  exposed: ["count", "names"],
  error: ["code", "message"],
};

/** A copy of what JSON can say of a value. @param {unknown} value */
function copy(value) {
  try {
    const text = JSON.stringify(value);
    if (text === undefined) return null;
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : JSON.parse(text);
  } catch (error) {
    return `(${error instanceof Error ? error.message : error})`;
  }
}

export class EventLog {
  /** @type {{event: string, data: unknown, timestamp: number}[]} */
  #entries = [];
  /** @type {(() => void)[]} */
  #ends = [];
  #framework;
  /** Which bus is being heard. @type {unknown} */
  #heard;

  /** @param {import("../types.js").WebMCP} page @param {import("./framework.js").Framework} framework */
  constructor(page, framework) {
    this.#framework = framework;
    const listen = (/** @type {any} */ type, /** @type {(detail: any) => void} */ heard) => {
      const listener = (/** @type {CustomEvent} */ event) => heard(event.detail);
      page.addEventListener(type, listener);
      this.#ends.push(() => page.removeEventListener(type, listener));
    };
    for (const [type, keys] of Object.entries(OWN)) {
      listen(type, (detail) => {
        // An agent's looking around would push out what it looks for.
        if (detail.door === "wu" && /^wu_(status|list_|get_state|snapshot|screenshot|console|network)/.test(detail.tool)) return;
        this.#add(type, Object.fromEntries(keys.filter((key) => detail[key] !== undefined).map((key) => [key, detail[key]])));
      });
    }
    listen("emit", ({ event, data }) => this.#add(event, data));
    this.attach();
  }

  /** Hears wu's bus, once there is one. */
  attach() {
    const { wu } = this.#framework;
    if (!wu || wu === this.#heard) return;
    this.#heard = wu;
    const end = this.#framework.hear((event, data) => {
      if (event !== BRIDGE) this.#add(event, data);
    });
    if (end) this.#ends.push(end);
  }

  /** @param {string} event @param {unknown} data */
  #add(event, data) {
    this.#entries.push({ event, data: copy(data), timestamp: Date.now() });
    if (this.#entries.length > KEPT) this.#entries.shift();
  }

  get size() {
    return this.#entries.length;
  }

  /** The latest, oldest first. @param {number} limit */
  list(limit) {
    const events = this.#entries.slice(-limit);
    return { events, total: this.size, showing: events.length };
  }

  close() {
    for (const end of this.#ends.splice(0)) end();
  }
}
