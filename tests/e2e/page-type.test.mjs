// Typing as a person's: what listens on a field (React, Vue, an editor, a component of its own) sees what it would see.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";
import { bundled, openPage } from "./page-kit.mjs";

const world = createWorld({ relay: false });

/** @param {import("playwright-core").Page} page @param {string} source */
const run = async (page, source) => page.addScriptTag({ content: await bundled(source) });

test("a React controlled input, check box, select and button change the component's state", async (t) => {
  const { page, command } = await openPage(world, t, '<div id="app"></div>');
  await run(
    page,
    `import { createElement as h, useState } from "react";
    import { createRoot } from "react-dom/client";
    function App() {
      const [state, set] = useState({ name: "A", agree: false, tea: "", sent: "" });
      const change = (part) => set((old) => ({ ...old, ...part }));
      return h("form", { onSubmit: (event) => { event.preventDefault(); change({ sent: state.name + "/" + state.tea + "/" + state.agree }); } },
        h("input", { "aria-label": "Name", value: state.name, onChange: (event) => change({ name: event.target.value.toUpperCase() }) }),
        h("input", { type: "checkbox", "aria-label": "Agree", checked: state.agree, onChange: (event) => change({ agree: event.target.checked }) }),
        h("select", { "aria-label": "Tea", value: state.tea, onChange: (event) => change({ tea: event.target.value }) },
          h("option", { value: "" }, "-"), h("option", { value: "s" }, "Sencha")),
        h("button", { disabled: !state.agree }, "Send"),
        h("output", null, JSON.stringify(state)));
    }
    createRoot(document.querySelector("#app")).render(h(App));`,
  );
  await page.waitForSelector("input");
  const state = async () => JSON.parse(await page.locator("output").textContent());
  assert.deepEqual(await command("type", { selector: "[aria-label=Name]", text: "da" }), {
    selector: "[aria-label=Name]",
    typed: "da",
    currentValue: "ADA",
    submitted: false,
  });
  await command("type", { role: "combobox", name: "Tea", text: "Sencha" });
  await command("click", { role: "checkbox", name: "Agree" });
  assert.deepEqual(await state(), { name: "ADA", agree: true, tea: "s", sent: "" });
  await command("type", { role: "textbox", name: "Name", text: "bo", clear: true, submit: true });
  assert.equal((await state()).sent, "BO/s/true");
  await command("type", { selector: "[aria-label=Name]", text: "", clear: true });
  await command("click", { text: "Send" });
  assert.equal((await state()).sent, "/s/true");
});

test("Vue's v-model, lazy ones and numbers too, hold what was typed", async (t) => {
  const { page, command } = await openPage(
    world,
    t,
    '<div id="app"><input id="a" v-model="name"><input id="b" v-model.lazy="lazy"><input id="c" type="number" v-model.number="count"><textarea v-model="note"></textarea><select v-model="tea"><option>Sencha</option><option>Oolong</option></select><input type="checkbox" v-model="agree"><input type="radio" value="x" v-model="pick"><output>{{ JSON.stringify({ name, lazy, count, note, tea, agree, pick }) }}</output></div>',
  );
  await run(
    page,
    `import { createApp } from "vue";
    createApp({ data: () => ({ name: "", lazy: "", count: 1, note: "", tea: "Sencha", agree: false, pick: "" }) }).mount("#app");`,
  );
  await command("type", { selector: "#a", text: "Ada" });
  await command("type", { selector: "#b", text: "late" });
  await command("type", { selector: "#c", text: "-2.5", clear: true });
  await command("type", { selector: "textarea", text: "two\nlines" });
  await command("type", { selector: "select", text: "oolong" });
  await command("click", { selector: "[type=checkbox]" });
  await command("click", { selector: "[type=radio]" });
  assert.deepEqual(JSON.parse(await page.locator("output").textContent()), {
    name: "Ada",
    lazy: "late",
    count: -2.5,
    note: "two\nlines",
    tea: "Oolong",
    agree: true,
    pick: "x",
  });
});

test("a contenteditable editor gets its text, lines and events", async (t) => {
  const { page, command } = await openPage(world, t, '<div contenteditable role="textbox" aria-label="Note">Hello</div>');
  await page.evaluate(() => {
    window.seen = [];
    const editor = document.querySelector("[contenteditable]");
    for (const type of ["keydown", "beforeinput", "input", "keyup"]) {
      editor.addEventListener(type, (/** @type {any} */ event) => window.seen.push(`${type} ${event.inputType ?? event.key}`));
    }
  });
  assert.deepEqual(await command("type", { role: "textbox", name: "Note", text: "!" }), {
    selector: 'textbox "Note" [ref=e1]',
    typed: "!",
    currentValue: "Hello!",
    submitted: false,
  });
  assert.deepEqual(await page.evaluate(() => window.seen), ["keydown !", "beforeinput insertText", "input insertText", "keyup !"]);
  const { currentValue } = await command("type", { selector: "[contenteditable]", text: "one\ntwo", clear: true });
  assert.match(currentValue, /^one\n+two$/);
});

