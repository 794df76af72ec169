// Tools that an agent makes: the official client drives the fork's relay, our client is on the page.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FORK } from "../relays/lib/agent.mjs";
import { Relay } from "../tools/relay.mjs";
import { createWorld, eventually, load, within } from "./helpers.mjs";

const world = createWorld({ relay: { script: FORK, args: ["--dev", "--test-tools"] } });

/** @typedef {Parameters<typeof world.open>[1]} How */

/** A paired page with a tool of its own, and the agent's side of it. @param {import("node:test").TestContext} t @param {How} [how] */
async function pageOf(t, how) {
  const opened = await world.open(t, { ...how, options: { log: "silent", ...how?.options } });
  await opened.page.evaluate(() => {
    mcp.registerTool("own", "The page's own", undefined, () => "the page's own");
  });
  await opened.pair();
  await opened.listed("own");
  return { ...opened, ...agent(world.relay) };
}

/** The agent's words to a relay. @param {Relay} relay */
function agent(relay) {
  return {
    create: (/** @type {Record<string, unknown>} */ tool) =>
      relay.call("_webmcp_agregar-tool", { descripcion: "Made by an agent", ...tool }),
    remove: (/** @type {Record<string, unknown>} */ which) => relay.call("_webmcp_quitar-tool", which),
  };
}

test("an agent makes a tool with parameters, sees it in tools/list and calls it; the page knows whose it is", async (t) => {
  const { page, channel, create, call, listed } = await pageOf(t);
  const made = await create({
    nombre: "area",
    descripcion: "The area of a table",
    codigo: "return args.width * args.depth + ' cm²';",
    parametros: '{"width": {"type": "number", "description": "cm"}, "depth": {"type": "number", "minimum": 1}}',
  });
  assert.equal(made.isError, false, made.text);
  assert.match(made.text, /"area"/);
  await listed("own", "area");
  const tool = (await world.relay.client.listTools()).tools.find(({ name }) => name === `${channel}-area`);
  assert.equal(tool?.description, "The area of a table");
  assert.deepEqual(tool?.inputSchema, {
    type: "object",
    properties: { width: { type: "number", description: "cm" }, depth: { type: "number", minimum: 1 } },
  });
  assert.equal((await call("area", { width: 3, depth: 4 })).text, "12 cm²");
  const refused = await call("area", { width: 3, depth: 0 });
  assert.match(refused.text, /\/depth: 0 is less than the minimum 1/);
  assert.deepEqual(await page.evaluate(() => mcp.tools().map(({ name, source }) => [name, source])), [
    ["own", "page"],
    ["area", "agent"],
  ]);
  await page.locator(".webmcp-trigger").click();
  await page.locator(".webmcp-tools-list").getByText("area", { exact: true }).waitFor();
});

test("the code is the body of function (args) in the global scope; whatever it gives or throws is answered", async (t) => {
  const { page, create, call } = await pageOf(t);
  await page.evaluate(() => {
    window.shelf = ["sencha"];
  });
  for (const [nombre, codigo] of Object.entries({
    text: "return 'hello ' + args.who;",
    promise: "return new Promise((done) => setTimeout(() => done('later'), 20));",
    object: "return {a: 1, b: [args.who]};",
    nothing: "shelf.push(args.who);",
    comment: "return 'x' // ends in a comment",
    throws: "throw new Error('no tea left');",
    missing: "return kettle.temperature;",
    rejects: "return Promise.reject(new TypeError('cold'));",
    cyclic: "const a = {}; a.a = a; return a;",
    sees: "return document.title + ' ' + typeof this + ' ' + arguments.length;",
  })) {
    assert.equal((await create({ nombre, codigo, parametros: '{"who": {"type": "string"}}' })).isError, false, nombre);
  }
  const answer = async (/** @type {string} */ name) => (await call(name, { who: "Ada" })).result;
  const said = (/** @type {string} */ text) => ({ content: [{ type: "text", text }] });
  assert.deepEqual(await answer("text"), said("hello Ada"));
  assert.deepEqual(await answer("promise"), said("later"));
  assert.deepEqual(await answer("object"), { ...said('{"a":1,"b":["Ada"]}'), structuredContent: { a: 1, b: ["Ada"] } });
  assert.deepEqual(await answer("nothing"), said("The tool finished without a result."));
  assert.deepEqual(await page.evaluate(() => window.shelf), ["sencha", "Ada"]);
  assert.deepEqual(await answer("comment"), said("x"));
  assert.deepEqual(await answer("throws"), { ...said("no tea left"), isError: true });
  assert.deepEqual(await answer("missing"), { ...said("kettle is not defined"), isError: true });
  assert.deepEqual(await answer("rejects"), { ...said("cold"), isError: true });
  assert.match((await answer("cyclic")).content[0].text, /cannot be sent as JSON/);
  assert.match((await answer("sees")).content[0].text, /^A page for the tests object \d$/);
});

