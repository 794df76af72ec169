// The page commands by name, and the recording that two of them need.
import { readConsole, startConsole, stopConsole } from "./capture-console.js";
import { readNetwork, startNetwork, stopNetwork } from "./capture-network.js";
import { click } from "./click.js";
import { appRoot, locate } from "./find.js";
import { screenshot } from "./screenshot.js";
import { outline } from "./snapshot.js";
import { type } from "./type.js";

/** @type {Record<string, (params: any) => unknown>} */
const COMMANDS = { snapshot, screenshot, click, type, console: readLines, network: readRequests };

/** Doors that want the logs. */
let wanted = 0;

/**
 * @param {string} name `snapshot`, `screenshot`, `click`, `type`, `console` or `network`
 * @param {unknown} [params]
 * @returns {Promise<any>} rejects with an `Error` that says why not, and what to do
 */
export async function pageCommand(name, params) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`Unknown command: ${name}`);
  return command(params !== null && typeof params === "object" ? params : {});
}

/** @param {{ appName?: unknown, ref?: unknown, selector?: unknown, maxLength?: unknown }} params */
function snapshot(params) {
  const { appName, ref, selector } = params;
  const part = ref || selector ? locate({ ref, selector }) : appName ? appRoot(String(appName)) : document.documentElement;
  return { app: appName ? String(appName) : "page", snapshot: outline(part, params), timestamp: Date.now() };
}

/** @param {object} params */
function readLines(params) {
  mustListen("console");
  return readConsole(params);
}

/** @param {object} params */
function readRequests(params) {
  mustListen("network");
  return readNetwork(params);
}

/** @param {string} what */
function mustListen(what) {
  if (wanted === 0)
    throw new Error(`The page's ${what} is not being recorded: that begins when a relay connects or the tool is registered.`);
}

/** Records the console and the requests from now on; each door that starts it stops it once. */
export function startCapture() {
  wanted += 1;
  if (wanted > 1) return;
  startConsole();
  startNetwork();
}

/** With the last door everything is as it was, and nothing is kept. */
export function stopCapture() {
  if (wanted === 0) return;
  wanted -= 1;
  if (wanted > 0) return;
  stopConsole();
  stopNetwork();
}
