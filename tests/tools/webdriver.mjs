// What wasm-bindgen's test runner needs to know of Chromium, and a way round its web server.
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { flags } from "./browser.mjs";
import { root } from "./env.mjs";

/**
 * A proxy that closes each connection after its answer. The runner's server gives a thread to each connection, and sometimes fewer than there
 * are connections: one that Chromium keeps for later then takes the thread another waits for, and the page never loads its last files.
 * @returns {Promise<{port: number, close(): void}>}
 */
async function closingProxy() {
  const server = createServer((asked, answer) => {
    const forward = request(asked.url ?? "", { method: asked.method, agent: false, headers: { ...asked.headers, connection: "close" } });
    forward.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    forward.on("error", () => answer.destroy());
    asked.pipe(forward);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  return {
    port: /** @type {import("node:net").AddressInfo} */ (server.address()).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Writes the file that `WASM_BINDGEN_TEST_WEBDRIVER_JSON` names. */
export async function webdriver() {
  const proxy = await closingProxy();
  // Chromium leaves loopback out of what a proxy gets, unless told.
  const args = [
    "--headless=new",
    ...flags,
    "--disable-dev-shm-usage",
    `--proxy-server=http://127.0.0.1:${proxy.port}`,
    "--proxy-bypass-list=<-loopback>",
  ];
  const file = join(root, "target", "webdriver.json");
  mkdirSync(join(root, "target"), { recursive: true });
  writeFileSync(file, JSON.stringify({ "goog:chromeOptions": { args } }));
  return { file, close: proxy.close };
}
