// npm run bench: this library beside upstream's client, in one run, interleaved, in the same browser and through the same relay.
//   npm run bench -- [--rounds N] [--row NAME]... [--dry]      --dry writes no file
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { flags as browserFlags, launchChromium } from "../tools/browser.mjs";
import { build } from "../tools/build.mjs";
import { root, run, say, style } from "../tools/env.mjs";
import { Relay } from "../tools/relay.mjs";
import { serve } from "../tools/serve.mjs";
import { chart } from "./chart.mjs";
import { sizes } from "./sizes.mjs";
import { median, short, spread, time } from "./stats.mjs";
import { reporting, unobserved } from "./unobserved.mjs";
import { workloads } from "./workloads.mjs";

const { values: flags } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    row: { type: "string", multiple: true, default: [] },
    dry: { type: "boolean", default: false },
  },
});
const rounds = Number(flags.rounds);

/** The clients that are compared. @type {Record<string, {about: string, script: string, options: object, muted?: boolean}>} */
const clients = {
  ours: { about: "webmcp-wasm", script: "/pkg/webmcp.js", options: {} },
  unchecked: { about: "webmcp-wasm, validation off", script: "/pkg/webmcp.js", options: { validate: false } },
  upstream: { about: "upstream", script: "/upstream/webmcp.js", options: {} },
  muted: { about: "upstream, its console muted", script: "/upstream/webmcp.js", options: {}, muted: true },
};

/**
 * A row: what is measured, for each client a figure in milliseconds (or another unit) a round.
 * @typedef {{key: string, group: string, about: string, unit: "ms" | "bytes", samples: Record<string, number[]>}} Row
 */
/** @type {Map<string, Row>} */
const rows = new Map();
/** @param {string} key @param {string} group @param {string} about @param {string} client @param {number} value @param {"ms" | "bytes"} [unit] */
function note(key, group, about, client, value, unit = "ms") {
  const row = rows.get(key) ?? { key, group, about, unit, samples: {} };
  rows.set(key, row);
  const samples = row.samples[client] ?? [];
  row.samples[client] = samples;
  samples.push(value);
}
/** Who comes first changes with the round: what a page before left warm or hot helps nobody. @template T @param {T[]} list @returns {T[]} */
const inTurn = (list) => [...list.slice(round % list.length), ...list.slice(0, round % list.length)];
let round = 0;
/** @param {string} key */
const wanted = (key) => flags.row.length === 0 || flags.row.some((name) => key.startsWith(name));

await build();
const bench = readFileSync(join(root, "tests", "bench", "in-page.js"), "utf8");
let body = "";
const alone = unobserved(browserFlags);
const site = await serve({
  handle(request, response, url) {
    if (alone.handle(request, response, url)) return true;
    if (url.pathname !== "/bench.html") return false;
    // Isolated: the browser's clock is finer then.
    const headers = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(`<!doctype html><body>${body}</body>`);
    return true;
  },
});
const browser = await launchChromium({ gc: true });
const relay = await Relay.start();
const started = performance.now();

