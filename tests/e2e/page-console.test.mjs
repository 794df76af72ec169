// The page's console as a log: complete, bounded, without secrets, and unnoticed by the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";
import { openPage } from "./page-kit.mjs";

const world = createWorld({ relay: false });

/** @param {import("node:test").TestContext} t @param {boolean} [expectErrors] */
async function recording(t, expectErrors = false) {
  const opened = await openPage(world, t, "", { expectErrors });
  await opened.page.evaluate(() => window.hands.startCapture());
  /** The messages alone. @param {Record<string, unknown>} [params] @returns {Promise<string[]>} */
  const messages = async (params) => (await opened.command("console", params)).messages.map((/** @type {any} */ line) => line.message);
  return { ...opened, messages };
}

test("lines are kept with level and time, in order, and filtered by level and number", async (t) => {
  const { page, command } = await recording(t);
  await page.evaluate(() => {
    console.log("one", 1, true, null, undefined);
    console.info("two %s of %d%%", "things", 5, { a: 1 });
    console.warn("careful");
    console.error(new TypeError("broken"));
    console.debug("%cstyled", "color: red");
  });
  const { messages, total, showing } = await command("console", { level: "all", limit: 50 });
  assert.deepEqual(
    messages.map((/** @type {any} */ line) => [line.level, line.message]),
    [
      ["log", "one 1 true null undefined"],
      ["info", "two things of 5% {a: 1}"],
      ["warn", "careful"],
      ["error", "TypeError: broken"],
      ["debug", "styled"],
    ],
  );
  assert.deepEqual([total, showing], [5, 5]);
  for (const { timestamp } of messages) assert.ok(Math.abs(Date.now() - timestamp) < 60_000);
  assert.deepEqual(Object.keys(messages[0]), ["level", "message", "timestamp"]);
  const last = await command("console", { limit: 2 });
  assert.deepEqual([last.messages[0].level, last.total, last.showing], ["error", 5, 2]);
  const warnings = await command("console", { level: "warn" });
  assert.deepEqual([warnings.messages.length, warnings.total], [1, 1]);
});

test("a level there is not is refused, and so is a log that nobody records", async (t) => {
  const { page, refusal } = await recording(t);
  assert.match(await refusal("console", { level: "loud" }), /there is no level "loud"; it is one of all, log, info, warn, error, debug/);
  await page.evaluate(() => window.hands.stopCapture());
  assert.match(await refusal("console"), /is not being recorded/);
});

test("uncaught errors and rejections are lines, too", async (t) => {
  const { page, messages } = await recording(t, true);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError("too far");
    });
    Promise.reject(new Error("refused"));
  });
  await page.waitForFunction(async () => (await window.hands.pageCommand("console")).total === 2);
  assert.deepEqual((await messages({ level: "error" })).sort(), ["Uncaught (in promise) Error: refused", "Uncaught RangeError: too far"]);
});

test("cyclic values, throwing getters, proxies and odd objects are shown without running anything", async (t) => {
  const { page, messages } = await recording(t);
  const ran = await page.evaluate(() => {
    let ran = 0;
    const cyclic = /** @type {any} */ ({ name: "c", list: [1] });
    cyclic.self = cyclic;
    cyclic.list.push(cyclic);
    console.log(cyclic);
    console.log({
      get boom() {
        ran += 1;
        throw new Error("getter");
      },
      toString() {
        ran += 1;
        return "s";
      },
      toJSON() {
        ran += 1;
      },
    });
    console.log(
      new Proxy(
        {},
        {
          get() {
            ran += 1;
            throw new Error("trap");
          },
          ownKeys() {
            throw new Error("keys");
          },
        },
      ),
    );
    const error = new Error("real");
    Object.defineProperty(error, "stack", {
      get() {
        ran += 1;
        return "";
      },
    });
    console.log(
      error,
      Symbol("s"),
      10n,
      () => 1,
      class Tea {},
      [],
      new Date(0),
      /x/g,
      document.createElement("hr"),
      new DOMException("no", "AbortError"),
    );
    console.log(Object.create(null), new Map([[1, 2]]), -0, Number.NaN, "");
    let deep = /** @type {any} */ ({});
    for (let n = 0; n < 10_000; n += 1) deep = { deep };
    console.log(deep);
    console.log({ list: Array.from({ length: 1e5 }, (_, n) => n) });
    console.log("x".repeat(1e6));
    return ran;
  });
  assert.equal(ran, 0);
  const lines = await messages();
  assert.equal(lines[0], '{name: "c", list: [1, [circular]], self: [circular]}');
  assert.equal(lines[1], "{boom: [getter], toString: ƒ toString, toJSON: ƒ toJSON}");
  assert.equal(lines[2], "[cannot be shown]");
  assert.equal(lines[3], "Error: real Symbol(s) 10n ƒ ƒ Tea [] 1970-01-01T00:00:00.000Z /x/g <hr> AbortError: no");
  assert.equal(lines[4], "{} Map {} 0 NaN");
  assert.equal(lines[5], "{deep: {deep: {deep: {deep: {…}}}}}");
  assert.match(lines[6], /^\{list: \[0, 1, 2, .*… 99950 more\]\}$/);
  assert.ok(lines.every((line) => line.length <= 2_001));
});

