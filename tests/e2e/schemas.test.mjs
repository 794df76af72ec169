// One bad inputSchema makes `tools/list` fail for every tool of every site, so none may ever reach the relay.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, within } from "./helpers.mjs";

const world = createWorld();

test("bad schemas next to a good one: the agent still lists and calls every good tool", async (t) => {
  const { page, channel, pair, call, listed } = await world.open(t, { options: { log: "silent" } });
  const settled = await page.evaluate(async () => {
    const cyclic = { type: "object", properties: {} };
    cyclic.properties.again = cyclic;
    const schemas = {
      good: { type: "object", properties: { n: { type: "number" } } },
      property_map: { selector: { type: "string" } },
      empty: {},
      nothing: undefined,
      null: null,
      json_text: '{"type":"object","properties":{"a":{"type":"string"}}}',
      word: "x",
      cyclic,
      string_type: { type: "string" },
      array_root: [],
      number: 7,
      promise: Promise.resolve({ type: "object" }),
      library_promise: { toJSONSchema: async () => ({ type: "object" }) },
    };
    const outcomes = {};
    for (const [name, schema] of Object.entries(schemas)) {
      outcomes[name] = await mcp
        .registerTool(name, name, schema, () => `called ${name}`)
        .then(
          () => "registered",
          (error) => `${error.name}: ${error.message}`,
        );
    }
    return outcomes;
  });
  for (const name of ["good", "property_map", "empty", "nothing", "null", "json_text"]) assert.equal(settled[name], "registered", name);
  for (const name of ["word", "cyclic", "number", "string_type"]) assert.match(settled[name], /^TypeError: .*(inputSchema|schema)/i, name);
  for (const name of ["promise", "library_promise"]) assert.match(settled[name], /^TypeError: .*inputSchema is a promise/, name);

  await pair();
  const good = Object.keys(settled).filter((name) => settled[name] === "registered");
  await listed(...good);
  const { tools } = await world.relay.client.listTools();
  for (const tool of tools.filter(({ name }) => name.startsWith(channel))) assert.equal(tool.inputSchema.type, "object", tool.name);
  const wrapped = tools.find(({ name }) => name === `${channel}-property_map`);
  assert.deepEqual(wrapped?.inputSchema.properties, { selector: { type: "string" } });
  for (const name of good) assert.equal((await within(call(name, {}), 2_000, name)).text, `called ${name}`);
});

test("what MCP clients refuse in a schema's root, or in a prompt's arguments, hides nothing else", async (t) => {
  const { page, channel, pair, listed, call } = await world.open(t, {
    client: "dropin",
    options: { log: "silent", modelContext: "polyfill" },
  });
  const refused = await page.evaluate(async () => {
    const yes = { type: "object", properties: { any: true, none: false, text: { type: "string" } } };
    await mcp.registerTool("map_of_booleans", "", { any: true, none: false }, () => "ran");
    await mcp.registerTool("boolean_properties", "", { ...yes, unevaluatedProperties: false }, () => "ran");
    await mcp.registerTool("draft_3", "", { type: "object", properties: { a: {} }, required: true }, () => "ran");
    // The draft's own registerTool takes any object as a schema.
    const odd = [{ required: "a" }, { required: [5] }, { properties: [] }, { properties: { a: "text" } }, { properties: null }];
    for (const [index, schema] of odd.entries()) {
      const tool = { name: `odd_${index}`, description: "odd", inputSchema: { type: "object", ...schema }, execute: () => "ran" };
      await document.modelContext.registerTool(tool);
    }
    await mcp.registerPrompt("good", "A prompt", [{ name: "a", description: "b", required: true }], () => "x");
    const prompts = [{ required: "yes" }, { description: 5 }, { description: null }];
    return Promise.all(
      prompts.map((more) => mcp.registerPrompt("bad", "", [{ name: "a", ...more }], () => "x").catch((error) => error.message)),
    );
  });
  for (const message of refused) assert.match(message, /^registerPrompt: arguments must be an array of/);
  await pair();
  const names = ["map_of_booleans", "boolean_properties", "draft_3", "odd_0", "odd_1", "odd_2", "odd_3", "odd_4"];
  await listed(...names);
  const { tools } = await world.relay.client.listTools();
  const schemaOf = (name) => tools.find((tool) => tool.name === `${channel}-${name}`)?.inputSchema;
  assert.deepEqual(schemaOf("map_of_booleans"), { type: "object", properties: { any: {}, none: { not: {} } } });
  assert.equal(schemaOf("draft_3")?.required, undefined);
  assert.equal((await call("map_of_booleans", { any: 1 })).text, "ran");
  assert.match((await call("map_of_booleans", { none: 1 })).text, /\/none: no value is allowed here/);
  assert.equal((await call("odd_0", {})).text, "ran");
  const { prompts } = await world.relay.client.listPrompts();
  assert.ok(prompts.some(({ name }) => name === `${channel}-good`));
});

test("an author's schema object is never changed", async (t) => {
  const { page } = await world.open(t);
  const same = await page.evaluate(async () => {
    const schema = Object.freeze({ selector: Object.freeze({ type: "string" }) });
    await mcp.registerTool("frozen", "", schema, () => "ok");
    return JSON.stringify(schema);
  });
  assert.equal(same, '{"selector":{"type":"string"}}');
});
