// Every callback that a page can give calls every method, at once and again; then the client must still work. `destroy()` has a round of
// its own, since nothing works after it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FORK } from "../relays/lib/agent.mjs";
import { createWorld, eventually, within } from "./helpers.mjs";

const world = createWorld({ relay: { script: FORK, args: ["--dev", "--test-tools"] } });

/** Installed in the page: `make(name, last)` gives a client whose callback of that name calls everything. */
function install() {
  window.called = {};
  window.errors = [];

  /** Every method and property of a client, from inside a callback; what is thrown or rejected is noted, but for what it must be. */
  const everything = (mcp, where, last) => {
    // Each callback once: some of these methods call it again.
    if (window.called[where]) return;
    window.called[where] = true;
    const expect = (what, name, call) => {
      const note = (error) => {
        if (error?.name !== name) window.errors.push(`${where}: ${what}: ${error}`);
      };
      try {
        const value = call();
        if (value instanceof Promise) value.catch(note);
        return value;
      } catch (error) {
        note(error);
      }
    };
    const nothing = () => {};
    const heard = () => {};
    expect("registerTool", undefined, () => mcp.registerTool("inner", "", undefined, () => "inner"));
    expect("registerTool, bad", "TypeError", () => mcp.registerTool(42));
    expect("registerPrompt", undefined, () => mcp.registerPrompt("inner", "", [], nothing));
    expect("registerResource", undefined, () => mcp.registerResource("inner", "", { uri: "inner://1" }, nothing));
    expect("tools", undefined, () => mcp.tools());
    expect("execute", undefined, () => mcp.execute("inner"));
    expect("unregisterTool", undefined, () => mcp.unregisterTool("inner"));
    expect("unregisterPrompt", undefined, () => mcp.unregisterPrompt("inner"));
    expect("unregisterResource", undefined, () => mcp.unregisterResource("inner"));
    expect("auditLog", undefined, () => mcp.auditLog());
    expect("setPermissions", undefined, () => mcp.setPermissions({ kitchen: true }));
    expect("expose", undefined, () => mcp.expose());
    expect("addEventListener", undefined, () => mcp.addEventListener("toolcall", heard));
    expect("removeEventListener", undefined, () => mcp.removeEventListener("toolcall", heard));
    expect("isConnected", undefined, () => mcp.isConnected);
    expect("status", undefined, () => mcp.status);
    expect("connect", "SyntaxError", () => mcp.connect("no token"));
    expect("new", undefined, () => new WebMCP({ widget: false }).destroy());
    if (last === "unregisterAll") expect("unregisterAll", undefined, () => mcp.unregisterAll());
    if (last === "disconnect") expect("disconnect", undefined, () => mcp.disconnect());
    if (last === "destroy") expect("destroy", undefined, () => mcp.destroy());
  };
  window.everything = everything;

  /** What makes each callback run, on a page without a relay. */
  window.scenarios = {
    execute: (mcp, run) => {
      mcp.registerTool("outer", "", undefined, run);
      return mcp.execute("outer");
    },
    "async execute": (mcp, run) => {
      mcp.registerTool("outer", "", undefined, async () => {
        await null;
        run();
      });
      return mcp.execute("outer");
    },
    thenable: (mcp, run) => {
      const thenable = {};
      Object.defineProperty(thenable, "then", { value: (done) => done(run()) });
      mcp.registerTool("outer", "", undefined, () => thenable);
      return mcp.execute("outer");
    },
    "then getter": (mcp, run) => {
      mcp.registerTool("outer", "", undefined, () => ({
        get then() {
          run();
          return undefined;
        },
      }));
      return mcp.execute("outer");
    },
    requestUserInteraction: (mcp, run) => {
      mcp.registerTool("outer", "", undefined, (_, { requestUserInteraction }) => requestUserInteraction(run));
      return mcp.execute("outer");
    },
    "abort listener": async (mcp, run) => {
      mcp.registerTool({
        name: "outer",
        timeout: 1,
        execute: (_, { signal }) => {
          signal.addEventListener("abort", run);
          return new Promise(() => {});
        },
      });
      return mcp.execute("outer");
    },
    "registration's signal": async (mcp, run) => {
      const controller = new AbortController();
      controller.signal.addEventListener("abort", run);
      await mcp.registerTool({ name: "outer", execute: () => {} }, { signal: controller.signal });
      controller.abort();
    },
    "definition getter": (mcp, run) =>
      mcp.registerTool({
        name: "outer",
        get description() {
          run();
          return "outer";
        },
        execute: () => {},
      }),
    "schema's toJSON": (mcp, run) =>
      mcp.registerTool("outer", "", { type: "object", properties: { a: { toJSON: () => run() && { type: "string" } } } }, () => {}),
    "schema library": (mcp, run) => mcp.registerTool("outer", "", { toJSONSchema: () => run() && { type: "object" } }, () => {}),
    "arguments' getter": (mcp, run) => {
      mcp.registerTool("outer", "", undefined, () => {});
      return mcp.execute("outer", {
        get a() {
          run();
          return 1;
        },
      });
    },
    "permissions' getter": (mcp, run) =>
      mcp.setPermissions({
        get kitchen() {
          run();
          return true;
        },
      }),
    "options' getter": (_mcp, run) =>
      new WebMCP({
        get color() {
          run();
          return "#123456";
        },
      }).destroy(),
    toolchange: (mcp, run) => {
      mcp.addEventListener("toolchange", run);
      return mcp.registerTool("outer", "", undefined, () => {});
    },
    toolcall: (mcp, run) => {
      mcp.addEventListener("toolcall", run);
      mcp.registerTool("outer", "", undefined, () => {});
      return mcp.execute("outer");
    },
    toolresult: (mcp, run) => {
      mcp.addEventListener("toolresult", run);
      mcp.registerTool("outer", "", undefined, () => {});
      return mcp.execute("outer");
    },
    tooldenied: (mcp, run) => {
      mcp.addEventListener("tooldenied", run);
      mcp.registerTool({ name: "outer", permissions: "nobody's" });
      return mcp.execute("outer");
    },
    error: (mcp, run) => {
      mcp.addEventListener("error", run);
      return mcp.registerTool("").catch(() => {});
    },
    exposed: (mcp, run) => {
      mcp.addEventListener("exposed", run);
      mcp.registerTool("outer", "", undefined, () => {});
      return mcp.expose();
    },
    confirm: (mcp) => {
      mcp.registerTool({ name: "outer", confirm: true, execute: () => {} });
      return mcp.execute("outer");
    },
  };

  /** Plays one scenario; gives what went wrong. */
  window.play = async (name, last) => {
    window.called = {};
    window.errors = [];
    let mcp;
    const run = () => {
      everything(mcp, name, last);
      return true;
    };
    mcp = new WebMCP({ widget: name === "toolcall", modelContext: "polyfill", log: "silent", confirm: run });
    const settled = await Promise.race([
      Promise.resolve(window.scenarios[name](mcp, run)).then(
        () => "settled",
        () => "settled",
      ),
      new Promise((done) => setTimeout(done, 5_000, "never settled")),
    ]);
    for (let wait = 0; wait < 100 && !window.called[name]; wait += 1) await new Promise((done) => setTimeout(done, 10));
    const problems = [...window.errors];
    if (settled !== "settled") problems.push(settled);
    if (!window.called[name]) problems.push("the callback was never called");
    if (last === "destroy") {
      const refused = await mcp.execute("probe").catch(({ code }) => code);
      if (refused !== "destroyed") problems.push(`not destroyed: ${refused}`);
    } else {
      await mcp.registerTool("probe", "", undefined, () => "alive");
      const { result } = await mcp.execute("probe");
      if (result !== "alive") problems.push(`no longer works: ${result}`);
      const listed = mcp.tools().some((tool) => tool.name === "probe");
      if (!listed) problems.push("does not list");
      mcp.destroy();
    }
    if (document.querySelector("[data-webmcp-widget]")) problems.push("the widget is left");
    return problems;
  };
}

