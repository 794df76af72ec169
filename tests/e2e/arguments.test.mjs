// Every parameter of every exported method given what a page might give it by mistake: a TypeError that names it, and nothing breaks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";

const world = createWorld({ relay: false });

/** What stands for each kind of wrong value in the tables below, in their order. */
const GIVEN = ["undefined", "null", "42", "{}", "trap"];

/**
 * `T`: a TypeError that names the parameter; `ok`: taken; `own`: the page's own error, thrown by its getter, comes back as itself;
 * `word`: another refusal.
 * @type {Record<string, Record<string, string>>}
 */
const methods = {
  registerTool: {
    name: "T T T T own",
    description: "ok ok T T T",
    schema: "ok ok T ok T",
    execute: "ok ok T T T",
    "tool.name": "T T T T T",
    "tool.title": "ok ok T T T",
    "tool.description": "ok ok T T T",
    "tool.inputSchema": "ok ok T ok T",
    "tool.outputSchema": "ok ok T ok T",
    "tool.annotations": "ok ok T ok T",
    "tool.execute": "ok ok T T T",
    "tool.permissions": "ok ok T T T",
    "tool.confirm": "ok ok T T T",
    "tool.timeout": "ok ok ok T T",
    options: "ok ok T ok own",
    "options.signal": "ok T T T T",
  },
  registerPrompt: { name: "T T T T T", description: "ok ok T T T", arguments: "ok ok T T T", execute: "ok ok T T T" },
  registerResource: {
    name: "T T T T T",
    description: "ok ok T T T",
    options: "T T T T own",
    "options.uri": "T T T T T",
    "options.uriTemplate": "ok ok T T T",
    "options.mimeType": "ok ok T T T",
    "options.signal": "ok T T T T",
    provide: "ok ok T T T",
  },
  unregisterTool: { name: "T T T T T" },
  unregisterPrompt: { name: "T T T T T" },
  unregisterResource: { name: "T T T T T" },
  // An object is a whole tool: what its getters throw is the page's own.
  execute: { name: "T T T T own", args: "ok T T ok T" },
  setPermissions: { permissions: "T T T ok own", "permissions.kitchen": "T T T T T" },
  connect: { token: "word word T T T" },
  // As an EventTarget judges them.
  addEventListener: { type: "T T T T T", listener: "ok ok T ok ok", options: "ok ok ok ok own" },
  removeEventListener: { type: "T T T T T", listener: "ok ok T ok ok", options: "ok ok ok ok own" },
};

/** The options of the constructor. @type {Record<string, string>} */
const options = {
  options: "ok ok T ok own",
  color: "ok ok T T T",
  position: "ok ok T T T",
  size: "ok ok T T T",
  padding: "ok ok T T T",
  inactivityTimeout: "ok T ok T T",
  widget: "ok T T T T",
  language: "ok ok T T T",
  labels: "ok ok T ok own",
  modelContext: "ok ok T T T",
  dynamicTools: "ok T T T T",
  validate: "ok T T T T",
  permissions: "ok ok T ok own",
  confirm: "ok ok T T T",
  callTimeout: "ok T ok T T",
  promptsAsTools: "ok T T T T",
  onSampling: "ok ok T T T",
  log: "ok ok T T T",
};

/** Runs in the page: what each wrong value in each place does, and whether a working call works afterwards. */
async function play({ method, places, given }) {
  const values = {
    undefined,
    null: null,
    42: 42,
    "{}": {},
    trap: new Proxy(
      {},
      Object.fromEntries(
        ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"].map((trap) => [
          trap,
          () => {
            throw window.own;
          },
        ]),
      ),
    ),
  };
  window.own = new RangeError("the page's own");
  const nothing = () => {};
  /** Sound arguments for each method, and the places of its parameters in them. */
  const sound = {
    registerTool: () => ["tool", "A tool", { type: "object", properties: {} }, () => "ran"],
    "registerTool(tool)": () => [{ name: "tool", execute: () => "ran" }, {}],
    registerPrompt: () => ["prompt", "A prompt", [{ name: "who" }], nothing],
    registerResource: () => ["resource", "A resource", { uri: "tea://1" }, nothing],
    unregisterTool: () => ["nothing"],
    unregisterPrompt: () => ["nothing"],
    unregisterResource: () => ["nothing"],
    execute: () => ["probe", {}],
    setPermissions: () => [{ kitchen: true }],
    addEventListener: () => ["error", nothing, {}],
    removeEventListener: () => ["error", nothing, {}],
    connect: () => ["eyJ"],
  };
  const order = {
    registerTool: ["name", "description", "schema", "execute"],
    "registerTool(tool)": ["tool", "options"],
    registerPrompt: ["name", "description", "arguments", "execute"],
    registerResource: ["name", "description", "options", "provide"],
    execute: ["name", "args"],
    setPermissions: ["permissions"],
    connect: ["token"],
    addEventListener: ["type", "listener", "options"],
    removeEventListener: ["type", "listener", "options"],
  };
  const outcomes = {};
  for (const place of places) {
    const [parameter, member] = place.split(".");
    const form = method === "registerTool" && ["tool", "options"].includes(parameter) ? "registerTool(tool)" : method;
    const index = (order[form] ?? ["name"]).indexOf(parameter);
    outcomes[place] = [];
    for (const name of given) {
      const args = sound[form]();
      if (member) args[index] = { ...args[index], [member]: values[name] };
      else args[index] = values[name];
      let outcome;
      try {
        await mcp[method](...args);
        outcome = "ok";
      } catch (error) {
        outcome = error === window.own ? "own" : error instanceof TypeError ? `T ${error.message}` : `word ${error.name}: ${error.message}`;
      }
      const after = await mcp.execute("probe", { n: 1 });
      outcomes[place].push(after.result === "alive 1" ? outcome : `broken after ${outcome}: ${JSON.stringify(after)}`);
    }
  }
  return outcomes;
}

