// A page for the WebMCP draft: document.modelContext, and not a word of any library.

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} tag @param {string} text @param {...Node} more */
function element(tag, text, ...more) {
  const node = document.createElement(tag);
  node.append(text, ...more);
  return node;
}

/** Seconds that each tea takes. */
const teas = { sencha: 90, oolong: 180, assam: 240, rooibos: 360 };

/** @typedef {{id: number, tea: string, seconds: number, ends: number, done: boolean}} Timer */
/** @type {Map<number, Timer>} */
const timers = new Map();
let last = 0;
/** Ends the tool that is there only while something brews. @type {AbortController | undefined} */
let brewing;

/** @param {string} tea @param {number} seconds @returns {Timer} */
function start(tea, seconds) {
  last += 1;
  const timer = { id: last, tea, seconds, ends: Date.now() + seconds * 1000, done: false };
  timers.set(timer.id, timer);
  show();
  return timer;
}

/** @param {number} id */
function stop(id) {
  const stopped = timers.delete(id);
  show();
  return stopped;
}

/** @param {Timer} timer */
const left = (timer) => Math.max(0, Math.ceil((timer.ends - Date.now()) / 1000));

function show() {
  byId("timers").replaceChildren(
    ...[...timers.values()].map((timer) => {
      const end = element("button", "Stop");
      end.addEventListener("click", () => stop(timer.id));
      const seconds = left(timer);
      const text = seconds === 0 ? "ready!" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      return element("li", "", element("h3", timer.tea), element("p", text), end);
    }),
  );
  byId("idle").hidden = timers.size > 0;
  offerStop();
}
setInterval(() => timers.size > 0 && show(), 1000);

for (const [tea, seconds] of Object.entries(teas)) {
  const button = element("button", tea);
  button.addEventListener("click", () => start(tea, seconds));
  byId("teas").append(button);
}

// -- The draft -------------------------------------------------------------------------------------------------------------------

const context = document.modelContext;

/** A tool that comes and goes with what it is for. */
function offerStop() {
  if (!context || timers.size > 0 === Boolean(brewing)) return;
  if (brewing) {
    brewing.abort();
    brewing = undefined;
    return;
  }
  brewing = new AbortController();
  const tool = {
    name: "stop_timer",
    description: "Stop a timer.",
    inputSchema: {
      type: "object",
      properties: { id: { type: "number", description: "As start_timer and list_timers give it" } },
      required: ["id"],
    },
    execute: ({ id }) => (stop(id) ? `Stopped timer ${id}.` : `There is no timer ${id}.`),
  };
  // Its promise rejects when the last tea is stopped before the browser has taken the tool in.
  context.registerTool(tool, { signal: brewing.signal }).catch(() => {});
}

/** @param {string} text */
function note(text) {
  const log = byId("events");
  log.querySelector(".quiet")?.remove();
  log.prepend(element("li", text));
  while (log.children.length > 8) log.lastElementChild?.remove();
}

async function list() {
  const tools = await context.getTools();
  byId("tools").replaceChildren(...tools.map((tool) => element("li", tool.name)));
}

if (!context) {
  byId("who").textContent = "No context here: open this page from localhost or over https.";
} else {
  const own = /\[native code\]/.test(Function.prototype.toString.call(context.registerTool));
  byId("who").textContent = own ? "The browser itself answers." : "The browser has none, so webmcp-wasm answers.";

  context.addEventListener("toolchange", list);
  context.addEventListener("toolactivated", (event) => note(`${event.toolName} was called`));
  context.addEventListener("toolcancel", (event) => note(`${event.toolName} was cancelled`));

  await context.registerTool({
    name: "start_timer",
    title: "Start a tea timer",
    description: "Start a timer for a tea. Gives its id and how long it takes.",
    inputSchema: {
      type: "object",
      properties: {
        tea: { type: "string", enum: Object.keys(teas) },
        seconds: { type: "number", minimum: 1, description: "Only where the usual time of this tea will not do" },
      },
      required: ["tea"],
    },
    execute({ tea, seconds = teas[tea] }) {
      const { id } = start(tea, seconds);
      return { id, tea, seconds };
    },
  });
  await context.registerTool({
    name: "list_timers",
    description: "List the timers and the seconds each has left.",
    annotations: { readOnlyHint: true },
    execute: () => ({ timers: [...timers.values()].map((timer) => ({ id: timer.id, tea: timer.tea, left: left(timer) })) }),
  });
  await context.registerTool({
    name: "wait_for_tea",
    description: "Wait until a timer is over, and say so.",
    inputSchema: { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
    execute: ({ id }, { signal }) =>
      new Promise((resolve, reject) => {
        const timer = timers.get(id);
        if (!timer) return reject(new Error(`There is no timer ${id}.`));
        const ready = setTimeout(() => resolve(`The ${timer.tea} is ready.`), timer.ends - Date.now());
        signal.addEventListener("abort", () => clearTimeout(ready));
      }),
  });
  await list();
}
