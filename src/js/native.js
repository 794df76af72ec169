// The browser's own model context, in each of the shapes it has had: promises or not, signals or `unregisterTool`, an event
// target or a frozen object.

import { leaving } from "./form/answer.js";

/** Names that copies of this library published on this page: none carries another's. */
const PUBLISHED = Symbol.for("webmcp-wasm.published");

/**
 * @typedef {((call: 0, name: string, input: unknown) => Promise<unknown>) & ((call: 1, gone: string[], came: Runnable[]) => void)} Door
 *   runs a tool of the page's; hears what others registered
 * @typedef {{ name: string, title?: string, description: string, inputSchema?: object, annotations?: object }} Tool
 * @typedef {Tool & { execute(input: unknown, context?: { signal?: AbortSignal }): Promise<unknown> }} Runnable
 */

export class NativeContext {
  /** @type {Map<string, { tool: Runnable, controller: AbortController }>} */
  #ours = new Map();
  /** @type {Map<string, string>} what was heard last, as text */
  #heard = new Map();
  /** @type {Set<string>} */
  #published;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #polling;
  #stopped = new AbortController();
  #looking = false;
  /** @type {Promise<boolean> | undefined} */
  #takesObjects;

  /**
   * The browser's context, where it has one.
   * @param {Door} door
   */
  static find(door) {
    const context = "modelContext" in document ? document.modelContext : /** @type {any} */ (navigator).modelContext;
    return typeof context?.registerTool === "function" || typeof context?.provideContext === "function"
      ? new NativeContext(context, door)
      : undefined;
  }

