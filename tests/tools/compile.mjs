// The crate to wasm and its glue, by wasm-pack. build.mjs runs this when the crate or this file has changed.
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { root, run } from "./env.mjs";

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
  // Panics name source files; without this they name the folders of whoever built it.
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const flags = (process.env.RUSTFLAGS ?? "").split(" ").filter(Boolean);
  for (const folder of [join(cargoHome, "registry", "src"), root]) flags.push(`--remap-path-prefix=${folder}=`);
  const { code } = await run("wasm-pack", [...args, root], {
    env: { WASM_PACK_CACHE: undefined, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") },
  });
  if (code !== 0) throw new Error(`wasm-pack ended with exit code ${code}`);
}
