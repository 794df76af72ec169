// The browser's agent as a door: native or filled in, the same tools go through it, and what others put there comes out.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launchChromium, launchFirefox } from "../tools/browser.mjs";
import { serve } from "../tools/serve.mjs";

/** @typedef {any} Any */

/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
/** @type {Awaited<ReturnType<typeof serve>>} */
let other;
/** @type {import("playwright-core").Browser} */
let plain;
/** @type {import("playwright-core").Browser} */
let native;

const dropin = '<script src="/pkg/webmcp.js" data-model-context data-log="silent"></script>';

/** A page that the server makes of its own URL: `?head=...&body=...`. @type {import("../tools/serve.mjs").Handler} */
function handle(_request, response, url) {
  if (url.pathname !== "/made") return false;
  const part = (/** @type {string} */ name) => url.searchParams.get(name) ?? "";
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(`<!doctype html><title>made</title>${part("head")}<body>${part("body")}</body>`);
  return true;
}

/** @param {{head?: string, body?: string}} parts @param {string} [origin] */
const made = (parts, origin = site.origin) => `${origin}/made?${new URLSearchParams(parts)}`;

/** @param {import("playwright-core").Browser} browser @param {{head?: string, body?: string}} parts */
async function open(browser, parts) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(made(parts));
  return { page, problems };
}

before(async () => {
  [site, other, plain, native] = await Promise.all([
    serve({ handle }),
    serve({ handle }),
    launchChromium(),
    launchChromium({ native: true }),
  ]);
});
after(() => Promise.all([plain, native, site, other].map((one) => one.close())));

