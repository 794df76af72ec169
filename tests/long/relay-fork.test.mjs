// The fork's test relay at its real times: a call is given up after 30 s, an empty channel is forgotten after 60. About a minute.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sleep, until } from "../relays/lib/agent.mjs";
import { FakePage } from "../relays/lib/fake-page.mjs";
import { forkRelay, pageOf, register } from "../relays/lib/session.mjs";

test("a call is given up after 30 s", { timeout: 60_000 }, async (t) => {
  const agent = await forkRelay(t);
  const { page } = await pageOf(t, agent);
  await register(page, "slow");
  const start = Date.now();
  const { content, isError } = await agent.call("localhost_8080-slow", {}, 50_000);
  const took = Date.now() - start;
  assert.ok(took > 29_500 && took < 33_000, `${took} ms`);
  assert.deepEqual([content[0].text, isError], ["Error: Tool call timed out: slow", true]);
});

test("a page may come back within 60 s, and no later", { timeout: 150_000 }, async (t) => {
  const agent = await forkRelay(t);
  const { page, url } = await pageOf(t, agent);
  await register(page, "kept");
  await page.close();
  await sleep(50_000);
  const back = await FakePage.open(url);
  assert.ok((await agent.names()).includes("localhost_8080-kept"));
  await back.close();
  const start = Date.now();
  await until(async () => !(await agent.names()).includes("localhost_8080-kept"), "the channel is forgotten", 70_000);
  assert.ok(Date.now() - start > 59_000, `${Date.now() - start} ms`);
  await sleep(100);
  await assert.rejects(FakePage.open(url), /401/);
});
