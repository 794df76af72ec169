// Two hundred random steps for two seeds; `npm run test:long` takes ten, and CHAOS_SEED=1-100 any.
import { describe, test } from "node:test";
import { chaos, seeds } from "./chaos.mjs";
import { createWorld } from "./helpers.mjs";

const world = createWorld({ relay: false });

// Each has a relay, a site and a line of its own.
describe("whatever happens, each call is answered once and the list is right", { concurrency: 2 }, () => {
  for (const seed of seeds(2)) test(`seed ${seed}`, { timeout: 240_000 }, (t) => chaos(t, world.browser, seed));
});