test("what cannot become a tool is refused with the reason, and leaves nothing behind", async (t) => {
  const { page, create, call, listed } = await pageOf(t);
  for (const [tool, reason] of /** @type {[Record<string, unknown>, RegExp][]} */ ([
    [{ nombre: "broken", codigo: "return (;" }, /broken.*does not compile: SyntaxError: \w/],
    [{ nombre: "escape", codigo: "} ; window.escaped = true; {" }, /escape.*does not compile: SyntaxError/],
    [{ nombre: "waits", codigo: "await 1; return 2;" }, /waits.*does not compile: SyntaxError/],
    [{ nombre: "no_json", codigo: "return 1;", parametros: "{quien: string}" }, /parametros of "no_json" is not valid JSON/],
    [{ nombre: "list", codigo: "return 1;", parametros: "[1]" }, /parametros of "list" must be a JSON object/],
    [{ nombre: "bad_type", codigo: "return 1;", parametros: '{"n": {"type": "numbr"}}' }, /numbr/],
    [{ nombre: "bad_pattern", codigo: "return 1;", parametros: '{"n": {"pattern": "("}}' }, /pattern/],
    [{ nombre: "", codigo: "return 1;" }, /names no tool: give its nombre \(name\)/],
    [{ nombre: "empty", codigo: " " }, /"empty" has no codigo \(code\)/],
    [{ nombre: "own", codigo: "return 'stolen';" }, /"own" exists already/],
  ])) {
    const answer = await create(tool);
    assert.equal(answer.isError, true, JSON.stringify(tool));
    assert.match(answer.text, reason);
  }
  await listed("own");
  assert.equal((await call("own", {})).text, "the page's own");
  assert.equal(await page.evaluate(() => window.escaped), undefined);

  for (const parametros of [undefined, "", "{}", "null"]) {
    const nombre = `plain_${String(parametros).replace(/\W/g, "_")}`;
    assert.equal((await create({ nombre, codigo: "return 'fine';", ...(parametros !== undefined && { parametros }) })).isError, false);
    assert.equal((await call(nombre, {})).text, "fine");
  }
  assert.equal((await create({ nombre: "plain_", codigo: "return 2;" })).isError, true, "an agent's own name is taken, too");
  assert.equal(
    (await create({ nombre: "schema", codigo: "return 1;", parametros: '{"type":"object","properties":{"n":{"type":"integer"}}}' }))
      .isError,
    false,
  );
  assert.match((await call("schema", { n: "x" })).text, /\/n: /);
});

test("a page whose dynamicTools function never answers has refused before the relay gives up, and a late yes makes nothing", async (t) => {
  const { page, listed } = await pageOf(t);
  await page.evaluate(() => {
    mcp.destroy();
    window.mcp = new WebMCP({ log: "silent", dynamicTools: () => new Promise((done) => Object.assign(window, { say: done })) });
    mcp.registerTool("own", "The page's own", undefined, () => "the page's own");
  });
  const token = await world.relay.token();
  await page.evaluate((token) => mcp.connect(token), token);
  const made = await world.relay.call("_webmcp_agregar-tool", { nombre: "late", descripcion: "", codigo: "return 1;" }, 29_000);
  assert.equal(made.isError, true);
  assert.match(made.text, /dynamicTools function gave no answer, or none within 25 s/);
  await page.evaluate(() => /** @type {any} */ (window).say(true));
  await listed("own");
});

