// Random steps against the tabs of a site, their relay and the network between them, and a model of what must hold whatever happens.
// A seed decides every step; what is printed replays it.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { Line } from "../tools/proxy.mjs";
import { Relay } from "../tools/relay.mjs";
import { eventually } from "./helpers.mjs";
import { living, ready } from "./living.mjs";

/** Longer than any relay waits for a page: no call may be open for longer. */
const PATIENCE = 40_000;

/** A small generator with 32 bits of state (mulberry32). @param {number} seed */
function chanceOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (/** @type {number} */ limit) => Math.floor(next() * limit) };
}

/** Steps and how often each is taken. @type {[keyof Chaos["steps"], number][]} */
const weights = [
  ["call", 60],
  ["slowCall", 30],
  ["register", 16],
  ["unregister", 10],
  ["callRegistered", 20],
  ["reload", 8],
  ["newTab", 12],
  ["closeTab", 6],
  ["cut", 10],
  ["offline", 3],
  ["online", 14],
  ["rest", 8],
  ["restart", 2],
];

/** @typedef {import("playwright-core").Page} Page */

const TABS = 3;

class Chaos {
  /** The open tabs, and the tools that each has beside those that every load registers. @type {Map<Page, Set<string>>} */
  tabs = new Map();
  /** Every name that the present relay may have heard. @type {Set<string>} */
  heard = new Set(["echo", "load", "slow"]);
  offline = false;
  /** Counts what may cost a call its answer: a call that saw no change of it must succeed. */
  troubles = 0;
  /** Counts what may really lose one: the relay, or a tab with its running tools, was another one afterwards. */
  losses = 0;
  calls = 0;
  ran = 0;
  answered = 0;
  /** @type {Promise<void>[]} */
  open = [];
  /** @type {string[]} */
  trace = [];
  /** @type {string[]} */
  faults = [];

  /**
   * @param {Relay} relay @param {Line} line @param {() => Promise<Page>} open a tab that has loaded @param {string} channel
   * @param {ReturnType<typeof chanceOf>} chance
   */
  constructor(relay, line, open, channel, chance) {
    this.relay = relay;
    this.line = line;
    this.openTab = open;
    this.channel = channel;
    this.chance = chance;
  }

  /** The tools that some tab has. */
  get registered() {
    return new Set([...this.tabs.values()].flatMap((names) => [...names]));
  }

  /** Any of the tabs. */
  any() {
    return /** @type {Page} */ ([...this.tabs.keys()][this.chance.below(this.tabs.size)]);
  }

  /**
   * Runs in a tab, which may be in the middle of a reload.
   * @template T, A @param {(argument: A) => T} work @param {A} [argument] @param {Page} [page] if undefined, the oldest @returns {Promise<T>}
   */
  in(work, argument, page) {
    return eventually(async () => {
      const tab = page ?? /** @type {Page} */ ([...this.tabs.keys()][0]);
      await ready(tab);
      return tab.evaluate(/** @type {any} */ (work), argument);
    }, 20_000);
  }

  /** In every tab. @template T, A @param {(argument: A) => T} work @param {A} [argument] */
  everywhere(work, argument) {
    return Promise.all([...this.tabs.keys()].map((page) => this.in(work, argument, page)));
  }

  /** How often a call's tool ran, over all loads of all tabs. @param {string} key @returns {Promise<number>} */
  runs(key) {
    return this.in((key) => Number(localStorage[key] ?? 0), key);
  }

  /** One call by the agent, watched to its end. @param {string} tool @param {Record<string, unknown>} args @param {string} expected @param {string} [key] */
  watch(tool, args, expected, key) {
    this.calls += 1;
    const number = this.calls;
    const before = { troubles: this.troubles, losses: this.losses, offline: this.offline, connected: this.connected };
    const started = Date.now();
    const watching = this.relay.call(`${this.channel}-${tool}`, args, PATIENCE).then(
      (said) => said,
      (error) => ({ text: String(error.message), isError: true, rejected: true }),
    );
    const done = watching.then(async ({ text, isError, ...rest }) => {
      const told = `call ${number} (${tool} ${JSON.stringify(args)}): ${text}`;
      const quiet = before.connected && !before.offline && before.troubles === this.troubles;
      if (Date.now() - started >= PATIENCE) this.faults.push(`${told}, unanswered for ${PATIENCE} ms`);
      if (!isError && text !== expected) this.faults.push(`${told}, instead of ${expected}`);
      if (isError && quiet && expected !== undefined) this.faults.push(`${told}, though nothing was in its way`);
      if (!isError) this.answered += 1;
      if (!key) return;
      // A run goes on after its call's end was decided elsewhere; give it its time.
      if (isError) await sleep(50);
      const runs = await this.runs(key);
      if (runs > 1) this.faults.push(`${told}, ran ${runs} times`);
      if (!isError && runs !== 1) this.faults.push(`${told}, ran ${runs} times and was answered`);
      if (isError && runs === 1 && before.losses === this.losses) {
        // The relay wanted it all the time, and the tab was there: only an answer in doubt twice is dropped, by name.
        const dropped = await this.everywhere(() => mcp.auditLog().some((/** @type {any} */ line) => line.outcome === "dropped"));
        if (!dropped.includes(true)) this.faults.push(`${told}, though it ran and its relay was there: its answer is lost`);
      }
      void rest;
    });
    this.open.push(done);
    return done;
  }

