// The page as an outline: what is shown, what is not, and that no page makes it large, slow or wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";
import { openPage } from "./page-kit.mjs";

const world = createWorld({ relay: false });

/** Without references, which depend on what was looked at before. @param {string} outline */
const bare = (outline) => outline.replace(/ \[ref=e\d+\]/g, "");

/** @param {import("node:test").TestContext} t @param {string} html @param {string[]} expected lines below the document's */
async function shows(t, html, expected) {
  const { outline } = await openPage(world, t, html);
  assert.deepEqual(bare(await outline()).split("\n"), ['- document "A page"', ...expected.map((line) => `  ${line}`)]);
}

test("a snapshot has the shape a wu relay expects", async (t) => {
  const { command } = await openPage(world, t, '<main data-wu-app="cart"><button>Buy</button></main><p>Else</p>');
  const { app, snapshot, timestamp } = await command("snapshot");
  assert.equal(app, "page");
  assert.match(
    snapshot,
    /^- document "A page"\n {2}- main \[ref=e\d+\]\n {4}- button "Buy" \[ref=e\d+\]\n {2}- paragraph \[ref=e\d+\]: Else$/,
  );
  assert.ok(Math.abs(Date.now() - timestamp) < 60_000);
  const part = await command("snapshot", { appName: "cart" });
  assert.equal(part.app, "cart");
  assert.match(part.snapshot, /^- main \[ref=e\d+\]\n {2}- button "Buy" \[ref=e\d+\]$/);
});

test("roles, names, states and values are shown", (t) =>
  shows(
    t,
    `<h2>Order</h2><input type=checkbox checked aria-label=Tea><input type=checkbox aria-label=Milk disabled>
    <button aria-expanded=false>Menu</button><button aria-pressed=true>Bold</button><input aria-label=Name value=Ada required placeholder="Your name">
    <select aria-label=Pick><option>one<option selected>two</select><progress value=.5 max=1 aria-label=Load></progress>
    <details open><summary>More</summary>text</details><input type=range aria-label=Loud value=30><a href=#x aria-current=page>Here</a>
    <div role=slider tabindex=0 aria-label=Warm aria-valuenow=3 aria-valuetext=hot></div><input type=radio aria-label=r><input aria-label=bad aria-invalid=true readonly>`,
    [
      '- heading "Order" [level=2]',
      '- checkbox "Tea" [checked]',
      '- checkbox "Milk" [disabled]',
      '- button "Menu" [collapsed]',
      '- button "Bold" [pressed]',
      '- textbox "Name" [required] [placeholder="Your name"]: Ada',
      '- combobox "Pick": two',
      '  - option "one"',
      '  - option "two" [selected]',
      '- progressbar "Load": 0.5',
      "- group",
      '  - button "More" [expanded]',
      "  - text: text",
      '- slider "Loud": 30',
      '- link "Here" [current]',
      '- slider "Warm": hot',
      '- radio "r"',
      '- textbox "bad" [readonly] [invalid]',
    ],
  ));

test("hidden parts are left out, and what shows in them is not", (t) =>
  shows(
    t,
    `<p hidden>no</p><p style="display:none">no</p><p aria-hidden=true>no</p><div style="visibility:hidden">no <b style="visibility:visible">yes</b></div>
    <div inert>no</div><details><summary>Closed</summary>no</details><div style="content-visibility:hidden">no</div><script>var no</script><template>no</template>
    <div data-webmcp-widget=true>no</div><noscript>no</noscript><input type=hidden value=no>`,
    ["- text: yes", "- group", '  - button "Closed" [collapsed]'],
  ));

test("what means nothing by itself is left out, and its text goes on", (t) =>
  shows(
    t,
    "<div><div><span>One <b>fine</b> <i>day</i></span></div><div>two</div></div><ul role=none><li>three</ul><div style='display:contents'><p>four</p></div>",
    ["- text: One fine day", "- text: two", "- text: three", "- paragraph: four"],
  ));

test("a name is said once: not again as content, label or legend", (t) =>
  shows(
    t,
    "<button><b>Buy</b> now</button><label>Name <input></label><fieldset><legend>Seat</legend><label><input type=radio> Table</label></fieldset><a href=#x>See <button>inner</button></a>",
    ['- button "Buy now"', '- textbox "Name"', '- group "Seat"', '  - radio "Table"', '- link "See inner"', '  - button "inner"'],
  ));

test("what only looks clickable is shown as such", (t) =>
  shows(t, '<div onclick="1">Row one</div><div style="cursor:pointer">Row <b>two</b></div><div tabindex=0>Row three</div>', [
    '- generic "Row one" [clickable]',
    '- generic "Row two" [clickable]',
    '- generic "Row three"',
  ]));

test("shadow roots, slots and same-origin frames are part of the page", async (t) => {
  const { page, outline } = await openPage(
    world,
    t,
    '<my-card><em slot="b">second</em><em>first</em><em slot="nowhere">never</em></my-card><iframe title="Inner" srcdoc="<button>Framed</button>"></iframe>',
  );
  await page.waitForFunction(() => document.querySelector("iframe").contentDocument.querySelector("button"));
  await page.evaluate(() => {
    document.querySelector("my-card").attachShadow({ mode: "open" }).innerHTML =
      "<h3>Card</h3><p><slot></slot></p><p><slot name=b></slot></p><p><slot name=c>fallback</slot></p>";
  });
  assert.deepEqual(
    bare(await outline())
      .split("\n")
      .slice(1),
    [
      '  - heading "Card" [level=3]',
      "  - paragraph: first",
      "  - paragraph: second",
      "  - paragraph: fallback",
      '  - iframe "Inner"',
      '    - button "Framed"',
    ],
  );
});

