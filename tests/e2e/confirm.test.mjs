// What must hold before a tool runs: a granted permission, sound arguments, a person's yes. Each refusal reaches the agent with its
// reason, stands in the audit log, and the tool never runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, within } from "./helpers.mjs";

const world = createWorld();

/** @typedef {Awaited<ReturnType<typeof world.open>>} Opened */

/** A page with `wipe`, which counts its runs in `window.ran`, and records of what the page was told. @param {import("node:test").TestContext} t @param {Parameters<typeof world.open>[1]} [how] */
async function pageOf(t, how = {}) {
  const opened = await world.open(t, { create: false, ...how });
  await opened.page.evaluate(() => {
    window.ran = 0;
    window.asked = [];
    window.told = [];
    window.start = (options) => {
      window.mcp = new WebMCP({ log: "silent", ...options });
      for (const type of ["toolcall", "toolresult", "tooldenied"]) {
        mcp.addEventListener(type, ({ detail }) => window.told.push({ type, ...detail }));
      }
      window.wipe = (extra) =>
        mcp.registerTool({
          name: "wipe",
          description: "Wipes the table",
          inputSchema: { type: "object", properties: { table: { type: "integer", minimum: 1 } } },
          execute: ({ table }) => {
            window.ran += 1;
            return `wiped ${table}`;
          },
          ...extra,
        });
    };
  });
  return opened;
}

/** What a call that was refused must leave behind. @param {Opened} opened @param {{isError: boolean, text: string}} answer @param {RegExp} reason */
async function refused({ page }, answer, reason, outcome = "denied") {
  assert.equal(answer.isError, true);
  assert.match(answer.text, reason);
  const { audit, told, ran } = await page.evaluate(() => ({ audit: mcp.auditLog().at(-1), told: window.told.splice(0), ran: window.ran }));
  assert.equal(ran, 0, "it never ran");
  assert.deepEqual([audit.tool, audit.door, audit.outcome, audit.reason], ["wipe", "relay", outcome, answer.text]);
  assert.ok(audit.durationMs >= 0 && Math.abs(audit.startedAt - Date.now()) < 120_000);
  assert.equal(audit.arguments, undefined, "arguments are kept at log level debug only");
  assert.deepEqual(
    told.map(({ type, tool, traceId, callId, outcome, reason }) => ({ type, tool, traceId, callId, outcome, reason })),
    [{ type: "tooldenied", tool: "wipe", traceId: audit.traceId, callId: audit.callId, outcome, reason: answer.text }],
  );
}

test("the built-in dialog shows tool and arguments; Deny refuses, Allow runs, and its arguments are those shown", async (t) => {
  const opened = await pageOf(t);
  const { page, pair, call, listed } = opened;
  await page.evaluate(() => {
    window.start();
    window.wipe({ confirm: true });
  });
  await pair();
  await listed("wipe");
  const denied = call("wipe", { table: 4 });
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog")).filter({ hasText: "wipe" });
  await dialog.getByText('"table": 4').waitFor();
  await dialog.getByRole("button", { name: "Deny" }).click();
  await refused(opened, await denied, /The user did not allow the tool wipe: it was not run/);
  await dialog.waitFor({ state: "detached" });

  const allowed = call("wipe", { table: 5 });
  await dialog.getByRole("button", { name: "Allow once" }).click();
  assert.equal((await allowed).text, "wiped 5");
  const { audit, told } = await page.evaluate(() => ({ audit: mcp.auditLog().at(-1), told: window.told }));
  assert.equal(audit.outcome, "ok");
  assert.deepEqual(
    told.map(({ type, traceId }) => [type, traceId]),
    [
      ["toolcall", audit.traceId],
      ["toolresult", audit.traceId],
    ],
  );
});

test("nobody answers the dialog for 25 s: that means no", async (t) => {
  const opened = await pageOf(t);
  const { page, pair, call, listed } = opened;
  await page.clock.install();
  await page.evaluate(() => {
    window.start();
    window.wipe({ annotations: { consequentialHint: true } });
  });
  await pair();
  await listed("wipe");
  let answered = false;
  const lapsed = call("wipe", {}).finally(() => {
    answered = true;
  });
  const allow = page.getByRole("button", { name: "Allow once" });
  await allow.waitFor();
  await page.clock.fastForward(20_000);
  await allow.waitFor();
  assert.equal(answered, false, "it still waits");
  await page.clock.fastForward(5_000);
  await refused(opened, await within(lapsed, 10_000, "the lapse"), /Nobody confirmed the tool wipe within 25 s, which means no/);
  await allow.waitFor({ state: "detached" });
});

