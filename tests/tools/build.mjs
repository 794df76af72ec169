// Builds pkg/: wasm-pack, then the hand-written JavaScript around its glue. Skipped when no source has changed.
//   node tests/tools/build.mjs [--force]
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle, transform } from "esbuild";
import { minify } from "terser";
import { compile, made, stage } from "./compile.mjs";
import { root, say, stop, style } from "./env.mjs";
import { toText } from "./text.mjs";

export const pkg = join(root, "pkg");

/** @param {string} folder @returns {string[]} every file below, sorted */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

// The wasm is made from these alone: words and the hand-written JavaScript around it change without a run of the compiler.
const aroundTheWasm = /^src\/js\/(?:.*\.d\.ts|(?:page|wu)\/.*|(?:dropin|inline|load|module|page|react|text)\.js)$/;

/** One hash over the files that decide what is built. @param {string[]} files */
function fingerprint(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

const sources = () => {
  const named = (/** @type {string[]} */ ...names) => names.map((name) => join(root, name)).filter(existsSync);
  const [around, inside] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  for (const file of filesBelow(join(root, "src"))) {
    (aroundTheWasm.test(relative(root, file).replaceAll("\\", "/")) ? around : inside).push(file);
  }
  return {
    wasm: [
      ...named(
        "Cargo.toml",
        "Cargo.lock",
        ...["compile", "glue", "names", "order", "panics", "reach", "shrink"].map((name) => `tests/tools/${name}.mjs`),
      ),
      ...inside,
    ],
    rest: [
      ...named("package.json", "package-lock.json", "tests/tools/build.mjs", "tests/tools/text.mjs", "README.md", "LICENSE"),
      ...around,
    ],
  };
};

/** @param {{force?: boolean}} [options] @returns {Promise<boolean>} whether anything was built */
export async function build({ force = false } = {}) {
  const files = sources();
  const wasm = fingerprint(files.wasm);
  const wanted = fingerprint([...files.wasm, ...files.rest]);
  const is = (/** @type {string} */ stamp, /** @type {string} */ text) => existsSync(stamp) && readFileSync(stamp, "utf8") === text;
  const [wasmStamp, stamp] = [join(stage, "fingerprint"), join(pkg, ".fingerprint")];
  if (!force && is(stamp, wanted)) return false;

  const started = performance.now();
  if (force || !is(wasmStamp, wasm)) {
    rmSync(wasmStamp, { force: true });
    await compile();
    writeFileSync(wasmStamp, wasm);
  }
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
  "react.js",
  "react.d.ts",
  "webmcp.js",
  "webmcp.d.ts",
  "page.js",
  "README.md",
  "LICENSE",
  "package.json",
];

/** What esbuild has made short compresses better with terser's names. @param {string} script @param {boolean} module */
async function smaller(script, module) {
  const { code = "" } = await minify(script, {
    ecma: 2020,
    module,
    // A function that is called once stays where it is: inside of its caller it would be made anew with each call.
    compress: { reduce_funcs: false, sequences: false },
    // Whatever encoding a page has.
    format: { ascii_only: true, comments: false },
  });
  return code;
}

async function javascript() {
  /** @type {import("esbuild").Plugin} */
  const virtual = {
    name: "wasm",
    setup(plugin) {
      for (const [name, { glue, wasm }] of Object.entries(made)) {
        plugin.onResolve({ filter: new RegExp(`^${name}-glue$`) }, () => ({ path: glue, sideEffects: false }));
        plugin.onResolve({ filter: new RegExp(`^${name}-text$`) }, () => ({ path: wasm, namespace: "text" }));
      }
      const glues = Object.values(made).map(({ glue }) => glue);
      plugin.onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!glues.includes(path)) return undefined;
        // Where its wasm is, load.js and door.js say: bundlers would look for the file that the glue names, and for some there is none.
        const contents = readFileSync(path, "utf8").replace(/^ *if \(module_or_path === undefined\) \{\n.*new URL\(.*\n *\}\n/m, "");
        if (contents.includes("import.meta"))
          throw new Error("wasm-bindgen's glue looks different from what the build expects: a URL is left");
        return { contents, resolveDir: dirname(path), loader: "js" };
      });
      plugin.onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({ contents: toText(readFileSync(path)), loader: "text" }));
      // The second module stays a file of its own, beside whichever of the others asks for it.
      plugin.onResolve({ filter: /^\.\/page\.js$/ }, ({ path }) => ({ path, external: true }));
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
  /** @param {string} from @param {string} to @param {import("esbuild").BuildOptions} options */
  const file = async (from, to, options) => {
    const entryPoints = [join(root, "src", "js", from)];
    const { outputFiles } = await bundle({ ...common, ...options, entryPoints, write: false });
    writeFileSync(join(pkg, to), await smaller(outputFiles[0]?.text ?? "", options.format === "esm"));
  };
  await Promise.all([
    file("module.js", "webmcp_wasm.js", { format: "esm" }),
    file("inline.js", "inline.js", { format: "esm" }),
    file("page.js", "page.js", { format: "esm" }),
    file("dropin.js", "webmcp.js", {
      format: "iife",
      footer: { js: 'if(typeof module!=="undefined"&&module.exports)module.exports=globalThis.WebMCP;' },
    }),
  ]);
  // Not bundled: React is the page's own, and the module is loaded only where no provider gives another.
  const react = readFileSync(join(root, "src", "js", "react.js"), "utf8").replace("./module.js", "./webmcp_wasm.js");
  const { code } = await transform(react, { minifySyntax: true, minifyWhitespace: true, target: "es2022", legalComments: "none" });
  writeFileSync(join(pkg, "react.js"), code);
  copyFileSync(join(stage, "webmcp_wasm_bg.wasm"), join(pkg, "webmcp_wasm_bg.wasm"));
}

function metadata() {
  const source = (/** @type {string} */ name) => readFileSync(join(root, "src", "js", name), "utf8");
  const types = ["types.d.ts", "globals.d.ts", "init.d.ts"].map(source).join("\n");
  writeFileSync(join(pkg, "webmcp_wasm.d.ts"), types);
  writeFileSync(join(pkg, "inline.d.ts"), 'export * from "./webmcp_wasm.js";\nexport { default } from "./webmcp_wasm.js";\n');
  writeFileSync(join(pkg, "react.d.ts"), source("react-types.d.ts").replaceAll(/"\.\/(?:types|globals)\.js"/g, '"./webmcp_wasm.js"'));
  writeFileSync(join(pkg, "webmcp.d.ts"), source("dropin-types.d.ts").replaceAll("./types.js", "./webmcp_wasm.js"));

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
      "./react": { types: "./react.d.ts", default: "./react.js" },
      "./webmcp.js": { types: "./webmcp.d.ts", default: "./webmcp.js" },
      "./webmcp_wasm_bg.wasm": "./webmcp_wasm_bg.wasm",
      "./package.json": "./package.json",
    },
    files: outputs.filter((file) => !["README.md", "LICENSE", "package.json"].includes(file)),
    sideEffects: ["./webmcp.js"],
    peerDependencies: { react: ">=18" },
    peerDependenciesMeta: { react: { optional: true } },
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