/** @param {Record<string, string>} expected @param {Record<string, string[]>} outcomes */
function compare(method, expected, outcomes) {
  for (const [place, row] of Object.entries(expected)) {
    for (const [n, wanted] of row.split(" ").entries()) {
      const outcome = outcomes[place][n];
      const what = `${method}: ${place} = ${GIVEN[n]}: ${outcome}`;
      assert.equal(outcome.split(" ")[0], wanted, what);
      // The name of the parameter, or of its member; the browser's own words for what it judges itself.
      const named = /** @type {string} */ (place.split(".").at(-1)).replace("schema", "inputSchema");
      const judged = /EventListener$/.test(method) && place !== "type";
      if (wanted === "T" && !judged) assert.match(outcome, new RegExp(`${method}: .*\\b(${named}|permissions|options)\\b`), what);
    }
  }
}

for (const [method, expected] of Object.entries(methods)) {
  test(`${method}() says what is wrong with each argument, and the page goes on`, async (t) => {
    const { page } = await world.open(t, { options: { log: "silent", widget: false } });
    await page.evaluate(() => mcp.registerTool("probe", "", undefined, ({ n }) => `alive ${n}`));
    compare(method, expected, await page.evaluate(play, { method, places: Object.keys(expected), given: GIVEN }));
  });
}

test("new WebMCP() says what is wrong with each option, and leaves nothing behind", async (t) => {
  const { page } = await world.open(t, { create: false });
  const outcomes = await page.evaluate(
    async ({ places, given }) => {
      window.own = new RangeError("the page's own");
      const fail = () => {
        throw window.own;
      };
      const values = { undefined, null: null, 42: 42, "{}": {}, trap: new Proxy({}, { get: fail, has: fail, ownKeys: fail }) };
      const outcomes = {};
      for (const place of places) {
        outcomes[place] = [];
        for (const name of given) {
          const options = { widget: false, log: "silent", [place]: values[name] };
          let outcome = "ok";
          try {
            new WebMCP(place === "options" ? values[name] : options).destroy();
          } catch (error) {
            outcome = error === window.own ? "own" : error instanceof TypeError ? `T ${error.message}` : `word ${error}`;
          }
          const working = new WebMCP({ widget: false, log: "silent" });
          await working.registerTool("probe", "", undefined, () => "alive");
          const { result } = await working.execute("probe");
          working.destroy();
          const left = document.querySelectorAll("[data-webmcp-widget]").length;
          outcomes[place].push(result === "alive" && left === 0 ? outcome : `broken after ${outcome}`);
        }
      }
      return outcomes;
    },
    { places: Object.keys(options), given: GIVEN },
  );
  compare("new WebMCP", options, outcomes);
});

test("a getter that throws in the middle of the options throws as itself, and the next object is sound", async (t) => {
  const { page } = await world.open(t, { create: false });
  const seen = await page.evaluate(
    (keys) =>
      keys.map((key) => {
        const own = new Error(`no ${key}`);
        const trap = {
          get [key]() {
            throw own;
          },
        };
        try {
          new WebMCP(trap);
          return "taken";
        } catch (error) {
          return error === own;
        }
      }),
    Object.keys(options).filter((key) => key !== "options"),
  );
  assert.deepEqual(new Set(seen), new Set([true]));
  const tool = await page.evaluate(async () => {
    const mcp = new WebMCP({ widget: false });
    const own = new Error("no name");
    const trap = (key) => ({
      name: "trap",
      get [key]() {
        throw own;
      },
    });
    const keys = ["description", "inputSchema", "outputSchema", "annotations", "execute", "title", "permissions", "confirm", "timeout"];
    const seen = [];
    for (const key of keys) seen.push(await mcp.registerTool(trap(key)).catch((error) => error === own));
    return { seen: [...new Set(seen)], tools: mcp.tools() };
  });
  assert.deepEqual(tool, { seen: [true], tools: [] });
});

test("after destroy() every method refuses or does nothing, and none breaks", async (t) => {
  const { page } = await world.open(t, { options: { log: "silent" } });
  const seen = await page.evaluate(async () => {
    await mcp.registerTool("probe", "", undefined, () => "alive");
    mcp.destroy();
    const outcome = async (call) => {
      try {
        return await call();
      } catch (error) {
        return `${error.name} ${error.code}`;
      }
    };
    const nothing = () => {};
    return {
      registerTool: await outcome(() => mcp.registerTool("a", "", undefined, nothing)),
      registerPrompt: await outcome(() => mcp.registerPrompt("a", "", [], nothing)),
      registerResource: await outcome(() => mcp.registerResource("a", "", { uri: "a://" }, nothing)),
      execute: await outcome(() => mcp.execute("probe")),
      connect: await outcome(() => mcp.connect("x")),
      expose: await outcome(() => mcp.expose()),
      isConnected: mcp.isConnected,
      status: mcp.status,
      disconnect: await outcome(() => mcp.disconnect()),
      destroy: await outcome(() => mcp.destroy()),
      unregisterAll: await outcome(() => mcp.unregisterAll()),
      audit: Array.isArray(mcp.auditLog()),
      listening: await outcome(() => mcp.addEventListener("error", nothing)),
    };
  });
  const destroyed = "InvalidStateError destroyed";
  assert.deepEqual(seen, {
    registerTool: destroyed,
    registerPrompt: destroyed,
    registerResource: destroyed,
    execute: destroyed,
    connect: destroyed,
    expose: false,
    isConnected: false,
    status: "disconnected",
    disconnect: undefined,
    destroy: undefined,
    unregisterAll: undefined,
    audit: true,
    listening: undefined,
  });
});
