// The relay stops, dies, comes back, or has forgotten the page.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Relay } from "../tools/relay.mjs";
import { createWorld, eventually } from "./helpers.mjs";
import { callAgain, connected, counted, openLiving, tools } from "./living.mjs";

const world = createWorld();

/** The widget says why, and takes a new token. @param {import("playwright-core").Page} page @param {RegExp} why */
async function asksForANewToken(page, why) {
  await page.waitForFunction(() => mcp.status === "disconnected", undefined, { timeout: 45_000 });
  assert.equal(await page.evaluate(() => window.states.at(-1)[1]), "session-refused");
  await page.click(".webmcp-trigger");
  await eventually(async () => assert.match((await page.locator(".webmcp-content").textContent()) ?? "", why));
  assert.ok(await page.locator(".webmcp-token-input").isVisible());
  // The page itself is as usable as before.
  assert.deepEqual(await page.evaluate(() => mcp.execute("echo", { n: 3 })), { success: true, result: "3" });
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), [], "what was refused is not kept");
}

/** @param {import("playwright-core").Page} page @param {string} token */
async function pairInTheWidget(page, token) {
  await page.fill(".webmcp-token-input", token);
  await page.click(".webmcp-connect-btn");
  await connected(page);
}

/** A paired page whose relay stands still, until it goes on. @param {import("node:test").TestContext} t */
async function stopped(t) {
  const opened = await openLiving(world, t);
  await opened.pair();
  await opened.listed(...tools);
  const { pid } = world.relay;
  assert.ok(pid);
  const goOn = () => process.kill(pid, "SIGCONT");
  t.after(goOn);
  process.kill(pid, "SIGSTOP");
  return { opened, goOn };
}

test("a relay that is stopped and goes on keeps the page, and answers the call that waited", async (t) => {
  const { opened, goOn } = await stopped(t);
  const waiting = opened.call("echo", { n: 1 });
  await sleep(2_000);
  goOn();
  assert.equal((await waiting).text, "1");
  assert.equal(await opened.page.evaluate(() => mcp.isConnected), true);
  assert.equal(await counted(opened.page, "echo"), 1);
});

test("a relay that stops while the page is loaded again is found when it goes on", async (t) => {
  const { opened, goOn } = await stopped(t);
  await opened.page.reload();
  await sleep(1_000);
  assert.equal(await opened.page.evaluate(() => mcp.status), "connecting");
  goOn();
  await connected(opened.page);
  assert.equal(await callAgain(opened, "load"), "2");
});

test("a relay that is killed and started again, and its agent, find the page by themselves", async (t) => {
  const relay = await Relay.start();
  t.after(() => relay.stop());
  const mine = Object.assign(Object.create(world), { relay });
  const opened = await openLiving(mine, t);
  await opened.pair();
  await opened.listed(...tools);
  for (const pause of [0, 1_500]) {
    await relay.restart(pause);
    await connected(opened.page);
    await opened.listed(...tools);
    assert.equal(await callAgain(opened, "echo", { n: pause }), String(pause));
  }
  assert.equal(await counted(opened.page, "loads"), 1);

  // Killed under a running call: its answer is for nobody, and reaches no stranger's call in the new relay.
  const lost = opened.call("slow", { n: "lost", ms: 3_000 }).catch(() => ({ text: "the agent has gone too" }));
  await opened.page.waitForFunction(() => window.slow === "lost");
  await relay.restart();
  await connected(opened.page);
  await opened.listed(...tools);
  // The new relay's first ids, those of the call before among them: none gets its answer.
  const others = await Promise.all(Array.from({ length: 12 }, (_, n) => opened.call("slow", { n: `new${n}`, ms: 2_500 })));
  assert.deepEqual(
    others.map(({ text }) => text),
    others.map((_, n) => `new${n}`),
  );
  assert.notEqual((await lost).text, "lost");
  await eventually(async () => {
    const audit = await opened.page.evaluate(() => mcp.auditLog());
    const dropped = audit.filter((/** @type {any} */ line) => line.outcome === "dropped");
    assert.deepEqual(
      dropped.map((/** @type {any} */ line) => line.tool),
      ["slow"],
      "the answer that was dropped stands in the audit log, by its tool",
    );
    const ran = audit.filter((/** @type {any} */ line) => line.callId === dropped[0].callId);
    assert.deepEqual(
      ran.map((/** @type {any} */ line) => line.outcome),
      ["ok", "dropped"],
      "and by its call",
    );
  });
  assert.equal(await counted(opened.page, "slowlost"), 1);
});

test("a wiped HOME refuses the page: the widget says why and takes a new token", async (t) => {
  const relay = await Relay.start();
  t.after(() => relay.stop());
  const mine = Object.assign(Object.create(world), { relay });
  const opened = await openLiving(mine, t);
  await opened.pair();
  await opened.listed(...tools);
  await relay.kill();
  await relay.closeClient();
  rmSync(join(relay.home, ".webmcp"), { recursive: true });
  await relay.start();
  await asksForANewToken(opened.page, /no longer knows this page.*new token/is);
  await pairInTheWidget(opened.page, await relay.token());
  await opened.listed(...tools);
  assert.equal((await opened.call("echo", { n: 1 })).text, "1");
});

test("a token made by a process that does not know the page refuses it at its next reload", async (t) => {
  const relay = await Relay.start();
  t.after(() => relay.stop());
  // Each MCP process writes the token file from its own list: this one's was made before the page paired.
  const other = new Relay({ home: relay.home, port: relay.port });
  await other.start();
  t.after(() => other.closeClient());
  await other.token();
  const mine = Object.assign(Object.create(world), { relay });
  const opened = await openLiving(mine, t);
  await opened.pair();
  await opened.listed(...tools);
  const token = await other.token();
  assert.equal(await opened.page.evaluate(() => mcp.isConnected), true, "a connection that is there stays");
  await opened.page.reload();
  await opened.page.waitForFunction(() => window.mcp !== undefined);
  await asksForANewToken(opened.page, /no longer knows this page.*new token/is);
  await pairInTheWidget(opened.page, token);
  await opened.listed(...tools);
});

test("a token that the relay refuses costs a connected page nothing", async (t) => {
  const opened = await openLiving(world, t);
  await opened.pair();
  await opened.listed(...tools);
  const slow = opened.call("slow", { n: 1, ms: 1_500 });
  await opened.page.waitForFunction(() => window.slow === 1);
  const used = Buffer.from(JSON.stringify({ server: `ws://localhost:${world.relay.port}`, token: "ab".repeat(16) })).toString("base64");
  const said = await opened.page.evaluate((token) => mcp.connect(token).catch((error) => error.code), used);
  assert.equal(said, "token-refused");
  await connected(opened.page);
  assert.equal((await slow).text, "1");
  assert.equal(await callAgain(opened, "echo", { n: 2 }), "2");
  assert.equal(await counted(opened.page, "slow1"), 1);
});
