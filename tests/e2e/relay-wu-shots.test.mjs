// Screenshots that the wu test relay saves: created exclusively, inside one directory, or not at all.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../relays/lib/agent.mjs";
import { frameOf } from "../relays/lib/frames.mjs";
import { answering, pageOf, wuRelay } from "../relays/lib/wu-session.mjs";

const SHOT = frameOf("wu")("answer-screenshot").meaning.result;

/** A relay with a directory for screenshots, beside which nothing may appear. @param {import("node:test").TestContext} t */
async function shooting(t, result = SHOT) {
  const around = await scratch();
  t.after(around.remove);
  const dir = join(around.path, "shots");
  const agent = await wuRelay(t, ["--shots", dir]);
  const page = await pageOf(t, agent);
  answering(page, { result });
  const shoot = async (/** @type {string} */ filename) => {
    const { text, isError } = await agent.say("wu_screenshot", { filename });
    return { ...JSON.parse(text), isError };
  };
  return { around: around.path, dir, shoot, agent, page };
}

test("a screenshot with a file name is created in the directory and its bytes are the page's", async (t) => {
  const { dir, shoot, page } = await shooting(t);
  const { file, base64, isError, ...rest } = await shoot("cart-1.png");
  assert.equal(isError, false);
  assert.equal(base64, undefined);
  assert.equal(rest.sizeKB, SHOT.sizeKB);
  assert.ok(file.endsWith(join("shots", "cart-1.png")), file);
  assert.deepEqual(readFileSync(join(dir, "cart-1.png")), Buffer.from(SHOT.base64, "base64"));
  assert.equal(statSync(join(dir, "cart-1.png")).mode & 0o777, 0o600);
  assert.deepEqual((await page.next((frame) => frame.command === "screenshot")).params, { quality: 0.8 }, "the page is not told the name");
});

test("absolute paths, .. and other directories are refused, and nothing is created", async (t) => {
  const { around, dir, shoot } = await shooting(t);
  mkdirSync(join(dir, "sub"));
  symlinkSync(around, join(dir, "out"));
  for (const [name, why] of /** @type {[string, RegExp][]} */ ([
    [join(around, "evil.png"), /absolute/],
    ["/evil.png", /absolute/],
    ["C:\\evil.png", /absolute/],
    ["c:evil.png", /absolute/],
    ["\\\\host\\share\\evil.png", /absolute/],
    ["../evil.png", /"\.\."/],
    ["sub/../../evil.png", /"\.\."/],
    ["..\\evil.png", /"\.\."/],
    ["..", /"\.\."/],
    ["sub/evil.png", /directories/],
    ["out/evil.png", /directories/],
    ["./evil.png", /directories/],
    [".evil.png", /only letters/],
    ["evil\0.png", /only letters/],
    ["évil.png", /only letters/],
    ["", /only letters/],
    [`${"x".repeat(200)}.png`, /only letters/],
  ])) {
    const { error, isError } = await shoot(name);
    assert.ok(isError, name);
    assert.match(error, why, name);
  }
  assert.deepEqual(readdirSync(around), ["shots"]);
  assert.deepEqual(readdirSync(dir).sort(), ["out", "sub"]);
  assert.deepEqual(readdirSync(join(dir, "sub")), []);
});

test("links and existing files are refused and left as they are", async (t) => {
  const { around, dir, shoot } = await shooting(t);
  writeFileSync(join(around, "victim"), "mine");
  symlinkSync(join(around, "victim"), join(dir, "link.png"));
  symlinkSync(join(around, "nowhere.png"), join(dir, "dangling.png"));
  writeFileSync(join(dir, "old.png"), "old");
  assert.match((await shoot("link.png")).error, /is a link/);
  assert.match((await shoot("dangling.png")).error, /is a link/);
  assert.match((await shoot("old.png")).error, /exists already/);
  assert.equal((await shoot("new.png")).isError, false);
  assert.match((await shoot("new.png")).error, /exists already/);
  assert.equal(readFileSync(join(around, "victim"), "utf8"), "mine");
  assert.equal(readFileSync(join(dir, "old.png"), "utf8"), "old");
  assert.deepEqual(readdirSync(around).sort(), ["shots", "victim"]);
});

test("a directory that has become a link is not followed", async (t) => {
  const { around, dir, shoot } = await shooting(t);
  renameSync(dir, `${dir}-moved`);
  mkdirSync(join(around, "elsewhere"));
  symlinkSync(join(around, "elsewhere"), dir);
  assert.match((await shoot("a.png")).error, /has become a link/);
  assert.deepEqual(readdirSync(join(around, "elsewhere")), []);
});

for (const [what, change, name, why] of /** @type {[string, object, string, RegExp][]} */ ([
  ["whose bytes are no picture", { base64: Buffer.from("#!/bin/sh\n").toString("base64") }, "a.png", /no png/],
  ["without base64", { base64: undefined }, "a.png", /no base64/],
  ["with broken base64", { base64: "%%%%" }, "a.png", /no base64/],
  ["of another format", { format: "svg" }, "a.svg", /png or jpeg/],
  ["of a format named like an object member", { format: "constructor" }, "a.png", /png or jpeg/],
  ["whose name has another extension", {}, "a.sh", /must end in .png/],
])) {
  test(`an answer ${what} is not saved`, async (t) => {
    const { dir, shoot } = await shooting(t, { ...SHOT, ...change });
    assert.match((await shoot(name)).error, why);
    assert.deepEqual(readdirSync(dir), []);
  });
}

test("a page's refusal creates no file, and a relay without --shots saves none", async (t) => {
  const { dir, shoot, page } = await shooting(t);
  answering(page, { error: "Permission denied" });
  assert.equal((await shoot("a.png")).error, "Permission denied");
  answering(page, { result: { error: "no canvas" } });
  assert.equal((await shoot("a.png")).error, "no canvas");
  assert.deepEqual(readdirSync(dir), []);

  const agent = await wuRelay(t);
  const other = await pageOf(t, agent);
  assert.match((await agent.say("wu_screenshot", { filename: "a.png" })).text, /--shots/);
  assert.deepEqual(other.heard, []);
});
