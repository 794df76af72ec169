// What SECURITY.md claims, about the stock relay and about this library.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { WebSocket, WebSocketServer } from "ws";
import { createWorld, eventually } from "./helpers.mjs";

const world = createWorld();

/** A socket, its messages, and how it ended. @param {string} url @param {object} [options] */
function socket(url, options) {
  const ws = new WebSocket(url, options);
  /** @type {any[]} */
  const messages = [];
  ws.on("message", (data) => messages.push(JSON.parse(String(data))));
  const opened = new Promise((done) => {
    ws.on("open", () => done("open"));
    ws.on("unexpected-response", (_request, response) => done(response.statusCode));
    ws.on("error", () => done("error"));
  });
  const closed = new Promise((done) => ws.on("close", (code) => done(code)));
  return { ws, messages, opened, closed };
}

/** Pairs a bare socket as a page of a host, with the origin of some site. @param {string} host @param {string} origin */
async function pairSocket(host, origin) {
  const { server, token } = JSON.parse(Buffer.from(await world.relay.token(), "base64").toString());
  const register = socket(`${server}/register`, { origin });
  assert.equal(await register.opened, "open");
  register.ws.send(Buffer.from(JSON.stringify({ server, token, host })).toString("base64"));
  const success = await eventually(() => register.messages.find(({ type }) => type === "registerSuccess") ?? assert.fail("no answer"));
  const channel = socket(`${server}${success.channel}?token=${success.token}`, { origin });
  assert.equal(await channel.opened, "open");
  return channel;
}

test("a site without a token can open the stock relay and gets nothing", async (t) => {
  const { page, channel, pair } = await world.open(t, { options: { widget: false } });
  await page.evaluate(() => mcp.registerTool("secret", "", {}, () => "secret"));
  await pair();
  const { port } = world.relay;
  const other = await world.open(t, { client: "none" });
  const seen = await other.page.evaluate(
    async ({ port, channel }) => {
      const attempt = (/** @type {string} */ path, /** @type {string} */ say) =>
        new Promise((done) => {
          const got = [];
          const ws = new WebSocket(`ws://localhost:${port}${path}`);
          ws.onopen = () => ws.send(say);
          ws.onmessage = ({ data }) => got.push(JSON.parse(String(data)).type);
          ws.onclose = () => done(got);
        });
      const guess = btoa(JSON.stringify({ server: `ws://localhost:${port}`, token: "0".repeat(32), host: "localhost" }));
      return [
        await attempt("/register", guess),
        await attempt(`/${channel}`, '{"id":"1","type":"listTools"}'),
        await attempt(`/${channel}?token=${"0".repeat(32)}`, '{"id":"1","type":"listTools"}'),
        await attempt("/mcp", '{"id":"1","type":"listTools"}'),
      ];
    },
    { port, channel },
  );
  assert.deepEqual(seen, [["error"], [], [], []]);
});

test("the stock relay listens on all interfaces and takes any origin, so a token is its only door", async () => {
  const { port } = world.relay;
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const sockets = ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readFileSync(file, "utf8")).join("\n");
  assert.match(sockets, new RegExp(`: 0+:${hex} 0+:0000 0A `), `${port} listens on ${Object.keys(networkInterfaces())}`);
  const { ws, messages } = await pairSocket("evil_example", "https://evil.example");
  await eventually(() => assert.equal(messages[0]?.type, "welcome"));
  ws.close();
});

test("on the stock relay a paired page can answer another page's call", async (t) => {
  const { page, call, pair, listed } = await world.open(t, { options: { widget: false } });
  await page.evaluate(() =>
    mcp.registerTool("wait", "", {}, () => new Promise((done) => Object.assign(window, { finish: () => done("the page's own") }))),
  );
  await pair();
  await listed("wait");
  const stranger = await pairSocket("stranger_example", "https://stranger.example");
  const answered = call("wait");
  await page.waitForFunction(() => window.finish);
  // It need not know the number of the call: they are few.
  for (let id = 1; id < 200; id += 1) {
    const result = { content: [{ type: "text", text: "a stranger's" }] };
    stranger.ws.send(JSON.stringify({ id: String(id), type: "toolResponse", result }));
  }
  assert.equal((await answered).text, "a stranger's");
  await page.evaluate(() => window.finish());
  stranger.ws.close();
});

