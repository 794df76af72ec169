// The states of the gallery, each language and each scheme once (tests/long has all four): what axe-core finds, and what they look like.
// The screenshots are in .artifacts/widget/. WEBMCP_REFERENCES=write renews the references in widget/references/; look at them first.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";
import { difference, outline } from "./widget/pixels.mjs";
import { faults, looks, stage, statesOf } from "./widget/stage.mjs";
import { everyState, references, shots, tolerated } from "./widget/states.mjs";

const world = createWorld({ relay: false });

everyState(world, { language: "en", scheme: "light" });
everyState(world, { language: "es", scheme: "dark" });

test("axe-core sees into the widget: it finds a switch without a name and a text without contrast", async (t) => {
  const { page, show } = await stage(world, t);
  await show("connected");
  assert.deepEqual(await faults(page), []);
  await page.evaluate(() => {
    const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
    root.querySelector(".switch").removeAttribute("aria-label");
    root.querySelector(".webmcp-status").style.color = "#ccc";
  });
  assert.deepEqual((await faults(page)).map((line) => line.split(":")[0]).sort(), ["button-name", "color-contrast"]);
});

test("another font passes for the same look; a lost button, another colour and another state do not", async (t) => {
  const { page, show } = await stage(world, t);
  const reference = (/** @type {string} */ state) => readFileSync(join(references, `${state}-en-light.png`));
  const share = async (/** @type {string} */ state, font = "") => difference(page, await outline(page, font), reference(state));
  for (const font of [
    "font-family: 'Liberation Mono', 'Courier New' !important",
    "letter-spacing: .15px !important",
    "line-height: 1.47 !important",
  ]) {
    for (const state of ["off", "connected", "confirm", "relay-unreachable"]) {
      await show(state);
      const seen = await share(state, font);
      assert.ok(seen <= tolerated, `${state} with ${font}: ${seen}`);
    }
  }
  await show("off");
  assert.ok((await share("off")) <= tolerated);
  for (const other of ["connected", "pairing", "relay-unreachable"]) assert.ok((await share(other)) > tolerated, other);
  for (const part of [".webmcp-connect-btn", ".webmcp-status", ".badge", "header", ".webmcp-connection-panel .command"]) {
    await show("off");
    await page.locator(part).evaluate((element) => element.remove());
    assert.ok((await share("off")) > tolerated, `without ${part}`);
  }
  await show("off", { color: "#0a7d28" });
  assert.ok((await share("off")) > tolerated, "another colour");
});

test("the references stay small", () => {
  const sizes = readdirSync(references).map((file) => statSync(join(references, file)).size);
  assert.ok(sizes.length >= 90, `${sizes.length} references`);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total < 600_000, `${total} bytes`);
});

test("the gallery shows every state side by side, and hides a language or a scheme on demand", async (t) => {
  const { page } = await world.open(t, { client: "none", path: "/www/widget.html", context: { viewport: { width: 1500, height: 900 } } });
  const states = await statesOf(page);
  assert.ok(states.length >= 24, `${states.length} states`);
  assert.equal(await page.locator("figure").count(), states.length * looks.length);
  assert.deepEqual(await page.locator("h2").allTextContents(), states);
  for (const state of ["badge", "connected", "sampling"]) {
    const section = page.locator("section", { has: page.locator(`h2#${state}`) });
    await section.scrollIntoViewIfNeeded();
    const frames = section.locator("iframe");
    const boxes = await Promise.all([0, 1, 2].map((index) => frames.nth(index).boundingBox()));
    assert.equal(new Set(boxes.map((box) => box?.y)).size, 1, "side by side");
    for (let index = 0; index < looks.length; index += 1) {
      await frames.nth(index).contentFrame().locator(`html[data-state=${state}]`).waitFor({ state: "attached", timeout: 60_000 });
    }
    writeFileSync(join(shots, `gallery-${state}.png`), await page.screenshot());
  }
  await page.getByRole("checkbox", { name: "Español" }).uncheck();
  await page.getByRole("checkbox", { name: "Dark" }).uncheck();
  assert.equal(await page.locator("figure:visible").count(), states.length);
  assert.deepEqual(await faults(page), []);
});
