// The golden frames keep the shape that tests/frames/README.md promises; the two suites that read them rely on it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { frames } from "../relays/lib/frames.mjs";

const words = readFileSync(new URL("../frames/README.md", import.meta.url), "utf8");

for (const file of /** @type {const} */ (["webmcp", "wu"])) {
  test(`every frame of ${file}.json has the documented shape and a name of its own`, () => {
    const all = frames(file);
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    for (const golden of all) {
      const { name, dialect, direction, frame, text, meaning } = golden;
      assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.ok(file === "wu" ? dialect === "wu" : ["webmcp", "fork"].includes(dialect), name);
      assert.ok(["in", "out"].includes(direction), name);
      assert.ok((frame === undefined) !== (text === undefined), `${name} has either frame or text`);
      assert.ok(words.includes(`\`${meaning.is}\``), `${name}: README.md documents ${meaning.is}`);
    }
  });
}
