// What the fork adds (part 3): tools that an agent makes, metadata of the browsers, the clipboard. The frames that the relay
// writes are compared with the golden ones, in every spelling.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../relays/lib/agent.mjs";
import { FakePage } from "../relays/lib/fake-page.mjs";
import { frameOf } from "../relays/lib/frames.mjs";
import { answerText, forkRelay, pageOf, register } from "../relays/lib/session.mjs";

const golden = frameOf("webmcp");
const DEV = ["_webmcp_agregar-tool", "_webmcp_quitar-tool"];
const { nombre, descripcion, codigo, parametros } = golden("create-spanish-parametros-as-text-top").frame;
const DEFINITION = { nombre, descripcion, codigo, parametros };
const BANNER = "[DEV] Modo desarrollo activo — agregar-tool y quitar-tool habilitados";

for (const [how, args, env] of /** @type {[string, string[], Record<string, string>][]} */ ([
  ["--dev", ["--dev"], {}],
  ["WEBMCP_DEV=true", [], { WEBMCP_DEV: "true" }],
])) {
  test(`${how} offers the two tools and says so at start`, async (t) => {
    const agent = await forkRelay(t, args, { env });
    assert.deepEqual((await agent.names()).sort(), [
      "_webmcp_agregar-tool",
      "_webmcp_browser-info",
      "_webmcp_get-token",
      "_webmcp_quitar-tool",
    ]);
    assert.ok(agent.log.includes(BANNER), agent.log);
  });
}

for (const env of /** @type {Record<string, string>[]} */ ([{}, { WEBMCP_DEV: "false" }, { WEBMCP_DEV: "1" }])) {
  test(`without it the two tools are not listed and refused when called (${JSON.stringify(env)})`, async (t) => {
    const agent = await forkRelay(t, [], { env });
    const { page } = await pageOf(t, agent);
    assert.deepEqual((await agent.names()).sort(), ["_webmcp_browser-info", "_webmcp_get-token"]);
    for (const name of DEV) {
      const { text, isError } = await agent.say(name, { ...DEFINITION, todas: true });
      assert.ok(isError);
      assert.match(text, /--dev/);
    }
    assert.ok(!agent.log.includes("[DEV]"));
    assert.deepEqual(page.heard, [], "the page hears nothing of it");
  });
}

for (const [spelling, create, remove, copy] of /** @type {const} */ ([
  ["es", "create-spanish-parametros-as-text-top", "remove-by-nombre", "copy-texto"],
  ["en", "create-english-parameters-as-object-top", "remove-by-name", "copy-text"],
  ["nested", "create-spanish-parametros-as-text-tool", "remove-by-tool", "copy-token"],
  ["schema", "create-english-inputschema-definition", "remove-by-name", "copy-text"],
])) {
  test(`--spelling ${spelling} writes the golden frames`, async (t) => {
    const agent = await forkRelay(t, ["--dev", "--test-tools", "--spelling", spelling]);
    const { page } = await pageOf(t, agent);
    page.answer = ({ id, type }) => (id && type !== "getClientInfo" ? { ...golden("answer-a-creation").frame, id } : undefined);
    const made = await agent.call("_webmcp_agregar-tool", DEFINITION);
    assert.deepEqual(made.content, golden("answer-a-creation").meaning.result.content, "the page's own answer");
    assert.deepEqual(await page.next("createTool"), golden(create).frame);
    await register(page, "saludar");
    await agent.call("_webmcp_quitar-tool", { nombre: "saludar" });
    assert.deepEqual(await page.next("removeTool"), golden(remove).frame);
    await agent.call("_webmcp_quitar-tool", { todas: true });
    assert.deepEqual(await page.next("removeAllTools"), golden("remove-all").frame);
    await agent.call("_test_clipboard-copy", { texto: golden(copy).meaning.text });
    assert.deepEqual(await page.next("clipboardCopy"), golden(copy).frame);
  });
}

test("a created tool is listed, called, removed, and each change is notified", async (t) => {
  const agent = await forkRelay(t, ["--dev"]);
  const { page } = await pageOf(t, agent);
  page.answer = ({ id, type, nombre: name }) => {
    if (type === "createTool") page.send({ type: "registerTool", name, description: "d", inputSchema: { type: "object" } });
    return type === "createTool" || type === "removeTool" || type === "callTool" ? answerText(id, `${type} ok`) : undefined;
  };
  assert.equal((await agent.say("_webmcp_agregar-tool", DEFINITION)).text, "createTool ok");
  await until(() => agent.changes.tools >= 2, "one change for the registration, one at the end");
  assert.ok((await agent.names()).includes("localhost_8080-saludar"));
  assert.equal((await agent.say("localhost_8080-saludar")).text, "callTool ok");

  const changes = agent.changes.tools;
  assert.equal((await agent.say("_webmcp_quitar-tool", { nombre: "localhost_8080-saludar" })).text, "removeTool ok");
  assert.equal((await page.next("removeTool")).nombre, "saludar", "the page is given its own name for it");
  await until(() => agent.changes.tools === changes + 1, "the removal is notified");
  assert.ok(!(await agent.names()).includes("localhost_8080-saludar"));
  assert.equal((await agent.say("localhost_8080-saludar")).text, "Error: Tool not found: localhost_8080-saludar");
});

