// Several tabs of one site are one page for the relay: one connection, everybody's tools, each run where it belongs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually, load } from "./helpers.mjs";

const world = createWorld();
/** Busy machines: what is waited for comes when it comes. */
const PATIENCE = 20_000;

/**
 * Opens more tabs beside a world's page, in the same browser context.
 * @param {Awaited<ReturnType<typeof world.open>>} first @param {Record<string, unknown>} [options]
 */
async function another(first, options = {}) {
  const page = await first.page.context().newPage();
  page.on("pageerror", (error) => first.errors.push(error.stack ?? error.message));
  await ready(page, first.site.origin, options);
  return page;
}

/** @param {import("playwright-core").Page} page @param {string} origin @param {Record<string, unknown>} [options] */
async function ready(page, origin, options = {}) {
  if (!page.url().startsWith(origin)) await page.goto(`${origin}/pages/blank.html`);
  await load(page, "module");
  await page.evaluate((options) => {
    window.mcp = new WebMCP({ widget: false, ...options });
  }, options);
}

/** Registers tools that say who ran them. @param {import("playwright-core").Page} page @param {string} who @param {string[]} names */
const offer = (page, who, ...names) =>
  page.evaluate(
    ({ who, names }) => {
      window.ran ??= [];
      for (const name of names) {
        mcp.registerTool(name, `${name} of ${who}`, {}, (args) => {
          window.ran.push({ name, args });
          return who;
        });
      }
    },
    { who, names },
  );

/** @param {import("playwright-core").Page} page */
const connected = (page) => page.waitForFunction(() => mcp.isConnected === true, undefined, { timeout: PATIENCE });

/** How many sockets to the relay's channel a page has: one counts until the relay has seen its end. @param {import("playwright-core").Page} page */
const sockets = (page) => page.evaluate(() => window.sockets.filter((/** @type {WebSocket} */ socket) => socket.readyState !== 3).length);

function countSockets() {
  // The page's own, and its context's.
  if (window.sockets) return;
  const Native = window.WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Native {
    constructor(url, protocols) {
      super(url, protocols);
      if (!String(url).endsWith("/register")) window.sockets.push(this);
    }
  };
}

/** Which of the tabs holds the connection. @param {import("playwright-core").Page[]} pages */
const holder = (pages) =>
  eventually(async () => {
    const counts = await Promise.all(pages.map(sockets));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      1,
      `open sockets: ${counts}`,
    );
    return counts.indexOf(1);
  }, PATIENCE);

/**
 * Calls until it is answered so. A call that reaches a socket in the moment of its end is lost for the relay, which waits for 30 s.
 * @param {Awaited<ReturnType<typeof world.open>>} first @param {string} name @param {string | RegExp} text
 */
const answers = (first, name, text) =>
  eventually(
    async () => assert.match((await first.call(name, {}, 3_000)).text, typeof text === "string" ? new RegExp(`^${text}$`) : text),
    PATIENCE,
  );

/** Four tabs, paired by the first; tab N has the tools `common` and `onlyN`. @param {import("node:test").TestContext} t */
async function four(t) {
  const first = await world.open(t, { options: { widget: false }, init: countSockets });
  await first.page.context().addInitScript(countSockets);
  await offer(first.page, "tab 0", "common", "only0");
  await first.pair();
  const pages = [first.page];
  for (let n = 1; n < 4; n += 1) {
    const page = await another(first);
    await offer(page, `tab ${n}`, "common", `only${n}`);
    pages.push(page);
  }
  await Promise.all(pages.map(connected));
  return { first, pages };
}

const everything = ["common", "only0", "only1", "only2", "only3"];

test("four tabs share one connection that the first paired, and each tool runs in the tab that owns it", async (t) => {
  const { first, pages } = await four(t);
  await first.listed(...everything);
  assert.equal(await holder(pages), 0);
  for (let n = 0; n < 4; n += 1) assert.equal((await first.call(`only${n}`)).text, `tab ${n}`);
  const { result } = await first.call("only3", { a: [1, { b: "ü" }] });
  assert.deepEqual(result.content, [{ type: "text", text: "tab 3" }]);
  assert.deepEqual(await pages[3].evaluate(() => window.ran.at(-1)), { name: "only3", args: { a: [1, { b: "ü" }] } });
});

test("a tool that several tabs have runs in the one that was used last", async (t) => {
  const { first, pages } = await four(t);
  for (const n of [2, 0, 3, 1]) {
    await pages[n]?.bringToFront();
    await pages[n]?.mouse.click(5, 5);
    await answers(first, "common", `tab ${n}`);
    // With the words of the tab that runs it.
    await eventually(async () => {
      const { tools } = await world.relay.client.listTools();
      const tool = tools.find(({ name }) => name === `${first.channel}-common`);
      assert.equal(tool?.description, `common of tab ${n}`);
    }, PATIENCE);
  }
});

