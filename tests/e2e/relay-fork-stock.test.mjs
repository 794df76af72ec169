// The fork's test relay against the published one: the same page and the same agent say the same things to both, and every
// answer must be equal. What the published relay does is the yardstick, not what its documentation says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CreateMessageResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { FORK } from "../relays/lib/agent.mjs";
import { FakePage } from "../relays/lib/fake-page.mjs";
import { frameOf, frames, textOf } from "../relays/lib/frames.mjs";
import { answerText, HOST } from "../relays/lib/session.mjs";
import { Relay } from "../tools/relay.mjs";

const golden = frameOf("webmcp");

/** What both sides see, with what differs by nature (tokens, times, ports) replaced. @param {import("node:test").TestContext} t @param {Relay} agent */
async function play(t, agent) {
  /** @type {[string, unknown][]} */
  const log = [];
  const note = (/** @type {string} */ what, /** @type {unknown} */ value) =>
    log.push([
      what,
      JSON.parse(
        JSON.stringify(value ?? null)
          .replace(/[0-9a-f]{32}/g, "TOKEN")
          .replaceAll(String(agent.port), "PORT"),
      ),
    ]);
  const outcome = (/** @type {Promise<unknown>} */ promise) =>
    promise.then(
      (value) => value,
      (error) => ({ rejected: error.message }),
    );

  const pasted = await agent.token();
  note("pairing token", JSON.parse(Buffer.from(pasted, "base64").toString()));
  const register = async (/** @type {string} */ text) => {
    const page = await FakePage.open(`ws://localhost:${agent.port}/register`);
    page.sendText(text);
    const answer = await page.next(() => true);
    while (!page.closed) await new Promise((done) => setTimeout(done, 5));
    note(`register ${text.length}`, [answer, page.closed]);
    return answer;
  };
  const encode = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value)).toString("base64");
  const { token } = JSON.parse(Buffer.from(pasted, "base64").toString());
  await register("@@@");
  await register(encode({ host: HOST }));
  await register(encode({ host: HOST, token: "short" }));
  await register(encode({ host: HOST, token: "f".repeat(32) }));
  await register(encode({ token }));
  const { channel, token: session } = await register(encode({ host: "my.shop:8080", token }));
  await register(encode({ host: HOST, token }));
  note("no token", await outcome(FakePage.open(`ws://localhost:${agent.port}${channel}`)));
  note("wrong token", await outcome(FakePage.open(`ws://localhost:${agent.port}${channel}?token=x`)));

  const page = await FakePage.open(`ws://localhost:${agent.port}${channel}?token=${session}`);
  t.after(() => page.close());
  note("welcome", await page.next("welcome"));
  const answered = async (/** @type {string} */ text) => {
    page.sendText(text);
    note(text, await page.next(() => true));
  };
  for (const { direction, dialect, text, frame, meaning } of frames("webmcp")) {
    if (direction === "out" && dialect === "webmcp" && ["register", "malformed"].includes(meaning.is))
      await answered(textOf({ text, frame }));
  }
  for (const type of ["listTools", "listPrompts", "listResources"]) await answered(JSON.stringify({ id: "q", type }));
  await answered(JSON.stringify({ id: "q", type: "callTool", tool: "none" }));
  await answered(JSON.stringify({ id: "q", type: "getPrompt", name: "none" }));
  await answered(JSON.stringify({ id: "q", type: "readResource", uri: "none://" }));
  await answered(JSON.stringify({ id: "q", type: "createSamplingMessage" }));
  await answered('{"id":1}');
  await answered('{"type":"registerTool","name":""}');

  const call = (/** @type {string} */ tool, /** @type {Record<string, unknown> | undefined} */ args = undefined) =>
    outcome(agent.client.callTool({ name: tool, arguments: args }, undefined, { timeout: 250 }));
  const theirs = (/** @type {{tools: {name: string}[]}} */ { tools }) => tools.filter(({ name }) => !name.startsWith("_webmcp_"));
  note("tools", theirs(await agent.client.listTools()));
  note("prompts", await agent.client.listPrompts());
  note("resources", await agent.client.listResources());
  note("templates", await agent.client.listResourceTemplates());

  const name = "my_shop_8080-search";
  const results = [
    { content: [{ type: "text", text: "x" }], isError: true, _meta: { a: 1 } },
    { a: 1 },
    { content: [{ type: "video" }] },
    "text",
    5,
    null,
    [],
    undefined,
  ];
  for (const result of results) {
    page.answer = ({ id, type }) => (type === "callTool" ? { id, type: "toolResponse", result } : undefined);
    note(`answer ${JSON.stringify(result)}`, await call(name, { query: "q" }));
    note("asked", await page.next("callTool"));
  }
  for (const error of ["bad", "", 5, { a: 1 }]) {
    page.answer = ({ id, type }) => (type === "callTool" ? { id, type: "toolResponse", error, result: { content: [] } } : undefined);
    note(`error ${JSON.stringify(error)}`, await call(name));
    note("asked", await page.next("callTool"));
  }
  page.answer = ({ id, type }) => (type === "callTool" ? { ...answerText(id, "by another type"), type: "promptResponse" } : undefined);
  note("another type", await call(name));
  note("unknown tool", await call("nothing"));
  note("unknown prompt", await outcome(agent.client.getPrompt({ name: "my_shop_8080-greet" })));
  note("unknown resource", await outcome(agent.client.readResource({ uri: "none://" })));
  for (const uri of ["page://title", "shop://items/1"]) {
    page.answer = ({ id, type }) => (type === "readResource" ? { ...golden("answer-a-resource").frame, id } : undefined);
    note(uri, await outcome(agent.client.readResource({ uri })));
    note("asked", await page.next("readResource"));
  }
  page.answer = ({ id, type }) => (type === "createSamplingMessage" ? { ...golden("the-user-answers").frame, id } : undefined);
  const sample = (/** @type {any} */ params) =>
    agent.client.request({ method: "sampling/createMessage", params }, CreateMessageResultSchema);
  for (const which of ["ask-the-user", "ask-the-user-with-the-least"]) {
    note(which, await outcome(sample(golden(which).meaning.params)));
    note("asked", await page.next("createSamplingMessage"));
  }
  page.answer = ({ id, type }) => (type === "createSamplingMessage" ? { ...golden("the-user-cancels").frame, id } : undefined);
  note("cancelled", await outcome(sample(golden("ask-the-user").meaning.params)));

  await page.close();
  await new Promise((done) => setTimeout(done, 100));
  note("nobody there", await call(name));
  note("nobody to read", await outcome(agent.client.readResource({ uri: "page://title" })));
  note("nobody to ask", await outcome(sample(golden("ask-the-user").meaning.params)));
  await (await FakePage.open(`ws://localhost:${agent.port}${channel}?token=${session}`)).close();
  note("kept", theirs(await agent.client.listTools()).length);
  return { log, notifications: agent.notifications.sort() };
}

/** @param {import("node:test").TestContext} t @param {ConstructorParameters<typeof Relay>[0]} [options] */
async function played(t, options) {
  const relay = new Relay(options);
  t.after(() => relay.stop());
  // The published relay's MCP side tries its daemon once, 100 ms after forking it; on a busy machine that is too early, and it
  // never gets in. The daemon is up by then: a second MCP side does.
  await relay.start().catch(async () => {
    await relay.closeClient();
    await relay.start();
  });
  return play(t, relay);
}

test("the fork's test relay answers a page and an agent as the published relay does", async (t) => {
  const stock = await played(t);
  const fork = await played(t, { script: FORK });
  assert.ok(stock.log.length > 70, `${stock.log.length} observations`);
  for (const [n, [what, value]] of stock.log.entries()) assert.deepEqual(fork.log[n], [what, value], what);
  assert.equal(fork.log.length, stock.log.length);
  assert.deepEqual(fork.notifications, stock.notifications);
});
