// Pages that start their own client when they are loaded, as a site's do: they can be reloaded, left and come back to.
import { eventually } from "./helpers.mjs";

/** @typedef {{call: (name: string, args?: Record<string, unknown>) => Promise<{text: string, isError: boolean}>}} Opened */

/**
 * The page's html. It counts its loads and its tools' runs in `localStorage`, and notes when it connected, in ms since the load began.
 * @param {Record<string, unknown>} options of `new WebMCP()`
 */
export const living = (options = {}) => `<!doctype html><meta charset="utf-8"><title>A living page</title><link rel="icon" href="data:,">
<p><a id="on" href="/test.html?next">On</a>
<script type="module">
import init, { WebMCP } from "/pkg/webmcp_wasm.js";
const count = (name) => { localStorage[name] = Number(localStorage[name] ?? 0) + 1; return localStorage[name]; };
window.load = count("loads");
window.states = [];
await init();
window.mcp = new WebMCP(${JSON.stringify({ log: "silent", ...options })});
mcp.addEventListener("statuschange", ({ detail }) => {
  states.push([detail.status, detail.code]);
  if (detail.status === "connected") window.connectedAt ??= performance.now();
});
mcp.registerTool("load", "Which load of the page this is", {}, () => load);
mcp.registerTool("echo", "Says the same", { n: {} }, ({ n }) => { count("echo"); return String(n); });
mcp.registerTool("slow", "Says the same, later", { n: {}, ms: { type: "number" } }, async ({ n, ms = 300 }) => {
  count("slow" + n);
  window.slow = n;
  window.busy = (window.busy ?? 0) + 1;
  await new Promise((done) => setTimeout(done, ms));
  window.busy -= 1;
  return String(n);
});
</script>`;

export const tools = ["echo", "load", "slow"];

/** @param {ReturnType<typeof import("./helpers.mjs").createWorld>} world @param {import("node:test").TestContext} t @param {Record<string, unknown>} [options] */
export async function openLiving(world, t, options = {}) {
  const opened = await world.open(t, { client: "none", html: living(options) });
  await ready(opened.page);
  return {
    ...opened,
    /** Loaded again, and connected again by itself. */
    back: async () => {
      await ready(opened.page);
      await opened.page.waitForFunction(() => mcp.isConnected);
    },
  };
}

/** @param {import("playwright-core").Page} page */
export const ready = (page) => page.waitForFunction(() => window.mcp !== undefined);

/** The page's own words about its status. @param {import("playwright-core").Page} page */
export const connected = (page) => page.waitForFunction(() => mcp.isConnected, undefined, { timeout: 45_000 });

/** A value that the page keeps across loads. @param {import("playwright-core").Page} page @param {string} name */
export const counted = (page, name) => page.evaluate((name) => Number(localStorage[name] ?? 0), name);

/** An agent's call that is tried until the page is there. @param {Opened} opened @param {string} name @param {Record<string, unknown>} args */
export const callAgain = (opened, name, args = {}) =>
  eventually(async () => {
    const said = await opened.call(name, args);
    if (said.isError) throw new Error(said.text);
    return said.text;
  }, 10_000);
