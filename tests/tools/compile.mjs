// The crate to wasm and its glue, by wasm-pack and wasm-opt. build.mjs runs this when the crate, this file or one of shrink.mjs, glue.mjs, names.mjs, order.mjs, panics.mjs and reach.mjs has changed.
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { root, run } from "./env.mjs";
import { shrink } from "./shrink.mjs";

/** Where wasm-pack puts the module that pages import. */
export const stage = join(root, "target", "pkg");
// The second module is the same crate with another feature: in one folder, cargo would take one's wasm for the other's.
const second = join(root, "target", "wu");

/** The generated glue and wasm behind the names that the sources import. @type {Record<string, {glue: string, wasm: string}>} */
export const made = { wasm: files("webmcp_wasm", stage), wu: files("wu", join(second, "pkg")) };

/** @param {string} name @param {string} out */
function files(name, out) {
  return { glue: join(out, `${name}.js`), wasm: join(out, `${name}_bg.wasm`) };
}

export async function compile() {
  await one("webmcp_wasm", stage, []);
  await one("wu", join(second, "pkg"), ["--no-default-features", "--features", "wu"], { CARGO_TARGET_DIR: second });
}

/** @param {string} name @param {string} out @param {string[]} features @param {Record<string, string>} [more] */
async function one(name, out, features, more = {}) {
  const flat = "--release --target web --no-pack --no-gitignore --no-typescript --mode no-install --out-name";
  const args = [...flat.split(" "), name];
  // The builder's folders are nobody's business, and take bytes.
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const flags = [
    `--remap-path-prefix=${join(cargoHome, "registry", "src")}=crates`,
    // For reach.mjs: where what is named, and functions' names as they are written.
    ...["--emit-relocs", "--demangle"].map((flag) => `-Clink-arg=${flag}`),
    // What is small is inlined as ever (cost and limit grow alike), but no large function only because it has one caller: in frames of
    // their own they compress better.
    ...["instr-cost=200", "call-penalty=1000", "threshold=200"].map((flag) => `-Cllvm-args=-inline-${flag}`),
  ].join(" ");
  /** @type {Record<string, string | undefined>} */
  const env = { WASM_PACK_CACHE: undefined, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags, ...more };
  const { code } = await run("wasm-pack", ["build", ...args, "--out-dir", relative(root, out), root, ...features], { env });
  if (code !== 0) throw new Error(`wasm-pack ended with exit code ${code}`);
  const { wasm, glue } = files(name, out);
  const target = env.CARGO_TARGET_DIR ?? process.env.CARGO_TARGET_DIR ?? join(root, "target");
  await shrink(wasm, glue, join(target, "wasm32-unknown-unknown", "release", "webmcp_wasm.wasm"));
}
