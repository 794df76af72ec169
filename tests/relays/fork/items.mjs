// What pages have announced: tools, prompts and resources of every channel, one table per kind.

/**
 * @typedef {"tool" | "prompt" | "resource"} Kind
 * @typedef {{channel: string, name: string, owner: object, fields: Record<string, any>}} Item `owner` is the page that announced it last
 * @typedef {{label: string, missing: (data: any) => string | undefined, fields: (data: any) => Record<string, any>}} Shape
 */

/** @type {Record<Kind, Shape>} */
const SHAPES = {
  tool: {
    label: "Tool",
    missing: ({ name }) => (name ? undefined : "Tool name is required"),
    fields: ({ inputSchema }) => ({ inputSchema }),
  },
  prompt: {
    label: "Prompt",
    missing: ({ name }) => (name ? undefined : "Prompt name is required"),
    fields: (data) => ({ arguments: data.arguments || [] }),
  },
  resource: {
    label: "Resource",
    missing: ({ name, uri, uriTemplate }) => (name && (uri || uriTemplate) ? undefined : "Resource URI/template and name are required"),
    fields: ({ uri, uriTemplate, isTemplate, mimeType }) => ({
      ...(isTemplate ? { uriTemplate } : { uri }),
      isTemplate: !!isTemplate,
      mimeType,
    }),
  },
};

export class Items {
  /** @type {Record<Kind, Map<string, Item>>} */
  #tables = { tool: new Map(), prompt: new Map(), resource: new Map() };

  /**
   * The id under which agents see the item; throws what the page is told when something is missing.
   * @param {Kind} kind @param {string} channel @param {object} owner @param {any} data
   */
  add(kind, channel, owner, data) {
    const { label, missing, fields } = SHAPES[kind];
    const complaint = missing(data);
    if (complaint) throw new Complaint(complaint);
    const id = `${channel.slice(1)}-${data.name}`;
    const description = data.description || `${label}: ${data.name}`;
    this.#tables[kind].set(id, { channel, name: data.name, owner, fields: { description, ...fields(data) } });
    return id;
  }

  /** @param {string} id */
  tool(id) {
    return this.#tables.tool.get(id);
  }

  /** A prompt is looked up in the asker's own channel, so an agent never finds one: so does the published relay. @param {string} channel @param {string} name */
  prompt(channel, name) {
    return [...this.#tables.prompt.values()].find((item) => item.channel === channel && item.name === name);
  }

  /** @param {string} uri */
  resource(uri) {
    const all = [...this.#tables.resource.values()];
    return (
      all.find(({ fields }) => !fields.isTemplate && fields.uri === uri) ??
      all.find(({ fields }) => fields.isTemplate && uri.startsWith(fields.uriTemplate.split("{")[0]))
    );
  }

  /** The items of a kind as agents see them, or as one channel does. @param {Kind} kind @param {string} [channel] @returns {Record<string, any>[]} */
  list(kind, channel) {
    return [...this.#tables[kind]]
      .filter(([, item]) => channel === undefined || item.channel === channel)
      .map(([id, { name, fields }]) => ({ name: channel === undefined ? id : name, ...fields }));
  }

  /** [id, tool] by its id, or by its bare name where that is not ambiguous. @param {string} name @returns {[string, Item] | undefined} */
  findTool(name) {
    const exact = this.#tables.tool.get(name);
    if (exact) return [name, exact];
    const called = [...this.#tables.tool].filter(([, item]) => item.name === name);
    return called.length === 1 ? called[0] : undefined;
  }

  /** @param {string} id */
  dropTool(id) {
    this.#tables.tool.delete(id);
  }

  /** How many went. @param {string} channel */
  dropTools(channel) {
    return dropFrom(this.#tables.tool, channel);
  }

  /** @param {string} channel */
  dropChannel(channel) {
    for (const table of Object.values(this.#tables)) dropFrom(table, channel);
  }
}

/** What a page is told about its own message. */
export class Complaint extends Error {}

/** @param {Map<string, Item>} table @param {string} channel */
function dropFrom(table, channel) {
  const gone = [...table].filter(([, item]) => item.channel === channel);
  for (const [id] of gone) table.delete(id);
  return gone.length;
}
