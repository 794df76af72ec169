// The stock relay, launched the way users do: an MCP client starts `--mcp -p PORT` over stdio, which forks the relay as a daemon.
// Each one has a HOME of its own, so nothing of the person's own relay is touched, and is stopped by its pid however the run ends.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CreateMessageRequestSchema, CreateMessageResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { freePort, root } from "./env.mjs";

export const stockRelay = join(root, "node_modules", "@jason.today", "webmcp", "build", "index.js");

/** @param {string | undefined} version */
const major = (version) => Number((version ?? "0").replace(/^v/, "").split(".")[0]);

/**
 * A Node.js of at least version 22 for the relay: the running one, or the binary that npm installed for this platform.
 * @returns {string | undefined}
 */
export function modernNode() {
  if (major(process.version) >= 22) return process.execPath;
  const file = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  return existsSync(file) ? file : undefined;
}

/** A Node.js 20: the running one, else npm's binary, fetched when first asked for. @returns {string} */
export function oldNode() {
  if (major(process.version) === 20) return process.execPath;
  const prefix = join(root, "node_modules", ".cache", "webmcp-wasm", "node20");
  const name = `node-${process.platform}-${process.arch}`;
  const file = join(prefix, "node_modules", name, "bin", "node");
  if (!existsSync(file)) execFileSync("npm", ["install", "--no-save", "--prefix", prefix, `${name}@20`], { stdio: "ignore" });
  return file;
}

export const noModernNode = `The stock relay needs Node.js 22 or newer. This is ${process.version}, and there is no Node.js 22 package for ${process.platform}-${process.arch} on npm: install a newer Node.js and run this again.`;