  /** @param {any} context @param {Door} door */
  constructor(context, door) {
    this.context = context;
    this.door = door;
    const page = /** @type {any} */ (window);
    this.#published = page[PUBLISHED] ?? new Set();
    if (!page[PUBLISHED]) Object.defineProperty(page, PUBLISHED, { value: this.#published });
  }

  /**
   * Hands a tool to the browser; rejects where it refuses.
   * @param {Tool} tool
   */
  async publish({ name, title, description, inputSchema, annotations }) {
    this.withdraw(name);
    const controller = new AbortController();
    /** A plain value: browsers make their own text of it, and swallow what is thrown. @param {unknown} input */
    const execute = async (input) => {
      try {
        const value = await this.door(0, name, input);
        // It would take the whole page down with it.
        if (typeof value === "symbol") throw new TypeError("The tool returned a symbol, which cannot be sent.");
        // Half a character would make the browser drop the rest.
        return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
      } catch (error) {
        return { error: /** @type {any} */ (error)?.message || String(error) };
      }
    };
    const given = { name, title, description, inputSchema, annotations, execute };
    this.#ours.set(name, { tool: given, controller });
    this.#published.add(name);
    try {
      if (this.context.registerTool) await this.context.registerTool(given, { signal: controller.signal });
      else this.#provide();
    } catch (error) {
      // Taken back while the browser was thinking: no refusal.
      if (controller.signal.aborted) return;
      this.#ours.delete(name);
      this.#published.delete(name);
      throw error;
    }
  }

  /** @param {string} name */
  withdraw(name) {
    const own = this.#ours.get(name);
    if (!own) return;
    this.#ours.delete(name);
    this.#published.delete(name);
    own.controller.abort();
    try {
      if (!this.context.registerTool) this.#provide();
      else if (this.context.unregisterTool) this.context.unregisterTool(name);
    } catch {
      // Gone already.
    }
  }

  #provide() {
    this.context.provideContext({ tools: [...this.#ours.values()].map(({ tool }) => tool) });
  }

  /**
   * Hears of the tools that others registered: names that went, and what came. Polls where there are no events.
   */
  watch() {
    if (typeof this.context.getTools !== "function" || typeof this.context.executeTool !== "function") return;
    const look = () => {
      if (this.#looking) return;
      this.#looking = true;
      setTimeout(() => {
        this.#looking = false;
        this.#look();
      });
    };
    if (typeof this.context.addEventListener === "function")
      this.context.addEventListener("toolchange", look, { signal: this.#stopped.signal });
    else this.#polling = setInterval(look, 1000);
    look();
  }

  stop() {
    this.#stopped.abort();
    clearInterval(this.#polling);
    for (const name of [...this.#ours.keys()]) this.withdraw(name);
  }

  async #look() {
    /** @type {any[]} */
    let entries;
    try {
      entries = await this.context.getTools();
    } catch {
      return;
    }
    if (this.#stopped.signal.aborted) return;
    /** @type {Map<string, any>} */
    const found = new Map();
    // This frame's first: names are unique here, and are not where frames share a list.
    for (const entry of entries.sort((a, b) => +(b.window === window) - +(a.window === window))) {
      const own = (entry.window ?? window) === window && this.#published.has(entry.name);
      if (!own && !found.has(entry.name)) found.set(entry.name, entry);
    }
    const gone = [...this.#heard.keys()].filter((name) => !found.has(name));
    /** @type {Runnable[]} */
    const came = [];
    for (const [name, entry] of found) {
      const { window: frame, ...rest } = entry;
      const text = JSON.stringify(rest);
      if (this.#heard.get(name) === text) continue;
      if (this.#heard.has(name)) gone.push(name);
      this.#heard.set(name, text);
      const { title, description, annotations, inputSchema } = entry;
      // Up to Chrome 154 the schema was text.
      const schema = typeof inputSchema === "string" && inputSchema ? JSON.parse(inputSchema) : inputSchema || undefined;
      came.push({
        name,
        title,
        description,
        annotations,
        inputSchema: schema,
        execute: (input, context) => this.#call(entry, input, context),
      });
    }
    for (const name of gone) if (!found.has(name)) this.#heard.delete(name);
    if (gone.length || came.length) this.door(1, gone, came);
  }

  /**
   * @param {any} entry
   * @param {unknown} input
   * @param {{ signal?: AbortSignal } | undefined} context
   */
  async #call(entry, input, context) {
    this.#takesObjects ??= takesObjects(this.context);
    const given = (await this.#takesObjects) ? input : JSON.stringify(input);
    const left = watchForm(entry);
    const result = await this.context.executeTool(entry, given, { signal: context?.signal }).finally(left.stop);
    if (result == null) return left.answer() ?? "Done, without a result. If the page has gone elsewhere, list the tools again.";
    if (!/^\{/.test(result)) return result;
    try {
      return JSON.parse(result);
    } catch {
      return result;
    }
  }
}

/**
 * A form that the browser made a tool of answers nothing when it navigates; what it submitted is seen here.
 * @param {{ name: string, window?: Window }} entry
 */
function watchForm({ name, window: frame }) {
  const controller = new AbortController();
  const found = (frame ?? window) === window && document.querySelector(`form[toolname="${CSS.escape(name)}"]`);
  const form = found instanceof HTMLFormElement ? found : undefined;
  /** @type {{ event?: SubmitEvent, data?: FormData }} */
  const seen = {};
  if (form) {
    const options = { signal: controller.signal };
    form.addEventListener("submit", (event) => Object.assign(seen, { event }), options);
    form.addEventListener("formdata", ({ formData: data }) => Object.assign(seen, { data }), options);
  }
  return {
    stop: () => controller.abort(),
    answer: () => form && seen.event && !seen.event.defaultPrevented && leaving(form, seen.data, seen.event.submitter),
  };
}

/**
 * Whether arguments go to `executeTool` as an object or, as up to Chrome 154, as JSON text. A tool that cannot be there is
 * called with text: where an object is wanted, text is a type error.
 * @param {any} context
 */
async function takesObjects(context) {
  try {
    await context.executeTool({ name: "\0", description: "", origin: self.origin, window }, "{}");
    return false;
  } catch (error) {
    return error instanceof TypeError;
  }
}