test("somebody who looks into another tab for a moment is where they came back to", async (t) => {
  const { first, pages } = await four(t);
  const use = (/** @type {number} */ n) => pages[n]?.evaluate(() => document.dispatchEvent(new Event("pointerdown")));
  for (const n of [0, 3, 0]) {
    await use(n);
    await answers(first, "common", `tab ${n}`);
  }
});

test("when the holder closes another tab takes over, and a call to a tool of the closed one says that it is gone", async (t) => {
  const { first, pages } = await four(t);
  await first.listed(...everything);
  await pages[0].close();
  const rest = pages.slice(1);
  await holder(rest);
  await answers(first, "only3", "tab 3");
  const gone = await first.call("only0");
  assert.equal(gone.isError, true);
  assert.match(gone.text, /only0/);
  for (const page of rest) assert.equal(await page.evaluate(() => mcp.status), "connected");
  // Down to the last one, each holder in turn.
  for (let left = rest; left.length > 1; ) {
    const index = await holder(left);
    await left[index]?.close();
    left = left.filter((_, n) => n !== index);
    await holder(left);
    const names = await Promise.all(left.map((page) => page.evaluate(() => mcp.tools().at(-1).name)));
    for (const name of names) await answers(first, name, /^tab \d$/);
  }
});

test("a call that runs in another tab while the holder closes is answered by the next holder, and runs once", async (t) => {
  const { first, pages } = await four(t);
  await pages[3].evaluate(() => {
    window.started = 0;
    mcp.registerTool("slow", "slow", {}, () => {
      window.started += 1;
      return new Promise((done) => {
        window.finish = done;
      });
    });
  });
  await first.listed(...everything, "slow");
  const call = first.call("slow");
  await pages[3].waitForFunction(() => window.started === 1);
  await pages[0].close();
  await holder(pages.slice(1));
  await pages[3].evaluate(() => window.finish("at last"));
  assert.equal((await call).text, "at last");
  assert.equal(await pages[3].evaluate(() => window.started), 1);
});

test("a tab that closes in the middle of a call answers it with what happened", async (t) => {
  const { first, pages } = await four(t);
  await pages[2].evaluate(() => {
    mcp.registerTool("never", "never", {}, () => {
      window.started = true;
      return new Promise(() => {});
    });
  });
  await first.listed(...everything, "never");
  const call = first.call("never");
  await pages[2].waitForFunction(() => window.started);
  await pages[2].close();
  const { text, isError } = await call;
  assert.equal(isError, true);
  assert.match(text, /"never".*closed/);
});

test("four tabs reloaded at once are one connection again, without pairing", async (t) => {
  const { first, pages } = await four(t);
  await Promise.all(
    pages.map(async (page, n) => {
      await page.reload();
      await ready(page, first.site.origin);
      await offer(page, `tab ${n} again`, "common", `only${n}`);
    }),
  );
  await Promise.all(pages.map(connected));
  await holder(pages);
  for (let n = 0; n < 4; n += 1) {
    await answers(first, `only${n}`, `tab ${n} again`);
  }
});

test("a holder that hangs is replaced after three seconds, and follows when it is back", async (t) => {
  const { first, pages } = await four(t);
  assert.equal(await holder(pages), 0);
  const hung = pages[0].evaluate(() => {
    const until = Date.now() + 9_000;
    while (Date.now() < until);
  });
  await eventually(async () => {
    const counts = await Promise.all(pages.slice(1).map(sockets));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      1,
    );
  }, PATIENCE);
  await hung;
  assert.notEqual(await holder(pages), 0);
  assert.equal(await pages[0].evaluate(() => mcp.status), "connected");
  for (let n = 0; n < 4; n += 1) assert.equal((await first.call(`only${n}`)).text, `tab ${n}`);
});

test("disconnecting in any tab disconnects the site, and a token pasted into any other connects it", async (t) => {
  const { first, pages } = await four(t);
  await pages[2].evaluate(() => mcp.disconnect());
  assert.equal(await pages[2].evaluate(() => mcp.status), "disconnected");
  for (const page of pages) await page.waitForFunction(() => mcp.status === "disconnected" && sessionStorage.length === 0);
  const token = await world.relay.token();
  await pages[3].evaluate((token) => mcp.connect(token), token);
  await Promise.all(pages.map(connected));
  assert.equal(await holder(pages), 3);
  assert.equal((await first.call("only1")).text, "tab 1");
  const again = await world.relay.token();
  await pages[1].evaluate((token) => mcp.connect(token), again);
  assert.equal(await holder(pages), 1);
  await Promise.all(pages.map(connected));
  assert.equal((await first.call("only3")).text, "tab 3");
});

