// The wu door: what its 18 tools give on pages with and without window.wu, and what they are denied.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually } from "./helpers.mjs";
import { wuPage } from "./wu-world.mjs";

const world = createWorld({ relay: false });
const ALL = { writeStore: true, modifyDOM: true };
const isTime = (/** @type {unknown} */ value) =>
  assert.ok(typeof value === "number" && Math.abs(value - Date.now()) < 600_000, String(value));

test("all 18 tools on a page with wu: each does what it says and answers in wu's shape", async (t) => {
  const { page, agent, ask, url } = await wuPage(t, world, { options: { permissions: ALL } });
  const names = (await agent.names()).sort();
  assert.equal(names.length, 18);
  /** @type {Set<string>} */
  const used = new Set();
  const use = (/** @type {string} */ command, /** @type {Record<string, unknown>} */ params = {}) => {
    used.add(`wu_${command}`);
    return ask(command, params);
  };

  assert.deepEqual(await use("conexion"), { connected: true, pages: 1, url, port: agent.port, tokenRequired: false });
  const status = await use("status");
  assert.deepEqual(
    { ...status, eventLogSize: 0 },
    { connected: true, framework: "wu", apps: ["header", "cart"], storeKeys: ["cart", "user"], actionsCount: 2, eventLogSize: 0 },
  );
  assert.deepEqual(await use("list_apps"), {
    apps: [
      { name: "header", mounted: true },
      { name: "cart", mounted: false },
    ],
    count: 2,
  });
  const { actions, count } = await use("list_actions");
  assert.equal(count, 2);
  assert.deepEqual(actions[0], {
    name: "add",
    description: "Add two numbers",
    parameters: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
  });
  assert.deepEqual(await use("execute_action", { action: "add", params: { a: 2, b: 3 } }), {
    action: "add",
    success: true,
    result: { sum: 5 },
  });
  assert.deepEqual(await use("get_state", { path: "cart.items" }), { path: "cart.items", value: [1, 2] });
  assert.deepEqual(await use("set_state", { path: "cart.open", value: true }), { path: "cart.open", value: true, updated: true });
  assert.equal(await page.evaluate(() => window.wu.store.get("cart.open")), true);

  await page.evaluate(() => window.wu.on("cart:open", (/** @type {any} */ event) => window.wuDid.push(["heard", event.data])));
  assert.deepEqual(await use("emit_event", { event: "cart:open", data: { from: "agent" } }), {
    emitted: "cart:open",
    data: { from: "agent" },
  });
  assert.deepEqual(await use("navigate", { route: "/checkout" }), { navigated: "/checkout" });
  assert.deepEqual(await use("mount_app", { appName: "cart", container: "#slot" }), { mounted: "cart", container: "#slot" });
  assert.equal(await page.locator("#slot").textContent(), "the cart app");
  assert.deepEqual(await use("unmount_app", { appName: "cart" }), { unmounted: "cart" });
  const did = await page.evaluate(() => window.wuDid.filter(([what]) => what !== "audit"));
  assert.deepEqual(did, [
    ["heard", { from: "agent" }],
    ["mount", "cart", "#slot"],
    ["unmount", "cart"],
  ]);
  const { events, total, showing } = await use("list_events", { limit: 100 });
  assert.equal(total, events.length);
  assert.equal(showing, events.length);
  for (const event of events) {
    assert.deepEqual(Object.keys(event), ["event", "data", "timestamp"]);
    isTime(event.timestamp);
  }
  const seen = events.map((/** @type {any} */ { event }) => event);
  for (const event of ["store:changed", "cart:open", "navigate", "toolcall", "toolresult"]) assert.ok(seen.includes(event), event);

  const snapshot = await use("snapshot");
  assert.match(snapshot.snapshot, /button.*Buy/);
  isTime(snapshot.timestamp);
  const shot = await use("screenshot", { selector: "#main" });
  assert.deepEqual(Object.keys(shot).sort(), ["base64", "format", "height", "sizeKB", "timestamp", "width"]);
  assert.ok(shot.width > 0 && shot.height > 0 && shot.sizeKB > 0 && shot.base64.length > 100);
  const click = await use("click", { selector: "#buy" });
  assert.deepEqual(Object.keys(click).sort(), ["clicked", "rect", "text"]);
  assert.equal(await page.locator("#buy").textContent(), "Bought");
  const typed = await use("type", { selector: "#name", text: "Ada", clear: true });
  assert.deepEqual({ ...typed, selector: "" }, { selector: "", typed: "Ada", currentValue: "Ada", submitted: false });
  await page.evaluate(() => {
    console.warn("careful");
    return fetch("/www/icon.svg").then((response) => response.text());
  });
  const lines = await use("console", { level: "warn" });
  assert.deepEqual(
    lines.messages.map((/** @type {any} */ { level, message }) => [level, message]),
    [["warn", "careful"]],
  );
  assert.deepEqual([lines.total >= 1, lines.showing], [true, 1]);
  const requests = await use("network", { limit: 1 });
  const [request] = requests.requests;
  assert.match(request.url, /icon\.svg/);
  assert.deepEqual([request.type, request.method, request.status], ["fetch", "GET", 200]);
  assert.equal(requests.showing, 1);
  assert.deepEqual([...used].sort(), names, "every one of them was used");
});