test("an editor that takes over beforeinput and keydown writes its own text", async (t) => {
  const { page, command } = await openPage(world, t, "<div contenteditable></div>");
  await page.evaluate(() => {
    const editor = document.querySelector("[contenteditable]");
    editor.addEventListener("beforeinput", (/** @type {any} */ event) => {
      event.preventDefault();
      if (event.data) editor.textContent += event.data.toUpperCase();
    });
    editor.addEventListener("keydown", (/** @type {any} */ event) => {
      if (event.key === "x") event.preventDefault();
    });
  });
  assert.equal((await command("type", { selector: "div", text: "axb" })).currentValue, "AB");
});

test("a web component's field in a shadow root is typed into and its button clicked, by name, selector and host", async (t) => {
  const { page, command } = await openPage(world, t, "<tea-order></tea-order>");
  await page.evaluate(() => {
    customElements.define(
      "tea-order",
      class extends HTMLElement {
        connectedCallback() {
          const root = this.attachShadow({ mode: "open" });
          const [input, button] = ["input", "button"].map((name) => root.appendChild(document.createElement(name)));
          input.setAttribute("aria-label", "Amount");
          input.addEventListener("input", () => {
            this.amount = input.value;
          });
          button.append("Order");
          button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("order", { detail: this.amount })));
          this.addEventListener("order", (/** @type {any} */ event) => {
            window.ordered = event.detail;
          });
        }
      },
    );
  });
  await command("type", { role: "textbox", name: "Amount", text: "1" });
  await command("type", { selector: "tea-order", text: "3" });
  await command("click", { text: "Order" });
  assert.equal(await page.evaluate(() => window.ordered), "13");
});

test("each key has its events, with the right key, and change comes once at the end", async (t) => {
  const { page, command } = await openPage(world, t, '<input value="a">');
  await page.evaluate(() => {
    window.seen = [];
    const input = document.querySelector("input");
    for (const type of "mousedown focus keydown keypress beforeinput input keyup change".split(" ")) {
      input.addEventListener(type, (/** @type {any} */ event) =>
        window.seen.push([type, event.key ?? event.data, event.code, event.keyCode].filter((part) => part !== undefined).join(" ")),
      );
    }
  });
  await command("type", { selector: "input", text: "B " });
  assert.deepEqual(await page.evaluate(() => window.seen), [
    "mousedown",
    "focus",
    "keydown B KeyB 66",
    "keypress B KeyB 66",
    "beforeinput B",
    "input B",
    "keyup B KeyB 66",
    "keydown   Space 32",
    "keypress   Space 32",
    "beforeinput  ",
    "input  ",
    "keyup   Space 32",
    "change",
  ]);
});

test("text goes to the end of what is there, or in its place with clear, and no further than maxlength", async (t) => {
  const { command } = await openPage(world, t, '<input id="a" value="one "><input id="b" maxlength="4"><textarea id="c">x</textarea>');
  assert.equal((await command("type", { selector: "#a", text: "two" })).currentValue, "one two");
  assert.equal((await command("type", { selector: "#a", text: "three", clear: true })).currentValue, "three");
  assert.equal((await command("type", { selector: "#b", text: "toolong" })).currentValue, "tool");
  assert.equal((await command("type", { selector: "#c", text: "", clear: true })).currentValue, "");
  assert.equal((await command("type", { selector: "#c", text: "é😀" })).currentValue, "é😀");
});

test("a long text is typed whole", async (t) => {
  const { page, command } = await openPage(world, t, "<textarea></textarea>");
  await command("type", { selector: "textarea", text: "0123456789".repeat(2_000) });
  assert.equal(await page.evaluate(() => document.querySelector("textarea").value), "0123456789".repeat(2_000));
});

