// The network between page and relay: cut, pulled out, slow, in pieces. The relay itself is well all the time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Line } from "../tools/proxy.mjs";
import { createWorld, eventually, within } from "./helpers.mjs";
import { callAgain, connected, counted, openLiving, tools } from "./living.mjs";

const world = createWorld();

/** A page that is paired through a proxy. @param {import("node:test").TestContext} t @param {Record<string, unknown>} [options] */
async function behindAProxy(t, options) {
  const proxy = await Line.start(() => world.relay.port);
  t.after(() => proxy.close());
  const opened = await openLiving(world, t, options);
  await opened.pair((token) => proxy.through(token));
  await opened.listed(...tools);
  return { ...opened, proxy };
}

test("a cut under a running call: the tool runs once, and its answer arrives", async (t) => {
  const { page, call, proxy } = await behindAProxy(t);
  const slow = call("slow", { n: 1, ms: 1_500 });
  await page.waitForFunction(() => window.slow === 1);
  proxy.cut();
  await page.waitForFunction(() => !mcp.isConnected);
  assert.equal((await within(slow, 15_000, "the call")).text, "1");
  assert.equal(await counted(page, "slow1"), 1);
});

test("a cut that lasts longer than the call: the answer waits for the next connection", async (t) => {
  const { page, call, proxy } = await behindAProxy(t);
  const slow = call("slow", { n: 1, ms: 500 });
  await page.waitForFunction(() => window.slow === 1);
  proxy.refusing = true;
  proxy.cut();
  await page.waitForFunction(() => !mcp.isConnected);
  await sleep(3_000);
  proxy.refusing = false;
  assert.equal((await within(slow, 25_000, "the call")).text, "1");
  assert.equal(await counted(page, "slow1"), 1);
});

test("an answer that was sent into a dead line arrives by the next one", async (t) => {
  const { page, call, proxy } = await behindAProxy(t);
  const slow = call("slow", { n: 1, ms: 300 });
  await page.waitForFunction(() => window.slow === 1);
  proxy.silent = true;
  const { up } = proxy;
  await page.waitForFunction(() => mcp.auditLog().some((line) => line.tool === "slow"));
  await sleep(200);
  assert.equal(proxy.up, up, "nothing got through");
  proxy.cut();
  proxy.silent = false;
  assert.equal((await within(slow, 25_000, "the call")).text, "1");
  assert.equal(await counted(page, "slow1"), 1);
});

test("a line that is pulled out without a word is noticed, and left", async (t) => {
  const { page, proxy, back, ...opened } = await behindAProxy(t);
  await page.clock.install();
  await page.reload();
  await back();
  proxy.silent = true;
  await page.evaluate(() => mcp.registerTool("late", "", {}, () => "late"));
  // A ping goes out after 20 s of silence, and 10 s later nobody has answered it.
  await eventually(async () => {
    await page.clock.runFor(5_000);
    assert.equal(await page.evaluate(() => mcp.isConnected), false);
  }, 30_000);
  proxy.silent = false;
  proxy.cut();
  await eventually(async () => {
    await page.clock.runFor(1_000);
    assert.equal(await page.evaluate(() => mcp.isConnected), true);
  }, 20_000);
  assert.equal(await callAgain(opened, "late"), "late");
});

test("a slow line, and one that carries a few bytes at a time, only take longer", async (t) => {
  const { page, call, proxy } = await behindAProxy(t);
  proxy.split = 3;
  assert.equal((await call("echo", { n: "ñandú 🦤".repeat(500) })).text, "ñandú 🦤".repeat(500));
  proxy.split = 0;
  proxy.delay = 150;
  const answers = await Promise.all([1, 2, 3].map((n) => call("echo", { n })));
  assert.deepEqual(
    answers.map(({ text }) => text),
    ["1", "2", "3"],
  );
  proxy.delay = 0;
  assert.deepEqual(await page.evaluate(() => window.states.map(([status]) => status)), ["registering", "connecting", "connected"]);
});

test("many cuts in a row: every call is answered, and nothing runs twice", async (t) => {
  const { page, call, proxy } = await behindAProxy(t);
  const calls = [];
  for (let cut = 0; cut < 5; cut += 1) {
    calls.push(call("slow", { n: cut, ms: 800 }, 40_000));
    await page.waitForFunction((cut) => window.slow === cut, cut);
    proxy.cut();
    await page.waitForFunction(() => !mcp.isConnected);
    await connected(page);
  }
  const answers = await within(Promise.all(calls), 40_000, "the calls");
  assert.deepEqual(
    answers.map(({ text }) => text),
    ["0", "1", "2", "3", "4"],
  );
  for (let cut = 0; cut < 5; cut += 1) assert.equal(await counted(page, `slow${cut}`), 1);
});

test("offline and online again: the page comes back at once", async (t) => {
  const { page, call, listed, proxy } = await behindAProxy(t);
  proxy.refusing = true;
  proxy.cut();
  await page.waitForFunction(() => mcp.status === "waiting");
  await page.evaluate(() => mcp.registerTool("meanwhile", "", {}, () => "registered while offline"));
  // Some attempts fail: the next one of its own would be seconds away.
  await sleep(4_000);
  proxy.refusing = false;
  const start = Date.now();
  await eventually(async () => {
    await page.evaluate(() => dispatchEvent(new Event("online")));
    assert.equal(await page.evaluate(() => mcp.isConnected), true);
  });
  t.diagnostic(`connected ${Date.now() - start} ms after the network was back`);
  await listed(...tools, "meanwhile");
  assert.equal((await call("meanwhile", {})).text, "registered while offline");
});