test("without wu the page's own store and routes serve, and the rest is refused with the reason", async (t) => {
  const { page, ask, url } = await wuPage(t, world, { wu: false, connect: false, options: { permissions: ALL } });
  await page.evaluate((url) => {
    const state = { theme: "dark" };
    window.went = [];
    return mcp.connect(url, {
      store: {
        get: async (/** @type {string} */ path) => (path ? state[path] : state),
        set: (/** @type {string} */ path, /** @type {unknown} */ value) => {
          state[path] = value;
        },
      },
      routes: ["/", "/cart"],
      navigate: (/** @type {string} */ route) => window.went.push(route),
    });
  }, url);
  const status = await ask("status");
  assert.deepEqual([status.framework, status.apps, status.storeKeys, status.actionsCount], ["none", [], ["theme"], 2]);
  assert.deepEqual(await ask("get_state", { path: "theme" }), { path: "theme", value: "dark" });
  assert.deepEqual(await ask("get_state"), { path: "", value: { theme: "dark" } });
  assert.deepEqual(await ask("set_state", { path: "theme", value: "light" }), { path: "theme", value: "light", updated: true });
  assert.deepEqual(await ask("get_state", { path: "nothing" }), { path: "nothing", value: null });
  assert.deepEqual(await ask("navigate", { route: "/cart" }), { navigated: "/cart" });
  assert.deepEqual(await page.evaluate(() => window.went), ["/cart"]);
  assert.match((await ask("navigate", { route: "/admin" })).error, /no route "\/admin".*\/, \/cart/);
  for (const [command, params] of /** @type {[string, Record<string, unknown>?][]} */ ([
    ["list_apps"],
    ["mount_app", { appName: "cart", container: "#slot" }],
    ["unmount_app", { appName: "cart" }],
  ])) {
    assert.match((await ask(command, params)).error, /no apps.*no wu framework/, command);
  }
  await page.evaluate(() => mcp.addEventListener("hello", (/** @type {any} */ event) => window.went.push(event.detail)));
  assert.deepEqual(await ask("emit_event", { event: "hello", data: 1 }), { emitted: "hello", data: 1 });
  assert.deepEqual(await page.evaluate(() => window.went), ["/cart", 1]);
  assert.match((await ask("emit_event", { event: "statuschange" })).error, /no event of this library's/);
});

test("without wu and without help from the page, state and routes are refused with the reason", async (t) => {
  const { ask } = await wuPage(t, world, { wu: false, options: { permissions: ALL } });
  assert.match((await ask("get_state", { path: "a" })).error, /no store.*no wu framework.*connect\(\)/);
  assert.match((await ask("set_state", { path: "a", value: 1 })).error, /no store/);
  assert.match((await ask("navigate", { route: "/" })).error, /cannot navigate.*routes/);
  assert.deepEqual((await ask("status")).storeKeys, []);
});

test("a route of the page's list is gone to: within the page before the answer, away from it after", async (t) => {
  const { page, ask } = await wuPage(t, world, { wu: false, connect: { routes: ["#/cart", "/pages/blank.html"] } });
  await page.evaluate(() => {
    window.went = [];
    addEventListener("hashchange", () => window.went.push(location.hash));
  });
  assert.deepEqual(await ask("navigate", { route: "#/cart" }), { navigated: "#/cart" });
  assert.deepEqual(await page.evaluate(() => window.went), ["#/cart"]);
  assert.deepEqual(await ask("navigate", { route: "#/cart" }), { navigated: "#/cart" }, "there already");
  assert.deepEqual(await ask("navigate", { route: "/pages/blank.html" }), { navigated: "/pages/blank.html" });
  await page.waitForURL(/blank\.html$/);
});

test("wu's default permissions: what writes is denied by the name of its flag, and told in the audit log and on wu's bus", async (t) => {
  const { page, ask } = await wuPage(t, world);
  const denied = /** @type {const} */ ([
    ["set_state", { path: "cart.open", value: true }, "writeStore"],
    ["click", { selector: "#buy" }, "modifyDOM"],
    ["type", { selector: "#name", text: "x" }, "modifyDOM"],
    ["mount_app", { appName: "cart", container: "#slot" }, "modifyDOM"],
    ["unmount_app", { appName: "header" }, "modifyDOM"],
  ]);
  for (const [command, params, flag] of denied) {
    assert.match((await ask(command, params)).error, new RegExp(`^Permission denied: .*wu_${command}.*"${flag}"`));
  }
  assert.equal((await ask("get_state", { path: "user.name" })).value, "Ada");
  assert.equal((await ask("emit_event", { event: "x" })).emitted, "x");
  assert.equal((await ask("execute_action", { action: "add", params: { a: 1, b: 1 } })).success, true);

  await page.evaluate(() => mcp.setPermissions({ readStore: false, emitEvents: false, executeActions: false }));
  assert.match((await ask("get_state", { path: "user.name" })).error, /Permission denied.*"readStore"/);
  assert.match((await ask("emit_event", { event: "x" })).error, /Permission denied.*"emitEvents"/);
  assert.match((await ask("navigate", { route: "/" })).error, /Permission denied.*"emitEvents"/);
  const action = await ask("execute_action", { action: "add", params: { a: 1, b: 1 } });
  assert.deepEqual([action.action, action.success], ["add", false]);
  assert.match(action.reason, /Permission denied.*"executeActions"/);
  assert.deepEqual((await ask("status")).storeKeys, [], "nor the names of what is in the store");

  assert.equal(await page.locator("#buy").textContent(), "Buy");
  assert.deepEqual(await page.evaluate(() => [window.wu.store.get("cart.open"), window.wu.mounted.size]), [false, 1]);
  const log = await page.evaluate(() => mcp.auditLog());
  const line = (/** @type {string} */ tool) => log.findLast((/** @type {any} */ entry) => entry.tool === tool);
  for (const [command] of denied) assert.deepEqual([line(`wu_${command}`).door, line(`wu_${command}`).outcome], ["wu", "denied"], command);
  assert.deepEqual([line("add").door, line("add").outcome], ["wu", "denied"]);
  assert.match(line("wu_navigate").reason, /emitEvents/);

  const told = await page.evaluate(() => window.wuDid.filter(([what]) => what === "audit").map(([, event]) => event));
  assert.deepEqual(
    told.map((/** @type {any} */ { data }) => [data.operation, data.outcome]),
    [
      ...denied.map(([command]) => [command, "error"]),
      ["emit_event", "ok"],
      ["execute_action", "ok"],
      ["emit_event", "error"],
      ["navigate", "error"],
      ["execute_action", "error"],
    ],
  );
  assert.equal(told[0].source, "wu-mcp-bridge");
  assert.deepEqual(told[0].data.params, { path: "cart.open", value: true });
  assert.match(told[0].data.reason, /writeStore/);
  isTime(told[0].data.time);
});

test("what an agent gets wrong is explained: arguments, names, paths, containers, actions", async (t) => {
  const { page, agent, ask } = await wuPage(t, world, { relay: ["--test-tools"], options: { permissions: ALL } });
  assert.match((await ask("mount_app", { appName: "nope", container: "#slot" })).error, /no app "nope".*header, cart/);
  assert.match((await ask("mount_app", { appName: "cart", container: "#nowhere" })).error, /"#nowhere" is not on this page/);
  assert.match((await ask("mount_app", { appName: "cart", container: "::" })).error, /selector/i);
  for (const path of ["__proto__.polluted", "a.constructor.prototype.b"]) {
    assert.match((await ask("set_state", { path, value: 1 })).error, /is refused/);
  }
  assert.equal(await page.evaluate(() => /** @type {any} */ ({}).polluted), undefined);
  assert.match((await ask("set_state", { path: "", value: 1 })).error, /\/path/);
  assert.match((await ask("emit_event", { event: "wu-mcp-bridge", data: { operation: "none" } })).error, /own report/);
  const bad = await ask("execute_action", { action: "add", params: { a: "x" } });
  assert.equal(bad.success, false);
  assert.match(bad.reason, /required property "b"[\s\S]*\/a: must be of type number/);
  assert.match((await ask("execute_action", { action: "nope" })).reason, /no tool "nope"/);
  assert.deepEqual(await ask("execute_action", { action: "fail" }), { action: "fail", success: false, reason: "no luck" });

  // What no MCP client lets through: the page answers for itself.
  await agent.call("_test_frames", { clear: true });
  for (const frame of [
    { id: "x1", command: "click", params: "#buy" },
    { id: "x2", command: "dance", params: {} },
    { id: "x3", command: "constructor", params: {} },
    { id: "x4", command: "set_state", params: { value: 1 } },
    { id: "x5", command: "execute_action", params: { action: 7 } },
    { id: "x6", command: "execute_action", params: { action: "add", params: "a" } },
    { id: "x7", command: "status" },
    { command: "status" },
    { id: "x8" },
    "hello",
  ]) {
    await agent.call("_test_send-frame", { frame: typeof frame === "string" ? frame : JSON.stringify(frame) });
  }
  /** @type {Record<string, any>} */
  let answers = {};
  await eventually(async () => {
    const heard = JSON.parse((await agent.say("_test_frames")).text).map((/** @type {any} */ { text }) => JSON.parse(text));
    answers = Object.fromEntries(heard.map((/** @type {any} */ { id, ...rest }) => [id, rest]));
    assert.deepEqual(Object.keys(answers).sort(), ["x1", "x2", "x3", "x4", "x5", "x6", "x7"]);
  });
  assert.match(answers.x1.error, /params must be an object/);
  assert.equal(answers.x2.error, "Unknown command: dance");
  assert.equal(answers.x3.error, "Unknown command: constructor");
  assert.match(answers.x4.error, /path.*required|required.*path/);
  assert.match(answers.x5.error, /action must be a string/);
  assert.match(answers.x6.result.reason, /must be an object/);
  assert.equal(answers.x7.result.connected, true);
});

test("results that JSON cannot say are answered in words, and what is too large too", async (t) => {
  const { page, ask, url } = await wuPage(t, world, { wu: false, connect: false });
  await page.evaluate((url) => {
    const cyclic = { self: /** @type {any} */ (null) };
    cyclic.self = cyclic;
    const values = { cyclic, big: 1n, long: "x".repeat(11_000_000), odd: "a\ud800b", none: undefined };
    return mcp.connect(url, { store: { get: (/** @type {string} */ path) => values[path], set() {} } });
  }, url);
  assert.match((await ask("get_state", { path: "cyclic" })).error, /cannot be sent as JSON/);
  assert.match((await ask("get_state", { path: "big" })).error, /cannot be sent as JSON/);
  assert.match((await ask("get_state", { path: "long" })).error, /11 MB, more than the 10 MB/);
  assert.equal((await ask("get_state", { path: "odd" })).value, "a\ufffdb");
  assert.equal((await ask("get_state", { path: "none" })).value, null);
});