/** A page with a client on `window.mcp` and the bench beside it. @param {string} name @param {boolean} [fake] whether the relay is in the page */
function html(name, fake = true) {
  const { script, options, muted = false } = clients[name] ?? fail(name);
  const all = { ...options, inactivityTimeout: 10_000_000 };
  return `<script>${bench}\nbench.${fake ? "prepare" : "watch"}(${muted})</script>
    <script src="${script}"></script><script>window.mcp = new WebMCP(${JSON.stringify(all)})</script>`;
}
/** Opens it under this program's eyes. @param {string} name @param {boolean} [fake] */
async function open(name, fake) {
  body = html(name, fake);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.origin}/bench.html`);
  return page;
}
let visits = 0;
/** What the code gives in it, where nobody looks. @param {string} name @param {string} code @param {boolean} [fake] @returns {Promise<any>} */
function figures(name, code, fake) {
  // What the page before kept is not this one's.
  body = `<script>sessionStorage.clear(); localStorage.clear()</script>${html(name, fake)}${reporting(code)}`;
  visits += 1;
  return alone.visit(`${site.origin}/bench.html?${visits}`);
}
/** @param {string} what @returns {never} */
function fail(what) {
  throw new Error(what);
}

/** @type {Record<string, () => Promise<void>>} */
const measures = {
  /** From before the script to a registered tool. */
  async start() {
    for (const [client, script] of inTurn([
      ["ours", `<script src="/pkg/webmcp.js"></script><script>ready(new WebMCP())</script>`],
      ["module", `<script type="module">import init, { WebMCP } from "/pkg/webmcp_wasm.js"; await init(); ready(new WebMCP())</script>`],
      ["upstream", `<script src="/upstream/webmcp.js"></script><script>ready(new WebMCP())</script>`],
    ])) {
      body = `<script>const from = performance.now(); function ready(mcp) {
        mcp.registerTool("t", "", { type: "object", properties: {} }, () => 1); window.took = performance.now() - from; }</script>${script}`;
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${site.origin}/bench.html`);
      await page.waitForFunction(() => /** @type {any} */ (window).took !== undefined);
      note("start", "Loading", "first usable object", String(client), await page.evaluate(() => /** @type {any} */ (window).took));
      await context.close();
    }
  },

  async calls() {
    const small = workloads.find(({ key }) => key === "small");
    for (const client of inTurn(Object.keys(clients))) {
      const { each, together } = await figures(
        client,
        `const workloads = ${JSON.stringify(workloads)};
        for (const { key, schema, body } of workloads) mcp.registerTool(key, key, schema, new Function("args", body));
        await bench.pair(mcp);
        const each = {};
        for (const { key, args, calls } of workloads) {
          await bench.calls(key, args, Math.ceil(calls / 4));
          each[key] = await bench.calls(key, args, calls);
        }
        return { each, together: await bench.together("small", ${JSON.stringify(small?.args)}, 50) };`,
      );
      for (const { key, about } of workloads) note(`call-${key}`, "Client time of a call", about, client, each[key] / 1000);
      note("call-together", "Client time of a call", "50 small calls that come together, all of them", client, together);
    }
  },

  async registrations() {
    // Upstream draws its whole list again for each: seconds a round.
    if (round > 2) return;
    for (const client of inTurn(["ours", "upstream"])) {
      const ms = await figures(client, "await bench.pair(mcp); return bench.registrations(mcp, 1000);");
      note("register", "Registering", "1,000 tools, until the last is on the socket", client, ms);
      const acknowledged = await figures(client, `return bench.acknowledged(mcp, ${JSON.stringify(await relay.token())}, 1000);`, false);
      note("register-relay", "Registering", "1,000 tools, until the relay has acknowledged the last", client, acknowledged);
    }
  },

  async heap() {
    if (round > 2) return;
    for (const client of inTurn(["ours", "upstream"])) {
      const page = await open(client);
      const session = await page.context().newCDPSession(page);
      await page.evaluate(() => {
        const { mcp } = /** @type {any} */ (window);
        mcp.registerTool("small", "", { type: "object", properties: { a: { type: "number" } } }, (/** @type {any} */ args) => args.a);
      });
      await page.evaluate(() => /** @type {any} */ (window).bench.pair(/** @type {any} */ (window).mcp));
      const used = async () => {
        for (let n = 0; n < 3; n += 1) await session.send("HeapProfiler.collectGarbage");
        const heap = /** @type {any} */ (await session.send("Runtime.getHeapUsage"));
        return heap.usedSize + (heap.backingStorageSize ?? 0);
      };
      const calls = () => page.evaluate(() => /** @type {any} */ (window).bench.calls("small", { a: 1 }, 2500));
      // In its own time the relay confirms what it was sent; until then answers are kept.
      const confirmed = () => new Promise((done) => setTimeout(done, 1500));
      await calls();
      await confirmed();
      const before = await used();
      for (let n = 0; n < 4; n += 1) {
        await calls();
        await confirmed();
      }
      note("heap", "Memory", "heap growth over 10,000 calls", client, (await used()) - before, "bytes");
      await page.context().close();
    }
  },

  async forms() {
    const forms = Array.from(
      { length: 1000 },
      (_, n) => `<form toolname="form_${n}" tooldescription="Form ${n}"><label>Name <input name="name" required></label>
        <label>Size <select name="size"><option>s<option>m</select></label><button>Go</button></form>`,
    ).join("");
    body = `${forms}<script src="/pkg/webmcp.js"></script><script>
      addEventListener("load", async () => {
        const from = performance.now();
        const mcp = new WebMCP({ modelContext: "polyfill", widget: false });
        while (mcp.tools().length < 1000) await new Promise((done) => setTimeout(done));
        window.took = performance.now() - from;
      })</script>`;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${site.origin}/bench.html`);
    await page.waitForFunction(() => /** @type {any} */ (window).took !== undefined);
    note("forms", "The page itself", "1,000 forms become tools", "ours", await page.evaluate(() => /** @type {any} */ (window).took));
    await context.close();
  },
};

if (existsSync(join(root, "pkg", "page.js"))) {
  measures.snapshot = async () => {
    // Ten elements a product.
    const product = (/** @type {unknown} */ _, /** @type {number} */ n) =>
      `<li><article><h2>Product ${n}</h2><p>In <em>three</em> colours</p><img alt="" src="data:,"><a href="/p/${n}">Details</a>
        <label>Pieces <input type="number" value="1"></label><button>Buy</button></article></li>`;
    body = `<title>Products</title><ul>${Array.from({ length: 1000 }, product).join("")}</ul>`;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${site.origin}/bench.html`);
    const ms = await page.evaluate(async () => {
      const file = "/pkg/page.js";
      const { pageCommand } = await import(file);
      const from = performance.now();
      const { snapshot } = await pageCommand("snapshot", { maxLength: 500_000 });
      const took = performance.now() - from;
      if (!snapshot.includes('"Product 999"')) throw new Error(snapshot.slice(-500));
      return took;
    });
    note("snapshot", "The page itself", "an outline of 10,000 elements", "ours", ms);
    await context.close();
  };
}

