// Pages and agents that mean harm, or just break things: names that are markup, styles for everything, layers above everything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually } from "./helpers.mjs";
import { stage } from "./widget/stage.mjs";

const world = createWorld({ relay: false });

/** What a name, a title, a description, an argument or a message might try. */
const nasty = {
  markup: `<img src=x onerror="window.harmed = 1"><script>window.harmed = 2</script>`,
  link: `javascript:window.harmed=3`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what is tested
  template: "{{constructor.constructor('window.harmed=4')()}} ${window.harmed = 5}",
  reversed: "pay \u202eevil\u202c \u2066left\u2069",
  invisible: "a\u200bb\u200dc\u00add\ufeffe",
  long: "m".repeat(100_000),
  lines: "one\n\n\ntwo\u2028three",
  zalgo: `Z${"\u0350\u0351\u0352".repeat(300)}`,
};

test("hostile names, titles and descriptions are harmless text, cut with an ellipsis", async (t) => {
  const { page } = await world.open(t, { html: "<!doctype html><html lang=en><body>" });
  await page.evaluate((nasty) => {
    for (const [name, text] of Object.entries(nasty)) {
      mcp.registerTool({ name: text, title: `T ${text}`, description: text, execute: () => text });
      mcp.registerTool({ name: `${name} ${text}`, description: text, execute: () => text });
      mcp.registerPrompt(text, text, [], () => text);
      mcp.registerResource(text, text, { uri: `x://${name}`, mimeType: "text/plain" }, () => text);
    }
  }, nasty);
  await page.locator(".webmcp-trigger").click();
  await page.getByRole("switch").nth(20).waitFor({ state: "attached" });
  for (const name of Object.values(nasty)) await page.evaluate((name) => mcp.execute(name, {}), name);
  await page.locator(".calls li").nth(7).waitFor();

  const seen = await page.evaluate(() => {
    const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
    const lines = [...root.querySelectorAll("li strong, li p, li code, .calls .tool")];
    return {
      made: [...root.querySelectorAll("img, script, a, iframe, [onerror], [href]")].map((element) => element.localName),
      texts: lines.map((line) => line.textContent),
      labels: [...root.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label")),
      wide: lines.filter(
        (line) => line.getBoundingClientRect().right > root.querySelector(".webmcp-content").getBoundingClientRect().right,
      ),
      tall: Math.max(...[...root.querySelectorAll("li")].map((row) => row.getBoundingClientRect().height)),
    };
  });
  assert.deepEqual(seen.made, []);
  assert.deepEqual(seen.wide, []);
  assert.ok(seen.tall < 200, `the tallest row has ${seen.tall} px`);
  assert.ok(seen.texts.includes(`${nasty.markup.slice(0, 80)}`) || seen.texts.some((text) => text.startsWith("<img src=x onerror=")));
  const all = [...seen.texts, ...seen.labels];
  for (const text of all) assert.ok([...text].length <= 700, `${text.slice(0, 40)}… has ${text.length} characters`);
  assert.ok(
    all.some((text) => text.endsWith("m…")),
    "what is cut says so",
  );
  for (const hidden of ["\u202e", "\u2066", "\u200b", "\ufeff", "\u00ad", "\u2028"]) {
    assert.ok(!all.some((text) => text.includes(hidden)), `U+${hidden.charCodeAt(0).toString(16)} is shown as it is`);
  }
  assert.ok(
    all.some((text) => text.includes("\\u{202e}")),
    "and what was there can be seen",
  );
  assert.equal(await page.evaluate(() => window.harmed), undefined);
});

test("hostile arguments and sampling requests are harmless text in their dialogs", async (t) => {
  const { page } = await stage(world, t, { context: { viewport: { width: 420, height: 760 } } });
  await page.evaluate(async (nasty) => {
    const stage = await window.showState("connected", {});
    stage.find(".webmcp-close").click();
    stage.mcp.registerTool({ name: nasty.markup, description: nasty.long, confirm: true, execute: () => "done" });
    stage.mcp.execute(nasty.markup, nasty);
    await new Promise((done) => setTimeout(done, 50));
    window.stage = stage;
  }, nasty);
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  const look = () =>
    page.evaluate(() => {
      const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
      const dialog = root.querySelector("dialog");
      const box = dialog.getBoundingClientRect();
      const buttons = [...dialog.querySelectorAll(".buttons button")].map((button) => button.getBoundingClientRect());
      return {
        text: dialog.textContent,
        made: [...dialog.querySelectorAll("img, script, a, iframe")].length,
        inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
        buttons: buttons.every((button) => button.height > 0 && button.bottom <= innerHeight && button.top >= 0),
      };
    });
  const asked = await look();
  assert.deepEqual([asked.made, asked.inside, asked.buttons], [0, true, true]);
  assert.ok(asked.text.includes("<img src=x onerror="));
  assert.ok(asked.text.includes("\\u{202e}") && !asked.text.includes("\u202e"));
  assert.match(asked.text, /… [\d]+ more characters/);
  await page.getByRole("button", { name: "Deny" }).click();
  await page.evaluate((nasty) => {
    const messages = Object.values(nasty).map((text) => ({ role: "user", content: { type: "text", text } }));
    messages.push({
      role: "user",
      content: /** @type {any} */ ({ type: "image", mimeType: "image/svg+xml", data: btoa("<svg onload='window.harmed=6'/>") }),
    });
    window.stage.relay.ask({
      type: "createSamplingMessage",
      systemPrompt: nasty.markup,
      messages,
      stopSequences: [nasty.markup],
      maxTokens: 1e9,
    });
  }, nasty);
  await page.locator("textarea").waitFor();
  const sampled = await look();
  assert.deepEqual([sampled.made, sampled.inside, sampled.buttons], [0, true, true]);
  assert.ok(!sampled.text.includes("\u202e"));
  assert.equal(await page.evaluate(() => window.harmed), undefined);
});

/** How the widget looks: each part's place and the computed styles that matter. @param {import("playwright-core").Page} page */
const looksOf = (page) =>
  page.evaluate(() => {
    const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
    const names = [
      "display",
      "color",
      "backgroundColor",
      "fontSize",
      "fontFamily",
      "lineHeight",
      "direction",
      "visibility",
      "opacity",
      "transform",
      "textAlign",
      "letterSpacing",
      "textTransform",
      "cursor",
      "boxSizing",
    ];
    return [...root.querySelectorAll("*")]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const style = getComputedStyle(element);
        const { width, height, right, bottom } = element.getBoundingClientRect();
        const place = [width, height, innerWidth - right, innerHeight - bottom].map(Math.round);
        return [element.localName, element.className, ...place, ...names.map((name) => style[name])].join(" ");
      });
  });

