// The rows of tests/conformance, against the browser's own model context and against ours: one outcome each.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { inFirefox } from "../conformance/differences.mjs";
import { runSuite, serveSuite } from "../conformance/runner.mjs";
import { launchChromium, launchFirefox } from "../tools/browser.mjs";
import { root } from "../tools/env.mjs";

/** What the browser does, row by row: the notes on its behaviour, proven by the first test here. @type {Record<string, string>} */
const expected = JSON.parse(readFileSync(join(root, "tests", "conformance", "expected.json"), "utf8"));
/** @type {Awaited<ReturnType<typeof serveSuite>>} */
let site;

before(async () => {
  site = await serveSuite();
});
after(() => site.close());

/**
 * @param {(part: string) => Promise<Record<string, string>>} run the rows whose names hold a text, on a new page
 * @param {(outcome: string) => string} [words]
 */
async function compare(run, words = (outcome) => outcome) {
  const outcomes = await run("");
  assert.deepEqual(Object.keys(outcomes), Object.keys(expected), "the rows are those of expected.json");
  const different = () => Object.entries(outcomes).filter(([row, outcome]) => outcome !== words(expected[row] ?? ""));
  // On a busy machine a row may look before the browser has done its part: those few are asked once more, by themselves.
  const late = different();
  if (late.length <= 5) for (const [row] of late) outcomes[row] = (await run(row))[row] ?? "";
  const wrong = different();
  const report = wrong.map(([row, outcome]) => `${row}\n  expected ${words(expected[row] ?? "")}\n  got      ${outcome}`);
  assert.equal(wrong.length, 0, `${wrong.length} of ${Object.keys(outcomes).length} rows:\n${report.join("\n")}`);
}

// Most rows wait for something not to happen, so the three go side by side.
describe("the model context", { concurrency: true }, () => {
  for (const [whose, ours] of /** @type {const} */ ([
    ["browser's own", false],
    ["drop-in's", true],
  ])) {
    test(`the ${whose} context gives the expected outcome for every row`, async () => {
      const browser = await launchChromium({ native: !ours });
      try {
        await compare((only) => runSuite(browser, site.origin, { ours, only }));
      } finally {
        await browser.close();
      }
    });
  }

  test("in Firefox only the engine's own words and habits differ", async () => {
    const browser = await launchFirefox();
    try {
      const suite = JSON.stringify(`${site.origin}/conformance/suite.js`);
      await compare(async (only) => {
        const page = await browser.newPage();
        await page.goto(`${site.origin}/conformance/page.html?ours`);
        const outcomes = await page.evaluate(`import(${suite}).then(({ run }) => run(${JSON.stringify(only)}))`);
        return /** @type {Record<string, string>} */ (outcomes);
      }, inFirefox);
    } finally {
      await browser.close();
    }
  });
});
