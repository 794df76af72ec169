// What a newcomer does: clone, two commands. Nothing of this checkout's node_modules, target and pkg is used.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root, run } from "../tools/env.mjs";

test("npm start -- --tour and npm test's build work in a fresh clone", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "webmcp-clone-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const clone = join(home, "webmcp-wasm");
  execFileSync("git", ["clone", "--quiet", root, clone]);
  for (const name of ["node_modules", "target", "pkg"]) assert.ok(!existsSync(join(clone, name)), name);

  const started = performance.now();
  const tour = await run("npm", ["start", "--", "--tour"], { cwd: clone, quiet: true });
  assert.equal(tour.code, 0, tour.text);
  assert.match(tour.text, /The tour went well/);
  t.diagnostic(`from the clone to the tour's last line: ${((performance.now() - started) / 1000).toFixed(0)} s`);

  const again = performance.now();
  const warm = await run("node", ["tests/tools/setup.mjs", "test"], { cwd: clone, quiet: true });
  assert.equal(warm.code, 0, warm.text);
  assert.ok(performance.now() - again < 3_000, "setup is quick when all is there");
  const size = await run("npm", ["test", "--", "--layer", "build", "--layer", "size"], { cwd: clone, quiet: true });
  assert.match(size.text, /^\d+ passed, \d+ failed$/m);
  assert.equal(size.code, 0, size.text);
});
