// What a wu page has on `window.wu`, as far as a page's own scripts see it: a store with dotted paths, a bus with wildcards, apps that
// are mounted into containers. It runs in the page, before its scripts; `window.wuDid` remembers what was asked of it.
export function fakeWu() {
  /** @typedef {{name: string, data: unknown, timestamp: number, source: string}} Event */
  class Bus {
    /** @type {Map<string, Set<(event: Event) => void>>} */
    #listeners = new Map();

    /** @param {string} name @param {(event: Event) => void} listener */
    on(name, listener) {
      if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
      this.#listeners.get(name).add(listener);
      return () => this.off(name, listener);
    }

    /** @param {string} name @param {(event: Event) => void} listener */
    off(name, listener) {
      this.#listeners.get(name)?.delete(listener);
    }

    /** @param {string} name @param {unknown} data @param {{appName?: string}} [options] */
    emit(name, data, options = {}) {
      const event = { name, data, timestamp: Date.now(), source: options.appName ?? "unknown" };
      for (const key of [name, `${name.split(":")[0]}:*`, "*"]) for (const listener of this.#listeners.get(key) ?? []) listener(event);
      return true;
    }
  }

  class Store {
    /** @type {any} */
    #state = { cart: { items: [1, 2], open: false }, user: { name: "Ada" } };

    /** @param {string} [path] */
    get(path) {
      if (!path) return this.#state;
      return path.split(".").reduce((part, key) => part?.[key], this.#state);
    }

    /** @param {string} path @param {unknown} value */
    set(path, value) {
      const keys = path.split(".");
      const last = keys.pop();
      keys.reduce((part, key) => {
        part[key] ??= {};
        return part[key];
      }, this.#state)[last] = value;
      window.wu.eventBus.emit("store:changed", { path }, { appName: "wu-store" });
      return 1;
    }
  }

  const eventBus = new Bus();
  /** @type {unknown[][]} */
  window.wuDid = [];
  window.wu = {
    store: new Store(),
    eventBus,
    apps: new Map([
      ["header", { url: "/header" }],
      ["cart", { url: "/cart" }],
    ]),
    mounted: new Map([["header", { container: "#top" }]]),
    emit: (/** @type {[string, unknown, object?]} */ ...args) => eventBus.emit(...args),
    on: (/** @type {[string, (event: any) => void]} */ ...args) => eventBus.on(...args),
    /** @param {string} name @param {string} container */
    async mount(name, container) {
      window.wuDid.push(["mount", name, container]);
      document.querySelector(container).textContent = `the ${name} app`;
      window.wu.mounted.set(name, { container });
    },
    /** @param {string} name */
    async unmount(name) {
      window.wuDid.push(["unmount", name]);
      document.querySelector(window.wu.mounted.get(name)?.container)?.replaceChildren();
      window.wu.mounted.delete(name);
    },
  };
  eventBus.on("wu-mcp-bridge", (event) => window.wuDid.push(["audit", event]));
}