for (const [name, browser, modelContext] of /** @type {[string, () => import("playwright-core").Browser, string][]} */ ([
  ["filled in", () => plain, "polyfill"],
  ["native", () => native, "auto"],
])) {
  describe(`with a ${name} context`, () => {
    test("a page that uses only WebMCP is listed and called through document.modelContext", async () => {
      const { page, problems } = await open(browser(), { head: '<script src="/pkg/webmcp.js"></script>' });
      const seen = await page.evaluate(async (use) => {
        const mcp = new /** @type {Any} */ (window).WebMCP({ modelContext: use, widget: false, log: "silent" });
        await mcp.registerTool("add", "Adds", { type: "object", properties: { a: { type: "number" } }, required: ["a"] }, ({ a }) => ({
          sum: a + 1,
        }));
        await mcp.registerTool({
          name: "fail",
          description: "Fails",
          annotations: { readOnlyHint: true },
          execute: () => Promise.reject(new Error("broken pot")),
        });
        await mcp.registerTool("symbol", "Symbol", {}, () => Symbol("s"));
        await new Promise((done) => setTimeout(done, 200));
        const context = /** @type {Any} */ (document).modelContext;
        const list = async () => (await context.getTools()).map((/** @type {Any} */ tool) => tool.name);
        const tool = async (/** @type {string} */ wanted) =>
          (await context.getTools()).find((/** @type {Any} */ one) => one.name === wanted);
        const before = await list();
        const results = [
          await context.executeTool(await tool("add"), { a: 1 }),
          await context.executeTool(await tool("add"), {}),
          await context.executeTool(await tool("fail"), {}),
          await context.executeTool(await tool("symbol"), {}),
        ];
        const { annotations } = await tool("fail");
        mcp.unregisterTool("add");
        await new Promise((done) => setTimeout(done, 200));
        const later = await list();
        mcp.destroy();
        await new Promise((done) => setTimeout(done, 200));
        const last = "modelContext" in document ? await /** @type {Any} */ (document).modelContext.getTools() : [];
        return { before, later, results, readOnly: annotations.readOnlyHint, last: last.length };
      }, modelContext);
      assert.deepEqual(seen.before, ["add", "fail", "symbol"]);
      assert.deepEqual(seen.later, ["fail", "symbol"]);
      assert.equal(seen.last, 0);
      assert.equal(seen.readOnly, true);
      assert.deepEqual(JSON.parse(seen.results[0]), { sum: 2 });
      assert.match(JSON.parse(seen.results[1]).error, /a/, "missing arguments are named");
      assert.deepEqual(JSON.parse(seen.results[2]), { error: "broken pot" });
      assert.match(JSON.parse(seen.results[3]).error, /symbol/);
      assert.deepEqual(problems, []);
    });

    test("a page that uses only the draft is listed and called through WebMCP, forms included", async () => {
      const body =
        '<form toolname="find" tooldescription="Finds" toolautosubmit action="/made"><input name="q" required><button>Go</button></form>';
      const { page } = await open(browser(), {
        head: dropin,
        body: `<script>document.modelContext.registerTool({name: "hi", description: "Greets", inputSchema: {type: "object", properties: {who: {type: "string"}}}, execute: ({who}) => ({hello: who})});</script>${body}<script>document.forms[0].onsubmit = (event) => { event.preventDefault(); event.respondWith({found: event.target.q.value}); };</script>`,
      });
      const seen = await page.evaluate(async () => {
        const mcp = /** @type {Any} */ (window).webMCP;
        await new Promise((done) => setTimeout(done, 400));
        const tools = mcp
          .tools()
          .map((/** @type {Any} */ { name, source, inputSchema }) => [name, source, Object.keys(inputSchema.properties)]);
        const results = [await mcp.execute("hi", { who: "you" }), await mcp.execute("find", { q: "tea" }), await mcp.execute("find", {})];
        document.forms[0]?.remove();
        await new Promise((done) => setTimeout(done, 400));
        return {
          tools,
          results,
          later: mcp.tools().map((/** @type {Any} */ { name }) => name),
          listed: (await /** @type {Any} */ (document).modelContext.getTools()).length,
        };
      });
      const [page_, form] = name === "native" ? ["native", "native"] : ["page", "form"];
      assert.deepEqual(seen.tools.sort(), [
        ["find", form, ["q"]],
        ["hi", page_, ["who"]],
      ]);
      assert.deepEqual(seen.results[0], { success: true, result: { hello: "you" } });
      assert.deepEqual(seen.results[1], { success: true, result: { found: "tea" } });
      assert.equal(seen.results[2].success, false, "on our doors a missing required argument is missing");
      assert.deepEqual(seen.later, ["hi"]);
      assert.equal(seen.listed, 1, "what came from the browser does not go back");
    });

    test("the older navigator.modelContext takes the older calls", async () => {
      const { page, problems } = await open(browser(), {
        head: dropin,
        body: '<form toolname="find" tooldescription="Finds"><input name="q"><button>Go</button></form>',
      });
      const seen = await page.evaluate(async () => {
        const wait = () => new Promise((done) => setTimeout(done, 200));
        const old = /** @type {Any} */ (navigator).modelContext;
        const context = /** @type {Any} */ (document).modelContext;
        const list = async () => (await context.getTools()).map((/** @type {Any} */ tool) => tool.name).join();
        /** @type {string[]} */
        const heard = [];
        for (const type of ["toolactivated", "toolcancel"])
          addEventListener(type, (event) => heard.push(`${type} ${/** @type {Any} */ (event).toolName}`));
        const tool = (/** @type {string} */ name) => ({
          name,
          description: name,
          execute: async (/** @type {Any} */ _, /** @type {Any} */ client) => client.requestUserInteraction(() => `asked for ${name}`),
        });
        await wait();
        const lists = [];
        old.registerTool(tool("one"));
        lists.push(await list());
        let twice = "";
        try {
          old.registerTool(tool("one"));
        } catch (error) {
          twice = /** @type {Any} */ (error).name;
        }
        old.provideContext({ tools: [tool("two"), tool("three")] });
        lists.push(await list());
        const answer = await context.executeTool(
          (await context.getTools()).find((/** @type {Any} */ { name }) => name === "two"),
          {},
        );
        old.unregisterTool("two");
        lists.push(await list());
        old.clearContext();
        lists.push(await list());
        const call = context.executeTool((await context.getTools())[0], { q: "1" }).catch((/** @type {Any} */ error) => error.message);
        await wait();
        document.forms[0]?.reset();
        await wait();
        return { same: old === context, lists, twice, answer, heard, cancelled: await call };
      });
      assert.equal(seen.same, false);
      assert.deepEqual(seen.lists, ["find,one", "find,three,two", "find,three", "find"]);
      assert.equal(seen.twice, "InvalidStateError");
      assert.equal(seen.answer, "asked for two");
      assert.equal(seen.cancelled, "Tool execution cancelled by a form reset");
      assert.deepEqual(seen.heard, ["toolactivated two", "toolactivated find", "toolcancel find"]);
      assert.deepEqual(problems, []);
    });

    test("two copies of the library make one context, with each tool once", async () => {
      const { page } = await open(browser(), {
        head: `${dropin}<script src="/pkg/webmcp.js?again" data-model-context data-log="silent"></script>`,
      });
      const seen = await page.evaluate(async () => {
        const context = /** @type {Any} */ (document).modelContext;
        await context.registerTool({ name: "mine", description: "d", execute: () => "r" });
        await new Promise((done) => setTimeout(done, 400));
        const tools = (await context.getTools()).map((/** @type {Any} */ tool) => tool.name);
        return { tools, own: /** @type {Any} */ (window).webMCP.tools().map((/** @type {Any} */ tool) => tool.name) };
      });
      assert.deepEqual(seen, { tools: ["mine"], own: ["mine"] });
    });
  });
}

