// B6: what a form's call gives.

/** @typedef {import("./kit.js").Row} Row */

/** @type {[string, () => unknown][]} */
const answers = [
  ["text", () => "hi"],
  ["''", () => ""],
  ["an object", () => ({ a: 1 })],
  ["5", () => 5],
  ["undefined", () => undefined],
  ["null", () => null],
  ["true", () => true],
  ["5n", () => 5n],
  ["NaN", () => Number.NaN],
  ["a promise", async () => "later"],
  ["a function", () => () => 1],
  ["a Date", () => new Date(0)],
  ["an error", () => new Error("e")],
  ["half a character", () => "a\ud800"],
  ["toJSON", () => ({ toJSON: () => "J" })],
  ["content", () => ({ content: [{ type: "text", text: "t" }] })],
  ["never", () => new Promise(() => {})],
];

/** @type {[string, string, string][]} */
const navigations = [
  ["GET", "toolautosubmit", "/conformance/sink"],
  ["POST", 'toolautosubmit method="post"', "/conformance/sink"],
  ["multipart", 'toolautosubmit method="post" enctype="multipart/form-data"', "/conformance/sink"],
  ["text/plain", 'toolautosubmit method="post" enctype="text/plain"', "/conformance/sink"],
  ["204", "toolautosubmit", "/conformance/204"],
];

/** @type {Row[]} */
export const rows = [
  ...answers.map(
    ([name, value]) =>
      /** @type {Row} */ ([
        `respondWith ${name}`,
        async (kit) => {
          kit.answering(await kit.form('<input name="a">'), value);
          return kit.outcome(kit.call({ a: 1 }));
        },
      ]),
  ),
  [
    "respondWith what is rejected",
    async (kit) => {
      const heard = new Promise((done) =>
        addEventListener(
          "unhandledrejection",
          (event) => {
            event.preventDefault();
            done(`unhandled ${event.reason}`);
          },
          { once: true },
        ),
      );
      kit.answering(await kit.form('<input name="a">'), () => Promise.reject("why"));
      return `${await kit.outcome(kit.call({ a: 1 }))} ${await Promise.race([heard, kit.sleep(500)])}`;
    },
  ],
  [
    "respondWith a cycle",
    async (kit) => {
      /** @type {any} */
      const cyclic = {};
      cyclic.self = cyclic;
      kit.answering(await kit.form('<input name="a">'), () => cyclic);
      return kit.outcome(kit.call({ a: 1 }));
    },
  ],
  [
    "preventDefault alone",
    async (kit) => {
      const form = await kit.form('<input name="a">');
      form.onsubmit = (/** @type {Event} */ event) => event.preventDefault();
      return kit.outcome(kit.call({ a: 1 }));
    },
  ],
  [
    "respondWith before preventDefault, without an argument, twice",
    async (kit) => {
      const form = await kit.form('<input name="a">');
      /** @param {() => unknown} act */
      const attempt = async (act) => kit.note(await kit.outcome(act));
      form.onsubmit = (/** @type {any} */ event) => {
        attempt(() => event.respondWith("early"));
        event.preventDefault();
        attempt(() => event.respondWith());
        attempt(() => event.respondWith("first"));
        attempt(() => event.respondWith("second"));
      };
      return `${await kit.outcome(kit.call({ a: 1 }))} ${kit.said()}`;
    },
  ],
  [
    "respondWith in a microtask",
    async (kit) => {
      const form = await kit.form('<input name="a">');
      form.onsubmit = async (/** @type {any} */ event) => {
        event.preventDefault();
        await 0;
        await 0;
        event.respondWith("late");
      };
      return kit.outcome(kit.call({ a: 1 }));
    },
  ],
  [
    "respondWith after a timeout",
    async (kit) => {
      const form = await kit.form('<input name="a">');
      form.onsubmit = async (/** @type {any} */ event) => {
        event.preventDefault();
        await kit.sleep(0);
        kit.note((await kit.outcome(() => event.respondWith("late"))).replace(/ Call respondWith.*/, ""));
      };
      const outcome = await kit.outcome(kit.call({ a: 1 }));
      await kit.sleep();
      return `${outcome} ${kit.said()}`;
    },
  ],
  [
    "respondWith on a submission by the page",
    async (kit) => {
      const form = await kit.form('<input name="a">');
      form.onsubmit = async (/** @type {any} */ event) => {
        event.preventDefault();
        kit.note(`${event.agentInvoked} ${await kit.outcome(() => event.respondWith("x"))}`);
      };
      form.requestSubmit();
      await kit.sleep();
      form.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
      await kit.sleep();
      return kit.said();
    },
  ],
  [
    "agentInvoked stays true after the event",
    async (kit) => {
      /** @type {any} */
      let kept;
      const form = kit.answering(await kit.form('<input name="a">'), (event) => {
        kept = event;
        return "ok";
      });
      await kit.call({ a: 1 });
      return `${kept.agentInvoked} ${form.elements.length}`;
    },
  ],
  [
    "a handler that throws",
    async (kit) => {
      const form = await kit.form('<input name="a">', 'toolautosubmit target="sink"');
      const sink = document.createElement("iframe");
      sink.name = "sink";
      document.body.append(sink);
      kit.after(() => sink.remove());
      addEventListener("error", (event) => event.preventDefault(), { once: true });
      form.action = "/conformance/sink";
      form.onsubmit = () => {
        throw new Error("boom");
      };
      return kit.outcome(kit.call({ a: 1 }));
    },
  ],
  ...navigations.map(
    ([name, attributes, action]) =>
      /** @type {Row} */ ([
        `a submission that navigates: ${name}`,
        async (kit) => {
          const sink = document.createElement("iframe");
          sink.name = "sink";
          document.body.append(sink);
          kit.after(() => sink.remove());
          const form = await kit.form('<input name="a">', `${attributes} target="sink"`);
          form.action = action;
          const loaded = new Promise((done) => sink.addEventListener("load", () => done(sink.contentWindow?.location.pathname)));
          const outcome = await kit.outcome(kit.call({ a: 1 }));
          return `${outcome} ${action.endsWith("204") ? "" : await Promise.race([loaded, kit.sleep(1000)])}`;
        },
      ]),
  ),
  [
    "a dialog's form",
    async (kit) => {
      const dialog = document.createElement("dialog");
      document.body.append(dialog);
      kit.after(() => dialog.remove());
      await kit.form('<input name="a">', 'toolautosubmit method="dialog"', dialog);
      dialog.showModal();
      return `${await kit.outcome(kit.call({ a: 1 }))} ${dialog.open}`;
    },
  ],
];
