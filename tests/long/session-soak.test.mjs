// An hour and more in a few minutes: 100,000 calls and 2,000 reconnects, with a clock that runs 25 times as fast. What the page holds
// must be level at the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually } from "../e2e/helpers.mjs";
import { BareRelay } from "../relays/lib/bare.mjs";

const CALLS = 100_000;
const RECONNECTS = 2_000;
const ROUNDS = 10;
const WINDOW = 200;

const world = createWorld({ relay: false, browser: { gc: true } });

test("after 100,000 calls and 2,000 reconnects heap, wasm memory, listeners and nodes are level", { timeout: 800_000 }, async (t) => {
  const relay = await BareRelay.start(t);
  const { page } = await world.open(t, {
    create: false,
    init: () => {
      // The test's clock: what the client reads and what it waits for run ahead alike.
      const { performance: clock, setTimeout: wait } = window;
      const now = clock.now.bind(clock);
      const speed = 25;
      clock.now = () => now() * speed;
      window.setTimeout = /** @type {any} */ ((/** @type {any} */ work, delay = 0, ...rest) => wait(work, delay / speed, ...rest));
      // The module keeps its memory to itself, under a short name.
      for (const way of /** @type {const} */ (["instantiate", "instantiateStreaming"])) {
        const make = /** @type {any} */ (WebAssembly[way]);
        WebAssembly[way] = async (/** @type {any[]} */ ...given) => {
          const made = await make.apply(WebAssembly, given);
          const inside = Object.values((made.instance ?? made).exports);
          window.memory = inside.find((one) => one instanceof WebAssembly.Memory);
          // Where the wasm keeps its JavaScript values.
          window.values = inside.find((one) => one instanceof WebAssembly.Table);
          return made;
        };
      }
    },
  });
  await page.evaluate(async (file) => {
    const { default: init } = await import(file);
    await init();
    window.mcp = new WebMCP({ log: "silent", inactivityTimeout: 0 });
    window.heard = 0;
    mcp.addEventListener("toolcall", () => {
      window.heard += 1;
    });
    mcp.registerTool("echo", "", { type: "object", properties: { n: { type: "number" } } }, ({ n }) => `echo ${n}`);
    mcp.registerTool("later", "", undefined, async ({ n }) => {
      await new Promise((done) => setTimeout(done, 5));
      return { n };
    });
    mcp.registerTool("fails", "", undefined, () => {
      throw new Error("as it should");
    });
  }, "/pkg/webmcp_wasm.js");
  await page.evaluate((token) => mcp.connect(token), relay.token);
  await eventually(() => assert.equal(relay.tools.size, 3));

  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const measure = async () => {
    await page.evaluate(async () => {
      for (let round = 0; round < 3; round += 1) {
        gc();
        await new Promise((done) => setTimeout(done, 0));
      }
    });
    const { metrics } = await devtools.send("Performance.getMetrics");
    const metric = (/** @type {string} */ name) => metrics.find((one) => one.name === name)?.value ?? 0;
    return {
      heap: metric("JSHeapUsedSize"),
      wasm: await page.evaluate(() => window.memory.buffer.byteLength),
      values: await page.evaluate(() => window.values.length),
      listeners: metric("JSEventListeners"),
      nodes: metric("Nodes"),
    };
  };

  let id = 0;
  let again = 0;
  /** So many at a time: what the page holds shall not depend on how far ahead of it the relay is. @param {number} count */
  const calls = async (count) => {
    // Of an answer that was under way when a connection broke, nobody can know whether it arrived: on the next ones it is sent again.
    relay.answers.clear();
    relay.twice = 0;
    const { joined } = relay;
    /** Calls without an answer, by id. @type {Map<string, number>} */
    const open = new Map();
    let left = count;
    const call = (/** @type {number} */ n) => {
      id += 1;
      open.set(String(id), n);
      relay.call(String(id), ["echo", "echo", "later", "fails"][n % 4] ?? "echo", { n });
    };
    await new Promise((done) => {
      relay.onanswer = (answered) => {
        open.delete(answered);
        for (; left > 0 && open.size < WINDOW; left -= 1) call(left);
        if (open.size === 0) done(undefined);
      };
      // At that speed a busy machine makes a pong late now and then: what that connection took along is asked again.
      relay.onannounce = () => {
        if (relay.tools.size < 3) return;
        const lost = [...open.values()];
        open.clear();
        again += lost.length;
        for (const n of lost) call(n);
      };
      for (; left > 0 && open.size < WINDOW; left -= 1) call(left);
    });
    if (relay.joined === joined) assert.equal(relay.twice, 0);
  };
  /** @param {number} count */
  const reconnects = async (count) => {
    for (let left = count; left > 0; left -= 1) {
      const announced = new Promise((done) => {
        relay.onannounce = () => relay.tools.size === 3 && done(undefined);
      });
      relay.cut();
      await announced;
    }
  };

  /** @type {Awaited<ReturnType<typeof measure>>[]} */
  const levels = [];
  const started = Date.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    await calls(CALLS / ROUNDS / 2);
    await reconnects(RECONNECTS / ROUNDS);
    await calls(CALLS / ROUNDS / 2);
    levels.push(await measure());
  }
  const ran = await page.evaluate(() => window.heard);
  assert.ok(ran >= CALLS && ran <= CALLS + again, `${CALLS} calls, ${again} asked again: ${ran} ran`);
  assert.ok(relay.joined > RECONNECTS, `${relay.joined} connections`);
  const show = (/** @type {(typeof levels)[0]} */ level) =>
    `heap ${(level.heap / 1e6).toFixed(2)} MB, wasm ${(level.wasm / 1e6).toFixed(2)} MB, ${level.values} values, ${level.listeners} listeners, ${level.nodes} nodes`;
  for (const [round, level] of levels.entries()) {
    t.diagnostic(`after ${((round + 1) * CALLS) / ROUNDS} calls, ${((round + 1) * RECONNECTS) / ROUNDS} reconnects: ${show(level)}`);
  }
  t.diagnostic(`${Math.round((Date.now() - started) / 1000)} s`);

  // The first rounds warm up: code is compiled, the audit log fills, the wasm's memory grows to what a burst takes.
  const first = levels[5];
  const last = levels.at(-1);
  assert.ok(first && last);
  assert.equal(last.listeners, first.listeners, "listeners");
  // A word of the widget's that is just going.
  assert.ok(last.nodes <= first.nodes + 20, `nodes: ${first.nodes} -> ${last.nodes}`);
  // Both grow by steps to what a burst takes, and never shrink.
  assert.ok(last.values <= first.values + 1_024, `values: ${first.values} -> ${last.values}`);
  assert.ok(last.wasm <= first.wasm + 131_072, `wasm memory: ${first.wasm} -> ${last.wasm}`);
  assert.ok(last.heap < first.heap + 500_000, `heap: ${first.heap} -> ${last.heap}`);
});
