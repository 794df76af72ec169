// Part 3 of the protocol: what the fork adds between the relay and its pages.
import { failure, text } from "../lib/testtools.mjs";

/**
 * @typedef {import("./hub.mjs").Hub} Hub
 * @typedef {import("./hub.mjs").Page} Page
 * @typedef {import("./hub.mjs").Frame} Frame
 */

export const NO_PAGES = "No hay navegadores conectados";
const INFO_FIELDS = ["userAgent", "url", "hostname", "language", "screenWidth", "screenHeight"];
/** A page that does not answer getClientInfo in time is described by what it said at its welcome. */
const INFO_PATIENCE = 2000;

export class Dynamic {
  #hub;
  #spelling;
  #withIds;

  /** @param {Hub} hub @param {import("./spelling.mjs").Spelling} spelling @param {boolean} withIds ask for an answer to removals and copies */
  constructor(hub, spelling, withIds) {
    this.#hub = hub;
    this.#spelling = spelling;
    this.#withIds = withIds;
    hub.dialect = (page, frame) => this.#hear(page, frame);
  }

  /** The page's own answer. @param {import("./spelling.mjs").Definition} definition */
  async create(definition) {
    const [page] = this.#hub.pages();
    if (!page) return failure(NO_PAGES);
    const { result } = await this.#hub.askPage(page, { type: "createTool", ...this.#spelling.create(definition) });
    this.#hub.onChange("tool");
    return result;
  }

  /** By the id that agents see or by the bare name. A name nobody announced goes to the first page, which knows best. @param {string} name */
  async remove(name) {
    const [id, item] = this.#hub.items.findTool(name) ?? [];
    const page = item ? this.#ownerOf(item) : this.#hub.pages()[0];
    if (!page) return failure(NO_PAGES);
    const result = await this.#tell(page, { type: "removeTool", ...this.#spelling.remove(item?.name ?? name) });
    if (id) this.#hub.items.dropTool(id);
    this.#hub.onChange("tool");
    return result ?? text(`Herramienta desregistrada: ${name}`);
  }

  /** A page that refuses keeps the tools of its channel. */
  async removeAll() {
    const pages = this.#hub.pages();
    if (pages.length === 0) return failure(NO_PAGES);
    const outcomes = await Promise.allSettled(pages.map((page) => this.#tell(page, { type: "removeAllTools" })));
    const refusals = outcomes.flatMap((outcome, n) =>
      outcome.status === "rejected" ? [{ page: pages[n], reason: outcome.reason.message }] : [],
    );
    const kept = new Set(refusals.map(({ page }) => page?.channel));
    const channels = [...new Set(pages.map(({ channel }) => channel))].filter((channel) => !kept.has(channel));
    const gone = channels.reduce((sum, channel) => sum + this.#hub.items.dropTools(channel), 0);
    if (channels.length > 0) this.#hub.onChange("tool");
    const words = `${gone} herramientas desregistradas`;
    if (refusals.length === 0) return text(words);
    return failure([words, ...refusals.map(({ page, reason }) => `${page?.channel}: ${reason}`)].join("\n"));
  }

  list() {
    const names = this.#hub.items.list("tool").map(({ name }) => name);
    return text(`Herramientas activas: ${names.join(", ") || "(ninguna)"}`);
  }

  /** Asks every page afresh. */
  async browserInfo() {
    const pages = this.#hub.pages();
    if (pages.length === 0) return text(NO_PAGES);
    await Promise.allSettled(pages.map((page) => this.#hub.askPage(page, { type: "getClientInfo" }, INFO_PATIENCE)));
    const rows = pages.map(({ channel, since, info }) => ({ channel, ...info, connectedSince: since }));
    return text(JSON.stringify(rows, null, 2));
  }

  /** @param {string} words */
  async copy(words) {
    const [page] = this.#hub.pages();
    if (!page) return failure(NO_PAGES);
    const result = await this.#tell(page, { type: "clipboardCopy", ...this.#spelling.clipboard(words) });
    return result ?? text("sent");
  }

  /** The page that announced the tool, if it is still there. @param {import("./items.mjs").Item} item */
  #ownerOf({ owner, channel }) {
    return this.#hub.pages().find((page) => page === owner) ?? this.#hub.firstPage(channel);
  }

  /** The page's answer, or nothing at once when it is not asked for one. @param {Page} page @param {Frame} frame */
  async #tell(page, frame) {
    if (this.#withIds) return (await this.#hub.askPage(page, frame)).result;
    page.send(frame);
    return undefined;
  }

  /** @param {Page} page @param {Frame} frame */
  #hear(page, frame) {
    if (frame?.type !== "clientInfo") return false;
    const said = { ...frame.info, ...frame };
    page.info = Object.fromEntries(INFO_FIELDS.filter((field) => said[field] !== undefined).map((field) => [field, said[field]]));
    if (frame.id !== undefined) this.#hub.pending.settle(frame.id, { type: "clientInfo" });
    return true;
  }
}
