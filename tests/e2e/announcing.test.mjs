// Changes of one tick are told at its end, once: to the relay and to the page.
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

for (const count of [20, 200]) {
  test(`${count} registrations of one tick go out at its end, each once, and what was taken out again does not`, async (t) => {
    const { relay, announced, changes, atOnce, listed } = await registered(t, count);
    assert.equal(atOnce, 0);
    assert.equal(announced(), count - 1);
    // The relay could not forget it.
    assert.ok(!relay.tools.has(`tool_${count - 1}`));
    assert.equal(listed, count - 1);
    assert.equal(changes.length, 1);
    assert.equal(new Set(changes[0]).size, count);
    assert.equal(changes[0]?.length, count);
  });
}
