// The 18 MCP tools of wu's relay: what each is called, takes and sends.
import { z } from "zod";

/**
 * @typedef {object} WuTool
 * @property {string} command the page's name for it
 * @property {string} description
 * @property {Record<string, import("zod").ZodType>} [params]
 */

const limit = (/** @type {number} */ fallback) => z.number().int().positive().default(fallback);
const selector = z.string().describe("CSS selector");

/** All but wu_conexion, which never reaches a page. @type {Record<string, WuTool>} */
export const TOOLS = {
  wu_list_actions: { command: "list_actions", description: "List the actions that the page offers" },
  wu_execute_action: {
    command: "execute_action",
    description: "Run one of the page's actions",
    params: { action: z.string(), params: z.record(z.string(), z.unknown()).optional() },
  },
  wu_status: { command: "status", description: "State of the page: framework, apps, store keys, counts" },
  wu_list_apps: { command: "list_apps", description: "List the mounted apps" },
  wu_list_events: { command: "list_events", description: "The latest events", params: { limit: limit(20) } },
  wu_get_state: {
    command: "get_state",
    description: "Read the store",
    params: { path: z.string().optional().describe("Dotted path; all when left out") },
  },
  wu_set_state: { command: "set_state", description: "Write to the store", params: { path: z.string(), value: z.unknown() } },
  wu_emit_event: {
    command: "emit_event",
    description: "Emit an event on the page's bus",
    params: { event: z.string(), data: z.unknown().optional() },
  },
  wu_navigate: { command: "navigate", description: "Go to a route of the page", params: { route: z.string() } },
  wu_snapshot: {
    command: "snapshot",
    description: "Accessibility outline of the page or of one app",
    params: { appName: z.string().optional() },
  },
  wu_screenshot: {
    command: "screenshot",
    description: "Picture of the page or of one element; with `filename` it is saved in the relay's --shots directory",
    params: { selector: selector.optional(), quality: z.number().min(0).max(1).default(0.8), filename: z.string().optional() },
  },
  wu_click: {
    command: "click",
    description: "Click an element by selector or by its text",
    params: { selector: selector.optional(), text: z.string().optional() },
  },
  wu_type: {
    command: "type",
    description: "Type into a field",
    params: { selector: selector.optional(), text: z.string(), clear: z.boolean().optional(), submit: z.boolean().optional() },
  },
  wu_console: {
    command: "console",
    description: "The page's console lines",
    params: { level: z.string().default("all"), limit: limit(50) },
  },
  wu_network: {
    command: "network",
    description: "The page's requests",
    params: { method: z.string().optional(), status: z.number().optional(), limit: limit(50) },
  },
  wu_mount_app: { command: "mount_app", description: "Mount an app", params: { appName: z.string(), container: z.string() } },
  wu_unmount_app: { command: "unmount_app", description: "Unmount an app", params: { appName: z.string() } },
};

export const CONNECTION = { name: "wu_conexion", description: "Whether a page is connected to the relay" };
