// The wu test relay, driven by the official MCP client on one side and a socket that speaks golden frames on the other.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { Agent, until, WU } from "../relays/lib/agent.mjs";
import { frameOf, frames, textOf } from "../relays/lib/frames.mjs";
import { answering, pageOf, wuRelay } from "../relays/lib/wu-session.mjs";

const golden = frameOf("wu");
/** wu's names for its 18 tools, each with the golden frame of the command it sends. */
const COMMANDS = frames("wu").filter(
  ({ name, direction, meaning }) => direction === "in" && meaning.is === "command" && frames("wu").some((f) => f.name === `answer-${name}`),
);

test("the 18 tools are wu's, with object schemas and their defaults", async (t) => {
  const agent = await wuRelay(t);
  const tools = await agent.tools();
  const expected = ["wu_conexion", ...COMMANDS.map(({ meaning }) => `wu_${meaning.command}`)];
  assert.equal(expected.length, 18);
  assert.deepEqual(tools.map(({ name }) => name).sort(), expected.sort());
  for (const { name, inputSchema, description } of tools) {
    assert.equal(inputSchema.type, "object", name);
    assert.ok(description, name);
  }
  const defaultOf = (/** @type {string} */ tool, /** @type {string} */ field) =>
    /** @type {any} */ (tools.find(({ name }) => name === tool)?.inputSchema.properties?.[field])?.default;
  assert.equal(defaultOf("wu_list_events", "limit"), 20);
  assert.equal(defaultOf("wu_console", "limit"), 50);
  assert.equal(defaultOf("wu_console", "level"), "all");
  assert.equal(defaultOf("wu_network", "limit"), 50);
  assert.equal(defaultOf("wu_screenshot", "quality"), 0.8);
});

test("each tool sends its golden frame and gives the page's answer as JSON text", async (t) => {
  const agent = await wuRelay(t);
  const page = await pageOf(t, agent);
  let sent = 0;
  for (const { name, frame, meaning } of COMMANDS) {
    const { result } = golden(`answer-${name}`).meaning;
    answering(page, { result });
    const { text, isError } = await agent.say(`wu_${meaning.command}`, meaning.params);
    sent += 1;
    assert.deepEqual(await page.next((heard) => heard.command !== undefined), { ...frame, id: String(sent) }, name);
    assert.deepEqual(JSON.parse(text), result, name);
    assert.equal(isError, false, name);
  }
  assert.equal(sent, 17);
});

test("defaults are filled in, and what wu does not name still reaches the page", async (t) => {
  const agent = await wuRelay(t);
  const page = await pageOf(t, agent);
  answering(page, { result: {} });
  await agent.call("wu_list_events");
  await agent.call("wu_click", { ref: "e7", role: "button", name: "Buy" });
  await agent.call("wu_console", { limit: 5 });
  await agent.call("wu_set_state", { path: "a", value: null });
  const params = page.heard.map((frame) => frame.params);
  assert.deepEqual(params, [
    { limit: 20 },
    { ref: "e7", role: "button", name: "Buy" },
    { level: "all", limit: 5 },
    { path: "a", value: null },
  ]);
  assert.deepEqual(
    page.heard.map(({ id }) => id),
    ["1", "2", "3", "4"],
  );
});

test("arguments of a wrong type are refused and never sent", async (t) => {
  const agent = await wuRelay(t);
  const page = await pageOf(t, agent);
  for (const [tool, args] of /** @type {[string, Record<string, unknown>][]} */ ([
    ["wu_list_events", { limit: "ten" }],
    ["wu_execute_action", {}],
    ["wu_type", { selector: "#a" }],
    ["wu_screenshot", { quality: 2 }],
  ])) {
    assert.equal((await agent.call(tool, args)).isError, true, tool);
  }
  assert.deepEqual(page.heard, []);
});

test("failures and refusals are errors in JSON", async (t) => {
  const agent = await wuRelay(t);
  const page = await pageOf(t, agent);
  for (const name of ["answer-a-failure", "answer-an-unknown-command", "answer-before-auth", "answer-a-refusal-in-the-result"]) {
    const { id, ...answer } = golden(name).frame;
    answering(page, answer);
    const { text, isError } = await agent.say("wu_click", { selector: "#buy" });
    assert.deepEqual(JSON.parse(text), { error: answer.error ?? answer.result.error });
    assert.ok(isError, name);
  }
  const failed = golden("answer-execute-action-that-failed").meaning.result;
  answering(page, { result: failed });
  assert.deepEqual(JSON.parse((await agent.say("wu_execute_action", { action: "add_to_cart" })).text), failed);
});

