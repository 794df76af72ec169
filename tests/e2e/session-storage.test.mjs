// Storage that is full, blocked, or holds nonsense is "nothing stored": the page works, and a person can pair.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, load } from "./helpers.mjs";
import { openLiving } from "./living.mjs";

const world = createWorld();

/** @type {[string, () => void][]} */
const broken = [
  [
    "full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  ],
  [
    "blocked",
    () => {
      Object.defineProperty(window, "sessionStorage", {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    },
  ],
  ["absent", () => Object.defineProperty(window, "sessionStorage", { value: null })],
  [
    "throwing at every touch",
    () => {
      for (const name of ["getItem", "setItem", "removeItem"]) {
        Storage.prototype[name] = () => {
          throw new Error("broken");
        };
      }
    },
  ],
];

for (const [what, init] of broken) {
  test(`storage that is ${what}: the page pairs, is called, and after a reload is an unpaired page`, async (t) => {
    const { page, pair, call } = await world.open(t, { init });
    await page.evaluate(() => mcp.registerTool("hello", "", undefined, () => "hello"));
    await pair();
    assert.equal((await call("hello", {})).text, "hello");
    await page.reload();
    await load(page, "module");
    await page.evaluate(() => {
      window.mcp = new WebMCP();
      mcp.registerTool("hello", "", undefined, () => "hello again");
    });
    assert.equal(await page.evaluate(() => mcp.status), "disconnected");
    await pair();
    assert.equal((await call("hello", {})).text, "hello again");
  });
}

const link = { server: "ws://localhost:1", channel: "/x", sessionToken: "y" };
const poisons = {
  "no JSON": "{",
  "an empty text": "",
  null: "null",
  "a number": "7",
  "an array": "[]",
  "fields of wrong types": JSON.stringify({ server: {}, channel: [], sessionToken: 7 }),
  "a server that is no relay": JSON.stringify({ ...link, server: "https://example.com" }),
  "a server with a script": JSON.stringify({ ...link, server: "javascript:alert(1)" }),
  "a channel without its slash": JSON.stringify({ ...link, channel: "x" }),
  "no session token": JSON.stringify({ ...link, sessionToken: "" }),
  "half of it": JSON.stringify({ server: link.server }),
  "something deep": "[".repeat(100_000),
  "something long": JSON.stringify("x".repeat(1_000_000)),
};

test("a poisoned session is nothing stored, and upstream's old keys are cleaned away", async (t) => {
  const { page, pair, back } = await openLiving(world, t);
  for (const [what, text] of Object.entries(poisons)) {
    await page.evaluate((text) => {
      sessionStorage.clear();
      sessionStorage.setItem("webmcp-session", text);
      sessionStorage.setItem("webmcp_token", "a pairing token");
      sessionStorage.setItem("webmcp_tools", "[]");
      sessionStorage.setItem("mine", "kept");
    }, text);
    await page.reload();
    await page.waitForFunction(() => window.mcp !== undefined);
    assert.deepEqual(await page.evaluate(() => [mcp.status, window.states]), ["disconnected", []], what);
    assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== "webmcp-session")), ["mine"], what);
  }
  await pair();
  await page.reload();
  await back();
});
