// B5: arguments into controls, with the events that scripts hear.

/** @type {[string, unknown[]][]} */
const fillings = [
  [
    "<input name=x>",
    [
      { x: "a" },
      { x: "" },
      { x: 5 },
      { x: true },
      { x: null },
      { x: {} },
      { x: [] },
      { x: "a\nb" },
      { x: -0 },
      { y: 1, x: null },
      [1],
      { "": 1 },
    ],
  ],
  ["<input name=x value=abc>", [{ x: "abc" }, { x: "" }, {}]],
  ["<textarea name=x></textarea>", [{ x: "a\nb" }]],
  [
    "<input type=number name=x>",
    [
      { x: 5 },
      { x: "5" },
      { x: "abc" },
      { x: "" },
      { x: true },
      { x: null },
      { x: " 5" },
      { x: "5." },
      { x: "1e3" },
      { x: [5] },
      { x: ".5" },
      { x: "+5" },
      { x: "-.5" },
      { x: "1e400" },
    ],
  ],
  ["<input type=range name=x max=3>", [{ x: 5 }, { x: "5" }, { x: "abc" }, { x: "" }, { x: true }]],
  [
    "<input type=date name=x>",
    [
      { x: "2024-01-02" },
      { x: "01/02/2024" },
      { x: "" },
      { x: 5 },
      { x: "2024-02-30" },
      { x: null },
      { x: "12024-02-03" },
      { x: "0000-01-01" },
      { x: "2024-1-1" },
    ],
  ],
  [
    "<input type=time name=x>",
    [
      { x: "10:00" },
      { x: "10:00:30" },
      { x: "10:00:30.5" },
      { x: "24:00" },
      { x: "1:00" },
      { x: "" },
      { x: "10:00:30.5555" },
      { x: "10:00:30." },
    ],
  ],
  [
    "<input type=datetime-local name=x>",
    [
      { x: "2024-01-02T10:00" },
      { x: "2024-01-02 10:00" },
      { x: "2024-01-02" },
      { x: "" },
      { x: "2024-01-02T10:00:30" },
      { x: "2024-01-02T10:00:30.123" },
      { x: "2024-01-02T10:00Z" },
    ],
  ],
  ["<input type=month name=x>", [{ x: "2024-01" }, { x: "2024-13" }, { x: "" }]],
  ["<input type=week name=x>", [{ x: "2024-W01" }, { x: "2024-W53" }, { x: "2020-W53" }, { x: "2024-W00" }, { x: "2024-w01" }]],
  ["<input type=color name=x>", [{ x: "red" }, { x: "#zzzzzz" }, { x: "#ABCDEF" }, { x: "" }, { x: 5 }, { x: null }, { x: "rgb(1 2 3)" }]],
  [
    "<input type=checkbox name=x>",
    [
      { x: true },
      { x: false },
      { x: "true" },
      { x: "false" },
      { x: 1 },
      { x: 0 },
      { x: "yes" },
      { x: "" },
      { x: null },
      { x: [] },
      { x: {} },
      { x: "on" },
      { x: 2 },
      { x: "1" },
    ],
  ],
  ["<input type=checkbox name=x checked>", [{ x: true }, { x: false }]],
  [
    "<input type=checkbox name=x value=a><input type=checkbox name=x value=b checked>",
    [
      { x: ["a"] },
      { x: [] },
      { x: ["z"] },
      { x: ["a", "a"] },
      { x: "a" },
      { x: true },
      { x: null },
      { x: {} },
      { x: [1] },
      { x: ["a", null] },
      { x: 1 },
    ],
  ],
  ["<input type=checkbox name=x value=1><input type=checkbox name=x value=1>", [{ x: ["1"] }, { x: [1] }, { x: ["1", "1"] }]],
  [
    "<input type=radio name=x value=a><input type=radio name=x value=1>",
    [{ x: "a" }, { x: 1 }, { x: "z" }, { x: null }, { x: [] }, { x: "" }, { x: true }, { x: {} }],
  ],
  ["<input type=radio name=x value=a checked><input type=radio name=x value=b disabled>", [{ x: "a" }, { x: "b" }]],
  [
    "<select name=x><option value=a>Aa<option value=1>One<option value=d disabled>D</select>",
    [{ x: "a" }, { x: 1 }, { x: "Aa" }, { x: "d" }, { x: null }, { x: ["a"] }, { x: "" }, { x: true }],
  ],
  [
    "<select name=x multiple><option value=a>Aa<option value=b selected>Bb<option value=1>One</select>",
    [{ x: ["a"] }, { x: [] }, { x: ["z"] }, { x: ["a", "a"] }, { x: "a" }, { x: null }, { x: [1] }, { x: ["b"] }, { x: {} }],
  ],
  ["<input type=hidden name=x toolparamdescription=h><input type=hidden name=y>", [{ x: "q" }, { y: 1 }, { x: null }]],
  ["<input type=file name=x><input name=z disabled><button name=b>b</button>", [{ x: "q" }, { z: 1 }, { b: 1 }]],
  [
    "<input name=a><input name=b type=number><input name=c>",
    [
      { c: "1", b: 2, a: "3" },
      { c: "1", b: "zz" },
    ],
  ],
  ["<input name=x><input name=x>", [{ x: 1 }]],
  ["<input type=email name=x required><input name=y required minlength=3><button>", [{}, { x: "nope", y: "a" }, { x: "a@b", y: "ab" }]],
];