/** Through the real relay and an MCP client: one page of each client at a time, paired once. */
async function throughTheRelay() {
  for (const client of inTurn(["ours", "upstream"])) {
    const page = await open(client, false);
    await page.evaluate((workloads) => {
      const { mcp } = /** @type {any} */ (window);
      for (const { key, schema, body } of workloads) mcp.registerTool(`${key}`, key, schema, new Function("args", body));
    }, workloads);
    const token = await relay.token();
    await page.evaluate((token) => /** @type {any} */ (window).mcp.connect(token), token);
    await page.waitForFunction(() => /** @type {any} */ (window).mcp.isConnected);
    const names = async () => (await relay.tools(site.channel)).length;
    while ((await names()) < workloads.length) await new Promise((done) => setTimeout(done, 20));
    for (const { key, about, args, ends } of workloads) {
      const name = `${site.channel}-${key}`;
      await relay.call(name, args);
      for (let n = 0; n < ends; n += 1) {
        const from = performance.now();
        const { isError, text } = await relay.call(name, args);
        if (isError) fail(`${client} ${key}: ${text}`);
        note(`relay-${key}`, "Through the relay, as an agent sees it", about, client, performance.now() - from);
      }
    }
    for (let n = 0; n < 3; n += 1) {
      const from = performance.now();
      await Promise.all(Array.from({ length: 50 }, () => relay.call(`${site.channel}-small`, { a: 1, b: 2 })));
      note(
        "relay-together",
        "Through the relay, as an agent sees it",
        "50 small calls at once, all of them",
        client,
        performance.now() - from,
      );
    }
    await page.context().close();
  }
}

try {
  for (; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(measures)) {
      if (wanted(name)) await measure();
      say(style.dim(`round ${round + 1} of ${rounds}, ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`));
    }
  }
  if (wanted("relay")) for (round = 0; round < Math.min(rounds, 3); round += 1) await throughTheRelay();
} finally {
  alone.close();
  await browser.close();
  await relay.stop();
  await site.close();
}

// What it comes to.

/** @param {Row} row @param {string} client */
const cell = ({ samples, unit }, client) => {
  const numbers = samples[client];
  if (!numbers) return "";
  const value = median(numbers);
  return `${unit === "ms" ? time(value) : `${short(value / 1024)} KB`} ± ${spread(numbers).toFixed(0)} %`;
};
/** @param {Row} row @param {string} client @param {string} base */
function ratio({ samples }, client, base) {
  const [own, other] = [samples[client], samples[base]];
  return own && other ? median(own) / median(other) : undefined;
}
/** Validation alone: the same call with and without it, round by round. */
for (const row of [...rows.values()]) {
  const { ours, unchecked } = row.samples;
  if (!ours || !unchecked) continue;
  ours.forEach((value, index) => {
    const without = unchecked[index] ?? 0;
    for (const [client, number] of /** @type {const} */ ([
      ["ours", value],
      ["unchecked", without],
      ["added", value - without],
    ])) {
      note(`validation-${row.key}`, "What validation costs", row.about, client, number);
    }
  });
}

const columns = [
  ["ours", "webmcp-wasm"],
  ["module", "its module, streamed"],
  ["unchecked", "its validation off"],
  ["added", "validation alone"],
  ["upstream", "upstream"],
  ["muted", "upstream, console muted"],
];
/** @type {[client: string, base: string, title: string][]} */
const comparisons = [
  ["ours", "upstream", "times upstream’s, both as shipped"],
  ["unchecked", "muted", "times upstream’s, both bare"],
];

