// pkg/webmcp.js is a classic script: what was written for upstream's webmcp.js runs with only the src changed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { launchFirefox } from "../tools/browser.mjs";
import { root } from "../tools/env.mjs";
import { serve } from "../tools/serve.mjs";
import { pair } from "../tools/tour.mjs";
import { createWorld, eventually } from "./helpers.mjs";

const world = createWorld();

/** What an agent sees of www/upstream.html. @param {string} channel */
async function asAnAgentSees(channel) {
  const { relay } = world;
  await eventually(async () => assert.deepEqual((await relay.tools(channel)).sort(), ["add_note", "weather"]));
  assert.equal((await relay.call(`${channel}-weather`, { location: "Oslo" })).text, "Weather for Oslo: Sunny, 75°F");
  assert.equal((await relay.call(`${channel}-add_note`, { text: "hi" })).text, "Note 1 saved");
  const { prompts } = await relay.client.listPrompts();
  assert.ok(prompts.some((one) => one.name === `${channel}-git-commit`));
  const { resources } = await relay.client.listResources();
  assert.ok(resources.some((one) => one.name.startsWith(channel) && one.uri === "page://current"));
  const { contents } = await relay.client.readResource({ uri: "page://current" });
  assert.match(JSON.stringify(contents[0]), /written for upstream/);
  const one = await relay.client.readResource({ uri: "element://notes" });
  assert.equal(/** @type {{text?: string}} */ (one.contents[0]).text, '<output id="notes">1</output>');
}

for (const client of /** @type {const} */ (["dropin", "upstream"])) {
  test(`a page written for upstream works in Chromium with ${client === "dropin" ? "only the src changed" : "upstream itself"}`, async (t) => {
    // The relay finds a resource by its URI alone, also a closed page's: each of these pages needs a relay that knows no other.
    await world.relay.restart();
    const page = readFileSync(join(root, "www", "upstream.html"), "utf8");
    const changed = client === "dropin" ? page : page.replace("../pkg/webmcp.js", "/upstream/webmcp.js");
    assert.equal(changed === page, client === "dropin");
    const { page: tab, channel } = await world.open(t, { client: "none", html: changed.replace("../pkg/", "/pkg/") });
    const token = await world.relay.token();
    if (client === "dropin") await pair(tab, token);
    // Upstream's panel opens outside the window when the widget is at the top; nobody can click in it.
    else await tab.evaluate((token) => mcp.connect(token), token);
    await asAnAgentSees(channel);
    assert.equal(await tab.locator("#notes").textContent(), "1");
    const box = await tab.locator(".webmcp-trigger").boundingBox();
    assert.ok(box && box.x > 600 && box.y < 100, "the widget is at the top right");
    assert.equal(await tab.locator(".webmcp-trigger").evaluate((trigger) => getComputedStyle(trigger).backgroundColor), "rgb(76, 175, 80)");
  });
}

test("a page written for upstream works in Firefox with only the src changed", async (t) => {
  await world.relay.restart();
  const site = await serve();
  const firefox = await launchFirefox();
  t.after(async () => {
    await firefox.close();
    await site.close();
  });
  const page = await firefox.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`${site.origin}/www/upstream.html`);
  const shadow = "[data-webmcp-widget]";
  await page.waitForSelector(shadow);
  const token = await world.relay.token();
  await page.evaluate(
    (shadow, token) => {
      const widget = document.querySelector(shadow).shadowRoot;
      widget.querySelector(".webmcp-trigger").click();
      widget.querySelector(".webmcp-token-input").value = token;
      widget.querySelector(".webmcp-token-input").dispatchEvent(new Event("input", { bubbles: true }));
      widget.querySelector(".webmcp-connect-btn").click();
    },
    shadow,
    token,
  );
  await asAnAgentSees(site.channel);
  assert.deepEqual(errors, []);
});

test("new WebMCP() works in the very next inline script", async (t) => {
  const { page } = await world.open(t, {
    client: "none",
    html: `<!doctype html><script src="/pkg/webmcp.js"></script><script>window.made = new WebMCP({ widget: false }).status</script>`,
  });
  assert.equal(await page.evaluate(() => window.made), "disconnected");
});

test("data-auto puts an instance with a widget on window.webMCP", async (t) => {
  const { page } = await world.open(t, {
    client: "none",
    html: `<!doctype html><head><script src="/pkg/webmcp.js" data-auto data-color="#112233"></script><script>
      webMCP.registerTool("early", "", {}, () => "early bird");</script></head><body></body>`,
  });
  await page.locator(".webmcp-trigger").waitFor();
  assert.equal(await page.locator(".webmcp-trigger").evaluate((trigger) => getComputedStyle(trigger).backgroundColor), "rgb(17, 34, 51)");
  assert.deepEqual(await page.evaluate(() => window.webMCP.tools().map((tool) => tool.name)), ["early"]);
});

test("without data-auto no instance and no widget appears by itself", async (t) => {
  const { page } = await world.open(t, { client: "none", html: `<!doctype html><body><script src="/pkg/webmcp.js"></script></body>` });
  assert.deepEqual(await page.evaluate(() => [typeof window.WebMCP, typeof window.webMCP]), ["function", "undefined"]);
  assert.equal(await page.locator("[data-webmcp-widget]").count(), 0);
});
