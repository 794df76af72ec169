// A fork relay, its agent and paired pages, ended with the test that asked for them.
import { Agent, FORK } from "./agent.mjs";
import { FakePage } from "./fake-page.mjs";

export const HOST = "localhost_8080";

/** @typedef {import("node:test").TestContext} TestContext */

/** @param {TestContext} t @param {string[]} [args] @param {Parameters<typeof Agent.start>[2]} [options] */
export async function forkRelay(t, args = [], options) {
  const agent = await Agent.start(FORK, ["--mcp", "-p", "0", ...args], options);
  t.after(() => agent.close());
  return agent;
}

/** A page that is paired and welcomed. @param {TestContext} t @param {Agent} agent */
export async function pageOf(t, agent, host = HOST) {
  const session = await FakePage.pair(await agent.pairingToken(), host);
  const page = await FakePage.open(session.url);
  t.after(() => page.close());
  await page.next("welcome");
  return { page, ...session };
}

/** @param {FakePage} page @param {string} name */
export async function register(page, name, extra = {}) {
  page.send({ type: "registerTool", name, inputSchema: { type: "object" }, ...extra });
  await page.next((frame) => frame.type === "toolRegistered" && frame.name === name);
}

/** @param {string} id @param {string} text */
export const answerText = (id, text) => ({ id, type: "toolResponse", result: { content: [{ type: "text", text }] } });
