// An agent for tests: the official MCP client with a relay of its own as its stdio server, in a HOME of its own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

export const FORK = fileURLToPath(new URL("../fork.mjs", import.meta.url));
export const WU = fileURLToPath(new URL("../wu.mjs", import.meta.url));

/** A directory for one test, and what removes it. */
export async function scratch() {
  const path = await mkdtemp(join(tmpdir(), "relay-"));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export class Agent {
  /** list_changed notifications so far, by kind */
  changes = { tools: 0, prompts: 0, resources: 0 };
  /** What the relay wrote to stderr. */
  log = "";
  port = 0;
  client = new Client({ name: "test-agent", version: "1.0.0" });
  /** @type {StdioClientTransport} */
  #transport;
  #clean;

  /** @param {StdioClientTransport} transport @param {() => Promise<void>} clean */
  constructor(transport, clean) {
    this.#transport = transport;
    this.#clean = clean;
    for (const [kind, schema] of /** @type {const} */ ([
      ["tools", ToolListChangedNotificationSchema],
      ["prompts", PromptListChangedNotificationSchema],
      ["resources", ResourceListChangedNotificationSchema],
    ])) {
      this.client.setNotificationHandler(schema, () => {
        this.changes[kind] += 1;
      });
    }
  }

  /**
   * @param {string} script @param {string[]} args
   * @param {{home?: string, env?: Record<string, string>, node?: string, port?: number}} [options] `port` where the relay does not print one
   */
  static async start(script, args, { home, env = {}, node = process.execPath, port } = {}) {
    const own = home ? undefined : await scratch();
    const HOME = home ?? /** @type {{path: string}} */ (own).path;
    const transport = new StdioClientTransport({
      command: node,
      args: [script, ...args],
      env: { PATH: process.env.PATH ?? "", HOME, ...env },
      stderr: "pipe",
    });
    const agent = new Agent(transport, async () => own?.remove());
    transport.stderr?.on("data", (chunk) => {
      agent.log += chunk;
    });
    try {
      await agent.client.connect(transport);
    } catch (error) {
      await own?.remove();
      throw new Error(`${script} did not start: ${agent.log || error}`);
    }
    // stderr is another pipe than the one that says the relay is ready.
    const printed = () => Number(/running at \w+:\/\/localhost:(\d+)/.exec(agent.log)?.[1]);
    if (!port) await until(() => printed() > 0, "the relay prints its port");
    agent.port = port ?? printed();
    return agent;
  }

  get pid() {
    return /** @type {number} */ (this.#transport.pid);
  }

  async tools() {
    return (await this.client.listTools()).tools;
  }

  async names() {
    return (await this.tools()).map(({ name }) => name);
  }

  /** @param {string} name @param {Record<string, unknown>} [args] @param {number} [timeout] ms @returns {Promise<any>} */
  call(name, args, timeout = 10_000) {
    return this.client.callTool({ name, ...(args && { arguments: args }) }, undefined, { timeout });
  }

  /** The text of a call's first block, and whether it was an error. @param {string} name @param {Record<string, unknown>} [args] */
  async say(name, args) {
    const { content, isError } = await this.call(name, args);
    return { text: content[0]?.text, isError: isError === true };
  }

  /** The pairing token, as the user pastes it. */
  async pairingToken() {
    const { text } = await this.say("_webmcp_get-token");
    return text.split("\n")[1];
  }

  async close() {
    await this.client.close();
    await this.#clean();
  }
}

/** Waits until something holds, or fails saying what did not. @param {() => unknown} holds @param {string} what @param {number} [ms] */
export async function until(holds, what, ms = 5000) {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited ${ms} ms for: ${what}`);
    await sleep(10);
  }
}

/** @param {number} ms */
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
