// The wu door itself: who gets in, what a page is told, how it comes back and when it gives up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, until, WU } from "../relays/lib/agent.mjs";
import { wuRelay } from "../relays/lib/wu-session.mjs";
import { freePort } from "../tools/env.mjs";
import { createWorld, eventually, load, within } from "./helpers.mjs";
import { HTML, offerTools, wuPage } from "./wu-world.mjs";

const world = createWorld({ browser: { args: ["--host-resolver-rules=MAP *.example localhost"] } });

/** How connect() ended. @param {import("playwright-core").Page} page @param {string} url @param {unknown} [options] */
const connecting = (page, url, options) =>
  page.evaluate(
    ([url, options]) =>
      mcp.connect(url, options).then(
        () => ({ ok: true }),
        (/** @type {any} */ error) => ({ ok: false, name: error.name, code: error.code, message: error.message }),
      ),
    /** @type {const} */ ([url, options]),
  );

/** The statuses that the page's listeners hear. @param {import("playwright-core").Page} page */
const listen = (page) =>
  page.evaluate(() => {
    window.told = [];
    mcp.addEventListener("statuschange", (/** @type {any} */ event) => window.told.push(event.detail));
  });

test("the right token: the page is connected, and says so", async (t) => {
  const { page, agent, url, ask } = await wuPage(t, world, { relay: ["--token", "s3cret"], connect: false });
  await listen(page);
  assert.deepEqual(await connecting(page, url, { token: "s3cret" }), { ok: true });
  assert.equal((await ask("conexion")).tokenRequired, true);
  assert.deepEqual(await ask("execute_action", { action: "add", params: { a: 1, b: 2 } }), {
    action: "add",
    success: true,
    result: { sum: 3 },
  });
  assert.deepEqual(await page.evaluate(() => [mcp.isConnected, mcp.status, mcp.relays]), [
    true,
    "connected",
    [{ relay: "wu", server: `ws://localhost:${agent.port}`, status: "connected" }],
  ]);
  const told = await page.evaluate(() => window.told.map(({ relay, status }) => [relay, status]));
  assert.deepEqual(told, [
    ["wu", "connecting"],
    ["wu", "connected"],
  ]);
  await page.evaluate(() => mcp.disconnect());
  assert.deepEqual(await page.evaluate(() => [mcp.isConnected, mcp.status, mcp.relays]), [false, "disconnected", []]);
  await until(async () => !(await ask("conexion")).connected, "the relay sees it go");
});

test("a wrong token, and a missing one, end it for good with the relay's reason; the right one works at once", async (t) => {
  const { page, url } = await wuPage(t, world, { relay: ["--token", "right"], connect: false });
  await page.clock.install();
  let sockets = 0;
  page.on("websocket", () => {
    sockets += 1;
  });
  const wrong = await connecting(page, url, { token: "wrong" });
  assert.deepEqual([wrong.ok, wrong.name, wrong.code], [false, "NotAllowedError", "token-refused"]);
  assert.match(wrong.message, /Invalid token.*token that the relay was started with/);
  assert.deepEqual(await page.evaluate(() => [mcp.isConnected, mcp.status, mcp.relays]), [false, "disconnected", []]);
  await page.clock.runFor(600_000);
  assert.equal(sockets, 1, "no second attempt");

  // Without a token the page is in, until the relay gives up waiting for one.
  await listen(page);
  await connecting(page, url);
  await page.waitForFunction(() => window.told.at(-1).status === "disconnected", undefined, { timeout: 20_000 });
  assert.match(await page.evaluate(() => window.told.at(-1).message), /refused this page.*[Aa]uthentication/);
  await page.clock.runFor(600_000);
  assert.equal(sockets, 2);
  assert.deepEqual(await connecting(page, url, { token: "right" }), { ok: true });
});

