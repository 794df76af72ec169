// A page author's file, as tsc sees it: what must compile, and what must not. Nothing of this runs.
import init, {
  type ArgumentsOf,
  type AuditEntry,
  type FromSchema,
  initSync,
  type ListedTool,
  type Status,
  type Tool,
  WebMCP,
} from "webmcp-wasm";
import initInline, { WebMCP as Inline } from "webmcp-wasm/inline";
import { z } from "zod";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function proved<_Claim extends true>(): void;

// Loading takes everything that can be a wasm, and nothing else.
await init();
await init("webmcp_wasm_bg.wasm");
await init(new URL("webmcp_wasm_bg.wasm", location.href));
await init(fetch("webmcp_wasm_bg.wasm"));
await init(new Uint8Array());
await init({ module_or_path: "webmcp_wasm_bg.wasm" });
initSync(new Uint8Array());
await initInline();
// @ts-expect-error there is nothing to compile
initSync();

const mcp = new WebMCP({ position: "top-left", dynamicTools: (definition) => Object.keys(definition).length > 0, log: "silent" });
const same: WebMCP = new Inline();
// @ts-expect-error there is no such corner
new WebMCP({ position: "middle" });
// @ts-expect-error there is no such option
new WebMCP({ colour: "red" });
// @ts-expect-error milliseconds are a number
new WebMCP({ inactivityTimeout: "5 min" });

// The argument follows from a literal schema, without `as const`...
mcp.registerTool({
  name: "order",
  inputSchema: {
    type: "object",
    properties: {
      id: { type: "string", minLength: 1 },
      quantity: { type: "integer", minimum: 1 },
      size: { enum: ["s", "m", "l"] },
      tags: { type: "array", items: { type: "string" } },
      at: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }] },
      note: { type: ["string", "null"] },
      gift: { anyOf: [{ type: "boolean" }, { const: "maybe" }] },
      address: { allOf: [{ $ref: "#/$defs/address" }, { type: "object", properties: { door: { type: "number" } } }] },
    },
    required: ["id", "tags", "at", "gift"],
    $defs: { address: { type: "object", properties: { street: { type: "string" } }, required: ["street"] } },
  },
  execute(args, context) {
    proved<Same<typeof args.id, string>>();
    proved<Same<typeof args.quantity, number | undefined>>();
    proved<Same<typeof args.size, "s" | "m" | "l" | undefined>>();
    proved<Same<typeof args.tags, string[]>>();
    proved<Same<typeof args.at, [number, number]>>();
    proved<Same<typeof args.note, string | null | undefined>>();
    proved<Same<typeof args.gift, boolean | "maybe">>();
    if (args.address) proved<Same<typeof args.address.street, string>>();
    proved<Same<typeof args.address, ({ street: string } & { door?: number }) | undefined>>();
    proved<Same<typeof context.signal, AbortSignal>>();
    // @ts-expect-error it may be absent
    args.quantity.toFixed();
    // @ts-expect-error the schema knows no such property
    args.colour;
    return context.requestUserInteraction(() => confirm(args.id));
  },
});

// ...with it, and from a schema that stands elsewhere.
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
mcp.registerTool({ name: "weather", inputSchema: schema, execute: ({ city }) => city.toUpperCase() });
proved<Same<ArgumentsOf<typeof schema>, { city: string }>>();
// @ts-expect-error a string has no toFixed
mcp.registerTool({ name: "weather", inputSchema: schema, execute: ({ city }) => city.toFixed() });

// The positional form: the same, and a bare map of properties, none of which must be there.
mcp.registerTool("weather", "The weather", schema, ({ city }) => city.length);
mcp.registerTool("add", "Adds", { a: { type: "number" }, b: { type: "number" } }, (args) => {
  proved<Same<typeof args, { a?: number; b?: number }>>();
  return (args.a ?? 0) + (args.b ?? 0);
});
// @ts-expect-error both may be absent
mcp.registerTool("add", "Adds", { a: { type: "number" }, b: { type: "number" } }, ({ a, b }) => a + b);
mcp.registerTool("now", "The time", {}, () => new Date().toISOString());
mcp.registerTool("now", null, null, null);
mcp.registerTool("now");
// @ts-expect-error a name is text
mcp.registerTool(42, "", {}, () => 1);
// @ts-expect-error the handler is a function
mcp.registerTool("now", "", {}, "now");

