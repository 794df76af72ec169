// A page, a wu relay and its agent.
import { wuRelay } from "../relays/lib/wu-session.mjs";
import { fakeWu } from "./fake-wu.js";

export const HTML = `<!doctype html><meta charset="utf-8"><title>A wu page</title>
<main id="main"><h1>Shop</h1><label>Name <input id="name"></label><button id="buy" onclick="this.textContent='Bought'">Buy</button><div id="slot"></div></main>`;

/** The page's own tools. */
export const offerTools = (/** @type {import("playwright-core").Page} */ page) =>
  page.evaluate(async () => {
    await mcp.registerTool({
      name: "add",
      description: "Add two numbers",
      inputSchema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
      execute: ({ a, b }) => ({ sum: a + b }),
    });
    await mcp.registerTool("fail", "Always fails", {}, () => {
      throw new Error("no luck");
    });
  });

/**
 * @param {import("node:test").TestContext} t @param {{open: Function}} world
 * @param {{wu?: boolean, relay?: string[], options?: Record<string, unknown>, connect?: Record<string, unknown> | false,
 *   how?: Record<string, unknown>}} [wanted] `connect`: the options of connect(), or `false` to leave that to the test
 */
export async function wuPage(t, world, { wu = true, relay = [], options = {}, connect = {}, how = {} } = {}) {
  const agent = await wuRelay(t, relay);
  const opened = await world.open(t, { html: HTML, ...(wu && { init: fakeWu }), options: { log: "error", ...options }, ...how });
  const { page } = opened;
  await offerTools(page);
  const url = `ws://localhost:${agent.port}`;
  if (connect) await page.evaluate(([url, options]) => mcp.connect(url, options), /** @type {const} */ ([url, connect]));
  /** What the agent gets: the page's answer, or the text of the refusal. @param {string} command @param {Record<string, unknown>} [params] */
  const ask = async (command, params) => {
    const { text, isError } = await agent.say(`wu_${command}`, params);
    if (isError && !text.startsWith("{")) return { error: text };
    return JSON.parse(text);
  };
  return { ...opened, agent, url, ask };
}
