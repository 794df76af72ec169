// What a page chooses: its words, its language, its own place for the widget, none at all; and a second object on the same page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually } from "./helpers.mjs";

const world = createWorld();

const html = (/** @type {string} */ lang, body = "") => `<!doctype html><html lang="${lang}"><body>${body}</body></html>`;

test("it speaks the page's language, the browser's where it knows no other, and the one that the page asks for before all", async (t) => {
  const cases = /** @type {const} */ ([
    ["es-AR", "en-US", undefined, "es", "Conectar"],
    ["en", "es-MX", undefined, "en", "Connect"],
    ["de", "es-MX", undefined, "es", "Conectar"],
    ["de", "fr-FR", undefined, "en", "Connect"],
    ["es", "es-ES", "en", "en", "Connect"],
  ]);
  for (const [page, locale, language, spoken, connect] of cases) {
    const { page: tab } = await world.open(t, { html: html(page), context: { locale }, options: language ? { language } : {} });
    const button = tab.locator(".webmcp-connect-btn");
    await button.waitFor({ state: "attached" });
    assert.equal(await button.textContent(), connect, `${page}, ${locale}, ${language}`);
    assert.equal(await tab.locator(".root").getAttribute("lang"), spoken);
  }
});

test("a page replaces texts by their keys, also for a language that the widget does not know", async (t) => {
  const labels = { connect: "Koppeln", off: "Nicht verbunden", stop: "Halt" };
  const { page } = await world.open(t, { html: html("de"), options: { labels, language: "de" } });
  await page.locator(".webmcp-trigger").click();
  assert.equal(await page.locator(".webmcp-connect-btn").textContent(), "Koppeln");
  assert.equal(await page.locator(".webmcp-status").textContent(), "Nicht verbunden");
  assert.match((await page.locator(".webmcp-trigger").getAttribute("aria-label")) ?? "", /Nicht verbunden/);
  assert.equal(await page.locator(".webmcp-close").getAttribute("aria-label"), "Close", "the others are English");
  assert.equal(await page.locator(".root").getAttribute("lang"), "de");
});

test("widget: element draws it in there: it takes part in the page's layout and its questions still float above", async (t) => {
  const { page } = await world.open(t, {
    create: false,
    html: html("en", `<aside id="place" style="width: 300px"></aside><p id="after">After</p>`),
  });
  await page.evaluate(() => {
    window.mcp = new WebMCP({ widget: document.getElementById("place") });
    mcp.registerTool({ name: "order", description: "", confirm: true, execute: () => "ordered" });
  });
  await page.locator("#place .webmcp-trigger").click();
  const [place, panel, after] = await Promise.all(["#place", ".webmcp-content", "#after"].map((each) => page.locator(each).boundingBox()));
  assert.ok(place && panel && after);
  assert.ok(panel.x >= place.x && panel.width <= 300 && panel.y >= place.y, "inside the element");
  assert.ok(after.y >= panel.y + panel.height, "what follows makes room");
  assert.equal(await page.locator("[data-webmcp-widget]").count(), 1);
  const answer = page.evaluate(() => mcp.execute("order", {}));
  await page.getByRole("button", { name: "Allow once" }).click();
  assert.deepEqual(await answer, { success: true, result: "ordered" });
  await page.evaluate(() => mcp.destroy());
  assert.equal(await page.evaluate(() => document.getElementById("place").childElementCount), 0);
});

test("widget: false leaves nothing in the page; events and methods do it all, and a question still finds its person", async (t) => {
  const { page, pair, call, listed } = await world.open(t, { html: html("en"), options: { widget: false } });
  await page.evaluate(() => {
    window.heard = [];
    for (const type of ["statuschange", "toolchange", "toolcall", "toolresult", "tooldenied"]) {
      mcp.addEventListener(type, (/** @type {any} */ { detail }) =>
        window.heard.push(`${type} ${detail.status ?? detail.names ?? detail.tool}`),
      );
    }
    mcp.registerTool({ name: "look", description: "", execute: () => "seen" });
    mcp.registerTool({ name: "order", description: "", confirm: true, execute: () => "ordered" });
  });
  await pair();
  await listed("look", "order");
  assert.equal((await call("look")).text, "seen");
  assert.equal(await page.locator("[data-webmcp-widget]").count(), 0);
  assert.equal(await page.evaluate(() => document.body.childElementCount), 0);

  const ordered = call("order");
  await page.getByRole("button", { name: "Allow once" }).click();
  assert.equal((await ordered).text, "ordered");
  const denied = call("order");
  await page.getByRole("button", { name: "Deny" }).click();
  assert.ok((await denied).isError);
  await eventually(async () => assert.equal(await page.locator("[data-webmcp-widget]").count(), 0));
  const heard = await page.evaluate(() => window.heard);
  for (const event of [
    "statuschange connected",
    "toolchange look,order",
    "toolcall look",
    "toolresult look",
    "toolresult order",
    "tooldenied order",
  ]) {
    assert.ok(heard.includes(event), `${event} in ${heard}`);
  }
});

test("a second object shares tools, connection and widget, says so once, and the last one to end takes them away", async (t) => {
  const { page, pair, call, listed } = await world.open(t, { html: html("en"), options: { position: "top-left" } });
  /** @type {string[]} */
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.evaluate(() => {
    window.second = new WebMCP({ position: "bottom-right", color: "red" });
    mcp.registerTool({ name: "first", description: "", execute: () => 1 });
    window.second.registerTool({ name: "second", description: "", execute: () => 2 });
  });
  await pair();
  await listed("first", "second");
  assert.equal((await call("second")).text, "2");
  assert.equal(await page.evaluate(() => window.second.isConnected), true);
  await page.locator(".webmcp-trigger").waitFor();
  assert.equal(await page.locator("[data-webmcp-widget]").count(), 1);
  const box = await page.locator(".webmcp-trigger").boundingBox();
  assert.ok(box && box.x < 100 && box.y < 100, "the first one's options stay");
  assert.equal(warnings.filter((text) => /this page has one already/.test(text)).length, 1);

  await page.evaluate(() => mcp.destroy());
  assert.equal((await call("first")).text, "1", "the second one still holds them");
  assert.equal(await page.locator("[data-webmcp-widget]").count(), 1);
  await page.evaluate(() => window.second.destroy());
  assert.equal(await page.locator("[data-webmcp-widget]").count(), 0);
});

test("made in the head, it waits for the body; destroyed before, it never comes", async (t) => {
  const { page } = await world.open(t, {
    client: "none",
    html: `<!doctype html><head><script src="/pkg/webmcp.js"></script><script>
      window.gone = new WebMCP(); gone.destroy();
      window.early = [document.body, document.querySelector("[data-webmcp-widget]")];</script></head><body><p>Body</p></body>`,
  });
  assert.deepEqual(await page.evaluate(() => window.early), [null, null]);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 50))));
  assert.equal(await page.locator("[data-webmcp-widget]").count(), 0);
  await page.evaluate(() => {
    window.mcp = new WebMCP();
  });
  await page.locator(".webmcp-trigger").waitFor();
});
