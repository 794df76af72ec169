// What every state of the gallery shows: nothing that axe-core finds, and the look it had.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { artifacts, root } from "../../tools/env.mjs";
import { difference, outline } from "./pixels.mjs";
import { faults, stage, statesOf } from "./stage.mjs";

export const shots = join(artifacts, "widget");
export const references = join(root, "tests", "e2e", "widget", "references");
const renew = process.env.WEBMCP_REFERENCES === "write";
mkdirSync(shots, { recursive: true });
mkdirSync(references, { recursive: true });

/** The share of cells that may look otherwise: twice what another font leaves, half of what a lost button does. */
export const tolerated = 0.006;

/** @param {ReturnType<typeof import("../helpers.mjs").createWorld>} world @param {{language: string, scheme: "light" | "dark"}} look */
export function everyState(world, { language, scheme }) {
  test(`every state in ${language}, ${scheme}: axe-core finds nothing, and it looks as it did`, async (t) => {
    const { page, show } = await stage(world, t, { language, scheme });
    /** @type {Record<string, string[]>} */
    const found = {};
    /** @type {Record<string, number>} */
    const changed = {};
    for (const state of await statesOf(page)) {
      await show(state);
      const shot = await page.screenshot();
      writeFileSync(join(shots, `${state}-${language}-${scheme}.png`), shot);
      const wrong = await faults(page);
      if (wrong.length > 0) found[state] = wrong;
      const small = await outline(page);
      const file = join(references, `${state}-${language}-${scheme}.png`);
      if (renew) writeFileSync(file, small);
      const share = await difference(page, small, readFileSync(file));
      if (share > tolerated) changed[state] = share;
    }
    assert.deepEqual(found, {});
    assert.deepEqual(changed, {}, "the share of cells that differ from the reference");
  });
}
