// Pages written for the WebMCP draft, in a browser with a context of its own and in one where the drop-in fills it in.
import { after, before } from "node:test";
import { launchChromium } from "../tools/browser.mjs";
import { createWorld } from "./helpers.mjs";

/** All that such a page has of this library. */
export const dropin = '<script src="/pkg/webmcp.js" data-auto data-model-context></script>';

export function createDraft() {
  const world = createWorld();
  /** @type {import("playwright-core").Browser} */
  let native;
  before(async () => {
    native = await launchChromium({ native: true });
  });
  after(() => native.close());
  return {
    /** The browsers, which are there once the tests run. */
    filled: () => world.browser,
    native: () => native,
    /**
     * Opens a page that knows only `document.modelContext`, and pairs it as a person would.
     * @param {import("node:test").TestContext} t @param {import("playwright-core").Browser} browser
     * @param {{ body: string, scripts?: string, handle?: import("../tools/serve.mjs").Handler | undefined }} given `scripts` of its head
     */
    async open(t, browser, { body, scripts = dropin, handle }) {
      const html = `<!doctype html><html lang="en"><head><title>Draft</title>${scripts}</head><body>${body}</body></html>`;
      const opened = await world.open(t, { client: "none", browser, html, ...(handle && { handle }) });
      const token = await world.relay.token();
      await opened.page.evaluate((token) => window.webMCP.connect(token), token);
      return opened;
    },
  };
}