test("an old context without promises, signals or events is published to and taken back from", async () => {
  const old = `<script>
    const tools = new Map();
    Object.defineProperty(navigator, "modelContext", { value: Object.freeze({
      registerTool(tool) { if (tools.has(tool.name)) throw new Error("Duplicate"); if (tool.name === "refused") throw new Error("not this one"); tools.set(tool.name, tool); },
      unregisterTool(name) { tools.delete(name); },
      provideContext() {}, clearContext() { tools.clear(); },
    }) });
    window.tools = tools;
  </script>`;
  const { page, problems } = await open(plain, { head: `${old}<script src="/pkg/webmcp.js"></script>` });
  const warnings = /** @type {string[]} */ ([]);
  page.on("console", (message) => warnings.push(message.text()));
  const seen = await page.evaluate(async () => {
    const mcp = new /** @type {Any} */ (window).WebMCP({ widget: false });
    for (const name of ["one", "refused", "two"]) mcp.registerTool(name, "d", {}, () => `${name}!`);
    await new Promise((done) => setTimeout(done, 100));
    const { tools } = /** @type {Any} */ (window);
    const names = [...tools.keys()];
    const result = await tools.get("two").execute({});
    mcp.unregisterTool("one");
    await new Promise((done) => setTimeout(done, 100));
    return { names, result, later: [...tools.keys()] };
  });
  assert.deepEqual(seen, { names: ["one", "two"], result: "two!", later: ["two"] });
  assert.ok(
    warnings.some((text) => /refused the tool "refused": not this one/.test(text)),
    warnings.join("\n"),
  );
  assert.deepEqual(problems, []);
});

test("expose() publishes what there is and what comes, and says whether anybody is there", async () => {
  const seen = [];
  for (const browser of [plain, native]) {
    const { page } = await open(browser, { head: '<script src="/pkg/webmcp.js"></script>' });
    seen.push(
      await page.evaluate(async () => {
        const wait = () => new Promise((done) => setTimeout(done, 200));
        const mcp = new /** @type {Any} */ (window).WebMCP({ modelContext: "off", widget: false, log: "silent" });
        const list = async () =>
          "modelContext" in document
            ? (await /** @type {Any} */ (document).modelContext.getTools()).map((/** @type {Any} */ tool) => tool.name)
            : [];
        /** @type {Any} */
        let heard;
        mcp.addEventListener("exposed", (/** @type {Any} */ event) => {
          heard = event.detail;
        });
        mcp.registerTool("one", "d", {}, () => 1);
        await wait();
        const before = await list();
        const there = mcp.expose();
        mcp.registerTool("two", "d", {}, () => 2);
        await wait();
        return { before, there, heard, after: await list() };
      }),
    );
  }
  assert.deepEqual(seen, [
    { before: [], there: false, heard: undefined, after: [] },
    { before: [], there: true, heard: { count: 1, names: ["one"] }, after: ["one", "two"] },
  ]);
});

test("a context that comes later takes over for good", async () => {
  const { page } = await open(plain, { head: dropin });
  const seen = await page.evaluate(async () => {
    const wait = () => new Promise((done) => setTimeout(done, 200));
    await /** @type {Any} */ (document).modelContext.registerTool({ name: "mine", description: "d", execute: () => "r" });
    /** @type {Map<string, Any>} */
    const tools = new Map();
    const late = {
      registerTool: async (/** @type {Any} */ tool) => void tools.set(tool.name, tool),
      unregisterTool: (/** @type {string} */ name) => tools.delete(name),
    };
    Object.defineProperty(document, "modelContext", { value: late, configurable: true });
    /** @type {Any} */ (window).webMCP.registerTool("ours", "d", {}, () => "o");
    await wait();
    return {
      late: /** @type {Any} */ (document).modelContext === late,
      tools: [...tools.keys()].sort(),
      gone: !("ModelContext" in window),
      result: await tools.get("mine").execute({}),
    };
  });
  assert.deepEqual(seen, { late: true, tools: ["mine", "ours"], gone: true, result: "r" });
});

