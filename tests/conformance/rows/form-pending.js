// B6, B7: calls that wait for the user or the page, and what ends them.

/** @typedef {import("./kit.js").Row} Row */

/** @type {[string, (form: any) => void][]} */
const ends = [
  ["reset", (form) => form.reset()],
  ["the form is removed", (form) => form.remove()],
  ["the form is moved", (form) => document.body.append(form)],
  ["toolname is changed", (form) => form.setAttribute("toolname", "g")],
  ["toolname is removed", (form) => form.removeAttribute("toolname")],
  ["tooldescription is changed", (form) => form.setAttribute("tooldescription", "new")],
  ["a control is added", (form) => form.append(Object.assign(document.createElement("input"), { name: "y" }))],
  ["required is set", (form) => form.elements[0].toggleAttribute("required")],
  ["toolautosubmit is changed", (form) => form.toggleAttribute("toolautosubmit")],
  [
    "a value is edited",
    (form) => {
      form.elements[0].value = "new";
    },
  ],
  ["text is inserted", (form) => form.append("text")],
  [
    "the form is hidden",
    (form) => {
      form.style.display = "none";
    },
  ],
  [
    "its reset is prevented",
    (form) => {
      form.onreset = (/** @type {Event} */ event) => event.preventDefault();
      form.reset();
    },
  ],
];

const BUTTON = '<input name="a"><button id="go">Go</button>';

/** @type {Row[]} */
export const rows = [
  ...ends.map(
    ([name, end]) =>
      /** @type {Row} */ ([
        `waiting for the user: ${name}`,
        async (kit) => {
          const form = kit.answering(await kit.form(BUTTON, ""));
          kit.after(() => form.remove());
          kit.hear(kit.mc, "toolcancel");
          const promise = kit.call({ a: "1" });
          await kit.active();
          end(form);
          return `${await kit.outcome(promise)} ${kit.said()}`;
        },
      ]),
  ),
  [
    "waiting for the page: reset",
    async (kit) => {
      const form = kit.answering(await kit.form(BUTTON), () => new Promise(() => {}));
      kit.hear(kit.mc, "toolcancel");
      const promise = kit.call({ a: "1" });
      await kit.active();
      form.reset();
      return `${await kit.outcome(promise)} ${kit.said()}`;
    },
  ],
  [
    "waiting for the page: a control is added",
    async (kit) => {
      const form = kit.answering(await kit.form(BUTTON), () => new Promise(() => {}));
      const promise = kit.call({ a: "1" });
      await kit.active();
      form.append(Object.assign(document.createElement("input"), { name: "y" }));
      return kit.outcome(promise);
    },
  ],
  [
    "the user clicks",
    async (kit) => {
      const form = kit.answering(await kit.form(BUTTON, ""));
      kit.hear(form, "input change focus focusin submit click", ({ type, target, agentInvoked = "", submitter }) =>
        `${type} ${target.id || target.name || ""} ${agentInvoked} ${submitter?.id ?? ""}`.trim(),
      );
      kit.hear(kit.mc, "toolactivated toolcancel");
      const promise = kit.call({ a: "1" });
      await kit.active();
      kit.note("--");
      form.elements[1].click();
      return `${await kit.outcome(promise)} ${kit.said()}`;
    },
  ],
  [
    "the page submits",
    async (kit) => {
      const form = kit.answering(await kit.form(BUTTON, ""));
      const promise = kit.call({ a: "1" });
      await kit.active();
      form.requestSubmit();
      return kit.outcome(promise);
    },
  ],
  [
    "the page submits without an event",
    async (kit) => {
      const sink = document.createElement("iframe");
      sink.name = "sink";
      document.body.append(sink);
      kit.after(() => sink.remove());
      const form = await kit.form(BUTTON, 'target="sink" action="/conformance/sink"');
      const promise = kit.call({ a: "1" });
      await kit.active();
      form.submit();
      return kit.outcome(promise);
    },
  ],
  [
    "the user submits what does not pass the checks",
    async (kit) => {
      const form = kit.answering(await kit.form('<input name="a" required><button>Go</button>', ""));
      const promise = kit.call({});
      await kit.active();
      form.elements[1].click();
      return kit.outcome(promise);
    },
  ],
  [
    "the page checks its form",
    async (kit) => {
      const form = kit.answering(await kit.form('<input name="a" required><button>Go</button>', ""));
      const promise = kit.call({});
      await kit.active();
      form.checkValidity();
      return kit.outcome(promise);
    },
  ],
  [
    "the caller gives up",
    async (kit) => {
      const form = kit.answering(await kit.form(BUTTON, ""));
      kit.hear(kit.mc, "toolactivated toolcancel");
      const controller = new AbortController();
      const promise = kit.call({ a: "1" }, { signal: controller.signal });
      await kit.active();
      controller.abort("why");
      const outcome = await kit.outcome(promise);
      await kit.sleep();
      form.onsubmit = (/** @type {any} */ event) => kit.note(`agent ${event.agentInvoked}`);
      form.elements[1].click();
      return `${outcome} ${form.elements[0].value} ${kit.said()}`;
    },
  ],
  [
    "the caller gives up in the same tick",
    async (kit) => {
      const form = kit.answering(await kit.form(BUTTON));
      kit.hear(kit.mc, "toolactivated toolcancel");
      kit.hear(form, "input submit");
      const controller = new AbortController();
      const entry = await kit.entry("f");
      const promise = kit.mc.executeTool(entry, { a: "1" }, { signal: controller.signal });
      controller.abort("why");
      const outcome = await kit.outcome(promise);
      await kit.sleep(100);
      return `${outcome} ${JSON.stringify(form.elements[0].value)} ${kit.said()}`;
    },
  ],
  [
    "two forms wait at once",
    async (kit) => {
      const one = kit.answering(await kit.form(BUTTON, ""));
      const two = kit.answering(kit.bare(BUTTON, 'toolname="g" tooldescription="d"'));
      await kit.sleep();
      const promises = [kit.call({ a: "1" }), kit.mc.executeTool(await kit.entry("g"), { a: "2" })];
      await kit.sleep();
      two.elements[1].click();
      one.elements[1].click();
      return (await Promise.all(promises)).join();
    },
  ],
  [
    "a second call with wrong arguments does not disturb the first",
    async (kit) => {
      const form = kit.answering(await kit.form(BUTTON, ""));
      const first = kit.call({ a: "1" });
      await kit.active();
      const second = await kit.outcome(kit.call({ zz: 1 }));
      form.elements[1].click();
      return `${second} ${await kit.outcome(first)}`;
    },
  ],
];
