// The test relay of the fork, driven by the official MCP client on one side and a socket that speaks golden frames on the other.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { CreateMessageResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { FORK, scratch, sleep, until } from "../relays/lib/agent.mjs";
import { FakePage } from "../relays/lib/fake-page.mjs";
import { frameOf, frames, textOf } from "../relays/lib/frames.mjs";
import { answerText, forkRelay, HOST, pageOf, register } from "../relays/lib/session.mjs";

const golden = frameOf("webmcp");
test("a page pairs, announces golden items and the agent sees them under its channel", async (t) => {
  const agent = await forkRelay(t);
  const { page, channel, token } = await pageOf(t, agent);
  assert.equal(channel, "/localhost_8080");
  assert.match(token, /^[0-9a-f]{32}$/);

  page.sendText(textOf(golden("register-a-tool")));
  assert.deepEqual(await page.next("toolRegistered"), golden("tool-registered").frame);
  page.sendText(textOf(golden("register-a-prompt")));
  assert.deepEqual(await page.next("promptRegistered"), golden("prompt-registered").frame);
  page.sendText(textOf(golden("register-a-resource")));
  assert.deepEqual(await page.next("resourceRegistered"), golden("resource-registered").frame);
  page.sendText(textOf(golden("register-a-resource-template")));
  await page.next("resourceRegistered");
  await until(() => agent.changes.tools === 1 && agent.changes.prompts === 1 && agent.changes.resources === 2, "one list_changed per item");

  const { item } = golden("register-a-tool").meaning;
  assert.deepEqual((await agent.tools())[0], { ...item, name: "localhost_8080-search" });
  const { prompts } = await agent.client.listPrompts();
  assert.deepEqual(prompts, [{ ...golden("register-a-prompt").meaning.item, name: "localhost_8080-greet" }]);
  const { resources } = await agent.client.listResources();
  assert.deepEqual(resources, [{ ...golden("register-a-resource").meaning.item, name: "localhost_8080-title" }]);
  const { resourceTemplates } = await agent.client.listResourceTemplates();
  assert.deepEqual(resourceTemplates, [{ ...golden("register-a-resource-template").meaning.item, name: "localhost_8080-item" }]);
});

test("a call, a resource and a sampling request reach the page with ids from 1 and their answers come back", async (t) => {
  const agent = await forkRelay(t);
  const { page } = await pageOf(t, agent);
  for (const name of ["register-a-tool", "register-a-resource", "register-a-resource-template"]) page.sendText(textOf(golden(name)));

  const call = golden("call-a-tool");
  const calling = agent.call("localhost_8080-search", call.meaning.args);
  assert.deepEqual(await page.next("callTool"), call.frame);
  page.sendText(textOf(golden("answer-a-call")));
  assert.deepEqual((await calling).content, golden("answer-a-call").meaning.result.content);

  const bare = agent.call("localhost_8080-search");
  assert.deepEqual(await page.next("callTool"), golden("call-a-tool-without-arguments").frame, "arguments stay absent");
  page.send({ id: "2", type: "toolResponse", error: "no luck" });
  assert.deepEqual(await bare, { content: [{ type: "text", text: "Error: no luck" }], isError: true });

  const reading = agent.client.readResource({ uri: "shop://items/42" });
  assert.deepEqual(await page.next("readResource"), { ...golden("read-a-resource-of-a-template").frame, id: "3" });
  page.send({ ...golden("answer-a-resource").frame, id: "3" });
  assert.deepEqual((await reading).contents, golden("answer-a-resource").meaning.result.contents);

  const params = golden("ask-the-user").meaning.params;
  const asking = agent.client.request({ method: "sampling/createMessage", params }, CreateMessageResultSchema);
  assert.deepEqual(await page.next("createSamplingMessage"), { ...golden("ask-the-user").frame, id: "4" });
  page.send({ ...golden("the-user-answers").frame, id: "4" });
  assert.deepEqual(await asking, golden("the-user-answers").meaning.result);

  const again = agent.client.request({ method: "sampling/createMessage", params }, CreateMessageResultSchema);
  await page.next("createSamplingMessage");
  page.send({ ...golden("the-user-cancels").frame, id: "5" });
  await assert.rejects(again, /User cancelled sampling request/);
});