test("what the agent leaves out or gets wrong reaches the page, whose refusal reaches the agent", async (t) => {
  const agent = await forkRelay(t, ["--dev"]);
  const { page } = await pageOf(t, agent);
  page.answer = ({ id, type }) => (type === "createTool" ? { ...golden("refuse-a-creation").frame, id } : undefined);
  const { text, isError } = await agent.say("_webmcp_agregar-tool", { nombre, parametros: "{quien: string}" });
  assert.ok(isError);
  assert.equal(text, `Error: ${golden("refuse-a-creation").meaning.error}`);
  assert.deepEqual(await page.next("createTool"), { id: "1", type: "createTool", nombre, parametros: "{quien: string}" });
});

test("createTool goes to the page connected longest, removeTool to the tool's owner, removeAllTools to all", async (t) => {
  const agent = await forkRelay(t, ["--dev"]);
  const { page: a } = await pageOf(t, agent, "localhost_1");
  const { page: b } = await pageOf(t, agent, "localhost_2");
  for (const page of [a, b])
    page.answer = ({ id, type }) => (type.endsWith("Tool") || type.endsWith("Tools") ? answerText(id, "ok") : undefined);
  await register(a, "uno");
  await register(b, "dos");
  await register(b, "tres");
  await agent.call("_webmcp_agregar-tool", DEFINITION);
  await a.next("createTool");
  await agent.call("_webmcp_quitar-tool", { nombre: "dos" });
  await b.next("removeTool");
  assert.ok(![...a.heard, ...b.heard].some(({ type }) => type === "createTool" || type === "removeTool"), "nobody else was asked");

  assert.deepEqual(await agent.say("_webmcp_quitar-tool", { todas: true }), { text: "2 herramientas desregistradas", isError: false });
  await a.next("removeAllTools");
  await b.next("removeAllTools");
  assert.deepEqual(
    (await agent.names()).filter((name) => !name.startsWith("_webmcp")),
    [],
  );
});

test("a page that refuses removeAllTools keeps its tools, and the agent is told why", async (t) => {
  const agent = await forkRelay(t, ["--dev"]);
  const { page: a } = await pageOf(t, agent, "localhost_1");
  const { page: b } = await pageOf(t, agent, "localhost_2");
  a.answer = ({ id, type }) => (type === "removeAllTools" ? answerText(id, "ok") : undefined);
  b.answer = ({ id, type }) => (type === "removeAllTools" ? { id, type: "toolResponse", error: "dynamicTools is off" } : undefined);
  await register(a, "uno");
  await register(b, "dos");
  const { text, isError } = await agent.say("_webmcp_quitar-tool", { todas: true });
  assert.equal(text, "1 herramientas desregistradas\n/localhost_2: dynamicTools is off");
  assert.ok(isError);
  assert.ok((await agent.names()).includes("localhost_2-dos"));
});

test("listar names the tools and touches no page; an unknown name is left to the first page; nothing asked is refused", async (t) => {
  const agent = await forkRelay(t, ["--dev"]);
  assert.equal((await agent.say("_webmcp_quitar-tool", { listar: true })).text, "Herramientas activas: (ninguna)");
  const { page } = await pageOf(t, agent);
  await register(page, "a");
  await register(page, "b");
  assert.equal(
    (await agent.say("_webmcp_quitar-tool", { listar: true, todas: true })).text,
    "Herramientas activas: localhost_8080-a, localhost_8080-b",
  );
  assert.deepEqual(page.heard, []);

  page.answer = ({ id, type }) => (type === "removeTool" ? { id, type: "toolResponse", error: "Tool not found: zeta" } : undefined);
  assert.deepEqual(await agent.say("_webmcp_quitar-tool", { nombre: "zeta" }), { text: "Error: Tool not found: zeta", isError: true });
  page.answer = ({ id, type }) => (type === "removeTool" ? { id, type: "toolResponse", error: "dynamicTools is off" } : undefined);
  assert.ok((await agent.say("_webmcp_quitar-tool", { nombre: "a" })).isError);
  assert.ok((await agent.names()).includes("localhost_8080-a"), "a refused removal changes nothing");
  assert.ok((await agent.say("_webmcp_quitar-tool", {})).isError);
});

