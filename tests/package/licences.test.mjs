// What a company's lawyers ask, and what a packager asks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crates, fine, modules, refused } from "../tools/audit.mjs";
import { root } from "../tools/env.mjs";

const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");

test("every crate and every npm package has a licence that is allowed", () => {
  assert.deepEqual(refused(crates()), []);
  assert.deepEqual(refused(modules()), []);
  assert.ok(crates().filter(({ used }) => used === "compiled in").length > 20);
});

test("licence expressions are read as SPDX has them", () => {
  for (const text of [
    "MIT",
    "MIT OR GPL-3.0",
    "GPL-3.0/MIT",
    "(MIT OR Apache-2.0) AND Unicode-3.0",
    "Apache-2.0 WITH LLVM-exception OR MIT",
  ]) {
    assert.ok(fine(text), text);
  }
  for (const text of ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND GPL-3.0", "none stated", "", "SEE LICENSE IN x"]) {
    assert.ok(!fine(text), text);
  }
});

test("the oldest Rust is the same in Cargo.toml and in the documentation, and CI tries it", () => {
  const version = /^rust-version = "(.+)"$/m.exec(read("Cargo.toml"))?.[1] ?? assert.fail("no rust-version");
  assert.ok(read("www/docs/releasing.md").includes(`${version} or newer (\`rust-version\``));
  assert.match(read(".github/workflows/ci.yml"), /rust-version = .*\n.*rustup toolchain install/);
});

test("the version is the same in both manifests, and the changelog speaks of it", () => {
  const { version } = JSON.parse(read("package.json"));
  assert.equal(/^version = "(.+)"$/m.exec(read("Cargo.toml"))?.[1], version);
  assert.ok(read("CHANGELOG.md").includes(`## ${version}`));
});

test("publishing asks for provenance and stores no token", () => {
  const workflow = read(".github/workflows/publish.yml");
  assert.match(workflow, /npm publish \.\/pkg --provenance/);
  assert.match(workflow, /id-token: write/);
  assert.doesNotMatch(workflow, /secrets\./);
});
