// A4, A5: executeTool.
import { print } from "./kit.js";

/** @type {any} */
const cyclic = {};
cyclic.self = cyclic;

/** @type {[string, unknown][]} */
const inputs = [
  ["undefined", undefined],
  ["null", null],
  ["'{}'", "{}"],
  ["junk", "junk"],
  ["''", ""],
  ["a number", 5],
  ["a boolean", true],
  ["a symbol", Symbol("s")],
  ["a BigInt", 5n],
  ["an array", [1]],
  ["a function", () => 1],
  ["toJSON that gives nothing", { toJSON() {} }],
  ["a Date", new Date(0)],
  ["a String object", new String("x")],
  ["a Map", new Map([[1, 2]])],
  ["undefined members", { a: undefined, b: 1, n: Number.NaN }],
  ["toJSON", { toJSON: () => ({ a: 1 }) }],
  ["a BigInt member", { a: 1n }],
  ["a cycle", cyclic],
  [
    "a getter that throws",
    {
      get a() {
        throw new RangeError("boo");
      },
    },
  ],
  ["half a character", { a: "\ud800" }],
];

/** @type {[string, () => unknown][]} */
const results = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["text", () => "hi"],
  ["JSON text", () => '{"a":1}'],
  ["''", () => ""],
  ["5", () => 5],
  ["NaN", () => Number.NaN],
  ["Infinity", () => Infinity],
  ["-0", () => -0],
  ["true", () => true],
  ["5n", () => 5n],
  ["a function", () => () => 1],
  ["toJSON that gives nothing", () => ({ toJSON() {} })],
  ["an object", () => ({ a: 1 })],
  ["an array", () => [1, "a"]],
  ["content", () => ({ content: [{ type: "text", text: "hello" }], isError: true })],
  ["a Date", () => new Date(0)],
  ["toJSON", () => ({ toJSON: () => "J" })],
  ["a Map", () => new Map([[1, 2]])],
  ["a Set", () => new Set([1])],
  ["a buffer", () => new ArrayBuffer(2)],
  ["bytes", () => new Uint8Array([1, 2])],
  ["a blob", () => new Blob(["x"])],
  ["a pattern", () => /x/],
  ["an error", () => new Error("boom")],
  ["an element", () => document.body],
  ["half a character", () => "a\ud800"],
  ["a promise", async () => "later"],
  ["a thenable", () => ({ then: (/** @type {(value: string) => void} */ done) => done("then") })],
  ["a cycle", () => cyclic],
  ["a BigInt member", () => ({ a: 1n })],
  [
    "toJSON that throws",
    () => ({
      toJSON() {
        throw new Error("boo");
      },
    }),
  ],
  [
    "throw an error",
    () => {
      throw new Error("boom");
    },
  ],
  [
    "throw an AbortError",
    () => {
      throw new DOMException("stop", "AbortError");
    },
  ],
  [
    "throw text",
    () => {
      throw "boom";
    },
  ],
  ["reject", () => Promise.reject(new Error("boom"))],
  ["reject with nothing", () => Promise.reject()],
];

/** @type {[string, (entry: any) => unknown][]} */
const entries = [
  ["null", () => null],
  ["undefined", () => undefined],
  ["a name", () => "echo"],
  ["{}", () => ({})],
  ["no description", ({ name, origin, window }) => ({ name, origin, window })],
  ["no origin", (entry) => ({ ...entry, origin: undefined })],
  ["no window", (entry) => ({ ...entry, window: undefined })],
  ["window null", (entry) => ({ ...entry, window: null })],
  ["window {}", (entry) => ({ ...entry, window: {} })],
  ["name a symbol", (entry) => ({ ...entry, name: Symbol("s") })],
  ["schema text", (entry) => ({ ...entry, inputSchema: "x" })],
  ["schema null", (entry) => ({ ...entry, inputSchema: null })],
  ["annotations text", (entry) => ({ ...entry, annotations: "x" })],
  ["title null", (entry) => ({ ...entry, title: null })],
  ["hand made", ({ name, origin, window }) => ({ name, description: "", origin, window })],
  ["unknown name", (entry) => ({ ...entry, name: "nobody" })],
  ["another origin", (entry) => ({ ...entry, origin: "https://example.com" })],
  ["another port", (entry) => ({ ...entry, origin: "http://localhost" })],
  ["origin zz", (entry) => ({ ...entry, origin: "zz" })],
  ["origin ''", (entry) => ({ ...entry, origin: "" })],
  ["origin null", (entry) => ({ ...entry, origin: "null" })],
  ["origin *", (entry) => ({ ...entry, origin: "*" })],
  ["an opaque origin", (entry) => ({ ...entry, origin: "data:,x" })],
  ["an origin with a path", (entry) => ({ ...entry, origin: `${entry.origin}/x` })],
  ["an origin in capitals", (entry) => ({ ...entry, origin: entry.origin.toUpperCase() })],
];

