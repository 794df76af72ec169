// What scripts written for upstream's widget look for: the same classes, in the open shadow root, wherever upstream has them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";

const world = createWorld();

const hooks = [
  "trigger",
  "content",
  "close",
  "token-input",
  "connect-btn",
  "disconnect-btn",
  "status",
  "connection-panel",
  "registered-items",
  "tools-list",
  "tools-container",
  "prompts-container",
  "resources-container",
].map((name) => `.webmcp-${name}`);

/** Which hooks are there, and which of them can be seen, in the states that a script goes through. @param {import("node:test").TestContext} t @param {"module" | "upstream"} client */
async function journey(t, client) {
  const { page, channel } = await world.open(t, { client, html: "<!doctype html><html lang=en><body>" });
  await page.evaluate(() => {
    mcp.registerTool("look", "Look around", { type: "object", properties: {} }, () => "seen");
    mcp.registerPrompt("greet", "Greet", [], () => ({ messages: [] }));
    mcp.registerResource("note", "A note", { uri: "x://note", mimeType: "text/plain" }, () => ({ contents: [] }));
  });
  await page.waitForSelector(".webmcp-trigger", { state: "attached" });
  const look = () =>
    page.evaluate((hooks) => {
      const host = document.querySelector("[data-webmcp-widget]");
      const root = host.shadowRoot ?? host;
      const there = hooks.filter((hook) => root.querySelector(hook));
      return { there, seen: there.filter((hook) => root.querySelector(hook).checkVisibility()) };
    }, hooks);
  const say = (/** @type {string} */ selector, /** @type {string} */ text) =>
    page.evaluate(
      ([selector, text]) => {
        const host = document.querySelector("[data-webmcp-widget]");
        const element = (host.shadowRoot ?? host).querySelector(selector);
        if (text) element.value = text;
        else element.click();
      },
      [selector, text],
    );
  /** @type {Record<string, {there: string[], seen: string[]}>} */
  const states = { closed: await look() };
  await say(".webmcp-trigger", "");
  states.open = await look();
  await say(".webmcp-close", "");
  states.again = await look();
  // As a script does it that never opens the panel.
  await say(".webmcp-token-input", await world.relay.token());
  await say(".webmcp-connect-btn", "");
  await page.waitForFunction(() => mcp.isConnected === true);
  await page.waitForFunction(() => {
    const host = document.querySelector("[data-webmcp-widget]");
    return /^connected/i.test((host.shadowRoot ?? host).querySelector(".webmcp-status").textContent);
  });
  states.connected = await look();
  await say(".webmcp-trigger", "");
  states["connected and open"] = await look();
  const items = await page.evaluate(() => {
    const host = document.querySelector("[data-webmcp-widget]");
    const text = (/** @type {string} */ kind) => (host.shadowRoot ?? host).querySelector(`.webmcp-${kind}-container`).textContent;
    return ["tools", "prompts", "resources"].map(text);
  });
  await say(".webmcp-disconnect-btn", "");
  await page.waitForFunction(() => mcp.isConnected === false);
  states.disconnected = await look();
  return { states, items, channel };
}

test("every hook of upstream's is found where upstream has it, and does the same", async (t) => {
  const theirs = await journey(t, "upstream");
  const ours = await journey(t, "module");
  for (const [state, { there, seen }] of Object.entries(theirs.states)) {
    assert.deepEqual(there, hooks, `upstream has them all: ${state}`);
    assert.deepEqual(ours.states[state].there, there, state);
    // What is offered can be seen before a relay is there, too; upstream hides it then. A list that upstream shows empty is one here, too.
    const more = /^(open|disconnected)$/.test(state) ? hooks.filter((hook) => /items|list|container/.test(hook)) : [];
    // When connected, upstream's panel for connecting holds the button to disconnect alone.
    const less = state === "connected and open" ? [".webmcp-connection-panel"] : [];
    const missing = seen.filter((hook) => !ours.states[state].seen.includes(hook) && !less.includes(hook));
    const extra = ours.states[state].seen.filter((hook) => !seen.includes(hook) && !more.includes(hook));
    assert.deepEqual({ missing, extra }, { missing: [], extra: [] }, state);
  }
  for (const { items } of [theirs, ours]) {
    assert.match(items[0], /look/);
    assert.match(items[1], /greet/);
    assert.match(items[2], /note/);
  }
});

test("the shadow root is open, on the element with data-webmcp-widget, and the hooks are controls that a keyboard reaches", async (t) => {
  const { page } = await world.open(t);
  await page.locator(".webmcp-trigger").waitFor();
  const kinds = await page.evaluate(() => {
    const host = document.querySelector("[data-webmcp-widget]");
    const names = ["trigger", "close", "connect-btn", "disconnect-btn", "token-input"];
    return [host.shadowRoot.mode, ...names.map((name) => host.shadowRoot.querySelector(`.webmcp-${name}`).localName)];
  });
  assert.deepEqual(kinds, ["open", "button", "button", "button", "button", "input"]);
});

test("a page that takes parts of the widget out keeps its connection, its tools and the rest", async (t) => {
  const { page, pair, call, listed } = await world.open(t, { options: { log: "silent" } });
  await page.locator(".webmcp-trigger").click();
  await page.evaluate(() => {
    const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
    for (const part of [
      ".webmcp-prompts-list",
      ".webmcp-tools-list ul",
      ".webmcp-token-input",
      ".webmcp-status",
      ".problem",
      ".calls ol",
    ]) {
      root.querySelector(part).remove();
    }
    mcp.registerTool("tea", "", undefined, () => "tea");
    mcp.registerPrompt("brew", "", [], () => "brew");
    return mcp.connect("no token").catch(() => {});
  });
  await pair();
  await listed("tea");
  assert.equal((await call("tea")).text, "tea");
  assert.equal(await page.locator(".webmcp-disconnect-btn").isVisible(), true);
  await page.locator(".webmcp-trigger").click();
  await page.locator(".webmcp-trigger").click();
  await page.locator(".webmcp-disconnect-btn").click();
  await page.waitForFunction(() => mcp.status === "disconnected");
});
