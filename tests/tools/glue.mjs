// wasm-bindgen's glue in fewer bytes. The wasm's imports become places in a list (which needs no names), its exports get one letter;
// what the glue writes out for each import again and again is written once, and what our browsers all have is not asked for.
import { exports, imports } from "./names.mjs";

const different = (/** @type {string} */ what) => new Error(`wasm-bindgen's glue looks different from what the build expects: ${what}`);

/**
 * @typedef {{text: string, from: string, own: Map<string, string>, foreign: Map<string, string>, table: string}} Glue
 * `own` holds the imports that the glue writes, `foreign` the modules that hold the others
 */

/** @param {string} written @returns {Glue} */
function parsed(written) {
  const text = repeated(written);
  const table = /^ {4}return \{\n {8}__proto__: null,\n((?: {8}"[^"]+": import\d+,\n)+) {4}\};$/m.exec(text);
  const modules = [...(table?.[1] ?? "").matchAll(/"([^"]+)": (import\d+)/g)].map(([, module = "", name = ""]) => ({ module, name }));
  const from = modules.find(({ name }) => name === "import0")?.module;
  if (!table || !from) throw different("no table of imports");
  // The same module can be there twice: the wasm sees one.
  const foreign = new Map(modules.filter(({ name }) => name !== "import0").map(({ module, name }) => [module, name]));
  const own = [...text.matchAll(IMPORT)].map(([, name = "", body = ""]) => /** @type {const} */ ([name, arrow(body)]));
  return { text, from, own: new Map(own), foreign, table: table[0] };
}

const CAUGHT = /^handleError\(([\s\S]*)\)$/;
const IMPORT = /^ {8}(\w+): (function[\s\S]*?\n {8}\}(?:, arguments\); \})?),\n/gm;

/** Imports that do the same become one. @param {Uint8Array} wasm @param {string} written */
export function merged(wasm, written) {
  const { from, own } = parsed(written);
  /** @type {Map<string, string>} */
  const first = new Map();
  for (const [name, code] of own) if (!first.has(code)) first.set(code, name);
  return imports(wasm, ({ module, name }) => ({ module, name: (module === from && first.get(own.get(name) ?? "")) || name }));
}

/** @param {Uint8Array} wasm as wasm-opt leaves it @param {string} written the glue, as wasm-bindgen leaves it */
export function rewrite(wasm, written) {
  const { text, from, own, foreign, table } = parsed(written);
  const { bytes: short, names } = exports(wasm);
  const letters = (/** @type {string} */ code) =>
    code.replace(/\bwasm\.(\w+)/g, (text, name) => (names.has(name) ? `wasm.${names.get(name)}` : text));
  /** @param {{module: string, name: string}} one */
  const code = ({ module, name }) => {
    const code = module === from ? own.get(name) : foreign.has(module) && `${foreign.get(module)}.${name}`;
    if (!code) throw different("an import is missing");
    return letters(code);
  };
  /** @type {Set<string>} */
  const used = new Set();
  imports(short, (one) => {
    used.add(code(one));
    return one;
  });
  const list = [...used].filter((code) => CAUGHT.test(code));
  const caught = list.length;
  list.push(...[...used].filter((code) => !CAUGHT.test(code)));
  const bytes = imports(short, (one) => ({ module: "a", name: String(list.indexOf(code(one))) }));
  // One that may throw is caught once and for all, not anew with each call.
  const bare = list.slice(0, caught).map((code) => code.replace(CAUGHT, "$1"));
  const opening = "    const import0 = {\n        __proto__: null,\n";
  const start = text.indexOf(opening);
  const end = text.indexOf(table);
  if (start < 0 || end < start) throw different("no imports");
  const rest = `${text.slice(0, start)}    return { a: [...[${bare}].map(handleError), ${list.slice(caught).join(",\n")}] };${text.slice(end + table.length)}`;
  if (rest.includes("arguments)")) throw different("an error is handled otherwise");
  return { bytes, text: letters(rest) };
}

/** An import's function in fewer letters. @param {string} body */
function arrow(body) {
  return (
    body
      .replace(/^ *\/\/.*\n/gm, "")
      .replace(/^function\(\) \{ return handleError\(function \(([^)]*)\) \{([\s\S]*)\}, arguments\); \}$/, "handleError(($1) => {$2})")
      .replace(/^function\(([^)]*)\) \{/, "($1) => {")
      // What such a function returns, nobody takes.
      .replace(/=> \{\n *((?!return|throw|const|var|try| )[^;{}]*);\n *\}/, "=> $1")
  );
}

