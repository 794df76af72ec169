// What a page is made of, for wu's commands: window.wu where it exists, else what the page itself gave to connect().

/** The bus's name of what this door reports. */
export const BRIDGE = "wu-mcp-bridge";

/** @param {unknown} value @returns {value is Record<string, any>} */
const isThing = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

/** The names in whatever a registry is: a Map, a Set, a list or an object. @param {any} registry @returns {string[]} */
function namesIn(registry) {
  if (registry instanceof Map || registry instanceof Set) return [...registry.keys()].map(String);
  if (Array.isArray(registry)) return registry.map((item) => String(isThing(item) ? item.name : item));
  return isThing(registry) ? Object.keys(registry) : [];
}

export class Framework {
  #given;

  /** @param {{store?: any, navigate?: (route: string) => unknown}} given */
  constructor(given) {
    this.#given = given;
  }

  /** The framework; looked for each time, as it may come late. @returns {Record<string, any> | undefined} */
  get wu() {
    const wu = /** @type {any} */ (window).wu;
    return isThing(wu) ? wu : undefined;
  }

  /** @returns {{get: (path?: string) => unknown, set: (path: string, value: unknown) => unknown}} */
  get store() {
    const store = this.#given.store ?? this.wu?.store;
    if (typeof store?.get === "function" && typeof store?.set === "function") return store;
    throw new Error("This page has no store: it runs no wu framework (window.wu), and gave connect() no store of its own.");
  }

  /** @returns {{name: string, mounted: boolean}[]} */
  get apps() {
    const { wu } = this;
    const mounted = new Set(namesIn(wu?.mounted));
    const names = new Set([...namesIn(wu?.apps), ...namesIn(wu?.definitions), ...mounted]);
    return [...names].map((name) => ({ name, mounted: mounted.has(name) }));
  }

  /** The bus, as the object with `emit` and maybe `on`. */
  get #bus() {
    const { wu } = this;
    for (const bus of [wu?.eventBus, wu]) if (typeof bus?.emit === "function") return bus;
    return undefined;
  }

  /** Whether there was a bus to emit on. @param {string} event @param {unknown} data @param {{appName?: string}} [from] */
  emit(event, data, from) {
    const bus = this.#bus;
    if (!bus) return false;
    bus.emit(event, data, from);
    return true;
  }

  /**
   * Hears every event of the bus; gives what ends that, where there is a bus to hear.
   * @param {(event: string, data: unknown) => void} heard @returns {(() => void) | undefined}
   */
  hear(heard) {
    const bus = this.#bus;
    if (typeof bus?.on !== "function") return undefined;
    // wu gives the whole event; other buses its name and its data.
    const listener = (/** @type {any} */ event, /** @type {unknown} */ data) =>
      typeof event === "string" ? heard(event, data) : heard(String(event?.name ?? event?.event ?? event?.type), event?.data);
    const off = bus.on("*", listener);
    return () => (typeof off === "function" ? off() : bus.off?.("*", listener));
  }

  /** Tells the page's own listeners what was done to it. @param {Record<string, unknown>} entry */
  audit(entry) {
    try {
      this.emit(BRIDGE, entry, { appName: BRIDGE });
    } catch {
      // A listener of the page's threw: it changes nothing for the relay.
    }
  }

  /** @param {string} route */
  async navigate(route) {
    const { wu } = this;
    if (this.#given.navigate) await this.#given.navigate(route);
    else if (typeof wu?.navigate === "function") await wu.navigate(route);
    else return this.emit("navigate", { route });
    return true;
  }

  /** @param {"mount" | "unmount"} what @param {unknown[]} args */
  async change(what, ...args) {
    const { wu } = this;
    if (!wu) throw new Error("This page has no apps: it runs no wu framework (window.wu).");
    if (typeof wu[what] !== "function") throw new Error(`This page's wu framework has no ${what}().`);
    await wu[what](...args);
  }
}
