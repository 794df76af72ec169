// The page's requests as a log: complete, bounded, without secrets, and unnoticed by the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld, eventually } from "./helpers.mjs";
import { openPage } from "./page-kit.mjs";

const world = createWorld({ relay: false });

/** @type {import("../tools/serve.mjs").Handler} */
function handle(_request, response, url) {
  if (!url.pathname.startsWith("/api/")) return false;
  if (url.pathname === "/api/stream") {
    response.writeHead(200, { "content-type": "text/plain" });
    let n = 0;
    const timer = setInterval(() => {
      response.write(`part ${n}\n`);
      n += 1;
      if (n < 3) return;
      clearInterval(timer);
      response.end();
    }, 20);
  } else if (url.pathname === "/api/never") {
    // Nobody answers.
  } else if (url.pathname === "/api/broken") response.destroy();
  else {
    const body = "x".repeat(Number(url.searchParams.get("size") ?? 5));
    response
      .writeHead(Number(url.searchParams.get("status") ?? 200), { "content-length": String(body.length), "set-cookie": "sid=cookiesecret" })
      .end(body);
  }
  return true;
}

/** @param {import("node:test").TestContext} t @param {boolean} [expectErrors] */
async function recording(t, expectErrors = false) {
  const opened = await openPage(world, t, "", { handle, expectErrors });
  await opened.page.evaluate(() => window.hands.startCapture());
  return opened;
}

/** Makes an XMLHttpRequest in the page and waits for its end. */
const xhr = ([method, url]) =>
  new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.onloadend = () => done(request.status);
    request.send();
  });

test("fetch and XMLHttpRequest are kept with method, address, status, time and size", async (t) => {
  const { page, command } = await recording(t);
  await page.evaluate(async () => {
    await (await fetch("/api/a?size=34")).text();
    await (await fetch(new URL("/api/b?status=404", location.href), { method: "post", body: "x" })).text();
    await (await fetch(new Request("/api/c", { method: "PUT" }))).text();
  });
  await page.evaluate(xhr, ["DELETE", "/api/d?size=7"]);
  const { requests, total, showing } = await command("network", { limit: 50 });
  assert.deepEqual(
    requests.map((/** @type {any} */ one) => [one.type, one.method, one.url, one.status, one.statusText, one.size]),
    [
      ["fetch", "GET", "/api/a?size=34", 200, "OK", 34],
      ["fetch", "POST", "/api/b?status=404", 404, "Not Found", 5],
      ["fetch", "PUT", "/api/c", 200, "OK", 5],
      ["xhr", "DELETE", "/api/d?size=7", 200, "OK", 7],
    ],
  );
  assert.deepEqual([total, showing], [4, 4]);
  for (const one of requests) {
    assert.deepEqual(Object.keys(one), ["type", "method", "url", "status", "statusText", "duration", "size", "timestamp"]);
    assert.ok(one.duration >= 0 && one.duration < 60_000);
  }
  assert.deepEqual((await command("network", { method: "put" })).requests.length, 1);
  assert.deepEqual((await command("network", { status: 404 })).requests[0].method, "POST");
  assert.deepEqual((await command("network", { limit: 1 })).requests[0].type, "xhr");
});

test("a streamed answer reaches the page part by part, unread by anybody else", async (t) => {
  const { page, command } = await recording(t);
  const parts = await page.evaluate(async () => {
    const response = await fetch("/api/stream");
    const used = response.bodyUsed;
    const reader = response.body.getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
    }
    return [used, text];
  });
  assert.deepEqual(parts, [false, "part 0\npart 1\npart 2\n"]);
  // The browser tells the size when all is there.
  await eventually(async () => {
    const [one] = (await command("network")).requests;
    assert.equal(one.status, 200);
    assert.equal(one.size, 21);
    assert.ok(one.duration >= 30, `${one.duration} ms`);
  });
});

test("aborted, timed-out and failing requests are told apart, and their errors reach the page unchanged", async (t) => {
  const { page, command } = await recording(t);
  const errors = await page.evaluate(async () => {
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const name = (/** @type {any} */ error) => `${error.name}: ${error === reason ? "the reason" : ""}`;
    const aborted = fetch("/api/never", { signal: controller.signal }).catch(name);
    const plain = new AbortController();
    const second = fetch("/api/never", { signal: plain.signal }).catch(name);
    controller.abort(reason);
    plain.abort();
    const late = fetch("/api/never", { signal: AbortSignal.timeout(10) }).catch(name);
    const broken = fetch("/api/broken").catch(name);
    const invalid = fetch("http://").catch(name);
    const xhr = new XMLHttpRequest();
    xhr.open("GET", "/api/never");
    const ended = new Promise((done) => {
      xhr.onabort = () => done("abort");
    });
    xhr.send();
    xhr.abort();
    const slow = new XMLHttpRequest();
    slow.open("GET", "/api/never");
    slow.timeout = 10;
    const out = new Promise((done) => {
      slow.ontimeout = () => done("timeout");
    });
    slow.send();
    const lost = new XMLHttpRequest();
    lost.open("GET", "/api/broken");
    const failed = new Promise((done) => {
      lost.onerror = () => done("error");
    });
    lost.send();
    return Promise.all([aborted, second, late, broken, invalid, ended, out, failed]);
  });
  assert.deepEqual(errors, [
    "Error: the reason",
    "AbortError: ",
    "TimeoutError: ",
    "TypeError: ",
    "TypeError: ",
    "abort",
    "timeout",
    "error",
  ]);
  const { requests } = await command("network");
  assert.deepEqual(
    requests.map((/** @type {any} */ one) => [one.status, one.statusText.replace(/:.*/, "")]),
    [
      [0, "Error"],
      [0, "aborted"],
      [0, "TimeoutError"],
      [0, "TypeError"],
      [0, "TypeError"],
      [0, "aborted"],
      [0, "timeout"],
      [0, "failed"],
    ],
  );
});

