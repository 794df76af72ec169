// The page's requests by fetch and XMLHttpRequest, as long as somebody wants them. Headers and bodies are never looked at, addresses
// never kept whole.
import { Log } from "./log.js";
import { safeText, safeUrl } from "./redact.js";

/**
 * @typedef {object} Request
 * @property {"fetch" | "xhr"} type
 * @property {string} method
 * @property {string} url
 * @property {number} status 0 where there was no answer (yet)
 * @property {string} statusText or why there is no answer
 * @property {number} duration milliseconds, until the end where the browser tells, else until the headers
 * @property {number | null} size bytes of the body as sent; null where nobody knows
 * @property {number} timestamp
 */

/** @type {Log<Request>} */
const log = new Log(300);
/** When each request began, on the steady clock. @type {WeakMap<Request, number>} */
const started = new WeakMap();
/** @type {(() => void)[]} */
let undo = [];
/** Each start has a number, so that what ends after a stop says nothing. */
let run = 0;

/** For this library's own requests, which are none of the page's. @type {typeof fetch} */
export const quietFetch = (...given) => (originalFetch ?? window.fetch).apply(window, given);
/** @type {typeof fetch | undefined} */
let originalFetch;

/** @param {Request["type"]} type @param {string} method @param {string | undefined} url */
function begin(type, method, url) {
  const request = /** @type {Request} */ ({
    type,
    method: /^[a-z]{1,20}$/i.test(method) ? method.toUpperCase() : "?",
    url: url === undefined ? "" : safeUrl(url),
    status: 0,
    statusText: "pending",
    duration: 0,
    size: null,
    timestamp: Date.now(),
  });
  started.set(request, performance.now());
  log.push(request);
  return request;
}

/** @param {Request} request @param {number} status @param {string} statusText @param {number | null} [size] */
function end(request, status, statusText, size) {
  request.status = status;
  request.statusText = statusText;
  request.duration = Math.round(performance.now() - (started.get(request) ?? 0));
  if (size !== undefined) request.size = size;
}

export function startNetwork() {
  run += 1;
  undo = [watchFetch(), ...watchXhr(), watchTimings()];
}

export function stopNetwork() {
  run += 1;
  for (const restore of undo) restore();
  undo = [];
  originalFetch = undefined;
  log.clear();
}

