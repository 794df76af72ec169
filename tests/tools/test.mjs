// npm test: the layers one after the other, each rerunnable alone.
//   npm test -- [--layer NAME]... [--file PART] [--name PATTERN] [--long]
import { parseArgs } from "node:util";
import { size } from "../size.mjs";
import { build } from "./build.mjs";
import { chromedriver, run, say, stop, style } from "./env.mjs";
import { nodeTests } from "./files.mjs";
import { webdriver } from "./webdriver.mjs";

/** @typedef {{passed: number, failed: number}} Count */

const { values: flags } = parseArgs({
  options: {
    layer: { type: "string", multiple: true, default: [] },
    file: { type: "string", default: "" },
    name: { type: "string" },
    long: { type: "boolean", default: false },
  },
});

/** Runs commands, each one a check of its own. @param {[string, string, string[]][]} checks @returns {Promise<Count>} */
async function checks(...checks) {
  const count = { passed: 0, failed: 0 };
  for (const [label, program, args] of checks) {
    const { code, text } = await run(program, args, { quiet: true });
    say(`  ${code === 0 ? style.green("✔") : style.red("✘")} ${label}`);
    if (code !== 0) say(text.trimEnd());
    count[code === 0 ? "passed" : "failed"] += 1;
  }
  return count;
}

/** Adds up what cargo's test runners print. @param {string} text @param {number} code @returns {Count} */
function cargoCount(text, code) {
  const count = { passed: 0, failed: 0 };
  for (const [, passed, failed] of text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    count.passed += Number(passed);
    count.failed += Number(failed);
  }
  // It did not compile, or the browser did not start: that is one failure.
  if (code !== 0 && count.failed === 0) count.failed = 1;
  return count;
}

const files = { part: flags.file, name: flags.name };

const clippy = ["--all-features", "--", "-D", "warnings"];

/** @type {Record<string, {about: string, run: () => Promise<Count>}>} */
const short = {
  lint: {
    about: "formatting, clippy, Biome, types",
    async run() {
      await build();
      return checks(
        ["cargo fmt", "cargo", ["fmt", "--check"]],
        ["clippy, native", "cargo", ["clippy", "--quiet", "--all-targets", ...clippy]],
        ["clippy, wasm32", "cargo", ["clippy", "--quiet", "--all-targets", "--target", "wasm32-unknown-unknown", ...clippy]],
        ["Biome", "biome", ["ci", "--error-on-warnings", "--colors=off", "."]],
        ["tsc, the sources and tools", "tsc", ["-p", "tests/tools"]],
        ["tsc, the pages and tests", "tsc", ["-p", "tests/e2e"]],
        ["tsc, a page author's files", "tsc", ["-p", "tests/types"]],
      );
    },
  },
  native: {
    about: "the pure core under cargo test",
    async run() {
      const { text, code } = await run("cargo", ["test", "--quiet", ...(flags.name ? [flags.name] : [])]);
      return cargoCount(text, code);
    },
  },
  build: {
    about: "pkg/",
    async run() {
      await build();
      return { passed: 1, failed: 0 };
    },
  },
  size: {
    about: "what a page downloads, against the budget in tests/size.mjs",
    async run() {
      await build();
      const fine = size();
      return { passed: fine ? 1 : 0, failed: fine ? 0 : 1 };
    },
  },
  package: {
    about: "the npm package, its types, and every line of code in the documentation",
    async run() {
      await build();
      return nodeTests("tests/package", { ...files, parallel: 3, limit: 240 });
    },
  },
  web: {
    about: "the shell in headless Chromium under wasm-bindgen-test",
    async run() {
      const driver = chromedriver();
      if (!driver) throw new Error("no chromedriver found (on Debian: apt-get install chromium-driver), or its path in CHROMEDRIVER");
      const args = [
        "test",
        "--headless",
        "--chrome",
        "--chromedriver",
        driver,
        "--mode",
        "no-install",
        // Without the path, the first of what follows would be taken for it.
        ...(flags.name ? [".", "--", flags.name] : []),
      ];
      const { file, close } = await webdriver();
      // wasm-pack passes its own --no-sandbox needs on through this file only; with the driver given, nothing is downloaded.
      const env = { WASM_BINDGEN_TEST_WEBDRIVER_JSON: file, WASM_BINDGEN_TEST_TIMEOUT: "120" };
      const { text, code } = await run("wasm-pack", args, { env, limit: 600 });
      close();
      return cargoCount(text, code);
    },
  },
  e2e: {
    about: "pages, the stock relay and an MCP client",
    async run() {
      await build();
      return nodeTests("tests/e2e", { ...files, parallel: 3, limit: 300, slow: ["session-chaos"] });
    },
  },
};

/** @type {typeof short} */
const long = {
  long: {
    about: "fresh clones and everything else that takes minutes",
    async run() {
      await build();
      // Above every test's own limit: that one says which test it was.
      return nodeTests("tests/long", {
        ...files,
        parallel: 2,
        limit: process.env.COLD === "1" ? 3_700 : 1_300,
        slow: ["fresh-clone", "session-chaos", "package"],
      });
    },
  },
};

const layers = flags.long ? long : short;
const command = flags.long ? "npm run test:long" : "npm test";
const chosen = flags.layer.length > 0 ? flags.layer : Object.keys(layers);
for (const name of chosen) if (!layers[name]) stop(`There is no layer "${name}". Layers: ${Object.keys(layers).join(", ")}`);

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const broken = [];
for (const name of chosen) {
  const layer = layers[name];
  if (!layer) continue;
  say(`\n${style.cyan("▶")} ${style.bold(name)}: ${layer.about}`);
  const started = performance.now();
  const count = await layer.run().catch((error) => {
    say(style.red(error instanceof Error ? error.message : String(error)));
    return { passed: 0, failed: 1 };
  });
  if (count.passed + count.failed === 0) {
    say(style.red("  no test ran"));
    count.failed = 1;
  }
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (count.failed === 0) say(`${style.green("✔")} ${name}: ${count.passed} passed in ${seconds} s`);
  else {
    broken.push(name);
    say(
      `${style.red("✘")} ${name}: ${count.failed} failed, ${count.passed} passed in ${seconds} s. Rerun just this: ${command} -- --layer ${name}`,
    );
  }
}

if (broken.length > 0) say(`\nFailed: ${broken.map((name) => `${name} (${command} -- --layer ${name})`).join(", ")}`);
say(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
