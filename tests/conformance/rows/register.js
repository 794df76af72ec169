// A1: registerTool.

const run = () => "r";

/** Names: what is allowed and what is not. */
const names = [
  "",
  "a b",
  "a/b",
  "a:b",
  "é",
  "a,b",
  "a@b",
  "a\n",
  " a",
  "$",
  "x".repeat(129),
  null,
  42,
  ".",
  "-",
  "_",
  "9",
  "A",
  "a.b",
  "a-b",
  "x".repeat(128),
  Symbol("s"),
  undefined,
];
const origins = [
  "nonsense",
  "http://a.com",
  "*",
  "null",
  "data:,x",
  "about:blank",
  "https://",
  5,
  Symbol("s"),
  "https://a.com",
  "https://a.com/x?y",
  "http://localhost:1",
  "http://sub.localhost",
  "http://127.0.0.1:9",
  "http://[::1]/",
  "wss://a.com",
  "ws://localhost",
  "file:///x",
  " https://a.com ",
  "javascript:1",
];

/** @param {any} value */
const word = (value) =>
  typeof value === "symbol"
    ? "a symbol"
    : typeof value === "string" && value.length > 100
      ? `${value.length} characters`
      : JSON.stringify(value);

/** @type {import("./kit.js").Row[]} */
export const rows = [
  ["no argument", (kit) => kit.outcome(kit.mc.registerTool())],
  ["nothing", (kit) => kit.outcomes(kit.register(undefined), kit.register(null), kit.register("x"), kit.register(5))],
  ["an empty object", (kit) => kit.outcome(kit.register({}))],
  ["a name alone", (kit) => kit.outcome(kit.register({ name: "x" }))],
  [
    "no execute",
    (kit) => kit.outcomes(kit.register({ name: "x", description: "d" }), kit.register({ name: "x", description: "d", execute: undefined })),
  ],
  [
    "execute is no function",
    (kit) =>
      kit.outcomes(
        kit.register({ name: "x", description: "d", execute: null }),
        kit.register({ name: "x", description: "d", execute: {} }),
      ),
  ],
  ["no name", (kit) => kit.outcome(kit.register({ description: "d", execute: run }))],
  ["it gives nothing", (kit) => kit.outcome(kit.add())],
  [
    "descriptions",
    async (kit) => {
      const seen = [];
      for (const description of [null, 5, "  ", "", Symbol("s"), undefined]) {
        const name = kit.name();
        seen.push(`${word(description)} ${await kit.outcome(kit.add({ name, description }))} ${(await kit.entry(name))?.description}`);
      }
      return seen.join("\n");
    },
  ],
  [
    "names",
    async (kit) => {
      const seen = [];
      for (const name of names) seen.push(`${word(name)} ${await kit.outcome(kit.add({ name }))}`);
      return seen.join("\n");
    },
  ],
  [
    "a name registered twice",
    async (kit) => {
      const name = kit.name();
      return kit.outcomes(...[kit.add({ name }), kit.add({ name })]);
    },
  ],
  ["names differ by case", async (kit) => kit.outcomes(kit.add({ name: "Case" }), kit.add({ name: "case" }))],
  [
    "titles",
    async (kit) => {
      const seen = [];
      for (const title of [7, null, "", undefined, "a\ud800b", Symbol("s")]) {
        const name = kit.name();
        seen.push(`${word(title)} ${await kit.outcome(kit.add({ name, title }))} ${JSON.stringify((await kit.entry(name))?.title)}`);
      }
      return seen.join("\n");
    },
  ],
  [
    "annotations",
    async (kit) => {
      const seen = [];
      for (const annotations of [
        null,
        {},
        undefined,
        "x",
        { readOnlyHint: 1, debugging: "", destructiveHint: true, title: "t", custom: 1 },
        () => 1,
      ]) {
        const name = kit.name();
        seen.push(`${await kit.outcome(kit.add({ name, annotations }))} ${JSON.stringify((await kit.entry(name))?.annotations)}`);
      }
      return seen.join("\n");
    },
  ],
  [
    "members of no draft are dropped",
    async (kit) => {
      const name = kit.name();
      await kit.add({ name, outputSchema: {}, icons: [], custom: 1 });
      return kit.shown(name);
    },
  ],
  [
    "options",
    async (kit) =>
      kit.outcomes(
        kit.register(kit.tool({ name: "once" }), "x"),
        kit.register(kit.tool({ name: "once" }), { signal: {} }),
        kit.register(kit.tool({ name: "once" }), { signal: null }),
        kit.register(kit.tool({ name: "once" }), { signal: { aborted: false, addEventListener() {} } }),
      ),
  ],
  [
    "options may be null",
    async (kit) => {
      const controller = new AbortController();
      const name = kit.name();
      const first = await kit.outcome(kit.register(kit.tool({ name }), { signal: controller.signal, timeout: 5 }));
      controller.abort();
      return first;
    },
  ],
  [
    "a signal that fired already",
    (kit) =>
      kit.outcomes(
        kit.add({}, { signal: AbortSignal.abort() }),
        kit.add({}, { signal: AbortSignal.abort("why") }),
        kit.add({ name: "a b" }, { signal: AbortSignal.abort("why") }),
      ),
  ],
  [
    "a signal that fires in the same tick",
    async (kit) => {
      const controller = new AbortController();
      const name = kit.name();
      const promise = kit.register(kit.tool({ name }), { signal: controller.signal });
      controller.abort("why");
      return `${await kit.outcome(promise)} ${await kit.shown(name)}`;
    },
  ],
  [
    "exposedTo is a sequence",
    (kit) => kit.outcomes(...["https://a.com", 5, null, {}, new Set(["https://a.com"]), []].map((exposedTo) => kit.add({}, { exposedTo }))),
  ],
  [
    "exposedTo takes secure origins",
    async (kit) => {
      const seen = [];
      for (const origin of origins) seen.push(`${word(origin)} ${await kit.outcome(kit.add({}, { exposedTo: [origin] }))}`);
      return seen.join("\n");
    },
  ],
  [
    "members are read in WebIDL's order",
    async (kit) => {
      const controller = new AbortController();
      await kit.register(
        kit.spy({ ...kit.tool(), annotations: kit.spy({}, "a.") }, ""),
        kit.spy({ exposedTo: [], signal: controller.signal }, "o."),
      );
      controller.abort();
      return kit.said();
    },
  ],
  [
    "what a getter throws is what it rejects with",
    (kit) =>
      kit.outcomes(
        kit.register({
          get description() {
            throw new RangeError("boo");
          },
        }),
        kit.register(
          kit.tool({
            description: {
              toString() {
                throw 7;
              },
            },
          }),
        ),
      ),
  ],
  [
    "what is wrong first is what is said",
    async (kit) => {
      const name = kit.name();
      await kit.add({ name });
      /** @type {any} */
      const cyclic = {};
      cyclic.self = cyclic;
      const signal = AbortSignal.abort("why");
      return kit.outcomes(
        kit.add({ name: "a b", description: "" }),
        kit.add({ name, description: "" }),
        kit.add({ name, inputSchema: cyclic }),
        kit.add({ description: "", inputSchema: cyclic }),
        kit.add({ inputSchema: cyclic }, { signal }),
        kit.add({ name }, { signal }),
        kit.add({}, { signal, exposedTo: ["zz"] }),
        kit.add({ name: "a b" }, { exposedTo: ["zz"] }),
        kit.register({}, "x"),
        kit.register(kit.tool({ name: "a b" }), "x"),
      );
    },
  ],
  [
    "a description with half a character is not shown",
    async (kit) => {
      const name = kit.name();
      await kit.add({ name, description: "a\ud800b", inputSchema: { title: "\ud800" } });
      return kit.shown(name);
    },
  ],
  [
    "a description of a megabyte",
    async (kit) => {
      const name = kit.name();
      await kit.add({ name, description: "x".repeat(1 << 20) });
      return (await kit.entry(name)).description.length;
    },
  ],
  ["a tool may be a function object", (kit) => kit.outcome(kit.register(Object.assign(() => 1, { description: "d", execute() {} })))],
];
