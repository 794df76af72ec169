// A0: the interfaces.

/** @type {import("./kit.js").Row[]} */
export const rows = [
  [
    "the context is one object, behind a getter of Document.prototype",
    () => {
      const own = /** @type {any} */ (Object.getOwnPropertyDescriptor(Document.prototype, "modelContext"));
      const page = /** @type {any} */ (document);
      return [page.modelContext === page.modelContext, own.get.name, typeof own.set, own.enumerable, own.configurable].join();
    },
  ],
  [
    "it is an EventTarget and a ModelContext",
    ({ mc }) => [mc instanceof EventTarget, mc instanceof /** @type {any} */ (window).ModelContext, String(mc), mc.constructor.name].join(),
  ],
  [
    "its members are enumerable",
    ({ mc }) => {
      const members = [];
      for (const member in mc) if (!(member in EventTarget.prototype)) members.push(member);
      return members.sort().join();
    },
  ],
  [
    "its methods count their required arguments",
    ({ mc }) => ["registerTool", "getTools", "executeTool"].map((method) => mc[method].length).join(),
  ],
  [
    "the constructors of the page",
    () =>
      ["ModelContext", "ToolActivatedEvent", "ToolCancelEvent"]
        .map((name) => {
          const own = /** @type {any} */ (Object.getOwnPropertyDescriptor(window, name));
          return `${name} ${own.value.length} ${own.enumerable} ${own.writable} ${own.configurable} ${own.value.name}`;
        })
        .join(),
  ],
  ["nobody makes a context", (kit) => kit.outcome(() => new /** @type {any} */ (window).ModelContext())],
  [
    "the getter wants a document",
    (kit) => kit.outcome(() => Object.getOwnPropertyDescriptor(Document.prototype, "modelContext")?.get?.call({})),
  ],
  [
    "methods want a context",
    (kit) =>
      kit.outcomes(
        () => kit.mc.registerTool.call({}),
        () => kit.mc.getTools.call(null),
        () => kit.mc.executeTool.call(document),
      ),
  ],
  [
    "handlers want a context",
    (kit) =>
      kit.outcomes(() =>
        Object.getOwnPropertyDescriptor(/** @type {any} */ (window).ModelContext.prototype, "ontoolchange")?.get?.call({}),
      ),
  ],
  [
    "the context cannot be assigned",
    (kit) =>
      kit.outcome(() => {
        /** @type {any} */ (document).modelContext = 5;
      }),
  ],
  [
    "a handler is a function, an object or nothing",
    ({ mc }) => {
      const seen = [mc.ontoolchange];
      for (const value of [5, "x", {}, () => {}, undefined]) {
        mc.ontoolchange = value;
        seen.push(typeof mc.ontoolchange);
      }
      mc.ontoolchange = null;
      return seen.join();
    },
  ],
  [
    "a handler hears",
    async (kit) => {
      kit.mc.ontoolchange = (/** @type {Event} */ event) => kit.note(`${event.type} ${event.target === kit.mc}`);
      await kit.add();
      kit.mc.ontoolchange = null;
      await kit.add();
      return kit.said();
    },
  ],
  [
    "the event interfaces",
    () =>
      ["ToolActivatedEvent", "ToolCancelEvent"]
        .map((name) => {
          const Made = /** @type {any} */ (window)[name];
          const own = /** @type {any} */ (Object.getOwnPropertyDescriptor(Made.prototype, "toolName"));
          const event = new Made("x", { toolName: 7, bubbles: true });
          return [
            own.enumerable,
            typeof own.get,
            typeof own.set,
            event instanceof Event,
            event.toolName,
            event.bubbles,
            event.isTrusted,
            String(event),
            new Made("y").toolName === "",
          ].join();
        })
        .join(" "),
  ],
  [
    "the event constructors check their arguments",
    (kit) => {
      const Made = /** @type {any} */ (window).ToolActivatedEvent;
      return kit.outcomes(
        () => new Made(),
        () => new Made("x", 5),
        () => new Made("x", { toolName: Symbol("s") }),
        () => new Made("x", null).toolName,
      );
    },
  ],
  [
    "the cancel event names itself",
    (kit) =>
      kit.outcomes(
        () => new /** @type {any} */ (window).ToolCancelEvent(),
        () => new /** @type {any} */ (window).ToolCancelEvent("x", "y"),
      ),
  ],
  [
    "submit events have agentInvoked and respondWith",
    () =>
      ["agentInvoked", "respondWith"]
        .map((name) => {
          const own = /** @type {any} */ (Object.getOwnPropertyDescriptor(SubmitEvent.prototype, name));
          return [name, own.enumerable, own.configurable, !!own.get, typeof own.value, own.value?.length].join(" ");
        })
        .join(),
  ],
  [
    "a submit event may claim an agent",
    () =>
      [new SubmitEvent("submit", /** @type {any} */ ({ agentInvoked: true })), new SubmitEvent("submit")]
        .map((event) => /** @type {any} */ (event).agentInvoked)
        .join(),
  ],
  [
    "submit event members want a submit event",
    (kit) =>
      kit.outcomes(
        () => Object.getOwnPropertyDescriptor(SubmitEvent.prototype, "agentInvoked")?.get?.call({}),
        () => /** @type {any} */ (SubmitEvent.prototype).respondWith.call({}, 1),
      ),
  ],
  [
    "forms reflect nothing",
    () => ["toolName", "toolname", "toolDescription", "toolAutoSubmit"].map((name) => name in HTMLFormElement.prototype).join(),
  ],
  ["there is nothing on window", () => ["ontoolchange", "ontoolactivated", "ontoolcancel"].map((name) => name in window).join()],
];
