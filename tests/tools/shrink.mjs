// Makes the wasm as small as it goes, and gives its imports and exports short names; the glue of wasm-bindgen follows.
import { readFileSync, writeFileSync } from "node:fs";
import { run } from "./env.mjs";
import { blank, silence } from "./panics.mjs";

// What the compiler already assumes of this target, what a wasm of ours never does (read below its stack, go on after a trap),
// and nothing that a browser of the last years lacks.
const features = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue"].map(
  (name) => `--enable-${name}`,
);
const assumed = ["--traps-never-happen", "--low-memory-unused", "--one-caller-inline-max-function-size=30"];
// Flattened and looped anew, it is smaller than what `--converge` comes to.
const passes = [
  ...assumed,
  "--strip-producers",
  "--strip-target-features",
  "--flatten",
  "--rereloop",
  "-Oz",
  "-Oz",
  "--merge-similar-functions",
  "-Oz",
];

/** @param {string} wasm the file, rewritten @param {string} glue the file, rewritten @param {string} linked the file before wasm-bindgen */
export async function shrink(wasm, glue, linked) {
  const before = readFileSync(linked);
  const opt = async (/** @type {string[]} */ passes) => {
    const { code, text } = await run("wasm-opt", [...features, ...passes, wasm, "-o", wasm], { quiet: true });
    if (code !== 0) throw new Error(`wasm-opt ended with exit code ${code}: ${text}`);
    return text;
  };
  writeFileSync(wasm, silence(readFileSync(wasm), before));
  await opt(passes);
  const small = readFileSync(wasm);
  blank(small, before);
  writeFileSync(wasm, small);
  const names = await opt(["--minify-imports-and-exports-and-modules"]);
  writeFileSync(glue, rename(readFileSync(glue, "utf8"), JSON.parse(names)));
}

/**
 * @param {string} glue
 * @param {{imports: [module: string, from: string, to: string][], exports: [from: string, to: string][]}} names as wasm-opt prints them
 */
export function rename(glue, names) {
  const exported = new Map(names.exports);
  const imported = new Map(names.imports.map(([module, from, to]) => [`${module} ${from}`, to]));
  const table = /^ {4}return \{\n {8}__proto__: null,\n((?: {8}"[^"]+": import\d+,\n)+) {4}\};$/m.exec(glue);
  const modules = [...(table?.[1] ?? "").matchAll(/"([^"]+)": (import\d+)/g)].map(([, module = "", name = ""]) => ({ module, name }));
  const own = modules.find(({ name }) => name === "import0")?.module;
  if (!table || !own) throw new Error("wasm-bindgen's glue looks different from what the build expects: no table of imports");
  // The same module can be there twice: the wasm sees one.
  const others = new Map(modules.filter(({ name }) => name !== "import0").map(({ module, name }) => [module, name]));
  const foreign = names.imports
    .filter(([module]) => module !== own)
    .map(([module, from, to]) => `${to}: ${others.get(module)}.${from}`)
    .join(", ");
  let kept = 0;
  const renamed = glue
    .replace(table[0], `    return { a: Object.assign(import0, { ${foreign} }) };`)
    .replace(/^ {8}(\w+): (function[\s\S]*?\n {8}\}(?:, arguments\); \})?,\n)/gm, (_, from, body) => {
      const to = imported.get(`${own} ${from}`);
      // What the wasm does not import any more needs no code here.
      if (to === undefined) return "";
      kept += 1;
      return `        ${to}: ${arrow(body)}`;
    })
    .replace(
      /^function handleError\(f, args\) \{\n {4}try \{\n {8}return f\.apply\(this, args\);\n([\s\S]*?)\n\}$/m,
      "function handleError(f) {\n    return (...args) => {\n    try {\n        return f(...args);\n$1\n    };\n}",
    )
    .replace(/\bwasm\.(\w+)/g, (text, from) => (exported.has(from) ? `wasm.${exported.get(from)}` : text));
  const remembering = renamed.replace(DECODER, MEMO);
  if (remembering === renamed) throw new Error("wasm-bindgen's glue looks different from what the build expects: texts are read otherwise");
  if (kept !== names.imports.filter(([module]) => module === own).length) {
    throw new Error("wasm-bindgen's glue looks different from what the build expects: an import is missing");
  }
  if (renamed.includes("arguments)") || !renamed.includes("function handleError(f) {")) {
    throw new Error("wasm-bindgen's glue looks different from what the build expects: an error is handled otherwise");
  }
  return remembering;
}

const DECODER = /^function getStringFromWasm0\(ptr, len\) \{\n {4}ptr = ptr >>> 0;\n {4}return (.*);\n\}$/m;
/**
 * Most texts that the wasm gives are names of members, the same few again and again: compared byte by byte with what was read last, they
 * cost a fraction of what decoding costs. In UTF-8 a text of as many characters as bytes is ASCII.
 */
const MEMO = `const texts = [];
function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    const bytes = getUint8ArrayMemory0();
    const place = (ptr ^ len << 7) & 511;
    const known = texts[place];
    if (known?.length === len) {
        let at = 0;
        while (at < len && known.charCodeAt(at) === bytes[ptr + at]) at++;
        if (at === len) return known;
    }
    const text = decodeText(bytes.subarray(ptr, ptr + len));
    if (len < 32 && text.length === len) texts[place] = text;
    return text;
}`;

/** An import's function in fewer letters; one that may throw is caught once and for all, not anew with each call. @param {string} body */
function arrow(body) {
  return body
    .replace(/^function\(\) \{ return handleError\(function \(([^)]*)\) \{([\s\S]*)\}, arguments\); \},\n$/, "handleError(($1) => {$2}),\n")
    .replace(/^function\(([^)]*)\) \{/, "($1) => {");
}
