// What comes out is what went in: the drop-in holds its wasm as text, and the glue remembers short texts that it has read.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { fromText } from "../../src/js/text.js";
import { toText } from "../tools/text.mjs";
import { createWorld } from "./helpers.mjs";

test("any bytes come back from their text", () => {
  const every = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (const bytes of [
    new Uint8Array(),
    every,
    every.reverse(),
    randomBytes(1),
    randomBytes(70_000),
    randomBytes(1_000_000),
    Buffer.alloc(300_000, 7),
  ]) {
    assert.equal(Buffer.compare(fromText(toText(bytes)), bytes), 0, `${bytes.length} bytes`);
  }
});

test("the text is ASCII that neither a string nor an inline script has to escape", () => {
  assert.match(toText(Uint8Array.from({ length: 256 }, (_, index) => index)), /^[\x20\x21\x23-\x3b\x3d-\x5b\x5d-\x7e]+$/);
});

const world = createWorld();

test("texts of the same length keep apart on their way out of the wasm, whatever letters they hold", async (t) => {
  const { page } = await world.open(t, { options: { widget: false } });
  const titles = await page.evaluate(async () => {
    const letters = ["a", "b", "é", "€", "𝄞", "\u0000", "\uffff"];
    const text = (/** @type {number} */ n) =>
      `${n}`.padStart(4, "0") + letters[n % 7] + letters[(n >> 1) % 7] + (n % 3 ? "" : "x".repeat(28));
    const given = Array.from({ length: 1500 }, (_, n) => text(n >> 1));
    const registered = given.map((title, n) => mcp.registerTool({ name: `t${n}`, title, description: "d", execute: () => n }));
    await Promise.all(registered);
    return { given, got: mcp.tools().map(({ title }) => title) };
  });
  assert.deepEqual(titles.got, titles.given);
});

test("a call decodes no text that the call before it read", async (t) => {
  const { page, pair, call, listed } = await world.open(t);
  await page.evaluate(() => {
    mcp.registerTool("add", "Adds", { type: "object", properties: { a: { type: "number" } } }, async ({ a }) => a + 1);
    mcp.registerTool("say", "Says", {}, () => ({ content: [{ type: "text", text: "hello" }] }));
  });
  await pair();
  await listed("add", "say");
  const both = async () => [await call("add", { a: 1 }), await call("say")];
  for (let left = 5; left > 0; left -= 1) await both();
  await page.evaluate(() => {
    const { decode } = TextDecoder.prototype;
    window.decoded = [];
    TextDecoder.prototype.decode = function (...given) {
      const text = decode.apply(this, given);
      window.decoded.push(text);
      return text;
    };
  });
  for (let left = 20; left > 0; left -= 1) await both();
  // A ping may come between.
  const decoded = await page.evaluate(() => /** @type {string[]} */ (window.decoded));
  assert.ok(decoded.length < 20, `40 calls decoded ${decoded.length} texts: ${decoded}`);
});
