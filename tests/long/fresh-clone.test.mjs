// What a newcomer does: clone, two commands. Nothing of this checkout's node_modules, target and pkg is used, nor anything of this person's
// home: there is Rust, Node.js, git and a browser, and no other tool.
// wasm-pack and wasm-bindgen are built from source once, which takes most of the time and says little about this project: where this machine
// has the pinned versions, they are copied. COLD=1 builds them as a newcomer does.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { chromedriver, chromium, firefox, output, pinned, root, run, which } from "../tools/env.mjs";

const rust = ["cargo", "rustc", "rustdoc", "rustup", "rustfmt", "cargo-fmt", "clippy-driver", "cargo-clippy"];
const cold = process.env.COLD === "1";

/** An empty home, and a PATH with Rust and the system's own programs. @param {import("node:test").TestContext} t */
function newcomer(t) {
  const home = mkdtempSync(join(tmpdir(), "webmcp-newcomer-"));
  t.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const bin = join(home, "bin");
  mkdirSync(bin);
  for (const name of rust) {
    const file = which(name);
    if (file) symlinkSync(file, join(bin, name));
  }
  for (const name of ["node", "npm", "npx", "git"]) symlinkSync(which(name) ?? assert.fail(`no ${name}`), join(bin, name));
  const copied = cold ? [] : Object.entries(pinned).filter(([name, version]) => output(name, ["--version"])?.split(/\s+/)[1] === version);
  for (const [name] of copied) copyFileSync(which(name) ?? assert.fail(`no ${name}`), join(bin, name));
  // Rust's own toolchain stays where it is: installing that is rustup's, and not tried here.
  const rustup = output("rustup", ["show", "home"]) ?? process.env.RUSTUP_HOME;
  const kept = { CHROMIUM: chromium(), CHROMEDRIVER: chromedriver(), FIREFOX: firefox(), RUSTUP_HOME: rustup };
  const env = {
    // What npm or cargo may have told this process is not the newcomer's.
    ...Object.fromEntries(
      Object.keys(process.env)
        .filter((name) => /^(npm_|CARGO|XDG_|RUSTFLAGS)/i.test(name))
        .map((name) => [name, undefined]),
    ),
    ...kept,
    HOME: home,
    CARGO_HOME: join(home, ".cargo"),
    PATH: [bin, "/usr/bin", "/bin"].join(delimiter),
  };
  return { home, env, built: Object.keys(pinned).length - copied.length };
}

test("from git clone to the tour's last line it is two commands, in an empty home", {
  timeout: cold ? 3_600_000 : 1_200_000,
}, async (t) => {
  const { home, env, built } = newcomer(t);
  const clone = join(home, "webmcp-wasm");
  execFileSync("git", ["clone", "--quiet", root, clone]);
  for (const name of ["node_modules", "target", "pkg"]) assert.ok(!existsSync(join(clone, name)), name);

  const started = performance.now();
  const tour = await run("npm", ["start", "--", "--tour"], { cwd: clone, quiet: true, env });
  assert.equal(tour.code, 0, tour.text);
  assert.match(tour.text, /The tour went well/);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  t.diagnostic(
    `from the clone to the tour's last line: ${seconds} s${built > 0 ? `, and ${built} tools built from source` : ", with cargo's tools copied"}`,
  );

  const again = await run("npm", ["start", "--", "--tour"], { cwd: clone, quiet: true, env });
  assert.equal(again.code, 0, again.text);
  assert.doesNotMatch(again.text, /Installing|Building|built pkg/, "the second time nothing is installed or built");

  const size = await run("npm", ["test", "--", "--layer", "build", "--layer", "size"], { cwd: clone, quiet: true, env });
  assert.match(size.text, /^\d+ passed, \d+ failed$/m);
  assert.equal(size.code, 0, size.text);
  assert.equal(execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" }), "", "the clone is clean afterwards");
});