test("commands before the relay has accepted the token are refused by the page", async (t) => {
  const { page, agent, url } = await wuPage(t, world, {
    relay: ["--token", "s3cret", "--auth-delay", "1500", "--test-tools"],
    connect: false,
  });
  const connected = connecting(page, url, { token: "s3cret" });
  const frames = async () => JSON.parse((await agent.say("_test_frames")).text).map((/** @type {any} */ { text }) => JSON.parse(text));
  await until(async () => (await frames()).length > 0, "the token is sent");
  await agent.call("_test_send-frame", { frame: JSON.stringify({ id: "early", command: "get_state", params: {} }) });
  await until(async () => (await frames()).length > 1, "the page answers");
  assert.deepEqual(await connected, { ok: true });
  const [auth, early] = await frames();
  assert.deepEqual(auth, { type: "auth", token: "s3cret" });
  assert.match(early.error, /^Not authenticated/);
  assert.equal(early.id, "early");
});

test("after a restart of the relay the page is back by itself", async (t) => {
  const { page, agent, url } = await wuPage(t, world, { relay: ["--token", "s3cret"], connect: { token: "s3cret" } });
  await listen(page);
  await agent.close();
  await page.waitForFunction(() => mcp.status === "waiting");
  assert.equal(await page.evaluate(() => mcp.isConnected), false);
  const next = await Agent.start(WU, ["-p", String(agent.port), "--token", "s3cret"]);
  t.after(() => next.close());
  await page.waitForFunction(() => mcp.isConnected, undefined, { timeout: 20_000 });
  const answer = await next.say("wu_execute_action", { action: "add", params: { a: 2, b: 2 } });
  assert.equal(JSON.parse(answer.text).result.sum, 4);
  assert.equal(url, `ws://localhost:${next.port}`);
});

test("connect() waits for a relay that comes up later", async (t) => {
  const port = await freePort();
  const { page } = await world.open(t, { html: HTML, options: { log: "error" } });
  const connected = connecting(page, `ws://localhost:${port}`);
  await page.waitForFunction(() => mcp.status === "waiting");
  const agent = await Agent.start(WU, ["-p", String(port)]);
  t.after(() => agent.close());
  assert.deepEqual(await within(connected, 20_000, "connect()"), { ok: true });
});

test("ten attempts, two seconds apart growing to ten, and then it is quiet until the next connect()", async (t) => {
  const { page, agent, url } = await wuPage(t, world, { connect: false });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  let sockets = 0;
  page.on("websocket", () => {
    sockets += 1;
  });
  assert.deepEqual(await connecting(page, url), { ok: true });
  await listen(page);
  await agent.close();
  /** The end of a socket is told in a task of the page's, which the stopped clock holds back. @param {string} status */
  const settled = (status) =>
    eventually(async () => {
      await page.clock.runFor(1);
      assert.equal(await page.evaluate(() => mcp.status), status);
    }, 20_000);
  await settled("waiting");
  for (const [attempt, seconds] of [2, 4, 6, 8, 10, 10, 10, 10, 10, 10].entries()) {
    await page.clock.runFor(seconds * 1000 - 200);
    assert.equal(await page.evaluate(() => mcp.status), "waiting", `attempt ${attempt + 1} not before ${seconds} s`);
    await page.clock.runFor(300);
    await eventually(() => assert.equal(sockets, attempt + 2, `attempt ${attempt + 1} after ${seconds} s`), 20_000);
    await settled(attempt < 9 ? "waiting" : "disconnected");
  }
  const last = await page.evaluate(() => window.told.at(-1));
  assert.deepEqual([last.relay, last.code, last.server], ["wu", "relay-unreachable", url]);
  assert.match(last.message, /No wu relay answers.*connect\(\) again/);
  await page.clock.runFor(3_600_000);
  await page.mouse.click(10, 10);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.clock.runFor(3_600_000);
  assert.equal(sockets, 11);
  assert.deepEqual(await page.evaluate(() => mcp.relays), []);

  const next = await Agent.start(WU, ["-p", String(agent.port)]);
  t.after(() => next.close());
  assert.deepEqual(await connecting(page, url), { ok: true });
});

