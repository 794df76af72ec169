// `npm start` as a person sees it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { env, root } from "../tools/env.mjs";
import { pair } from "../tools/tour.mjs";
import { createWorld, eventually } from "./helpers.mjs";

const world = createWorld({ relay: false });

/** @param {import("node:test").TestContext} t @param {string[]} args @param {Record<string, string>} [extra] */
function start(t, args, extra = {}) {
  const child = spawn(process.execPath, ["tests/tools/start.mjs", ...args], { cwd: root, env: { ...env, NO_COLOR: "1", ...extra } });
  const told = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      told.text += chunk;
    });
  }
  const ended = new Promise((done) => child.on("close", done));
  t.after(async () => {
    child.kill();
    await ended;
  });
  return { child, told, ended };
}

test("the tour ends with exit code 0 and a screenshot of its own", async (t) => {
  const { told, ended } = start(t, ["--tour"]);
  assert.equal(await ended, 0, told.text);
  for (const line of [
    /paired through the widget/,
    /search_products/,
    /checkout/,
    /Order KL-\d+ is placed/,
    /gift_advice/,
    /The tour went well/,
  ]) {
    assert.match(told.text, line);
  }
  const shot = /screenshot: (\S+\.png)/.exec(told.text)?.[1] ?? "";
  assert.ok(existsSync(join(root, shot)));
  assert.equal(readFileSync(join(root, shot)).subarray(1, 4).toString(), "PNG");

  const { told: second, ended: over } = start(t, ["--tour"]);
  assert.equal(await over, 0, second.text);
  assert.notEqual(/screenshot: (\S+\.png)/.exec(second.text)?.[1], shot, "never over an existing file");
});

test("the tour with wu's relay: refused where the page has not allowed it, done where it has", async (t) => {
  const { told, ended } = start(t, ["--tour", "--relay", "wu"]);
  assert.equal(await ended, 0, told.text);
  for (const line of [
    /wu\.html#server=ws/,
    /connected with the relay's token/,
    /wu_set_state .* is refused/,
    /the person allows writeStore/,
    /4 g of gyokuro: ready/,
    /wu_click .* is refused/,
    /the page shows what the agent did/,
    /The tour went well/,
  ]) {
    assert.match(told.text, line);
  }
});

test("with the fork's relay and --dev the tour has an agent make a tool, use it and take it away", async (t) => {
  const { told, ended } = start(t, ["--tour", "--relay", "fork", "--dev"]);
  assert.equal(await ended, 0, told.text);
  for (const line of [
    /\(fork --dev, started by an MCP client over stdio\)/,
    /_webmcp_browser-info[\s\S]*"channel": "\/localhost_\d+"/,
    /_webmcp_agregar-tool .*"headings"/,
    /headings \{"level":"h1"\}\n\s+\["\w/,
    /Herramientas activas: .*headings/,
    /"headings" was removed/,
    /The tour went well/,
  ]) {
    assert.match(told.text, line);
  }

  const { told: plain, ended: over } = start(t, ["--tour", "--relay", "fork"]);
  assert.equal(await over, 0, plain.text);
  assert.match(plain.text, /_webmcp_browser-info/);
  assert.doesNotMatch(plain.text, /agregar-tool/);
});

test("the prompt lists and calls the tools of a browser that pairs with the printed token", async (t) => {
  const { child, told, ended } = start(t, []);
  await eventually(() => assert.match(told.text, /Now you:[\s\S]*webmcp> $/), 60_000);
  const after = told.text.slice(told.text.indexOf("Now you:"));
  const url = /Page\s+(\S+)/.exec(after)?.[1] ?? "";
  const token = /Token\s+(\S+)/.exec(after)?.[1] ?? "";
  const page = await world.browser.newPage();
  t.after(() => page.close());
  await page.goto(url);
  await pair(page, token);

  const say = async (/** @type {string} */ line, /** @type {RegExp} */ answer) => {
    const from = told.text.length;
    child.stdin.write(`${line}\n`);
    await eventually(() => assert.match(told.text.slice(from), answer));
  };
  await say("tools", /localhost_\d+-search_products/);
  await say('call add_to_cart {"id":"cup-ash","quantity":2}', /"total":48/);
  assert.match((await page.locator("#cart-lines").textContent()) ?? "", /2 × Ash-glaze cup/);
  await say("call nonsense", /no tool "nonsense"/);
  await say("call add_to_cart {oops", /no JSON/);
  await say("token", /eyJ\w+/);
  await say("what", /Commands:/);
  child.stdin.write("quit\n");
  assert.equal(await ended, 0, told.text);
});

test("a port that is none, an unknown page and an unknown flag are told, with exit code 1", async (t) => {
  for (const [args, words] of /** @type {const} */ ([
    [["--page", "nowhere"], /no such page.*shop/],
    [["--relay", "wu", "--page", "shop"], /no such page.*bench/],
    [["--relay", "pigeon"], /no such relay.*stock, wu, fork/],
    [["--dev"], /--relay fork/],
    [["--port", "abc"], /--port.*1 to 65535/],
    [["--nonsense"], /--nonsense/],
  ])) {
    const { told, ended } = start(t, [...args]);
    assert.equal(await ended, 1);
    assert.match(told.text, words);
  }
});
