// Page callbacks may call the client at any moment, also while it is calling them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually, within } from "./helpers.mjs";

const world = createWorld();

test("a tool registers and unregisters tools of its own client while other calls wait", async (t) => {
  const { page, pair, call, listed } = await world.open(t);
  await page.evaluate(() => {
    mcp.registerTool("slow", "", undefined, async () => {
      await new Promise((done) => setTimeout(done, 300));
      return "slow done";
    });
    mcp.registerTool("old", "", undefined, () => "old");
    mcp.registerTool("remodel", "", undefined, () => {
      mcp.registerTool("fresh", "", undefined, () => "fresh");
      mcp.registerTool("remodel", "replaced in its own call", undefined, () => "second remodel");
      mcp.unregisterTool("old");
      return mcp
        .tools()
        .map((tool) => tool.name)
        .sort()
        .join(" ");
    });
  });
  await pair();
  await listed("slow", "old", "remodel");
  const slow = call("slow", {});
  assert.equal((await within(call("remodel", {}), 2_000, "remodel")).text, "fresh remodel slow");
  assert.equal((await within(slow, 2_000, "slow")).text, "slow done");
  assert.equal((await within(call("fresh", {}), 2_000, "fresh")).text, "fresh");
  assert.equal((await within(call("remodel", {}), 2_000, "remodel again")).text, "second remodel");
});

test("a tool disconnects its own client, and connects it again, from inside a call", async (t) => {
  const { page, pair, call, listed } = await world.open(t);
  await page.evaluate(() => {
    mcp.registerTool("echo", "", undefined, ({ n }) => `echo ${n}`);
    mcp.registerTool("leave", "", undefined, () => {
      mcp.disconnect();
      return `status ${mcp.status}`;
    });
    mcp.registerTool("rejoin", "", { type: "object", properties: { token: { type: "string" } } }, ({ token }) => {
      mcp.disconnect();
      window.joined = mcp.connect(token);
      return "on my way";
    });
  });
  await pair();
  await listed("echo", "leave", "rejoin");
  const before = await Promise.all([1, 2, 3].map((n) => call("echo", { n })));
  assert.deepEqual(
    before.map((one) => one.text),
    ["echo 1", "echo 2", "echo 3"],
  );

  // Its own answer has no socket to go by; what counts is that the client is well.
  const gone = call("leave", {}, 1_500).catch(() => undefined);
  await page.waitForFunction(() => mcp.status === "disconnected");
  assert.equal(await page.evaluate(() => mcp.isConnected), false);
  await gone;
  await pair();
  assert.equal((await call("echo", { n: 4 })).text, "echo 4");

  const token = await world.relay.token();
  const moved = call("rejoin", { token }, 1_500).catch(() => undefined);
  await page.waitForFunction(() => window.joined);
  await page.evaluate(() => window.joined);
  await moved;
  assert.equal((await within(call("echo", { n: 5 }), 2_000, "echo after rejoining")).text, "echo 5");
});

test("a statuschange listener registers, unregisters, disconnects and connects", async (t) => {
  const { page, call } = await world.open(t);
  await page.evaluate(
    (token) => {
      window.seen = [];
      mcp.registerTool("steady", "", undefined, () => "steady");
      let left = false;
      mcp.addEventListener("statuschange", () => {
        window.seen.push(mcp.status);
        mcp.registerTool(`at_${mcp.status}`, "", undefined, () => mcp.status);
        mcp.unregisterTool("nothing");
        if (mcp.status === "connected" && !left) {
          left = true;
          mcp.disconnect();
        }
      });
      mcp.connect(token).catch((error) => {
        window.ended = error.message;
      });
    },
    await world.relay.token(),
  );
  await page.waitForFunction(() => window.seen.includes("connected") && mcp.status === "disconnected");

  await page.evaluate(
    (token) => {
      window.again = new Promise((done) => {
        mcp.addEventListener("statuschange", () => {
          if (mcp.status === "connected") done(undefined);
        });
      });
      let once = true;
      mcp.addEventListener("statuschange", () => {
        if (!once) return;
        once = false;
        // A second connect() from inside the first one's event.
        mcp.connect(token).catch(() => {});
      });
      mcp.connect(token).catch(() => {});
    },
    await world.relay.token(),
  );
  await page.evaluate(() => window.again);
  await eventually(async () => assert.equal((await call("steady", {}, 2_000)).text, "steady"));
  assert.equal((await call("at_connected", {})).text, "connected");
});

test("a listener that throws stops neither the client nor the other listeners", async (t) => {
  const { page, pair, call, listed } = await world.open(t, { expectErrors: true });
  await page.evaluate(() => {
    window.heard = 0;
    for (const type of ["statuschange", "toolchange", "toolcall", "toolresult"]) {
      mcp.addEventListener(type, () => {
        throw new Error(`${type} listener`);
      });
      mcp.addEventListener(type, () => {
        window.heard += 1;
      });
    }
    mcp.registerTool("fine", "", undefined, () => "fine");
  });
  await pair();
  await listed("fine");
  assert.equal((await call("fine", {})).text, "fine");
  assert.ok((await page.evaluate(() => window.heard)) >= 4);
});

test("a listener that registers a tool whenever tools change leaves the page alive, and calls are answered", async (t) => {
  const { page, pair, call, listed } = await world.open(t);
  const atTimer = await page.evaluate(async () => {
    window.heard = 0;
    window.most = 5_000;
    mcp.addEventListener("toolchange", async () => {
      window.heard += 1;
      await undefined;
      if (window.heard < window.most) mcp.registerTool("overview", `${mcp.tools().length} tools`, undefined, () => "seen");
    });
    mcp.registerTool("fine", "", undefined, () => "fine");
    await new Promise((done) => setTimeout(done));
    return window.heard;
  });
  assert.ok(atTimer < 5_000, "no timer fires while it goes on");
  await pair();
  await listed("fine", "overview");
  assert.equal((await call("fine", {})).text, "fine");
  await page.evaluate(() => {
    window.most = 0;
  });
  assert.equal((await call("overview", {})).text, "seen");
});