/** What is written out many times, as calls of one function; and what is there for others than us. @param {string} glue */
function repeated(glue) {
  let text = glue;
  for (const [what, [from, to]] of Object.entries(SHORTER)) {
    const before = text;
    text = text.replace(from, /** @type {string} */ (to));
    if (before === text) throw different(what);
  }
  for (const [from, to] of WHERE_USED) text = text.replace(from, /** @type {string} */ (to));
  return closures(text);
}

/** What calls an export with what it is given is that export. @param {string} text */
function closures(text) {
  /** @type {Map<string, string>} */
  const same = new Map();
  const without = text.replace(
    /^function (wasm_bindgen__convert\w+)\(([^)]*)\) \{\n {4}(?:const ret = )?(wasm\.\w+)\(\2\);\n(?: {4}return ret;\n)?\}\n/gm,
    (_, name, _given, exported) => {
      same.set(name, exported);
      return "";
    },
  );
  return without.replace(/\bwasm_bindgen__convert\w+/g, (name) => same.get(name) ?? name);
}

const HELPERS = `
function giveText(at, text) {
    giveTwo(at, isLikeNone(text) ? 0 : passStringToWasm0(text));
}
function giveTwo(at, pointer) {
    at >>>= 0;
    getDataViewMemory0().setInt32(at + 4, WASM_VECTOR_LEN, true);
    getDataViewMemory0().setInt32(at, pointer, true);
}
function optional(value) {
    return isLikeNone(value) ? 0 : addToExternrefTable0(value);
}
function isA(value, type) {
    try {
        return value instanceof type;
    } catch (_) {
        return false;
    }
}
function checked(ret, at = 0) {
    if (ret[at + 1]) throw takeFromExternrefTable0(ret[at]);
}
`;