/** Nothing a page does may fail because somebody listens. @template T @param {() => T} act @returns {T | undefined} */
function quietly(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function watchFetch() {
  const found = Object.getOwnPropertyDescriptor(window, "fetch");
  if (!found || typeof found.value !== "function") return () => {};
  originalFetch = found.value;
  const own = run;
  const wrapped = new Proxy(found.value, {
    apply(original, self, given) {
      const request = run === own ? quietly(() => describeFetch(given)) : undefined;
      const answer = Reflect.apply(original, self, given);
      if (!request || !(answer instanceof Promise)) return answer;
      // The page gets the promise behind ours: a rejection that it does not handle is reported as before.
      return answer.then(
        (response) => {
          quietly(() => answered(request, response));
          return response;
        },
        (error) => {
          quietly(() => end(request, 0, failure(error)));
          throw error;
        },
      );
    },
  });
  Object.defineProperty(window, "fetch", { ...found, value: wrapped });
  return () => {
    if (window.fetch === wrapped) Object.defineProperty(window, "fetch", found);
  };
}

/** Reads no getter of the page's and turns no object into text: that would run its code a second time. @param {unknown[]} given */
function describeFetch([input, init]) {
  const request = input instanceof Request ? input : undefined;
  const url = request ? request.url : input instanceof URL ? input.href : typeof input === "string" ? input : undefined;
  const method = init && typeof init === "object" ? Object.getOwnPropertyDescriptor(init, "method")?.value : undefined;
  return begin("fetch", typeof method === "string" ? method : (request?.method ?? "GET"), url);
}

/** @param {Request} request @param {Response} response */
function answered(request, response) {
  const length = response.headers.get("content-length");
  end(request, response.status, response.type === "opaque" ? "opaque" : response.statusText, length === null ? null : Number(length));
  if (request.url === "") request.url = safeUrl(response.url);
}

/** @param {unknown} error */
function failure(error) {
  const read = (/** @type {"name" | "message"} */ key) => quietly(() => String(/** @type {any} */ (error)[key])) ?? "";
  if (error instanceof DOMException && error.name === "AbortError") return "aborted";
  return error instanceof Error || error instanceof DOMException
    ? safeText(`${read("name")}: ${read("message")}`.slice(0, 300))
    : "rejected";
}

function watchXhr() {
  const { prototype } = XMLHttpRequest;
  /** @type {WeakMap<XMLHttpRequest, { method: string, url: string | undefined }>} */
  const opened = new WeakMap();
  const own = run;
  return [
    before(prototype, "open", (xhr, [method, url]) => {
      opened.set(xhr, { method: String(method), url: url instanceof URL ? url.href : typeof url === "string" ? url : undefined });
    }),
    before(prototype, "send", (xhr) => {
      const { method, url } = opened.get(xhr) ?? {};
      if (method === undefined || run !== own) return;
      const request = begin("xhr", method, url);
      let why = "";
      const hear = (/** @type {ProgressEvent} */ event) => {
        if (event.type !== "loadend") {
          why = { abort: "aborted", timeout: "timeout" }[event.type] ?? "failed";
          return;
        }
        for (const type of types) xhr.removeEventListener(type, hear);
        if (request.url === "") request.url = safeUrl(xhr.responseURL);
        end(request, xhr.status, why || xhr.statusText, why ? null : event.loaded);
      };
      const types = /** @type {const} */ (["abort", "error", "timeout", "loadend"]);
      for (const type of types) xhr.addEventListener(type, hear);
    }),
  ];
}

/**
 * @param {any} owner
 * @param {string} name
 * @param {(self: XMLHttpRequest, given: unknown[]) => void} act runs first
 */
function before(owner, name, act) {
  const found = Object.getOwnPropertyDescriptor(owner, name);
  if (!found || typeof found.value !== "function") return () => {};
  const own = run;
  const wrapped = new Proxy(found.value, {
    apply(original, self, given) {
      if (run === own && self instanceof XMLHttpRequest) quietly(() => act(self, given));
      return Reflect.apply(original, self, given);
    },
  });
  Object.defineProperty(owner, name, { ...found, value: wrapped });
  return () => {
    if (owner[name] === wrapped) Object.defineProperty(owner, name, found);
  };
}

/** The browser's own figures come later, and without touching a stream. */
function watchTimings() {
  const observer = new PerformanceObserver((list) => {
    for (const entry of /** @type {PerformanceResourceTiming[]} */ (list.getEntries())) quietly(() => timed(entry));
  });
  observer.observe({ type: "resource" });
  return () => observer.disconnect();
}

/** @param {PerformanceResourceTiming} entry */
function timed(entry) {
  const type = { fetch: "fetch", xmlhttprequest: "xhr" }[entry.initiatorType];
  if (!type) return;
  const url = safeUrl(entry.name);
  const request = log.kept.findLast((request) => {
    const begun = started.get(request) ?? Number.POSITIVE_INFINITY;
    return request.type === type && request.url === url && begun <= entry.startTime + 1;
  });
  if (!request || request.status === 0) return;
  request.duration = Math.round(entry.responseEnd - (started.get(request) ?? entry.startTime));
  if (entry.encodedBodySize > 0) request.size = entry.encodedBodySize;
  started.delete(request);
}

/**
 * @param {{ method?: unknown, status?: unknown, limit?: unknown }} params
 * @returns {{ requests: Request[], total: number, showing: number }} oldest first
 */
export function readNetwork({ method, status, limit }) {
  const verb = method === undefined || method === null || method === "" ? undefined : String(method).toUpperCase();
  const code = status === undefined || status === null || status === "" ? undefined : Number(status);
  const { items, total } = log.last(
    limit,
    (request) => (verb === undefined || request.method === verb) && (code === undefined || request.status === code),
  );
  return { requests: items.map((request) => ({ ...request })), total, showing: items.length };
}