test("dates, times, colours and ranges are set at once, and a value that does not fit is explained", async (t) => {
  const { page, command, refusal } = await openPage(
    world,
    t,
    '<input type="date" id="d" value="2026-01-01"><input type="time" id="t"><input type="color" id="c"><input type="range" id="r" min="0" max="10"><input type="number" id="n">',
  );
  await page.evaluate(() => {
    window.heard = [];
    addEventListener("change", (/** @type {any} */ event) => window.heard.push(event.target.id));
  });
  assert.equal((await command("type", { selector: "#d", text: "2026-03-09" })).currentValue, "2026-03-09");
  assert.equal((await command("type", { selector: "#t", text: "14:30" })).currentValue, "14:30");
  assert.equal((await command("type", { selector: "#c", text: "#b4532a" })).currentValue, "#b4532a");
  assert.equal((await command("type", { selector: "#r", text: "7" })).currentValue, "7");
  assert.equal((await command("type", { selector: "#n", text: "-1.5e3" })).currentValue, "-1.5e3");
  assert.deepEqual(await page.evaluate(() => window.heard), ["d", "t", "c", "r", "n"]);
  assert.match(
    await refusal("type", { selector: "#d", text: "March 9" }),
    /does not take "March 9": it takes YYYY-MM-DD, such as 2026-03-09\.$/,
  );
  assert.match(await refusal("type", { selector: "#r", text: "70" }), /takes a number, from 0 to 10/);
  assert.match(await refusal("type", { selector: "#n", text: "many", clear: true }), /takes a number, and "many" is none/);
  assert.equal(await page.evaluate(() => document.querySelector("#d").value), "2026-03-09");
});

test("options are chosen by label, value or part of a label, and what a select lacks is listed", async (t) => {
  const { page, command, refusal } = await openPage(
    world,
    t,
    '<select id="s" aria-label="Tea"><option value="1">Sencha Haru</option><option value="2">Sencha Natsu</option><option value="3">Oolong</option><option disabled>Sold out</option></select><select id="m" multiple><option>a</option><option>b</option></select>',
  );
  await page.evaluate(() => {
    window.heard = [];
    for (const type of ["input", "change"])
      addEventListener(type, (/** @type {any} */ event) => window.heard.push(`${event.type} ${event.target.value}`));
  });
  assert.equal((await command("type", { selector: "#s", text: "Oolong" })).currentValue, "Oolong");
  assert.equal((await command("type", { selector: "#s", text: "2" })).currentValue, "Sencha Natsu");
  assert.equal((await command("type", { selector: "#s", text: "haru" })).currentValue, "Sencha Haru");
  assert.deepEqual(await page.evaluate(() => window.heard), ["input 3", "change 3", "input 2", "change 2", "input 1", "change 1"]);
  assert.match(
    await refusal("type", { selector: "#s", text: "Mate" }),
    /combobox "Tea" \[ref=e\d+\] has no option "Mate"\. It has: "Sencha Haru", "Sencha Natsu", "Oolong", "Sold out"\./,
  );
  assert.match(
    await refusal("type", { selector: "#s", text: "sencha" }),
    /Several options of .* fit "sencha": "Sencha Haru", "Sencha Natsu"\. Give the whole label\./,
  );
  assert.match(await refusal("type", { selector: "#s", text: "Sold out" }), /is disabled: choose another one/);
  await command("type", { selector: "#m", text: "a" });
  assert.equal((await command("type", { selector: "#m", text: "b" })).currentValue, "a, b");
  assert.equal((await command("type", { selector: "#m", text: "b", clear: true })).currentValue, "b");
});

