// A browser that nobody watches. Whatever drives a page also reads its console, which makes every line of it dear, as open developer tools do;
// so where a client's time is taken, the pages report by themselves and ask where to go next.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "../tools/env.mjs";

/** In a page: runs an async function's text and hands over what it gives. @param {string} code */
export const reporting = (code) => `<script type="module">
  const work = async () => {${code}};
  const told = await work().then((value) => ({ value }), (error) => ({ error: String(error?.stack ?? error) }));
  const next = await fetch("/told", { method: "POST", body: JSON.stringify(told) });
  location.replace(await next.text());
</script>`;

/** @param {string[]} flags the browser's */
export function unobserved(flags) {
  const profile = mkdtempSync(join(tmpdir(), "webmcp-bench-"));
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let browser;
  /** @type {import("node:http").ServerResponse | undefined} */
  let waiting;
  /** @type {{resolve: (value: any) => void, reject: (reason: Error) => void} | undefined} */
  let job;

  return {
    /** For the server: what a page tells. The answer, the next page's path, is given when there is one. @type {import("../tools/serve.mjs").Handler} */
    handle(request, response, url) {
      if (url.pathname !== "/told") return false;
      /** @type {Buffer[]} */
      const chunks = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => {
        waiting = response;
        const { value, error } = JSON.parse(Buffer.concat(chunks).toString());
        if (error) job?.reject(new Error(error));
        else job?.resolve(value);
      });
      return true;
    },

    /** Opens a page with {@link reporting} in it. @param {string} url @returns {Promise<any>} what it reports */
    visit(url) {
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`nothing was heard from ${url}`)), 180_000);
        job = {
          resolve: (value) => {
            clearTimeout(late);
            resolve(value);
          },
          reject: (reason) => {
            clearTimeout(late);
            reject(reason);
          },
        };
        if (waiting) {
          waiting.end(url);
          waiting = undefined;
          return;
        }
        // A group of its own, so that what the browser starts ends with it.
        browser = spawn(chromium() ?? "chromium", ["--headless=new", ...flags, `--user-data-dir=${profile}`, url], {
          stdio: "ignore",
          detached: true,
        });
        browser.on("error", reject);
      });
    },

    close() {
      waiting?.end("about:blank");
      try {
        if (browser?.pid) process.kill(-browser.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
