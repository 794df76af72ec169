// The crate to wasm and its glue, by wasm-pack and wasm-opt. build.mjs runs this when the crate, this file or shrink.mjs has changed.
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { root, run } from "./env.mjs";
import { shrink } from "./shrink.mjs";

/** Where wasm-pack puts them. */
export const stage = join(root, "target", "pkg");

export async function compile() {
  const args = [
    "build",
    "--release",
    "--target",
    "web",
    "--no-pack",
    "--no-gitignore",
    "--no-typescript",
    "--mode",
    "no-install",
    "--out-name",
    "webmcp_wasm",
    "--out-dir",
    relative(root, stage),
  ];
  // The builder's folders are nobody's business, and take bytes.
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const flags = `--remap-path-prefix=${join(cargoHome, "registry", "src")}=crates`;
  const env = { WASM_PACK_CACHE: undefined, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags };
  const { code } = await run("wasm-pack", [...args, root], { env });
  if (code !== 0) throw new Error(`wasm-pack ended with exit code ${code}`);
  await shrink(join(stage, "webmcp_wasm_bg.wasm"), join(stage, "webmcp_wasm.js"));
}
