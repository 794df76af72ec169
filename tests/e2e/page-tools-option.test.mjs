// `pageTools`: an agent's eyes and hands through the stock relay, as far as the page's author opts in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually } from "./helpers.mjs";
import { HTML } from "./wu-world.mjs";

const world = createWorld();
const ALL = ["snapshot", "screenshot", "click", "type", "console", "network"];

test("the six abilities are tools of the page: images come as image blocks, and what changes the page asks first", async (t) => {
  const { page, pair, call, listed } = await world.open(t, { html: HTML, options: { pageTools: ALL } });
  await pair();
  await listed(...ALL.map((name) => `page_${name}`));
  const outline = await call("page_snapshot");
  const ref = /button "Buy".*\[ref=(e\d+)\]/.exec(outline.text)?.[1];
  assert.ok(ref, outline.text);
  const { result } = await call("page_screenshot", { selector: "#main" });
  assert.equal(result.content[0].type, "image");
  assert.match(result.content[0].mimeType, /^image\/(png|jpeg)$/);
  assert.ok(Buffer.from(result.content[0].data, "base64").length > 100);

  const dialog = page.getByRole("alertdialog");
  for (const [button, text] of /** @type {const} */ ([
    ["Deny", "Buy"],
    ["Allow once", "Bought"],
  ])) {
    const clicked = call("page_click", { ref });
    await dialog.waitFor();
    assert.equal(await page.locator("#buy").textContent(), "Buy");
    await dialog.getByRole("button", { name: button }).click();
    assert.equal((await clicked).isError, button === "Deny");
    assert.equal(await page.locator("#buy").textContent(), text);
  }

  await page.evaluate(() => mcp.setPermissions({ modifyDOM: true }));
  await page.evaluate(() => console.info("hello from the page"));
  assert.match((await call("page_console")).text, /hello from the page/);
  await page.evaluate(() => fetch("/www/icon.svg").then((response) => response.text()));
  assert.match((await call("page_network")).text, /icon\.svg/);
});

test("with modifyDOM granted they act at once, and are refused once the grant is gone", async (t) => {
  const { page, pair, call, listed } = await world.open(t, {
    html: HTML,
    options: { pageTools: ["click", "type"], permissions: { modifyDOM: true } },
  });
  await pair();
  await listed("page_click", "page_type");
  assert.equal((await call("page_type", { selector: "#name", text: "Ada" })).isError, false);
  assert.equal(await page.locator("#name").inputValue(), "Ada");
  assert.equal((await call("page_click", { selector: "#buy" })).isError, false);
  await page.evaluate(() => mcp.setPermissions({ modifyDOM: false }));
  const refused = await call("page_click", { selector: "#buy" });
  assert.ok(refused.isError);
  assert.match(refused.text, /Permission denied.*modifyDOM/);
});

test("the module is loaded for them alone, and an unknown name is a TypeError", async (t) => {
  let asked = 0;
  const { page } = await world.open(t, {
    html: HTML,
    create: false,
    handle(_request, _response, url) {
      asked += Number(url.pathname === "/pkg/page.js");
      return false;
    },
  });
  const names = await page.evaluate(() =>
    [["dance"], "click", [7], {}].map((pageTools) => {
      try {
        new WebMCP({ pageTools });
        return "";
      } catch (error) {
        return /** @type {Error} */ (error).message;
      }
    }),
  );
  for (const message of names) assert.match(message, /new WebMCP: pageTools must be an array of "snapshot"/);
  await page.evaluate(() => {
    window.mcp = new WebMCP();
  });
  assert.equal(asked, 0);
  await page.evaluate(() => {
    mcp.destroy();
    window.mcp = new WebMCP({ pageTools: ["snapshot"] });
  });
  await eventually(async () => assert.deepEqual(await page.evaluate(() => mcp.tools().map((tool) => tool.name)), ["page_snapshot"]));
  assert.equal(asked, 1);
});

test("destroy() ends the recording: console and fetch are the browser's own again", async (t) => {
  const { page } = await world.open(t, { html: HTML, create: false });
  const own = () => page.evaluate(() => [console.info === window.before[0], fetch === window.before[1]]);
  await page.evaluate(() => {
    window.before = [console.info, fetch];
    window.mcp = new WebMCP({ pageTools: ["console"] });
  });
  await eventually(async () => assert.equal(await page.evaluate(() => mcp.tools().length), 1));
  assert.deepEqual(await own(), [false, false]);
  await page.evaluate(() => mcp.destroy());
  assert.deepEqual(await own(), [true, true]);
  // Also where it comes before the module does.
  await page.evaluate(async () => {
    new WebMCP({ pageTools: ["console"] }).destroy();
    await import(/** @type {any} */ ("/pkg/page.js"));
    await new Promise((done) => setTimeout(done, 0));
  });
  assert.deepEqual(await own(), [true, true]);
});
