// Makes the wasm as small as it goes; the glue of wasm-bindgen follows.
import { readFileSync, writeFileSync } from "node:fs";
import { run } from "./env.mjs";
import { merged, rewrite } from "./glue.mjs";
import { ordered } from "./order.mjs";
import { blank, silence } from "./panics.mjs";

// What the compiler already assumes of this target, what a wasm of ours never does (read below its stack, go on after a trap),
// and nothing that a browser of the last years lacks.
const features = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue"].map(
  (name) => `--enable-${name}`,
);
const assumed = ["--traps-never-happen", "--low-memory-unused", "--one-caller-inline-max-function-size=30"];
// Flattened and looped anew, twice, it is smaller than what `--converge` comes to.
const anew = ["--flatten", "--rereloop", "-Oz"];
// Values that are kept to be used again, and what is moved behind a branch, make less code but code that compresses worse.
const skipped = ["--skip-pass=local-cse", "--skip-pass=code-pushing"];
const passes = [
  ...assumed,
  ...skipped,
  "--strip-producers",
  "--strip-target-features",
  "--duplicate-import-elimination",
  ...anew,
  "--monomorphize",
  "-Oz",
  ...anew,
  "--merge-similar-functions",
  "-Oz",
];

/** @param {string} wasm the file, rewritten @param {string} glue the file, rewritten @param {string} linked the file before wasm-bindgen */
export async function shrink(wasm, glue, linked) {
  const before = readFileSync(linked);
  const written = readFileSync(glue, "utf8");
  writeFileSync(wasm, merged(silence(readFileSync(wasm), before), written));
  const { code, text } = await run("wasm-opt", [...features, ...passes, wasm, "-o", wasm], { quiet: true });
  if (code !== 0) throw new Error(`wasm-opt ended with exit code ${code}: ${text}`);
  const small = ordered(readFileSync(wasm));
  blank(small, before);
  const { bytes, text: shorter } = rewrite(small, written);
  writeFileSync(wasm, bytes);
  writeFileSync(glue, shorter);
}