/** @param {Row[]} group */
function table(group) {
  const shown = columns.filter(([key]) => group.some((row) => row.samples[String(key)]));
  const compared = comparisons.filter(([client, base]) => group.some((row) => ratio(row, client, base) !== undefined));
  const head = ["", ...shown.map(([, title]) => title), ...compared.map(([, , title]) => title)];
  const lines = group.map((row) => [
    row.about,
    ...shown.map(([key]) => cell(row, String(key))),
    // A ratio of two figures around zero says nothing.
    ...compared.map(([client, base]) => (row.unit === "bytes" ? "" : `**${short(ratio(row, client, base) ?? Number.NaN)}**`)),
  ]);
  return [head, ["---", ...head.slice(1).map(() => "---:")], ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const all = [...rows.values()];
const groups = [...new Set(all.map(({ group }) => group))];
const measured = flags.row.length === 0 ? await sizes() : [];
const smallest = measured.find(({ name }) => name.startsWith("upstream") && name.endsWith("minified"))?.brotli ?? 1;
const sizeTable = [
  ["", "what is in it", "bytes", "gzip", "brotli", "times upstream's, minified"],
  ["---", "---", "---:", "---:", "---:", "---:"],
  ...measured.map(({ name, what, raw, gzip, brotli }) => [
    name,
    what,
    ...[raw, gzip, brotli].map((bytes) => bytes.toLocaleString("en")),
    short(brotli / smallest),
  ]),
]
  .map((cells) => `| ${cells.join(" | ")} |`)
  .join("\n");

/** Where this library is slower, said first. */
const losing = all.flatMap((row) =>
  comparisons.flatMap(([client, base, title]) => {
    const value = row.unit === "bytes" ? undefined : ratio(row, client, base);
    return value !== undefined && value > 1.05 ? [`${row.group}, ${row.about}: ${short(value)} ${title}`] : [];
  }),
);
const upstreamVersion = JSON.parse(readFileSync(join(root, "node_modules", "@jason.today", "webmcp", "package.json"), "utf8")).version;
const versions = { chromium: browser.version(), node: process.version };
const text = `<!-- Written by \`npm run bench\`: run it, do not edit. -->

# Benchmarks

One run of \`npm run bench\`, ${rounds} rounds, all clients in turn in each round, in the same browser and through the same relay: Chromium ${versions.chromium},
Node.js ${versions.node}, ${cpus().length} cores. Each figure is the median ± half the distance between the quartiles. “Times upstream’s” is the ratio of the medians:
below 1 this library is faster or smaller. “Both bare” is this library without validation against upstream with its console muted, so what is left is the work that
both do. Upstream’s client is \`webmcp.js\` of \`@jason.today/webmcp\` ${upstreamVersion}.

![Ratios to upstream’s client](benchmarks.svg)

## Where it loses

${losing.length > 0 ? losing.map((one) => `- ${one}`).join("\n") : "- Speed: in no row."}
- Size: WebAssembly, schemas, a model context and forms weigh more than upstream’s script; see [the table](#what-a-page-downloads).

${groups.map((group) => `## ${group}\n\n${table(all.filter((row) => row.group === group))}`).join("\n\n")}

## What a page downloads

Fetched from npm and measured in the same run. What the others hold differs, so read the second column.

${sizeTable}

## How it is measured

- _Client time_: the relay sits in the page, as a WebSocket that costs nothing, so what is left is what the client does from a frame's arrival to its answer. Upstream writes
  every call to the console, and nobody reads it here: with developer tools open it costs many times more.
- _Registering_: a browser that nobody watches; through the relay, the published one with an MCP client that hears of every tool.
- _Through the relay_: the MCP SDK's client, the published relay, a page whose console is read, as by developer tools. Both clients wait for the same
  relay, so they are close.
- _First usable object_: from the line before the script to a registered tool. The drop-in has the wasm inside; the module streams it.
- _Heap growth_: after a forced garbage collection, over 10,000 small calls in four goes. Noise around zero is no leak.
`;
say(`\n${text}`);
if (!flags.dry && flags.row.length === 0) {
  const bars = all.flatMap((row) =>
    comparisons.flatMap(([client, base], index) => {
      const value = ratio(row, client, base);
      const about = index === 0 ? row.about : "the same, both bare";
      return value === undefined || row.unit === "bytes" ? [] : [{ group: row.group, about, value }];
    }),
  );
  writeFileSync(join(root, "www", "docs", "benchmarks.md"), text);
  writeFileSync(join(root, "www", "docs", "benchmarks.svg"), chart(bars));
  // As the linter wants it.
  await run("biome", ["format", "--write", "--colors=off", "www/docs/benchmarks.md"], { quiet: true });
  say(`${style.green("✔")} www/docs/benchmarks.md, www/docs/benchmarks.svg in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
