// A page may write `new WebMCP()` without keeping it; the client must not be collected while it has something to answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";

const world = createWorld({ browser: { gc: true } });

test("an unreferenced client with tools still answers after a forced garbage collection", async (t) => {
  const { page, call, listed } = await world.open(t, { create: false });
  await page.evaluate(
    async (token) => {
      await (() => {
        const client = new WebMCP({ widget: false });
        client.registerTool("alive", "", undefined, () => "alive");
        return client.connect(token);
      })();
    },
    await world.relay.token(),
  );
  await listed("alive");
  for (let round = 0; round < 5; round += 1) {
    await page.evaluate(async () => {
      gc();
      await new Promise((done) => setTimeout(done, 20));
      gc();
    });
    assert.equal((await call("alive", {})).text, "alive");
  }
});

test("an object that is referenced by nothing else is collected, so the test above means something", async (t) => {
  const { page } = await world.open(t, { create: false });
  const collected = await page.evaluate(async () => {
    let collected = false;
    const registry = new FinalizationRegistry(() => {
      collected = true;
    });
    (() => registry.register({ big: new Array(1000).fill(0) }, 1))();
    for (let round = 0; round < 50 && !collected; round += 1) {
      gc();
      await new Promise((done) => setTimeout(done, 20));
    }
    return collected;
  });
  assert.equal(collected, true);
});
