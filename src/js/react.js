"use client";
// React: tools that live as long as a component does. No JSX and no build step of its own; React is the page's.
import { createContext, createElement, useContext, useEffect, useInsertionEffect, useMemo, useRef, useState } from "react";

/**
 * @typedef {import("./types.js").WebMCP} WebMCP
 * @typedef {import("./types.js").Tool<any>} Tool
 * @typedef {() => WebMCP | Promise<WebMCP>} Load
 */

/** Where there is no provider: the page's own object, loaded when the first hook needs it. @type {Load} */
const standard = async () => {
  const { default: init, WebMCP } = await import("./module.js");
  await init();
  return new WebMCP();
};

const Context = createContext(standard);

/** What a `load` gave, for every hook that shares it. @type {WeakMap<Load, Promise<WebMCP>>} */
const loaded = new WeakMap();

/** @param {Load} load @returns {Promise<WebMCP>} */
function once(load) {
  let promise = loaded.get(load);
  if (!promise) {
    promise = Promise.resolve().then(load);
    loaded.set(load, promise);
    promise.catch((error) => {
      // The next component that mounts tries again.
      loaded.delete(load);
      console.error(error);
    });
  }
  return promise;
}

/**
 * Says where the hooks below get their `WebMCP` object from. `load` is called once, in the browser, when the first of them mounts.
 * @param {{load: Load, children?: unknown}} props
 */
export function WebMCPProvider({ load, children }) {
  const [first] = useState(() => () => load());
  return createElement(Context.Provider, { value: first }, /** @type {any} */ (children));
}

/** The page's `WebMCP` object; `undefined` on a server and until it is loaded. @returns {WebMCP | undefined} */
export function useWebMCP() {
  const load = useContext(Context);
  const [mcp, setMcp] = useState(/** @type {WebMCP | undefined} */ (undefined));
  useEffect(() => {
    let mounted = true;
    once(load).then(
      (given) => mounted && setMcp(given),
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, [load]);
  return mcp;
}

/** A component's wish for a tool: what it rendered last. @typedef {{tool: Tool}} Wish */

/** The tools of one `WebMCP` object that hooks hold, by name. @type {WeakMap<WebMCP, Map<string, Held>>} */
const tables = new WeakMap();

/**
 * A name, the components that want it (the last one to come has it), and what is registered for them. The registration outlives an
 * unmount by a task: StrictMode and hot reloads unmount and mount at once, and agents need not hear of it.
 */
class Held {
  /** @type {Wish[]} */
  #wishes = [];
  /** @type {AbortController | undefined} */
  #registration;
  #registered = "";

  /** @param {WebMCP} mcp @param {string} name */
  constructor(mcp, name) {
    this.mcp = mcp;
    this.name = name;
  }

  /** @param {Wish} wish */
  add(wish) {
    this.#wishes.push(wish);
    this.update();
    return () => {
      this.#wishes.splice(this.#wishes.indexOf(wish), 1);
      setTimeout(() => this.update());
    };
  }

  /** Registers what is wanted now, unless it is what is registered. */
  update() {
    const wish = this.#wishes.at(-1);
    if (!wish) {
      this.#registration?.abort();
      this.#registration = undefined;
      const table = tables.get(this.mcp);
      if (table?.get(this.name) === this) table.delete(this.name);
      return;
    }
    const { execute: _, ...definition } = wish.tool;
    const text = described(definition);
    if (this.#registration && text === this.#registered) return;
    this.#registered = text;
    const registration = new AbortController();
    this.#registration = registration;
    this.mcp
      .registerTool(
        /** @type {Tool} */ ({
          ...definition,
          // The latest closure of the component that has the name, not the one of the render that registered it.
          execute: (args, context) => this.#wishes.at(-1)?.tool.execute?.(args, context),
        }),
        { signal: registration.signal },
      )
      // The object has said so on the console and as an `error` event; what was refused is tried again when it changes.
      .catch(() => {
        if (this.#registration === registration) this.#registration = undefined;
      });
  }
}

/** @type {WeakMap<object, number>} */
const identities = new WeakMap();
let identity = 0;

/** A definition as text, so that an equal one is known. Schema libraries' objects go by their JSON Schema. @param {Omit<Tool, "execute">} tool */
function described({ inputSchema, ...rest }) {
  const schema = /** @type {any} */ (inputSchema);
  try {
    const options = { target: "draft-2020-12" };
    return JSON.stringify([schema?.["~standard"]?.jsonSchema?.input?.(options) ?? schema?.toJSONSchema?.(options) ?? schema, rest]);
  } catch {
    // It is the object's to refuse it, once for each schema.
    if (!identities.has(schema)) identities.set(schema, ++identity);
    return String(identities.get(schema));
  }
}

/**
 * Registers a tool while the component is mounted. `execute` is always the one of the last render. The rest of the definition is looked at
 * again when `deps` change, or after each render without `deps`; agents hear of it only where it differs.
 * @param {Tool | null | undefined | false} tool nothing: no tool
 * @param {readonly unknown[]} [deps]
 */
export function useTool(tool, deps) {
  const mcp = useWebMCP();
  const wish = useRef(/** @type {Wish | undefined} */ (undefined));
  const held = useRef(/** @type {Held | undefined} */ (undefined));
  const due = useRef(false);
  const name = tool ? tool.name : undefined;
  // Not an effect with `deps`: under StrictMode a hot reload runs memos again, but no effects.
  useMemo(
    () => {
      due.current = true;
    },
    /** @type {readonly unknown[]} */ (deps),
  );

  useInsertionEffect(() => {
    if (!tool) return;
    if (wish.current) wish.current.tool = tool;
    else wish.current = { tool };
  });
  useEffect(() => {
    if (!mcp || name === undefined || !wish.current) return;
    const table = tables.get(mcp) ?? new Map();
    tables.set(mcp, table);
    const item = table.get(name) ?? new Held(mcp, name);
    table.set(name, item);
    held.current = item;
    const leave = item.add(wish.current);
    return () => {
      held.current = undefined;
      leave();
    };
  }, [mcp, name]);
  useEffect(() => {
    if (!due.current) return;
    due.current = false;
    held.current?.update();
  });
}