test("one is removed, all are listed, all are removed; the page's own are switched off until a reload", async (t) => {
  const { page, channel, create, remove, call, listed } = await pageOf(t);
  for (const nombre of ["a", "b", "c"]) await create({ nombre, codigo: `return '${nombre}';` });
  await listed("own", "a", "b", "c");
  const active = (await remove({ listar: true })).text;
  assert.match(active, /^Herramientas activas: /);
  // The relay remembers the tools of pages that have just left.
  const mine = active.split(/: |, /).filter((name) => name.startsWith(channel));
  assert.deepEqual(
    mine,
    ["own", "a", "b", "c"].map((name) => `${channel}-${name}`),
  );

  assert.match((await remove({ nombre: `${channel}-a` })).text, /"a" was removed/);
  await listed("own", "b", "c");
  assert.deepEqual(await page.evaluate(() => mcp.tools().map(({ name }) => name)), ["own", "b", "c"]);
  const unknown = await remove({ nombre: "zeta" });
  assert.ok(unknown.isError);
  assert.match(unknown.text, /no tool "zeta"/);
  assert.equal((await create({ nombre: "a", codigo: "return 'a again';" })).isError, false, "the name is free");
  await eventually(async () => assert.equal((await call("a", {})).text, "a again"));

  assert.match((await remove({ nombre: `${channel}-own` })).text, /removed/);
  assert.deepEqual(await page.evaluate(() => mcp.execute("own")), { success: true, result: "the page's own" }, "for the page it is there");
  await listed("a", "b", "c");

  assert.equal((await remove({ todas: true })).text, "3 herramientas desregistradas");
  await listed();
  assert.deepEqual(await page.evaluate(() => mcp.tools().map(({ name }) => name)), ["own"]);
  assert.equal((await create({ nombre: "fresh", codigo: "return 1;" })).isError, false, "the page goes on");
});

test("all are removed in every tab of the site, and counted", async (t) => {
  const { page, site, channel, create, remove, listed } = await pageOf(t);
  const second = await page.context().newPage();
  await second.goto(`${site.origin}/pages/blank.html`);
  await load(second, "module");
  await second.evaluate(() => {
    window.mcp = new WebMCP({ widget: false });
    mcp.registerTool("theirs", "The second tab's", undefined, () => "theirs");
  });
  await second.waitForFunction(() => mcp.isConnected);
  await listed("own", "theirs");
  // Each goes to the tab that was used last.
  await create({ nombre: "b", codigo: "return 'b';" });
  await page.bringToFront();
  await page.mouse.click(5, 5);
  await create({ nombre: "a", codigo: "return 'a';" });
  const names = (/** @type {typeof page} */ tab) => tab.evaluate(() => mcp.tools().map((/** @type {any} */ { name }) => name));
  assert.deepEqual(
    [await names(page), await names(second)],
    [
      ["own", "a"],
      ["theirs", "b"],
    ],
  );
  await listed("own", "theirs", "a", "b");
  // The relay counts for itself what it forgets; ours says what the pages let go of.
  await page.evaluate(() => {
    window.sent = [];
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      window.sent.push(data);
      return send.call(this, data);
    };
  });
  assert.equal((await remove({ todas: true })).isError, false);
  assert.equal(
    await page.evaluate(() => window.sent.filter((/** @type {string} */ text) => text.includes("4 tools were removed")).length),
    1,
  );
  await eventually(async () => assert.deepEqual([await names(page), await names(second)], [["own"], ["theirs"]]));
  for (const name of ["own", "theirs", "a", "b"]) assert.equal((await world.relay.call(`${channel}-${name}`, {})).isError, true, name);
  await listed();
});

test("made tools come back with the relay, and are gone after a reload", async (t) => {
  const { page, create, call, listed } = await pageOf(t, { client: "none", create: false, path: "/pages/auto.html" });
  await create({ nombre: "lasting", codigo: "return ++counter;" });
  await page.evaluate(() => {
    window.counter = 0;
  });
  await listed("own", "lasting");
  assert.equal((await call("lasting", {})).text, "1");
  await world.relay.restart();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await eventually(async () => assert.equal((await call("lasting", {}, 2_000)).text, "2"), 20_000);

  await page.reload();
  await page.waitForFunction(() => window.mcp?.isConnected);
  assert.deepEqual(await page.evaluate(() => mcp.tools().map(({ name }) => name)), []);
  const gone = await within(call("lasting", {}), 5_000, "a tool that went with its page");
  assert.ok(gone.isError);
  assert.match(gone.text, /no tool "lasting"/);
});

test("browser-info lists two open pages, each with what it is now", async (t) => {
  const one = await pageOf(t, { context: { locale: "es-MX", viewport: { width: 900, height: 500 } } });
  const two = await pageOf(t, { context: { locale: "de-DE", viewport: { width: 320, height: 640 }, userAgent: "Tea/1.0" } });
  await one.page.evaluate(() => history.pushState({}, "", "/pages/blank.html?shelf=2#top"));
  await two.page.setViewportSize({ width: 400, height: 700 });
  const rows = JSON.parse((await world.relay.call("_webmcp_browser-info", {})).text);
  const mine = [one, two].map(({ channel }) => rows.find((/** @type {any} */ row) => row.channel === `/${channel}`));
  const agentName = await one.page.evaluate(() => navigator.userAgent);
  for (const row of mine) {
    assert.ok(Math.abs(Date.parse(row.connectedSince) - Date.now()) < 120_000);
    delete row.connectedSince;
  }
  const common = { hostname: "localhost" };
  assert.deepEqual(mine, [
    {
      ...common,
      channel: `/${one.channel}`,
      userAgent: agentName,
      url: `${one.site.origin}/pages/blank.html?shelf=2#top`,
      language: "es-MX",
      screenWidth: 900,
      screenHeight: 500,
    },
    {
      ...common,
      channel: `/${two.channel}`,
      userAgent: "Tea/1.0",
      url: `${two.site.origin}/pages/blank.html`,
      language: "de-DE",
      screenWidth: 400,
      screenHeight: 700,
    },
  ]);
});

