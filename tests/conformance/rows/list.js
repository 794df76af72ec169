// A3: getTools.

/** @type {import("./kit.js").Row[]} */
export const rows = [
  [
    "an entry with everything",
    async (kit) => {
      const name = kit.name();
      await kit.add({ name, title: "T", annotations: { readOnlyHint: true }, inputSchema: { type: "object" } });
      const entry = await kit.entry(name);
      return `${await kit.shown(name)} ${Object.getPrototypeOf(entry) === Object.prototype} ${Object.keys(entry)}`;
    },
  ],
  [
    "an entry with nothing",
    async (kit) => {
      const name = kit.name();
      await kit.add({ name });
      return `${await kit.shown(name)} ${Object.keys(await kit.entry(name))}`;
    },
  ],
  [
    "entries can be changed and are nobody's",
    async (kit) => {
      const entry = await kit.ready();
      entry.description = "mine";
      return [Object.isFrozen(entry), (await kit.entry(entry.name)).description].join();
    },
  ],
  [
    "sorted by name, code unit by code unit",
    async (kit) => {
      const names = ["b", "-", ".", "42", "9", "A", "A.B", "_", "a-b", "B", "a"];
      for (const name of names) await kit.add({ name });
      return (await kit.mc.getTools())
        .map((/** @type {any} */ tool) => tool.name)
        .filter((/** @type {string} */ name) => names.includes(name))
        .join(" ");
    },
  ],
  [
    "options",
    (kit) =>
      kit.outcomes(
        ...[null, {}, { fromOrigins: [] }, () => 1].map((options) =>
          kit.mc.getTools(options).then((/** @type {any[]} */ list) => Array.isArray(list)),
        ),
        ...[
          "x",
          5,
          { fromOrigins: null },
          { fromOrigins: "https://a.com" },
          { fromOrigins: ["zz"] },
          { fromOrigins: ["*"] },
          { fromOrigins: ["http://a.com"] },
          { fromOrigins: ["null"] },
          { fromOrigins: ["data:,x"] },
          { fromOrigins: [Symbol("s")] },
        ].map((options) => kit.mc.getTools(options)),
      ),
  ],
  [
    "an origin without frames adds nothing",
    async (kit) => (await kit.mc.getTools({ fromOrigins: ["https://a.com/path"] })).length === (await kit.mc.getTools()).length,
  ],
  [
    "what was registered is there at once",
    async (kit) => {
      const name = kit.name();
      kit.add({ name });
      return kit.shown(name);
    },
  ],
  [
    "what was unregistered is gone at once",
    async (kit) => {
      const controller = new AbortController();
      const name = kit.name();
      await kit.register(kit.tool({ name }), { signal: controller.signal });
      controller.abort();
      return kit.shown(name);
    },
  ],
  [
    "it comes after the events",
    async (kit) => {
      kit.hear(kit.mc, "toolchange");
      kit.add();
      await kit.mc.getTools();
      kit.note("list");
      await kit.sleep();
      return kit.said();
    },
  ],
  [
    "500 tools",
    async (kit) => {
      const promises = Array.from({ length: 500 }, (_, index) => kit.add({ name: `many${index}` }));
      kit.hear(kit.mc, "toolchange");
      await Promise.all(promises);
      const { length } = (await kit.mc.getTools()).filter((/** @type {any} */ tool) => tool.name.startsWith("many"));
      return [length, kit.log.length].join();
    },
  ],
];