/** In every glue. @type {Record<string, [from: RegExp, to: string]>} */
const SHORTER = {
  "errors are handled otherwise": [
    /^function handleError\(f, args\) \{\n {4}try \{\n {8}return f\.apply\(this, args\);\n([\s\S]*?)\n\}$/m,
    `${HELPERS}function handleError(f) {\n    return (...args) => {\n    try {\n        return f(...args);\n$1\n    };\n}`,
  ],
  "texts are read otherwise": [
    /^function getStringFromWasm0\(ptr, len\) \{\n {4}ptr = ptr >>> 0;\n {4}return .*;\n\}$/m,
    // Most texts that the wasm gives are names of members, the same few again and again: compared byte by byte with what was read
    // last, they cost a fraction of what decoding costs. In UTF-8 a text of as many characters as bytes is ASCII. Two to a place: a call
    // that reads two of one place in turn would else decode both each time.
    `const shortTexts = [];
function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    const bytes = getUint8ArrayMemory0();
    const place = (ptr ^ len << 7) & 511;
    const last = shortTexts[place];
    if (isThere(last, bytes, ptr, len)) return last;
    const before = shortTexts[place + 512];
    if (isThere(before, bytes, ptr, len)) return before;
    const text = decodeText(bytes.subarray(ptr, ptr + len));
    if (len < 32 && text.length === len) {
        shortTexts[place + 512] = last;
        shortTexts[place] = text;
    }
    return text;
}
function isThere(text, bytes, ptr, len) {
    if (text?.length !== len) return false;
    let at = 0;
    while (at < len && text.charCodeAt(at) === bytes[ptr + at]) at++;
    return at === len;
}`,
  ],
  // A memory that has grown has another buffer.
  "the memory is looked at otherwise": [
    /if \(cachedDataViewMemory0 === null \|\| .*buffer !== (wasm\.\w+\.buffer)\)\) \{/,
    "if (cachedDataViewMemory0?.buffer !== $1) {",
  ],
  "texts are written otherwise": [
    /^function passStringToWasm0\(arg, malloc, realloc\) \{\n {4}if \(realloc === undefined\) \{\n[\s\S]*?\n {4}\}\n/m,
    "function passStringToWasm0(arg) {\n    const malloc = wasm.__wbindgen_malloc, realloc = wasm.__wbindgen_realloc;\n",
  ],
  "the allocator is given otherwise": [
    /passStringToWasm0\((\w+), wasm\.__wbindgen_malloc(?:_command_export)?, wasm\.__wbindgen_realloc\)/g,
    "passStringToWasm0($1)",
  ],
  "closures are made otherwise": [
    /^function makeClosure\([\s\S]*?\n\}\n\nfunction makeMutClosure\((arg0, arg1, f)\)([\s\S]*?) {8}(state\.a = 0;\n {8}try)/m,
    // What only reads may be called while it runs.
    "function makeClosure($1, alone)$2        if (alone) $3",
  ],
  "closures are asked for otherwise": [/\bmakeMutClosure\((arg0, arg1, \w+)\)/g, "makeClosure($1, true)"],
  // Whoever has reference types has these.
  "texts are encoded otherwise": [/^if \(!\('encodeInto' in cachedTextEncoder\)\) \{\n[\s\S]*?\n\}\n/m, ""],
  "what is collected is told otherwise": [
    /\(typeof FinalizationRegistry === 'undefined'\)\n +\? \{ register: \(\) => \{\}, unregister: \(\) => \{\} \}\n +: new/g,
    "new",
  ],
  // load.js and door.js have looked at what they were given, fetched it, and ask once at a time.
  "an answer is checked otherwise": [/^ {8}if \(!module\.ok\) \{\n.*\n {8}\}\n/m, ""],
  "a start is given otherwise": [
    /^ {4}if \((\w+) !== undefined\) \{\n {8}if \(Object\.getPrototypeOf[\s\S]*?\n {8}\}\n {4}\}\n/gm,
    "    ({$1} = $1);\n",
  ],
  "a source is fetched otherwise": [/^ {4}if \(typeof module_or_path === 'string' .*\n.*\n {4}\}\n/m, ""],
  "a start is shared otherwise": [
    /^let __wbg_init_promise;\n[\s\S]*?\n\}\n\nasync function __wbg_init_once\(module_or_path\) \{\n/m,
    "async function __wbg_init(module_or_path) {\n    if (wasm !== undefined) return wasm;\n",
  ],
  "bytes are counted otherwise": [/subarray\(ptr \/ 1, ptr \/ 1 \+ len\)/g, "subarray(ptr, ptr + len)"],
  "the instance is kept otherwise": [/^let wasmModule, wasmInstance, wasm;$/m, "let wasm;"],
  "the module is kept otherwise": [/^ {4}(?:wasmInstance = instance|wasmModule = module);\n/gm, ""],
};

/** Where there is something of the kind. @type {[from: RegExp, to: string][]} */
const WHERE_USED = [
  [/const v = arg0;\n.*'boolean' \? v : undefined;\n.*\? 0xFFFFFF : ret \? 1 : 0;/g, "return typeof arg0 === 'boolean' ? arg0 : 0xFFFFFF;"],
  [/const val = arg0;\n(.*)\(val\) === 'object' && val !== null;/g, "$1 arg0 === 'object' && arg0 !== null;"],
  [/const obj = arg1;\n(.*)typeof\(obj\) === '(\w+)' \? obj : undefined;/g, "$1typeof arg1 === '$2' ? arg1 : undefined;"],
  [
    /(?:const|var) ptr1 = (?:isLikeNone\(ret\) \? 0 : )?passStringToWasm0\(ret\);\n +(?:const|var) len1 = WASM_VECTOR_LEN;\n.*4 \* 1, len1, true\);\n.*4 \* 0, ptr1, true\);/g,
    "giveText(arg0, ret);",
  ],
  [
    /const ptr1 = (passArrayJsValueToWasm0\(ret, [\w.]+\));\n +const len1 = WASM_VECTOR_LEN;\n.*4 \* 1, len1, true\);\n.*4 \* 0, ptr1, true\);/g,
    "giveTwo(arg0, $1);",
  ],
  // A constant that is read once is where it is read.
  [/const ret = (.*);\n +giveText\(arg0, ret\);/g, "giveText(arg0, $1);"],
  [/const ret = (.*);\n +giveTwo\(arg0, passArrayJsValueToWasm0\(ret,/g, "giveTwo(arg0, passArrayJsValueToWasm0($1,"],
  // Whoever has reference types has it; `self` and `window` are asked for where it is missing.
  [/typeof \w+ === 'undefined' \? undefined : (?:globalThis|global|self|window);/g, "globalThis;"],
  [/const ret = (.*);\n +return isLikeNone\(ret\) \? 0 : addToExternrefTable0\(ret\);/g, "return optional($1);"],
  [
    /let result;\n +try \{\n +result = arg0 instanceof (\w+);\n +\} catch \(_\) \{\n +result = false;\n +\}\n +const ret = result;/g,
    "const ret = isA(arg0, $1);",
  ],
  [/const ret = (wasm\.\w+\(.*\));\n +if \(ret\[1\]\) \{\n +throw takeFromExternrefTable0\(ret\[0\]\);\n +\}/g, "checked($1);"],
  [/if \(ret\[2\]\) \{\n +throw takeFromExternrefTable0\(ret\[1\]\);\n +\}/g, "checked(ret, 1);"],
];
