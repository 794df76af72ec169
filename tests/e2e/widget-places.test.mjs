// Screens, people's settings and pages of all kinds: zoom, narrow screens, right to left, forced colours, reduced motion, colours, themes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually } from "./helpers.mjs";
import { faults, stage, statesOf } from "./widget/stage.mjs";

const world = createWorld({ relay: false });

/** What of the shown widget is out of the window, cut off or on top of something else. @param {import("playwright-core").Page} page */
const misplaced = (page) =>
  page.evaluate(() => {
    const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
    const { clientWidth: wide, clientHeight: high } = document.documentElement;
    /** @type {string[]} */
    const wrong = [];
    const name = (/** @type {Element} */ element) => `${element.localName}.${element.className}`;
    for (const surface of root.querySelectorAll(".webmcp-content, .ask, .webmcp-trigger")) {
      const box = surface.getBoundingClientRect();
      if (box.width === 0 || !surface.checkVisibility({ visibilityProperty: true })) continue;
      if (box.left < 0 || box.top < 0 || box.right > wide || box.bottom > high) wrong.push(`${name(surface)} leaves the window`);
      if (surface.scrollWidth > surface.clientWidth + 1) wrong.push(`${name(surface)} scrolls sideways`);
    }
    const controls = [...root.querySelectorAll("button, input, textarea, summary")].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    for (const control of controls) {
      const box = control.getBoundingClientRect();
      // Rows that nobody can see yet are not laid out.
      if (box.width === 0) continue;
      if (box.left < 0 || box.right > wide) wrong.push(`${name(control)} is cut off`);
      if (box.width < 24 || box.height < 24) wrong.push(`${name(control)} is ${box.width} x ${box.height}`);
      // Neighbours in one row or column must not overlap; what sticks to an edge lies over what scrolls by design.
      for (const other of controls) {
        if (other === control || other.parentElement !== control.parentElement) continue;
        const next = other.getBoundingClientRect();
        const over =
          Math.min(box.right, next.right) - Math.max(box.left, next.left) > 0 &&
          Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > 0;
        if (over) wrong.push(`${name(control)} overlaps ${name(other)}`);
      }
    }
    for (const text of root.querySelectorAll("p, h2, b, strong, code, .tool, .took, .webmcp-status")) {
      const box = text.getBoundingClientRect();
      if (box.width > 0 && text.checkVisibility({ visibilityProperty: true }) && (box.left < 0 || box.right > wide))
        wrong.push(`${name(text)} is cut off`);
    }
    return wrong;
  });

/** @type {Record<string, import("playwright-core").BrowserContextOptions>} */
const screens = {
  "a screen 320 pixels wide": { viewport: { width: 320, height: 640 } },
  "a window 640 pixels wide at 200 % zoom": { viewport: { width: 320, height: 360 }, deviceScaleFactor: 2 },
  "a phone on its side": { viewport: { width: 568, height: 320 } },
  "a large screen": { viewport: { width: 1600, height: 1000 } },
};

for (const [name, context] of Object.entries(screens)) {
  test(`every state fits ${name}`, async (t) => {
    const { page, show } = await stage(world, t, { language: "es", context });
    /** @type {Record<string, string[]>} */
    const found = {};
    for (const state of await statesOf(page)) {
      await show(state);
      const wrong = await misplaced(page);
      if (wrong.length > 0) found[state] = wrong;
    }
    assert.deepEqual(found, {});
  });
}

