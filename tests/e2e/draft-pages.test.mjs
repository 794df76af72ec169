// Pages written for the WebMCP draft (or for its forerunner in Chrome 146-151), with not one line for this library but its script
// element, driven by an MCP client through the stock relay; with the browser's own context and with the one filled in.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createDraft, dropin } from "./draft-kit.mjs";
import { eventually } from "./helpers.mjs";

const draft = createDraft();

/**
 * @param {import("node:test").TestContext} t @param {import("playwright-core").Browser} browser @param {string} body
 * @param {import("../tools/serve.mjs").Handler} [handle]
 */
const open = (t, browser, body, handle) => draft.open(t, browser, { body, handle });

/** Counts the announcements that a page makes, before any script of its own. */
const counting = `<script>
  window.announced = [];
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    const frame = String(data).startsWith("{") ? JSON.parse(data) : {};
    if (frame.type === "registerTool") announced.push(frame.name);
    return send.call(this, data);
  };
</script>`;

for (const [kind, browser] of /** @type {[string, () => import("playwright-core").Browser][]} */ ([
  ["filled in", draft.filled],
  ["native", draft.native],
])) {
  describe(`with a ${kind} context`, () => {
    test("tools and forms of a page for the draft alone are listed and called by an MCP client", async (t) => {
      const { page, call, listed } = await open(
        t,
        browser(),
        `<form toolname="find_tea" tooldescription="Finds teas" toolautosubmit>
           <label>What <input name="q" required></label>
           <label>Strength <select name="strength"><option value="1">mild</option><option value="2">strong</option></select></label>
           <button>Go</button>
         </form>
         <script>
           document.forms[0].addEventListener("submit", (event) => {
             event.preventDefault();
             const { q, strength } = Object.fromEntries(new FormData(event.target));
             event.respondWith(Promise.resolve({ q, strength, agent: event.agentInvoked }));
           });
           const stop = new AbortController();
           document.modelContext.registerTool({
             name: "add", description: "Adds",
             inputSchema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
             execute: async ({ a, b }) => ({ sum: a + b }),
           });
           document.modelContext.registerTool({ name: "fail", description: "Fails", execute: async () => { throw new Error("no pot"); } });
           document.modelContext.registerTool({ name: "late", description: "Goes", execute: () => "still here" }, { signal: stop.signal });
           window.stop = () => stop.abort();
         </script>`,
      );
      await listed("add", "fail", "find_tea", "late");
      assert.deepEqual(JSON.parse((await call("add", { a: 2, b: 3 })).text), { sum: 5 });
      const failed = await call("fail");
      assert.equal(failed.isError, true);
      // The browser keeps the reason of a tool that others gave it to itself.
      assert.match(failed.text, kind === "native" ? /script function threw an error/ : /no pot/);
      assert.deepEqual(JSON.parse((await call("find_tea", { q: "oolong", strength: "2" })).text), {
        q: "oolong",
        strength: "2",
        agent: true,
      });
      const missing = await call("find_tea", { strength: "1" });
      assert.equal(missing.isError, true, "a stale value does not stand in for what the call left out");
      assert.match(missing.text, /\bq\b/);
      assert.equal((await call("late")).text, "still here");
      await page.evaluate(() => window.stop());
      await eventually(async () => assert.match((await call("late")).text, /late/));
      assert.equal((await call("late")).isError, true);
    });

    test("a mount, unmount and mount in one go, as React's StrictMode does, leaves each tool once and announces it once", async (t) => {
      const { page, call, listed } = await open(t, browser(), counting);
      await page.evaluate(() => {
        const mount = (/** @type {number} */ version) => {
          const controller = new AbortController();
          for (const name of ["cart", "pay"]) {
            document.modelContext
              .registerTool({ name, description: `Version ${version}`, execute: () => `${name} ${version}` }, { signal: controller.signal })
              .catch((/** @type {DOMException} */ { name }) => window.refusals.push(name));
          }
          return () => controller.abort();
        };
        window.refusals = [];
        mount(1)();
        window.unmount = mount(2);
      });
      await listed("cart", "pay");
      assert.equal((await call("cart")).text, "cart 2");
      assert.deepEqual((await page.evaluate(() => window.announced)).sort(), ["cart", "pay"]);
      await page.evaluate(() => window.unmount());
      await eventually(async () => assert.equal((await call("cart")).isError, true));
    });

    test("a site of one page that swaps its tools at each route has right ones after each step", async (t) => {
      const { page, call } = await open(
        t,
        browser(),
        `${counting}<script>
           let leave = () => {};
           window.routeBySignal = (route, names) => {
             leave();
             const controller = new AbortController();
             for (const name of names)
               document.modelContext.registerTool({ name, description: route, execute: () => route }, { signal: controller.signal });
             leave = () => controller.abort();
           };
           window.routeByContext = (route, names) => {
             leave();
             leave = () => {};
             navigator.modelContext.provideContext({ tools: names.map((name) => ({ name, description: route, execute: async () => route })) });
           };
         </script>`,
      );
      const steps = /** @type {[string, string, string[]][]} */ ([
        ["routeBySignal", "home", ["search", "help"]],
        ["routeBySignal", "product", ["search", "buy", "zoom"]],
        ["routeBySignal", "home", ["search", "help"]],
        ["routeByContext", "cart", ["help", "checkout"]],
        ["routeByContext", "done", ["help"]],
      ]);
      for (const [how, route, names] of steps) {
        await page.evaluate(({ how, route, names }) => window[how](route, names), { how, route, names });
        await eventually(async () => {
          const tools = await page.evaluate(() => window.webMCP.tools().map((/** @type {{name: string}} */ { name }) => name));
          assert.deepEqual(tools.sort(), [...names].sort());
          for (const name of names) assert.equal((await call(name)).text, route);
        });
        // The stock relay cannot forget a tool; one that is gone says so.
        for (const name of ["search", "help", "buy", "zoom", "checkout"].filter((name) => !names.includes(name))) {
          const gone = await call(name).catch((error) => ({ isError: true, text: String(error) }));
          assert.equal(gone.isError, true, `${name} is gone after ${route}`);
          assert.match(gone.text, new RegExp(name));
        }
      }
      const announced = await page.evaluate(() => window.announced);
      assert.ok(announced.length <= 10, `one announcement a tool a step at most: ${announced}`);
    });

    test("500 tools are listed for the MCP client, each announced once", async (t) => {
      const { page, call, listed } = await open(t, browser(), counting);
      await page.evaluate(() => {
        for (let n = 0; n < 500; n += 1)
          document.modelContext.registerTool({ name: `tool_${n}`, description: `Tool ${n}`, execute: () => `number ${n}` });
      });
      await listed(...Array.from({ length: 500 }, (_, n) => `tool_${n}`));
      assert.equal((await call("tool_499")).text, "number 499");
      assert.equal(await page.evaluate(() => window.announced.length), 500);
    });

    test("a shop written for Chrome 146-151, which asks the person, runs unchanged", async (t) => {
      const { page, call, listed } = await open(
        t,
        browser(),
        `<dialog><p></p><button id="yes">Yes</button></dialog>
         <script>
           navigator.modelContext.registerTool({
             name: "buy", description: "Buys an item after the person agreed",
             inputSchema: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
             async execute({ item }, client) {
               const agreed = await client.requestUserInteraction(() => new Promise((resolve) => {
                 const dialog = document.querySelector("dialog");
                 dialog.querySelector("p").textContent = "Buy " + item + "?";
                 document.getElementById("yes").onclick = () => { dialog.close(); resolve(true); };
                 dialog.show();
               }));
               return { content: [{ type: "text", text: agreed ? "Bought " + item : "Not bought" }] };
             },
           });
           navigator.modelContext.registerTool({ name: "stock", description: "Lists", execute: () => ({ content: [{ type: "text", text: "pots" }] }) });
         </script>`,
      );
      await listed("buy", "stock");
      assert.equal((await call("stock")).text, "pots");
      const bought = call("buy", { item: "a pot" });
      await page.locator("#yes").click();
      assert.equal((await bought).text, "Bought a pot");
    });

    test("a site of one page for Chrome 146-151 clears and provides its tools, and hears what happens on window", async (t) => {
      const { page, call, listed } = await open(
        t,
        browser(),
        `<form toolname="subscribe" tooldescription="Subscribes" toolautosubmit><input name="mail" required><button>Go</button></form>
         <script>
           window.heard = [];
           for (const type of ["toolactivated", "toolcancel"]) addEventListener(type, (event) => heard.push(type + " " + event.toolName));
           document.forms[0].onsubmit = (event) => { event.preventDefault(); event.respondWith("subscribed " + event.target.mail.value); };
           window.go = (route, names) => {
             navigator.modelContext.clearContext();
             for (const name of names) navigator.modelContext.registerTool({ name, description: route, execute: async () => route });
           };
           go("home", ["a", "b"]);
         </script>`,
      );
      await listed("a", "b", "subscribe");
      await page.evaluate(() => window.go("next", ["b", "c"]));
      await eventually(async () => assert.equal((await call("c")).text, "next"));
      assert.equal((await call("b")).text, "next");
      assert.equal((await call("a")).isError, true);
      assert.equal((await call("subscribe", { mail: "a@b.c" })).text, "subscribed a@b.c");
      assert.ok((await page.evaluate(() => window.heard)).includes("toolactivated subscribe"));
    });

    test("a form that navigates by GET or POST answers, and the tools of the new page follow", async (t) => {
      const form = (/** @type {string} */ method) =>
        `<form toolname="go_${method}" tooldescription="Goes" toolautosubmit method="${method}" action="/next"><input name="q" required><button>Go</button></form>`;
      for (const method of ["get", "post"]) {
        const { page, call, listed } = await open(t, browser(), form(method), (_request, response, url) => {
          if (url.pathname !== "/next") return false;
          response
            .writeHead(200, { "content-type": "text/html" })
            .end(
              `<!doctype html><title>Next</title>${dropin}<script>document.modelContext.registerTool({ name: "arrived", description: "d", execute: () => "at " + location.search });</script>`,
            );
          return true;
        });
        await listed(`go_${method}`);
        const answer = await call(`go_${method}`, { q: "tea" });
        assert.notEqual(answer.isError, true, answer.text);
        const { submitted, url, note } = JSON.parse(answer.text);
        assert.deepEqual([submitted, new URL(url).pathname], [{ q: "tea" }, "/next"]);
        assert.match(note, /list its tools again/);
        await page.waitForURL(/\/next/);
        await eventually(async () => assert.equal((await call("arrived")).text, method === "get" ? "at ?q=tea" : "at "));
      }
    });
  });
}
