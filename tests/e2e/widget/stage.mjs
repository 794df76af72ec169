// What the widget's tests share: the gallery's stage, on which every state can be played, and ways to look into the shadow root.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @typedef {import("playwright-core").Page} Page */

/** The languages and schemes that every state is shown in. */
export const looks = /** @type {const} */ (["en", "es"]).flatMap((language) =>
  /** @type {const} */ (["light", "dark"]).map((scheme) => ({ language, scheme })),
);

/**
 * The gallery's stage, empty but for its first state; `show` plays another one.
 * @param {{open: any}} world @param {import("node:test").TestContext} t
 * @param {{language?: string, scheme?: "light" | "dark", context?: import("playwright-core").BrowserContextOptions, options?: Record<string, unknown>}} [how]
 */
export async function stage(world, t, { language = "en", scheme = "light", context = {}, options = {} } = {}) {
  /** @type {{page: Page}} */
  const { page } = await world.open(t, {
    client: "none",
    path: `/www/widget-state.html?state=badge&language=${language}&scheme=${scheme}`,
    context: { viewport: { width: 420, height: 760 }, colorScheme: scheme, reducedMotion: "reduce", ...context },
  });
  await page.locator("html[data-state]").waitFor({ state: "attached" });
  return {
    page,
    /** @param {string} state @param {Record<string, unknown>} [more] options of the class */
    show: (state, more = {}) =>
      page.evaluate(
        async ([state, how]) => void (await window.showState(state, how)),
        /** @type {const} */ ([state, { language, scheme, options: { ...options, ...more } }]),
      ),
  };
}

/** The names of the gallery's states. @param {Page} page @returns {Promise<string[]>} */
export const statesOf = (page) => page.evaluate(async () => (await import(/** @type {any} */ ("/www/widget-states.js"))).states);

/** What axe-core finds, as lines to read. @param {Page} page @returns {Promise<string[]>} */
export async function faults(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await window.axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return violations.flatMap((/** @type {any} */ rule) =>
      rule.nodes.map((/** @type {any} */ node) => `${rule.id}: ${node.target.flat(9).join(" ")}: ${node.failureSummary}`),
    );
  });
}

/** The selector of the focused element, inside the shadow root where it is there. @param {Page} page @returns {Promise<string>} */
export const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element) return "";
    const name = element.id ? `#${element.id}` : element.className ? `.${String(element.className).split(" ")[0]}` : "";
    return element.localName + (element.dataset.do ? `[${element.dataset.do}]` : name);
  });

/** Presses Tab until the focus is there. @param {Page} page @param {string} target as `focused` names it @param {string} [key] */
export async function tabTo(page, target, key = "Tab") {
  /** @type {string[]} */
  const way = [];
  for (let left = 60; left > 0; left -= 1) {
    const here = await focused(page);
    if (here === target) return;
    way.push(here);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${target}: ${way.join(" > ")}`);
}