/** @type {import("./kit.js").Row[]} */
export const rows = [
  ["no argument", (kit) => kit.outcome(kit.mc.executeTool())],
  ...inputs.map(
    ([name, input]) =>
      /** @type {import("./kit.js").Row} */ ([
        `input: ${name}`,
        async (kit) => {
          const entry = await kit.ready({ execute: (/** @type {unknown} */ given) => `${print(given)} ${given === input}` });
          return kit.outcome(kit.mc.executeTool(entry, input));
        },
      ]),
  ),
  ["input may be left out", async (kit) => kit.outcome(kit.mc.executeTool(await kit.ready({ execute: print })))],
  ...results.map(
    ([name, execute]) =>
      /** @type {import("./kit.js").Row} */ ([
        `result: ${name}`,
        async (kit) => kit.outcome(kit.mc.executeTool(await kit.ready({ execute }))),
      ]),
  ),
  ...entries.map(
    ([name, change]) =>
      /** @type {import("./kit.js").Row} */ ([`tool: ${name}`, async (kit) => kit.outcome(kit.mc.executeTool(change(await kit.ready())))]),
  ),
  [
    "nothing is validated",
    async (kit) => {
      const entry = await kit.ready({
        inputSchema: {
          type: "object",
          properties: { a: { type: "number", default: 5 }, b: {} },
          required: ["b"],
          additionalProperties: false,
        },
        execute: print,
      });
      return kit.outcomes(kit.mc.executeTool(entry, {}), kit.mc.executeTool(entry, { a: "x", zz: 1 }), kit.mc.executeTool(entry, [1]));
    },
  ],
  [
    "options",
    async (kit) => {
      const entry = await kit.ready();
      return kit.outcomes(
        ...[null, { timeout: 5 }, "x", { signal: null }, { signal: {} }].map((options) => kit.mc.executeTool(entry, {}, options)),
      );
    },
  ],
  [
    "members are read in WebIDL's order",
    async (kit) => {
      const entry = await kit.ready();
      await kit.mc.executeTool(kit.spy(entry, ""), kit.spy({ a: 1 }, "i."), kit.spy({}, "o."));
      return kit.said();
    },
  ],
  [
    "what is wrong first is what is said",
    async (kit) => {
      const entry = await kit.ready();
      const signal = AbortSignal.abort("why");
      return kit.outcomes(
        kit.mc.executeTool({}, null),
        kit.mc.executeTool(entry, null, "x"),
        kit.mc.executeTool(entry, null, { signal }),
        kit.mc.executeTool(entry, cyclic, { signal }),
        kit.mc.executeTool({ ...entry, origin: "zz" }, {}, { signal }),
        kit.mc.executeTool({ ...entry, origin: "zz" }, null),
        kit.mc.executeTool({ ...entry, name: "no" }, {}, { signal }),
        kit.mc.executeTool({ ...entry, name: "no" }, cyclic),
        kit.mc.executeTool({ ...entry, name: "no" }, new Date(0)),
      );
    },
  ],
  [
    "execute gets two arguments and no this",
    async (kit) => {
      const entry = await kit.ready({
        /** @this {unknown} @param {any[]} given */
        execute(...given) {
          return [
            given.length,
            Object.keys(given[1]),
            given[1].signal instanceof AbortSignal,
            Object.getPrototypeOf(given[1]) === Object.prototype,
            this === undefined,
          ].join();
        },
      });
      return kit.outcome(kit.mc.executeTool(entry, {}));
    },
  ],
  [
    "execute runs in a later task",
    async (kit) => {
      const entry = await kit.ready({ execute: () => kit.note("execute") });
      const promise = kit.mc.executeTool(entry, {});
      kit.note("called");
      Promise.resolve().then(() => kit.note("microtask"));
      await promise;
      kit.note("resolved");
      return kit.said();
    },
  ],
  [
    "calls run at the same time",
    async (kit) => {
      /** @type {(() => void)[]} */
      const done = [];
      const entry = await kit.ready({ execute: () => new Promise((resolve) => done.push(() => resolve(done.length))) });
      const both = [kit.mc.executeTool(entry, {}), kit.mc.executeTool(entry, {})];
      await kit.sleep();
      for (const finish of done) finish();
      return (await Promise.all(both)).join();
    },
  ],
  [
    "a tool may call a tool",
    async (kit) => {
      const inner = await kit.ready({ execute: () => "inner" });
      const entry = await kit.ready({ execute: async () => `outer ${await kit.mc.executeTool(inner, {})}` });
      return kit.outcome(kit.mc.executeTool(entry, {}));
    },
  ],
  [
    "unregistered in the same tick",
    async (kit) => {
      const controller = new AbortController();
      await kit.register(kit.tool({ name: "unr2" }), { signal: controller.signal });
      const entry = await kit.entry("unr2");
      const promise = kit.mc.executeTool(entry, {});
      controller.abort();
      return kit.outcomes(promise, kit.mc.executeTool(entry, {}));
    },
  ],
  [
    "an old entry runs the new tool",
    async (kit) => {
      const controller = new AbortController();
      const name = kit.name();
      await kit.register(kit.tool({ name }), { signal: controller.signal });
      const entry = await kit.entry(name);
      controller.abort();
      await kit.add({ name, execute: () => "new" });
      return kit.outcome(kit.mc.executeTool(entry, {}));
    },
  ],
  [
    "unregistered while it runs",
    async (kit) => {
      const controller = new AbortController();
      /** @type {any} */
      let finish;
      /** @type {any} */
      let signal;
      const name = kit.name();
      await kit.register(
        kit.tool({
          name,
          execute: (/** @type {unknown} */ _, /** @type {any} */ given) => {
            signal = given.signal;
            return new Promise((done) => {
              finish = done;
            });
          },
        }),
        { signal: controller.signal },
      );
      const promise = kit.mc.executeTool(await kit.entry(name), {});
      await kit.sleep();
      controller.abort();
      await kit.sleep();
      finish("done");
      return `${await kit.outcome(promise)} ${signal.aborted}`;
    },
  ],
  [
    "a signal that fired already",
    async (kit) => {
      const entry = await kit.ready({ execute: () => kit.note("execute") });
      return `${await kit.outcomes(kit.mc.executeTool(entry, {}, { signal: AbortSignal.abort() }), kit.mc.executeTool(entry, {}, { signal: AbortSignal.abort(5) }))} ${kit.said()}`;
    },
  ],
  [
    "aborted while it runs",
    async (kit) => {
      const seen = [];
      for (const reason of [undefined, new RangeError("range"), "text"]) {
        /** @type {any} */
        let signal;
        const entry = await kit.ready({
          execute: (/** @type {unknown} */ _, /** @type {any} */ given) => {
            signal = given.signal;
            return new Promise(() => {});
          },
        });
        const controller = new AbortController();
        const promise = kit.mc.executeTool(entry, {}, { signal: controller.signal });
        await kit.sleep();
        controller.abort(reason);
        seen.push(await kit.outcome(promise), signal === controller.signal);
        await kit.sleep();
        seen.push(signal.aborted, String(signal.reason));
      }
      return seen.join("\n");
    },
  ],
  [
    "aborted by a timeout",
    async (kit) =>
      kit.outcome(kit.mc.executeTool(await kit.ready({ execute: () => new Promise(() => {}) }), {}, { signal: AbortSignal.timeout(20) })),
  ],
  [
    "aborted in the same tick",
    async (kit) => {
      /** @type {any} */
      let signal;
      const entry = await kit.ready({
        execute: (/** @type {unknown} */ _, /** @type {any} */ given) => {
          signal = given.signal;
          kit.note(`execute ${signal.aborted}`);
          signal.addEventListener("abort", () => kit.note("signal"));
          return new Promise(() => {});
        },
      });
      const controller = new AbortController();
      const promise = kit.mc.executeTool(entry, {}, { signal: controller.signal });
      controller.abort();
      promise.catch(() => kit.note("rejected"));
      await kit.sleep();
      return kit.said();
    },
  ],
  [
    "aborted after it is over",
    async (kit) => {
      const entry = await kit.ready({
        execute: (/** @type {unknown} */ _, /** @type {any} */ { signal }) => {
          signal.addEventListener("abort", () => kit.note("signal"));
        },
      });
      const controller = new AbortController();
      await kit.mc.executeTool(entry, {}, { signal: controller.signal });
      kit.hear(kit.mc, "toolcancel");
      controller.abort();
      await kit.sleep();
      return kit.said();
    },
  ],
  [
    "a megabyte there and back",
    async (kit) => {
      const entry = await kit.ready({ execute: (/** @type {any} */ { text }) => text });
      return (await kit.mc.executeTool(entry, { text: "x".repeat(1 << 20) })).length;
    },
  ],
  [
    "a failure is nobody's unhandled rejection",
    async (kit) => {
      kit.hear(window, "unhandledrejection error");
      const entry = await kit.ready({ execute: () => Promise.reject(new Error("boom")) });
      const outcome = await kit.outcome(kit.mc.executeTool(entry, {}));
      await kit.sleep();
      return `${outcome} ${kit.said()}`;
    },
  ],
];