test("disconnect() stops the attempts and what connect() waits for", async (t) => {
  const port = await freePort();
  const { page } = await world.open(t, { html: HTML, options: { log: "error" } });
  await page.clock.install();
  let sockets = 0;
  page.on("websocket", () => {
    sockets += 1;
  });
  const connected = connecting(page, `ws://localhost:${port}`);
  await page.waitForFunction(() => mcp.status === "waiting");
  await page.evaluate(() => mcp.disconnect());
  const ended = await within(connected, 10_000, "connect()");
  assert.deepEqual([ended.ok, ended.name, ended.code], [false, "AbortError", "aborted"]);
  const before = sockets;
  await page.clock.runFor(600_000);
  assert.equal(sockets, before);
  assert.equal(await page.evaluate(() => mcp.status), "disconnected");

  // Also before the module is loaded, in the same turn.
  const at_once = await page.evaluate((port) => {
    const promise = mcp.connect(`ws://localhost:${port}`);
    mcp.disconnect();
    return promise.catch((/** @type {any} */ error) => error.name);
  }, port);
  assert.equal(at_once, "AbortError");
  const newer = await page.evaluate((port) => {
    const promise = mcp.connect(`ws://localhost:${port}`);
    mcp.connect(`ws://localhost:${port}/`);
    return promise.catch((/** @type {any} */ error) => error.message);
  }, port);
  assert.match(newer, /another connect\(\)/);
});

test("a page can hold both relays: each tool once on each, and disconnecting one leaves the other", async (t) => {
  const { page, agent, url, ask, pair, call, listed } = await wuPage(t, world);
  await pair();
  await listed("add", "fail");
  const actions = async () => (await ask("list_actions")).actions.map((/** @type {any} */ { name }) => name);
  assert.deepEqual(await actions(), ["add", "fail"]);
  await page.evaluate(() => mcp.registerTool("late", "Comes later", {}, () => "here"));
  await listed("add", "fail", "late");
  assert.deepEqual(await actions(), ["add", "fail", "late"]);
  assert.equal((await call("late")).text, "here");
  assert.equal((await ask("execute_action", { action: "late" })).result, "here");
  const doors = await page.evaluate(() =>
    mcp
      .auditLog()
      .map((/** @type {any} */ { tool, door }) => [tool, door])
      .filter(([tool]) => tool === "late"),
  );
  assert.deepEqual(doors, [
    ["late", "relay"],
    ["late", "wu"],
  ]);
  const relays = await page.evaluate(() => mcp.relays);
  assert.deepEqual(
    relays.map((/** @type {any} */ { relay, status }) => [relay, status]),
    [
      ["webmcp", "connected"],
      ["wu", "connected"],
    ],
  );

  await page.evaluate((server) => mcp.disconnect(server), url);
  await until(async () => !(await ask("conexion")).connected, "the wu relay sees the page go");
  assert.equal((await call("late")).text, "here");
  assert.deepEqual(await page.evaluate(() => [mcp.isConnected, mcp.relays.length]), [true, 1]);

  assert.deepEqual(await connecting(page, url), { ok: true });
  await page.evaluate((server) => mcp.disconnect(server), `ws://localhost:${world.relay.port}`);
  assert.deepEqual(await actions(), ["add", "fail", "late"]);
  assert.deepEqual(await page.evaluate(() => mcp.relays.map((/** @type {any} */ { relay }) => relay)), ["wu"]);
  assert.equal(await page.evaluate(() => mcp.isConnected), true);

  await page.evaluate(() => mcp.disconnect());
  assert.deepEqual(await page.evaluate(() => [mcp.isConnected, mcp.relays]), [false, []]);
  await until(async () => !(await ask("conexion")).connected, "the wu relay sees the page go");
  assert.ok(agent.port > 0);
});

test("a tool that the user switched off is no action, and is refused", async (t) => {
  const { page, ask } = await wuPage(t, world, { wu: false });
  await page.locator(".webmcp-trigger").click();
  await page.locator(".webmcp-tools-container").getByRole("switch").first().click();
  await eventually(async () =>
    assert.deepEqual(
      (await ask("list_actions")).actions.map((/** @type {any} */ { name }) => name),
      ["fail"],
    ),
  );
  const refused = await ask("execute_action", { action: "add", params: { a: 1, b: 1 } });
  assert.equal(refused.success, false);
  assert.match(refused.reason, /switched off/);
});

