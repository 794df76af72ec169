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

  await pair();
  const good = Object.keys(settled).filter((name) => settled[name] === "registered");
  await listed(...good);
  const { tools } = await world.relay.client.listTools();
  for (const tool of tools.filter(({ name }) => name.startsWith(channel))) assert.equal(tool.inputSchema.type, "object", tool.name);
  const wrapped = tools.find(({ name }) => name === `${channel}-property_map`);
  assert.deepEqual(wrapped?.inputSchema.properties, { selector: { type: "string" } });
  for (const name of good) assert.equal((await within(call(name, {}), 2_000, name)).text, `called ${name}`);
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
