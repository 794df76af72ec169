// A page pairs once: reloads, links within the site, and the way back keep its session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, median } from "./helpers.mjs";
import { connected, counted, openLiving, ready, tools } from "./living.mjs";

const world = createWorld({ browser: { bfcache: true } });

test("twenty reloads in a row: each is connected again by itself, with its tools, and never pairs", async (t) => {
  const opened = await openLiving(world, t);
  const { page, pair, call, listed, back } = opened;
  await pair();
  await listed(...tools);
  const took = [];
  for (let load = 2; load <= 21; load += 1) {
    await page.reload();
    await back();
    took.push(await page.evaluate(() => window.connectedAt));
    const states = await page.evaluate(() => window.states.map(([status]) => status));
    assert.match(states.join(), /^(connecting,)?connected$/, "no pairing, no second attempt");
    assert.equal((await call("load", {})).text, String(load));
  }
  await listed(...tools);
  t.diagnostic(`connected ${Math.round(median(took))} ms after the load began, at most ${Math.round(Math.max(...took))} ms`);
  assert.ok(median(took) < 2_000, `${took}`);
});

test("reloads so fast that no load gets to its end leave the session alone", async (t) => {
  const { page, pair, listed, back } = await openLiving(world, t);
  await pair();
  for (let load = 0; load < 10; ) {
    // What drives the browser may ask it while one page goes and the next comes; that was no reload.
    const done = await page.reload({ waitUntil: "commit" }).catch((error) => {
      if (!/Not attached to an active page/.test(error.message)) throw error;
    });
    if (done) load += 1;
  }
  await back();
  await listed(...tools);
});

test("a link within the site keeps the session", async (t) => {
  const { page, pair, call, back, site } = await openLiving(world, t);
  await pair();
  await page.click("#on");
  await page.waitForURL(`${site.origin}/test.html?next`);
  await back();
  assert.ok((await page.evaluate(() => window.connectedAt)) < 2_000);
  assert.equal((await call("load", {})).text, "2");
});

test("the way back shows the kept page, connected again, with the calls it had run", async (t) => {
  const { page, pair, call, site } = await openLiving(world, t);
  await pair();
  await page.evaluate(() => {
    addEventListener("pageshow", (event) => {
      window.persisted = event.persisted;
    });
  });
  assert.equal((await call("echo", { n: 1 })).text, "1");
  await page.click("#on");
  await page.waitForURL(`${site.origin}/test.html?next`);
  await ready(page);
  await connected(page);
  const took = [];
  for (const load of [1, 2, 1]) {
    const start = Date.now();
    await page.evaluate((load) => setTimeout(() => (load === 2 ? history.forward() : history.back())), load);
    await page.waitForFunction((load) => window.load === load && mcp.isConnected, String(load));
    took.push(Date.now() - start);
    assert.equal((await call("load", {})).text, String(load));
  }
  assert.equal(await page.evaluate(() => window.persisted), true, "it came from the back/forward cache");
  assert.equal(await counted(page, "loads"), 2, "and was not loaded anew");
  assert.ok(median(took) < 2_000, `${took}`);
});

test("what the storage holds is the session alone, and never the pairing token", async (t) => {
  const { page, channel } = await openLiving(world, t);
  const token = await world.relay.token();
  await page.evaluate((token) => mcp.connect(token), token);
  const stored = await page.evaluate(() => ({ ...sessionStorage }));
  assert.deepEqual(Object.keys(stored), ["webmcp-session"]);
  const { server, channel: path, sessionToken, ...rest } = JSON.parse(stored["webmcp-session"]);
  assert.deepEqual([server, path, rest], [`ws://localhost:${world.relay.port}`, `/${channel}`, {}]);
  assert.ok(sessionToken && !JSON.parse(Buffer.from(token, "base64").toString()).token.includes(sessionToken));
  await page.evaluate(() => mcp.disconnect());
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), []);
});
