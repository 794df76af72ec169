// The drop-in holds its wasm as text; what comes out is what went in.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { fromText } from "../../src/js/text.js";
import { toText } from "../tools/text.mjs";

test("any bytes come back from their text", () => {
  const every = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (const bytes of [
    new Uint8Array(),
    every,
    every.reverse(),
    randomBytes(1),
    randomBytes(70_000),
    randomBytes(1_000_000),
    Buffer.alloc(300_000, 7),
  ]) {
    assert.equal(Buffer.compare(fromText(toText(bytes)), bytes), 0, `${bytes.length} bytes`);
  }
});

test("the text is ASCII that neither a string nor an inline script has to escape", () => {
  assert.match(toText(Uint8Array.from({ length: 256 }, (_, index) => index)), /^[\x20\x21\x23-\x3b\x3d-\x5b\x5d-\x7e]+$/);
});
