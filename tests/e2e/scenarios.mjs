// What must hold with every stock relay, whatever Node.js it runs on; relay-node22 and relay-node20 run these.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createWorld, eventually, within } from "./helpers.mjs";

/** @param {string} title @param {() => string} node the relay's Node.js */
export function stockRelay(title, node) {
  describe(title, () => {
    const world = createWorld({ relay: { node: node() } });

    test("an agent lists the page's tools as CHANNEL-NAME with description and schema", async (t) => {
      const { page, channel, pair, listed } = await world.open(t);
      const schema = { type: "object", properties: { city: { type: "string", description: "Where" } }, required: ["city"] };
      await page.evaluate((schema) => {
        mcp.registerTool("weather", "The weather in a city", schema, ({ city }) => `Sunny in ${city}`);
        mcp.registerTool({ name: "draft", description: "Registered as the draft has it", execute: () => "drafted" });
      }, schema);
      await pair();
      await listed("weather", "draft");
      const { tools } = await world.relay.client.listTools();
      const weather = tools.find((tool) => tool.name === `${channel}-weather`);
      assert.match(channel, /^localhost_\d+$/);
      assert.match(weather?.description ?? "", /The weather in a city/);
      assert.deepEqual(weather?.inputSchema.properties, schema.properties);
      assert.deepEqual(weather?.inputSchema.required, ["city"]);
      assert.equal((await world.relay.call(`${channel}-draft`, {})).text, "drafted");
    });

    test("synchronous, asynchronous and thenable tools answer", async (t) => {
      const { page, pair, call, listed } = await world.open(t);
      await page.evaluate(() => {
        const schema = { type: "object", properties: { n: { type: "number" } } };
        mcp.registerTool("sync", "", schema, ({ n }) => `sync ${n}`);
        mcp.registerTool("async", "", schema, async ({ n }) => {
          await new Promise((done) => setTimeout(done, 30));
          return `async ${n}`;
        });
        // biome-ignore lint/suspicious/noThenProperty: a foreign thenable is what is tested
        mcp.registerTool("thenable", "", schema, ({ n }) => ({ then: (done) => setTimeout(() => done(`thenable ${n}`), 10) }));
      });
      await pair();
      await listed("sync", "async", "thenable");
      for (const name of ["sync", "async", "thenable"]) assert.equal((await call(name, { n: 7 })).text, `${name} 7`);
    });

    test("every kind of return value is answered within 2 s, in the shape an agent understands", async (t) => {
      const { page, pair, call, listed } = await world.open(t, { options: { log: "silent" } });
      await page.evaluate(() => {
        const cyclic = { name: "loop", self: null };
        cyclic.self = cyclic;
        const kinds = {
          string: () => "plain",
          empty_string: () => "",
          number: () => 42.5,
          boolean: () => true,
          null: () => null,
          nothing: () => {},
          object: () => ({ a: 1, b: [2] }),
          array: () => [1, "two", { three: 3 }],
          content: () => ({ content: [{ type: "text", text: "ready-made" }] }),
          bigint: () => 12345678901234567890n,
          cyclic: () => cyclic,
          symbol: () => Symbol("s"),
          function: () => () => 1,
          throws: () => {
            throw new Error("the kettle is empty");
          },
          throws_string: () => {
            throw "just text";
          },
          throws_undefined: () => {
            throw undefined;
          },
          throws_empty: () => {
            throw new Error("");
          },
          rejects: async () => {
            throw new TypeError("rejected politely");
          },
        };
        for (const [name, run] of Object.entries(kinds)) mcp.registerTool(name, name, { type: "object", properties: {} }, run);
        window.names = Object.keys(kinds);
      });
      await pair();
      await listed(...(await page.evaluate(() => window.names)));
      const answer = async (/** @type {string} */ name) => within(call(name, {}), 2_000, name);

      assert.deepEqual((await answer("string")).result.content, [{ type: "text", text: "plain" }]);
      assert.equal((await answer("number")).text, "42.5");
      assert.equal((await answer("boolean")).text, "true");
      assert.equal((await answer("null")).text, "null");
      assert.equal((await answer("bigint")).text, "12345678901234567890");
      const object = await answer("object");
      assert.deepEqual(JSON.parse(object.text), { a: 1, b: [2] });
      assert.deepEqual(object.result.structuredContent, { a: 1, b: [2] });
      assert.deepEqual(JSON.parse((await answer("array")).text), [1, "two", { three: 3 }]);
      assert.deepEqual((await answer("content")).result.content, [{ type: "text", text: "ready-made" }]);
      const nothing = await answer("nothing");
      assert.ok(!nothing.isError && nothing.text.length > 0, "nothing comes with words");
      assert.ok(!(await answer("empty_string")).isError);

      for (const [name, words] of /** @type {const} */ ([
        ["throws", /the kettle is empty/],
        ["rejects", /rejected politely/],
        ["throws_string", /just text/],
        ["throws_empty", /\w/],
        ["throws_undefined", /\w/],
        ["cyclic", /\w/],
        ["symbol", /\w/],
      ])) {
        const { isError, text } = await answer(name);
        assert.ok(isError, `${name} is an error`);
        assert.match(text, words, name);
      }
      assert.ok((await answer("function")).result, "a function is answered with something");
      assert.equal((await answer("string")).text, "plain", "the client still works");
    });

    test("a call without arguments reaches the tool, and one to a removed tool names it", async (t) => {
      const { page, pair, call, listed } = await world.open(t);
      await page.evaluate(() => {
        mcp.registerTool("bare", "", undefined, (args) => `got ${JSON.stringify(args ?? {})}`);
        mcp.registerTool("gone", "", undefined, () => "still here");
      });
      await pair();
      await listed("bare", "gone");
      assert.equal((await call("bare", undefined)).text, "got {}");
      await page.evaluate(() => mcp.unregisterTool("gone"));
      const { isError, text } = await within(call("gone", {}), 2_000, "a removed tool");
      assert.ok(isError);
      assert.match(text, /gone/);
    });

    test("a tool registered while connected shows up for the agent", async (t) => {
      const { page, pair, call, listed } = await world.open(t);
      await pair();
      await page.evaluate(() => mcp.registerTool("late", "", undefined, () => "better than never"));
      await listed("late");
      assert.equal((await call("late", {})).text, "better than never");
    });

    test("resources are listed and read, static and by template", async (t) => {
      const { page, channel, pair } = await world.open(t);
      await page.evaluate(() => {
        mcp.registerResource("motd", "Message of the day", { uri: "notes://motd", mimeType: "text/plain" }, (uri) => ({
          contents: [{ uri, mimeType: "text/plain", text: "Be kind" }],
        }));
        mcp.registerResource("short", "Only a string", { uri: "notes://short", mimeType: "text/plain" }, () => "just a string");
        mcp.registerResource("note", "One note", { uriTemplate: "notes://{user}/{id}", mimeType: "text/plain" }, (uri, variables) => ({
          contents: [{ uri, mimeType: "text/plain", text: JSON.stringify(variables) }],
        }));
      });
      await pair();
      const { client } = world.relay;
      await eventually(async () => {
        const { resources } = await client.listResources();
        const mine = resources.filter((one) => one.name.startsWith(channel)).map((one) => one.uri);
        assert.deepEqual(mine.sort(), ["notes://motd", "notes://short"]);
        const { resourceTemplates } = await client.listResourceTemplates();
        assert.deepEqual(
          resourceTemplates.filter((one) => one.name.startsWith(channel)).map((one) => one.uriTemplate),
          ["notes://{user}/{id}"],
        );
      });
      const read = async (/** @type {string} */ uri) =>
        /** @type {any} */ ((await within(client.readResource({ uri }), 2_000, uri)).contents[0]);
      assert.deepEqual(await read("notes://motd"), { uri: "notes://motd", mimeType: "text/plain", text: "Be kind" });
      assert.equal((await read("notes://short")).text, "just a string");
      assert.deepEqual(JSON.parse((await read("notes://ada/42")).text), { user: "ada", id: "42" });
    });

    test("prompts are listed; prompts/get answers Prompt not found, so a repaired relay will be noticed", async (t) => {
      const { page, channel, pair } = await world.open(t);
      await page.evaluate(() => {
        mcp.registerPrompt("greet", "A greeting", [{ name: "who", description: "Whom", required: true }], ({ who }) => `Greet ${who}`);
      });
      await pair();
      const prompt = await eventually(async () => {
        const { prompts } = await world.relay.client.listPrompts();
        const mine = prompts.find((one) => one.name === `${channel}-greet`);
        assert.ok(mine);
        return mine;
      });
      assert.deepEqual(prompt.arguments, [{ name: "who", description: "Whom", required: true }]);
      await assert.rejects(world.relay.client.getPrompt({ name: `${channel}-greet`, arguments: { who: "Ada" } }), /Prompt not found/);
    });

    test("unicode survives in names of arguments, in values and in descriptions", async (t) => {
      const { page, channel, pair, call, listed } = await world.open(t);
      const schema = { type: "object", properties: { größe: { type: "string", description: "Größe – 大きさ 🍵" } } };
      await page.evaluate((schema) => {
        mcp.registerTool("echo", "Écho: 日本語, עברית, 👩‍👩‍👧", schema, (args) => ({ back: args }));
      }, schema);
      await pair();
      await listed("echo");
      const tool = (await world.relay.client.listTools()).tools.find((one) => one.name === `${channel}-echo`);
      assert.match(tool?.description ?? "", /Écho: 日本語, עברית, 👩‍👩‍👧/u);
      assert.deepEqual(tool?.inputSchema.properties, schema.properties);
      const args = { größe: "𝒳 — “élan” 🍵\u2028\u0000" };
      assert.deepEqual(JSON.parse((await call("echo", args)).text), { back: args });
    });

    test("one megabyte goes each way", async (t) => {
      const { page, pair, call, listed } = await world.open(t);
      await page.evaluate(() => {
        mcp.registerTool("length", "", { type: "object", properties: { text: { type: "string" } } }, ({ text }) => String(text.length));
        mcp.registerTool("much", "", undefined, () => "m".repeat(1_000_000));
      });
      await pair();
      await listed("length", "much");
      assert.equal((await call("length", { text: "x".repeat(1_000_000) })).text, "1000000");
      assert.equal((await call("much", {})).text.length, 1_000_000);
    });

    test("200 calls, 50 at a time, all get their own answer", async (t) => {
      const { page, pair, call, listed } = await world.open(t);
      await page.evaluate(() => {
        mcp.registerTool("square", "", { type: "object", properties: { n: { type: "integer" } } }, async ({ n }) => {
          await new Promise((done) => setTimeout(done, (n * 7) % 23));
          return n * n;
        });
      });
      await pair();
      await listed("square");
      let next = 0;
      const worker = async () => {
        while (next < 200) {
          const n = next++;
          assert.equal((await call("square", { n })).text, String(n * n));
        }
      };
      await Promise.all(Array.from({ length: 50 }, worker));
    });
  });

  describe(`${title}: sampling`, () => {
    // The relay asks the first channel with a page, so these tests have a relay of their own.
    const world = createWorld({ relay: { node: node() } });
    const ask = () =>
      world.relay.sample({
        messages: [{ role: "user", content: { type: "text", text: "Which tea for <b>rain</b>?" } }],
        systemPrompt: "Answer in one word",
        maxTokens: 50,
      });

    test("a person answers one request and cancels another, in the dialog", async (t) => {
      const { page, pair } = await world.open(t);
      await pair();
      const answered = ask();
      await page.getByText("Which tea for <b>rain</b>?").waitFor();
      await page.getByText("Answer in one word").waitFor();
      await page.locator("textarea").fill("Oolong");
      await page.getByRole("button", { name: /send|submit/i }).click();
      const result = await within(answered, 5_000, "sampling");
      assert.deepEqual(result.content, { type: "text", text: "Oolong" });
      assert.equal(result.role, "assistant");
      assert.equal(result.model, "web-user-input");
      await page.locator("textarea").waitFor({ state: "hidden" });

      const cancelled = assert.rejects(within(ask(), 5_000, "sampling"), /cancelled/i);
      await page.locator("textarea").waitFor();
      await page.getByRole("button", { name: /cancel/i }).click();
      await cancelled;
      await page.locator("textarea").waitFor({ state: "hidden" });
    });
  });
}
