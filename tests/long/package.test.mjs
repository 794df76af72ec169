// A stranger's project: each consumer under tests/package is copied out, installs the packed tarball and its own pinned tools, builds, and
// is opened in Chromium. Needs the npm registry.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium } from "../tools/browser.mjs";
import { freePort, output, root, run } from "../tools/env.mjs";

let home = "";
let tarball = "";
const seconds = { install: "", build: "" };
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  home = mkdtempSync(join(tmpdir(), "webmcp-consumers-"));
  const [packed] = JSON.parse(output("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", home, join(root, "pkg")]) ?? "[]");
  tarball = join(home, packed.filename);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Copies a consumer out, installs and builds it. @param {string} name */
async function built(name) {
  const folder = join(home, name);
  cpSync(join(root, "tests", "package", name), folder, { recursive: true });
  const started = performance.now();
  await npm(folder, "install", "--no-audit", "--no-fund", "--loglevel=error", tarball);
  const installed = performance.now();
  await npm(folder, "run", "build");
  const text = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
  if (name === "vite") Object.assign(seconds, { install: text(installed - started), build: text(performance.now() - installed) });
  return folder;
}

/** @param {string} cwd @param {...string} args */
async function npm(cwd, ...args) {
  const { code, text } = await run("npm", args, { cwd, quiet: true, env: { NEXT_TELEMETRY_DISABLED: "1", CI: "1" } });
  assert.equal(code, 0, `npm ${args.join(" ")}\n${text}`);
}

const types = /** @type {Record<string, string>} */ ({ ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" });

/** A static server that knows three types and nothing else. @param {import("node:test").TestContext} t @param {string} folder */
async function serveFolder(t, folder) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(folder, path === "/" ? "index.html" : path);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "localhost", () => done(undefined)));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
}

/** Runs a tool's own server until the test ends. @param {import("node:test").TestContext} t @param {string} cwd @param {string} program @param {...string} args */
async function serveWith(t, cwd, program, ...args) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(cwd, "node_modules", program), ...args, "--port", String(port)], {
    cwd,
    stdio: "ignore",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  t.after(() => child.kill("SIGKILL"));
  const origin = `http://localhost:${port}`;
  for (let left = 300; left > 0; left -= 1) {
    if (
      await fetch(origin)
        .then((answer) => answer.ok)
        .catch(() => false)
    )
      return origin;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${program} did not start`);
}

/** Opens a page and waits for what it says; nothing may be thrown. @param {string} url */
async function opened(url) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && !/favicon/.test(message.location().url) && errors.push(message.text()));
  await page.goto(url);
  await page
    .locator("output", { hasText: "Hello, Ada!" })
    .waitFor({ timeout: 30_000 })
    .catch(() => assert.fail(`${url} does not say hello: ${errors.join("\n")}`));
  // It comes when the page has drawn itself.
  await page.locator("[data-webmcp-widget]").waitFor({ state: "attached" });
  assert.deepEqual(errors, []);
  assert.equal(await page.locator("[data-webmcp-widget]").count(), 1);
  return page;
}

test("plain HTML: the module and the classic script", async (t) => {
  const origin = await serveFolder(t, await built("html"));
  for (const path of ["/index.html", "/classic.html"]) await (await opened(origin + path)).close();
});

for (const [name, about, pages] of /** @type {const} */ ([
  ["vite", "Vite, without a line of configuration", ["/"]],
  ["webpack", "webpack 5, with nothing but an entry", ["/"]],
  ["esbuild", "esbuild, with the wasm copied and with /inline", ["/", "/inline.html"]],
  ["rollup", "Rollup, with the wasm copied and with /inline", ["/", "/inline.html"]],
])) {
  test(`${about}: built and opened`, async (t) => {
    const origin = await serveFolder(t, join(await built(name), "dist"));
    for (const path of pages) await (await opened(origin + path)).close();
  });
}

test("from npm install to a working Vite page it is five lines of code", (t) => {
  const lines = readFileSync(join(home, "vite", "src", "main.js"), "utf8")
    .split("\n")
    // The linter wants an empty one after the imports.
    .filter((line) => line.trim());
  assert.equal(lines.length, 5);
  t.diagnostic(`npm install ${seconds.install}, vite build ${seconds.build}`);
});

test("Vite's own dev server, which bundles dependencies beforehand", async (t) => {
  const origin = await serveWith(t, join(home, "vite"), "vite/bin/vite.js");
  await (await opened(origin)).close();
});

test("Next's app router: imported on the server, used in the browser, and the React hook", async (t) => {
  const folder = await built("next");
  const origin = await serveWith(t, folder, "next/dist/bin/next", "start");
  const page = await opened(origin);
  assert.match((await page.locator("main > p").textContent()) ?? "", /On the server it is a function/);
  await page.locator("main > button").click();
  await page.locator("main > button", { hasText: "Count: 1" }).waitFor({ timeout: 10_000 });
  await page.close();
});