test("prompts are listed but never found, as on the published relay", async (t) => {
  const agent = await forkRelay(t);
  const { page } = await pageOf(t, agent);
  page.sendText(textOf(golden("register-a-prompt")));
  await page.next("promptRegistered");
  await assert.rejects(agent.client.getPrompt({ name: "localhost_8080-greet" }), /Prompt not found: localhost_8080-greet/);
});

for (const [what, answer] of /** @type {[string, object][]} */ ([
  ["text", { result: "plain" }],
  ["a number", { result: 5 }],
  ["null", { result: null }],
  ["an empty error", { error: "" }],
])) {
  test(`a page that answers ${what} leaves the agent waiting, as on the published relay`, async (t) => {
    const agent = await forkRelay(t);
    const { page } = await pageOf(t, agent);
    await register(page, "odd");
    page.answer = (frame) => (frame.type === "callTool" ? { id: frame.id, type: "toolResponse", ...answer } : undefined);
    await assert.rejects(agent.call("localhost_8080-odd", {}, 300), /timed out/);
  });
}

test("an object without content arrives as an empty answer, and one wrong schema hides every tool, as on the published relay", async (t) => {
  const agent = await forkRelay(t);
  const { page } = await pageOf(t, agent);
  await register(page, "odd");
  page.answer = (frame) => (frame.type === "callTool" ? { id: frame.id, type: "toolResponse", result: { a: 1 } } : undefined);
  assert.deepEqual(await agent.call("localhost_8080-odd"), { content: [], a: 1 });
  await register(page, "bad", { inputSchema: { selector: { type: "string" } } });
  await assert.rejects(agent.tools());
});

test("malformed frames are answered as documented and harm nobody", async (t) => {
  const agent = await forkRelay(t);
  const { page } = await pageOf(t, agent);
  for (const frame of frames("webmcp").filter(({ meaning }) => meaning.is === "malformed")) {
    page.sendText(textOf(frame));
    assert.deepEqual(await page.next("error"), { type: "error", message: frame.meaning.reply }, frame.name);
  }
  await register(page, "fine");
  assert.ok((await agent.names()).includes("localhost_8080-fine"));
});

test("a page may ping, list its own items and answer for others; late and unknown ids are ignored", async (t) => {
  const agent = await forkRelay(t, ["--call-timeout", "200"]);
  const { page } = await pageOf(t, agent);
  await register(page, "slow");
  page.sendText(textOf(golden("ping-the-relay")));
  const pong = await page.next("pong");
  assert.equal(pong.id, "p1");
  assert.ok(Math.abs(pong.timestamp - Date.now()) < 5000);
  page.send({ id: "x", type: "listTools" });
  assert.deepEqual((await page.next("listToolsResponse")).tools, [
    { name: "slow", description: "Tool: slow", inputSchema: { type: "object" } },
  ]);

  assert.deepEqual(await agent.say("localhost_8080-slow"), { text: "Error: Tool call timed out: slow", isError: true });
  page.send(answerText("1", "too late"));
  page.send({ id: "77", type: "toolResponse", result: {} });

  const { page: stranger } = await pageOf(t, agent, "localhost_9090");
  const calling = agent.call("localhost_8080-slow");
  const { id } = await page.next((frame) => frame.type === "callTool" && frame.id === "2");
  stranger.send(answerText(id, "from a stranger"));
  assert.equal((await calling).content[0].text, "from a stranger");
});

test("calls go to the first open socket of a channel, and to the next when it closes", async (t) => {
  const agent = await forkRelay(t);
  const { page: first, url } = await pageOf(t, agent);
  const second = await FakePage.open(url);
  t.after(() => second.close());
  await register(second, "who");
  first.answer = (frame) => (frame.type === "callTool" ? answerText(frame.id, "first") : undefined);
  second.answer = (frame) => (frame.type === "callTool" ? answerText(frame.id, "second") : undefined);
  assert.equal((await agent.say("localhost_8080-who")).text, "first");
  await first.close();
  assert.equal((await agent.say("localhost_8080-who")).text, "second");
  await second.close();
  await until(
    async () =>
      (await agent.say("localhost_8080-who")).text === "Error: No clients available in channel /localhost_8080 to handle tool: who",
    "nobody is left",
  );
});