test("resources and prompts of other tabs travel like tools, and so do results that only JSON can hold", async (t) => {
  const { first, pages } = await four(t);
  await pages[3].evaluate(() => {
    mcp.registerResource("note", "a note", { uri: "note://one", mimeType: "text/plain" }, () => "the note");
    mcp.registerResource("page", "a page", { uriTemplate: "page://{n}" }, (_, { n }) => `page ${n}`);
    mcp.registerPrompt("greet", "a greeting", [{ name: "who" }], ({ who }) => `hello ${who}`);
    mcp.registerTool("odd", "odd", {}, () => ({ toJSON: () => ({ fine: true }), f: () => {} }));
    mcp.registerTool("broken", "broken", {}, () => {
      throw new Error("on purpose");
    });
    mcp.registerTool("dotted.name", "dotted", {}, () => "dotted");
  });
  const { client } = world.relay;
  const read = async (/** @type {string} */ uri) => {
    const { contents } = await client.readResource({ uri });
    return /** @type {any} */ (contents[0]).text;
  };
  await first.listed(...everything, "odd", "broken", "dotted_name");
  await eventually(async () => assert.equal(await read("note://one"), "the note"), PATIENCE);
  assert.equal(await read("page://7"), "page 7");
  const { prompts } = await client.listPrompts();
  assert.ok(prompts.some(({ name }) => name.endsWith("-greet")));
  assert.equal((await first.call("odd")).text, '{"fine":true}');
  const broken = await first.call("broken");
  assert.deepEqual([broken.isError, broken.text], [true, "on purpose"]);
  assert.equal((await first.call("dotted_name")).text, "dotted");
});

test("a tool unregistered in its tab is gone for the agent, and still there where another tab has it", async (t) => {
  const { first, pages } = await four(t);
  await pages[3].evaluate(() => {
    mcp.unregisterTool("only3");
    mcp.unregisterTool("common");
  });
  await answers(first, "only3", /no tool "only3"/);
  assert.match((await first.call("common")).text, /^tab [012]$/);
});

test("a confirmation is asked in the tab where the tool runs", async (t) => {
  const { first, pages } = await four(t);
  await pages[1].evaluate(() => mcp.registerTool({ name: "careful", confirm: true, execute: () => "done" }));
  await first.listed(...everything, "careful");
  const call = first.call("careful");
  await pages[1].getByRole("button", { name: /allow/i }).click();
  assert.equal((await call).text, "done");
});

test("the widget lists the tools of other tabs, and switches them off there", async (t) => {
  const first = await world.open(t);
  await offer(first.page, "the first", "one", "both");
  await first.pair();
  const second = await another(first);
  await offer(second, "the second", "two", "both");
  await first.listed("one", "two", "both");
  await first.page.locator(".webmcp-trigger").click();
  const row = first.page.locator(".webmcp-tools-list li", { hasText: "two" });
  assert.match((await row.textContent()) ?? "", /another tab/);
  const off = row.getByRole("switch");
  await off.click();
  await answers(first, "two", /switched off/);
  assert.equal(await off.getAttribute("aria-checked"), "false");
  await off.click();
  await answers(first, "two", "the second");
  // A tool of this tab and of others is one tool for the person.
  await first.page.locator(".webmcp-tools-list li", { hasText: "both" }).getByRole("switch").click();
  await answers(first, "both", /switched off/);
  await second.close();
  await row.waitFor({ state: "detached" });
});

test("a second copy of the library on a page is another tab", async (t) => {
  const first = await world.open(t, { options: { widget: false }, init: countSockets });
  await offer(first.page, "the module", "one");
  await first.pair();
  await first.page.addScriptTag({ url: "/pkg/webmcp.js" });
  await first.page.evaluate(() => {
    window.copy = new window.WebMCP({ widget: false });
    window.copy.registerTool("two", "two", {}, () => "the copy");
  });
  await first.page.waitForFunction(() => window.copy.isConnected);
  await first.listed("one", "two");
  assert.equal((await first.call("two")).text, "the copy");
  await first.page.evaluate(() => mcp.destroy());
  await holder([first.page]);
  await answers(first, "two", "the copy");
  assert.equal((await first.call("one")).isError, true);
});

for (const missing of ["locks", "BroadcastChannel"]) {
  test(`without ${missing} each tab works alone`, async (t) => {
    const first = await world.open(t, { client: "none" });
    const context = first.page.context();
    await context.addInitScript((missing) => {
      if (missing === "locks") Object.defineProperty(Navigator.prototype, "locks", { value: undefined });
      else Reflect.deleteProperty(globalThis, "BroadcastChannel");
    }, missing);
    await first.page.reload();
    await ready(first.page, first.site.origin);
    await offer(first.page, "the first", "one");
    await first.pair();
    assert.equal((await first.call("one")).text, "the first");
    const second = await another(first);
    assert.equal(await second.evaluate(() => mcp.status), "disconnected");
    await first.page.reload();
    await ready(first.page, first.site.origin);
    await offer(first.page, "the first again", "one");
    await connected(first.page);
    assert.equal((await first.call("one")).text, "the first again");
  });
}