test("the page's own confirm function is asked with tool and arguments, and only true is a yes", async (t) => {
  const opened = await pageOf(t);
  const { page, pair, call, listed } = opened;
  await page.evaluate(() => {
    const answers = {
      no: () => false,
      later_no: async () => false,
      throws: () => {
        throw new Error("no dialog today");
      },
      rejects: async () => {
        throw new Error("no dialog tomorrow");
      },
      thenable_no: () => ({ then: (done) => done(false) }),
      word: () => "yes",
      lapse_word: () => "lapsed",
      one: () => 1,
      object: async () => ({ ok: true }),
      nothing: () => {},
      null: () => null,
      yes: () => true,
      later_yes: async () => true,
    };
    window.start({
      confirm: (question) => {
        window.asked.push(question);
        return answers[window.answer]();
      },
    });
    window.wipe({ confirm: true });
  });
  await pair();
  await listed("wipe");
  const neither = /answered neither true nor false/;
  for (const [answer, reason] of /** @type {[string, RegExp][]} */ ([
    ["no", /The user did not allow the tool wipe/],
    ["later_no", /The user did not allow the tool wipe/],
    ["thenable_no", /The user did not allow the tool wipe/],
    ["throws", /wipe was not run: asking for confirmation failed: no dialog today/],
    ["rejects", /wipe was not run: asking for confirmation failed: no dialog tomorrow/],
    ["word", neither],
    ["lapse_word", neither],
    ["one", neither],
    ["object", neither],
    ["nothing", neither],
    ["null", neither],
  ])) {
    await page.evaluate((answer) => {
      window.answer = answer;
    }, answer);
    await refused(opened, await call("wipe", { table: 3 }), reason);
  }
  for (const answer of ["yes", "later_yes"]) {
    await page.evaluate((answer) => {
      window.answer = answer;
    }, answer);
    assert.equal((await call("wipe", { table: 3 })).text, "wiped 3");
  }
  const asked = await page.evaluate(() => window.asked);
  assert.equal(asked.length, 13);
  for (const question of asked) assert.deepEqual(question, { tool: "wipe", args: { table: 3 } });
  assert.equal(await page.getByRole("button", { name: "Allow once" }).count(), 0, "the built-in dialog stays away");
});

test("a confirm function that never answers lapses after 25 s, and its late yes runs nothing", async (t) => {
  const opened = await pageOf(t);
  const { page, pair, call, listed } = opened;
  await page.clock.install();
  await page.evaluate(() => {
    window.start({ confirm: () => new Promise((done) => window.asked.push(() => done(true))) });
    window.wipe({ confirm: true });
  });
  await pair();
  await listed("wipe");
  const lapsed = call("wipe", {});
  await page.waitForFunction(() => window.asked.length === 1);
  await page.clock.fastForward(25_000);
  await refused(opened, await within(lapsed, 10_000, "the lapse"), /Nobody confirmed the tool wipe within 25 s/);
  await page.evaluate(() => window.asked[0]());
  assert.equal(await page.evaluate(() => window.ran), 0);
});

test("the page's own execute() passes the same checks, and is answered {success: false, reason}", async (t) => {
  const { page } = await pageOf(t);
  const answers = await page.evaluate(async () => {
    window.start({ confirm: ({ args }) => args.table === 7 });
    window.wipe({ confirm: true, permissions: ["kitchen"] });
    const answers = [await mcp.execute("wipe", { table: 7 })];
    mcp.setPermissions({ kitchen: true });
    for (const table of [0, 1, 7]) answers.push(await mcp.execute("wipe", { table }));
    return { answers, audit: mcp.auditLog().map(({ door, outcome }) => `${door} ${outcome}`), ran: window.ran };
  });
  assert.deepEqual(
    answers.answers.map(({ success }) => success),
    [false, false, false, true],
  );
  assert.match(answers.answers[0].reason, /"kitchen"/);
  assert.match(answers.answers[1].reason, /\/table: 0 is less than the minimum 1/);
  assert.match(answers.answers[2].reason, /did not allow/);
  assert.equal(answers.answers[3].result, "wiped 7");
  assert.deepEqual(answers.audit, ["page denied", "page invalid", "page denied", "page ok"]);
  assert.equal(answers.ran, 1);
});

test("a missing permission is named, before anybody is asked; setPermissions grants and takes it back", async (t) => {
  const opened = await pageOf(t);
  const { page, pair, call, listed } = opened;
  await page.evaluate(() => {
    window.start({ permissions: { kitchen: false }, confirm: () => window.asked.push("asked") && true });
    window.wipe({ permissions: ["readStore", "kitchen", "modifyDOM"], confirm: true });
  });
  await pair();
  await listed("wipe");
  await refused(opened, await call("wipe", { table: "no number" }), /Permission denied: the tool wipe needs "kitchen"/);
  await page.evaluate(() => mcp.setPermissions({ kitchen: true }));
  await refused(opened, await call("wipe", {}), /Permission denied: the tool wipe needs "modifyDOM"/);
  assert.deepEqual(await page.evaluate(() => window.asked), [], "nobody was asked");
  await page.evaluate(() => mcp.setPermissions({ modifyDOM: true, readStore: false }));
  await refused(opened, await call("wipe", {}), /needs "readStore"/);
  await page.evaluate(() => mcp.setPermissions({ readStore: true }));
  assert.equal((await call("wipe", { table: 2 })).text, "wiped 2");
  assert.deepEqual(await page.evaluate(() => window.asked), ["asked"]);
});