test("submit sends the form with its own button, and says when the browser would not", async (t) => {
  const { page, command, refusal } = await openPage(
    world,
    t,
    '<form id="f"><input id="q" name="q" required><input type="email" id="e" name="e"><button name="b" value="1">Go</button></form><input id="alone"><form id="g"><input id="h"><button disabled>No</button></form>',
  );
  await page.evaluate(() => {
    window.sent = [];
    document.querySelector("#f").addEventListener("submit", (/** @type {any} */ event) => {
      event.preventDefault();
      window.sent.push([...new FormData(event.target, event.submitter)].join());
    });
  });
  assert.equal((await command("type", { selector: "#q", text: "tea", submit: true })).submitted, true);
  assert.deepEqual(await page.evaluate(() => window.sent), ["q,tea,e,,b,1"]);
  assert.match(
    await refusal("type", { selector: "#e", text: "nobody", submit: true }),
    /^The text was typed, but the form was not submitted: textbox \[ref=e\d+\] is not valid \(.+\)\.$/,
  );
  assert.match(await refusal("type", { selector: "#h", text: "x", submit: true }), /not submitted: button "No" \[ref=e\d+\] is disabled/);
  assert.match(await refusal("type", { selector: "#alone", text: "x", submit: true }), /is in no form, and the page does nothing on Enter/);
  await page.evaluate(() => {
    document.querySelector("#alone").addEventListener("keydown", (/** @type {any} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      window.sent.push(event.target.value);
    });
  });
  assert.equal((await command("type", { selector: "#alone", text: "y", submit: true })).submitted, true);
  assert.deepEqual(await page.evaluate(() => window.sent), ["q,tea,e,,b,1", "xy"]);
});

test("a password is typed and never shown", async (t) => {
  const { page, command, outline } = await openPage(
    world,
    t,
    '<label>Password <input type="password" id="p"></label><input autocomplete="one-time-code" id="o" aria-label="Code"><input style="-webkit-text-security:disc" id="s" aria-label="Dots" value="dotted-secret">',
  );
  assert.deepEqual(await command("type", { selector: "#p", text: "hunter2" }), {
    selector: "#p",
    typed: "••••••",
    currentValue: "••••••",
    submitted: false,
  });
  await command("type", { selector: "#o", text: "123456" });
  assert.equal(await page.evaluate(() => document.querySelector("#p").value + document.querySelector("#o").value), "hunter2123456");
  const text = await outline();
  assert.match(text, /textbox "Password" .*: ••••••/);
  for (const secret of ["hunter2", "123456", "dotted-secret"]) assert.ok(!text.includes(secret), secret);
});

/** @type {[what: string, html: string, params: Record<string, unknown>, reason: RegExp][]} */
const refused = [
  [
    "a check box",
    '<input type="checkbox" aria-label="Tea">',
    { selector: "input" },
    /^checkbox "Tea" \[ref=e\d+\] is a checkbox: use click\.$/,
  ],
  ["a file input", '<input type="file">', { selector: "input" }, /takes a file, and only a person can choose one/],
  ["a button", '<input type="submit">', { selector: "input" }, /is a button: use click/],
  ["a paragraph", "<p>Hello</p>", { selector: "p" }, /^paragraph "Hello" \[ref=e\d+\] takes no text\. Type into a text field/],
  [
    "a form of many fields",
    '<form><input aria-label="a"><input aria-label="b"></form>',
    { selector: "form" },
    /holds 2 fields: textbox "a" \[ref=e\d+\], textbox "b"/,
  ],
  ["a disabled field", "<input disabled>", { selector: "input" }, /is disabled and cannot be typed into/],
  ["a read-only field", "<input readonly>", { selector: "input" }, /is read-only/],
  ["a hidden field", '<input hidden id="h">', { selector: "#h" }, /is hidden and cannot be typed into: it is not displayed/],
  ["a covered field", '<input><div style="position:fixed;inset:0"></div>', { selector: "input" }, /is covered by <div>/],
  ["nothing", "<input>", {}, /^Nothing that takes text has the focus: say where to type/],
  ["a field without a text", "<input>", { selector: "input", text: undefined }, /^type: text must be a string/],
];
test("typing into what takes no text is refused with the reason, and changes nothing", async (t) => {
  const { page, refusal } = await openPage(world, t, "");
  for (const [what, html, params, reason] of refused) {
    await page.evaluate((html) => {
      document.body.innerHTML = html;
    }, html);
    assert.match(await refusal("type", { text: "x", ...params }), reason, what);
    assert.equal(
      await page.evaluate(() => [...document.querySelectorAll("input")].some((input) => input.value.includes("x"))),
      false,
      what,
    );
  }
});

test("without a target the field that has the focus is typed into", async (t) => {
  const { page, command } = await openPage(world, t, "<input autofocus>");
  await page.evaluate(() => document.querySelector("input").focus());
  assert.equal((await command("type", { text: "here" })).currentValue, "here");
});

test("focus and blur are sent in a window that is not in front, too", async (t) => {
  const { page, command } = await openPage(world, t, '<input id="a"><input id="b">');
  await page.evaluate(() => {
    window.seen = [];
    for (const id of ["a", "b"]) {
      for (const type of ["focus", "blur", "focusin", "focusout"])
        document.getElementById(id).addEventListener(type, () => window.seen.push(`${type} ${id}`));
    }
  });
  const other = await page.context().newPage();
  await other.bringToFront();
  await command("type", { selector: "#a", text: "x" });
  await command("type", { selector: "#b", text: "y" });
  const seen = await page.evaluate(() => window.seen);
  assert.deepEqual([...seen].sort(), ["blur a", "focus a", "focus b", "focusin a", "focusin b", "focusout a"]);
  assert.ok(seen.indexOf("blur a") < seen.indexOf("focus b"));
});
