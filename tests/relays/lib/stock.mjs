// The published relay, for tests that hold the fork's test relay against it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { Agent, scratch, sleep, until } from "./agent.mjs";
import { FakePage } from "./fake-page.mjs";

const modules = new URL("../../../node_modules/", import.meta.url);
const SCRIPT = fileURLToPath(new URL("@jason.today/webmcp/build/index.js", modules));

/** It needs Node 22; the packages node-linux-* carry one. */
function node22() {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const packed = fileURLToPath(new URL(`node-linux-${process.arch}/bin/node`, modules));
  if (!existsSync(packed))
    throw new Error(`the published relay needs Node 22 or newer; this is ${process.version} and ${packed} is missing`);
  return packed;
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((done) => {
    const probe = createServer();
    probe.listen(0, () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => done(port));
    });
  });

/** Its agent, attached; the relay itself ends with the test. @param {import("node:test").TestContext} t */
export async function stockRelay(t) {
  const home = await scratch();
  const port = await freePort();
  const node = node22();
  t.after(async () => {
    // Its own way to end the daemon whose pid it wrote into this HOME.
    spawnSync(node, [SCRIPT, "-q"], { env: { PATH: process.env.PATH, HOME: home.path } });
    await sleep(200);
    await home.remove();
  });
  const start = () => Agent.start(SCRIPT, ["--mcp", "-p", String(port)], { home: home.path, node, port });
  // Its MCP side tries the relay once, 100 ms after it forked it, and never gets in when that was too early.
  const first = await start();
  await until(
    () =>
      FakePage.open(`ws://localhost:${port}/register`).then(
        (page) => page.close().then(() => true),
        () => false,
      ),
    "the published relay listens",
    15_000,
  );
  await first.close();
  const agent = await start();
  t.after(() => agent.close());
  await until(() => agent.log.includes("Connected to path: /mcp"), "its MCP side is attached", 15_000);
  return agent;
}