  trouble() {
    this.troubles += 1;
    this.connected = false;
  }

  connected = true;

  steps = {
    call: () => this.watch("echo", { n: this.calls }, String(this.calls)),
    slowCall: async () => {
      const n = `s${this.calls}`;
      void this.watch("slow", { n, ms: 100 + this.chance.below(900) }, n, `slow${n}`);
    },
    register: async () => {
      const name = `tool${this.chance.below(6)}`;
      const page = this.any();
      this.tabs.get(page)?.add(name);
      this.heard.add(name);
      await this.in(
        (name) => {
          mcp.registerTool(name, "", {}, () => name);
        },
        name,
        page,
      );
    },
    unregister: async () => {
      const name = `tool${this.chance.below(6)}`;
      const page = this.any();
      this.tabs.get(page)?.delete(name);
      await this.in(
        (name) => {
          mcp.unregisterTool(name);
        },
        name,
        page,
      );
    },
    callRegistered: async () => {
      const name = `tool${this.chance.below(6)}`;
      const there = this.registered.has(name);
      const said = this.relay.call(`${this.channel}-${name}`, {}, PATIENCE).then(
        ({ text, isError }) => {
          // The relay hears of a change a moment later than the page: what must hold at once is that nothing else answers.
          if (!isError && text !== name) this.faults.push(`${name} said ${text}`);
          if (!isError && !there && !this.registered.has(name)) this.faults.push(`${name} answered, and is not there`);
        },
        () => {},
      );
      this.open.push(said);
      return said;
    },
    reload: async () => {
      this.trouble();
      this.losses += 1;
      const page = this.any();
      this.tabs.get(page)?.clear();
      await eventually(() => page.reload({ waitUntil: "commit" }), 20_000);
      await ready(page);
    },
    newTab: async () => {
      if (this.tabs.size === TABS) return;
      const page = await this.openTab();
      this.tabs.set(page, new Set());
      // Before the others may go: it needs no pairing of its own.
      await page.waitForFunction(() => mcp.status !== "disconnected");
    },
    closeTab: async () => {
      if (this.tabs.size === 1) return;
      this.trouble();
      this.losses += 1;
      const page = this.any();
      this.tabs.delete(page);
      const closed = page.waitForEvent("close");
      // As a person does, or as a crash: without a word.
      await page.close({ runBeforeUnload: this.chance.below(2) === 0 });
      await closed;
    },
    cut: async () => {
      this.trouble();
      this.line.cut();
    },
    offline: async () => {
      this.trouble();
      this.offline = true;
      this.line.refusing = true;
      this.line.cut();
    },
    online: async () => {
      this.offline = false;
      this.line.refusing = false;
      await this.everywhere(() => dispatchEvent(new Event("online")));
    },
    restart: async () => {
      this.trouble();
      this.losses += 1;
      this.heard = new Set(["echo", "load", "slow", ...this.registered]);
      await this.relay.restart();
    },
    rest: () => this.rest(),
  };

