// Who may let an agent make tools: by default pages of this machine alone; else the page says so, by option or by function.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FORK } from "../relays/lib/agent.mjs";
import { createWorld } from "./helpers.mjs";

const world = createWorld({
  relay: { script: FORK, args: ["--dev", "--test-tools"] },
  browser: { args: ["--host-resolver-rules=MAP *.example localhost"] },
});

const TOOL = { nombre: "made", descripcion: "Made by an agent", codigo: "return 'made';", parametros: '{"n": {"type": "number"}}' };
const create = () => world.relay.call("_webmcp_agregar-tool", TOOL);

/** A paired page on a host, with the options that the function gives. @param {import("node:test").TestContext} t @param {string | undefined} host @param {() => Record<string, unknown>} [options] */
async function pageOn(t, host, options = () => ({})) {
  const opened = await world.open(t, { create: false, host });
  await opened.page.evaluate(`window.asked = []; window.mcp = new WebMCP({ log: "silent", ...(${options})() })`);
  await opened.page.evaluate(() => {
    mcp.registerTool("own", "", undefined, () => "own");
  });
  await opened.pair();
  await opened.listed("own");
  return opened;
}

for (const host of ["shop.example", "localhost.example", "127.0.0.1.example"]) {
  test(`on ${host} it is refused, and the agent is told which option would allow it`, async (t) => {
    const { listed, call, channel } = await pageOn(t, host);
    const { text, isError } = await create();
    assert.ok(isError);
    assert.match(text, /new WebMCP\(\{dynamicTools: true\}\)/);
    const removal = await world.relay.call("_webmcp_quitar-tool", { nombre: `${channel}-own` });
    assert.ok(removal.isError);
    assert.match(removal.text, /dynamicTools/);
    assert.equal((await world.relay.call("_webmcp_quitar-tool", { todas: true })).isError, true);
    await listed("own");
    assert.equal((await call("own", {})).text, "own");
  });
}

for (const host of [undefined, "shop.localhost"]) {
  test(`on ${host ?? "localhost"} it is allowed, and dynamicTools: false refuses it`, async (t) => {
    const allowed = await pageOn(t, host);
    assert.equal((await create()).isError, false);
    await allowed.listed("own", "made");
    await allowed.page.close();

    const { listed, channel } = await pageOn(t, host, () => ({ dynamicTools: false }));
    const { text, isError } = await create();
    assert.ok(isError);
    assert.match(text, /dynamicTools/);
    assert.equal((await world.relay.call("_webmcp_quitar-tool", { nombre: `${channel}-own` })).isError, true);
    await listed("own");
  });
}

for (const [what, options] of /** @type {[string, () => Record<string, unknown>][]} */ ([
  ["the option true", () => ({ dynamicTools: true })],
  ["a function", () => ({ dynamicTools: (definition) => window.asked.push(definition) > 0 })],
  ["an async function", () => ({ dynamicTools: async (definition) => window.asked.push(definition) > 0 })],
])) {
  test(`on another host ${what} allows it`, async (t) => {
    const { page, listed, call, channel } = await pageOn(t, "shop.example", options);
    const { text, isError } = await create();
    assert.equal(isError, false, text);
    await listed("own", "made");
    assert.equal((await call("made", {})).text, "made");
    const asked = await page.evaluate(() => window.asked);
    if (what !== "the option true") {
      const { nombre, descripcion, codigo, parametros } = TOOL;
      const inputSchema = { type: "object", properties: JSON.parse(parametros) };
      assert.deepEqual(asked, [{ name: nombre, description: descripcion, code: codigo, inputSchema }]);
    }
    assert.equal((await world.relay.call("_webmcp_quitar-tool", { nombre: `${channel}-made` })).isError, false);
    await listed("own");
  });
}

for (const [what, options, reason] of /** @type {[string, () => Record<string, unknown>, RegExp][]} */ ([
  ["says no", () => ({ dynamicTools: () => false }), /did not allow the tool \(its dynamicTools function said no\)/],
  ["says no later", () => ({ dynamicTools: async () => false }), /did not allow the tool \(its dynamicTools function said no\)/],
  ["gives no boolean", () => ({ dynamicTools: () => "yes" }), /did not allow the tool/],
  [
    "throws",
    () => ({
      dynamicTools: () => {
        throw new Error("cannot ask now");
      },
    }),
    /its dynamicTools function failed: cannot ask now/,
  ],
  [
    "rejects",
    () => ({ dynamicTools: () => Promise.reject(new Error("cannot ask later")) }),
    /dynamicTools function failed: cannot ask later/,
  ],
])) {
  // On localhost, too: where there is a function, the host says nothing.
  for (const host of ["shop.example", undefined]) {
    test(`a function that ${what} refuses it on ${host ?? "localhost"}, with the reason`, async (t) => {
      const { listed, call } = await pageOn(t, host, options);
      const { text, isError } = await create();
      assert.ok(isError);
      assert.match(text, reason);
      await listed("own");
      assert.equal((await call("own", {})).text, "own");
    });
  }
}

test("a page that is no secure context has no clipboard: its widget offers the text", async (t) => {
  const { page } = await pageOn(t, "shop.example");
  assert.equal(await page.evaluate(() => isSecureContext), false);
  const { text } = await world.relay.call("_test_clipboard-copy", { texto: "far away" });
  assert.match(text, /Copy button/);
  await page.getByText("far away").waitFor();
});
