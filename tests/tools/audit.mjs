// The licences of everything that is compiled in or used to build and test, and the faults that npm knows of.
//   npm run audit -- [--strict]     with --strict it also fails where npm cannot be asked
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { output, root, run, say, style } from "./env.mjs";

/** Each may be used, changed and passed on with a notice. What else turns up is looked at before it is added here. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BSL-1.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
]);
/** For development alone, never in what is published. @type {Record<string, string>} */
const development = { "axe-core": "MPL-2.0" };

/** Whether an SPDX expression can be met with what is allowed. @param {string} expression @returns {boolean} */
export function fine(expression) {
  const text = expression.replaceAll("/", " OR ").trim();
  const split = (/** @type {string} */ word) => {
    const parts = [""];
    let depth = 0;
    for (const token of text.split(/\s+|(?=[()])|(?<=[()])/)) {
      if (token === "(") depth += 1;
      if (token === ")") depth -= 1;
      if (depth === 0 && token === word) parts.push("");
      else parts[parts.length - 1] += ` ${token}`;
    }
    return parts.map((part) => part.trim());
  };
  if (allowed.has(text)) return true;
  const any = split("OR");
  if (any.length > 1) return any.some(fine);
  const every = split("AND");
  if (every.length > 1) return every.every(fine);
  return /^\(.*\)$/.test(text) && fine(text.slice(1, -1));
}

/** @typedef {{name: string, version: string, license: string, used: string}} Package */

/** What cargo resolves for wasm32, and for the tests. @returns {Package[]} */
export function crates() {
  const { packages, resolve } = JSON.parse(output("cargo", ["metadata", "--format-version", "1", "--locked"]) ?? "{}");
  /** @type {Map<string, any>} */
  const nodes = new Map(resolve.nodes.map((/** @type {any} */ node) => [node.id, node]));
  const inside = new Set([resolve.root]);
  for (const id of inside) {
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some((/** @type {any} */ kind) => kind.kind !== "dev")) inside.add(pkg);
    }
  }
  return packages
    .filter((/** @type {any} */ one) => one.id !== resolve.root)
    .map((/** @type {any} */ one) => ({
      name: one.name,
      version: one.version,
      license: one.license ?? "none stated",
      used: inside.has(one.id) ? "compiled in" : "tests",
    }));
}

/** What npm installs, all of it for development: the published package depends on nothing. @returns {Package[]} */
export function modules() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, one]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version: one.version,
      license: one.license ?? "none stated",
      used: "development",
    }));
}

/** Those whose licence nobody has allowed. @param {Package[]} packages */
export const refused = (packages) =>
  packages.filter(({ name, license, used }) => !fine(license) && !(used !== "compiled in" && development[name] === license));

if (process.argv[1]?.endsWith("audit.mjs")) {
  let wrong = 0;
  for (const [what, packages] of /** @type {const} */ ([
    ["crates", crates()],
    ["npm packages", modules()],
  ])) {
    /** @type {Map<string, number>} */
    const count = new Map();
    for (const { license } of packages) count.set(license, (count.get(license) ?? 0) + 1);
    say(style.bold(`${packages.length} ${what}`));
    for (const [license, number] of [...count].sort((a, b) => b[1] - a[1])) say(`  ${String(number).padStart(4)}  ${license}`);
    for (const { name, version, license, used } of refused(packages)) {
      wrong += 1;
      say(style.red(`  ✘ ${name} ${version} (${used}): ${license}`));
    }
  }
  const { code, text } = await run("npm", ["audit", "--audit-level=moderate"], { quiet: true });
  if (/endpoint returned an error|ENOTFOUND|ENOLOCK/.test(text)) {
    say(`${style.yellow("!")} npm cannot be asked for known faults from here.`);
    if (process.argv.includes("--strict")) wrong += 1;
  } else {
    say(text.trim());
    if (code !== 0) wrong += 1;
  }
  process.exit(wrong === 0 ? 0 : 1);
}
