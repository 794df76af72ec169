// What a page downloads. This file holds the budget; every raise is a commit of its own that says what it bought.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { root } from "./tools/env.mjs";

/**
 * Bytes after brotli for the module build: the wasm and its minified glue. Measured: the wasm 94,100, of which some 15,000 are texts (the
 * widget's two languages and its styles among them); of the glue's 25,300 the widget takes some 6,000, the model context and forms 9,000.
 */
export const budget = 120_000;

/** @param {string} file */
function measure(file) {
  const bytes = readFileSync(join(root, "pkg", file));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  return { file, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
}

/** Prints the table. @returns {boolean} whether the module build keeps to the budget */
export function size() {
  const rows = ["webmcp_wasm_bg.wasm", "webmcp_wasm.js", "webmcp.js", "inline.js", "page.js"].map(measure);
  const [wasm, glue] = rows;
  const sum = (/** @type {"raw" | "gzip" | "brotli"} */ key) => (wasm?.[key] ?? 0) + (glue?.[key] ?? 0);
  const all = [...rows, { file: "module (wasm + glue)", raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") }];
  const line = (/** @type {string} */ name, /** @type {(string | number)[]} */ cells) =>
    console.log(`  ${name.padEnd(22)}${cells.map((cell) => cell.toLocaleString("en").padStart(10)).join("")}`);
  line("bytes", ["raw", "gzip", "brotli"]);
  for (const { file, raw, gzip, brotli } of all) line(file, [raw, gzip, brotli]);
  const used = sum("brotli");
  console.log(`  budget ${budget.toLocaleString("en")}: ${((100 * used) / budget).toFixed(1)} % used`);
  return used <= budget;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href && !size()) {
  console.error("Over the budget. `twiggy top target/wasm32-unknown-unknown/release/webmcp_wasm.wasm` shows what is large.");
  process.exit(1);
}
