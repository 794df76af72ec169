// What is called, in the page and through the relay.

/** About 8 KB of structured arguments. */
const rows = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `Item number ${id}`,
    price: id * 1.25,
    tags: ["one", "two"],
    available: id % 2 === 0,
  }));

const itemSchema = {
  type: "object",
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "integer" },
          name: { type: "string" },
          price: { type: "number", minimum: 0 },
          tags: { type: "array", items: { type: "string" } },
          available: { type: "boolean" },
        },
        required: ["id", "name"],
      },
    },
  },
  required: ["items"],
};

/** A result as upstream's client needs it: it passes on nothing else. @param {string} what */
const say = (what) => `return { content: [{ type: "text", text: String(${what}) }] }`;

/**
 * @typedef {{key: string, about: string, schema: object, args: Record<string, unknown>, body: string, calls: number, ends: number}} Workload
 * `body` is the tool's; `calls` are measured in the page at a time, `ends` through the relay
 */

/** @type {Workload[]} */
export const workloads = [
  {
    key: "small",
    about: "one small call",
    schema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
    args: { a: 1, b: 2 },
    body: say("args.a + args.b"),
    calls: 2000,
    ends: 20,
  },
  {
    key: "medium",
    about: "8 KB of structured arguments",
    schema: itemSchema,
    args: { items: rows(86) },
    body: say("args.items.length"),
    calls: 400,
    ends: 20,
  },
  {
    key: "large",
    about: "0.7 MB of structured arguments",
    schema: itemSchema,
    args: { items: rows(7200) },
    body: say("args.items.length"),
    calls: 8,
    ends: 4,
  },
  {
    key: "text",
    about: "a string of 1 MB in and out",
    schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    args: { text: "all work and no play ".repeat(50_000) },
    body: say("args.text"),
    calls: 8,
    ends: 4,
  },
];
