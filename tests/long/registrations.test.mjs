// Upstream rewrites its whole storage at every registration; here a thousand in one go travel together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "../e2e/helpers.mjs";

const world = createWorld();

/** Counts acknowledgements in the page, for any client: runs before the page's scripts. */
function watchSockets() {
  const Native = window.WebSocket;
  window.acknowledged = 0;
  window.WebSocket = class extends Native {
    constructor(url, protocols) {
      super(url, protocols);
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string" && data.includes('"toolRegistered"') && ++window.acknowledged === window.wanted) {
          window.finished?.(performance.now());
        }
      });
    }
  };
}

/** @param {import("node:test").TestContext} t @param {import("../e2e/helpers.mjs").Client} client @returns {Promise<{total: number, busy: number}>} ms */
async function thousand(t, client) {
  const { page, pair } = await world.open(t, { client, init: watchSockets });
  await pair();
  return page.evaluate(async () => {
    window.wanted = window.acknowledged + 1_000;
    const finished = new Promise((done) => {
      window.finished = done;
    });
    const schema = { type: "object", properties: { query: { type: "string" }, limit: { type: "integer" } }, required: ["query"] };
    const started = performance.now();
    for (let n = 0; n < 1_000; n += 1) mcp.registerTool(`tool_${n}`, `The tool number ${n}`, schema, () => n);
    const busy = performance.now() - started;
    return { total: /** @type {number} */ (await finished) - started, busy };
  });
}

test("1,000 registrations are acknowledged ten times faster than upstream's", async (t) => {
  // The relay's own pace is in both figures; the best of three runs each keeps a busy machine out of them.
  /** @type {{total: number, busy: number}[]} */
  const ours = [];
  /** @type {{total: number, busy: number}[]} */
  const theirs = [];
  for (let round = 0; round < 3; round += 1) {
    theirs.push(await thousand(t, "upstream"));
    ours.push(await thousand(t, "module"));
  }
  const best = (/** @type {{total: number, busy: number}[]} */ runs, /** @type {"total" | "busy"} */ key) =>
    Math.min(...runs.map((run) => run[key]));
  const ratio = best(theirs, "total") / best(ours, "total");
  for (const [what, key] of /** @type {const} */ ([
    ["until the last acknowledgement", "total"],
    ["in registerTool itself", "busy"],
  ])) {
    t.diagnostic(`${what}: ${best(ours, key).toFixed(0)} ms, upstream ${best(theirs, key).toFixed(0)} ms`);
  }
  // The relay's own pace bounds the ratio: a bare socket that sends the same frames waits for three quarters of our time.
  assert.ok(ratio >= 10, `${ratio.toFixed(1)} times faster, wanted 10`);
});