test("a rejection that the page does not handle is still reported as such", async (t) => {
  const { page } = await recording(t, true);
  const reported = await page.evaluate(
    () =>
      new Promise((done) => {
        addEventListener("unhandledrejection", (event) => done(event.reason.name), { once: true });
        fetch("/api/broken");
      }),
  );
  assert.equal(reported, "TypeError");
});

test("tokens, passwords and cookies are in no address, and headers nowhere", async (t) => {
  const { page, command } = await recording(t);
  await page.evaluate(async () => {
    const headers = { authorization: "Bearer headersecret", "x-api-key": "keysecret" };
    for (const url of [
      "/api/a?access_token=querysecret&page=2",
      "/api/a?sig=signsecret&code=codesecret&X-Amz-Signature=amzsecret",
      "/api/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.pathsecret",
      "/api/s3cr3tPathTokenWithManyCharacters0123456789",
      "/api/a?q=tea#id_token=hashsecret",
      "/api/order/123e4567-e89b-12d3-a456-426614174000?name=Ada",
    ]) {
      await (await fetch(url, { headers, method: "POST", body: "bodysecret" })).text();
    }
    await fetch("data:text/plain,datasecret");
  });
  await page.evaluate(xhr, [
    "GET",
    `${page.url().replace("//", "//user:passsecret@").replace("/test.html", "")}/api/a?sessionId=sessionsecret`,
  ]);
  const answer = await command("network");
  const text = JSON.stringify(answer);
  assert.deepEqual(text.match(/\w+secret|eyJ\w+|s3cr3t/g), null);
  assert.deepEqual(
    answer.requests.map((/** @type {any} */ one) => one.url),
    [
      "/api/a?access_token=[hidden]&page=2",
      "/api/a?sig=[hidden]&code=[hidden]&X-Amz-Signature=[hidden]",
      "/api/reset/[hidden]",
      "/api/[hidden]",
      "/api/a?q=tea#id_token=[hidden]",
      "/api/order/123e4567-e89b-12d3-a456-426614174000?name=Ada",
      "data:text/plain;…",
      "/api/a?sessionId=[hidden]",
    ],
  );
  const state = await page.evaluate(() => JSON.stringify(performance.getEntriesByName("nothing")));
  assert.equal(state, "[]");
});

test("of 10,000 requests the last 300 are kept", async (t) => {
  const { page, command } = await recording(t);
  await page.evaluate(async () => {
    for (let n = 0; n < 10_000; n += 100)
      await Promise.all(Array.from({ length: 100 }, (_, m) => fetch(`data:,${n + m}`).then((answer) => answer.text())));
    await (await fetch("/api/last")).text();
  });
  const { requests, total, showing } = await command("network", { limit: 1_000 });
  assert.deepEqual([total, showing], [300, 300]);
  assert.equal(requests.at(-1).url, "/api/last");
});

test("fetch and XMLHttpRequest look and act as before, and are put back", async (t) => {
  const { page } = await openPage(world, t, "", { handle });
  const seen = await page.evaluate(async () => {
    const before = [window.fetch, XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send];
    const shape = () => [
      fetch.name,
      fetch.length,
      /native code/.test(String(fetch)),
      typeof fetch,
      XMLHttpRequest.prototype.open.length,
      Object.keys(window).includes("fetch"),
    ];
    const first = shape();
    window.hands.startCapture();
    const second = shape();
    let reads = 0;
    const init = {
      get method() {
        reads += 1;
        return "POST";
      },
    };
    const url = {
      toString() {
        reads += 1;
        return "/api/x";
      },
    };
    await fetch(/** @type {any} */ (url), init);
    const illegal = await Promise.resolve()
      .then(() => fetch.call({}, "/api/x"))
      .catch((error) => error.name);
    const none = await /** @type {any} */ (fetch)().catch((error) => error.name);
    const xhr = await Promise.resolve()
      .then(() => XMLHttpRequest.prototype.send.call({}))
      .catch((error) => error.name);
    const promise = fetch("/api/x") instanceof Promise;
    window.hands.stopCapture();
    const after = [window.fetch, XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send];
    return {
      same: JSON.stringify(first) === JSON.stringify(second),
      reads,
      illegal,
      none,
      xhr,
      promise,
      restored: before.every((value, n) => value === after[n]),
    };
  });
  assert.deepEqual(seen, {
    same: true,
    reads: 2,
    illegal: "TypeError",
    none: "TypeError",
    xhr: "TypeError",
    promise: true,
    restored: true,
  });
});

test("a request that ends after the stop says nothing, and a new start begins empty", async (t) => {
  const { page, command } = await recording(t);
  await page.evaluate(async () => {
    const late = fetch("/api/stream");
    window.hands.stopCapture();
    window.hands.startCapture();
    await (await late).text();
  });
  assert.equal((await command("network")).total, 0);
});

test("a request on its way is pending", async (t) => {
  const { page, command } = await recording(t);
  await page.evaluate(() => {
    window.controller = new AbortController();
    window.pending = fetch("/api/never", { signal: window.controller.signal }).catch(() => {});
  });
  const [one] = (await command("network")).requests;
  assert.deepEqual([one.status, one.statusText, one.size], [0, "pending", null]);
  await page.evaluate(() => window.controller.abort());
});