test("metadata goes out right after the welcome", async (t) => {
  await world.relay.call("_test_frames", { clear: true });
  const { channel } = await pageOf(t);
  const heard = JSON.parse((await world.relay.call("_test_frames", {})).text)
    .filter((/** @type {any} */ one) => one.channel === `/${channel}`)
    .map((/** @type {any} */ { text }) => JSON.parse(text))
    .filter((/** @type {any} */ { type }) => type === "clientInfo");
  assert.equal(heard.length, 1);
  const { type, info, ...fields } = heard[0];
  assert.equal(fields.hostname, "localhost");
  assert.deepEqual(info, fields);
});

describe("clipboardCopy", () => {
  test("where the browser lets the page write, the text is in the clipboard", async (t) => {
    const { page, site } = await pageOf(t);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
    await page.bringToFront();
    const texto = "eyJ – 日本語 🍵\nline 2";
    const { text, isError } = await world.relay.call("_test_clipboard-copy", { texto });
    assert.equal(isError, false);
    assert.equal(text, "Copied to the clipboard.");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), texto);
    assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
  });

  test("where it refuses, the widget offers the text with a Copy button, the answer says so, and a click copies", async (t) => {
    const { page, site } = await pageOf(t);
    // As when the person is in the terminal: nothing is granted and the page is not in front.
    await page.context().grantPermissions(["clipboard-read"], { origin: site.origin });
    await page.evaluate(() => {
      window.write = navigator.clipboard.writeText;
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("Document is not focused.", "NotAllowedError"));
    });
    const texto = "the token <b>abc</b>";
    const { text, isError } = await world.relay.call("_test_clipboard-copy", { texto });
    assert.equal(isError, false);
    assert.match(text, /did not let the page write.*offers the text.*Copy button/);
    await page.getByText(texto).waitFor();
    await page.evaluate(() => {
      navigator.clipboard.writeText = window.write;
    });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
    await page.bringToFront();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await eventually(async () => assert.equal(await page.evaluate(() => navigator.clipboard.readText()), texto));
  });
});

test("prompts are answered as messages, whatever the page gives", async (t) => {
  const { page } = await pageOf(t);
  await page.evaluate(() => {
    const prompts = {
      text: ({ who }) => `Greet ${who}`,
      ready: () => ({ messages: [{ role: "assistant", content: { type: "text", text: "as it is" } }] }),
      block: () => ({ type: "image", data: "AAAA", mimeType: "image/png" }),
      object: () => ({ a: 1 }),
      nothing: () => {},
      picture: () => new Blob([new Uint8Array([1, 2, 3])], { type: "image/png" }),
      throws: () => {
        throw new Error("lost for words");
      },
    };
    for (const [name, run] of Object.entries(prompts)) mcp.registerPrompt(name, name, [{ name: "who" }], run);
  });
  await world.relay.call("_test_frames", { clear: true });
  const said = (/** @type {unknown} */ content) => ({ messages: [{ role: "user", content }] });
  const text = (/** @type {string} */ words) => said({ type: "text", text: words });
  const expected = {
    text: { result: text("Greet Ada") },
    ready: { result: { messages: [{ role: "assistant", content: { type: "text", text: "as it is" } }] } },
    block: { result: said({ type: "image", data: "AAAA", mimeType: "image/png" }) },
    object: { result: text('{"a":1}') },
    nothing: { result: text("The tool finished without a result.") },
    picture: { result: said({ type: "image", data: "AQID", mimeType: "image/png" }) },
    throws: { error: "lost for words" },
    unknown: { error: 'This page has no prompt "unknown" (any more): list them again.' },
  };
  for (const name of Object.keys(expected)) {
    const frame = { id: `ask-${name}`, type: "getPrompt", name, arguments: { who: "Ada" } };
    await world.relay.call("_test_send-frame", { frame: JSON.stringify(frame) });
  }
  await eventually(async () => {
    const frames = JSON.parse((await world.relay.call("_test_frames", {})).text).map((/** @type {any} */ { text }) => JSON.parse(text));
    for (const [name, answer] of Object.entries(expected)) {
      const heard = frames.find((/** @type {any} */ { id }) => id === `ask-${name}`);
      assert.deepEqual(heard, { id: `ask-${name}`, type: "promptResponse", ...answer });
    }
  });
});