  /** The network is there again, and everything comes to rest: every tab connected, the list right, their tools answering. */
  async rest() {
    await this.steps.online();
    const connected = (/** @type {Page} */ page) =>
      page.waitForFunction(() => window.mcp?.isConnected === true, undefined, { timeout: PATIENCE });
    await Promise.all([...this.tabs.keys()].map(connected));
    const must = ["echo", "load", "slow", ...this.registered];
    await eventually(async () => {
      const listed = await this.relay.tools(this.channel);
      for (const name of must) assert.ok(listed.includes(name), `${name} is listed: ${listed}`);
      for (const name of listed) assert.ok(this.heard.has(name), `${name} is listed, and never was there`);
      assert.equal(new Set(listed).size, listed.length, `each is listed once: ${listed}`);
    }, 20_000);
    // What the relay sends to a line that is just being cut is lost with it: one call may be.
    await eventually(async () => {
      const { text } = await this.relay.call(`${this.channel}-echo`, { n: "rest" }, 5_000);
      assert.equal(text, "rest");
    }, 20_000);
    this.connected = true;
    const registered = this.registered;
    for (const name of registered) {
      const { text } = await this.relay.call(`${this.channel}-${name}`, {}, PATIENCE);
      if (text !== name) this.faults.push(`at rest ${name} said ${text}`);
    }
    for (const name of this.heard) {
      if (registered.has(name) || !name.startsWith("tool")) continue;
      const { text, isError } = await this.relay.call(`${this.channel}-${name}`, {}, PATIENCE);
      if (!isError) this.faults.push(`at rest ${name} said ${text}, and is not there`);
    }
  }

  /** @param {number} steps */
  async run(steps) {
    const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
    for (let step = 0; step < steps; step += 1) {
      let left = this.chance.below(total);
      const [name] = weights.find(([, weight]) => {
        left -= weight;
        return left < 0;
      }) ?? ["rest"];
      const pause = this.chance.below(3) === 0 ? this.chance.below(150) : 0;
      this.trace.push(`${step} ${name}${this.offline ? " (offline)" : ""}`);
      const running = this.steps[name]();
      // A call takes what it takes: the next step may come in its middle.
      if (name === "call" || name === "callRegistered") await Promise.race([running, sleep(this.chance.below(40))]);
      else await running;
      if (pause) await sleep(pause);
      if (this.faults.length > 0) break;
    }
    await this.rest();
    // No tool runs any more, so what is still open has an answer on its way, or was lost before it reached a tab: the relay gives that
    // up after half a minute, which nobody needs to see. `watch` tells the two apart.
    await Promise.all([...this.tabs.keys()].map((page) => page.waitForFunction(() => !window.busy)));
    const open = Promise.all(this.open);
    await Promise.race([open, sleep(8_000)]);
    await this.relay.closeClient();
    await open;
  }
}

/**
 * Runs the steps of a seed.
 * @param {import("node:test").TestContext} t @param {import("playwright-core").Browser} browser @param {number} seed @param {number} [steps]
 */
export async function chaos(t, browser, seed, steps = 200) {
  const relay = await Relay.start();
  t.after(() => relay.stop());
  const line = await Line.start(() => relay.port);
  t.after(() => line.close());
  const { serve } = await import("../tools/serve.mjs");
  const site = await serve({
    handle(_request, response, url) {
      if (url.pathname !== "/test.html") return false;
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(living());
      return true;
    },
  });
  t.after(() => site.close());
  const context = await browser.newContext();
  t.after(() => context.close());
  /** @type {string[]} */
  const errors = [];
  const open = async () => {
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
    await page.goto(`${site.origin}/test.html`);
    await ready(page);
    return page;
  };
  const first = await open();
  await first.evaluate((token) => mcp.connect(token), line.through(await relay.token()));

  const run = new Chaos(relay, line, open, site.channel, chanceOf(seed));
  run.tabs.set(first, new Set());
  const started = Date.now();
  let failed;
  try {
    await run.rest();
    await run.run(steps);
  } catch (error) {
    failed = error;
  }
  t.diagnostic(
    `seed ${seed}: ${run.trace.length} steps, ${run.calls} calls, ${run.answered} answered, ${run.troubles} troubles, ${Math.round((Date.now() - started) / 100) / 10} s`,
  );
  const how = `replay with CHAOS_SEED=${seed}\n${run.trace.slice(-25).join("\n")}`;
  assert.deepEqual(run.faults, [], how);
  if (failed) throw new Error(`${failed instanceof Error ? failed.stack : failed}\n${how}`);
  assert.deepEqual(errors, [], `the page threw nothing; ${how}`);
}

/** The seeds to run: those of CHAOS_SEED (`7` or `1,2,3` or `1-50`), else so many fresh ones. @param {number} count */
export function seeds(count) {
  const given = process.env.CHAOS_SEED;
  // The same ones each time: who looks for more asks for them, so that nobody's change is blamed for an old fault.
  if (!given) return Array.from({ length: count }, (_, index) => index + 1);
  if (given === "random") return Array.from({ length: count }, () => Math.floor(Math.random() * 2 ** 31));
  return given.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
  });
}