test("a frame of another origin is named and not looked into", async (t) => {
  const { outline } = await openPage(world, t, '<iframe title="Else" sandbox srcdoc="<p>secret</p>"></iframe>');
  assert.match(bare(await outline()), /- iframe "Else": another origin's page, which cannot be read from here$/);
});

test("aria-owns moves elements, and cycles of it end", (t) =>
  shows(
    t,
    `<div role=group id=a aria-label=A aria-owns="c b missing"></div><p id=b>b</p><p id=c>c</p>
    <div role=group id=x aria-label=X aria-owns=y></div><div role=group id=y aria-label=Y aria-owns=x></div>
    <div role=group id=o aria-label=O aria-owns="o p"><div role=group id=p aria-label=P aria-owns=o></div></div>`,
    ['- group "A"', "  - paragraph: c", "  - paragraph: b", '- group "X"', '  - group "Y"', '- group "O"', '  - group "P"'],
  ));

test("an open modal dialog is all there is", (t) =>
  shows(
    t,
    "<button>Behind</button><dialog aria-label=Ask><button>Yes</button></dialog><script>document.querySelector('dialog').showModal()</script>",
    [
      "- note: a modal dialog is open; until it is closed the rest of the page takes no input",
      '- dialog "Ask"',
      '  - button "Yes" [focused]',
    ],
  ));

test("a reference stays an element's from one snapshot to the next, and is never another's", async (t) => {
  const { page, command, refusal, refOf } = await openPage(world, t, "<button>One</button><button onclick='done=1'>Two</button>");
  const two = await refOf('"Two"');
  await page.evaluate(() => {
    document.querySelector("button").remove();
    document.body.prepend("new text", document.createElement("input"));
    document.querySelector("button").textContent = "Renamed";
  });
  assert.equal(await refOf('"Renamed"'), two);
  await command("click", { ref: two });
  assert.equal(await page.evaluate(() => window.done), 1);
  const { snapshot } = await command("snapshot", { ref: two });
  assert.equal(snapshot, `- button "Renamed" [focused] [ref=${two}]`);
  await page.evaluate(() => document.querySelector("button").remove());
  assert.match(await refusal("click", { ref: two }), /No element has the reference/);
});

test("a long page is cut in order, with a note of what is missing, and a part of it can be asked for", async (t) => {
  const { page, outline, refOf } = await openPage(world, t, "");
  await page.evaluate(() => {
    for (let n = 0; n < 10_000; n += 1) {
      const item = document.body.appendChild(document.createElement("button"));
      item.textContent = `Button number ${n}`;
    }
    document.body.prepend(document.createElement("ul"));
    document.querySelector("ul").innerHTML = "<li>a part</li>";
  });
  const text = await outline();
  assert.ok(text.length < 31_000, `${text.length} characters`);
  const numbers = [...text.matchAll(/number (\d+)"/g)].map(([, n]) => Number(n));
  assert.deepEqual(
    numbers,
    numbers.map((_, n) => n),
  );
  const left = Number(/with about (\d+) elements left: ask for a part by its ref/.exec(text)[1]);
  assert.ok(Math.abs(left + numbers.length - 10_000) < 20, `${left} left of 10,000 after ${numbers.length}`);
  assert.ok((await outline({ maxLength: 1_000 })).length < 1_300);
  assert.match(await outline({ ref: await refOf("- list") }), /^- list \[ref=e\d+\]\n {2}- listitem \[ref=e\d+\]: a part$/);
});

test("a megabyte of text is cut, and its length told", async (t) => {
  const { page, outline } = await openPage(world, t, "<p></p><button></button><textarea></textarea><p>after</p>");
  await page.evaluate(() => {
    const text = "words and words ".repeat(65_536);
    document.querySelector("p").textContent = text;
    document.querySelector("button").textContent = text;
    document.querySelector("textarea").value = text;
  });
  const text = await outline();
  assert.ok(text.length < 6_000, `${text.length} characters`);
  assert.match(text, /paragraph \[ref=e\d+\]: words and .*… \(1048576 characters\)/);
  assert.match(text, /textbox \[ref=e\d+\]: words and .*… \(1048576 characters\)/);
  assert.match(text, /: after$/);
});

test("a page deeper than any person's is shown as far as it goes", async (t) => {
  const { page, outline } = await openPage(world, t, "<p>before</p>");
  await page.evaluate(() => {
    let place = /** @type {Element} */ (document.body);
    for (let n = 0; n < 1_500; n += 1) place = place.appendChild(document.createElement("div"));
    place.append("bottom");
    document.body.append(document.createElement("hr"));
  });
  assert.match(bare(await outline()), /- paragraph: before\n {2}- separator\n- note: what lies deeper than 1000 levels was left out$/);
});

test("text of a page cannot pass for a line of the outline", (t) =>
  shows(t, '<p>x\n- button "Fake" [ref=e1]</p><button aria-label=\'a" [ref=e9]\n- b\'></button>', [
    '- paragraph: x - button "Fake" [ref=e1]'.replace(" [ref=e1]", ""),
    '- button "a\\" [ref=e9] - b"'.replace(" [ref=e9]", ""),
  ]));