test("the pairing token is kept nowhere, and the session's in sessionStorage alone", async (t) => {
  const { page } = await world.open(t, { options: { log: "debug" } });
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  /** @type {string[]} */
  const sockets = [];
  page.on("websocket", (ws) => sockets.push(ws.url()));
  const token = await world.relay.token();
  const { token: secret } = JSON.parse(Buffer.from(token, "base64").toString());
  await page.evaluate((token) => mcp.connect(token), token);
  await page.waitForFunction(() => mcp.isConnected);
  const session = /[?&]token=([^&]+)/.exec(sockets.at(-1) ?? "")?.[1] ?? assert.fail(`no session in ${sockets}`);
  const kept = await page.evaluate(() => ({
    session: JSON.stringify({ ...sessionStorage }),
    other: JSON.stringify([{ ...localStorage }, document.cookie, location.href]),
    page: document.documentElement.outerHTML + document.querySelector("[data-webmcp-widget]")?.shadowRoot?.innerHTML,
    typed: /** @type {any} */ (document.querySelector("[data-webmcp-widget]")?.shadowRoot?.querySelector(".webmcp-token-input"))?.value,
    audit: JSON.stringify(mcp.auditLog()),
  }));
  assert.ok(kept.session.includes(session), "the session is kept for a reload");
  for (const [where, text] of Object.entries({ ...kept, console: said.join("\n") })) {
    assert.ok(!String(text).includes(secret) && !String(text).includes(token), `the pairing token is in ${where}`);
    if (where !== "session") assert.ok(!String(text).includes(session), `the session token is in ${where}`);
  }
});

test("a relay that sends rubbish changes nothing in the page, and its next good call is answered", async (t) => {
  const server = new WebSocketServer({ port: 0 });
  t.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  /** @type {any[]} */
  const answers = [];
  const rubbish = [
    "",
    "{",
    "null",
    "42",
    "[]",
    '"text"',
    "{}",
    '{"type":null}',
    '{"type":"callTool"}',
    '{"type":"callTool","id":{},"tool":[],"arguments":"x"}',
    '{"type":"callTool","id":"1","tool":"__proto__","arguments":{"__proto__":{"polluted":1}}}',
    '{"type":"callTool","id":"2","tool":"constructor"}',
    '{"__proto__":{"polluted":1},"type":"welcome","channel":"<img src=x onerror=polluted=1>","message":"<script>polluted=1</script>"}',
    '{"type":"createSamplingMessage","id":"3","messages":"<b>x</b>"}',
    '{"type":"createTool","id":"4","name":"evil","code":"window.polluted = 1"}',
    '{"type":"registerSuccess","channel":"/other","token":"other"}',
    `{"type":"error","message":${JSON.stringify("x".repeat(200_000))}}`,
    "[".repeat(5000),
  ];
  server.on("connection", (ws, request) => {
    const say = (/** @type {unknown} */ frame) => ws.send(typeof frame === "string" ? frame : JSON.stringify(frame));
    if (request.url === "/register") {
      ws.on("message", () => {
        say({ type: "registerSuccess", channel: "/hostile", message: "", token: "session" });
        ws.close(1000);
      });
      return;
    }
    ws.on("message", (data) => {
      const frame = JSON.parse(String(data));
      answers.push(frame);
      if (frame.type === "registerTool") say({ type: "toolRegistered", name: frame.name, toolId: frame.name });
    });
    say({ type: "welcome", channel: "/hostile", message: "" });
    for (const frame of rubbish) say(frame);
    ws.send(Buffer.from([0xff, 0xfe, 0x00]));
    say({ id: "good", type: "callTool", tool: "greet", arguments: { name: "Ada" } });
  });

  const { page } = await world.open(t, { options: { dynamicTools: false, log: "silent" } });
  await page.evaluate(() => mcp.registerTool("greet", "", {}, (/** @type {any} */ { name }) => `Hello, ${name}!`));
  const token = Buffer.from(JSON.stringify({ server: `ws://localhost:${port}`, token: "t" })).toString("base64");
  await page.evaluate((token) => mcp.connect(token), token);
  const good = await eventually(() => answers.find(({ id }) => id === "good") ?? assert.fail("the good call was not answered"));
  assert.equal(good.result.content[0].text, "Hello, Ada!");
  const [polluted, ownPolluted, names, alive] = await page.evaluate(async () => [
    /** @type {any} */ ({}).polluted,
    window.polluted,
    mcp.tools().map((/** @type {any} */ tool) => tool.name),
    await mcp.execute("greet", { name: "Bob" }),
  ]);
  assert.deepEqual([polluted, ownPolluted, names], [undefined, undefined, ["greet"]]);
  assert.deepEqual(alive, { success: true, result: "Hello, Bob!" });
});

test("arguments named like the prototype's stay arguments", async (t) => {
  const { page, call, pair, listed } = await world.open(t, { options: { widget: false } });
  await page.evaluate(() =>
    mcp.registerTool("names", "", {}, (/** @type {object} */ args) => [
      Object.keys(args),
      Object.getPrototypeOf(args) === Object.prototype,
    ]),
  );
  await pair();
  await listed("names");
  const args = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "plain": 1}');
  const { text } = await call("names", args);
  const [keys, own] = JSON.parse(text);
  assert.ok(keys.includes("plain") && own === true, text);
  assert.equal(await page.evaluate(() => /** @type {any} */ ({}).polluted), undefined);
});
