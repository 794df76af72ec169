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

  const clicked = call("page_click", { ref });
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  assert.equal(await page.locator("#buy").textContent(), "Buy");
  await dialog.getByRole("button").last().click();
  await dialog.waitFor({ state: "hidden" });
  const answered = await clicked;
  assert.equal(await page.locator("#buy").textContent(), answered.isError ? "Buy" : "Bought");

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