test("the flags of the defaults are as documented", async (t) => {
  const { page } = await pageOf(t);
  const granted = await page.evaluate(async () => {
    window.start();
    const granted = {};
    for (const flag of ["readStore", "writeStore", "emitEvents", "readDOM", "modifyDOM", "executeActions", "own"]) {
      mcp.registerTool({ name: flag, permissions: flag, execute: () => "ran" });
      granted[flag] = (await mcp.execute(flag)).success;
    }
    return granted;
  });
  assert.deepEqual(granted, {
    readStore: true,
    writeStore: false,
    emitEvents: true,
    readDOM: false,
    modifyDOM: false,
    executeActions: true,
    own: false,
  });
});

test("bad arguments are refused with every fault and its place, before anybody is asked", async (t) => {
  const opened = await pageOf(t);
  const { page, pair, call, listed } = opened;
  await page.evaluate(() => {
    window.start({ confirm: () => window.asked.push("asked") && true });
    window.wipe({
      confirm: true,
      inputSchema: {
        type: "object",
        properties: { quantity: { type: "integer", minimum: 1 }, note: { type: "string", maxLength: 3 } },
        required: ["table"],
      },
    });
  });
  await pair();
  await listed("wipe");
  const answer = await call("wipe", { quantity: 0, note: "long" });
  await refused(opened, answer, /^Invalid arguments for wipe:\n/, "invalid");
  for (const fault of [/^\/quantity: 0 is less than the minimum 1$/m, /^\/note: /m, /table/]) assert.match(answer.text, fault);
  assert.deepEqual(await page.evaluate(() => window.asked), []);
});

test("a call that waits for its person ends with the connection: the question goes and the tool never runs", async (t) => {
  const { page, pair, call, listed } = await pageOf(t);
  await page.evaluate(() => {
    window.start();
    window.wipe({ confirm: true });
  });
  await pair();
  await listed("wipe");
  const gone = call("wipe", {}, 3_000).catch(() => undefined);
  const allow = page.getByRole("button", { name: "Allow once" });
  await allow.waitFor();
  await page.evaluate(() => mcp.disconnect());
  await allow.waitFor({ state: "detached" });
  await page.waitForFunction(() => mcp.auditLog().some(({ tool }) => tool === "wipe"));
  const { audit, ran } = await page.evaluate(() => ({ audit: mcp.auditLog().find(({ tool }) => tool === "wipe"), ran: window.ran }));
  assert.deepEqual([audit.outcome, ran], ["denied", 0]);
  assert.match(audit.reason, /wipe was not run: .*disconnected/);
  await gone;
});

test("the time that a person takes to confirm is none of the tool's timeout, which counts from its start", async (t) => {
  const { page, pair, call, listed } = await pageOf(t);
  await page.clock.install();
  await page.evaluate(() => {
    window.start({
      confirm: () => {
        window.asked.push("asked");
        return new Promise((done) => setTimeout(done, 20_000, true));
      },
    });
    window.wipe({
      confirm: true,
      timeout: 5_000,
      execute: (_, { signal }) => {
        window.ran += 1;
        window.signal = signal;
        return new Promise(() => {});
      },
    });
  });
  await pair();
  await listed("wipe");
  const answer = call("wipe", {});
  await page.waitForFunction(() => window.asked.length === 1);
  await page.clock.fastForward(20_000);
  await page.waitForFunction(() => window.ran === 1);
  assert.equal(await page.evaluate(() => window.signal.aborted), false, "its time has just begun");
  await page.clock.fastForward(5_000);
  const { text, isError } = await within(answer, 10_000, "the time-out");
  assert.ok(isError);
  assert.match(text, /wipe did not finish within 5 s and was told to stop/);
  assert.deepEqual(await page.evaluate(() => [window.signal.aborted, window.signal.reason.name, mcp.auditLog().at(-1).outcome]), [
    true,
    "TimeoutError",
    "timed-out",
  ]);
});

test("the audit log has the time of the clock as it is, also of a call that comes right after it was set", async (t) => {
  const { page, pair, call, listed } = await pageOf(t);
  await page.evaluate(() => {
    window.start();
    window.wipe();
  });
  await pair();
  await listed("wipe");
  await call("wipe", { table: 1 });
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
  });
  await call("wipe", { table: 2 });
  const [before, after] = await page.evaluate(() => mcp.auditLog().map(({ startedAt }) => startedAt - Date.now()));
  assert.ok(Math.abs(before + 3_600_000) < 60_000 && Math.abs(after) < 60_000, `${before}, ${after}`);
});
