// wu's relay for `npm start -- --relay wu`: launched over stdio by an MCP client, as wu's users do, with a token of its own.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Agent, until, WU } from "../relays/lib/agent.mjs";
import { root } from "./env.mjs";
import { present } from "./present.mjs";

export const path = "/www/wu.html";

export class WuRelay {
  /** @param {Agent} agent @param {string} secret */
  constructor(agent, secret) {
    this.agent = agent;
    this.secret = secret;
  }

  /** @param {{port?: number}} options */
  static async start({ port = 0 }) {
    const secret = randomBytes(12).toString("hex");
    const shots = join(root, ".artifacts", "shots");
    const agent = await Agent.start(WU, ["-p", String(port), "--token", secret, "--shots", shots]);
    return new WuRelay(agent, secret);
  }

  get client() {
    return this.agent.client;
  }

  get port() {
    return this.agent.port;
  }

  get url() {
    return `ws://localhost:${this.port}`;
  }

  async token() {
    return this.secret;
  }

  tools() {
    return this.agent.names();
  }

  /** @param {string} name @param {Record<string, unknown> | undefined} args @param {number} [timeout] ms */
  async call(name, args, timeout) {
    const result = await this.agent.call(name, args, timeout);
    const text = result.content.map((/** @type {{text?: string}} */ block) => block.text ?? "").join("\n");
    return { result, text, isError: result.isError === true };
  }

  stop() {
    return this.agent.close();
  }
}

/** What an agent does on the bench; `refused`: it must be, until the page allows it. @type {[string, Record<string, unknown>?, {refused?: RegExp, allow?: string}?][]} */
const stops = [
  ["wu_status"],
  ["wu_list_actions"],
  ["wu_get_state", { path: "tea" }],
  ["wu_set_state", { path: "tea", value: "gyokuro" }, { refused: /writeStore/ }],
  ["wu_set_state", { path: "tea", value: "gyokuro" }, { allow: "writeStore" }],
  ["wu_execute_action", { action: "brew" }],
  ["wu_snapshot"],
  ["wu_click", { selector: "#start" }, { refused: /modifyDOM/ }],
  ["wu_type", { selector: "#grams", text: "6", clear: true }, { allow: "modifyDOM" }],
  ["wu_click", { text: "Brew it" }],
  ["wu_screenshot", { selector: "#bench" }],
  ["wu_navigate", { route: "#/notes" }],
  ["wu_type", { selector: "#note", text: "Sweet, a little of the sea." }],
  ["wu_list_events", { limit: 3 }],
  ["wu_console"],
  ["wu_network"],
];

/**
 * @param {{relay: WuRelay, origin: string}} all
 * @returns {Promise<number>} how many things went wrong
 */
export function play({ relay, origin }) {
  return present(async ({ page, report, show }) => {
    await page.goto(`${origin}${path}#${new URLSearchParams({ server: relay.url, token: relay.secret })}`);
    await page.locator("#connect .primary").click();
    await page.locator("#state", { hasText: /^Connected to/ }).waitFor();
    report(true, "connected with the relay's token");
    await until(async () => JSON.parse((await relay.call("wu_conexion", undefined)).text).connected, "the relay has the page");

    for (const [tool, args, { refused, allow } = {}] of stops) {
      if (allow) {
        await page.locator(`[data-flag="${allow}"]`).check();
        report(true, `the person allows ${allow}`);
      }
      const { text, isError } = await relay.call(tool, args);
      const fine = refused ? isError && refused.test(text) : !isError;
      show(`${tool} ${args ? JSON.stringify(args) : ""}${refused ? " is refused" : ""}`, text, fine);
    }
    const brewed = await page.locator("#brewed").textContent();
    const note = await page.locator("#note").inputValue();
    const seen = brewed === "6 g of gyokuro: ready." && /of the sea/.test(note) && (await page.locator("#note").isVisible());
    report(seen, seen ? "the page shows what the agent did" : `the page shows something else: ${brewed} / ${note}`);
  });
}
