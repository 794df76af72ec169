// The relay between pages and an agent: part 2 of the protocol, as the published relay does it, in one process.
// The agent's side asks through `ask`; pages speak through their sockets. Both end in `#handle`.
import { listen } from "../lib/listen.mjs";
import { Pending } from "../lib/pending.mjs";
import { Complaint, Items } from "./items.mjs";
import { pair } from "./pairing.mjs";

/**
 * @typedef {import("ws").WebSocket} Socket
 * @typedef {Record<string, any>} Frame
 * @typedef {import("./items.mjs").Kind} Kind
 * @typedef {{channel: string, send: (frame: Frame) => void}} Asker a page, or the agent on channel /mcp
 * @typedef {Asker & {socket: Socket, since: string, info: Frame}} Page
 * @typedef {{call: number, sampling: number, grace: number}} Times in ms
 * @typedef {(page: Page, frame: Frame) => boolean} Dialect messages beyond part 2; true when it was one
 */

const MCP = "/mcp";

export class Hub {
  items = new Items();
  /** @type {Pending<Frame>} */
  pending = new Pending();
  port = 0;
  /** @type {(kind: Kind) => void} */
  onChange = () => {};
  /** @type {(page: Page, text: string) => void} */
  onText = () => {};
  /** @type {Dialect} */
  dialect = () => false;
  /** In the order of their creation, with their pages in the order of arrival. @type {Map<string, {pages: Set<Page>, timer?: NodeJS.Timeout}>} */
  #channels = new Map();
  #tokens;
  #times;

  /** @param {import("./tokens.mjs").Tokens} tokens @param {Times} times */
  constructor(tokens, times) {
    this.#tokens = tokens;
    this.#times = times;
  }