test("frames of other origins share what they expose, with those they expose it to, where the page allows it", async () => {
  const script = `${dropin}<script>addEventListener("load", () => {
    document.modelContext.registerTool({name: "open", description: "d", execute: (input) => ({got: input})}, {exposedTo: ["${site.origin}"]});
    document.modelContext.registerTool({name: "elsewhere", description: "d", execute: () => "no"}, {exposedTo: ["https://example.com"]});
    document.modelContext.registerTool({name: "private", description: "d", execute: () => "no"});
  });</script>`;
  const inner = made({ head: script }, other.origin).replaceAll("&", "&amp;");
  const frames = `<iframe id="yes" allow="tools" src="${inner}"></iframe><iframe id="no" src="${inner}"></iframe>`;
  const { page } = await open(plain, { head: dropin, body: frames });
  const seen = await page.evaluate(async (origin) => {
    const context = /** @type {Any} */ (document).modelContext;
    await new Promise((done) => setTimeout(done, 500));
    const plainly = (await context.getTools()).length;
    const asked = await context.getTools({ fromOrigins: [origin] });
    const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("yes")).contentWindow;
    const shown = asked.map((/** @type {Any} */ tool) => [tool.name, tool.origin === origin, tool.window === frame]);
    const result = await context.executeTool(asked[0], { a: 1 });
    const refused = await context.executeTool({ ...asked[0], name: "private" }, {}).catch((/** @type {Any} */ error) => error.name);
    return { plainly, shown, result, refused };
  }, other.origin);
  assert.deepEqual(seen, { plainly: 0, shown: [["open", true, true]], result: '{"got":{"a":1}}', refused: "UnknownError" });
});

test("a form that navigates answers first, with what was submitted and where the page goes", async () => {
  for (const method of ["get", "post"]) {
    const form = `<form toolname="find" tooldescription="Finds" toolautosubmit method="${method}" action="/made"><input name="body" required><input type="password" name="secret"><button name="by" value="button">Go</button></form>`;
    const { page } = await open(plain, { head: dropin, body: form });
    await page.waitForFunction(() => /** @type {Any} */ (window).webMCP.tools().length === 1);
    const loaded = page.waitForNavigation();
    const answer = await page.evaluate(() => /** @type {Any} */ (window).webMCP.execute("find", { body: "tea", secret: "hush" }));
    await loaded;
    assert.equal(answer.success, true);
    assert.deepEqual(answer.result.submitted, { body: "tea", secret: "•••", by: "button" });
    assert.match(answer.result.url, method === "get" ? /\/made\?body=tea/ : /\/made$/);
    assert.match(answer.result.note, /list its tools again/);
    assert.ok(!answer.result.url.includes("hush"));
  }
});

test("a form that is busy refuses a second call, and says why", async () => {
  const { page } = await open(plain, {
    head: dropin,
    body: '<form toolname="find" tooldescription="Finds"><input name="q"><button>Go</button></form>',
  });
  await page.waitForFunction(() => /** @type {Any} */ (window).webMCP.tools().length === 1);
  const seen = await page.evaluate(async () => {
    const mcp = /** @type {Any} */ (window).webMCP;
    const form = /** @type {HTMLFormElement} */ (document.forms[0]);
    form.onsubmit = (/** @type {Any} */ event) => {
      event.preventDefault();
      event.respondWith(`found ${form.q.value}`);
    };
    const first = mcp.execute("find", { q: "one" });
    await new Promise((done) => setTimeout(done, 100));
    const second = await mcp.execute("find", { q: "two" });
    const state = [form.hasAttribute("data-tool-form-active"), form.querySelector("button")?.hasAttribute("data-tool-submit-active")];
    form.querySelector("button")?.click();
    return { second, state, first: await first, later: form.hasAttribute("data-tool-form-active") };
  });
  assert.match(seen.second.reason, /busy/);
  assert.deepEqual([seen.first.result, seen.state, seen.later], ["found one", [true, true], false]);
});

