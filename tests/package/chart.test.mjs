// The picture of the benchmarks: whatever the figures are, no two texts meet, none leaves the picture or lies on a bar, and all can be read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chart } from "../bench/chart.mjs";
import { launchChromium } from "../tools/browser.mjs";
import { root } from "../tools/env.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser?.close());

const made = {
  usual: [
    { group: "Loading", about: "first usable object", value: 2.4 },
    { group: "Registering", about: "1,000 tools, until the last is on the socket", value: 0.00883 },
    { group: "Through the relay", about: "one small call", value: 0.822 },
    { group: "Registering", about: "1,000 tools, until the relay has acknowledged the last", value: 0.0459 },
  ],
  extreme: [
    { group: "Far", about: "faster than can be drawn", value: 0.000_001_23 },
    { group: "Far", about: "slower than can be drawn", value: 123_456 },
    { group: "Far", about: "the same", value: 1 },
    { group: "Near", about: "a very long name, longer than any that there is, with MANY WIDE LETTERS & <signs>", value: 0.999 },
  ],
  alone: [{ group: "G", about: "x", value: 1.004 }],
};

/** Where everything is and what colour it has. @param {string} svg @param {"light" | "dark"} colorScheme */
async function drawn(svg, colorScheme) {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  await page.setContent(svg);
  const seen = await page.evaluate(() => {
    const picture = /** @type {SVGSVGElement} */ (document.querySelector("svg"));
    const all = (/** @type {string} */ name) =>
      [.../** @type {NodeListOf<SVGGraphicsElement>} */ (picture.querySelectorAll(name))].map((element) => {
        const { x, y, width, height } = element.getBBox();
        return {
          text: element.textContent ?? "",
          class: element.getAttribute("class"),
          x,
          y,
          width,
          height,
          fill: getComputedStyle(element).fill,
        };
      });
    const { width, height } = picture.viewBox.baseVal;
    return { width, height, back: getComputedStyle(picture).backgroundColor, texts: all("text"), bars: all("rect") };
  });
  await context.close();
  return seen;
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @param {Box} one @param {Box} other */
const meet = (one, other) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** How bright a colour is. @param {string} colour */
const luminance = (colour) => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** @param {string} one @param {string} other */
const contrast = (one, other) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const published = readFileSync(join(root, "www", "docs", "benchmarks.svg"), "utf8");
for (const [name, svg] of [...Object.entries(made).map(([name, bars]) => [name, chart(bars)]), ["published", published]]) {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    test(`the chart of the ${name} figures, ${scheme}: every text has its own place and stands out`, async () => {
      const { width, height, back, texts, bars } = await drawn(String(svg), scheme);
      assert.ok(texts.length > 5 && bars.length > 0);
      for (const [index, one] of texts.entries()) {
        const { x, y, text } = one;
        assert.ok(x >= 0 && y >= 0 && x + one.width <= width && y + one.height <= height, `"${text}" leaves the picture`);
        for (const other of [...texts.slice(index + 1), ...bars])
          assert.ok(!meet(one, other), `"${text}" meets "${other.text || "a bar"}"`);
        assert.ok(contrast(one.fill, back) >= 4.5, `"${text}" has ${one.fill} on ${back}`);
      }
      for (const bar of bars) {
        assert.ok(bar.x >= 0 && bar.x + bar.width <= width, "a bar leaves the picture");
        assert.ok(contrast(bar.fill, back) >= 3, `a bar has ${bar.fill} on ${back}`);
      }
    });
  }
}

test("a group stands there once, with all of its bars", async () => {
  const { texts, bars } = await drawn(chart(made.usual), "light");
  const groups = texts.filter((text) => text.class === "group").map(({ text }) => text);
  assert.deepEqual(groups, ["Loading", "Registering", "Through the relay"]);
  assert.deepEqual(
    texts.filter((text) => text.class === "end").map(({ text }) => text),
    ["2.4 ×", "1/113", "1/21.8", "1/1.22"],
  );
  assert.equal(bars.length, made.usual.length);
});
