// A6: events and their order.

/** A call that `end` aborts when it likes. @param {import("./kit.js").Kit} kit @param {(abort: () => void) => unknown} end */
async function aborted(kit, end) {
  kit.hear(kit.mc, "toolactivated toolcancel");
  const entry = await kit.ready({
    execute: (/** @type {unknown} */ _, /** @type {any} */ { signal }) => {
      kit.note("execute");
      signal.addEventListener("abort", () => kit.note("signal"));
      return new Promise(() => {});
    },
  });
  const controller = new AbortController();
  kit.mc.executeTool(entry, {}, { signal: controller.signal }).catch(() => kit.note("rejected"));
  await end(() => controller.abort());
  await kit.sleep();
  return kit.said();
}

/** @type {import("./kit.js").Row[]} */
export const rows = [
  [
    "toolchange is a plain event at the context",
    async (kit) => {
      kit.mc.addEventListener(
        "toolchange",
        (/** @type {Event} */ event) =>
          kit.note([event.constructor.name, event.target === kit.mc, event.bubbles, event.cancelable, event.composed].join()),
        { once: true },
      );
      await kit.add();
      return kit.said();
    },
  ],
  [
    "one for each registration",
    async (kit) => {
      kit.hear(kit.mc, "toolchange");
      await Promise.all([kit.add(), kit.add(), kit.add()]);
      await kit.sleep();
      return kit.log.length;
    },
  ],
  [
    "two for one that is aborted in the same tick",
    async (kit) => {
      kit.hear(kit.mc, "toolchange");
      const controller = new AbortController();
      kit.register(kit.tool(), { signal: controller.signal }).catch(() => {});
      controller.abort();
      await kit.sleep();
      return kit.log.length;
    },
  ],
  [
    "none for one that fails",
    async (kit) => {
      kit.hear(kit.mc, "toolchange");
      await kit.add({ name: "a b" }).catch(() => {});
      await kit.sleep();
      return kit.log.length;
    },
  ],
  [
    "registration: microtasks, then event, then promise",
    async (kit) => {
      kit.hear(kit.mc, "toolchange");
      const promise = kit.add();
      kit.note("called");
      promise.then(() => kit.note("resolved"));
      Promise.resolve()
        .then(() => kit.note("microtask"))
        .then(() => kit.note("microtask 2"));
      await kit.sleep();
      return kit.said();
    },
  ],
  [
    "unregistration: microtasks, then event",
    async (kit) => {
      const controller = new AbortController();
      await kit.register(kit.tool(), { signal: controller.signal });
      kit.mc.addEventListener("toolchange", () => kit.note("toolchange"), { once: true });
      controller.abort();
      kit.note("aborted");
      Promise.resolve().then(() => kit.note("microtask"));
      await kit.next("toolchange");
      return kit.said();
    },
  ],
  [
    "a call: execute, then toolactivated, then the result",
    async (kit) => {
      for (const target of [kit.mc, window, document])
        kit.hear(
          target,
          "toolactivated toolcancel",
          (event) => `${event.type} ${event.toolName} ${event.constructor.name} ${event.bubbles} ${event.cancelable}`,
        );
      const entry = await kit.ready({ name: "called", execute: () => kit.note("execute") });
      await kit.mc.executeTool(entry, {});
      kit.note("resolved");
      await kit.sleep();
      return kit.said();
    },
  ],
  [
    "a call that fails",
    async (kit) => {
      kit.hear(kit.mc, "toolactivated toolcancel");
      const entry = await kit.ready({
        execute: () => {
          kit.note("execute");
          throw new Error("boom");
        },
      });
      await kit.mc.executeTool(entry, {}).catch(() => kit.note("rejected"));
      await kit.sleep();
      return kit.said();
    },
  ],
  [
    "a call that is aborted",
    (kit) =>
      aborted(kit, async (abort) => {
        await kit.sleep();
        abort();
        kit.note("aborted");
      }),
  ],
  ["a call that is aborted in the same tick", (kit) => aborted(kit, (abort) => abort())],
];
