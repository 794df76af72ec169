// Options that change what happens to a call, and what the page says about it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually } from "./helpers.mjs";

const world = createWorld();

test("promptsAsTools offers each prompt as a tool, with its arguments, and takes it back with the prompt", async (t) => {
  const { page, pair, call, channel, listed } = await world.open(t, { options: { promptsAsTools: true, log: "silent" } });
  await page.evaluate(() => {
    mcp.registerPrompt(
      "greet",
      "A greeting",
      [{ name: "who", description: "Whom", required: true }, { name: "tone" }],
      ({ who, tone }) => `Greet ${who} ${tone ?? "kindly"}`,
    );
    mcp.registerPrompt("talk", "Two messages", [], () => ({
      messages: [
        { role: "user", content: { type: "text", text: "one" } },
        { role: "assistant", content: { type: "image", data: "AAAA", mimeType: "image/png" } },
      ],
    }));
    mcp.registerPrompt("fail", "Fails", [], () => {
      throw new Error("lost for words");
    });
  });
  await pair();
  await listed("prompt_greet", "prompt_talk", "prompt_fail");
  const tool = (await world.relay.client.listTools()).tools.find(({ name }) => name === `${channel}-prompt_greet`);
  assert.equal(tool?.description, "A greeting");
  assert.deepEqual(tool?.inputSchema, {
    type: "object",
    properties: { who: { type: "string", description: "Whom" }, tone: { type: "string" } },
    required: ["who"],
  });
  assert.deepEqual((await call("prompt_greet", { who: "Ada", tone: "loudly" })).result, {
    content: [{ type: "text", text: "Greet Ada loudly" }],
  });
  assert.match((await call("prompt_greet", {})).text, /who/);
  assert.deepEqual((await call("prompt_talk", {})).result, {
    content: [
      { type: "text", text: "one" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ],
  });
  const failed = await call("prompt_fail", {});
  assert.deepEqual([failed.isError, failed.text], [true, "lost for words"]);
  const { prompts } = await world.relay.client.listPrompts();
  assert.equal(prompts.filter(({ name }) => name.startsWith(channel)).length, 3, "they stay prompts, too");

  await page.evaluate(() => mcp.unregisterPrompt("greet"));
  assert.deepEqual(await page.evaluate(() => mcp.tools().map(({ name }) => name)), ["prompt_talk", "prompt_fail"]);
  const gone = await call("prompt_greet", { who: "Ada" });
  assert.ok(gone.isError);
  assert.match(gone.text, /prompt_greet/);
});

test("prompts are no tools by default", async (t) => {
  const { page } = await world.open(t);
  const tools = await page.evaluate(async () => {
    await mcp.registerPrompt("greet", "A greeting", [], () => "hello");
    return mcp.tools();
  });
  assert.deepEqual(tools, []);
});

test("validate: false hands the tool whatever the agent gave; the schema is announced all the same", async (t) => {
  const { page, pair, call, channel, listed } = await world.open(t, { options: { validate: false } });
  const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false };
  await page.evaluate((schema) => {
    mcp.registerTool("lax", "", schema, (args) => args);
  }, schema);
  await pair();
  await listed("lax");
  const tool = (await world.relay.client.listTools()).tools.find(({ name }) => name === `${channel}-lax`);
  assert.deepEqual(tool?.inputSchema, schema);
  assert.deepEqual((await call("lax", { n: "no number", more: true })).result.structuredContent, { n: "no number", more: true });
  assert.deepEqual((await call("lax", {})).result.structuredContent, {});
});

test("the console says more with each log level, never a token, and arguments at debug alone", async (t) => {
  const levels = ["silent", "error", "warn", "info", "debug"];
  /** @type {Record<string, string[]>} */
  const said = {};
  const tokens = [];
  for (const log of levels) {
    const { page, pair, call, listed } = await world.open(t, { options: { log } });
    const lines = [];
    page.on("console", (message) => {
      if (message.text().startsWith("[webmcp]")) lines.push(`${message.type()}: ${message.text()}`);
    });
    await page.evaluate(() => {
      mcp.registerTool("", "no name");
      mcp.registerTool("has spaces", "", undefined, () => {
        throw new Error("cold tea");
      });
      new WebMCP();
      mcp.connect("not a token").catch(() => {});
    });
    await pair();
    await listed("has_spaces");
    await call("has_spaces", { secret: "the-secret-argument" });
    const stored = await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)));
    tokens.push(...[...stored.matchAll(/[0-9a-f]{32}/g)].map(([token]) => token));
    assert.ok(tokens.length > 0, "the session token is known");
    // The console's messages come by a way of their own.
    await page.evaluate(() => console.log("[webmcp] the end"));
    await eventually(() => assert.ok(lines.some((line) => line.includes("the end"))));
    said[log] = lines.filter((line) => !line.includes("the end"));
    const audit = await page.evaluate(() => mcp.auditLog().at(-1));
    assert.deepEqual(audit.arguments, log === "debug" ? { secret: "the-secret-argument" } : undefined);
  }
  assert.deepEqual(said.silent, []);
  assert.deepEqual(
    said.error.map((line) => line.split(":")[0]),
    ["error"],
  );
  assert.match(said.error[0], /registerTool: name/);
  const has = (/** @type {string} */ log, /** @type {RegExp} */ words) => said[log].some((line) => words.test(line));
  for (const [from, words] of /** @type {[number, RegExp][]} */ ([
    [1, /^error: .*registerTool: name/],
    [2, /^warning: .*this page has one already/],
    [2, /^warning: .*"has spaces" is called "has_spaces"/],
    [2, /^warning: .*token/i],
    [3, /^info: .*has spaces: cold tea/],
    [4, /^debug: .*has spaces.*the-secret-argument/],
  ])) {
    for (const [n, log] of levels.entries()) assert.equal(has(log, words), n >= from, `${words} at ${log}`);
  }
  for (const line of Object.values(said).flat()) {
    for (const token of tokens) assert.ok(!line.includes(token), line);
    assert.ok(!/eyJ[\w+/=]{20}/.test(line), line);
  }
});

