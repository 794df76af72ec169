// The relay forgets a page that is away for a minute: one that comes back later has to pair again, and says so. About two minutes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createWorld, eventually } from "../e2e/helpers.mjs";
import { connected, openLiving, ready, tools } from "../e2e/living.mjs";

const world = createWorld();

test("a page that is away for 50 s comes back by itself; after 61 s the widget asks for a new token and says why", {
  timeout: 300_000,
}, async (t) => {
  const { page, pair, call, listed, back, site } = await openLiving(world, t);
  await pair();
  await listed(...tools);
  await page.goto("about:blank");
  await sleep(50_000);
  await page.goto(`${site.origin}/test.html`);
  await back();
  await listed(...tools);

  await page.goto("about:blank");
  await sleep(61_500);
  assert.deepEqual(await world.relay.tools(site.channel), []);
  await page.goto(`${site.origin}/test.html`);
  await ready(page);
  await page.waitForFunction(() => mcp.status === "disconnected" && window.states.length > 0, undefined, { timeout: 30_000 });
  assert.equal(await page.evaluate(() => window.states.at(-1)[1]), "session-refused");
  assert.deepEqual(await page.evaluate(() => mcp.execute("echo", { n: 1 })), { success: true, result: "1" });
  await page.click(".webmcp-trigger");
  await eventually(async () =>
    assert.match((await page.locator(".webmcp-content").textContent()) ?? "", /no longer knows this page.*new token/is),
  );
  await page.fill(".webmcp-token-input", await world.relay.token());
  await page.click(".webmcp-connect-btn");
  await connected(page);
  await listed(...tools);
  assert.equal((await call("echo", { n: 2 })).text, "2");
});