/** @type {import("./kit.js").Row[]} */
export const rows = [
  ...fillings.map(
    ([html, inputs]) =>
      /** @type {import("./kit.js").Row} */ ([
        html,
        async (kit) => {
          const form = kit.answering(await kit.form(html));
          kit.hear(
            form,
            "input change invalid beforeinput click",
            ({ type, target, constructor }) => `${type} ${constructor.name} ${target.value} ${target.checked ?? ""}`,
          );
          const seen = [];
          for (const input of inputs) {
            form.reset();
            await kit.sleep(10);
            kit.log.length = 0;
            seen.push(`${JSON.stringify(input)} ${await kit.outcome(kit.call(input))} [${kit.said()}]`);
          }
          return seen.join("\n");
        },
      ]),
  ),
  [
    "parameters in the order of the arguments, then submit, then toolactivated",
    async (kit) => {
      const form = kit.answering(await kit.form('<input name="a"><input name="b"><button id="go">Go</button>'));
      kit.hear(
        form,
        "input change submit focus focusin click",
        ({ type, target, agentInvoked = "", submitter }) => `${type} ${target.name ?? ""} ${agentInvoked} ${submitter?.id ?? ""}`,
      );
      kit.hear(kit.mc, "toolactivated toolcancel", ({ type, toolName }) => `${type} ${toolName}`);
      const promise = kit.call({ b: "1", a: "2" });
      promise.then(() => kit.note("resolved"));
      return `${await kit.outcome(promise)} ${kit.said()}`;
    },
  ],
  [
    "a call starts in the next task",
    async (kit) => {
      const form = kit.answering(await kit.form('<input name="a">'));
      kit.hear(form, "input");
      const entry = await kit.entry("f");
      const promise = kit.mc.executeTool(entry, { a: 1 });
      kit.note("called");
      Promise.resolve().then(() => kit.note("microtask"));
      await promise;
      return kit.said();
    },
  ],
  [
    "wrong arguments still activate the tool",
    async (kit) => {
      await kit.form('<input name="a">');
      kit.hear(kit.mc, "toolactivated toolcancel");
      return `${await kit.outcome(kit.call({ zz: 1 }))} ${kit.said()}`;
    },
  ],
  [
    "nothing is filled where one argument is wrong",
    async (kit) => {
      const form = await kit.form('<input name="a"><input name="b" type="number">');
      return `${await kit.outcome(kit.call({ a: "1", b: "zz" }))} ${JSON.stringify(form.elements[0].value)}`;
    },
  ],
  [
    "what is left out stays",
    async (kit) => {
      const form = kit.answering(await kit.form('<input name="a" value="old" required><input name="b">'));
      form.elements[0].value = "stale";
      return kit.outcome(kit.call({ b: "1" }));
    },
  ],
  [
    "values stay afterwards",
    async (kit) => {
      const form = kit.answering(await kit.form('<input name="a">'));
      await kit.call({ a: "1" });
      return form.elements[0].value;
    },
  ],
  [
    "checks that fail leave the values",
    async (kit) => {
      const form = await kit.form('<input name="a" type="email"><input name="b" required>');
      kit.hear(form, "invalid");
      return `${await kit.outcome(kit.call({ a: "nope" }))} ${form.elements[0].value} ${kit.said()} ${document.activeElement?.localName}`;
    },
  ],
  [
    "novalidate and formnovalidate",
    async (kit) => {
      kit.answering(await kit.form('<input name="a" required>', "toolautosubmit novalidate"));
      const first = await kit.outcome(kit.call({}));
      await kit.clean();
      kit.answering(await kit.form('<input name="a" required><button formnovalidate>Go</button>'));
      return `${first} ${await kit.outcome(kit.call({}))}`;
    },
  ],
  [
    "the first enabled button submits",
    async (kit) => {
      const form = kit.answering(
        await kit.form(
          '<button type="button">no</button><button disabled>no</button><input type="submit" name="s" value="yes"><button>later</button>',
        ),
        ({ submitter }) => submitter?.value,
      );
      return `${await kit.outcome(kit.call({}))} ${form.elements.length}`;
    },
  ],
  [
    "a form without a button",
    async (kit) => {
      kit.answering(await kit.form('<input name="a">'), ({ submitter }) => String(submitter));
      const first = await kit.outcome(kit.call({}));
      await kit.clean();
      await kit.form('<input name="a">', "");
      return `${first} ${await kit.outcome(kit.call({ a: 1 }))}`;
    },
  ],
  [
    "a framework's own setter does not hide a change",
    async (kit) => {
      const form = kit.answering(await kit.form('<input name="a">'));
      const [input] = form.elements;
      let tracked = "";
      Object.defineProperty(input, "value", {
        configurable: true,
        get: () => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.get?.call(input),
        set(value) {
          tracked = value;
        },
      });
      return `${await kit.outcome(kit.call({ a: "1" }))} ${JSON.stringify(tracked)}`;
    },
  ],
];