test("a pairing token works once, and wrong, used and replaced ones answer alike", async (t) => {
  const agent = await forkRelay(t);
  const replaced = await agent.pairingToken();
  const pasted = await agent.pairingToken();
  await assert.rejects(FakePage.pair(replaced, HOST), /^Error: Invalid token provided$/);
  await FakePage.pair(pasted, HOST);
  await assert.rejects(FakePage.pair(pasted, HOST), /^Error: Invalid token provided$/);
  const short = Buffer.from(JSON.stringify({ server: `ws://localhost:${agent.port}`, token: "short" })).toString("base64");
  await assert.rejects(FakePage.pair(short, HOST), /^Error: Invalid token provided$/);

  const page = await FakePage.open(`ws://localhost:${agent.port}/register`);
  page.sendText("not base64 of anything");
  assert.deepEqual(await page.next("error"), golden("pairing-cannot-be-read").frame);
  await until(() => page.closed?.code === 1011, "the relay hangs up");
});

test("a session needs its token; the agent's own channel is closed to sockets", async (t) => {
  const agent = await forkRelay(t);
  const { url, token } = await pageOf(t, agent);
  const base = `ws://localhost:${agent.port}`;
  for (const wrong of [
    `${base}/localhost_8080`,
    `${base}/localhost_8080?token=x`,
    `${base}/other?token=${token}`,
    `${base}/mcp`,
    `${base}/mcp?token=${token}`,
  ]) {
    await assert.rejects(FakePage.open(wrong), /401/, wrong);
  }
  await (await FakePage.open(url)).close();
});

test("a session survives a killed relay and its restart on the same port", async (t) => {
  const home = await scratch();
  t.after(home.remove);
  const before = await forkRelay(t, [], { home: home.path });
  const { page, url } = await pageOf(t, before);
  process.kill(before.pid, "SIGKILL");
  await until(() => page.closed, "the page sees its socket close");

  const after = await forkRelay(t, ["-p", String(before.port)], { home: home.path });
  const back = await FakePage.open(url);
  t.after(() => back.close());
  assert.equal((await back.next("welcome")).channel, "/localhost_8080");
  await register(back, "again");
  const calling = after.call("localhost_8080-again");
  assert.equal((await back.next("callTool")).id, "1", "ids start anew");
  back.send(answerText("1", "here"));
  await calling;
});

test("an empty channel is kept for a while and then forgotten with its token", async (t) => {
  const agent = await forkRelay(t, ["--grace", "400"]);
  const { page, url } = await pageOf(t, agent);
  await register(page, "kept");
  await page.close();
  await sleep(150);
  const back = await FakePage.open(url);
  await sleep(500);
  assert.ok((await agent.names()).includes("localhost_8080-kept"), "a page that came back in time keeps everything");
  const changes = agent.changes.tools;
  await back.close();
  await until(async () => !(await agent.names()).includes("localhost_8080-kept"), "the tools go");
  await until(() => agent.changes.tools > changes, "the agent is told");
  await until(
    () =>
      FakePage.open(url).then(
        () => false,
        (error) => /401/.test(error.message),
      ),
    "the token goes",
  );
});

test("get-token writes the agent side's own list, so sessions paired since its start are lost, as on the published relay", async (t) => {
  const agent = await forkRelay(t);
  const { page, url } = await pageOf(t, agent);
  await agent.pairingToken();
  await register(page, "still-connected");
  await page.close();
  await assert.rejects(FakePage.open(url), /401/);
});

test("the relay ends with its client", async (t) => {
  const agent = await forkRelay(t);
  const { page } = await pageOf(t, agent);
  const { pid } = agent;
  await agent.close();
  await until(() => page.closed, "the page sees its socket close");
  await until(() => !alive(pid), "the process is gone");
});

test("a taken port is named", async (t) => {
  const agent = await forkRelay(t);
  const second = spawnSync(process.execPath, [FORK, "--mcp", "-p", String(agent.port)], { encoding: "utf8", input: "" });
  assert.equal(second.status, 1);
  assert.match(second.stderr, new RegExp(`port ${agent.port} is in use`));
});

/** @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
