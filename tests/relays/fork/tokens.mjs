// Pairing and session tokens, in $HOME/.webmcp as the published relay keeps them.
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const stateFile = (/** @type {string} */ name) => join(homedir(), ".webmcp", name);
export const tokensFile = () => stateFile(".webmcp-tokens.json");
export const pidFile = () => stateFile(".webmcp-server.pid");
export const newToken = () => randomBytes(16).toString("hex");

/** "localhost:8080" -> "/localhost_8080" @param {string} host */
export const channelOf = (host) => `/${host.replace(/[.:]/g, "_")}`;

/** One list of channel -> token. The relay and its MCP side each hold one over the same file, as the published relay's two processes do. */
export class Tokens {
  /** @type {Map<string, string>} */
  #list = new Map();
  #file;

  /** @param {string} file */
  constructor(file) {
    this.#file = file;
  }

  async load() {
    await mkdir(dirname(this.#file), { recursive: true });
    try {
      this.#list = new Map(Object.entries(JSON.parse((await readFile(this.#file, "utf8")) || "{}")));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") this.#list = new Map();
      else console.error("Error loading authorized tokens:", error);
    }
  }

  async save() {
    await writeFile(this.#file, JSON.stringify(Object.fromEntries(this.#list), null, 2), { mode: 0o600 });
  }

  /** @param {string} channel */
  get(channel) {
    return this.#list.get(channel);
  }

  /** @param {string} channel @param {string} token */
  set(channel, token) {
    this.#list.set(channel, token);
  }

  /** @param {string} channel */
  delete(channel) {
    this.#list.delete(channel);
  }

  /**
   * A new pairing token, in the form that the user pastes. It replaces an unused one. The list is written as this side last
   * read it: sessions that the other side has made since are lost with it, which pages must live with.
   * @param {number} port
   */
  async pairing(port) {
    const token = newToken();
    this.set(channelOf(`localhost:${port}`), token);
    await this.save();
    return Buffer.from(JSON.stringify({ server: `ws://localhost:${port}`, token })).toString("base64");
  }
}
