// After destroy() the page is as before: no listener, timer, observer or socket of ours is left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";

const world = createWorld();

/** Counts what is alive. Runs before any script of the page. */
function count() {
  /** @type {{target: EventTarget, type: string, listener: unknown, capture: boolean}[]} */
  const listeners = [];
  const timers = new Set();
  const observers = new Set();
  const sockets = new Set();
  const channels = new Set();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const captures = (options) => (typeof options === "object" ? options?.capture === true : options === true);
  const find = (target, type, listener, capture) =>
    listeners.findIndex((one) => one.target === target && one.type === type && one.listener === listener && one.capture === capture);
  const drop = (index) => index >= 0 && listeners.splice(index, 1);
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window;
    const capture = captures(options);
    if (listener && find(target, type, listener, capture) < 0) {
      listeners.push({ target, type, listener, capture });
      const gone = () => drop(find(target, type, listener, capture));
      const { once = false, signal = undefined } = typeof options === "object" ? options : {};
      if (once) addEventListener.call(target, type, gone, { once: true, capture });
      if (signal) addEventListener.call(signal, "abort", gone);
    }
    return addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? window;
    drop(find(target, type, listener, captures(options)));
    return removeEventListener.call(target, type, listener, options);
  };
  for (const [set, clear] of [
    ["setTimeout", "clearTimeout"],
    ["setInterval", "clearInterval"],
  ]) {
    const [start, stop] = [window[set], window[clear]];
    window[set] = (run, ...rest) => {
      const id = start(
        (...args) => {
          if (set === "setTimeout") timers.delete(id);
          run(...args);
        },
        ...rest,
      );
      timers.add(id);
      return id;
    };
    window[clear] = (id) => {
      timers.delete(id);
      stop(id);
    };
    window[`real_${set}`] = start;
  }
  for (const name of ["MutationObserver", "ResizeObserver", "IntersectionObserver", "PerformanceObserver"]) {
    const { observe, disconnect } = window[name].prototype;
    window[name].prototype.observe = function (...args) {
      observers.add(this);
      return observe.apply(this, args);
    };
    window[name].prototype.disconnect = function () {
      observers.delete(this);
      return disconnect.call(this);
    };
  }
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(url, protocols = []) {
      super(url, protocols);
      sockets.add(this);
    }
  };
  const Channel = window.BroadcastChannel;
  window.BroadcastChannel = class extends Channel {
    constructor(name) {
      super(name);
      channels.add(this);
    }
    close() {
      channels.delete(this);
      super.close();
    }
  };
  window.alive = () => ({
    listeners: listeners.map(({ target, type }) => `${target.constructor.name} ${type}`),
    timers: timers.size,
    observers: observers.size,
    sockets: [...sockets].filter(({ readyState }) => readyState < WebSocket.CLOSING).length,
    channels: channels.size,
  });
  /** Waits for something in the widget. */
  window.seen = async (selector) => {
    for (;;) {
      const found = document.querySelector("[data-webmcp-widget]")?.shadowRoot.querySelector(selector);
      if (found?.checkVisibility()) return found;
      await new Promise((done) => window.real_setTimeout(done, 20));
    }
  };
  window.settle = (ms = 100) => new Promise((done) => window.real_setTimeout(done, ms));
}

const NOTHING = { listeners: [], timers: 0, observers: 0, sockets: 0, channels: 0 };

/** @param {import("node:test").TestContext} t @param {Parameters<typeof world.open>[1]} [how] */
async function pageOf(t, how = {}) {
  const opened = await world.open(t, { create: false, init: count, ...how });
  const { page } = opened;
  assert.deepEqual(await page.evaluate(() => window.alive()), NOTHING, "loading alone leaves nothing");
  return {
    ...opened,
    /** What the client holds now, which must be something. */
    async holds() {
      const alive = await page.evaluate(() => window.alive());
      assert.ok(alive.listeners.length > 0);
      return alive;
    },
    async destroyed() {
      const left = await page.evaluate(async () => {
        mcp.destroy();
        await window.settle();
        return { ...window.alive(), widgets: document.querySelectorAll("[data-webmcp-widget]").length };
      });
      assert.deepEqual(left, { ...NOTHING, widgets: 0 });
    },
  };
}

test("a page that only made an object and registered items", async (t) => {
  const { page, holds, destroyed } = await pageOf(t);
  await page.evaluate(() => {
    window.mcp = new WebMCP({ log: "silent" });
    const { signal } = new AbortController();
    mcp.registerTool({ name: "tool", execute: () => {} }, { signal });
    mcp.registerResource("resource", "", { uri: "x://1", signal }, () => {});
    mcp.registerPrompt("prompt", "", [], () => {});
  });
  await holds();
  await destroyed();
});

