// webmcp-wasm/react: tools that live as long as a component, in React's development build with StrictMode, where mistakes show.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { build } from "esbuild";
import { root } from "../tools/env.mjs";
import { createWorld, eventually } from "./helpers.mjs";

const world = createWorld();
/** @type {Record<string, string>} */
const files = {};

before(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, "tests", "e2e", "pages", "react.jsx")],
    bundle: true,
    write: false,
    format: "esm",
    splitting: true,
    outdir: "/",
    define: { "process.env.NODE_ENV": '"development"' },
    alias: { "webmcp-wasm/react": join(root, "pkg", "react.js") },
    // The page's own copy of the module, not one in the bundle.
    plugins: [
      {
        name: "own",
        setup: (plugin) => plugin.onResolve({ filter: /webmcp_wasm\.js$/ }, () => ({ path: "/pkg/webmcp_wasm.js", external: true })),
      },
    ],
  });
  for (const { path, text } of outputFiles) files[path] = text;
});

/** A page with React, the hooks and a `WebMCP` object that logs its changes. @param {import("node:test").TestContext} t */
async function open(t) {
  const opened = await world.open(t, {
    options: { widget: false },
    handle: (_request, response, url) => {
      const text = files[url.pathname];
      if (text === undefined) return false;
      response.writeHead(200, { "content-type": "text/javascript" }).end(text);
      return true;
    },
  });
  await opened.page.evaluate(async () => {
    await import(/** @type {any} */ ("/react.js"));
    window.changes = [];
    mcp.addEventListener("toolchange", (/** @type {any} */ event) => window.changes.push(...event.detail.names));
    window.root = window.createRoot(document.body.appendChild(document.createElement("div")));
    window.load = () => mcp;
    window.loads = 0;
    const h = window.React.createElement;
    const load = () => {
      window.loads += 1;
      return window.load();
    };
    /** Renders an element in StrictMode below a provider. */
    window.show = (/** @type {any} */ element) =>
      window.root.render(h(window.React.StrictMode, null, h(window.WebMCPProvider, { load }, element)));
    window.settle = () => new Promise((done) => setTimeout(done, 200));
    window.listed = () => mcp.tools().map((/** @type {any} */ tool) => tool.name);
  });
  return opened;
}

test("a tool is there while its component is, and StrictMode announces it once", async (t) => {
  const { page } = await open(t);
  const seen = await page.evaluate(async () => {
    const Greeter = () => {
      window.useTool({ name: "greet", execute: (/** @type {any} */ { name }) => `Hello, ${name}!` });
      return null;
    };
    window.show(window.React.createElement(Greeter));
    await window.settle();
    const there = [window.listed(), await mcp.execute("greet", { name: "Ada" }), [...window.changes], window.loads];
    window.show(null);
    await window.settle();
    return [...there, window.listed(), window.changes];
  });
  assert.deepEqual(seen, [["greet"], { success: true, result: "Hello, Ada!" }, ["greet"], 1, [], ["greet", "greet"]]);
});

test("a call runs the last render's function, and renders announce nothing", async (t) => {
  const { page } = await open(t);
  const seen = await page.evaluate(async () => {
    const Counter = () => {
      const [count, setCount] = window.React.useState(0);
      window.useTool({ name: "count", inputSchema: { type: "object", properties: { by: { type: "number" } } }, execute: () => count });
      window.useTool({ name: "step", execute: () => window.flushSync(() => setCount(count + 1)) }, []);
      return null;
    };
    window.show(window.React.createElement(Counter));
    await window.settle();
    for (let n = 0; n < 3; n += 1) await mcp.execute("step");
    await window.settle();
    return [await mcp.execute("count"), window.changes.sort()];
  });
  assert.deepEqual(seen, [{ success: true, result: 3 }, ["count", "step"]]);
});

test("a definition that differs is announced again, once; with deps only when they change", async (t) => {
  const { page } = await open(t);
  const seen = await page.evaluate(async () => {
    const Tools = (/** @type {any} */ { text, dep }) => {
      window.useTool({ name: "free", description: text });
      window.useTool({ name: "bound", description: text, execute: () => text }, [dep]);
      return null;
    };
    const described = () => Object.fromEntries(mcp.tools().map((/** @type {any} */ tool) => [tool.name, tool.description]));
    const steps = [];
    for (const props of [
      { text: "one", dep: 1 },
      { text: "two", dep: 1 },
      { text: "three", dep: 2 },
    ]) {
      window.changes.length = 0;
      window.show(window.React.createElement(Tools, props));
      await window.settle();
      steps.push([described(), window.changes.toSorted(), (await mcp.execute("bound")).result]);
    }
    return steps;
  });
  assert.deepEqual(seen, [
    [{ free: "one", bound: "one" }, ["bound", "free"], "one"],
    [{ free: "two", bound: "one" }, ["free"], "two"],
    [{ free: "three", bound: "three" }, ["bound", "free"], "three"],
  ]);
});

