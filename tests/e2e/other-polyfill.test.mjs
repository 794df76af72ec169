// Ours beside another fill-in of the model context (@mcp-b/webmcp-polyfill, as published): one context, each tool once, whoever comes first.
import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../tools/env.mjs";
import { createDraft, dropin as ours } from "./draft-kit.mjs";

const draft = createDraft();

const theirs = '<script src="/other-polyfill.js"></script>';
const form = `<form toolname="find_tea" tooldescription="Finds teas" toolautosubmit><input name="q" required><button>Go</button></form>
  <script>
    document.forms[0].addEventListener("submit", (event) => {
      event.preventDefault();
      event.respondWith(Promise.resolve({ found: new FormData(event.target).get("q") }));
    });
  </script>`;

/** @type {import("../tools/serve.mjs").Handler} */
const handle = (_request, response, url) => {
  if (url.pathname !== "/other-polyfill.js") return false;
  response.writeHead(200, { "content-type": "text/javascript" });
  createReadStream(join(root, "node_modules/@mcp-b/webmcp-polyfill/dist/index.iife.js")).pipe(response);
  return true;
};

for (const [kind, browser] of /** @type {[string, () => import("playwright-core").Browser][]} */ ([
  ["without a context of the browser's", draft.filled],
  ["with the browser's own context", draft.native],
])) {
  for (const [order, scripts] of [
    ["the other one first", theirs + ours],
    ["ours first", ours + theirs],
  ]) {
    test(`${kind}, ${order}: one context, each tool once`, async (t) => {
      const { page, listed, call } = await draft.open(t, browser(), { body: form, scripts, handle });
      await page.evaluate(async () => {
        await document.modelContext?.registerTool({ name: "pour", description: "Pours", execute: async () => ({ cups: 2 }) });
        window.webMCP.registerTool("brew", "Brews", undefined, () => "brewed");
      });
      await listed("brew", "find_tea", "pour");
      assert.equal((await call("brew")).text, "brewed");
      assert.deepEqual(JSON.parse((await call("pour")).text), { cups: 2 });
      assert.deepEqual(JSON.parse((await call("find_tea", { q: "sencha" })).text), { found: "sencha" });
      const names = await page.evaluate(async () => (await document.modelContext?.getTools())?.map(({ name }) => name).sort());
      assert.deepEqual(names, ["brew", "find_tea", "pour"], "each once in the context too");
    });
  }
}
