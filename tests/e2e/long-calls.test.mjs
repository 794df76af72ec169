// Calls that outlive the relay's 30 s: the agent is told to call again, and the second call collects what the first one made.
// The page's clock is moved by hand; tests/long has the same at real times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, within } from "./helpers.mjs";

const world = createWorld();

const STILL_RUNNING = /^The tool "\w+" is still running\. Call it again with the same arguments to get its result\.$/;

/** A paired page with a clock of its own, and tools that count their runs in `window.runs`. @param {import("node:test").TestContext} t @param {Record<string, unknown>} [options] */
async function pageOf(t, options = {}) {
  const opened = await world.open(t, { create: false });
  const { page, pair, listed, call } = opened;
  await page.clock.install();
  await page.evaluate((options) => {
    window.mcp = new WebMCP({ log: "silent", widget: false, inactivityTimeout: 0, ...options });
    window.runs = [];
    window.signals = [];
    // Takes args.seconds by the page's clock; never settles without.
    const brew = (args, { signal, callId }) => {
      window.runs.push({ args, callId });
      window.signals.push(signal);
      return new Promise((done) => {
        if (args.seconds) setTimeout(() => done({ brewed: args.tea, run: window.runs.length }), args.seconds * 1000);
      });
    };
    mcp.registerTool({ name: "brew", execute: brew });
    mcp.registerTool({ name: "brief", timeout: 60_000, execute: brew });
    mcp.registerTool("quick", "", undefined, () => "quick");
  }, options);
  await pair();
  await listed("brew", "brief", "quick");
  let started = 0;
  return {
    ...opened,
    /** Calls, and waits until the page has the call. @param {string} name @param {Record<string, unknown>} args */
    async begin(name, args, joins = false) {
      started += joins ? 0 : 1;
      const answer = call(name, args);
      await page.waitForFunction((count) => window.runs.length === count, started);
      // The one call goes before the other: when this one is answered, the page has that one.
      if (joins) assert.equal((await call("quick", {})).text, "quick");
      return answer_(answer);
    },
    runs: () => page.evaluate(() => window.runs.length),
    forward: (/** @type {number} */ seconds) => page.clock.fastForward(seconds * 1000),
  };
}

/** Keeps a promise from being awaited by an async function's return. @param {Promise<any>} promise */
const answer_ = (promise) => ({ get: () => within(promise, 10_000, "an answer") });

test("a 45 s tool that is called twice, as told, runs once and its result is delivered once", async (t) => {
  const { begin, runs, forward } = await pageOf(t);
  const first = await begin("brew", { tea: "sencha", seconds: 45 });
  await forward(28);
  const told = await first.get();
  assert.match(told.text, STILL_RUNNING);
  assert.equal(told.isError, false);
  // The order of the members makes no difference.
  const second = await begin("brew", { seconds: 45, tea: "sencha" }, true);
  await forward(17);
  assert.deepEqual((await second.get()).result.structuredContent, { brewed: "sencha", run: 1 });
  assert.equal(await runs(), 1);

  const third = await begin("brew", { tea: "sencha", seconds: 1 });
  await forward(1);
  assert.deepEqual((await third.get()).result.structuredContent, { brewed: "sencha", run: 2 }, "another call is another run");
});

test("a tool that changes its arguments is joined by the same call all the same", async (t) => {
  const { call, page, listed, forward } = await pageOf(t);
  await page.evaluate(() => {
    mcp.registerTool("order", "", undefined, async (args) => {
      window.runs.push(args);
      args.items.sort().push("milk");
      args.cups ??= 1;
      await new Promise((done) => setTimeout(done, 40_000));
      return `${args.items} ${args.cups} ${window.runs.length}`;
    });
  });
  await listed("brew", "brief", "quick", "order");
  const first = call("order", { items: ["tea", "bun"] });
  await page.waitForFunction(() => window.runs.length === 1);
  await forward(28);
  assert.match((await first).text, STILL_RUNNING);
  await forward(12);
  assert.equal((await call("order", { items: ["tea", "bun"] })).text, "bun,tea,milk 1 1");
});

test("a result that comes while nobody waits is kept for the second call", async (t) => {
  const { begin, call, runs, forward } = await pageOf(t);
  const first = await begin("brew", { tea: "oolong", seconds: 40 });
  await forward(28);
  assert.match((await first.get()).text, STILL_RUNNING);
  await forward(300);
  assert.deepEqual((await call("brew", { tea: "oolong", seconds: 40 })).result.structuredContent, { brewed: "oolong", run: 1 });
  assert.equal(await runs(), 1);
});

test("a result is kept for 10 minutes; then the same call is a new run", async (t) => {
  const { begin, runs, forward } = await pageOf(t);
  const first = await begin("brew", { tea: "assam", seconds: 30 });
  await forward(28);
  await first.get();
  await forward(2);
  await forward(601);
  const second = await begin("brew", { tea: "assam", seconds: 30 });
  await forward(28);
  assert.match((await second.get()).text, STILL_RUNNING);
  assert.equal(await runs(), 2);
});