// What no schema tells is any object; a type of one's own may say more.
mcp.registerTool({ name: "free", execute: (args) => args.anything });
mcp.registerTool({ name: "text", inputSchema: '{"type":"object"}', execute: (args) => args.anything });
mcp.registerTool<{ id: number }>({ name: "own", inputSchema: { type: "object" }, execute: ({ id }) => id + 1 });
mcp.registerTool({ name: "own", inputSchema: { type: "object" }, execute: ({ id }: { id: number }) => id + 1 });
const typed: Tool<{ id: number }> = { name: "own", execute: ({ id }) => id + 1 };
mcp.registerTool(typed, { signal: AbortSignal.timeout(1000) });
// @ts-expect-error there is no such member
mcp.registerTool({ name: "free", handler: () => 1 });

// Standard Schemas say what they take.
mcp.registerTool({
  name: "zod",
  inputSchema: z.object({ id: z.number(), tag: z.string().optional() }),
  execute(args) {
    proved<Same<typeof args.id, number>>();
    // @ts-expect-error it may be absent
    args.tag.length;
  },
});

// Types from schemas, also recursive ones.
type Tree = FromSchema<{
  $ref: "#/$defs/node";
  $defs: {
    node: {
      type: "object";
      properties: { name: { type: "string" }; kids: { type: "array"; items: { $ref: "#/$defs/node" } } };
      required: ["name"];
    };
  };
}>;
declare const tree: Tree;
proved<Same<NonNullable<typeof tree.kids>[number]["name"], string>>();
proved<Same<FromSchema<{ type: "object"; additionalProperties: { type: "number" } }>, { [name: string]: number }>>();
proved<Same<FromSchema<{ not: { type: "string" } }>, unknown>>();

// Prompts and resources.
mcp.registerPrompt("commit", "A message", [{ name: "diff", required: true }], ({ diff }) => `Describe:\n${diff}`);
// @ts-expect-error an argument needs a name
mcp.registerPrompt("commit", "", [{ required: true }], () => "");
mcp.registerResource("page", "This page", { uri: "page://current", mimeType: "text/html" }, () => document.documentElement.outerHTML);
mcp.registerResource("part", "A part", { uriTemplate: "part://{id}" }, (uri, { id }) => `${uri} ${id}`);

// Events are typed by name.
mcp.addEventListener("toolresult", ({ detail }) => {
  proved<Same<typeof detail.outcome, AuditEntry["outcome"]>>();
  // @ts-expect-error there is no such member
  detail.answer;
});
mcp.addEventListener("statuschange", (event) => proved<Same<typeof event.detail.status, Status>>());
mcp.addEventListener("toolchange", { handleEvent: () => {} }, { once: true });
// @ts-expect-error there is no such event
mcp.addEventListener("toolcalls", () => {});
const listed: ListedTool[] = mcp.tools();
// @ts-expect-error what is connected is to be read only
mcp.isConnected = listed.length > 0;

const outcome = await mcp.execute("add", { a: 1 });
if (outcome.success) outcome.result;
else outcome.reason.length;
// @ts-expect-error it may not have succeeded
outcome.result;

// A wu relay takes options, and its connection is one of several.
mcp.connect("a pairing token");
mcp.connect("ws://localhost:19100", { token: "t", store: { get: (path) => path, set: () => {} }, routes: ["/"] });
// @ts-expect-error a pairing token holds all there is to say
mcp.connect("a pairing token", { token: "t" });
// @ts-expect-error a store is written to as well
mcp.connect("ws://localhost:19100", { store: { get: () => 1 } });
for (const { relay, server } of mcp.relays) if (relay === "wu") mcp.disconnect(server);
// @ts-expect-error they are the object's to list
mcp.relays = [];
new WebMCP({ pageTools: ["snapshot", "click"], permissions: { modifyDOM: true } });
// @ts-expect-error there is no such ability
new WebMCP({ pageTools: ["dance"] });

// The draft's own API, where it is.
await document.modelContext?.registerTool({ name: "x", description: "x", execute: (input) => input.anything });
// @ts-expect-error the browser may have none
document.modelContext.getTools();
// @ts-expect-error the draft asks for a description
document.modelContext?.registerTool({ name: "x", execute: () => 1 });
document.modelContext?.addEventListener("toolactivated", (event) => event.toolName.length);
navigator.modelContext?.provideContext({ tools: [] });
document.querySelector("form")?.addEventListener("submit", (event) => {
  if (event.agentInvoked) event.respondWith?.("Sent");
  // @ts-expect-error older browsers have no such member
  event.respondWith("Sent");
});

same.destroy();
