// The documentation does what it says: every block of code in it is run, and every link leads somewhere.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { build as bundle } from "esbuild";
import { launchChromium } from "../tools/browser.mjs";
import { root, run } from "../tools/env.mjs";

const guides = readdirSync(join(root, "www", "docs")).filter((name) => name.endsWith(".md"));
const documents = ["README.md", "README.es.md", "SECURITY.md", "CHANGELOG.md", ...guides.map((name) => `www/docs/${name}`)];
/** @param {string} file */
const read = (file) => readFileSync(join(root, file), "utf8");

/** @typedef {{file: string, line: number, language: string, info: string, code: string}} Block */

/** @param {string} file @returns {Block[]} */
function blocks(file) {
  /** @type {Block[]} */
  const found = [];
  const text = read(file);
  for (const match of text.matchAll(/^( *)```(\S*)[ \t]*(.*)\n([\s\S]*?)^ *```$/gm)) {
    const [, indent = "", language = "", info = "", code = ""] = match;
    const line = text.slice(0, match.index).split("\n").length;
    found.push({ file, line, language, info, code: code.replaceAll(new RegExp(`^${indent}`, "gm"), "") });
  }
  return found;
}

const all = documents.flatMap(blocks);
/** @param {...string} languages */
const inLanguage = (...languages) => all.filter(({ language, info }) => languages.includes(language) && info !== "declaration");
/** @param {Block} block */
const at = ({ file, line }) => `${file}:${line}`;

test("every block of code names a language that these tests run", () => {
  const known = ["sh", "html", "js", "jsx", "ts", "tsx", "json", "blade", "http", "text"];
  assert.deepEqual(
    all.filter(({ language }) => !known.includes(language)).map((block) => `${at(block)} ${block.language}`),
    [],
  );
  // Text is for what a person reads: what a program prints.
  for (const block of inLanguage("text")) assert.doesNotMatch(block.code, /[{};]\s*$/m, at(block));
  assert.ok(all.length > 40, `only ${all.length} blocks found`);
});

test("JSON blocks are JSON", () => {
  for (const block of inLanguage("json")) assert.doesNotThrow(() => JSON.parse(block.code), at(block));
});

