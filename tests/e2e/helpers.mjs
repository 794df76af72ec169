// One world per test file: a relay under an MCP client, a browser, and pages that each have a site (so a channel) of their own.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { launchChromium } from "../tools/browser.mjs";
import { Relay } from "../tools/relay.mjs";
import { serve } from "../tools/serve.mjs";

/** Which client the pages load; `WEBMCP_CLIENT=upstream` shows what the harness says about upstream's. */
const standardClient = /** @type {Client} */ (process.env.WEBMCP_CLIENT ?? "module");

/** @typedef {"module" | "dropin" | "inline" | "upstream" | "none"} Client */

/**
 * @param {{relay?: ConstructorParameters<typeof Relay>[0] | false, browser?: Parameters<typeof launchChromium>[0] | false}} [options]
 */
export function createWorld(options = {}) {
  const world = new World();
  before(async () => {
    // One after the other: under load a browser's start makes the relay's own start racy.
    if (options.relay !== false) world.relay = await Relay.start({ ahead: !options.relay?.script, ...options.relay });
    if (options.browser !== false) world.browser = await launchChromium(options.browser);
  });
  after(async () => {
    await world.browser?.close();
    await world.relay?.stop();
  });
  return world;
}

class World {
  /** @type {Relay} */
  relay;
  /** @type {import("playwright-core").Browser} */
  browser;

  /**
   * Opens a page with a client on `window.mcp`. Whatever the page throws fails the test, unless `expectErrors`.
   * @param {import("node:test").TestContext} t
   * @param {{client?: Client, options?: Record<string, unknown>, create?: boolean, path?: string, html?: string, expectErrors?: boolean,
   *   handle?: import("../tools/serve.mjs").Handler, context?: import("playwright-core").BrowserContextOptions,
   *   init?: () => void, browser?: import("playwright-core").Browser, host?: string}} [how] `browser`: another than the world's; `host`:
   *   another name for this machine, where the browser knows it
   */
  async open(t, how = {}) {
    const {
      client = standardClient,
      options = {},
      create = true,
      html,
      path = html === undefined ? "/pages/blank.html" : "/test.html",
    } = how;
    const site = await serve({
      handle(request, response, url) {
        if (how.handle?.(request, response, url)) return true;
        if (html === undefined || url.pathname !== "/test.html") return false;
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
        return true;
      },
    });
    const context = await (how.browser ?? this.browser).newContext(how.context);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
    t.after(async () => {
      await context.close();
      await site.close();
      if (!how.expectErrors) assert.deepEqual(errors, [], "the page threw nothing");
    });
    if (how.init) await page.addInitScript(how.init);
    const origin = how.host ? `http://${how.host}:${site.port}` : site.origin;
    await page.goto(origin + path);
    await load(page, client);
    if (create && client !== "none") {
      await page.evaluate((options) => {
        window.mcp = new WebMCP(options);
      }, options);
    }
    const { relay } = this;
    const channel = how.host ? `${how.host}:${site.port}`.replace(/[.:]/g, "_") : site.channel;
    return {
      page,
      site,
      channel,
      errors,
      /** Pairs through the API. @param {(token: string) => string} [change] what becomes of the token first */
      pair: async (change = (token) => token) => {
        const token = change(await relay.token());
        await page.evaluate((token) => mcp.connect(token), token);
        await page.waitForFunction(() => mcp.isConnected === true);
      },
      /** Calls one of this page's tools as an agent. @param {string} name @param {Record<string, unknown>} [args] @param {number} [timeout] */
      call: (name, args, timeout) => relay.call(`${channel}-${name}`, args, timeout),
      /** Resolves once the agent sees these tools of the page, among others or alone. @param {string[]} names */
      listed: (...names) => eventually(async () => assert.deepEqual((await relay.tools(channel)).sort(), [...names].sort())),
    };
  }
}

/** Puts the class on `window.WebMCP`. @param {import("playwright-core").Page} page @param {Client} client */
export async function load(page, client) {
  if (client === "none") return;
  if (client === "module" || client === "inline") {
    await page.evaluate(
      async (file) => {
        const { default: init, WebMCP } = await import(file);
        await init();
        window.WebMCP = WebMCP;
      },
      `/pkg/${client === "module" ? "webmcp_wasm" : "inline"}.js`,
    );
  } else {
    await page.addScriptTag({ url: client === "dropin" ? "/pkg/webmcp.js" : "/upstream/webmcp.js" });
  }
}

/**
 * Tries until it no longer throws; then resolves to what it returned.
 * @template T @param {() => Promise<T> | T} attempt @param {number} [limit] ms @returns {Promise<T>}
 */
export async function eventually(attempt, limit = 5_000) {
  const deadline = Date.now() + limit;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(40);
    }
  }
}

/** Fails when the promise takes longer. @template T @param {Promise<T>} promise @param {number} limit ms @param {string} what @returns {Promise<T>} */
export async function within(promise, limit, what) {
  const controller = new AbortController();
  const late = sleep(limit, undefined, { signal: controller.signal }).then(() => {
    throw new Error(`${what}: no answer within ${limit} ms`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    controller.abort();
    late.catch(() => {});
  }
}

/** @param {number[]} numbers */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