test("without a page there is nobody to ask", async (t) => {
  const agent = await forkRelay(t, ["--dev", "--test-tools"]);
  for (const [tool, args] of /** @type {[string, Record<string, unknown>][]} */ ([
    ["_webmcp_agregar-tool", DEFINITION],
    ["_webmcp_quitar-tool", { nombre: "a" }],
    ["_webmcp_quitar-tool", { todas: true }],
    ["_webmcp_browser-info", {}],
    ["_test_clipboard-copy", { texto: "x" }],
  ])) {
    assert.equal((await agent.say(tool, args)).text, "No hay navegadores conectados", tool);
  }
});

test("browser-info asks both pages afresh and adds channel and time", async (t) => {
  const agent = await forkRelay(t);
  const { page: a } = await pageOf(t, agent, "localhost_1");
  const { page: b } = await pageOf(t, agent, "localhost_2");
  const { info } = golden("metadata-when-asked").meaning;
  a.sendText(JSON.stringify(golden("metadata-after-welcome").frame));
  // One page answers in both places, the other only inside `info`, with what has changed since.
  a.answer = ({ id, type }) => (type === "getClientInfo" ? { ...golden("metadata-when-asked").frame, id } : undefined);
  b.answer = ({ id, type }) =>
    type === "getClientInfo" ? { type: "clientInfo", id, info: { ...info, url: "http://localhost:2/fresh" } } : undefined;
  const rows = JSON.parse((await agent.say("_webmcp_browser-info")).text);
  assert.deepEqual(await a.next("getClientInfo"), { id: "1", type: "getClientInfo" });
  assert.deepEqual(await b.next("getClientInfo"), { id: "2", type: "getClientInfo" });
  assert.deepEqual(
    rows.map((/** @type {Record<string, unknown>} */ { connectedSince, ...row }) => row),
    [
      { channel: "/localhost_1", ...info },
      { channel: "/localhost_2", ...info, url: "http://localhost:2/fresh" },
    ],
  );
  for (const { connectedSince } of rows) assert.ok(Math.abs(Date.parse(connectedSince) - Date.now()) < 60_000);
  assert.ok(![...a.heard, ...b.heard].some(({ type }) => type === "error"), "clientInfo is a known message here");
});

test("a page that does not answer getClientInfo is described by what it said at its welcome", async (t) => {
  const agent = await forkRelay(t);
  const { page } = await pageOf(t, agent);
  page.sendText(JSON.stringify(golden("metadata-after-welcome").frame));
  const [row] = JSON.parse((await agent.say("_webmcp_browser-info")).text);
  assert.equal(row.userAgent, golden("metadata-after-welcome").meaning.info.userAgent);
});

test("--no-ids sends removals and copies that expect no answer", async (t) => {
  const agent = await forkRelay(t, ["--dev", "--test-tools", "--no-ids"]);
  const { page } = await pageOf(t, agent);
  await register(page, "saludar");
  await agent.say("_webmcp_quitar-tool", { nombre: "saludar" });
  assert.deepEqual(await page.next("removeTool"), golden("remove-without-id").frame);
  assert.ok(!(await agent.names()).includes("localhost_8080-saludar"));
  await agent.say("_webmcp_quitar-tool", { todas: true });
  assert.deepEqual(await page.next("removeAllTools"), golden("remove-all-without-id").frame);
  await agent.say("_test_clipboard-copy", { texto: "hola" });
  assert.deepEqual(await page.next("clipboardCopy"), golden("copy-without-id").frame);
});

test("--clipboard-token also hands the pairing token to the first page's clipboard", async (t) => {
  const agent = await forkRelay(t, ["--clipboard-token"]);
  const { page } = await pageOf(t, agent);
  page.answer = ({ id, type }) => (type === "clipboardCopy" ? answerText(id, "copied") : undefined);
  const token = await agent.pairingToken();
  assert.equal((await page.next("clipboardCopy")).texto, token);
  await FakePage.pair(token, "localhost_9");
});

test("the test tools put any text on the wire, tell what pages said, and exist only when asked for", async (t) => {
  const agent = await forkRelay(t, ["--test-tools"]);
  const { page } = await pageOf(t, agent);
  await agent.call("_test_send-frame", { frame: JSON.stringify(golden("the-relay-pings").frame) });
  assert.deepEqual(await page.next("ping"), golden("the-relay-pings").frame);
  page.sendText("odd text");
  await page.next("error");
  const heard = JSON.parse((await agent.say("_test_frames", { clear: true })).text);
  assert.deepEqual(heard.at(-1), { channel: "/localhost_8080", text: "odd text" });
  assert.deepEqual(JSON.parse((await agent.say("_test_frames")).text), []);

  const plain = await forkRelay(t);
  assert.deepEqual(
    (await plain.names()).filter((name) => name.startsWith("_test")),
    [],
  );
  assert.match((await plain.say("_test_frames")).text, /Tool not found/);
  assert.match((await plain.say("_test_clipboard-copy", { texto: "x" })).text, /no está disponible/);
});
