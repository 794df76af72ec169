// A wu relay, its agent and a page, ended with the test that asked for them.
import { Agent, WU } from "./agent.mjs";
import { FakePage } from "./fake-page.mjs";

/** @param {import("node:test").TestContext} t @param {string[]} [args] @param {Parameters<typeof Agent.start>[2]} [options] */
export async function wuRelay(t, args = [], options) {
  const agent = await Agent.start(WU, ["-p", "0", ...args], options);
  t.after(() => agent.close());
  return agent;
}

/** @param {import("node:test").TestContext} t @param {Agent} agent */
export async function pageOf(t, agent) {
  const page = await FakePage.open(`ws://localhost:${agent.port}`);
  t.after(() => page.close());
  return page;
}

/** A page that answers every command. @param {FakePage} page @param {Record<string, unknown>} answer */
export function answering(page, answer) {
  page.answer = ({ id, command }) => (command ? { id, ...answer } : undefined);
}