test("a form whose controls are named like a form's own members is a tool like any other, and goes with its form", async () => {
  const { page } = await open(plain, { head: dropin });
  const names = [
    ..."elements localName nodeType tagName isConnected getAttribute hasAttribute closest matches querySelectorAll".split(" "),
    ..."querySelector addEventListener getRootNode checkValidity requestSubmit noValidate toggleAttribute submit action method".split(" "),
  ];
  const seen = await page.evaluate(async (names) => {
    const mcp = /** @type {Any} */ (window).webMCP;
    const tick = () => new Promise((done) => setTimeout(done, 20));
    const box = document.body.appendChild(document.createElement("div"));
    customElements.define(
      "hostile-control",
      class extends HTMLElement {
        static formAssociated = true;
        get name() {
          throw new Error("no name");
        }
        get type() {
          throw new Error("no type");
        }
      },
    );
    box.innerHTML = [...names, "hostile"]
      .map(
        (name) =>
          `<form toolname="t-${name}" tooldescription="d" toolautosubmit><input name="${name}"><hostile-control></hostile-control><button>Go</button></form>`,
      )
      .join("");
    box.addEventListener("submit", (/** @type {Any} */ event) => {
      event.preventDefault();
      event.respondWith(JSON.stringify([...new FormData(event.target)]));
    });
    await tick();
    /** @type {Record<string, string>} */
    const results = {};
    for (const name of names) {
      const { success, result, reason } = await mcp.execute(`t-${name}`, { [name]: "v" });
      results[name] = success ? result : reason;
    }
    const listed = mcp.tools().length;
    box.remove();
    await tick();
    return { results, listed, left: mcp.tools().length };
  }, names);
  assert.deepEqual(seen.results, Object.fromEntries(names.map((name) => [name, JSON.stringify([[name, "v"]])])));
  assert.deepEqual([seen.listed, seen.left], [names.length + 1, 0]);
});

test("an action or a style sheet that is no address is answered, and the form is free again", async () => {
  const { page } = await open(plain, {
    head: `<link rel="stylesheet" href="http://["> ${dropin}`,
    body: '<form toolname="lost" tooldescription="d" toolautosubmit action="http://["><input name="q"><button>Go</button></form>',
  });
  await page.waitForFunction(() => /** @type {Any} */ (window).webMCP.tools().length === 1);
  const answers = await page.evaluate(async () => {
    const mcp = /** @type {Any} */ (window).webMCP;
    return [await mcp.execute("lost", { q: "1" }), await mcp.execute("lost", { q: "2" })];
  });
  for (const [index, { result }] of answers.entries()) {
    assert.deepEqual(result, { submitted: { q: String(index + 1) }, note: "The form was submitted; the page stays." });
  }
});

test("rules for the browser's own states apply, from style elements and style sheets", async () => {
  const styles =
    "<style>@media all { form:tool-form-active { outline: 7px solid } } p { color: red }</style><link rel=stylesheet href=/sheet.css>";
  const { page } = await open(plain, {
    head: dropin + styles,
    body: '<form toolname="find" tooldescription="d"><input name="q"><button>Go</button></form>',
  });
  await page.route("**/sheet.css", (route) =>
    route.fulfill({ contentType: "text/css", body: "button:tool-submit-active { outline: 9px solid } b { color: red }" }),
  );
  await page.reload();
  await page.waitForFunction(() => /** @type {Any} */ (window).webMCP.tools().length === 1);
  const widths = () =>
    page.evaluate(() =>
      ["form", "button"].map((name) => getComputedStyle(/** @type {Element} */ (document.querySelector(name))).outlineWidth),
    );
  const before = await widths();
  await page.evaluate(() => void (/** @type {Any} */ (window).webMCP.execute("find", { q: "x" })));
  await page.waitForFunction(() => getComputedStyle(/** @type {Element} */ (document.querySelector("button"))).outlineWidth === "9px");
  const during = await widths();
  await page.evaluate(() => document.forms[0]?.reset());
  await page.waitForTimeout(50);
  const [form, button] = await widths();
  assert.deepEqual(during, ["7px", "9px"]);
  assert.equal(form, before[0]);
  // It keeps the focus, and the ring of it.
  assert.notEqual(button, "9px");
});

