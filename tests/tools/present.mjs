// A page shown to whoever watches the terminal: what happens is told line by line, and a picture is kept.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { launchChromium } from "./browser.mjs";
import { freshArtifact, root, say, style } from "./env.mjs";

/** @param {string} text */
const shorten = (text) => (text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text);

/**
 * @typedef {{page: import("playwright-core").Page, report: (fine: boolean, text: string) => void,
 *   show: (what: string, answer: string, fine?: boolean) => void}} Stage
 * @param {(stage: Stage) => Promise<void>} play
 * @returns {Promise<number>} how many things went wrong
 */
export async function present(play) {
  let wrong = 0;
  /** @type {Stage["report"]} */
  const report = (fine, text) => {
    if (!fine) wrong += 1;
    say(`  ${fine ? style.green("✔") : style.red("✘")} ${text}`);
  };
  /** @type {Stage["show"]} */
  const show = (what, answer, fine = true) => {
    report(fine, style.bold(what));
    say(style.dim(`    ${shorten(answer).replaceAll("\n", "\n    ")}`));
  };
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(10_000);
    page.on("pageerror", (error) => report(false, `the page threw: ${error.message}`));
    await play({ page, report, show });
    const file = freshArtifact("tour", "png");
    writeFileSync(file, await page.screenshot(), { flag: "wx" });
    report(true, `screenshot: ${relative(root, file)}`);
  } catch (error) {
    report(false, error instanceof Error ? error.message : String(error));
  } finally {
    await browser.close();
  }
  return wrong;
}