/** Pages' styles for everything. @type {Record<string, string>} */
const styles = {
  "a reset with !important": "* { all: unset !important }",
  "hidden boxes":
    "div { display: none !important } dialog { display: none !important } [popover] { display: none !important; position: static !important }",
  "everything moved and faded":
    "body > * { position: static !important; transform: rotate(9deg) !important; opacity: .1 !important; filter: blur(9px) !important; visibility: hidden !important; zoom: 2 !important; width: 1px !important; height: 1px !important; overflow: hidden !important; clip-path: inset(50%) !important; pointer-events: none !important; content-visibility: hidden !important; contain: strict !important; margin: 99px !important; inset: 0 !important; translate: 50% 50% !important; scale: 3 !important; animation: none !important; mask: linear-gradient(#0000, #0000) !important }",
  "text for shouting":
    "* { font: 40px/3 fantasy !important; color: lime !important; letter-spacing: 9px !important; text-transform: uppercase !important; text-align: right !important; direction: rtl !important; writing-mode: vertical-rl !important; white-space: pre !important; text-indent: 50px !important; word-spacing: 9px !important; cursor: none !important; user-select: none !important; text-shadow: 2px 2px red !important }",
  "custom properties of the same names":
    ":root, body, div, * { --size: 90px; --color: red; --on-color: red; --back: red; --text: red; --soft: red; --line: red; --round: 99px; --wide: 9px; --dot: red; --from: right; --ring: red }",
};

