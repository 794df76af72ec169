// Tabs that the browser puts away and brings back: by the back button, and by freezing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually, load } from "./helpers.mjs";

const world = createWorld({ browser: { bfcache: true } });
/** Busy machines: what is waited for comes when it comes. */
const PATIENCE = 20_000;

/** @typedef {import("playwright-core").Page} Page */

/** A page with a tool of its own that tells how it was shown. @param {Page} page @param {string} who */
async function equip(page, who) {
  await page.evaluate((who) => {
    window.shown = [];
    addEventListener("pageshow", ({ persisted }) => window.shown.push(persisted));
    mcp.registerTool(`only_${who}`, who, {}, () => who);
  }, who);
}

/** Leaves the page by a link, and comes back by its own `history.back()`; calls `away` in between. @param {Page} page @param {() => Promise<void>} away */
async function leaveAndReturn(page, away) {
  await page.evaluate(() => {
    location.href = "/pages/blank.html?away";
  });
  await page.waitForURL(/away/, { waitUntil: "commit" });
  await away();
  // A page that comes out of the cache does not load.
  await page.evaluate(() => history.back());
  await page.waitForURL((url) => !url.href.includes("away"), { waitUntil: "commit" });
  await page.waitForFunction(() => window.shown?.length > 0, undefined, { timeout: PATIENCE });
  assert.deepEqual(await page.evaluate(() => window.shown), [true], "it came out of the back/forward cache");
}

/** @param {Page} page */
const connected = (page) => page.waitForFunction(() => mcp.isConnected === true, undefined, { timeout: PATIENCE });

/**
 * Calls until it is answered so. A call that reaches a socket in the moment of its end is lost for the relay, which waits for 30 s.
 * @param {Awaited<ReturnType<typeof world.open>>} first @param {string} name @param {RegExp} text
 */
const answers = (first, name, text) => eventually(async () => assert.match((await first.call(name, {}, 3_000)).text, text), PATIENCE);

/** @param {import("node:test").TestContext} t */
async function two(t) {
  const first = await world.open(t, { options: { widget: false } });
  await equip(first.page, "first");
  await first.pair();
  const second = await first.page.context().newPage();
  await second.goto(`${first.site.origin}/pages/blank.html`);
  await load(second, "module");
  await second.evaluate(() => {
    window.mcp = new WebMCP({ widget: false });
  });
  await equip(second, "second");
  await connected(second);
  await first.listed("only_first", "only_second");
  return { first, second };
}

test("a page alone comes back through the back/forward cache, connected and with its tools", async (t) => {
  const first = await world.open(t);
  await equip(first.page, "first");
  await first.pair();
  await leaveAndReturn(first.page, async () => {
    await answers(first, "only_first", /No clients available/);
  });
  await connected(first.page);
  assert.equal((await first.call("only_first")).text, "first");
});

test("a holder in the back/forward cache is replaced, and follows when it comes back", async (t) => {
  const { first, second } = await two(t);
  await leaveAndReturn(first.page, async () => {
    await answers(first, "only_second", /^second$/);
    const gone = await first.call("only_first");
    assert.deepEqual([gone.isError, /only_first/.test(gone.text)], [true, true]);
  });
  await connected(first.page);
  await answers(first, "only_first", /^first$/);
  assert.equal((await first.call("only_second")).text, "second");
  assert.equal(await second.evaluate(() => mcp.status), "connected");
});

test("a tab that follows goes into the cache and comes back", async (t) => {
  const { first, second } = await two(t);
  await leaveAndReturn(second, async () => {
    await answers(first, "only_second", /no tool "only_second"/);
    assert.equal((await first.call("only_first")).text, "first");
  });
  await connected(second);
  await answers(first, "only_second", /^second$/);
});

test("a session ended while a tab was in the cache is ended for that tab too", async (t) => {
  const { first, second } = await two(t);
  await leaveAndReturn(first.page, async () => {
    await second.evaluate(() => mcp.disconnect());
  });
  await first.page.waitForFunction(() => mcp.status === "disconnected" && sessionStorage.length === 0, undefined, { timeout: PATIENCE });
});

test("a holder that the browser freezes lets go, and follows when it resumes", async (t) => {
  const { first, second } = await two(t);
  const session = await first.page.context().newCDPSession(first.page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await answers(first, "only_second", /^second$/);
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await connected(first.page);
  await answers(first, "only_first", /^first$/);
  assert.equal(await second.evaluate(() => mcp.status), "connected");
});
