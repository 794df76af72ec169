// The public types, as others see them: a change of theirs shows here, and in the API reference, which is written from them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { written } from "../tools/docs.mjs";
import { root } from "../tools/env.mjs";

for (const [path, text] of Object.entries(written())) {
  test(`${path} is what the types say; after a change: npm run docs`, () => {
    assert.equal(readFileSync(join(root, path), "utf8"), text);
  });
}

test("every declaration that the package exports has words for the editor, and every member but the plainest", () => {
  const text = readFileSync(join(root, "pkg", "webmcp_wasm.d.ts"), "utf8");
  const bare = [...text.matchAll(/^(?!\s*\*\/|.*\*\/).*\n\n?export (?:default )?(?:interface|class|function|type) (\w+)/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(bare, []);
  const options = /export interface WebMCPOptions \{\n([\s\S]*?)^\}/m.exec(text)?.[1] ?? "";
  for (const [, name] of options.matchAll(/^ {2}(\w+)\?:/gm)) {
    assert.match(options, new RegExp(`\\*/\\n {2}${name}\\?:`), `${name} has no words`);
  }
});