const names = [
  "execute",
  "async execute",
  "thenable",
  "then getter",
  "requestUserInteraction",
  "abort listener",
  "registration's signal",
  "definition getter",
  "schema's toJSON",
  "schema library",
  "arguments' getter",
  "permissions' getter",
  "options' getter",
  "toolchange",
  "toolcall",
  "toolresult",
  "tooldenied",
  "error",
  "exposed",
  "confirm",
];

for (const last of ["nothing more", "unregisterAll", "disconnect", "destroy"]) {
  test(`every callback may call every method, with ${last} at the end`, async (t) => {
    const { page } = await world.open(t, { create: false });
    await page.evaluate(install);
    assert.deepEqual(await page.evaluate(() => Object.keys(window.scenarios)), names);
    for (const name of names) {
      assert.deepEqual(await page.evaluate(([name, last]) => window.play(name, last), [name, last]), [], name);
    }
  });
}

describe("callbacks that need a relay", () => {
  /** @type {Record<string, () => Promise<unknown>>} */
  const asks = {
    provide: () => world.relay.client.readResource({ uri: "outer://1" }),
    onSampling: () => world.relay.sample({ messages: [{ role: "user", content: { type: "text", text: "Which tea?" } }], maxTokens: 9 }),
    dynamicTools: () => world.relay.call("_webmcp_agregar-tool", { nombre: "made", descripcion: "", codigo: "return 1;" }),
  };
  for (const [name, ask] of Object.entries(asks)) {
    test(`${name} may call every method, and is answered`, async (t) => {
      const { page, pair, call } = await world.open(t, { create: false });
      await page.evaluate(install);
      await page.evaluate(() => {
        const run = (where) => () => {
          window.everything(mcp, where, "nothing more");
          return where === "onSampling" ? "sencha" : true;
        };
        window.mcp = new WebMCP({ log: "silent", onSampling: run("onSampling"), dynamicTools: run("dynamicTools") });
        mcp.registerResource("outer", "", { uri: "outer://1" }, run("provide"));
        mcp.registerTool("probe", "", undefined, () => "alive");
      });
      await pair();
      await eventually(async () => assert.equal((await call("probe", {})).text, "alive"));
      assert.ok(await within(ask(), 5_000, name));
      assert.equal((await call("probe", {})).text, "alive");
      assert.deepEqual(await page.evaluate((name) => [window.called[name], window.errors], name), [true, []]);
    });
  }

  test("a statuschange listener may call every method at each status, and destroy() at the last", async (t) => {
    const { page, call } = await world.open(t, { create: false });
    await page.evaluate(install);
    const seen = await page.evaluate(
      async (token) => {
        window.mcp = new WebMCP({ log: "silent" });
        mcp.registerTool("probe", "", undefined, () => "alive");
        const seen = [];
        mcp.addEventListener("statuschange", ({ detail: { status } }) => {
          // `connect("no token")` from here fails by itself and leaves the connection alone.
          if (!seen.includes(status)) window.everything(mcp, status, "nothing more");
          seen.push(status);
        });
        await mcp.connect(token);
        return seen;
      },
      await world.relay.token(),
    );
    assert.equal(seen.at(-1), "connected");
    assert.ok(seen.length >= 2, seen.join());
    assert.equal((await call("probe", {})).text, "alive");
    const after = await page.evaluate(async () => {
      mcp.addEventListener("statuschange", () => mcp.destroy());
      mcp.disconnect();
      return { errors: window.errors, refused: await mcp.execute("probe").catch(({ code }) => code) };
    });
    assert.deepEqual(after, { errors: [], refused: "destroyed" });
  });
});
