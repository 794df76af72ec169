// B1: which forms are tools.
import { print } from "./kit.js";

/** @type {[string, string][]} */
const attributes = [
  ["only a name", 'toolname="f"'],
  ["only a description", 'tooldescription="d"'],
  ["an empty name", 'toolname="" tooldescription="d"'],
  ["a name with a space", 'toolname="a b" tooldescription="d"'],
  ["an accented name", 'toolname="é" tooldescription="d"'],
  ["a long name", `toolname="${"x".repeat(129)}" tooldescription="d"`],
  ["an empty description", 'toolname="f" tooldescription=""'],
  ["white space as description", 'toolname="f" tooldescription="  "'],
  ["a title", 'toolname="f" tooldescription="d" tooltitle="TT" title="x" aria-label="y" toolparamtitle="z"'],
  ["hidden", 'toolname="f" tooldescription="d" hidden'],
  ["inert", 'toolname="f" tooldescription="d" inert'],
  ["not displayed", 'toolname="f" tooldescription="d" style="display:none"'],
  ["a dialog's", 'toolname="f" tooldescription="d" method="dialog"'],
  ["a script's", 'toolname="f" tooldescription="d" action="javascript:1"'],
];

/** @type {import("./kit.js").Row[]} */
export const rows = [
  ...attributes.map(
    ([name, given]) =>
      /** @type {import("./kit.js").Row} */ ([
        name,
        async (kit) => {
          kit.bare('<input name="x">', given);
          await kit.sleep();
          const tools = await kit.mc.getTools();
          return tools
            .map((/** @type {any} */ tool) => print({ ...tool, origin: tool.origin === location.origin, window: tool.window === window }))
            .join("\n");
        },
      ]),
  ),
  [
    "in an open shadow root",
    async (kit) => {
      const host = document.createElement("div");
      document.body.append(host);
      kit.after(() => host.remove());
      await kit.form('<input name="x">', "", host.attachShadow({ mode: "open" }));
      return kit.shown("f");
    },
  ],
  [
    "in a shadow root that comes late",
    async (kit) => {
      const host = document.createElement("div");
      document.body.append(host);
      kit.after(() => host.remove());
      await kit.sleep();
      const root = host.attachShadow({ mode: "open" });
      await kit.sleep();
      await kit.form('<input name="x">', "", root);
      return kit.shown("f");
    },
  ],
  [
    "in a closed shadow root",
    async (kit) => {
      const host = document.createElement("div");
      document.body.append(host);
      kit.after(() => host.remove());
      await kit.form('<input name="x">', "", host.attachShadow({ mode: "closed" }));
      return kit.shown("f");
    },
  ],
  [
    "in a shadow root in a shadow root, taken out and put back",
    async (kit) => {
      const outer = document.createElement("div");
      const inner = document.createElement("div");
      outer.attachShadow({ mode: "open" }).append(inner);
      await kit.form('<input name="x">', "", inner.attachShadow({ mode: "open" }));
      const seen = [await kit.shown("f")];
      document.body.append(outer);
      kit.after(() => outer.remove());
      await kit.sleep();
      seen.push(await kit.shown("f"));
      outer.remove();
      seen.push(await kit.shown("f"));
      document.body.append(outer);
      await kit.sleep();
      seen.push(await kit.shown("f"));
      return seen.join("\n");
    },
  ],
  [
    "in a template",
    async (kit) => {
      const template = document.createElement("template");
      document.body.append(template);
      kit.after(() => template.remove());
      template.innerHTML = '<form toolname="f" tooldescription="d"></form>';
      await kit.sleep();
      return kit.shown("f");
    },
  ],
  [
    "two forms of one name",
    async (kit) => {
      const first = kit.bare('<input name="a">', 'toolname="f" tooldescription="one"');
      kit.bare('<input name="b">', 'toolname="f" tooldescription="two"');
      await kit.sleep();
      const seen = [await kit.shown("f")];
      first.remove();
      await kit.sleep();
      seen.push(await kit.shown("f"));
      return seen.join("\n");
    },
  ],
  [
    "a name that a function has",
    async (kit) => {
      const controller = new AbortController();
      await kit.register(kit.tool({ name: "f", description: "function" }), { signal: controller.signal });
      await kit.form('<input name="x">');
      const seen = [await kit.shown("f")];
      controller.abort();
      await kit.sleep();
      seen.push(await kit.shown("f"), await kit.outcome(kit.add({ name: "f", description: "again" })));
      return seen.join("\n");
    },
  ],
  [
    "a function wants a name that a form has",
    async (kit) => {
      await kit.form('<input name="x">');
      return kit.outcome(kit.add({ name: "f" }));
    },
  ],
];
