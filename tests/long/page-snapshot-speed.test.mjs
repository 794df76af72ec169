// What an outline costs on large and hostile pages, per node.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "../e2e/helpers.mjs";
import { openPage } from "../e2e/page-kit.mjs";

const world = createWorld({ relay: false });

/** Builds hostile pages in the page. @type {Record<string, (count: number) => void>} */
const builders = {
  "a flat list of controls": (count) => {
    for (let n = 0; n < count / 3; n += 1) {
      const label = document.body.appendChild(document.createElement("label"));
      label.append(`Field ${n}`, document.createElement("input"));
      document.body.appendChild(document.createElement("button")).textContent = `Button ${n}`;
    }
  },
  "elements nested 200 deep": (count) => {
    for (let rows = 0; rows < count / 200; rows += 1) {
      let place = /** @type {Element} */ (document.body);
      for (let n = 0; n < 200; n += 1) {
        place = place.appendChild(document.createElement("div"));
        if (n % 3 === 0) place.setAttribute("role", n % 2 ? "group" : "button");
      }
      place.textContent = "deep";
    }
  },
  "elements that all name each other": (count) => {
    for (let n = 0; n < count; n += 1) {
      const item = document.body.appendChild(document.createElement("div"));
      item.id = `i${n}`;
      item.setAttribute("role", "group");
      item.setAttribute("aria-labelledby", `i${n} i${(n + 1) % count} i${(n * 7) % count}`);
      item.setAttribute("aria-owns", `i${(n * 13 + 1) % count} i${n}`);
      item.textContent = `item ${n}`;
    }
  },
  "display: contents everywhere": (count) => {
    let place = /** @type {Element} */ (document.body);
    for (let n = 0; n < count; n += 1) {
      const item = place.appendChild(document.createElement("section"));
      item.style.display = "contents";
      item.append(`text ${n}`);
      place = n % 20 === 19 ? document.body : item;
    }
  },
  "one name of everything": (count) => {
    document.body.setAttribute("aria-label", "");
    for (let n = 0; n < count / 2; n += 1) {
      const item = document.body.appendChild(document.createElement("div"));
      item.setAttribute("role", "button");
      item.setAttribute("aria-labelledby", "all");
      item.append(document.createElement("i"));
    }
    document.body.id = "all";
  },
};
for (const [what, build] of Object.entries(builders)) {
  test(`a snapshot of ${what} takes 10,000 nodes no more than twice the time a node of 1,000`, async (t) => {
    const { page } = await openPage(world, t, "");
    /** @param {number} count */
    const perNode = async (count) => {
      await page.evaluate(
        ([build, count]) => {
          document.body.replaceChildren();
          document.body.removeAttribute("id");
          new Function("count", `(${build})(count)`)(count);
        },
        /** @type {const} */ ([String(build), count]),
      );
      // The layout is the page's own; the first one is not ours to measure.
      const runs = await page.evaluate(
        async (times) => {
          /** @type {number[]} */
          const runs = [];
          for (let n = 0; n < times; n += 1) {
            const started = performance.now();
            const { snapshot } = await window.hands.pageCommand("snapshot", { maxLength: 500_000 });
            runs.push(performance.now() - started);
            if (snapshot.length > 502_000) throw new Error(`${snapshot.length} characters`);
          }
          return runs;
        },
        count > 5_000 ? 5 : 15,
      );
      // The least disturbed run of a busy machine.
      return Math.min(...runs) / count;
    };
    let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 4 && !(large <= 1.5 * small && round > 0); round += 1) {
      small = Math.min(small, await perNode(1_000));
      large = Math.min(large, await perNode(10_000));
    }
    t.diagnostic(`${(small * 1e3).toFixed(1)} µs a node of 1,000, ${(large * 1e3).toFixed(1)} of 10,000`);
    assert.ok(large <= 2 * small, `${(large / small).toFixed(2)} times the time per node`);
  });
}