test("calls that overlap before anybody was told to call again are runs of their own; so are other arguments", async (t) => {
  const { begin, runs, forward } = await pageOf(t);
  const calls = [
    await begin("brew", { tea: "a", seconds: 10 }),
    await begin("brew", { tea: "a", seconds: 10 }),
    await begin("brew", { tea: "b", seconds: 40 }),
  ];
  await forward(10);
  for (const call of calls.slice(0, 2)) assert.equal((await call.get()).result.structuredContent.brewed, "a");
  await forward(18);
  assert.match((await calls[2].get()).text, STILL_RUNNING);
  const other = await begin("brew", { tea: "b", seconds: 1 });
  await forward(1);
  assert.equal((await other.get()).result.structuredContent.run, 4);
  assert.equal(await runs(), 4);
});

test("a tool that never settles is answered each time before the relay gives up, is told to stop at its timeout, and later calls work", async (t) => {
  const { begin, call, page, runs, forward } = await pageOf(t);
  let answer = await begin("brief", { tea: "pu-erh" });
  await forward(28);
  assert.match((await answer.get()).text, STILL_RUNNING);
  answer = await begin("brief", { tea: "pu-erh" }, true);
  await forward(28);
  assert.match((await answer.get()).text, STILL_RUNNING);
  answer = await begin("brief", { tea: "pu-erh" }, true);
  assert.equal(await page.evaluate(() => window.signals[0].aborted), false);
  await forward(4);
  const stopped = await answer.get();
  assert.equal(stopped.isError, true);
  assert.match(stopped.text, /^The tool brief did not finish within 60 s and was told to stop\.$/);
  assert.deepEqual(await page.evaluate(() => [window.signals[0].aborted, window.signals[0].reason.name]), [true, "TimeoutError"]);
  assert.deepEqual(
    await page.evaluate(() =>
      mcp
        .auditLog()
        .map(({ tool, outcome }) => [tool, outcome])
        .at(-1),
    ),
    ["brief", "timed-out"],
  );
  assert.equal(await runs(), 1);

  const next = await begin("brief", { tea: "pu-erh", seconds: 2 });
  await forward(2);
  assert.equal((await next.get()).result.structuredContent.run, 2);
  assert.equal((await call("quick", {})).text, "quick");
});

test("a time-out that comes while nobody waits is what the next call is told", async (t) => {
  const { begin, call, forward, runs } = await pageOf(t);
  const first = await begin("brief", {});
  await forward(28);
  await first.get();
  await forward(40);
  const { text, isError } = await call("brief", {});
  assert.ok(isError);
  assert.match(text, /did not finish within 60 s/);
  assert.equal(await runs(), 1);
});

test("callTimeout decides when the agent is told, and without a timeout of its own a tool has ten minutes", async (t) => {
  const { begin, page, forward } = await pageOf(t, { callTimeout: 5_000 });
  const first = await begin("brew", {});
  await forward(5);
  assert.match((await first.get()).text, STILL_RUNNING);
  await forward(590);
  assert.equal(await page.evaluate(() => window.signals[0].aborted), false);
  await forward(5);
  assert.equal(await page.evaluate(() => window.signals[0].aborted), true);
});

test("the user's disconnection fires the signals of the relay's calls, and of no other", async (t) => {
  const { begin, page } = await pageOf(t);
  const asked = await begin("brew", {});
  await page.evaluate(() => {
    window.own = mcp.execute("brew", { own: true });
  });
  await page.waitForFunction(() => window.runs.length === 2);
  await page.evaluate(() => mcp.disconnect());
  assert.deepEqual(await page.evaluate(() => window.signals.map(({ aborted, reason }) => [aborted, reason?.name])), [
    [true, "AbortError"],
    [false, undefined],
  ]);
  await page.evaluate(() => mcp.destroy());
  const own = await page.evaluate(() => window.own);
  assert.equal(own.success, false);
  assert.match(own.reason, /destroyed/);
  asked.get().catch(() => {});
});

test("requestUserInteraction runs its function and waits for it; what it throws is the call's own error", async (t) => {
  const { page, call, listed } = await pageOf(t);
  await page.evaluate(() => {
    mcp.registerTool({
      name: "ask",
      execute: async ({ how }, { requestUserInteraction, callId }) => {
        if (how === "wrong") return requestUserInteraction("no function");
        const answer = await requestUserInteraction(async () => {
          if (how === "throw") throw new Error("nobody there");
          return new Promise((done) => {
            window.answer = done;
          });
        });
        return { answer, callId };
      },
    });
  });
  await listed("brew", "brief", "quick", "ask");
  const asking = call("ask", {});
  await page.waitForFunction(() => window.answer);
  await page.evaluate(() => window.answer("milk"));
  const { structuredContent } = (await asking).result;
  assert.equal(structuredContent.answer, "milk");
  assert.equal(structuredContent.callId, await page.evaluate(() => mcp.auditLog().at(-1).callId));
  assert.match((await call("ask", { how: "throw" })).text, /^nobody there$/);
  assert.match((await call("ask", { how: "wrong" })).text, /requestUserInteraction: callback must be a function/);
});