test("a hot reload that changes only the function announces nothing, and the new function answers", async (t) => {
  const { page } = await open(t);
  const seen = await page.evaluate(async () => {
    const version = (/** @type {string} */ said, description = "says") => {
      const Tool = () => {
        window.useTool({ name: "say", description, execute: () => said }, []);
        return null;
      };
      window.register(Tool, "Tool");
      return Tool;
    };
    window.show(window.React.createElement(version("old")));
    await window.settle();
    version("new");
    window.performReactRefresh();
    await window.settle();
    const after = [await mcp.execute("say"), [...window.changes]];
    version("newer", "says more");
    window.performReactRefresh();
    await window.settle();
    return [...after, (await mcp.execute("say")).result, mcp.tools()[0].description, window.changes];
  });
  assert.deepEqual(seen, [{ success: true, result: "new" }, ["say"], "newer", "says more", ["say", "say"]]);
});

test("of two components with one name the last to come has it, and the first gets it back", async (t) => {
  const { page } = await open(t);
  const seen = await page.evaluate(async () => {
    const h = window.React.createElement;
    const Tool = (/** @type {any} */ { said }) => {
      window.useTool({ name: "say", description: said, execute: () => said });
      return null;
    };
    const answers = [];
    for (const names of [["a"], ["a", "b"], ["a"], []]) {
      window.show(
        h(
          "div",
          null,
          names.map((said) => h(Tool, { key: said, said })),
        ),
      );
      // The first of all waits for the module to load.
      const expected = names.at(-1);
      for (let tries = 0; tries < 50 && mcp.tools()[0]?.description !== expected; tries += 1) await window.settle();
      const { result } = await mcp.execute("say");
      answers.push(`${result ?? "none"} ${mcp.tools()[0]?.description ?? "none"}`);
    }
    return answers;
  });
  assert.deepEqual(seen, ["a a", "b b", "a a", "none none"]);
});

test("a condition switches a tool on and off, and a new name moves it", async (t) => {
  const { page } = await open(t);
  const seen = await page.evaluate(async () => {
    const Tool = (/** @type {any} */ { name }) => {
      window.useTool(name && { name, execute: () => name });
      return null;
    };
    const lists = [];
    for (const name of [null, "first", "second", false]) {
      window.show(window.React.createElement(Tool, { name }));
      await window.settle();
      lists.push(window.listed());
    }
    return lists;
  });
  assert.deepEqual(seen, [[], ["first"], ["second"], []]);
});

test("without a provider the package's own object is loaded and used", async (t) => {
  const { page } = await open(t);
  const seen = await page.evaluate(async () => {
    const Tool = () => {
      const own = window.useWebMCP();
      window.useTool({ name: "own", execute: () => own?.status });
      return window.React.createElement("output", null, own ? "loaded" : "loading");
    };
    window.root.render(window.React.createElement(Tool));
    while (!window.listed().includes("own")) await window.settle();
    return [document.querySelector("output").textContent, await mcp.execute("own")];
  });
  assert.deepEqual(seen, ["loaded", { success: true, result: "disconnected" }]);
});

test("a load that fails is said on the console, and the next component tries again", async (t) => {
  const { page } = await open(t);
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => message.type() === "error" && said.push(message.text()));
  const seen = await page.evaluate(async () => {
    const h = window.React.createElement;
    const Tool = () => {
      window.useTool({ name: "late", execute: () => 1 });
      return null;
    };
    window.load = () => Promise.reject(new Error("no wasm today"));
    window.show(h(Tool, { key: 1 }));
    await window.settle();
    const before = window.listed();
    window.load = () => mcp;
    window.show(h(Tool, { key: 2 }));
    await window.settle();
    return [before, window.listed()];
  });
  assert.deepEqual(seen, [[], ["late"]]);
  assert.ok(
    said.some((text) => text.includes("no wasm today")),
    said.join("\n"),
  );
});

test("an agent hears of a component's tool once, whatever React does", async (t) => {
  const { page, channel, pair, call, listed } = await open(t);
  /** @type {string[]} */
  const sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
  await pair();
  await page.evaluate(async () => {
    const Counter = () => {
      const [count, setCount] = window.React.useState(0);
      const execute = () => {
        setCount(count + 1);
        return count;
      };
      window.useTool({ name: "up", description: "Counts", execute });
      return null;
    };
    window.show(window.React.createElement(Counter));
  });
  await listed("up");
  for (const expected of ["0", "1", "2"]) {
    assert.equal((await call("up")).text, expected);
    await page.evaluate(() => window.settle());
  }
  await eventually(() => assert.equal(sent.filter((frame) => frame.includes('"registerTool"')).length, 1, channel));
});

test("on a server the hooks render and load nothing", () => {
  const script = `
    import { createElement } from "react";
    import { renderToString } from "react-dom/server";
    import { useTool, useWebMCP, WebMCPProvider } from ${JSON.stringify(join(root, "pkg", "react.js"))};
    function App() {
      useTool({ name: "x" });
      return createElement("p", null, String(useWebMCP()));
    }
    const load = () => { throw new Error("loaded"); };
    console.log(renderToString(createElement(WebMCPProvider, { load }, createElement(App))));`;
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
  assert.equal(text.trim(), "<p>undefined</p>");
});