test("of 10,000 lines the last 500 are kept, and each costs little", async (t) => {
  const { page, command } = await recording(t);
  await page.evaluate(() => {
    for (let n = 0; n < 10_000; n += 1) console.log("line", n, { n });
  });
  const { messages, total, showing } = await command("console", { limit: 1_000 });
  assert.deepEqual([total, showing], [500, 500]);
  assert.equal(messages[0].message, "line 9500 {n: 9500}");
  assert.equal(messages.at(-1).message, "line 9999 {n: 9999}");
});

test("secrets in lines are hidden", async (t) => {
  const { page, messages } = await recording(t);
  await page.evaluate(() => {
    console.log("Authorization: Bearer abcdef0123456789");
    console.log({
      headers: { authorization: "Basic dXNlcjpwYXNz", Cookie: "sid=0123456789" },
      accessToken: "t0k3n-value-x",
      password: "hunter22",
    });
    console.log("GET https://user:pa55word@example.com/x?access_token=s3cr3tvalue&page=2#id_token=abc123def");
    console.log("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXBhcnQ and api_key=A1B2C3D4E5F6 done");
    console.log("document.cookie =", "set", "cookie: session=verysecretcookie; path=/");
    console.log("state: ready, code: 404, keys: a b c");
  });
  const lines = await messages();
  const text = lines.join("\n");
  for (const secret of [
    "abcdef0123456789",
    "dXNlcjpwYXNz",
    "0123456789",
    "t0k3n",
    "hunter22",
    "pa55word",
    "s3cr3tvalue",
    "abc123def",
    "eyJhbG",
    "c2lnbm",
    "A1B2C3",
    "verysecretcookie",
  ]) {
    assert.ok(!text.includes(secret), `${secret} in ${text}`);
  }
  assert.match(text, /https:\/\/example\.com\/x\?access_token=\[hidden\]&page=2/);
  assert.match(text, /^state: ready, code: 404, keys: a b c$/m);
});

test("the console behaves as before: names, values, this, and its own output", async (t) => {
  const { page } = await openPage(world, t, "");
  /** @type {string[]} */
  const heard = [];
  page.on("console", (message) => heard.push(`${message.type()} ${message.text()}`));
  const same = await page.evaluate(() => {
    const { debug, error, info, log, warn: alarm } = console;
    const shape = () => [
      console.log.name,
      console.log.length,
      /native code/.test(String(console.log)),
      Object.keys(console).join(),
      JSON.stringify(Object.getOwnPropertyDescriptor(console, "log")),
    ];
    const first = shape();
    window.hands.startCapture();
    const second = shape();
    const { warn } = console;
    const given = warn("detached");
    console.log.call(null, "no this");
    window.hands.stopCapture();
    return {
      shapes: [first, second],
      given,
      restored: [debug, error, info, log, alarm].every((value) => Object.values(console).includes(value)),
    };
  });
  assert.deepEqual(same.shapes[1], same.shapes[0]);
  assert.equal(same.given, undefined);
  assert.equal(same.restored, true);
  assert.deepEqual(heard, ["warning detached", "log no this"]);
});

test("who wraps the console later is left in place, and nothing is recorded after the stop", async (t) => {
  const { page, command } = await openPage(world, t, "");
  const calls = await page.evaluate(() => {
    let calls = 0;
    window.hands.startCapture();
    const { log } = console;
    console.log = (...values) => {
      calls += 1;
      log(...values);
    };
    const wrapper = console.log;
    window.hands.stopCapture();
    console.log("after");
    window.hands.startCapture();
    const kept = console.log !== wrapper;
    console.log("again");
    window.hands.stopCapture();
    return [calls, kept, console.log === wrapper];
  });
  assert.deepEqual(calls, [2, true, true]);
  await page.evaluate(() => window.hands.startCapture());
  assert.equal((await command("console")).total, 0);
});

test("two doors share one recording, and the last to go ends it", async (t) => {
  const { page, command, refusal } = await openPage(world, t, "");
  await page.evaluate(() => {
    window.hands.startCapture();
    window.hands.startCapture();
    console.log("both");
    window.hands.stopCapture();
    console.log("one");
  });
  assert.equal((await command("console")).total, 2);
  await page.evaluate(() => {
    window.hands.stopCapture();
    window.hands.stopCapture();
  });
  assert.match(await refusal("console"), /not being recorded/);
});
