// What went wrong is explained where it shows, with what to do about it: by the real browser wherever it can be brought to it.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { launchChromium } from "../tools/browser.mjs";
import { freePort } from "../tools/env.mjs";
import { createWorld, load } from "./helpers.mjs";

const world = createWorld();

const token = (/** @type {string} */ server) => btoa(JSON.stringify({ server, token: "0f".repeat(16) }));

/** Pastes a token and connects. @param {import("playwright-core").Page} page @param {string} text */
async function paste(page, text) {
  const trigger = page.locator(".webmcp-trigger");
  if ((await trigger.getAttribute("aria-expanded")) === "false") await trigger.click();
  await page.locator(".webmcp-token-input").fill(text);
  await page.locator(".webmcp-connect-btn").click();
}

/** What the panel says about it. @param {import("playwright-core").Page} page */
async function told(page) {
  await page.locator(".problem").waitFor();
  const text = (/** @type {string} */ selector) => page.locator(`.problem ${selector}`).textContent();
  const said = { why: await text(".why"), fix: await text(".fix"), command: await text("code"), detail: await text(".detail") };
  // The same for those who cannot see it, and at a glance.
  assert.ok((await page.locator(".live").textContent())?.includes(said.why ?? "?"), "the live region says why");
  assert.match((await page.locator(".webmcp-trigger").getAttribute("aria-label")) ?? "", /Needs your attention/);
  return said;
}

test("a relay that is not running: the command that starts it, which can be copied", async (t) => {
  const { page } = await world.open(t, { options: { log: "silent" }, context: { permissions: ["clipboard-read", "clipboard-write"] } });
  const port = await freePort();
  await paste(page, token(`ws://localhost:${port}`));
  const { why, fix, command, detail } = await told(page);
  assert.match(why ?? "", /relay does not answer/);
  assert.match(fix ?? "", /Start it/);
  assert.equal(command, "npx -y @jason.today/webmcp --mcp");
  assert.equal(detail, `ws://localhost:${port}`);
  await page.locator(".problem .copy").click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);
});

test("a token that is wrong or was used; a new one then works", async (t) => {
  const { page } = await world.open(t, { options: { log: "silent" } });
  await paste(page, token(`ws://localhost:${world.relay.port}`));
  const { why, fix } = await told(page);
  assert.match(why ?? "", /refused the token/);
  assert.match(fix ?? "", /wrong, was used before, or was replaced/);
  assert.equal(await page.locator(".webmcp-token-input").getAttribute("aria-invalid"), "true");
  await paste(page, "a token, please");
  await page.locator(".problem", { hasText: "not a whole pairing token" }).waitFor();
  await paste(page, await world.relay.token());
  await page.locator(".webmcp-status", { hasText: "Connected" }).waitFor();
  assert.equal(await page.locator(".problem").isVisible(), false);
});

test("a policy of the page that forbids the relay: what the site must add", async (t) => {
  const { page } = await world.open(t, { client: "none", path: "/pages/blank.html?csp=no-connect" });
  await load(page, "module");
  await page.evaluate(() => {
    window.mcp = new WebMCP({ log: "silent" });
  });
  await paste(page, await world.relay.token());
  const { why, command } = await told(page);
  assert.match(why ?? "", /security policy blocks the relay/);
  assert.equal(command, "connect-src ws://localhost:*");
});

test("Safari refuses a relay on this computer to an https page: which browsers do not", async (t) => {
  const { page } = await world.open(t, {
    options: { log: "silent" },
    init: () => {
      // What Safari does, in the words of the standard: the constructor throws.
      window.WebSocket = /** @type {any} */ (
        class {
          constructor() {
            throw new DOMException("The operation is insecure.", "SecurityError");
          }
        }
      );
    },
  });
  await paste(page, token("ws://localhost:4797"));
  const { why, fix } = await told(page);
  assert.match(why ?? "", /Safari does not let https pages/);
  assert.match(fix ?? "", /Chrome, Edge or Firefox/);
});