for (const position of ["bottom-left", "top-right", "top-left"]) {
  test(`it fits in the corner ${position}, and opens away from it`, async (t) => {
    const { page, show } = await stage(world, t, { options: { position, padding: "12px", size: "44px" } });
    for (const state of ["connected", "confirm"]) {
      await show(state);
      assert.deepEqual(await misplaced(page), []);
      const badge = await page.locator(".webmcp-trigger").boundingBox();
      const surface = await page.locator(state === "connected" ? ".webmcp-content" : "dialog").boundingBox();
      assert.ok(badge && surface);
      const [x, y] = [
        position.endsWith("left") ? badge.x : 420 - badge.x - badge.width,
        position.startsWith("top") ? badge.y : 760 - badge.y - badge.height,
      ];
      assert.deepEqual([x, y, badge.width], [12, 12, 44]);
      assert.equal(position.endsWith("left") ? surface.x : 420 - surface.x - surface.width, 12);
      if (position.startsWith("top")) assert.ok(surface.y >= badge.y + badge.height, "below the badge");
      else assert.ok(surface.y + surface.height <= badge.y, "above the badge");
    }
  });
}

test("on a page written from right to left, the widget in its own language stays whole; in the page's, it is mirrored", async (t) => {
  const { page, show } = await stage(world, t);
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  for (const state of ["connected", "confirm", "relay-unreachable"]) {
    await show(state);
    assert.deepEqual(await misplaced(page), []);
    assert.equal(
      await page.locator(".webmcp-status").evaluate((status) => getComputedStyle(status).direction),
      "ltr",
      "English is not mirrored",
    );
    await show(state, { language: "ar", labels: { title: "WebMCP", connected: "متصل", tools: "الأدوات", deny: "رفض" } });
    assert.deepEqual(await misplaced(page), []);
    assert.deepEqual(await faults(page), []);
    const look = await page.evaluate(() => {
      const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
      const row = root.querySelector("li");
      const place = (/** @type {string} */ selector) => row?.querySelector(selector)?.getBoundingClientRect().x;
      return {
        direction: getComputedStyle(root.querySelector(".root")).direction,
        what: place(".what"),
        end: place(".switch") ?? place(".stop"),
      };
    });
    assert.equal(look.direction, "rtl");
  }
  await show("connected", { language: "ar" });
  const [what, end] = await page.evaluate(() => {
    const row = document.querySelector("[data-webmcp-widget]").shadowRoot.querySelector(".webmcp-tools-container li");
    return [row.querySelector("strong").getBoundingClientRect().x, row.querySelector(".switch").getBoundingClientRect().x];
  });
  assert.ok(end < what, "the switch is on the left of the name");
});

test("in forced colours every control keeps an outline, and what is on differs from what is off", async (t) => {
  const { page, show } = await stage(world, t, { context: { forcedColors: "active" } });
  for (const state of ["connected", "confirm", "working", "token-refused"]) {
    await show(state);
    const bare = await page.evaluate(() => {
      const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
      return [...root.querySelectorAll("button, input, textarea, .webmcp-content, .ask")]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .filter((each) => {
          const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(each);
          return borderTopStyle === "none" || borderTopWidth === "0px" || borderTopColor === backgroundColor;
        })
        .map((each) => each.className);
    });
    assert.deepEqual(bare, [], state);
    assert.deepEqual(await faults(page), []);
  }
  await show("connected");
  const [on, off] = await page.evaluate(() => {
    const switches = [...document.querySelector("[data-webmcp-widget]").shadowRoot.querySelectorAll(".switch")];
    const look = (/** @type {string} */ checked) =>
      getComputedStyle(switches.find((each) => each.getAttribute("aria-checked") === checked)).backgroundColor;
    return [look("true"), look("false")];
  });
  assert.notEqual(on, off);
});

test("nothing moves where the person wants less motion", async (t) => {
  for (const [reducedMotion, moves] of /** @type {const} */ ([
    ["reduce", false],
    ["no-preference", true],
  ])) {
    const { page, show } = await stage(world, t, { context: { reducedMotion } });
    /** @type {string[]} */
    const moving = [];
    for (const state of ["pairing", "working", "confirm"]) {
      await show(state);
      moving.push(
        ...(await page.evaluate(() =>
          document
            .querySelector("[data-webmcp-widget]")
            .shadowRoot.getAnimations()
            .filter((each) => each.playState === "running")
            .map((each) => /** @type {any} */ (each).animationName ?? "transition"),
        )),
      );
    }
    // `arm` moves nothing: it keeps a click that was already on its way from pressing a button that has just appeared.
    const seen = [...new Set(moving)].filter((name) => name !== "arm").sort();
    assert.deepEqual(seen, moves ? ["beat", "shrink", "turn"] : []);
  }
});

