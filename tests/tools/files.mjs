// Runs files of node:test, each in a process of its own that is ended when it takes too long: one that hangs costs its limit, not the run.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { shareChromium } from "./browser.mjs";
import { root, run, say, style } from "./env.mjs";

/** @typedef {{passed: number, failed: number}} Count */
/** @typedef {Count & {file: string, seconds: number, text: string}} Done */

/** @param {string} file @param {{limit: number, name: string | undefined, browser: Record<string, string>}} options @returns {Promise<Done>} */
async function one(file, { limit, name, browser }) {
  const started = performance.now();
  const args = ["--test-reporter=spec", ...(name ? [`--test-name-pattern=${name}`] : []), file];
  const { text, code, late } = await run(process.execPath, args, {
    quiet: true,
    env: { NODE_NO_WARNINGS: "1", FORCE_COLOR: undefined, ...browser },
    limit,
  });
  const read = (/** @type {string} */ word) => Number(new RegExp(`^\\S+ ${word} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const count = { passed: read("pass"), failed: read("fail") + read("cancelled") };
  // Also where it ended before its tests, or has none.
  if (count.failed === 0 && (code !== 0 || (!name && count.passed === 0))) count.failed = 1;
  const why = late ? `\n✖ ${file} did not end within ${limit} s and was stopped.` : "";
  return { ...count, file, seconds: (performance.now() - started) / 1000, text: text + why };
}

/** The spec reporter's account without its totals, which the layer adds up itself. @param {string} text */
const account = (text) => text.replace(/^\S+ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n/gm, "").trimEnd();

/** @param {Done} done */
function show({ file, seconds, passed, failed, text }) {
  const mark = failed === 0 ? style.green("✔") : style.red("✘");
  say(`${style.bold(file)}\n${account(text)}\n${mark} ${file}: ${passed} passed, ${failed} failed in ${seconds.toFixed(1)} s\n`);
}

/**
 * Runs the test files of a folder, several at a time, those that take longest first. A file that fails is run once more when nothing else
 * runs: what passes then depended on the machine's load, is counted as passed, and is named at the end.
 * @param {string} folder
 * @param {{parallel: number, limit: number, part: string, name: string | undefined, slow?: string[]}} options `limit`: seconds a file may
 *   take; `part`: of a file's name; `name`: pattern of a test's name; `slow`: files to begin with
 * @returns {Promise<Count>}
 */
export async function nodeTests(folder, { parallel, limit, part, name, slow = [] }) {
  const rank = (/** @type {string} */ file) => (slow.includes(file) ? slow.indexOf(file) : slow.length);
  const files = readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".test.mjs") && file.includes(part))
    .sort((a, b) => rank(a.replace(".test.mjs", "")) - rank(b.replace(".test.mjs", "")) || a.localeCompare(b));
  const waiting = files.map((file) => join(folder, file));
  /** @type {Done[]} */
  const all = [];
  const { env: browser, close } = files.length > 1 ? await shareChromium() : { env: {}, close: () => {} };
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const done = await one(file, { limit, name, browser });
      show(done);
      all.push(done);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  await close();
  const failed = all.filter((done) => done.failed > 0);
  /** @type {string[]} */
  const unsteady = [];
  // Many failures are no matter of load.
  if (files.length > 1 && failed.length <= 5) {
    for (const first of failed) {
      say(`${style.yellow("!")} once more, alone: ${first.file}`);
      const again = await one(first.file, { limit, name, browser: {} });
      show(again);
      if (again.failed === 0) unsteady.push(first.file);
      all[all.indexOf(first)] = again;
    }
  }
  const times = [...all].sort((a, b) => b.seconds - a.seconds).slice(0, 8);
  say(
    style.dim(
      `longest: ${times.map(({ file, seconds }) => `${file.replace(/^.*\/|\.test\.mjs$/g, "")} ${seconds.toFixed(0)} s`).join(", ")}`,
    ),
  );
  if (unsteady.length > 0) say(style.yellow(`! failed beside others, passed alone: ${unsteady.join(", ")}`));
  for (const { file } of all.filter((done) => done.failed > 0)) say(style.red(`✘ ${file}`));
  return all.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), { passed: 0, failed: 0 });
}
