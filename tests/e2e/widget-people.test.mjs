// A person without a mouse, and one with a thumb: pairing, a confirmation, a denial, a sampling answer, a tool switched off, a call
// stopped; with the real relay and an MCP client on the other side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually, within } from "./helpers.mjs";
import { focused, tabTo } from "./widget/stage.mjs";

const world = createWorld();

const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
  <body><label>Note <input id="note"></label></body></html>`;

/** A page with tools that ask, work and wait. @param {import("node:test").TestContext} t @param {import("playwright-core").BrowserContextOptions} [context] */
async function shop(t, context) {
  // Sampling goes to the first page that the relay knows.
  await world.relay.restart();
  const all = await world.open(t, { html, context });
  await all.page.evaluate(() => {
    window.ordered = [];
    window.stopped = [];
    mcp.registerTool({
      name: "order",
      description: "Order it",
      confirm: true,
      execute: (/** @type {any} */ args) => {
        window.ordered.push(args);
        return "ordered";
      },
    });
    mcp.registerTool({ name: "look", description: "Look around", execute: () => "seen" });
    mcp.registerTool({
      name: "brew",
      description: "Takes its time",
      execute: (/** @type {any} */ _, /** @type {any} */ { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => window.stopped.push(signal.reason.name))),
    });
  });
  return all;
}

const question = { messages: [{ role: "user", content: { type: "text", text: "Green or black?" } }], maxTokens: 50 };

test("everything works by keyboard alone, and the focus comes back", async (t) => {
  const { page, call, listed } = await shop(t);
  const { keyboard } = page;
  const live = page.locator(".live");
  await page.locator("#note").focus();

  // Pairing.
  await tabTo(page, "button[toggle]");
  await keyboard.press("Enter");
  assert.equal(await focused(page), "input#token", "opened to pair, it is ready to paste into");
  assert.equal(await page.locator(".webmcp-trigger").getAttribute("aria-expanded"), "true");
  await keyboard.insertText(await world.relay.token());
  await tabTo(page, "button[connect]");
  await keyboard.press("Enter");
  await page.locator(".webmcp-status", { hasText: "Connected" }).waitFor();
  await eventually(async () => assert.equal(await focused(page), "p.webmcp-status", "the field has gone; the focus stays in the panel"));
  await listed("order", "look", "brew");

  // A tool switched off and on again.
  await tabTo(page, "button[switch]");
  assert.equal(await page.evaluate(() => document.querySelector("[data-webmcp-widget]").shadowRoot.activeElement.ariaLabel), "order");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  const look = page.getByRole("switch", { name: "look" });
  assert.equal(await look.getAttribute("aria-checked"), "false");
  const off = await call("look");
  assert.ok(off.isError && /switched off/.test(off.text), off.text);
  await keyboard.press("Space");
  assert.equal(await look.getAttribute("aria-checked"), "true");
  assert.equal((await call("look")).text, "seen");

  // A running call stopped: the agent is told who did it, the tool's signal fires, the record says so.
  const brewing = call("brew");
  await page.getByRole("button", { name: "Stop brew" }).waitFor();
  await tabTo(page, "button[stop]", "Shift+Tab");
  await keyboard.press("Enter");
  const stopped = await within(brewing, 5_000, "the stopped call");
  assert.ok(stopped.isError && /person .* stopped brew/.test(stopped.text), stopped.text);
  assert.deepEqual(await page.evaluate(() => window.stopped), ["AbortError"]);
  assert.equal(await page.evaluate(() => mcp.auditLog().at(-1).outcome), "stopped");
  await page.locator(".calls li.stopped", { hasText: "brew" }).waitFor();
  assert.notEqual(await focused(page), "body", "the focus stays where the button was");

  // Escape closes the panel, back to the badge.
  await keyboard.press("Escape");
  assert.equal(await focused(page), "button[toggle]");
  assert.equal(await page.locator(".webmcp-content").isVisible(), false);

  // Someone who types is not interrupted: F6 goes to the question, answering it goes back.
  await page.locator("#note").focus();
  const ordered = call("order", { item: "pot" });
  await page.getByRole("alertdialog").waitFor();
  assert.equal(await focused(page), "input#note");
  assert.match(await live.textContent(), /order asks for your permission\. Press F6/);
  await keyboard.type("still typing");
  assert.equal(await page.locator("#note").inputValue(), "still typing");
  await keyboard.press("F6");
  assert.match(await focused(page), /^dialog/);
  await tabTo(page, "button[allow]");
  await keyboard.press("Enter");
  assert.equal((await ordered).text, "ordered");
  assert.equal(await focused(page), "input#note");

  // A denial, by Escape and by its button.
  for (const key of ["Escape", "Enter"]) {
    const denied = call("order", { item: key });
    await page.getByRole("alertdialog").waitFor();
    await keyboard.press("F6");
    if (key === "Enter") await tabTo(page, "button[deny]");
    await keyboard.press(key);
    const { isError, text } = await denied;
    assert.ok(isError && /did not allow/.test(text), text);
    assert.equal(await focused(page), "input#note");
  }
  assert.deepEqual(await page.evaluate(() => window.ordered), [{ item: "pot" }]);

  // A sampling request: cancelled once, answered once.
  const cancelled = assert.rejects(within(world.relay.sample(question), 5_000, "sampling"), /cancelled/i);
  await page.locator("textarea").waitFor();
  await keyboard.press("F6");
  await keyboard.press("Escape");
  await cancelled;
  const sampled = world.relay.sample(question);
  await page.locator("textarea").waitFor();
  await keyboard.press("F6");
  await tabTo(page, "textarea#answer");
  await keyboard.type("Green");
  await tabTo(page, "button[answer]");
  await keyboard.press("Enter");
  assert.deepEqual((await within(sampled, 5_000, "sampling")).content, { type: "text", text: "Green" });
  assert.equal(await focused(page), "input#note");
});

test("everything works by touch on a screen 320 pixels wide", async (t) => {
  const { page, call, listed } = await shop(t, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  await page.locator(".webmcp-trigger").tap();
  assert.notEqual(await focused(page), "input#token", "no keyboard covers the small screen unasked");
  await fits(page);
  await page.locator(".webmcp-token-input").tap();
  await page.locator(".webmcp-token-input").fill(await world.relay.token());
  await page.locator(".webmcp-connect-btn").tap();
  await page.locator(".webmcp-status", { hasText: "Connected" }).waitFor();
  await listed("order", "look", "brew");

  await page.getByRole("switch", { name: "look" }).tap();
  assert.match((await call("look")).text, /switched off/);

  const brewing = call("brew");
  await page.getByRole("button", { name: "Stop brew" }).tap();
  assert.match((await within(brewing, 5_000, "the stopped call")).text, /stopped/);
  await fits(page);

  const ordered = call("order", { item: "pot", note: "x".repeat(500) });
  await page.getByRole("alertdialog").waitFor();
  await fits(page);
  await page.getByRole("button", { name: "Allow once" }).tap();
  assert.equal((await ordered).text, "ordered");
  const denied = call("order", { item: "cup" });
  await page.getByRole("button", { name: "Deny" }).tap();
  assert.ok((await denied).isError);

  const sampled = world.relay.sample(question);
  await page.locator("textarea").tap();
  await page.locator("textarea").fill("Black");
  await fits(page);
  await page.getByRole("button", { name: "Submit" }).tap();
  assert.deepEqual((await within(sampled, 5_000, "sampling")).content, { type: "text", text: "Black" });

  await page.locator(".webmcp-disconnect-btn").tap();
  await page.waitForFunction(() => mcp.status === "disconnected");
  await page.locator(".webmcp-close").tap();
  await page.locator(".webmcp-content").waitFor({ state: "hidden" });
});

test("stopping a call that is still asked about is a no, also where the page asks in its own way", async (t) => {
  const { page } = await world.open(t, { html, create: false, context: { viewport: { width: 1280, height: 1000 } } });
  for (const own of [false, true]) {
    await page.evaluate((own) => {
      window.mcp = new WebMCP(own ? { confirm: () => new Promise(() => {}) } : {});
      mcp.registerTool({ name: "order", description: "", confirm: true, execute: () => "ordered" });
    }, own);
    await page.locator(".webmcp-trigger").click();
    const answer = page.evaluate(() => mcp.execute("order", {}));
    await page.getByRole("button", { name: "Stop order" }).click();
    const { success, reason } = await within(answer, 5_000, "the stopped call");
    assert.equal(success, false);
    assert.match(reason, /did not allow/);
    assert.equal(await page.evaluate(() => mcp.auditLog().at(-1).outcome), "denied");
    assert.equal(await page.locator("dialog").count(), 0);
    await page.evaluate(() => mcp.destroy());
  }
});

/** Nothing is cut off at the sides, and a thumb finds every control. @param {import("playwright-core").Page} page */
async function fits(page) {
  const wrong = await page.evaluate(() => {
    const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
    const wide = document.documentElement.clientWidth;
    return [...root.querySelectorAll("button, input, textarea, p, pre, h2, summary, li")]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
      .filter(({ element, box }) => {
        const control = element.matches("button, input, textarea, summary");
        return box.left < 0 || box.right > wide || (control && (box.width < 24 || box.height < 24));
      })
      .map(
        ({ element, box }) =>
          `${element.localName}.${element.className} ${Math.round(box.left)}-${Math.round(box.right)}, ${box.width} x ${box.height}`,
      );
  });
  assert.deepEqual(wrong, []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "the page does not scroll sideways");
}