test("a confirmation that nobody answers is a no after 30 s", async (t) => {
  const { page, ask, url } = await wuPage(t, world, { connect: false, wu: false });
  await page.evaluate(() =>
    mcp.registerTool({
      name: "pay",
      confirm: true,
      execute: () => {
        window.paid = true;
      },
    }),
  );
  await page.clock.install();
  await connecting(page, url);
  const answer = ask("execute_action", { action: "pay" });
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  assert.match((await dialog.textContent()) ?? "", /pay[\s\S]*through the wu relay/, "it says who asks");
  await page.clock.runFor(26_000);
  assert.ok(await dialog.isVisible(), "not after the 25 s of other relays");
  await page.clock.runFor(5_000);
  const { success, reason } = await within(answer, 10_000, "the answer");
  assert.equal(success, false);
  assert.match(reason, /within 30 s/);
  assert.equal(await page.evaluate(() => window.paid), undefined);
});

test("beyond this machine a relay needs a token and allowInsecure, and connect() says what is missing", async (t) => {
  const agent = await wuRelay(t, ["--token", "s3cret"]);
  const near = await world.open(t, { html: HTML, options: { log: "error" } });
  const far = await world.open(t, { html: HTML, options: { log: "error" } });
  await far.page.goto(`http://shop.example:${far.site.port}/test.html`);
  await load(far.page, "module");
  await far.page.evaluate(() => {
    window.mcp = new WebMCP({ log: "error" });
  });
  const cases = /** @type {const} */ ([
    [far.page, "localhost", "the page (shop.example) is not from this machine"],
    [near.page, "relay.example", "the relay relay.example is not on this machine"],
  ]);
  for (const [page, host, why] of cases) {
    const url = `ws://${host}:${agent.port}`;
    for (const [options, missing] of /** @type {const} */ ([
      [undefined, "a token and {allowInsecure: true}"],
      [{ token: "s3cret" }, "{allowInsecure: true}"],
      [{ allowInsecure: true }, "a token"],
      [{ token: "s3cret", allowInsecure: false }, "{allowInsecure: true}"],
    ])) {
      const refused = await connecting(page, url, options);
      assert.deepEqual([refused.ok, refused.name, refused.code], [false, "SecurityError", "insecure"]);
      assert.ok(refused.message.includes(why) && refused.message.endsWith(`that needs ${missing}.`), refused.message);
    }
    assert.deepEqual(await connecting(page, url, { token: "s3cret", allowInsecure: true }), { ok: true });
    await page.evaluate(() => mcp.disconnect());
  }
});

test("on this machine no token is needed, and one warning says what that means", async (t) => {
  const { page, agent, url } = await wuPage(t, world, { connect: false, options: { log: "warn" } });
  /** @type {string[]} */
  const warnings = [];
  page.on("console", (message) => {
    if (message.type() === "warning" && message.text().startsWith("[webmcp]")) warnings.push(message.text());
  });
  await connecting(page, url);
  await agent.close();
  await page.waitForFunction(() => mcp.status === "waiting");
  const next = await Agent.start(WU, ["-p", String(agent.port)]);
  t.after(() => next.close());
  await page.waitForFunction(() => mcp.isConnected, undefined, { timeout: 20_000 });
  assert.equal(warnings.length, 1, warnings.join("\n"));
  assert.match(warnings[0] ?? "", /without a token.*drive this tab.*cookies/);
});

test("options of a wrong type reject with a TypeError that names them, and a getter's own error is passed on", async (t) => {
  const { page, url } = await wuPage(t, world, { connect: false });
  const said = await page.evaluate(async (url) => {
    const wrong = [
      7,
      { token: 7 },
      { allowInsecure: 1 },
      { store: {} },
      { navigate: "x" },
      { routes: "x" },
      {
        get token() {
          throw new RangeError("mine");
        },
      },
    ];
    const ends = [];
    for (const options of wrong)
      ends.push(await mcp.connect(url, options).catch((/** @type {any} */ error) => `${error.name}: ${error.message}`));
    return [...ends, await mcp.connect("ws://[bad", {}).catch((/** @type {any} */ error) => error.code)];
  }, url);
  for (const [at, name] of ["options", "token", "allowInsecure", "store", "navigate", "routes"].entries()) {
    assert.match(said[at], new RegExp(`^TypeError: connect: ${name} `));
  }
  assert.equal(said[6], "RangeError: mine");
  assert.equal(said[7], "token-server");
  const disconnecting = await page.evaluate(() => {
    try {
      mcp.disconnect(42);
      return "";
    } catch (error) {
      return /** @type {any} */ (error).message;
    }
  });
  assert.match(disconnecting, /disconnect.*server must be a string/);
  assert.deepEqual(await connecting(page, url), { ok: true }, "and it works afterwards");
});