test("respondWith after an await names the fix, in the error and in one warning", async () => {
  const { page } = await open(plain, {
    head: dropin,
    body: '<form toolname="find" tooldescription="d" toolautosubmit><input name="q"></form>',
  });
  const warnings = /** @type {string[]} */ ([]);
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.waitForFunction(() => /** @type {Any} */ (window).webMCP.tools().length === 1);
  const seen = await page.evaluate(async () => {
    /** @type {string[]} */
    const errors = [];
    document.forms[0]?.addEventListener("submit", async (/** @type {Any} */ event) => {
      event.preventDefault();
      await new Promise((done) => setTimeout(done, 20));
      try {
        event.respondWith("late");
      } catch (error) {
        errors.push(/** @type {Any} */ (error).message);
      }
    });
    for (let calls = 0; calls < 2; calls++) await /** @type {Any} */ (window).webMCP.execute("find", { q: "x" });
    await new Promise((done) => setTimeout(done, 100));
    return errors;
  });
  assert.equal(seen.length, 2);
  for (const text of seen) assert.match(text, /respondWith\(promise\) at once/);
  assert.equal(warnings.filter((text) => /respondWith\(promise\) at once/.test(text)).length, 1);
});

test("1,000 forms come and go without a trace", async () => {
  const { page } = await open(plain, { head: dropin });
  const session = await page.context().newCDPSession(page);
  const count = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSEventListeners")?.value ?? 0;
  };
  await session.send("Performance.enable");
  const cycle = () =>
    page.evaluate(async () => {
      const mcp = /** @type {Any} */ (window).webMCP;
      const holder = document.createElement("div");
      holder.innerHTML = Array.from(
        { length: 1000 },
        (_, index) => `<form toolname="form${index}" tooldescription="d" toolautosubmit><input name="q"></form>`,
      ).join("");
      document.body.append(holder);
      while (mcp.tools().length < 1000) await new Promise((done) => setTimeout(done, 20));
      for (let index = 0; index < 20; index++) {
        const form = /** @type {HTMLFormElement} */ (document.forms[index]);
        form.onsubmit = (/** @type {Any} */ event) => {
          event.preventDefault();
          event.respondWith("r");
        };
        await mcp.execute(`form${index}`, { q: "x" });
      }
      holder.remove();
      await new Promise((done) => setTimeout(done, 100));
      return mcp.tools().length;
    });
  assert.equal(await cycle(), 0);
  const first = await count();
  assert.equal(await cycle(), 0);
  assert.ok((await count()) <= first, `listeners: ${first} after the first round, ${await count()} after the second`);
});

test("a change elsewhere costs the same on a small page and on a large one", async () => {
  const { page } = await open(plain, { head: dropin });
  const ratio = await page.evaluate(async () => {
    const cost = async (/** @type {number} */ nodes) => {
      const holder = document.createElement("div");
      holder.innerHTML = "<p>x</p>".repeat(nodes);
      document.body.append(holder);
      await new Promise((done) => setTimeout(done, 50));
      const rounds = [];
      for (let round = 0; round < 15; round++) {
        const start = performance.now();
        for (let change = 0; change < 200; change++) {
          const node = document.createElement("span");
          holder.append(node);
          await 0;
          node.remove();
          await 0;
        }
        rounds.push(performance.now() - start);
      }
      holder.remove();
      return Math.min(...rounds);
    };
    await cost(200);
    // In turns, and the calmest of each: what else the machine does is not the page's size.
    let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let turn = 0; turn < 4 && (turn === 0 || large > 1.5 * small); turn += 1) {
      small = Math.min(small, await cost(200));
      large = Math.min(large, await cost(20_000));
    }
    return large / small;
  });
  assert.ok(ratio <= 2, `${ratio.toFixed(2)} times`);
});

test("in Firefox the context is filled in, and forms are tools", async () => {
  const browser = await launchFirefox();
  try {
    const page = await browser.newPage();
    await page.goto(made({ head: dropin, body: '<form toolname="find" tooldescription="d" toolautosubmit><input name="q"></form>' }));
    const seen = await page.evaluate(async () => {
      const context = /** @type {Any} */ (document).modelContext;
      await context.registerTool({ name: "hi", description: "d", execute: () => ({ a: 1 }) });
      document.forms[0]?.addEventListener("submit", (/** @type {Any} */ event) => {
        event.preventDefault();
        event.respondWith(event.agentInvoked);
      });
      const tools = await context.getTools();
      return [
        tools.map((/** @type {Any} */ tool) => tool.name).join(),
        await context.executeTool(tools[1], {}),
        await context.executeTool(tools[0], { q: "x" }),
      ];
    });
    assert.deepEqual(seen, ["find,hi", '{"a":1}', "true"]);
  } finally {
    await browser.close();
  }
});
