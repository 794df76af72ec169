// What pages download, beside what other clients let them download: fetched from npm and measured, never typed in.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { root, run } from "../tools/env.mjs";

const others = { "@mcp-b/global": "5.1.0", "@mcp-b/webmcp-polyfill": "5.1.0", "@mcp-b/webmcp-local-relay": "2.2.0" };
const cache = join(root, "node_modules", ".cache", "webmcp-wasm", "bench");

async function fetchOthers() {
  const stamp = join(cache, "fetched.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === JSON.stringify(others)) return;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), '{"private":true}');
  const wanted = Object.entries(others).map(([name, version]) => `${name}@${version}`);
  const { code, text } = await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", cache, ...wanted], {
    quiet: true,
  });
  if (code !== 0) throw new Error(`npm install of the other clients failed:\n${text}`);
  writeFileSync(stamp, JSON.stringify(others));
}

/** @param {string} name @param {string} what @param {Buffer[]} parts */
function measure(name, what, parts) {
  const sum = (/** @type {(part: Buffer) => number} */ of) => parts.reduce((total, part) => total + of(part), 0);
  return {
    name,
    what,
    raw: sum((part) => part.length),
    gzip: sum((part) => gzipSync(part, { level: 9 }).length),
    brotli: sum((part) => brotliCompressSync(part).length),
  };
}

/** Upstream's script is published with its comments; a careful page would minify it. @param {Buffer} source */
const minified = async (source) => Buffer.from((await transform(source.toString(), { minify: true, target: "es2022" })).code);

export async function sizes() {
  await fetchOthers();
  const ours = (/** @type {string} */ name) => readFileSync(join(root, "pkg", name));
  const theirs = (/** @type {string} */ name, /** @type {string} */ file) => readFileSync(join(cache, "node_modules", name, file));
  const upstream = readFileSync(join(root, "node_modules", "@jason.today", "webmcp", "src", "webmcp.js"));
  const upstreamVersion = JSON.parse(readFileSync(join(root, "node_modules", "@jason.today", "webmcp", "package.json"), "utf8")).version;
  const versioned = (/** @type {keyof typeof others} */ name) => `${name} ${others[name]}`;
  const rows = [
    measure("webmcp-wasm, module", "wasm and glue: relay, widget, schemas, model context, forms", [
      ours("webmcp_wasm_bg.wasm"),
      ours("webmcp_wasm.js"),
    ]),
    measure("webmcp-wasm, drop-in", "the same in one classic script", [ours("webmcp.js")]),
    measure(`upstream webmcp.js ${upstreamVersion}`, "relay and widget, as published", [upstream]),
    measure(`upstream webmcp.js ${upstreamVersion}, minified`, "the same, minified here", [await minified(upstream)]),
    measure(versioned("@mcp-b/global"), "model context and MCP server, its classic script", [
      theirs("@mcp-b/global", "dist/index.iife.js"),
    ]),
    measure(versioned("@mcp-b/webmcp-polyfill"), "model context alone, its classic script", [
      theirs("@mcp-b/webmcp-polyfill", "dist/index.iife.js"),
    ]),
    measure(versioned("@mcp-b/webmcp-local-relay"), "relay embed and its frame; needs a model context beside it", [
      theirs("@mcp-b/webmcp-local-relay", "dist/browser/embed.js"),
      theirs("@mcp-b/webmcp-local-relay", "dist/browser/widget.js"),
    ]),
  ];
  if (existsSync(join(root, "pkg", "page.js"))) {
    const parts = ["page.js", "webmcp_page_bg.wasm", "page_bg.wasm"].filter((name) => existsSync(join(root, "pkg", name))).map(ours);
    rows.splice(2, 0, measure("webmcp-wasm, page driving", "loaded only when asked for", parts));
  }
  return rows;
}
