// npm start: builds, serves www/, launches the relay under an MCP client, plays the tour, then stays up for your own browser.
//   npm start -- [--tour] [--page shop] [--relay stock | --relay wu | --relay fork [--dev]] [--port N] [--relay-port N]

import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { chromium, root, say, stop, style } from "./env.mjs";
import { modernNode, noModernNode, Relay } from "./relay.mjs";
import { serve } from "./serve.mjs";
import { forkStops, play, tours } from "./tour.mjs";
import * as wu from "./wu.mjs";

const paired = {
  pages: Object.keys(tours),
  path: (/** @type {string} */ page) => tours[page]?.path ?? "/",
  hint: "open the page, click the square in the corner and paste this token (each works once)",
};

/**
 * How each kind of relay is launched, and what it is for: the pages that know it, where a person goes, and how to begin there.
 * @typedef {Pick<Relay, "client" | "port" | "token" | "call" | "stop"> & {tools(): Promise<string[]>}} AnyRelay
 * @typedef {{launch: (options: {port?: number, dev: boolean}) => Promise<AnyRelay>, pages: string[],
 *   path: (page: string, relay: any) => string, hint: string, play: (all: any) => Promise<number>}} Kind
 * @type {Record<string, Kind>}
 */
const relays = {
  stock: {
    launch: ({ port }) => {
      const node = modernNode();
      if (!node) stop(noModernNode);
      return Relay.start({ node, ...(port && { port }) });
    },
    ...paired,
    play,
  },
  wu: {
    launch: (options) => wu.WuRelay.start(options),
    pages: ["bench"],
    path: (_page, relay) => `${wu.path}#${new URLSearchParams({ server: relay.url, token: relay.secret })}`,
    hint: "open the page, press Connect, and tick what the relay may do",
    play: wu.play,
  },
  fork: {
    launch: ({ port, dev }) =>
      Relay.start({
        node: process.execPath,
        script: join(root, "tests", "relays", "fork.mjs"),
        args: dev ? ["--dev"] : [],
        ...(port && { port }),
      }),
    ...paired,
    play: (all) => play({ ...all, tour: { ...all.tour, stops: [...all.tour.stops, ...forkStops(dev)] } }),
  },
};

function options() {
  try {
    const { values } = parseArgs({
      options: {
        tour: { type: "boolean", default: false },
        page: { type: "string" },
        relay: { type: "string", default: "stock" },
        dev: { type: "boolean", default: false },
        port: { type: "string" },
        "relay-port": { type: "string" },
      },
    });
    return values;
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string | undefined} text @param {string} flag */
function portNumber(text, flag) {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) stop(`${flag} needs a port number from 1 to 65535, not "${text}"`);
  return port;
}

const { tour: tourOnly, page: wanted, relay: kind, dev, port, "relay-port": relayPort } = options();
const {
  launch,
  pages,
  path,
  hint,
  play: tour,
} = relays[kind] ?? stop(`--relay ${kind}: there is no such relay. Known: ${Object.keys(relays).join(", ")}`);
const page = wanted ?? pages[0] ?? "";
if (!pages.includes(page)) stop(`--page ${page}: there is no such page. Known: ${pages.join(", ")}`);
if (dev && kind !== "fork") stop("--dev is a flag of the fork's relay: add --relay fork");
if (tourOnly && !chromium()) stop("The tour needs Chromium (on Debian: apt-get install chromium), or its path in CHROMIUM.");

say(style.bold("webmcp-wasm"));
await build().catch((error) => stop(error.message));
const site = await serve({ port: portNumber(port, "--port") ?? 0 }).catch((error) =>
  stop(`The dev server did not start: ${error.message}`),
);
const relay = await launch({ port: portNumber(relayPort, "--relay-port"), dev }).catch((error) =>
  stop(`The relay did not start: ${error.message}`),
);

const token = await relay.token();
say(`
  Page   ${style.cyan(site.origin + path(page, relay))}
  Relay  ws://localhost:${relay.port} (${kind}${dev ? " --dev" : ""}, started by an MCP client over stdio)
  Token  ${style.yellow(token)}
`);

let wrong = 0;
if (chromium()) {
  say(style.bold(`The tour: a headless Chromium opens the ${page} page, an MCP client uses it`));
  wrong = await tour({ relay, origin: site.origin, channel: site.channel, token, tour: tours[page] });
  say(wrong === 0 ? style.green("The tour went well.") : style.red(`The tour found ${wrong} problem${wrong === 1 ? "" : "s"}.`));
} else {
  say(`${style.yellow("!")} No tour: there is no Chromium here (on Debian: apt-get install chromium).`);
}

async function end() {
  await relay.stop();
  await site.close();
  process.exit(wrong === 0 ? 0 : 1);
}
if (tourOnly) await end();

say(`
Now you: ${hint}:
  Page   ${style.cyan(site.origin + path(page, relay))}
  Token  ${style.yellow(chromium() ? await relay.token() : token)}
${style.dim("Commands: tools · call NAME {json} · token · quit")}`);

/** @param {string} json */
function parse(json) {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error(`The arguments are no JSON: ${/** @type {Error} */ (cause).message}`, { cause });
  }
}

/** Runs one line of the prompt. @param {string} line */
async function command(line) {
  const [, verb = "", name = "", json = ""] = /^\s*(\S*)\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  if (verb === "") return;
  if (verb === "quit" || verb === "exit") return end();
  if (verb === "token") return say(style.yellow(await relay.token()));
  if (verb === "tools") {
    const { tools } = await relay.client.listTools();
    for (const { name, description } of tools) say(`${style.bold(name)}  ${style.dim(description ?? "")}`);
    return;
  }
  if (verb === "call" && name) {
    const known = await relay.tools();
    const full = known.find((one) => one === name) ?? known.find((one) => one.endsWith(`-${name}`));
    if (!full) return say(style.red(`There is no tool "${name}". Is the page open and paired? Type: tools`));
    const args = json === "" ? undefined : parse(json);
    // Long enough for a tool that asks the person in the page.
    const { text, result, isError } = await relay.call(full, args, 120_000);
    return say(isError ? style.red(text) : text || JSON.stringify(result));
  }
  say(`Commands: tools · call NAME {json} · token · quit`);
}

const input = createInterface({
  input: process.stdin,
  output: process.stdout,
  prompt: style.cyan("webmcp> "),
  terminal: process.stdin.isTTY,
});
let lines = 0;
let queue = Promise.resolve();
input.on("line", (line) => {
  lines += 1;
  queue = queue
    .then(() => command(line))
    .catch((error) => say(style.red(error.message)))
    .then(() => input.prompt());
});
input.on("SIGINT", end);
input.on("close", () => {
  // Started without a terminal and without input: stay up until told otherwise.
  if (lines === 0 && !process.stdin.isTTY) say(style.dim("No terminal here: end this with SIGTERM."));
  else queue.then(end);
});
input.prompt();
