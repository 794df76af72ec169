// The npm package: what is in it, what it exports, and that a server may import it. Bundlers are tried in tests/long.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { output, root } from "../tools/env.mjs";

const contents = [
  "LICENSE",
  "README.md",
  "inline.d.ts",
  "inline.js",
  "package.json",
  "page.js",
  "react.d.ts",
  "react.js",
  "webmcp.d.ts",
  "webmcp.js",
  "webmcp_wasm.d.ts",
  "webmcp_wasm.js",
  "webmcp_wasm_bg.wasm",
];

let home = "";
let installed = "";
before(() => {
  // Unpacked where npm would put it: what is missing from the tarball is missing here.
  home = mkdtempSync(join(tmpdir(), "webmcp-package-"));
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", home, join(root, "pkg")], { encoding: "utf8" }),
  );
  installed = join(home, "node_modules", "webmcp-wasm");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(home, packed.filename), "-C", installed, "--strip-components=1"]);
});
after(() => rmSync(home, { recursive: true, force: true }));

const manifest = () => JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

/** Runs a script beside the installed package. @param {string} script */
const runThere = (script) => execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: home, encoding: "utf8" }).trim();

test("npm pack takes exactly these files", () => {
  const listed = JSON.parse(output("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", join(root, "pkg")]) ?? "[]");
  const names = listed[0].files.map((/** @type {{path: string}} */ one) => one.path).sort();
  assert.deepEqual(names, contents);
  assert.deepEqual([...manifest().files, "LICENSE", "README.md", "package.json"].sort(), contents);
});

test("every path that the manifest names is in the package, and types come first", () => {
  const { exports, main, types } = manifest();
  const targets = Object.values(exports).flatMap((target) => (typeof target === "string" ? [target] : Object.values(target)));
  for (const path of [main, types, ...targets]) assert.ok(existsSync(join(installed, path)), path);
  for (const target of Object.values(exports)) if (typeof target !== "string") assert.equal(Object.keys(target)[0], "types");
  assert.deepEqual(Object.keys(exports), [".", "./inline", "./react", "./webmcp.js", "./webmcp_wasm_bg.wasm", "./package.json"]);
});

test("only the classic script has side effects, so that bundlers may drop the rest", () => {
  assert.deepEqual(manifest().sideEffects, ["./webmcp.js"]);
});

test("the manifest names a licence and no dependency but React, which is optional", () => {
  const { license, dependencies, peerDependencies, peerDependenciesMeta, scripts } = manifest();
  assert.deepEqual(
    [license, dependencies, scripts, peerDependencies, peerDependenciesMeta],
    ["MIT", undefined, undefined, { react: ">=18" }, { react: { optional: true } }],
  );
});

test("importing on a server is harmless, from both builds", () => {
  for (const name of ["webmcp-wasm", "webmcp-wasm/inline"]) {
    const script = `const m = await import("${name}"); console.log(typeof m.default, typeof m.initSync, typeof m.WebMCP)`;
    assert.equal(runThere(script), "function function function", name);
  }
});

test("no file of the package names a folder of the machine that built it", () => {
  for (const name of contents) {
    const text = readFileSync(join(installed, name), "latin1");
    const found = [...text.matchAll(/\/(?:home|root|tmp|Users)\/\w|\.cargo\//g)].map(({ index }) => text.slice(index - 20, index + 60));
    assert.deepEqual(found, [], name);
  }
});

test("the module alone names a file beside it: a bundler would look for any other", () => {
  for (const file of ["inline.js", "page.js", "webmcp.js", "webmcp_wasm.js"]) {
    const named = [...readFileSync(join(root, "pkg", file), "utf8").matchAll(/new URL\("([^"]+)",import\.meta\.url\)/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual(named, file === "webmcp_wasm.js" ? ["webmcp_wasm_bg.wasm"] : [], file);
  }
});