for (const client of /** @type {const} */ (["module", "inline", "dropin"])) {
  test(`the door is loaded when it is asked for, not before (${client})`, async (t) => {
    const agent = await wuRelay(t);
    let asked = 0;
    let missing = true;
    const { page } = await world.open(t, {
      client,
      html: HTML,
      options: { log: "silent" },
      handle(_request, response, url) {
        if (url.pathname !== "/pkg/page.js") return false;
        asked += 1;
        if (!missing) return false;
        response.writeHead(404).end();
        return true;
      },
    });
    await offerTools(page);
    assert.equal(asked, 0);
    const url = `ws://localhost:${agent.port}`;
    const refused = await connecting(page, url);
    assert.match(refused.message, /page\.js.*could not be loaded.*beside this script/);
    assert.equal(await page.evaluate(() => mcp.status), "disconnected");
    missing = false;
    // A browser may remember a module that failed for the rest of the page's life: a reload does not.
    await page.reload();
    await load(page, client);
    await page.evaluate(() => {
      window.mcp = new WebMCP({ log: "silent" });
    });
    assert.deepEqual(await connecting(page, url), { ok: true });
    assert.equal(JSON.parse((await agent.say("wu_status")).text).connected, true);
  });
}

test("a strict policy lets it in; one without connect-src is named as the reason", async (t) => {
  const agent = await wuRelay(t);
  const { page } = await world.open(t, { path: "/pages/blank.html?csp=strict", options: { log: "silent" } });
  assert.deepEqual(await connecting(page, `ws://localhost:${agent.port}`), { ok: true });
  const closed = await world.open(t, { path: "/pages/blank.html?csp=no-connect", options: { log: "silent" } });
  const refused = await within(connecting(closed.page, `ws://localhost:${agent.port}`), 10_000, "connect()");
  assert.deepEqual([refused.name, refused.code], ["SecurityError", "csp-blocked"]);
  assert.match(refused.message, /connect-src ws:\/\/localhost/);
});

test("destroy() ends the door too, and a page put away comes back", async (t) => {
  const { page, ask } = await wuPage(t, world);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await until(async () => !(await ask("conexion")).connected, "the socket is let go");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await until(async () => (await ask("conexion")).connected, "the page is back");
  const ended = await page.evaluate(() => {
    const pending = mcp.connect("ws://localhost:1").catch((/** @type {any} */ error) => error.name);
    mcp.destroy();
    return pending;
  });
  assert.equal(ended, "AbortError");
  await until(async () => !(await ask("conexion")).connected, "the socket is closed");
});

test("the event log holds the last 200, with nothing of what tools were given or gave", async (t) => {
  const { page, ask } = await wuPage(t, world, { wu: false });
  await page.evaluate(() => {
    for (let n = 0; n < 250; n += 1) mcp.emit("tick", { n });
    const cyclic = { self: /** @type {any} */ (null) };
    cyclic.self = cyclic;
    mcp.emit("odd", cyclic);
    mcp.emit("long", "y".repeat(5_000));
  });
  await ask("execute_action", { action: "add", params: { a: 90_210_555, b: 1 } });
  const { events, total, showing } = await ask("list_events", { limit: 500 });
  assert.deepEqual([total, showing, events.length], [200, 200, 200]);
  const last = events.slice(-4);
  assert.deepEqual(
    last.map((/** @type {any} */ { event }) => event),
    ["odd", "long", "toolcall", "toolresult"],
  );
  assert.match(last[0].data, /circular/i);
  assert.ok(last[1].data.length < 2_100);
  assert.deepEqual([last[2].data.tool, last[3].data.outcome], ["add", "ok"]);
  assert.doesNotMatch(JSON.stringify(events), /9021055[56]/);
  const few = await ask("list_events");
  assert.deepEqual([few.total, few.showing], [200, 20], "looking is not logged");
});