test("a second object shares tools and connection, keeps the first one's options, warns once, and the last destroy() ends it", async (t) => {
  const { page, pair, call, listed } = await world.open(t, { options: { color: "#112233" } });
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.evaluate(() => {
    mcp.registerTool("one", "", undefined, () => "one");
    window.second = new WebMCP({ color: "#445566", widget: false });
    window.third = new WebMCP();
    window.second.registerTool("two", "", undefined, () => "two");
    window.heard = [];
    window.second.addEventListener("statuschange", ({ detail }) => window.heard.push(detail.status));
  });
  await pair();
  await listed("one", "two");
  assert.equal((await call("two", {})).text, "two");
  const { names, widgets, color, connected, heard } = await page.evaluate(() => ({
    names: [mcp, window.second, window.third].map((object) => object.tools().map(({ name }) => name)),
    widgets: document.querySelectorAll("[data-webmcp-widget]").length,
    color: getComputedStyle(document.querySelector("[data-webmcp-widget]").shadowRoot.querySelector(".webmcp-trigger")).backgroundColor,
    connected: [window.second.isConnected, window.third.status],
    heard: window.heard,
  }));
  assert.deepEqual(names, [
    ["one", "two"],
    ["one", "two"],
    ["one", "two"],
  ]);
  assert.deepEqual([widgets, color, connected], [1, "rgb(17, 34, 51)", [true, "connected"]]);
  assert.equal(heard.at(-1), "connected");
  await eventually(() => assert.equal(warnings.length, 1));
  assert.match(warnings[0], /has one already/);

  await page.evaluate(() => {
    mcp.destroy();
    mcp.destroy();
    window.third.destroy();
  });
  assert.equal((await call("one", {})).text, "one", "the one that is left keeps everything");
  const after = await page.evaluate(async () => {
    const refused = await mcp.registerTool("late", "", undefined, () => "late").catch(({ name, code }) => [name, code]);
    window.second.destroy();
    return { refused, widgets: document.querySelectorAll("[data-webmcp-widget]").length, connected: window.second.isConnected };
  });
  assert.deepEqual(after, { refused: ["InvalidStateError", "destroyed"], widgets: 0, connected: false });
  const fresh = await page.evaluate(() => {
    window.fresh = new WebMCP({ color: "#778899" });
    return window.fresh.tools();
  });
  assert.deepEqual(fresh, [], "what comes next begins anew");
});

test("data-auto makes the widget and window.webMCP, with the options of its attributes", async (t) => {
  const { page, channel } = await world.open(t, {
    client: "none",
    html: `<!doctype html><title>auto</title><script src="/pkg/webmcp.js" data-auto data-color="#123456" data-position="top-left" data-size="44px"
      data-language="es" data-log="silent"></script><script>webMCP.registerTool("early", "Before the body", {}, () => "early")</script><p>Tea</p>`,
  });
  const trigger = page.locator("[data-webmcp-widget] .webmcp-trigger");
  await trigger.waitFor();
  const look = await trigger.evaluate((element) => {
    const { left, top, width } = element.getBoundingClientRect();
    return { left, top, width, color: getComputedStyle(element).backgroundColor };
  });
  assert.deepEqual([look.color, look.width], ["rgb(18, 52, 86)", 44]);
  assert.ok(look.left < 100 && look.top < 100, JSON.stringify(look));
  assert.deepEqual(await page.evaluate(() => window.webMCP.execute("early", {})), { success: true, result: "early" });
  await page.evaluate((token) => window.webMCP.connect(token), await world.relay.token());
  assert.equal((await world.relay.call(`${channel}-early`, {})).text, "early");
});