test("shell blocks run scripts and files that exist", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const inner = ["test", "install", "start"];
  const programs = ["npm", "npx", "node", "claude", "git", "cd", "cp"];
  for (const block of inLanguage("sh")) {
    for (const line of block.code
      .split("\n")
      .map((text) => text.replace(/#.*/, "").trim())
      .filter(Boolean)) {
      const [program = "", ...words] = line.split(/\s+/);
      assert.ok(programs.includes(program), `${at(block)}: ${program}`);
      if (program === "npm" && words[0] === "run") assert.ok(scripts[words[1] ?? ""], `${at(block)}: ${line}`);
      else if (program === "npm") assert.ok(inner.includes(words[0] ?? ""), `${at(block)}: ${line}`);
      if (program === "node") assert.ok(existsSync(join(root, words[0] ?? "")), `${at(block)}: ${line}`);
      const layer = /--layer (\w+)/.exec(line)?.[1];
      if (layer) assert.match(read("tests/tools/test.mjs"), new RegExp(`^  ${layer}: \\{`, "m"), `${at(block)}: ${line}`);
    }
  }
});

test("TypeScript blocks compile", async () => {
  // Below the project, so that its packages are found.
  const folder = mkdtempSync(join(root, "tests", "types", ".docs-"));
  try {
    const chosen = inLanguage("ts", "tsx");
    for (const [index, block] of chosen.entries())
      writeFileSync(join(folder, `block-${index}.${block.language}`), `${block.code}\nexport {};\n`);
    const config = { extends: "../tsconfig.json", include: ["*"], exclude: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { code, text } = await run("tsc", ["-p", folder], { quiet: true });
    assert.equal(code, 0, `${chosen.map((block, index) => `block-${index}: ${at(block)}`).join("\n")}\n${text}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every link leads to a file and a heading that exist", () => {
  /** As code hosts make them. @param {string} heading */
  const slug = (heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-");
  /** @param {string} file */
  const anchors = (file) =>
    [
      ...read(file)
        .replace(/^```[\s\S]*?^```$/gm, "")
        .matchAll(/^#+ (.+)$/gm),
    ].map(([, heading = ""]) => slug(heading));
  const wrong = [];
  for (const file of documents) {
    const text = read(file).replace(/^ *```[\s\S]*?^ *```$/gm, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) {
        if (!target.startsWith("https://")) wrong.push(`${file}: ${target}`);
        continue;
      }
      const [path = "", anchor] = target.split("#");
      const to = path === "" ? file : relative(root, join(root, dirname(file), path));
      const fine = existsSync(join(root, to)) && (anchor === undefined || anchors(to).includes(anchor));
      if (!fine) wrong.push(`${file}: ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("every guide is named in the list of guides", () => {
  const list = read("www/docs/README.md");
  for (const name of guides.filter((name) => name !== "README.md")) assert.ok(list.includes(`](${name})`), name);
});

// The blocks that run in a browser.

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("node:http").Server} */
let server;
let origin = "";
/** What the next page is, and the policy it comes with. */
let current = { html: "", policy: "" };

const types = /** @type {Record<string, string>} */ ({ ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css" });
/** Where pages find what they load, by the end of the path. @type {[RegExp, (path: string) => string][]} */
const places = [
  [/\/pkg\/[\w.]+$/, (path) => join(root, path.slice(path.lastIndexOf("/pkg/")))],
  [/\/webmcp\.js$/, () => join(root, "pkg", "webmcp.js")],
  [/^\/modules\//, (path) => join(root, "node_modules", path.slice("/modules/".length))],
];

before(async () => {
  browser = await launchChromium();
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/page") {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        ...(current.policy && { "content-security-policy": current.policy }),
      });
      return void response.end(current.html);
    }
    const file = places.find(([pattern]) => pattern.test(pathname))?.[1](pathname);
    if (!file || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "localhost", () => done(undefined)));
  origin = `http://localhost:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

const imports = {
  "webmcp-wasm": "/pkg/webmcp_wasm.js",
  "webmcp-wasm/inline": "/pkg/inline.js",
  alpinejs: "/modules/alpinejs/dist/module.esm.js",
  vue: "/modules/vue/dist/vue.esm-browser.prod.js",
};
const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;

/**
 * Opens a page and says what it threw or logged as an error; a refused registration is logged. What registers a tool must have one then.
 * @param {string} html @param {{policy?: string, done?: string}} [how] `done`: a selector to wait for
 */
async function problems(html, { policy = "", done = "" } = {}) {
  const doctype = /<!doctype html>/i.exec(html)?.[0] ?? "";
  current = { html: policy ? html : doctype + map + html.slice(doctype.length), policy };
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack || String(error)));
  page.on("console", (message) => message.type() === "error" && !/favicon/.test(message.location().url) && errors.push(message.text()));
  await page.goto(`${origin}/page`, { waitUntil: "load" });
  if (done) await page.waitForSelector(done, { state: "attached", timeout: 10_000 }).catch((error) => errors.push(error.message));
  if (/\.registerTool\(|toolname=|useTool\(/.test(html) && !policy) {
    const classic = /<script[^>]+src="[^"]*webmcp\.js"/.test(html);
    await page
      .waitForFunction(
        async (classic) => {
          const own = /** @type {any} */ (window);
          if (!own.seen) {
            const loaded = classic ? undefined : await import(/** @type {any} */ ("/pkg/webmcp_wasm.js"));
            await loaded?.default();
            // Shares the page's tools.
            own.seen = new (loaded?.WebMCP ?? own.WebMCP)({ widget: false, log: "silent" });
          }
          return own.seen.tools().length > 0;
        },
        classic,
        { timeout: 10_000 },
      )
      .catch(() => errors.push("it registers a tool, and none is there"));
  }
  // What comes in the tasks after.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
  await page.close();
  return errors;
}

/** A fragment, with what stands around it in a reader's page. @param {string} code */
function whole(code) {
  const imported = /^import init\b.*\bWebMCP\b/m.test(code);
  const made = /\b(?:const|let) mcp\b|new WebMCP\(|await init\(/.test(code);
  const head = imported ? "" : 'import init, { WebMCP } from "webmcp-wasm";\n';
  return `${head}${/await init\(/.test(code) ? "" : "await init();\n"}${made ? "" : "const mcp = new WebMCP();\n"}${code}`;
}

for (const block of inLanguage("html")) {
  test(`${at(block)}: the page works`, async () => assert.deepEqual(await problems(block.code), []));
}

for (const block of inLanguage("js")) {
  test(`${at(block)}: the script works`, async () => {
    // A module that runs to its end says so.
    const script = `${whole(block.code)}\ndocument.body.append(document.createElement("hr"));`;
    const page = `<!doctype html><body><main></main><form><input name="q"></form><script type="module">${script}</script></body>`;
    assert.deepEqual(await problems(page, { done: "hr" }), []);
  });
}

for (const block of inLanguage("jsx")) {
  test(`${at(block)}: the component works`, async () => {
    const entry = `import App from "block"; import { createElement } from "react"; import { createRoot } from "react-dom/client";
      createRoot(document.querySelector("main")).render(createElement(App));`;
    const { outputFiles } = await bundle({
      stdin: { contents: entry, resolveDir: root },
      bundle: true,
      write: false,
      format: "esm",
      jsx: "automatic",
      define: { "process.env.NODE_ENV": '"production"' },
      alias: { "webmcp-wasm/react": join(root, "pkg", "react.js") },
      plugins: [
        {
          name: "block",
          setup(plugin) {
            plugin.onResolve({ filter: /^block$/ }, () => ({ path: "block", namespace: "block" }));
            plugin.onLoad({ filter: /.*/, namespace: "block" }, () => ({ contents: block.code, loader: "jsx", resolveDir: root }));
            // The page's own copies of the module, not ones in the bundle.
            const external = (/** @type {string} */ path) => ({ path, external: true });
            plugin.onResolve({ filter: /^webmcp-wasm$|webmcp_wasm\.js$/ }, () => external("/pkg/webmcp_wasm.js"));
            plugin.onResolve({ filter: /^webmcp-wasm\/inline$/ }, () => external("/pkg/inline.js"));
          },
        },
      ],
    });
    const code = outputFiles[0]?.text.replaceAll("</script", "<\\/script") ?? "";
    const page = `<!doctype html><body><main></main><script type="module">/* useTool( */ ${code}</script></body>`;
    assert.deepEqual(await problems(page), []);
  });
}

for (const block of inLanguage("blade")) {
  test(`${at(block)}: the page that Laravel makes of it works`, async () => {
    const made = block.code
      .replaceAll(/\{\{ asset\('([^']+)'\) \}\}/g, "/$1")
      .replaceAll(/\{\{ route\('([^']+)'\) \}\}/g, "/$1")
      .replaceAll("@csrf", '<input type="hidden" name="_token" value="x">')
      .replaceAll(/@json\((?:[^()]|\([^()]*\))*\)/g, '["tea", "cups"]');
    assert.doesNotMatch(made, /\{\{|^\s*@\w/m, "this test knows no more of Blade");
    assert.deepEqual(await problems(made), []);
  });
}

for (const block of inLanguage("http")) {
  test(`${at(block)}: a page under this policy has its widget`, async () => {
    const policy = /^Content-Security-Policy: (.+)$/im.exec(block.code)?.[1] ?? assert.fail("no policy in it");
    const page = '<!doctype html><body><script src="/pkg/webmcp.js" data-auto></script></body>';
    assert.deepEqual(await problems(page, { policy, done: "[data-webmcp-widget]" }), []);
  });
}

test("every message that the widget or a promise can say is explained", () => {
  const text = read("www/docs/troubleshooting.md");
  for (const [, message = ""] of read("src/labels/en.txt").matchAll(/^why-\S+ (.+)$/gm))
    assert.ok(text.includes(`### ${message}\n`), message);
  const codes = [...read("src/error.rs").matchAll(/=> "([a-z-]+)",$/gm)].map(([, code = ""]) => code);
  assert.ok(codes.length > 15, `only ${codes.length} codes found`);
  for (const code of codes) assert.ok(text.includes(`\`${code}\``), code);
});

test("every test that SECURITY.md names exists", () => {
  const rows = [...read("SECURITY.md").matchAll(/\| `(tests\/[^`]+)`: (.+?) +\|/g)];
  assert.ok(rows.length > 10, `only ${rows.length} rows found`);
  for (const [, file = "", name = ""] of rows) {
    assert.ok(read(file).includes(file.endsWith(".rs") ? `fn ${name}(` : `test("${name}"`), `${file} has no test "${name}"`);
  }
});

test("the Spanish README shows the same code, and its scripts", () => {
  const shape = (/** @type {string} */ file) => blocks(file).map(({ language }) => language);
  const spanish = shape("README.es.md");
  for (const language of spanish) assert.ok(shape("README.md").includes(language), language);
  assert.deepEqual(spanish.slice(0, 3), shape("README.md").slice(0, 3));
});