test("a connected page with calls under way, questions open and the panel shown", async (t) => {
  const { page, channel, holds, destroyed } = await pageOf(t);
  await page.evaluate(() => {
    window.mcp = new WebMCP({ log: "silent" });
    window.signals = [];
    mcp.registerTool("never", "", undefined, (_, { signal }) => {
      window.signals.push(signal);
      return new Promise(() => {});
    });
    mcp.registerTool({ name: "asks", confirm: true, execute: () => {} });
    mcp.registerTool("quick", "", undefined, () => "quick");
  });
  // Without Playwright's own waiting, which listens to the page.
  await page.evaluate((token) => mcp.connect(token), await world.relay.token());
  await page.evaluate(async () => {
    (await window.seen(".webmcp-trigger")).click();
    await window.seen(".webmcp-disconnect-btn");
  });
  const pending = ["never", "asks"].map((name) => world.relay.call(`${channel}-${name}`, {}, 3_000).catch(() => undefined));
  pending.push(
    world.relay.sample({ messages: [{ role: "user", content: { type: "text", text: "Which?" } }], maxTokens: 9 }).catch(() => {}),
  );
  await page.evaluate(() => Promise.all([window.seen("[data-do=allow]"), window.seen("textarea")]));
  await page.evaluate(async () => {
    while (window.signals.length === 0) await window.settle(20);
  });
  const { sockets } = await holds();
  assert.equal(sockets, 1);
  await destroyed();
  assert.deepEqual(await page.evaluate(() => window.signals.map(({ aborted }) => aborted)), [true]);
  // The relay gives the sampling request up on its own time.
  await Promise.all(pending.slice(0, 2));
});

test("a page that waits for a relay that is not there", async (t) => {
  const { page, holds, destroyed } = await pageOf(t);
  const ended = await page.evaluate(async () => {
    window.mcp = new WebMCP({ log: "silent" });
    const token = btoa(JSON.stringify({ server: "ws://localhost:9", token: "0".repeat(32) }));
    window.ended = mcp.connect(token).catch(({ code }) => code);
    await window.settle(300);
    return mcp.status;
  });
  assert.notEqual(ended, "connected");
  await holds();
  await destroyed();
  assert.equal(typeof (await page.evaluate(() => window.ended)), "string");
});

test("a page whose forms are tools, with a filled-in model context", async (t) => {
  const { page, holds, destroyed } = await pageOf(t, {
    html: `<!doctype html><title>forms</title><form toolname="order" tooldescription="Order tea"><input name="tea" required><button>Order</button></form>`,
  });
  await page.evaluate(async () => {
    window.mcp = new WebMCP({ log: "silent", modelContext: "polyfill" });
    mcp.registerTool("tool", "", undefined, () => {});
    await window.settle();
  });
  await holds();
  await destroyed();
});

test("a page that destroys its object before there is a body", async (t) => {
  const left = async (/** @type {string} */ end) => {
    const { page } = await world.open(t, {
      client: "none",
      init: count,
      html: `<!doctype html><script src="/pkg/webmcp.js"></script><script>new WebMCP({ log: "silent" })${end}</script><p>Tea</p>`,
    });
    // Longer than the widget waits for a quiet moment.
    await page.evaluate(() => window.settle(700));
    return { widgets: await page.locator("[data-webmcp-widget]").count(), ...(await page.evaluate(() => window.alive())) };
  };
  const { widgets, listeners } = await left("");
  assert.ok(widgets === 1 && listeners.length > 0, "one that lives on has its widget");
  assert.deepEqual(await left(".destroy()"), { widgets: 0, ...NOTHING });
});

test("a hundred objects, one after the other", async (t) => {
  const { page } = await pageOf(t);
  const left = await page.evaluate(async () => {
    for (let n = 0; n < 100; n += 1) {
      const mcp = new WebMCP({ log: "silent", widget: n % 2 === 0, modelContext: n % 3 === 0 ? "polyfill" : "auto" });
      mcp.registerTool(`tool_${n}`, "", undefined, () => n);
      const { result } = await mcp.execute(`tool_${n}`);
      if (result !== n) throw new Error(`tool ${n} gave ${result}`);
      mcp.destroy();
    }
    await window.settle();
    return window.alive();
  });
  assert.deepEqual(left, NOTHING);
});

test("a connected object that is destroyed has no relay and waits for none, and another one of the page goes on", async (t) => {
  const { page, pair } = await world.open(t, { options: { log: "silent" } });
  await pair();
  const seen = await page.evaluate(() => {
    const say = ({ status, isConnected, relays }) => [status, isConnected, relays.length];
    const other = new WebMCP({ log: "silent" });
    other.destroy();
    const both = [say(other), say(mcp)];
    mcp.destroy();
    return [...both, say(mcp)];
  });
  assert.deepEqual(seen, [
    ["disconnected", false, 0],
    ["connected", true, 1],
    ["disconnected", false, 0],
  ]);
});
