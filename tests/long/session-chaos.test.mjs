// Ten seeds of the chaos test; CHAOS_SEED=1-100 takes any.
import { describe, test } from "node:test";
import { chaos, seeds } from "../e2e/chaos.mjs";
import { createWorld } from "../e2e/helpers.mjs";

const world = createWorld({ relay: false });

// Each has a relay, a site and a line of its own.
describe("whatever happens, each call is answered once and the list is right", { concurrency: 2 }, () => {
  for (const seed of seeds(10)) test(`seed ${seed}`, { timeout: 300_000 }, (t) => chaos(t, world.browser, seed));
});