test("what is written on any colour can be read, 4.5 to 1 at least", async (t) => {
  const { page, show } = await stage(world, t);
  const colours = [
    "#007bff",
    "gold",
    "rebeccapurple",
    "hsl(120 100% 25%)",
    "oklch(0.62 0.2 30)",
    "color(display-p3 0 0.6 0.4)",
    "rgb(120 120 120)",
    "#0008",
    "#fff4",
    "transparent",
    "nonsense",
    "var(--brand)",
  ];
  await page.addStyleTag({ content: ":root { --brand: #7a1f3d }" });
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: /** @type {any} */ (scheme) });
    for (const color of colours) {
      await show("off", { color });
      const ratios = await page.evaluate(() => {
        const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        const light = (/** @type {string[]} */ layers) => {
          for (const layer of layers) {
            pen.fillStyle = layer;
            pen.fillRect(0, 0, 1, 1);
          }
          const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((part) =>
            part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const root = document.querySelector("[data-webmcp-widget]").shadowRoot;
        return [".webmcp-trigger", ".webmcp-connect-btn"].map((selector) => {
          const button = root.querySelector(selector);
          const badge = button.closest(".badge");
          const under = badge
            ? getComputedStyle(badge, "::before").backgroundColor
            : getComputedStyle(button.closest(".webmcp-content")).backgroundColor;
          const { color, backgroundColor } = getComputedStyle(button);
          const [a, b] = [light([under, backgroundColor]), light([under, backgroundColor, color])].sort((x, y) => y - x);
          return (a + 0.05) / (b + 0.05);
        });
      });
      assert.ok(Math.min(...ratios) >= 4.5, `${color}, ${scheme}: ${ratios.map((ratio) => ratio.toFixed(1))}`);
    }
  }
});

test("it follows the page's colour scheme, also when that changes", async (t) => {
  const { page, show } = await stage(world, t);
  const back = () => page.locator(".webmcp-content").evaluate((panel) => getComputedStyle(panel).backgroundColor);
  await show("off");
  assert.equal(await back(), "rgb(255, 255, 255)");
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = "dark";
  });
  await page.locator(".webmcp-close").click();
  await page.locator(".webmcp-trigger").click();
  await eventually(async () => assert.equal(await back(), "rgb(27, 30, 35)"));
});

test("a page themes it by custom properties and parts", async (t) => {
  const { page, show } = await stage(world, t);
  await page.addStyleTag({
    content: `[data-webmcp-widget] { --webmcp-background: rgb(250, 240, 230); --webmcp-text: rgb(60, 30, 10); --webmcp-font: monospace; --webmcp-radius: 3px; --webmcp-width: 300px; }
      [data-webmcp-widget]::part(trigger) { border-radius: 50%; } [data-webmcp-widget]::part(panel) { border-color: rgb(1, 2, 3); }
      [data-webmcp-widget]::part(dialog) { border-width: 3px; }`,
  });
  await show("connected");
  const style = (/** @type {string} */ selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, color, fontFamily, borderRadius, width, borderTopColor, borderTopWidth } = getComputedStyle(element);
        return { backgroundColor, color, fontFamily, borderRadius, width, borderTopColor, borderTopWidth };
      });
  const panel = await style(".webmcp-content");
  assert.deepEqual(panel, {
    backgroundColor: "rgb(250, 240, 230)",
    color: "rgb(60, 30, 10)",
    fontFamily: "monospace",
    borderRadius: "3px",
    width: "300px",
    borderTopColor: "rgb(1, 2, 3)",
    borderTopWidth: "1px",
  });
  assert.equal((await style(".webmcp-trigger")).borderRadius, "50%");
  await show("confirm");
  assert.equal((await style("dialog")).borderTopWidth, "3px");
});
