// Loading: init() in all its forms, from a page and from a server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { output, root } from "../tools/env.mjs";
import { createWorld } from "./helpers.mjs";

const world = createWorld({ relay: false });
const at = "/pkg/webmcp_wasm.js";
const file = (/** @type {string} */ name) => join(root, "pkg", name);

test("concurrent and repeated init() calls load once", async (t) => {
  let loads = 0;
  const { page } = await world.open(t, {
    client: "none",
    handle: (_request, _response, url) => {
      if (url.pathname.endsWith(".wasm")) loads += 1;
    },
  });
  const alive = await page.evaluate(async (at) => {
    const { default: init, WebMCP } = await import(at);
    await Promise.all([init(), init(), init()]);
    const first = new WebMCP({ widget: false });
    first.registerTool("kept", "", {}, () => 1);
    await init();
    return first.tools().length;
  }, at);
  assert.equal(alive, 1, "an object made before a second init() still works");
  assert.equal(loads, 1);
});

for (const [what, source] of /** @type {const} */ ([
  ["a URL", "u"],
  ["a Response", "r"],
  ["a promise of a Response", "p"],
  ["bytes", "b"],
  ["a compiled module", "m"],
  ["wasm-bindgen's options object", "o"],
])) {
  test(`init() takes ${what}`, async (t) => {
    const { page } = await world.open(t, { client: "none" });
    const status = await page.evaluate(
      async ({ source, at }) => {
        const { default: init, WebMCP } = await import(at);
        const url = "/pkg/webmcp_wasm_bg.wasm";
        const bytes = async () => (await fetch(url)).arrayBuffer();
        const sources = {
          u: () => url,
          r: () => fetch(url),
          p: () => fetch(url),
          b: bytes,
          m: async () => WebAssembly.compile(await bytes()),
          o: () => ({ module_or_path: url }),
        };
        await init(source === "p" ? sources.p() : await sources[source]());
        return new WebMCP({ widget: false }).status;
      },
      { source, at },
    );
    assert.equal(status, "disconnected");
  });
}

test("a failed load rejects with the cause and can be tried again", async (t) => {
  const { page } = await world.open(t, { client: "none" });
  const outcome = await page.evaluate(async (at) => {
    const { default: init, WebMCP } = await import(at);
    const said = await init("/pkg/missing.wasm").catch((error) => `${error.message} | ${error.cause instanceof Error}`);
    const bytes = await init(new Uint8Array([1, 2, 3])).catch((error) => error.message);
    await init();
    return [said, bytes, new WebMCP({ widget: false }).status];
  }, at);
  assert.match(outcome[0], /missing\.wasm.*404.*\| true/);
  assert.match(outcome[1], /loading the wasm failed/);
  assert.equal(outcome[2], "disconnected");
});

test("the inline build needs no second file", async (t) => {
  const { page } = await world.open(t, { client: "inline", options: { widget: false } });
  assert.equal(await page.evaluate(() => mcp.status), "disconnected");
});

test("importing on a server is harmless", () => {
  for (const name of ["webmcp_wasm.js", "inline.js"]) {
    const script = `const m = await import(${JSON.stringify(pathToFileURL(file(name)).href)}); console.log(typeof m.default, typeof m.WebMCP)`;
    assert.equal(output(process.execPath, ["--input-type=module", "-e", script]), "function function", name);
  }
});

test("npm pack takes exactly the files that the manifest names", () => {
  const listed = JSON.parse(output("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", file("")]) ?? "[]");
  const [packed] = Array.isArray(listed) ? listed : Object.values(listed);
  const manifest = JSON.parse(readFileSync(file("package.json"), "utf8"));
  const names = packed.files.map((/** @type {{path: string}} */ one) => one.path).sort();
  assert.deepEqual(names, [...manifest.files, "LICENSE", "README.md", "package.json"].sort());
  assert.deepEqual(names, [
    "LICENSE",
    "README.md",
    "inline.d.ts",
    "inline.js",
    "package.json",
    "webmcp.d.ts",
    "webmcp.js",
    "webmcp_wasm.d.ts",
    "webmcp_wasm.js",
    "webmcp_wasm_bg.wasm",
  ]);
});
