// What counts as activity: an agent's calls as much as a person's hands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createWorld, load } from "./helpers.mjs";
import { openLiving, tools } from "./living.mjs";

const world = createWorld();

test("agent calls alone keep it connected past inactivityTimeout; silence disconnects; a click brings it back", async (t) => {
  const { page, pair, call, listed } = await openLiving(world, t, { inactivityTimeout: 3_000 });
  await pair();
  await listed(...tools);
  const start = Date.now();
  while (Date.now() - start < 6_500) {
    assert.equal((await call("echo", { n: 1 })).text, "1");
    await sleep(500);
  }
  assert.deepEqual(await page.evaluate(() => window.states.map(([status]) => status).filter((status) => status !== "registering")), [
    "connecting",
    "connected",
  ]);
  await page.waitForFunction(() => mcp.status === "disconnected", undefined, { timeout: 30_000 });
  assert.equal(await page.evaluate(() => window.states.at(-1)[1]), "idle-disconnected");
  await page.mouse.click(300, 300);
  await page.waitForFunction(() => mcp.isConnected);
  assert.equal((await call("echo", { n: 2 })).text, "2");
});

test("a call that takes longer than inactivityTimeout is answered", async (t) => {
  const { pair, call, listed } = await openLiving(world, t, { inactivityTimeout: 1_000 });
  await pair();
  await listed(...tools);
  assert.equal((await call("slow", { n: 1, ms: 4_000 })).text, "1");
});

/** @type {[string, () => object, boolean][]} What is given, and whether the page is still connected after twelve minutes of silence. */
const timeouts = [
  ["0", () => ({ inactivityTimeout: 0 }), true],
  ["Infinity", () => ({ inactivityTimeout: Number.POSITIVE_INFINITY }), true],
  ["nothing, which is five minutes,", () => ({}), false],
];

for (const [what, options, stays] of timeouts) {
  test(`with inactivityTimeout ${what} a long silence ${stays ? "never disconnects" : "disconnects"}`, async (t) => {
    const { page, pair, call } = await world.open(t, { create: false });
    await page.clock.install();
    await page.reload();
    await load(page, "module");
    // As a function: JSON has no infinity.
    await page.evaluate(`window.mcp = new WebMCP((${options})())`);
    await page.evaluate(() => {
      mcp.registerTool("echo", "", undefined, () => "here");
      window.left = 0;
      mcp.addEventListener("statuschange", ({ detail }) => {
        if (detail.status === "disconnected") window.left += 1;
      });
    });
    await pair();
    for (let minute = 0; minute < 12; minute += 0.1) {
      await page.clock.runFor(6_000);
      // The relay's own clock does not run ahead: its pongs need a moment of real time.
      await sleep(5);
    }
    assert.deepEqual(await page.evaluate(() => [mcp.isConnected, window.left]), [stays, stays ? 0 : 1]);
    if (stays) assert.equal((await call("echo", {})).text, "here");
  });
}
