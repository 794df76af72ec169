// Under a strict policy with Trusted Types the module build works, widget and sampling dialog included.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pair } from "../tools/tour.mjs";
import { createWorld, within } from "./helpers.mjs";

const world = createWorld();

function watchViolations() {
  window.violations = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    window.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
  });
}

test("the shop works under a strict policy, and nothing is reported", async (t) => {
  const { page, call } = await world.open(t, { client: "none", path: "/www/?csp=strict", init: watchViolations });
  await pair(page, await world.relay.token());
  const { text } = await call("search_products", { query: "pot" });
  assert.match(text, /River pot/);
  await page.getByRole("heading", { name: "Results for “pot”" }).waitFor();

  const sampled = world.relay.sample({ messages: [{ role: "user", content: { type: "text", text: "Which one?" } }], maxTokens: 9 });
  await page.locator("textarea").fill("The river pot");
  await page.getByRole("button", { name: /send|submit/i }).click();
  assert.deepEqual((await within(sampled, 5_000, "sampling")).content, { type: "text", text: "The river pot" });

  const look = await page.locator(".webmcp-trigger").evaluate((trigger) => getComputedStyle(trigger).backgroundColor);
  assert.notEqual(look, "rgba(0, 0, 0, 0)", "the widget is styled");
  await page.locator(".webmcp-disconnect-btn").click();
  await page.waitForFunction(() => window.webMCP.isConnected === false);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test("a policy that forbids the wasm makes init() reject with the cause", async (t) => {
  const { page } = await world.open(t, { client: "none", path: "/pages/blank.html?csp=no-wasm" });
  const said = await page.evaluate(async (at) => {
    const { default: init } = await import(at);
    return init().then(
      () => "loaded",
      (error) => `${error.message} | ${error.cause instanceof Error}`,
    );
  }, "/pkg/webmcp_wasm.js");
  assert.match(said, /wasm.*\| true$/is);
});

test("a policy that forbids the relay's address is named when connecting", async (t) => {
  const { page } = await world.open(t, { path: "/pages/blank.html?csp=no-connect", options: { log: "silent" }, expectErrors: true });
  const said = await page.evaluate(
    (token) =>
      mcp.connect(token).then(
        () => "connected",
        (error) => error.message,
      ),
    await world.relay.token(),
  );
  assert.match(said, /Content-Security-Policy.*connect-src/s);
});
