// Builds pkg/: wasm-pack, then the hand-written JavaScript around its glue. Skipped when no source has changed.
//   node tests/tools/build.mjs [--force]
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { root, run, say, stop, style } from "./env.mjs";
import { shrink } from "./shrink.mjs";

export const pkg = join(root, "pkg");
const stage = join(root, "target", "pkg");

/** @param {string} folder @returns {string[]} every file below, sorted */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

/** One hash over everything that decides what pkg/ looks like. */
function fingerprint() {
  const hash = createHash("sha256");
  const inputs = ["Cargo.toml", "Cargo.lock", "package.json", "package-lock.json", "tests/tools/build.mjs", "tests/tools/shrink.mjs", "README.md", "LICENSE"].map(
    (name) => join(root, name),
  );
  for (const file of [...inputs.filter(existsSync), ...filesBelow(join(root, "src"))]) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** @param {{force?: boolean}} [options] @returns {Promise<boolean>} whether anything was built */
export async function build({ force = false } = {}) {
  const stamp = join(stage, "fingerprint");
  const wanted = fingerprint();
  const last = outputs.at(-1);
  if (!force && last && existsSync(join(pkg, last)) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;

  rmSync(stamp, { force: true });
  const started = performance.now();
  const args = [
    "build",
    "--release",
    "--target",
    "web",
    "--no-pack",
    "--no-gitignore",
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

  rmSync(pkg, { recursive: true, force: true });
  mkdirSync(pkg);
  await javascript();
  metadata();
  writeFileSync(stamp, wanted);
  say(`${style.green("✔")} built pkg/ in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

/** What `files` in the published manifest names; a test compares it with what `npm pack` takes. */
export const outputs = [
  "webmcp_wasm.js",
  "webmcp_wasm.d.ts",
  "webmcp_wasm_bg.wasm",
  "inline.js",
  "inline.d.ts",
  "webmcp.js",
  "webmcp.d.ts",
  "README.md",
  "LICENSE",
  "package.json",
];

async function javascript() {
  const wasm = readFileSync(join(stage, "webmcp_wasm_bg.wasm"));
  const glue = join(stage, "webmcp_wasm.js");
  /** @type {import("esbuild").Plugin} */
  const virtual = {
    name: "wasm",
    setup(plugin) {
      plugin.onResolve({ filter: /^wasm-glue$/ }, () => ({ path: glue, sideEffects: false }));
      plugin.onResolve({ filter: /^wasm-hex$/ }, () => ({ path: "wasm-hex", namespace: "wasm" }));
      plugin.onLoad({ filter: /.*/, namespace: "wasm" }, () => ({ contents: wasm.toString("hex"), loader: "text" }));
    },
  };
  /** @type {import("esbuild").BuildOptions} */
  const common = {
    bundle: true,
    minify: true,
    target: "es2022",
    legalComments: "none",
    plugins: [virtual],
    logLevel: "warning",
    // wasm-bindgen names a snippet once per import of it.
    logOverride: { "duplicate-object-key": "silent" },
  };
  /** @param {string} name */
  const source = (name) => join(root, "src", "js", name);
  await Promise.all([
    bundle({ ...common, entryPoints: [source("module.js")], format: "esm", outfile: join(pkg, "webmcp_wasm.js") }),
    bundle({ ...common, entryPoints: [source("inline.js")], format: "esm", outfile: join(pkg, "inline.js") }),
    bundle({
      ...common,
      entryPoints: [source("dropin.js")],
      format: "iife",
      outfile: join(pkg, "webmcp.js"),
      // The glue's own loader, which is not used here, mentions import.meta.
      logOverride: { ...common.logOverride, "empty-import-meta": "silent" },
      footer: { js: 'if(typeof module!=="undefined"&&module.exports)module.exports=globalThis.WebMCP;' },
    }),
  ]);
  copyFileSync(join(stage, "webmcp_wasm_bg.wasm"), join(pkg, "webmcp_wasm_bg.wasm"));
}

function metadata() {
  // wasm-bindgen's declarations describe its raw loader too; that part is ours.
  const generated = readFileSync(join(stage, "webmcp_wasm.d.ts"), "utf8");
  const end = generated.search(/^export type InitInput/m);
  if (end < 0) throw new Error("wasm-bindgen's declarations look different from what the build expects: no InitInput");
  const types = `${generated.slice(0, end).trimEnd()}\n\n${readFileSync(join(root, "src", "js", "init.d.ts"), "utf8")}`;
  writeFileSync(join(pkg, "webmcp_wasm.d.ts"), types);
  writeFileSync(join(pkg, "inline.d.ts"), 'export * from "./webmcp_wasm.js";\nexport { default } from "./webmcp_wasm.js";\n');
  writeFileSync(
    join(pkg, "webmcp.d.ts"),
    'declare global {\n  const WebMCP: typeof import("./webmcp_wasm.js").WebMCP;\n  interface Window {\n    WebMCP: typeof import("./webmcp_wasm.js").WebMCP;\n    /** The instance that `data-auto` or `data-model-context` made. */\n    webMCP?: import("./webmcp_wasm.js").WebMCP;\n  }\n}\nexport {};\n',
  );

  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
  /** @param {string} key */
  const field = (key) => new RegExp(`^${key} = "(.*)"$`, "m").exec(cargo)?.[1];
  if (field("version") !== version) throw new Error(`Cargo.toml says version ${field("version")}, package.json ${version}`);
  const repository = field("repository");
  const manifest = {
    name,
    version,
    description: field("description"),
    license,
    ...(repository && { repository: { type: "git", url: `git+${repository}.git` } }),
    keywords: ["webmcp", "mcp", "model-context-protocol", "wasm", "agents", "modelContext"],
    type: "module",
    main: "./webmcp_wasm.js",
    types: "./webmcp_wasm.d.ts",
    exports: {
      ".": { types: "./webmcp_wasm.d.ts", default: "./webmcp_wasm.js" },
      "./inline": { types: "./inline.d.ts", default: "./inline.js" },
      "./webmcp.js": { types: "./webmcp.d.ts", default: "./webmcp.js" },
      "./webmcp_wasm_bg.wasm": "./webmcp_wasm_bg.wasm",
      "./package.json": "./package.json",
    },
    files: outputs.filter((file) => !["README.md", "LICENSE", "package.json"].includes(file)),
    sideEffects: ["./webmcp.js"],
  };
  for (const file of ["README.md", "LICENSE"]) if (existsSync(join(root, file))) copyFileSync(join(root, file), join(pkg, file));
  writeFileSync(join(pkg, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    if (!(await build({ force: process.argv.includes("--force") }))) say(`${style.green("✔")} pkg/ is up to date`);
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
}