/** @type {Set<Relay>} */
const running = new Set();
process.on("exit", () => {
  for (const relay of running) relay.killNow();
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.once(signal, () => process.exit(130));

/** @param {number} port */
const listens = (port) =>
  new Promise((done) => {
    const socket = connectTcp({ port, host: "localhost" }, () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });

/** @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // One that has ended and that nobody has asked about yet (Linux).
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
}

/** @param {number | undefined} pid */
function end(pid) {
  try {
    if (pid) process.kill(pid, "SIGKILL");
  } catch {
    // ended by itself
  }
}

export class Relay {
  /**
   * @param {{node?: string, port?: number, home?: string, script?: string, args?: string[], env?: Record<string, string>, ahead?: boolean}}
   *   [options] `ahead`: the daemon is there before the MCP client, which then has no race with it to lose
   */
  constructor(options = {}) {
    this.options = options;
    this.port = options.port ?? 0;
    this.home = options.home ?? mkdtempSync(join(tmpdir(), "webmcp-relay-"));
    /** @type {Client | undefined} */
    this.mcp = undefined;
    /** The process behind it. */
    this.mcpPid = 0;
    /** What the relay's MCP process wrote to stderr. */
    this.log = "";
    /** Notifications of the MCP server, oldest first. @type {string[]} */
    this.notifications = [];
  }

  /** @param {ConstructorParameters<typeof Relay>[0]} [options] */
  static async start(options) {
    const relay = new Relay(options);
    await relay.start();
    return relay;
  }

  /** The MCP client; throws when it is not running. */
  get client() {
    if (!this.mcp) throw new Error("the relay is not running");
    return this.mcp;
  }

  /** Starts the MCP client, and with it the daemon unless one runs already in this HOME. */
  async start() {
    const node = this.options.node ?? modernNode();
    if (!node) throw new Error(noModernNode);
    this.port ||= await freePort();
    running.add(this);
    // On a busy machine the MCP process can be faster than its daemon; it then retries without its token, for ever. A second
    // MCP client finds the daemon up, as a person's second try does.
    if (this.options.ahead) await this.daemon(node);
    for (let left = 4; ; left -= 1) {
      await this.launch(node);
      if (await this.joined()) return;
      await this.closeClient();
      if (left === 1) {
        await this.stop();
        throw new Error(`the MCP process did not reach the relay on port ${this.port}\n${this.log}`);
      }
    }
  }

  /** Has the relay put itself into the background, and waits for it; what goes wrong here shows when the client starts. @param {string} node */
  async daemon(node) {
    spawn(node, [this.options.script ?? stockRelay, "-p", String(this.port)], { env: this.env, stdio: "ignore" }).on("error", () => {});
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline && !(await listens(this.port))) await sleep(30);
  }

  get env() {
    return { HOME: this.home, PATH: process.env.PATH ?? "", ...this.options.env };
  }

  /** @param {string} node */
  async launch(node) {
    const transport = new StdioClientTransport({
      command: node,
      args: [this.options.script ?? stockRelay, "--mcp", "-p", String(this.port), ...(this.options.args ?? [])],
      env: this.env,
      stderr: "pipe",
    });
    this.log = "";
    transport.stderr?.on("data", (chunk) => {
      this.log += chunk;
    });
    const client = new Client({ name: "webmcp-wasm-tests", version: "1.0.0" }, { capabilities: {} });
    client.fallbackNotificationHandler = async ({ method }) => {
      this.notifications.push(method);
    };
    await client.connect(transport);
    this.mcp = client;
    this.mcpPid = transport.pid ?? 0;
  }

  /** Waits until the daemon listens and the MCP process has joined it; false when it will not. */
  async joined() {
    const deadline = Date.now() + 20_000;
    while (!(await listens(this.port))) {
      if (Date.now() > deadline) return false;
      await sleep(50);
    }
    // Once the MCP process has its socket, unknown tools are answered by the relay, not by "Not connected".
    while (Date.now() < deadline && !this.log.includes("response: 401")) {
      const { text } = await this.call("webmcp-probe", {});
      if (!text.includes("Not connected")) return true;
      await sleep(100);
    }
    return false;
  }

  get pid() {
    const file = join(this.home, ".webmcp", ".webmcp-server.pid");
    const pid = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : 0;
    return pid > 0 ? pid : undefined;
  }

  /** A fresh pairing token, asked for as an agent does. @returns {Promise<string>} */
  async token() {
    const { text } = await this.call("_webmcp_get-token", {});
    const token = text.trim().split(/\s+/).at(-1);
    if (!token) throw new Error(`no token in ${JSON.stringify(text)}`);
    return token;
  }

  /**
   * Calls a tool. `text` is all text blocks joined, for short assertions.
   * @param {string} name @param {Record<string, unknown> | undefined} args @param {number} [timeout] ms
   */
  async call(name, args, timeout = 20_000) {
    const result = /** @type {any} */ (
      await this.client.callTool({ name, arguments: args }, undefined, { timeout }).catch((error) => {
        // What the relay answers as a JSON-RPC error reaches the SDK's caller as a rejection.
        if (/timed out/i.test(error.message)) throw error;
        return { content: [{ type: "text", text: error.message }], isError: true, rejected: true };
      })
    );
    const text = (result.content ?? [])
      .filter((/** @type {any} */ block) => block.type === "text")
      .map((/** @type {any} */ block) => block.text)
      .join("\n");
    return { result, text, isError: result.isError === true };
  }

  /** The names of a channel's tools without the prefix. @param {string} [channel] @returns {Promise<string[]>} */
  async tools(channel) {
    const { tools } = await this.client.listTools();
    const names = tools.map((tool) => tool.name);
    return channel ? names.filter((name) => name.startsWith(`${channel}-`)).map((name) => name.slice(channel.length + 1)) : names;
  }

  /** Asks the page's person, as an agent's server-side sampling does. @param {Record<string, unknown>} params */
  sample(params) {
    return this.client.request(
      { method: CreateMessageRequestSchema.shape.method.value, params: /** @type {any} */ (params) },
      CreateMessageResultSchema,
      { timeout: 20_000 },
    );
  }

  /** Ends the daemon as a crash does; its state on disk stays. */
  async kill() {
    const { pid } = this;
    end(pid);
    while (pid && alive(pid)) await sleep(20);
  }

  /** Kills daemon and MCP client and starts both again on the same port and HOME. @param {number} [pause] ms in between */
  async restart(pause = 0) {
    await this.kill();
    await this.closeClient();
    await sleep(pause);
    await this.start();
  }

  /** Closes the MCP client. Its process retries for ever without a relay and ends late on its own, so it is told to. */
  async closeClient() {
    const { mcp, mcpPid } = this;
    this.mcp = undefined;
    end(mcpPid);
    await mcp?.close().catch(() => {});
  }

  killNow() {
    end(this.pid);
    end(this.mcpPid);
    if (!this.options.home) rmSync(this.home, { recursive: true, force: true });
  }

  async stop() {
    // First: the client waits for all who write to its pipe, the daemon among them.
    await this.kill();
    await this.closeClient();
    running.delete(this);
    if (!this.options.home) rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
