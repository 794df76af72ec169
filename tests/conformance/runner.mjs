// Serves the suite and runs it in a browser: against the browser's own context, or against ours.
import { existsSync, readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { root } from "../tools/env.mjs";
import { serve } from "../tools/serve.mjs";

const here = join(root, "tests", "conformance");
const types = /** @type {Record<string, string>} */ ({ ".html": "text/html", ".js": "text/javascript" });

/** The page, and the routes that forms are sent to. `?ours` has the drop-in ahead of everything. */
export function serveSuite() {
  return serve({
    handle(_request, response, url) {
      if (!url.pathname.startsWith("/conformance/")) return false;
      const name = normalize(url.pathname.slice("/conformance/".length));
      if (name === "204") response.writeHead(204).end();
      else if (name === "sink") response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sent</title>");
      else {
        const file = join(here, name);
        if (name.startsWith("..") || !existsSync(file)) return false;
        let text = readFileSync(file, "utf8");
        const script = '<script src="/pkg/webmcp.js" data-model-context data-log="silent"></script>';
        if (name.endsWith(".html") && url.searchParams.has("ours")) text = text.replace("<title>", `${script}\n<title>`);
        response.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain" }).end(text);
      }
      return true;
    },
  });
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} origin
 * @param {{ours: boolean, only?: string}} options
 * @returns {Promise<Record<string, string>>}
 */
export async function runSuite(browser, origin, { ours, only = "" }) {
  const page = await browser.newPage();
  const url = `${origin}/conformance/page.html${ours ? "?ours" : ""}`;
  await page.goto(url);
  const outcomes = await page.evaluate(
    async (/** @type {string} */ part) => (await import(/** @type {string} */ (`${location.origin}/conformance/suite.js`))).run(part),
    only,
  );
  await page.close();
  return outcomes;
}
