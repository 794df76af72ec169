// Changes of one tick: few are told at its end, many while they come. Neither the relay nor the page hears of one twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BareRelay } from "../relays/lib/bare.mjs";
import { createWorld, eventually } from "./helpers.mjs";

const world = createWorld({ relay: false });

/** Registers so many tools in one tick, takes the last one out again, and waits. @param {import("node:test").TestContext} t @param {number} count */
async function registered(t, count) {
  const relay = await BareRelay.start(t);
  const { page } = await world.open(t);
  await page.evaluate((token) => mcp.connect(token), relay.token);
  let announced = 0;
  relay.onannounce = () => {
    announced += 1;
  };
  const told = await page.evaluate(async (count) => {
    /** @type {string[][]} */
    const changes = [];
    mcp.addEventListener("toolchange", ({ detail }) => changes.push(detail.names));
    let early = 0;
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      early += 1;
      send.call(this, text);
    };
    for (let n = 0; n < count; n += 1) mcp.registerTool(`tool_${n}`, "", undefined, () => n);
    mcp.unregisterTool(`tool_${count - 1}`);
    const atOnce = early;
    await new Promise((done) => setTimeout(done, 100));
    return { changes, atOnce, listed: mcp.tools().length };
  }, count);
  await eventually(() => assert.equal(relay.tools.size, count - 1));
  return { relay, announced: () => announced, ...told };
}

test("two hundred registrations of one tick go out while they come, each once, and are one toolchange", async (t) => {
  const { relay, announced, changes, atOnce, listed } = await registered(t, 200);
  assert.ok(atOnce > 100 && atOnce < 200, `${atOnce} before the tick's end`);
  assert.equal(announced(), 199);
  assert.ok(!relay.tools.has("tool_199"));
  assert.equal(listed, 199);
  assert.equal(changes.length, 1);
  assert.equal(new Set(changes[0]).size, 200);
  assert.equal(changes[0]?.length, 200);
});

test("a few wait for the end of the tick", async (t) => {
  const { announced, changes, atOnce } = await registered(t, 20);
  assert.equal(atOnce, 0);
  assert.equal(announced(), 19);
  assert.equal(changes.length, 1);
});