test("wu_conexion and the other tools tell whether a page is there", async (t) => {
  const agent = await wuRelay(t);
  const status = async () => JSON.parse((await agent.say("wu_conexion")).text);
  const url = `ws://localhost:${agent.port}`;
  assert.deepEqual(await status(), { connected: false, pages: 0, url, port: agent.port, tokenRequired: false });
  assert.deepEqual(await agent.say("wu_status"), { text: JSON.stringify({ error: `No page is connected to ${url}` }), isError: true });
  const page = await pageOf(t, agent);
  await until(async () => (await status()).connected, "the page is counted");
  await page.close();
  await until(async () => !(await status()).connected, "its leaving too");
});

test("commands go to the page that came last and back to the other when it leaves; one that leaves mid-command is reported at once", async (t) => {
  const agent = await wuRelay(t);
  const first = await pageOf(t, agent);
  answering(first, { result: "first" });
  const second = await pageOf(t, agent);
  const calling = agent.say("wu_status");
  await second.next((frame) => frame.command === "status");
  await second.close();
  assert.match((await calling).text, /disconnected before it answered/);
  assert.equal((await agent.say("wu_status")).text, '"first"');
});

test("a page that does not answer is given up, and its late answer harms nobody", async (t) => {
  const agent = await wuRelay(t, ["--call-timeout", "150"]);
  const page = await pageOf(t, agent);
  assert.match((await agent.say("wu_status")).text, /status: no answer within 0.15 s/);
  page.send({ id: "1", result: "late" });
  for (const frame of frames("wu").filter(({ direction, meaning }) => direction === "out" && meaning.is === "ignored"))
    page.sendText(textOf(frame));
  answering(page, { result: "fine" });
  assert.equal((await agent.say("wu_status")).text, '"fine"');
});

test("with a token, a page gets commands once it has sent the right one", async (t) => {
  const agent = await wuRelay(t, ["--token", golden("auth").meaning.token, "--auth-delay", "200", "--test-tools"]);
  const page = await pageOf(t, agent);
  page.sendText(textOf(golden("auth")));
  assert.match((await agent.say("wu_status")).text, /No page is connected/);
  // A relay that does not keep to the rule: the page must answer for itself.
  await agent.call("_test_send-frame", { frame: textOf(golden("command-without-params")) });
  assert.deepEqual(await page.next((frame) => frame.command), golden("command-without-params").frame);
  page.sendText(textOf(golden("answer-before-auth")));
  assert.deepEqual(await page.next("auth_result"), golden("auth-accepted").frame);
  answering(page, { result: "in" });
  assert.equal((await agent.say("wu_status")).text, '"in"');
  const heard = JSON.parse((await agent.say("_test_frames")).text);
  assert.deepEqual(heard[1], { channel: "/", text: textOf(golden("answer-before-auth")) });
});

test("a wrong token is refused with its reason and the socket closed, as is a first message that is no auth", async (t) => {
  const agent = await wuRelay(t, ["--token", "right"]);
  const wrong = await pageOf(t, agent);
  wrong.sendText(textOf(golden("auth")));
  assert.deepEqual(await wrong.next("auth_result"), golden("auth-refused").frame);
  await until(() => wrong.closed?.code === 1008, "the relay hangs up");
  const rude = await pageOf(t, agent);
  rude.send({ id: "1", result: {} });
  assert.deepEqual(await rude.next("auth_result"), { type: "auth_result", success: false, reason: "Authentication required" });
  await until(() => rude.closed?.code === 1008, "the relay hangs up");
});

test("a relay without a token accepts whatever token a page sends", async (t) => {
  const agent = await wuRelay(t);
  const page = await pageOf(t, agent);
  page.sendText(textOf(golden("auth")));
  assert.deepEqual(await page.next("auth_result"), golden("auth-accepted").frame);
});

test("the port comes from WU_MCP_PORT; a wrong or taken one is named", async (t) => {
  const first = await wuRelay(t);
  const run = (/** @type {string} */ port) =>
    spawnSync(process.execPath, [WU], { encoding: "utf8", input: "", env: { ...process.env, WU_MCP_PORT: port } });
  assert.match(run("99999").stderr, /WU_MCP_PORT must be a number/);
  assert.match(run("soon").stderr, /WU_MCP_PORT must be a number/);
  const taken = run(String(first.port));
  assert.equal(taken.status, 1);
  assert.match(taken.stderr, new RegExp(`port ${first.port} is in use`));
  const agent = await Agent.start(WU, [], { env: { WU_MCP_PORT: "0" } });
  t.after(() => agent.close());
  await pageOf(t, agent);
});

test("the relay ends with its client", async (t) => {
  const agent = await wuRelay(t);
  const page = await pageOf(t, agent);
  await agent.close();
  await until(() => page.closed, "the page sees its socket close");
});
