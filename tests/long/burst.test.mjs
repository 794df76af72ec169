// Ten thousand calls, or results, at once: the page stays alive, every one is answered, and the socket is not flooded.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { WebSocketServer } from "ws";
import { createWorld, eventually } from "../e2e/helpers.mjs";
import { BareRelay } from "../relays/lib/bare.mjs";

const world = createWorld({ relay: false });
const COUNT = 10_000;

/** The page's own heart: the gaps between its beats are what a person would feel. */
function beat() {
  const heart = new MessageChannel();
  let last = performance.now();
  let before = 0;
  window.gaps = [];
  // What of ours lies between two beats.
  window.done = 0;
  window.most = 0;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    window.done += 1;
    send.call(this, text);
  };
  heart.port1.onmessage = () => {
    const now = performance.now();
    if (now - last > 4) window.gaps.push(now - last);
    window.most = Math.max(window.most, window.done - before);
    last = now;
    before = window.done;
    heart.port2.postMessage(0);
  };
  heart.port2.postMessage(0);
}

/** @param {import("node:test").TestContext} t */
async function burst(t) {
  const relay = await BareRelay.start(t);
  const { page } = await world.open(t, { options: { log: "silent" } });
  await page.evaluate(() => {
    mcp.registerTool("echo", "", undefined, ({ n }) => `echo ${n}`);
    window.gate = new Promise((open) => {
      window.openGate = open;
    });
    window.waiting = 0;
    mcp.registerTool("gate", "", undefined, async ({ n }) => {
      window.waiting += 1;
      await window.gate;
      return `gate ${n}`;
    });
    mcp.registerTool("large", "", undefined, ({ n }) => `${n}`.padEnd(100_000, "."));
  });
  await page.evaluate(beat);
  await page.evaluate((token) => mcp.connect(token), relay.token);
  await eventually(() => assert.equal(relay.tools.size, 3));
  /** The gaps since the last question, longest first. @returns {Promise<number[]>} */
  const gaps = async () =>
    (await page.evaluate(() => window.gaps.splice(0))).sort((/** @type {number} */ a, /** @type {number} */ b) => b - a);
  /** The most frames sent between two beats. @returns {Promise<number>} */
  const most = () => page.evaluate(() => window.most);
  const calls = (/** @type {string} */ tool, /** @type {number} */ count) => {
    for (let n = 0; n < count; n += 1) relay.call(String(n + 1), tool, { n });
  };
  return { relay, page, gaps, most, calls };
}

/**
 * The gaps of a page that only keeps as many frames as they come in.
 * @param {import("node:test").TestContext} t
 * @returns {Promise<number[]>} longest first
 */
async function kept(t) {
  const server = new WebSocketServer({ port: 0 });
  await once(server, "listening");
  t.after(() => server.close());
  server.on("connection", (socket) => {
    for (let n = 0; n < COUNT; n += 1) socket.send(JSON.stringify({ id: String(n + 1), type: "callTool", tool: "echo", arguments: { n } }));
  });
  const { page } = await world.open(t, { options: { log: "silent" } });
  await page.evaluate(beat);
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const gaps = await page.evaluate(
    async ([url, count]) => {
      /** @type {unknown[]} */
      const frames = [];
      const socket = new WebSocket(url);
      await new Promise((done) => {
        socket.onmessage = ({ data }) => frames.push(data) === count && done(undefined);
      });
      socket.close();
      await new Promise((done) => setTimeout(done, 50));
      return window.gaps;
    },
    /** @type {const} */ ([`ws://localhost:${port}`, COUNT]),
  );
  await page.close();
  return gaps.sort((/** @type {number} */ a, /** @type {number} */ b) => b - a);
}

/**
 * A clock alone says little: it counts what else the machine does, and Chromium itself hands over in one task all that a socket has got
 * meanwhile (a listener that only keeps it has gaps of 50 to 700 ms while ten thousand frames come in, the most where a test watches
 * the page). So those of such a listener are measured beside ours, and the work of ours between two beats is counted, too: of that, a slice
 * holds little.
 * @param {import("node:test").TestContext} t @param {string} what @param {number[]} gaps longest first @param {number} took
 * @param {number} most @param {number[]} [without] the gaps that there are without us, longest first
 */
function alive(t, what, gaps, took, most, without = []) {
  const [long, unavoidable] = [gaps, without].map((all) => all.filter((gap) => gap > 16));
  t.diagnostic(
    `${what}: ${Math.round(took)} ms, longest gap ${Math.round(gaps[0] ?? 0)} ms, ${long.length} over 16 ms, ${most} frames at most`,
  );
  assert.ok(most <= 100, `${most} frames between two beats`);
  const [frozen, frozenWithout] = [long, unavoidable].map((all) => all.reduce((sum, gap) => sum + gap, 0));
  t.diagnostic(`${Math.round(frozen)} ms in gaps over 16 ms, without us ${Math.round(frozenWithout)}`);
  assert.ok(
    frozen < took / 2 + frozenWithout,
    `${Math.round(frozen)} of ${Math.round(took)} ms in gaps over 16 ms: ${gaps.slice(0, 20).map(Math.round)}`,
  );
  assert.ok((gaps[0] ?? 0) < took / 4 + (without[0] ?? 0), `one gap of ${gaps[0]} of ${took} ms`);
}

test("ten thousand calls at once are answered in slices", { timeout: 120_000 }, async (t) => {
  const without = await kept(t);
  const { relay, gaps, most, calls } = await burst(t);
  await gaps();
  const start = performance.now();
  calls("echo", COUNT);
  await eventually(() => assert.equal(relay.answers.size, COUNT), 60_000);
  alive(t, "calls", await gaps(), performance.now() - start, await most(), without);
  assert.equal(relay.twice, 0);
  assert.equal(relay.answers.get(String(COUNT)).content[0].text, `echo ${COUNT - 1}`);
});

test("ten thousand results at once are sent in slices", { timeout: 120_000 }, async (t) => {
  const { relay, page, gaps, most, calls } = await burst(t);
  calls("gate", COUNT);
  await page.waitForFunction((count) => window.waiting === count, COUNT, { timeout: 60_000 });
  await gaps();
  const start = performance.now();
  await page.evaluate(() => window.openGate());
  await eventually(() => assert.equal(relay.answers.size, COUNT), 60_000);
  const took = performance.now() - start;
  const all = await gaps();
  alive(t, "results", all, took, await most());
  // Nothing comes in meanwhile: these gaps are ours alone, and what the machine adds.
  assert.ok((all[0] ?? 0) < 100, `a gap of ${all[0]} ms`);
  assert.equal(relay.twice, 0);
});

test("a relay that does not read gets no more than a few answers ahead, and all of them when it does", { timeout: 120_000 }, async (t) => {
  const { relay, page, calls } = await burst(t);
  await page.evaluate(() => {
    window.most = 0;
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      send.call(this, text);
      window.most = Math.max(window.most, this.bufferedAmount);
    };
  });
  relay.read(false);
  calls("large", 300);
  await page.waitForFunction(() => window.most > 1_000_000);
  await new Promise((done) => setTimeout(done, 1_000));
  const most = await page.evaluate(() => window.most);
  t.diagnostic(`${most} bytes buffered at most, of 30 MB`);
  assert.ok(most < 4_000_000, `${most}`);
  relay.read(true);
  await eventually(() => assert.equal(relay.answers.size, 300), 60_000);
  assert.equal(relay.answers.get("300").content[0].text.length, 100_000);
});
