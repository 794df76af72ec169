// A2: input schemas are JSON objects, and nothing else is asked of them.

/** @type {any} */
const cyclic = {};
cyclic.self = cyclic;

/** @type {[string, unknown][]} */
const refused = [
  ["null", null],
  ["text", '{"type":"object"}'],
  ["a word", "x"],
  ["true", true],
  ["false", false],
  ["a number", 5],
  ["a function", () => 1],
  ["toJSON that gives nothing", { toJSON() {} }],
  ["a cycle", cyclic],
  ["a BigInt", { a: 1n }],
  [
    "a getter that throws",
    {
      get a() {
        throw new RangeError("boo");
      },
    },
  ],
  [
    "a toJSON that throws",
    {
      toJSON() {
        throw new RangeError("boo");
      },
    },
  ],
];

let deep = {};
for (let level = 0; level < 1200; level++) deep = { a: deep };

/** @type {[string, unknown][]} */
const taken = [
  ["absent", undefined],
  ["an array", []],
  ["empty", {}],
  ["a String object", new String('{"type":"object"}')],
  ["toJSON", { toJSON: () => ({ type: "object", made: 1 }) }],
  ["what JSON drops", { f() {}, u: undefined, s: Symbol("s"), d: new Date(0), n: Number.NaN, m: new Map([[1, 2]]), k: 1 }],
  ["inherited members", Object.create({ type: "object" })],
  ["keywords", { $schema: 5, $id: "x", $ref: "#/nowhere", $defs: {}, definitions: {}, $anchor: "a", $dynamicRef: "#a", $comment: "c" }],
  [
    "object keywords",
    {
      additionalProperties: "x",
      unevaluatedProperties: false,
      patternProperties: { "[": {} },
      propertyNames: 5,
      minProperties: -1,
      dependentRequired: [],
    },
  ],
  ["combinations", { oneOf: [], anyOf: {}, allOf: 5, not: {}, if: {}, then: {}, else: {}, const: null, enum: "x" }],
  [
    "annotations",
    {
      default: 1,
      title: 5,
      description: 5,
      examples: "x",
      nullable: true,
      format: 5,
      readOnly: "x",
      deprecated: 1,
      "x-y": 1,
      unknown: { a: [] },
    },
  ],
  ["nonsense", { pattern: "[", minLength: -1, multipleOf: 0, properties: [], required: "x", type: "Object" }],
  ["property schemas that are none", { properties: { a: true, b: false, c: null, d: "string", e: 5 } }],
  ["no object's type", { type: "string" }],
  ["types", { type: ["object", "null"] }],
  ["integer-like names come first", { properties: { b: {}, 2: {}, a: {}, 1: {} } }],
];

/** @type {import("./kit.js").Row[]} */
export const rows = [
  ...refused.map(
    ([name, inputSchema]) => /** @type {import("./kit.js").Row} */ ([`refused: ${name}`, (kit) => kit.outcome(kit.add({ inputSchema }))]),
  ),
  ...taken.map(
    ([name, inputSchema]) =>
      /** @type {import("./kit.js").Row} */ ([
        `taken: ${name}`,
        async (kit) => {
          const tool = kit.name();
          return `${await kit.outcome(kit.add({ name: tool, inputSchema }))} ${await kit.shown(tool)}`;
        },
      ]),
  ),
  [
    "taken: 1,200 levels",
    async (kit) => {
      const name = kit.name();
      await kit.add({ name, inputSchema: deep });
      return JSON.stringify((await kit.entry(name)).inputSchema).length;
    },
  ],
  [
    "later changes of the author's object change nothing",
    async (kit) => {
      const name = kit.name();
      const inputSchema = { type: "object" };
      await kit.add({ name, inputSchema });
      inputSchema.type = "changed";
      return kit.shown(name);
    },
  ],
  [
    "each list has objects of its own",
    async (kit) => {
      const first = await kit.ready({ inputSchema: { type: "object" }, annotations: {} });
      const second = await kit.entry(first.name);
      first.inputSchema.type = "changed";
      first.annotations.readOnlyHint = true;
      return [
        first === second,
        first.inputSchema === second.inputSchema,
        JSON.stringify(second.inputSchema),
        (await kit.entry(first.name)).annotations.readOnlyHint,
      ].join();
    },
  ],
];