describe("a policy that forbids code from text", () => {
  for (const csp of ["no-eval", "strict", "trusted-types"]) {
    test(`the agent is told the cause, and everything else works (${csp})`, async (t) => {
      const { page, channel, create, remove, call, listed } = await pageOf(t, { path: `/pages/blank.html?csp=${csp}` });
      const { text, isError } = await create({ nombre: "area", codigo: "return 1;" });
      assert.ok(isError);
      assert.match(text, /"area" cannot be compiled on this page: .*Content-Security-Policy.*(unsafe-eval|Trusted Types)/);
      await listed("own");

      await page.evaluate(() => {
        const schema = { type: "object", properties: { word: { type: "string", pattern: "^\\p{L}+$" } } };
        mcp.registerTool({ name: "careful", inputSchema: schema, confirm: true, execute: ({ word }) => ({ word }) });
        mcp.registerTool("picture", "", undefined, () => new OffscreenCanvas(1, 1).getContext("2d").canvas);
      });
      await listed("own", "careful", "picture");
      assert.match((await call("careful", { word: "1" })).text, /\/word: /);
      const asked = call("careful", { word: "té" });
      await page.getByRole("button", { name: "Allow once" }).click();
      assert.deepEqual((await asked).result.structuredContent, { word: "té" });
      assert.equal((await call("picture", {})).result.content[0].type, "image");
      assert.match((await remove({ nombre: `${channel}-own` })).text, /removed/);
      await listed("careful", "picture");
    });
  }
});

for (const [title, args] of /** @type {[string, string[]][]} */ ([
  ["in English", ["--spelling", "en"]],
  ["inside `tool`", ["--spelling", "nested"]],
  ["inside `definition` with a whole schema", ["--spelling", "schema"]],
  ["without ids for what needs no answer", ["--no-ids"]],
])) {
  test(`a relay that writes its messages ${title} is understood`, async (t) => {
    const relay = await Relay.start({ script: FORK, args: ["--dev", "--test-tools", ...args] });
    t.after(() => relay.stop());
    const { page, channel, site } = await world.open(t, { options: { log: "silent" } });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
    await page.evaluate((token) => mcp.connect(token), await relay.token());
    const { create, remove } = agent(relay);
    const made = await create({ nombre: "twice", codigo: "return args.n * 2;", parametros: '{"n": {"type": "number"}}' });
    assert.equal(made.isError, false, made.text);
    assert.equal((await relay.call(`${channel}-twice`, { n: 4 })).text, "8");
    assert.match((await relay.call(`${channel}-twice`, { n: "x" })).text, /\/n: /);
    await page.bringToFront();
    await relay.call("_test_clipboard-copy", { texto: "from afar" });
    await eventually(async () => assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "from afar"));
    assert.equal((await remove({ nombre: "twice" })).isError, false);
    await eventually(async () => assert.deepEqual(await page.evaluate(() => mcp.tools()), []));
    await create({ nombre: "again", codigo: "return 1;" });
    assert.equal((await remove({ todas: true })).isError, false);
    await eventually(async () => assert.deepEqual(await page.evaluate(() => mcp.tools()), []));
  });
}

test("without --dev the two tools are not listed and refused when called, and the page hears nothing of it", async (t) => {
  const relay = await Relay.start({ script: FORK, args: ["--test-tools"] });
  t.after(() => relay.stop());
  const { page } = await world.open(t, { options: { log: "silent" } });
  await page.evaluate(() => mcp.registerTool("own", "", undefined, () => "own"));
  await page.evaluate((token) => mcp.connect(token), await relay.token());
  const names = await relay.tools();
  for (const name of ["_webmcp_agregar-tool", "_webmcp_quitar-tool"]) assert.ok(!names.includes(name), name);
  assert.ok(names.includes("_webmcp_browser-info"));
  const { create, remove } = agent(relay);
  for (const refused of [
    await create({ nombre: "x", codigo: "return 1;" }),
    await remove({ todas: true }),
    await remove({ listar: true }),
  ]) {
    assert.equal(refused.isError, true);
    assert.match(refused.text, /--dev/);
  }
  assert.deepEqual(await page.evaluate(() => mcp.tools().map(({ name }) => name)), ["own"]);
});
