// Calls that outlive the relay's 30 s, at real times, through the stock relay. A bit more than a minute.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, within } from "../e2e/helpers.mjs";

const world = createWorld();

test("a 45 s tool and one that never settles, each called again as told", { timeout: 180_000 }, async (t) => {
  const { page, pair, call, listed } = await world.open(t, { options: { log: "silent" } });
  await page.evaluate(() => {
    window.runs = [];
    mcp.registerTool("slow", "", undefined, (args) => {
      window.runs.push("slow");
      return new Promise((done) => setTimeout(done, 45_000, { tea: args.tea }));
    });
    mcp.registerTool({
      name: "never",
      timeout: 50_000,
      execute: (_, { signal }) => {
        window.runs.push("never");
        window.signal = signal;
        return new Promise(() => {});
      },
    });
    mcp.registerTool("quick", "", undefined, () => "quick");
  });
  await pair();
  await listed("slow", "never", "quick");
  const started = Date.now();
  const patience = 60_000;
  const both = (/** @type {number} */ limit) =>
    Promise.all([
      within(call("slow", { tea: "sencha" }, patience), limit, "slow"),
      within(call("never", undefined, patience), limit, "never"),
    ]);
  for (const { text, isError } of await both(30_000)) {
    assert.match(text, /is still running\. Call it again with the same arguments/);
    assert.equal(isError, false);
  }
  const [slow, never] = await both(35_000);
  assert.deepEqual(slow.result.structuredContent, { tea: "sencha" });
  assert.ok(Date.now() - started >= 45_000);
  assert.equal(never.isError, true);
  assert.match(never.text, /never did not finish within 50 s and was told to stop/);
  assert.deepEqual(await page.evaluate(() => [window.runs, window.signal.aborted, window.signal.reason.name]), [
    ["slow", "never"],
    true,
    "TimeoutError",
  ]);
  assert.equal((await call("quick", {})).text, "quick");
});
