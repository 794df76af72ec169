// B4: what changes a form's tool, when, and what does not.

/** @typedef {import("./kit.js").Row} Row */
/** @typedef {(form: any) => void} Change */

/** @type {[string, string, Change][]} */
const changes = [
  ["a control is added", "", (form) => form.append(Object.assign(document.createElement("input"), { name: "y" }))],
  ["a control is removed", "", (form) => form.elements[0].remove()],
  [
    "a control is added below",
    "<p></p>",
    (form) => form.querySelector("p").append(Object.assign(document.createElement("select"), { name: "y" })),
  ],
  ["name", "", (form) => form.elements[0].setAttribute("name", "z")],
  ["type", "", (form) => form.elements[0].setAttribute("type", "number")],
  ["required", "", (form) => form.elements[0].toggleAttribute("required")],
  ["disabled", "", (form) => form.elements[0].toggleAttribute("disabled")],
  ["readonly", "", (form) => form.elements[0].toggleAttribute("readonly")],
  ["min", '<input type="number" name="n">', (form) => form.elements[1].setAttribute("min", "1")],
  ["max", '<input type="number" name="n">', (form) => form.elements[1].setAttribute("max", "1")],
  ["step", '<input type="number" name="n">', (form) => form.elements[1].setAttribute("step", "2")],
  ["pattern", "", (form) => form.elements[0].setAttribute("pattern", "a")],
  ["multiple", '<select name="s"></select>', (form) => form.elements[1].toggleAttribute("multiple")],
  ["toolparamdescription", "", (form) => form.elements[0].setAttribute("toolparamdescription", "PD")],
  ["aria-description", "", (form) => form.elements[0].setAttribute("aria-description", "AD")],
  ["a fieldset is disabled", '<fieldset><input name="y"></fieldset>', (form) => form.querySelector("fieldset").toggleAttribute("disabled")],
  ["toolname", "", (form) => form.setAttribute("toolname", "g")],
  ["tooldescription", "", (form) => form.setAttribute("tooldescription", "new")],
  ["tooltitle", "", (form) => form.setAttribute("tooltitle", "new")],
  ["toolautosubmit", "", (form) => form.toggleAttribute("toolautosubmit")],
  ["toolname is removed", "", (form) => form.removeAttribute("toolname")],
  ["tooldescription is removed", "", (form) => form.removeAttribute("tooldescription")],
  ["toolname is made invalid", "", (form) => form.setAttribute("toolname", "a b")],
  [
    "there and back",
    "",
    (form) => {
      form.elements[0].toggleAttribute("required");
      form.elements[0].toggleAttribute("required");
    },
  ],
  [
    "several at once",
    "",
    (form) => {
      form.elements[0].toggleAttribute("required");
      form.setAttribute("tooldescription", "new");
      form.append(Object.assign(document.createElement("input"), { name: "y" }));
    },
  ],
  [
    "a label's text",
    '<label id="l">Old<input name="y"></label>',
    (form) => {
      form.querySelector("#l").firstChild.data = "New";
    },
  ],
  ["an option is added", '<select name="s"><option>a</option></select>', (form) => form.elements[1].add(new Option("b"))],
  ["an option's value", '<select name="s"><option>a</option></select>', (form) => form.querySelector("option").setAttribute("value", "b")],
  [
    "an option is disabled",
    '<select name="s"><option>a</option></select>',
    (form) => form.querySelector("option").toggleAttribute("disabled"),
  ],
  [
    "a value",
    "",
    (form) => {
      form.elements[0].value = "new";
    },
  ],
  ["maxlength", "", (form) => form.elements[0].setAttribute("maxlength", "3")],
  ["toolparamtitle", "", (form) => form.elements[0].setAttribute("toolparamtitle", "T")],
];

/** @type {Row[]} */
export const rows = [
  ...changes.map(
    ([name, inner, change]) =>
      /** @type {Row} */ ([
        name,
        async (kit) => {
          const form = await kit.form(`<input name="x">${inner}`, "");
          kit.hear(kit.mc, "toolchange");
          change(form);
          const listed = async () =>
            (await kit.mc.getTools())
              .map((/** @type {any} */ { name, title, description, inputSchema }) =>
                JSON.stringify([name, title, description, inputSchema]),
              )
              .join();
          // The list as it is now, although it comes later.
          const now = listed();
          await kit.quiet(150);
          const events = kit.log.length;
          const then = await listed();
          return `${events} ${(await now) === then ? "" : `${await now} -> `}${then}`;
        },
      ]),
  ),
  [
    "a form that comes",
    async (kit) => {
      kit.mc.addEventListener("toolchange", () => kit.note("toolchange"), { once: true });
      kit.bare("", 'toolname="f" tooldescription="d"');
      kit.note("inserted");
      Promise.resolve().then(() => kit.note("microtask"));
      kit.mc.getTools().then((/** @type {any[]} */ tools) => kit.note(`listed ${tools.length}`));
      await kit.quiet(100);
      const said = kit.said().replace(/ > listed 0/g, "");
      await kit.clean();
      return said;
    },
  ],
  [
    "a form that goes",
    async (kit) => {
      const form = await kit.form("");
      kit.hear(kit.mc, "toolchange");
      form.remove();
      const listed = await kit.entry("f");
      await kit.quiet(100);
      return `${listed} ${kit.log.length}`;
    },
  ],
  [
    "a form that goes with what is around it",
    async (kit) => {
      const form = await kit.form("");
      form.parentElement.remove();
      return String(await kit.entry("f"));
    },
  ],
  [
    "a form that moves",
    async (kit) => {
      const form = await kit.form("");
      kit.hear(kit.mc, "toolchange");
      document.body.append(form);
      kit.after(() => form.remove());
      await kit.quiet(100);
      return `${(await kit.entry("f"))?.name} ${kit.log.length}`;
    },
  ],
  [
    "a control moves to another form by its form attribute",
    async (kit) => {
      const form = await kit.form('<input name="x">', 'id="one"');
      const other = kit.bare('<input name="y">', 'id="two" toolname="g" tooldescription="d"');
      await kit.sleep();
      form.elements[0].setAttribute("form", "two");
      await kit.quiet(100);
      return [(await kit.entry("f")).inputSchema, (await kit.entry("g")).inputSchema, other.elements.length]
        .map((part) => JSON.stringify(part))
        .join();
    },
  ],
  [
    "a control outside goes",
    async (kit) => {
      const outside = document.createElement("div");
      outside.innerHTML = '<input name="x" form="ff">';
      document.body.append(outside);
      kit.after(() => outside.remove());
      await kit.form('<input name="y">', 'id="ff"');
      outside.remove();
      await kit.quiet(100);
      return JSON.stringify((await kit.entry("f")).inputSchema);
    },
  ],
  [
    "nothing else in the page changes anything",
    async (kit) => {
      await kit.form('<input name="x">');
      kit.hear(kit.mc, "toolchange");
      const other = document.createElement("section");
      other.innerHTML = '<form><input name="z" required></form><p>text</p><input name="w">';
      document.body.append(other);
      other.querySelector("input")?.removeAttribute("required");
      await kit.sleep();
      other.remove();
      await kit.sleep();
      return kit.log.length;
    },
  ],
];
