// The dev server: www/, pkg/ and the test pages, with the right types and no caching. `?csp=strict` adds a strict policy to a page.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./env.mjs";

/** @type {Record<string, string>} */
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ts": "text/plain; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
};

/** The policies a page can ask for by `?csp=NAME`. @type {Record<string, string>} */
export const policies = {
  strict:
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self' ws://localhost:*; require-trusted-types-for 'script'",
  "no-eval": "script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'",
  "trusted-types": "require-trusted-types-for 'script'; script-src 'self' 'unsafe-eval' 'unsafe-inline'",
  "no-wasm": "default-src 'self'; script-src 'self'",
  "no-connect": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'; connect-src 'self'",
};

/** Paths that are not where they look: upstream's client as published, and the fixed names of the project's folders. */
const aliases = [
  { prefix: "/upstream/", folder: join(root, "node_modules", "@jason.today", "webmcp", "src") },
  { prefix: "/pkg/", folder: join(root, "pkg") },
  { prefix: "/www/", folder: join(root, "www") },
  { prefix: "/pages/", folder: join(root, "tests", "e2e", "pages") },
];

/** A relay remembers a site by its port for a minute, so the system's free ones are not taken twice. @type {Set<number>} */
const given = new Set();

/**
 * @typedef {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, url: URL) => boolean | void} Handler
 * @param {{port?: number, handle?: Handler}} [options] `handle` may answer first, by returning true
 */
export async function serve({ port = 0, handle } = {}) {
  const server = createServer();
  // Loopback only, by name: what localhost is here, a browser here will find too.
  const listen = () =>
    new Promise((done, fail) => {
      server.once("error", fail).listen(port, "localhost", () => done(undefined));
    });
  const portOf = () => /** @type {import("node:net").AddressInfo} */ (server.address()).port;
  await listen();
  while (port === 0 && given.has(portOf())) {
    await new Promise((done) => server.close(done));
    await listen();
  }
  given.add(portOf());
  server.on("request", (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (handle?.(request, response, url)) return;
    if (url.pathname === "/") {
      response.writeHead(302, { location: "/www/" }).end();
      return;
    }
    const file = find(url.pathname);
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain" }).end(`Not found: ${url.pathname}\n`);
      return;
    }
    /** @type {Record<string, string>} */
    const headers = { "content-type": types[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" };
    const policy = policies[url.searchParams.get("csp") ?? ""];
    if (policy) headers["content-security-policy"] = policy;
    response.writeHead(200, headers);
    response.end(request.method === "HEAD" ? undefined : readFileSync(file));
  });
  const own = portOf();
  return {
    server,
    port: own,
    origin: `http://localhost:${own}`,
    /** What the relay calls this site. */
    channel: `localhost_${own}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** @param {string} pathname @returns {string | undefined} */
function find(pathname) {
  const alias = aliases.find(({ prefix }) => pathname.startsWith(prefix));
  if (!alias) return undefined;
  let relative;
  try {
    relative = normalize(decodeURIComponent(pathname.slice(alias.prefix.length)));
  } catch {
    return undefined;
  }
  if (relative.split(/[\\/]/).includes("..") || relative.includes("\0")) return undefined;
  let file = join(alias.folder, relative);
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { origin } = await serve({ port: Number(process.argv[2] ?? 0) });
  console.log(`Serving www/ and pkg/ at ${origin}/`);
}
