// What rows are written with.

/** @typedef {[name: string, act: (kit: Kit) => unknown]} Row */
/** @typedef {any} Any */

export class Kit {
  /** @type {Any} */
  mc = /** @type {Any} */ (document).modelContext;
  /** @type {(() => unknown)[]} */
  #cleanups = [];
  /** @type {string[]} */
  log = [];
  #end = new AbortController();
  #count = 0;

  /** A name that nothing else in the row has. */
  name() {
    this.#count += 1;
    return `tool${this.#count}`;
  }

  /** @param {string} word */
  note(word) {
    this.log.push(word);
  }

  /** The log as one string. */
  said() {
    return this.log.join(" > ");
  }

  /** @param {object} [over] a tool that is right, save for what is given */
  tool(over = {}) {
    return { name: this.name(), description: "d", execute: () => "r", ...over };
  }

  /** Registers a tool, and takes it away after the row. @param {object} over @param {Any} [options] @returns {Promise<Any>} */
  add(over = {}, options = {}) {
    return this.mc.registerTool(this.tool(over), options === null ? options : { signal: this.#end.signal, ...options });
  }

  /** Registers a tool as it is. @param {unknown[]} given */
  register(...given) {
    return this.mc.registerTool(...given);
  }

  /** The list's entry. @param {string} name */
  async entry(name) {
    const tools = await this.mc.getTools();
    return tools.find((/** @type {Any} */ tool) => tool.name === name);
  }

  /** The list's entry as text. @param {string} name */
  async shown(name) {
    const entry = await this.entry(name);
    if (!entry) return "not listed";
    return JSON.stringify({ ...entry, origin: entry.origin === location.origin, window: entry.window === window });
  }

  /** A registered tool's entry. @param {object} over */
  async ready(over = {}) {
    const tool = this.tool(over);
    await this.mc.registerTool(tool, { signal: this.#end.signal });
    return this.entry(tool.name);
  }

  /** What a promise came to. @param {unknown} given a promise, or a function that gives one */
  async outcome(given) {
    let promise = given;
    if (typeof given === "function") {
      try {
        promise = given();
      } catch (error) {
        return `throws ${said(error)}`;
      }
      if (!(promise instanceof Promise)) return `returns ${print(promise)}`;
    }
    const late = new Promise((done) => setTimeout(done, 1500, "pending"));
    return Promise.race([
      Promise.resolve(promise).then(
        (value) => `→ ${print(value)}`,
        (error) => `✗ ${said(error)}`,
      ),
      late,
    ]);
  }

  /** Several outcomes, one a line. @param {unknown[]} given */
  async outcomes(...given) {
    const all = [];
    for (const one of given) all.push(await this.outcome(one));
    return all.join("\n");
  }

  /**
   * A form in the page, and time for it to become a tool.
   * @param {string} inner @param {string} [attributes] @param {Node & ParentNode} [parent]
   * @returns {Promise<Any>}
   */
  async form(inner, attributes = "toolautosubmit", parent = document.body) {
    const form = this.bare(inner, `toolname="f" tooldescription="d" ${attributes}`, parent);
    for (let tries = 0; tries < 20 && !(await this.entry("f")); tries++) await this.sleep(20);
    await this.quiet(20);
    return form;
  }

  /** @param {string} inner @param {string} attributes @param {Node & ParentNode} [parent] @returns {Any} */
  bare(inner, attributes, parent = document.body) {
    const holder = document.createElement("div");
    holder.innerHTML = `<form ${attributes}>${inner}</form>`;
    parent.append(holder);
    this.#cleanups.push(() => holder.remove());
    return holder.firstElementChild;
  }

  /** Calls a form's tool. @param {unknown} input @param {Any} [options] @returns {Promise<Any>} */
  async call(input, options) {
    return this.mc.executeTool(await this.entry("f"), input, options);
  }

  /** Lets a form answer with its data, and never navigate. @param {Any} form @param {(event: Any) => unknown} [answer] */
  answering(form, answer = () => JSON.stringify([...new FormData(form)])) {
    form.addEventListener("submit", (/** @type {Any} */ event) => {
      event.preventDefault();
      if (event.agentInvoked) event.respondWith(answer(event));
    });
    return form;
  }

  /** Notes events at a target. @param {EventTarget} target @param {string} types @param {(event: Any) => string} [word] */
  hear(target, types, word = (event) => event.type) {
    for (const type of types.split(" ")) {
      target.addEventListener(type, (event) => this.note(word(event)), { capture: true, signal: this.#end.signal });
    }
  }

  /** Notes what is read of an object, behind a mark. @param {object} target @param {string} mark @returns {Any} */
  spy(target, mark) {
    return new Proxy(target, {
      get: (of, key) => {
        if (typeof key === "string") this.note(mark + key);
        return Reflect.get(of, key);
      },
    });
  }

  /** @returns {Promise<Any>} a same-origin frame with a context */
  async frame() {
    const frame = document.createElement("iframe");
    frame.src = location.href.replace(/[^/]*$/, "frame.html") + location.search;
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    document.body.append(frame);
    this.#cleanups.push(() => frame.remove());
    await loaded;
    return frame;
  }

  /** Until nothing has changed for a while. @param {number} [milliseconds] */
  async quiet(milliseconds = 60) {
    let heard = true;
    const hear = () => {
      heard = true;
    };
    this.mc?.addEventListener("toolchange", hear);
    while (heard) {
      heard = false;
      await this.sleep(milliseconds);
    }
    this.mc?.removeEventListener("toolchange", hear);
  }

  /** Until the context says so. @param {string} type */
  next(type) {
    return new Promise((done) => {
      this.mc.addEventListener(type, done, { once: true });
      setTimeout(done, 1500);
    });
  }

  /** Until a tool is active. */
  active() {
    return this.next("toolactivated");
  }

  /** @param {number} [milliseconds] */
  sleep(milliseconds = 120) {
    return new Promise((done) => setTimeout(done, milliseconds));
  }

  /** After the row. @param {() => unknown} task */
  after(task) {
    this.#cleanups.push(task);
  }

  async clean() {
    this.#end.abort();
    for (const task of this.#cleanups) await task();
    await this.quiet(20);
  }
}

/** @param {unknown} value */
export function print(value) {
  if (value === undefined) return "undefined";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return String(value);
}

/** @param {Any} error */
export function said(error) {
  if (typeof error !== "object" || error === null) return print(error);
  const name = error instanceof DOMException ? `${error.name}(${error.code})` : (error.constructor?.name ?? "Object");
  return `${name}: ${error.message}`;
}
