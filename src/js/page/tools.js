// The same abilities as tools of the page, for those who opt in.
import { pageCommand } from "./commands.js";

/** What says which element is meant. */
const TARGET = {
  ref: { type: "string", description: "Reference of an element from page_snapshot, such as e12. The surest way." },
  selector: { type: "string", description: "CSS selector that fits one element" },
  role: { type: "string", description: "ARIA role, together with name" },
  name: { type: "string", description: "Accessible name, as page_snapshot shows it" },
};

/** @param {Record<string, unknown>} properties @param {string[]} [required] */
const schema = (properties, required) => ({ type: "object", properties, ...(required && { required }), additionalProperties: false });

/** @param {string} title @param {object} [more] */
const reads = (title, more) => ({ title, readOnlyHint: true, openWorldHint: false, ...more });

/** @type {Record<string, { description: string, inputSchema: object, annotations: object, run?: (params: object) => Promise<unknown> }>} */
const TOOLS = {
  snapshot: {
    description:
      'See the page: its accessibility tree as an outline, one element a line, as: - role "name" [states] [ref=e12]: value. Use a ref in page_click, page_type or page_screenshot; refs stay valid while the element is on the page. Take a new snapshot after the page has changed. Long pages are cut, with a note; ask for a part by its ref then.',
    inputSchema: schema({
      ref: { type: "string", description: "Only this element and what is in it" },
      selector: { type: "string", description: "CSS selector of the one part to show" },
      maxLength: { type: "integer", minimum: 500, maximum: 500_000, description: "Most characters. Default: 30000" },
    }),
    annotations: reads("Look at the page", { untrustedContentHint: true }),
    run: async (params) => (await pageCommand("snapshot", params)).snapshot,
  },
  click: {
    description:
      "Click an element of the page as a person would: scrolled into view, with all mouse events. Say which one by ref, by selector, by role and name, or by its text. Fails with a reason where it is disabled, hidden, covered, missing, or where several fit.",
    inputSchema: schema({ ...TARGET, text: { type: "string", description: "The text it shows" } }),
    annotations: { title: "Click on the page", readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  },
  type: {
    description:
      "Type text into a field of the page, key by key, or choose an option of a list (combobox, listbox) by its label. Text goes to the end of what is there unless clear is true. Says what the field holds afterwards. Check boxes and buttons are for page_click; files only a person can choose.",
    inputSchema: schema(
      {
        ...TARGET,
        text: { type: "string", description: "What to type; a date as YYYY-MM-DD, a time as HH:MM" },
        clear: { type: "boolean", description: "Replace what is there. Default: false" },
        submit: { type: "boolean", description: "Press Enter and send the form afterwards. Default: false" },
      },
      ["text"],
    ),
    annotations: { title: "Type on the page", readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  },
  screenshot: {
    description:
      "See the page, or one element of it, as a picture. Images of other origins are left blank. page_snapshot is cheaper and gives refs; use this for how things look.",
    inputSchema: schema({
      ...TARGET,
      format: { type: "string", enum: ["png", "jpeg"], description: "Default: png" },
      quality: { type: "number", minimum: 0, maximum: 1, description: "Of a JPEG. Default: 0.8" },
    }),
    annotations: reads("Take a picture of the page", { untrustedContentHint: true }),
    run: async (params) => {
      const { base64, format, width, height, note } = await pageCommand("screenshot", params);
      const text = `${width} × ${height} px.${note ? ` ${note}` : ""}`;
      return {
        content: [
          { type: "image", data: base64, mimeType: `image/${format}` },
          { type: "text", text },
        ],
      };
    },
  },
  console: {
    description: "The latest lines of the page's console, uncaught errors among them; oldest first. The last 500 are kept.",
    inputSchema: schema({
      level: { type: "string", enum: ["all", "log", "info", "warn", "error", "debug"], description: "Default: all" },
      limit: { type: "integer", minimum: 1, maximum: 500, description: "Default: 50" },
    }),
    annotations: reads("Read the page's console", { untrustedContentHint: true }),
  },
  network: {
    description:
      "The latest requests of the page by fetch and XMLHttpRequest; oldest first. Status 0 is no answer (yet). Neither headers nor bodies; tokens in addresses are hidden. The last 300 are kept.",
    inputSchema: schema({
      method: { type: "string", description: "Only this HTTP method" },
      status: { type: "integer", description: "Only this status" },
      limit: { type: "integer", minimum: 1, maximum: 300, description: "Default: 50" },
    }),
    annotations: reads("Read the page's requests", { untrustedContentHint: true }),
  },
};

/**
 * Definitions as `registerTool` takes them.
 * @param {string[]} names of {@link TOOLS}
 */
export function pageTools(names) {
  return names
    .filter((name) => Object.hasOwn(TOOLS, name))
    .map((name) => {
      const { description, inputSchema, annotations, run } = /** @type {typeof TOOLS[string]} */ (TOOLS[name]);
      return {
        name: `page_${name}`,
        description,
        inputSchema,
        annotations,
        execute: run ?? ((/** @type {object} */ params) => pageCommand(name, params)),
      };
    });
}
