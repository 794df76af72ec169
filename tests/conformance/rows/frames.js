// A7: frames of the same origin.

/** @type {import("./kit.js").Row[]} */
export const rows = [
  [
    "each sees the other's tools",
    async (kit) => {
      const { contentWindow: inner } = await kit.frame();
      const mine = kit.name();
      await kit.add({ name: mine });
      const theirs = kit.name();
      await inner.document.modelContext.registerTool(kit.tool({ name: theirs }));
      const here = await kit.entry(theirs);
      const there = (await inner.document.modelContext.getTools()).find((/** @type {any} */ tool) => tool.name === mine);
      return [here?.window === inner, there?.window === window, here?.origin === location.origin].join();
    },
  ],
  [
    "each calls the other's tools",
    async (kit) => {
      const { contentWindow: inner } = await kit.frame();
      const [good, bad] = [kit.name(), kit.name()];
      await inner.document.modelContext.registerTool(
        kit.tool({ name: good, execute: (/** @type {unknown} */ input) => JSON.stringify(input) }),
      );
      await inner.document.modelContext.registerTool(
        kit.tool({
          name: bad,
          execute: () => {
            throw new Error("boom");
          },
        }),
      );
      return kit.outcomes(kit.mc.executeTool(await kit.entry(good), { a: 1 }), kit.mc.executeTool(await kit.entry(bad), {}));
    },
  ],
  [
    "a call across is aborted with the caller's reason",
    async (kit) => {
      const { contentWindow: inner } = await kit.frame();
      const name = kit.name();
      /** @type {any} */
      let signal;
      await inner.document.modelContext.registerTool(
        kit.tool({
          name,
          execute: (/** @type {unknown} */ _, /** @type {any} */ given) => {
            signal = given.signal;
            return new Promise(() => {});
          },
        }),
      );
      const controller = new AbortController();
      const promise = kit.mc.executeTool(await kit.entry(name), {}, { signal: controller.signal });
      await kit.sleep();
      controller.abort("why");
      const outcome = await kit.outcome(promise);
      await kit.sleep();
      return `${outcome} ${signal.aborted}`;
    },
  ],
  [
    "one name in two frames is listed twice",
    async (kit) => {
      const { contentWindow: inner } = await kit.frame();
      const name = kit.name();
      await kit.add({ name });
      await inner.document.modelContext.registerTool(kit.tool({ name, execute: () => "inner" }));
      const both = (await kit.mc.getTools()).filter((/** @type {any} */ tool) => tool.name === name);
      return `${both.length} ${await Promise.all(both.map((/** @type {any} */ tool) => kit.mc.executeTool(tool, {})))}`;
    },
  ],
  [
    "toolchange is heard in both",
    async (kit) => {
      const { contentWindow: inner } = await kit.frame();
      kit.hear(kit.mc, "toolchange", () => "outer");
      kit.hear(inner.document.modelContext, "toolchange", () => "inner");
      await inner.document.modelContext.registerTool(kit.tool());
      await kit.sleep();
      await kit.add();
      await kit.sleep();
      return kit.log.sort().join();
    },
  ],
  [
    "toolactivated is heard where the tool is",
    async (kit) => {
      const { contentWindow: inner } = await kit.frame();
      kit.hear(kit.mc, "toolactivated", () => "outer");
      kit.hear(inner.document.modelContext, "toolactivated", () => "inner");
      const name = kit.name();
      await inner.document.modelContext.registerTool(kit.tool({ name }));
      await kit.mc.executeTool(await kit.entry(name), {});
      await kit.sleep();
      return kit.said();
    },
  ],
  [
    "a frame that goes while its tool runs",
    async (kit) => {
      const frame = await kit.frame();
      const name = kit.name();
      await frame.contentWindow.document.modelContext.registerTool(kit.tool({ name, execute: () => new Promise(() => {}) }));
      const entry = await kit.entry(name);
      const promise = kit.mc.executeTool(entry, {});
      await kit.sleep();
      frame.remove();
      return `${await kit.outcomes(promise, kit.mc.executeTool(entry, {}))} ${await kit.shown(name)}`;
    },
  ],
  [
    "a frame that navigates while its tool runs",
    async (kit) => {
      const frame = await kit.frame();
      const name = kit.name();
      await frame.contentWindow.document.modelContext.registerTool(kit.tool({ name, execute: () => new Promise(() => {}) }));
      const promise = kit.mc.executeTool(await kit.entry(name), {});
      await kit.sleep();
      frame.src = "about:blank";
      return kit.outcome(promise);
    },
  ],
  [
    "a frame's forms are listed and called",
    async (kit) => {
      const { contentDocument: inner } = await kit.frame();
      const form = kit.answering(await kit.form('<input name="x">', "toolautosubmit", inner.body));
      form.reset();
      return `${(await kit.entry("f"))?.window === inner.defaultView} ${await kit.outcome(kit.call({ x: "1" }))}`;
    },
  ],
];