for (const [name, css] of Object.entries(styles)) {
  test(`a page's ${name} leave the widget as it is`, async (t) => {
    const { page, show } = await stage(world, t);
    for (const state of ["connected", "confirm", "sampling"]) {
      await page.locator("#hostile").evaluateAll((all) => all.map((style) => style.remove()));
      await show(state);
      const before = await looksOf(page);
      assert.ok(before.length > 10);
      await page.evaluate((css) => {
        const style = Object.assign(document.createElement("style"), { id: "hostile", textContent: css });
        document.head.append(style);
      }, css);
      assert.deepEqual(await looksOf(page), before, state);
      const trigger = page.locator(state === "connected" ? ".webmcp-close" : "dialog button").first();
      const box = await trigger.boundingBox();
      assert.ok(box);
      const hit = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.hasAttribute("data-webmcp-widget"),
        [box.x + box.width / 2, box.y + box.height / 2],
      );
      assert.equal(hit, true, `${state}: a click finds the button`);
    }
  });
}

test("the widget adds nothing to a page but its own element, and moves nothing in it", async (t) => {
  const html = `<!doctype html><html lang="en"><style>body { display: grid; gap: 20px } body > p { margin: 30px }</style>
    <body><h1>Title</h1><p>One</p><div style="height: 2000px">Two</div></body></html>`;
  const { page } = await world.open(t, { html, create: false });
  const look = () =>
    page.evaluate(() => ({
      places: [...document.querySelectorAll("body, body > :not([data-webmcp-widget])")].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.localName, x, y, width, height].join();
      }),
      height: document.documentElement.scrollHeight,
      width: document.documentElement.scrollWidth,
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
      globals: Object.keys(window).filter((key) => key !== "mcp").length,
      head: document.head.childElementCount,
    }));
  const before = await look();
  await page.evaluate(() => {
    window.mcp = new WebMCP();
  });
  await page.locator(".webmcp-trigger").click();
  assert.deepEqual(await look(), before);
  assert.equal(await page.evaluate(() => document.body.childElementCount), 4);
  await page.evaluate(() => mcp.destroy());
  assert.equal(await page.evaluate(() => document.body.childElementCount), 3);
});

test("it stays above the page's dialogs, popovers, full-screen elements and highest layers, and can be used there", async (t) => {
  const html = `<!doctype html><html lang="en"><body>
    <div id="high" style="position: fixed; inset: 0; z-index: 2147483647; background: pink">high</div>
    <dialog id="modal" style="width: 100vw; height: 100vh; max-width: none; max-height: none; border: 0"><button>in the dialog</button></dialog>
    <div id="pop" popover="manual" style="width: 100vw; height: 100vh; border: 0">popover</div></body></html>`;
  const { page } = await world.open(t, { html });
  const above = () =>
    eventually(async () => {
      const box = await page.locator(".webmcp-trigger").boundingBox();
      assert.ok(box);
      const hit = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.outerHTML.slice(0, 60), [box.x + 15, box.y + 15]);
      assert.match(hit, /data-webmcp-widget/);
    });
  const opens = async () => {
    await page.locator(".webmcp-trigger").click();
    await page.locator(".webmcp-content").waitFor();
    await page.locator(".webmcp-close").click();
    await page.locator(".webmcp-content").waitFor({ state: "hidden" });
  };
  await above();
  await opens();
  await page.evaluate(() => document.getElementById("pop").showPopover());
  await above();
  await opens();
  await page.evaluate(() => document.getElementById("pop").hidePopover());
  await page.evaluate(() => document.getElementById("high").requestFullscreen());
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await above();
  await opens();
  await page.evaluate(() => document.exitFullscreen());
  await page.waitForFunction(() => document.fullscreenElement === null);

  // A modal dialog makes all else inert: a question is then modal itself, and can be answered.
  await page.evaluate(() => {
    mcp.registerTool({ name: "order", description: "", confirm: true, execute: () => "ordered" });
    document.getElementById("modal").showModal();
    window.answer = mcp.execute("order", {});
  });
  await above();
  await page.getByRole("button", { name: "Allow once" }).click();
  assert.deepEqual(await page.evaluate(() => window.answer), { success: true, result: "ordered" });
  await page.evaluate(() => document.getElementById("modal").close());
  await above();
  await opens();
});