test("local network access refused in Chrome: says so and how to allow it, in panel, promise and event; allowed, it connects", async (t) => {
  // A site of the public internet, as far as the browser can tell; the relay is on this machine. The browser's own checks are at work.
  const { site } = await world.open(t, { create: false });
  const host = `shop.example:${site.port}`;
  const browser = await launchChromium({
    args: [
      "--enable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets",
      "--host-resolver-rules=MAP shop.example localhost",
      `--ip-address-space-overrides=127.0.0.1:${site.port}=public,[::1]:${site.port}=public`,
      `--unsafely-treat-insecure-origin-as-secure=http://${host}`,
    ],
  });
  t.after(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://${host}/pages/blank.html`);
  const { targetInfo } = await (await context.newCDPSession(page)).send("Target.getTargetInfo");
  const cdp = await browser.newBrowserCDPSession();
  const permit = (/** @type {"denied" | "granted"} */ setting) =>
    cdp.send("Browser.setPermission", {
      permission: { name: "loopback-network" },
      setting,
      origin: `http://${host}`,
      browserContextId: targetInfo.browserContextId,
    });
  await permit("denied");
  await load(page, "module");
  await page.evaluate(() => {
    window.mcp = new WebMCP({ log: "silent" });
    window.codes = [];
    mcp.addEventListener("statuschange", (/** @type {any} */ event) => window.codes.push(event.detail.code));
  });
  await paste(page, await world.relay.token());
  const { why, fix } = await told(page);
  assert.match(why ?? "", /may not reach your local network/);
  assert.match(fix ?? "", /site settings beside the address, allow local network access/);
  assert.ok((await page.evaluate(() => window.codes)).includes("local-network-denied"));
  const thrown = await page.evaluate(
    (token) => mcp.connect(token).catch((/** @type {any} */ error) => ({ name: error.name, code: error.code, message: error.message })),
    await world.relay.token(),
  );
  assert.deepEqual([thrown.name, thrown.code], ["NotAllowedError", "local-network-denied"]);
  assert.match(thrown.message, /allow local network access/);

  await permit("granted");
  await paste(page, await world.relay.token());
  await page.locator(".webmcp-status", { hasText: "Connected" }).waitFor();
});

test("the older name of that permission is asked for where the browser does not know the new ones; without any, the relay is what is missing", async (t) => {
  const port = await freePort();
  for (const [known, expected] of /** @type {const} */ ([
    [["local-network-access"], /local network/],
    [[], /does not answer/],
  ])) {
    const { page } = await world.open(t, { options: { log: "silent" } });
    await page.evaluate(
      (known) => {
        // Pages of this machine need no permission.
        Object.defineProperty(document, "URL", { value: "https://shop.example/" });
        navigator.permissions.query = async (/** @type {any} */ { name }) => {
          if (!known.includes(name)) throw new TypeError(`${name} is no permission`);
          return /** @type {any} */ ({ state: "denied" });
        };
      },
      /** @type {string[]} */ ([...known]),
    );
    await paste(page, token(`ws://localhost:${port}`));
    assert.match((await told(page)).why ?? "", expected);
  }
});

test("a connection that is being tried can be cancelled", async (t) => {
  // It listens and never answers.
  const silent = createServer(() => {});
  await new Promise((done) => silent.listen(0, "localhost", () => done(undefined)));
  t.after(() => silent.close());
  const { page } = await world.open(t, { options: { log: "silent" } });
  await paste(page, token(`ws://localhost:${/** @type {any} */ (silent.address()).port}`));
  await page.locator(".webmcp-status", { hasText: "Pairing" }).waitFor();
  await page.locator(".webmcp-disconnect-btn", { hasText: "Cancel" }).click();
  await page.locator(".webmcp-status", { hasText: "Not connected" }).waitFor();
  assert.equal(await page.locator(".problem").isVisible(), false, "who cancels needs no explanation");
});
