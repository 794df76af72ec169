// Every token a person can paste wrongly: the widget and the rejected promise say what is wrong, and pairing works right after.
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../tools/env.mjs";
import { createWorld, eventually, within } from "./helpers.mjs";

const world = createWorld();

/** @param {unknown} value */
const encode = (value) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64");
const refused = /wrong.*used.*replaced/is;

/** What was pasted, what connect() says, and what the widget says to a person where that differs. @type {[string, () => Promise<string>, RegExp, RegExp?][]} */
const bad = [
  ["an empty token", async () => "", /no token|empty/i],
  ["a truncated token", async () => (await world.relay.token()).slice(0, -21), /whole|cut|not.*(base64|JSON)/i],
  ["text that is no base64", async () => "not a token!", /base64/i, /not a pairing token|base64/i],
  ["base64 of something else", async () => encode("hello there"), /JSON/, /damaged|JSON/i],
  ["a token without a token", async () => encode({ server: `ws://localhost:${world.relay.port}` }), /"?token"?/],
  ["a token without a server", async () => encode({ token: "ab".repeat(16) }), /"?server"?/],
  ["a server that is no URL", async () => encode({ server: "localhost", token: "ab".repeat(16) }), /ws:.*wss:/],
  ["a server that is no socket", async () => encode({ server: "http://localhost:4797", token: "ab".repeat(16) }), /ws:.*wss:/],
  ["a wrong token", async () => encode({ server: `ws://localhost:${world.relay.port}`, token: "ab".repeat(16) }), refused],
];

for (const [what, token, words, shown = words] of bad) {
  test(`${what}: the promise and the widget say so, and the page can pair at once`, async (t) => {
    const { page, pair } = await world.open(t, { options: { log: "silent" } });
    const value = await token();
    const said = await within(
      page.evaluate(
        (value) =>
          mcp.connect(value).then(
            () => "connected",
            (error) => `${error instanceof Error} ${error.message}`,
          ),
        value,
      ),
      5_000,
      "connect()",
    );
    assert.match(said, /^true /, "it rejects with an Error");
    assert.match(said, words);

    await page.locator(".webmcp-trigger").click();
    await page.locator(".webmcp-token-input").fill(value);
    await page.locator(".webmcp-connect-btn").click();
    await eventually(async () => assert.match((await page.locator(".webmcp-content").textContent()) ?? "", shown));
    assert.equal(await page.evaluate(() => mcp.isConnected), false);

    await pair();
  });
}

test("a token for a dead port names the address", async (t) => {
  const { page, pair } = await world.open(t, { options: { log: "silent" } });
  const server = `ws://localhost:${await freePort()}`;
  const said = await page.evaluate(
    (value) => mcp.connect(value).catch((error) => error.message),
    encode({ server, token: "ab".repeat(16) }),
  );
  assert.ok(said.includes(server), said);
  await page.locator(".webmcp-trigger").click();
  await eventually(async () => assert.ok((await page.locator(".webmcp-content").textContent())?.includes(server)));
  await pair();
});

test("used and replaced tokens get the same words as wrong ones", async (t) => {
  const first = await world.open(t);
  const used = await world.relay.token();
  await first.page.evaluate((token) => mcp.connect(token), used);
  const second = await world.open(t, { options: { log: "silent" } });
  const replaced = await world.relay.token();
  await world.relay.token();
  for (const token of [used, replaced]) {
    assert.match(
      await second.page.evaluate(
        (token) =>
          mcp.connect(token).then(
            () => "connected",
            (error) => error.message,
          ),
        token,
      ),
      refused,
    );
  }
  await second.pair();
});