  /** @param {number} port */
  async open(port) {
    await this.#tokens.load();
    const server = await listen({
      port,
      greeting: "MCP WebSocket server is running",
      admit: (url) => this.#admit(url),
      onSocket: (socket, url) =>
        url.pathname === "/register" ? pair(socket, this.#tokens, this.port) : this.#welcome(socket, url.pathname),
    });
    this.port = server.port;
    return server.close;
  }

  /** Every connected page, the longest connected first. @returns {Page[]} */
  pages() {
    const all = [...this.#channels.values()].flatMap(({ pages }) => [...pages]);
    return all.filter(isOpen).sort((a, b) => (a.since < b.since ? -1 : 1));
  }

  /** The page that calls of a channel go to: its first open socket. @param {string} channel @returns {Page | undefined} */
  firstPage(channel) {
    return [...(this.#channels.get(channel)?.pages ?? [])].find(isOpen);
  }

  /** What an agent asks, with its answer; an answer with an error is a rejection. @param {Frame} frame @returns {Promise<Frame>} */
  ask(frame) {
    return new Promise((done, fail) => {
      const send = (/** @type {Frame} */ answer) => (answer.error ? fail(new Error(answer.error)) : done(answer));
      this.#handle({ channel: MCP, send }, frame);
    });
  }

  /** A question of the relay's own to one page. @param {Page} page @param {Frame} frame @param {number} [ms] @returns {Promise<Frame>} */
  askPage(page, frame, ms = this.#times.call) {
    return new Promise((done, fail) => {
      const settle = (/** @type {Frame} */ answer) => (answer.error ? fail(new Error(answer.error)) : done(answer));
      const id = this.pending.open(ms, settle, () => ({ error: `Tool call timed out: ${frame.type}` }));
      page.send({ id, ...frame });
    });
  }

  /** @param {URL} url */
  async #admit(url) {
    if (url.pathname === "/register") return true;
    const token = url.searchParams.get("token");
    // The agent's side is in this process: nobody else is let in as one.
    if (!token || url.pathname === MCP) return false;
    await this.#tokens.load();
    return this.#tokens.get(url.pathname) === token;
  }

  /** @param {Socket} socket @param {string} channel */
  #welcome(socket, channel) {
    /** @type {Page} */
    const page = {
      channel,
      socket,
      since: arrival(),
      info: {},
      send: (frame) => {
        if (isOpen(page)) socket.send(JSON.stringify(frame));
      },
    };
    const entry = this.#channels.get(channel) ?? { pages: new Set() };
    clearTimeout(entry.timer);
    entry.pages.add(page);
    this.#channels.set(channel, entry);
    socket.on("message", (data) => this.#hear(page, data.toString()));
    socket.on("close", () => this.#leave(page));
    page.send({ type: "welcome", channel, message: `Connected to path: ${channel}` });
  }

  /** @param {Page} page */
  #leave(page) {
    const { channel } = page;
    const entry = this.#channels.get(channel);
    if (!entry) return;
    entry.pages.delete(page);
    if (entry.pages.size > 0) return;
    entry.timer = setTimeout(async () => {
      this.#channels.delete(channel);
      this.items.dropChannel(channel);
      this.#tokens.delete(channel);
      await this.#tokens.save();
      for (const kind of /** @type {Kind[]} */ (["tool", "prompt", "resource"])) this.onChange(kind);
    }, this.#times.grace);
  }

  /** @param {Page} page @param {string} text */
  #hear(page, text) {
    this.onText(page, text);
    try {
      const frame = JSON.parse(text);
      if (!this.dialect(page, frame)) this.#handle(page, frame);
    } catch (error) {
      page.send({ type: "error", message: error instanceof Complaint ? error.message : "Invalid message format" });
    }
  }

  /** @param {Asker} asker @param {Frame} frame */
  #handle(asker, frame) {
    const { id, type } = frame;
    switch (type) {
      case "ping":
        return asker.send({ id, type: "pong", timestamp: Date.now() });
      case "registerTool":
        return this.#register(asker, "tool", frame);
      case "registerPrompt":
        return this.#register(asker, "prompt", frame);
      case "registerResource":
        return this.#register(asker, "resource", frame);
      case "listTools":
        return asker.send({ id, type: "listToolsResponse", tools: this.#list(asker, "tool") });
      case "listPrompts":
        return asker.send({ id, type: "listPromptsResponse", prompts: this.#list(asker, "prompt") });
      case "listResources": {
        const all = this.#list(asker, "resource");
        const [resources, resourceTemplates] = [false, true].map((wanted) =>
          all.filter((r) => r.isTemplate === wanted).map(({ isTemplate, ...r }) => r),
        );
        return asker.send({ id, type: "listResourcesResponse", resources, resourceTemplates });
      }
      case "callTool":
        return this.#callTool(asker, frame);
      case "getPrompt":
        return this.#getPrompt(asker, frame);
      case "readResource":
        return this.#readResource(asker, frame);
      case "createSamplingMessage":
        return this.#sample(asker, frame);
      case "toolResponse":
      case "promptResponse":
      case "resourceResponse":
      case "samplingResponse":
        // By id alone: any page may answer any question.
        this.pending.settle(id, { type, result: frame.result, error: frame.error });
        return;
      default:
        throw new Complaint(`Unknown message type: ${type}`);
    }
  }

  /** @param {Asker} page @param {Kind} kind @param {Frame} frame */
  #register(page, kind, frame) {
    const id = this.items.add(kind, page.channel, page, frame);
    page.send({ type: `${kind}Registered`, name: frame.name, [`${kind}Id`]: id });
    this.onChange(kind);
  }

  /** @param {Asker} asker @param {Kind} kind */
  #list(asker, kind) {
    return this.items.list(kind, asker.channel === MCP ? undefined : asker.channel);
  }

  /** @param {Asker} asker @param {Frame} frame */
  #callTool(asker, { id, tool, arguments: args }) {
    const item = this.items.tool(tool);
    if (!item) return asker.send({ id, type: "toolResponse", error: `Tool not found: ${tool}` });
    const question = { type: "callTool", tool: item.name, arguments: args };
    this.#forward(asker, id, item.channel, "toolResponse", question, `tool: ${item.name}`, `Tool call timed out: ${item.name}`);
  }

  /** @param {Asker} asker @param {Frame} frame */
  #getPrompt(asker, { id, name, arguments: args }) {
    const item = this.items.prompt(asker.channel, name);
    if (!item) return asker.send({ id, type: "promptResponse", error: `Prompt not found: ${name}` });
    const question = { type: "getPrompt", name, arguments: args };
    this.#forward(asker, id, item.channel, "promptResponse", question, `prompt: ${name}`, `Prompt request timed out: ${name}`);
  }

  /** @param {Asker} asker @param {Frame} frame */
  #readResource(asker, { id, uri }) {
    const item = this.items.resource(uri);
    if (!item) return asker.send({ id, type: "resourceResponse", error: `Resource not found for URI: ${uri}` });
    const question = { type: "readResource", uri };
    this.#forward(asker, id, item.channel, "resourceResponse", question, `resource: ${item.name}`, `Resource request timed out: ${uri}`);
  }

  /** To the first channel with a page. @param {Asker} asker @param {Frame} frame */
  #sample(asker, { id, type, ...question }) {
    const refuse = (/** @type {string} */ error) => asker.send({ id, type: "samplingResponse", error });
    if (asker.channel !== MCP) return refuse("Sampling is only available through MCP path");
    const channel = [...this.#channels.keys()].find((name) => this.firstPage(name));
    if (!channel) return refuse("No clients available to handle sampling request");
    this.#forward(asker, id, channel, "samplingResponse", { type, ...question }, "sampling", "Sampling request timed out");
  }

  /**
   * @param {Asker} asker @param {unknown} originalId @param {string} channel @param {string} answerType
   * @param {Frame} question @param {string} what @param {string} lateText
   */
  #forward(asker, originalId, channel, answerType, question, what, lateText) {
    const page = this.firstPage(channel);
    if (!page)
      return asker.send({ id: originalId, type: answerType, error: `No clients available in channel ${channel} to handle ${what}` });
    const ms = answerType === "samplingResponse" ? this.#times.sampling : this.#times.call;
    const settle = (/** @type {Frame} */ answer) => asker.send({ id: originalId, ...answer });
    const id = this.pending.open(ms, settle, () => ({ type: answerType, error: lateText }));
    page.send({ id, ...question });
  }
}

/** @param {Page} page */
const isOpen = ({ socket }) => socket.readyState === socket.OPEN;

let arrivals = 0;
/** ISO time of an arrival, never twice the same, so that pages sort by it. */
function arrival() {
  arrivals = Math.max(Date.now(), arrivals + 1);
  return new Date(arrivals).toISOString();
}
