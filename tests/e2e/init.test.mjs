// Loading: init() in all its forms, from a page and from a server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../tools/env.mjs";
import { createWorld } from "./helpers.mjs";

const world = createWorld({ relay: false });
const at = "/pkg/webmcp_wasm.js";

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

test("init() takes the wasm that the page's head has preloaded, as www/docs/bundlers.md has it, and asks for none of its own", async (t) => {
  const guide = readFileSync(join(root, "www", "docs", "bundlers.md"), "utf8");
  const link = /^<link rel="preload".*>$/m.exec(guide)?.[0];
  assert.ok(link);
  let loads = 0;
  const { page } = await world.open(t, {
    client: "none",
    html: `<!doctype html><html lang="en">${link}<body>`,
    handle: (_request, _response, url) => {
      if (url.pathname.endsWith(".wasm")) loads += 1;
    },
  });
  const tools = await page.evaluate(async (at) => {
    const { default: init, WebMCP } = await import(at);
    await init();
    const mcp = new WebMCP({ widget: false });
    mcp.registerTool("kept", "", {}, () => 1);
    return mcp.tools().length;
  }, at);
  assert.equal(tools, 1);
  assert.equal(loads, 1);
});

for (const [what, source] of /** @type {const} */ ([
  ["a URL", "u"],
  ["a URL object", "l"],
  ["a Request", "q"],
  ["a Response", "r"],
  ["a promise of a Response", "p"],
  ["bytes", "b"],
  ["a view of bytes", "v"],
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
          l: () => new URL(url, location.href),
          q: () => new Request(url),
          v: async () => new Uint8Array(await bytes()),
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

test("concurrent calls of a load that fails all reject, and the next one loads", async (t) => {
  let broken = true;
  const { page } = await world.open(t, {
    client: "none",
    handle: (_request, response, url) => {
      if (!url.pathname.endsWith(".wasm") || !broken) return false;
      response.writeHead(503, "Down for now").end();
      return true;
    },
  });
  const said = await page.evaluate(async (at) => {
    const { default: init } = await import(at);
    return (await Promise.allSettled([init(), init(), init()])).map((one) => one.status === "rejected" && one.reason.message);
  }, at);
  assert.equal(said.length, 3);
  for (const one of said) assert.match(one, /webmcp_wasm_bg\.wasm answered 503/);
  broken = false;
  const status = await page.evaluate(async (at) => {
    const { default: init, WebMCP } = await import(at);
    await init();
    return new WebMCP({ widget: false }).status;
  }, at);
  assert.equal(status, "disconnected");
});

test("a page that answers with HTML where the wasm should be is told so", async (t) => {
  const { page } = await world.open(t, {
    client: "none",
    handle: (_request, response, url) => {
      if (!url.pathname.endsWith(".wasm")) return false;
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>App</title>");
      return true;
    },
  });
  const said = await page.evaluate(async (at) => (await import(at)).default().catch((error) => error.message), at);
  assert.match(said, /loading the wasm failed: .*webmcp_wasm_bg\.wasm is text\/html, not a wasm/);
});

test("a source that rejects is the cause", async (t) => {
  const { page } = await world.open(t, { client: "none" });
  const outcome = await page.evaluate(async (at) => {
    const { default: init } = await import(at);
    const reason = new RangeError("offline");
    return init(Promise.reject(reason)).catch((error) => [error.message, error.cause === reason]);
  }, at);
  assert.deepEqual(outcome, ["webmcp-wasm: loading the wasm failed: offline", true]);
});

test("initSync() loads at once, and init() after it does nothing", async (t) => {
  const { page } = await world.open(t, { client: "none" });
  const outcome = await page.evaluate(async (at) => {
    const { default: init, initSync, WebMCP } = await import(at);
    const bytes = await (await fetch("/pkg/webmcp_wasm_bg.wasm")).arrayBuffer();
    initSync(bytes);
    const first = new WebMCP({ widget: false });
    first.registerTool("kept", "", {}, () => 1);
    initSync({ module: await WebAssembly.compile(bytes) });
    await init("/pkg/missing.wasm");
    return first.tools().length;
  }, at);
  assert.equal(outcome, 1);
});

test("new WebMCP() before init() throws something that says what to do", async (t) => {
  const { page } = await world.open(t, { client: "none" });
  const said = await page.evaluate(async (at) => {
    const { WebMCP } = await import(at);
    try {
      return String(new WebMCP());
    } catch (error) {
      return `${error.name}: ${error.message}`;
    }
  }, at);
  assert.match(said, /await init\(\)/);
});

test("the inline build needs no second file", async (t) => {
  const { page } = await world.open(t, { client: "inline", options: { widget: false } });
  assert.equal(await page.evaluate(() => mcp.status), "disconnected");
});
