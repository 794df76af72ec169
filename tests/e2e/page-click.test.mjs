// Clicks as a person's: the events of one, and a reason for each that a person could not make.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";
import { openPage } from "./page-kit.mjs";

const world = createWorld({ relay: false });

/** Writes down which events an element gets, in order. @param {string[]} given a selector, and types */
const watch = ([selector, types]) => {
  window.seen = [];
  const element = document.querySelector(selector);
  for (const type of types.split(" ")) element.addEventListener(type, (/** @type {Event} */ event) => window.seen.push(event.type));
};

test("a click sends the events of a mouse in their order, and gives what was clicked", async (t) => {
  const { page, command } = await openPage(world, t, '<button id="buy" style="margin:40px;width:80px;height:30px">Buy</button>');
  await page.evaluate(watch, [
    "#buy",
    "click pointerover pointerenter mouseover mouseenter pointermove mousemove pointerdown mousedown focus pointerup mouseup",
  ]);
  const answer = await command("click", { selector: "#buy" });
  assert.deepEqual(answer, { clicked: "#buy", text: "Buy", rect: { x: 48, y: 48, width: 80, height: 30 } });
  assert.deepEqual(
    await page.evaluate(() => window.seen),
    "pointerover pointerenter mouseover mouseenter pointermove mousemove pointerdown mousedown focus pointerup mouseup click".split(" "),
  );
});

test("the events of a click carry the point, the button and one press", async (t) => {
  const { page, command } = await openPage(
    world,
    t,
    '<button id="buy" style="position:fixed;left:100px;top:50px;width:80px;height:30px">Buy</button>',
  );
  await page.evaluate(() => {
    document.querySelector("#buy").addEventListener("mousedown", (/** @type {any} */ event) => {
      window.pressed = [event.clientX, event.clientY, event.button, event.buttons, event.detail];
    });
    document.querySelector("#buy").addEventListener("click", (/** @type {any} */ event) => {
      window.clicked = [
        event instanceof PointerEvent,
        event.clientX,
        event.clientY,
        event.button,
        event.buttons,
        event.detail,
        event.pointerType,
      ];
    });
  });
  await command("click", { text: "buy" });
  assert.deepEqual(await page.evaluate(() => window.pressed), [140, 65, 0, 1, 1]);
  assert.deepEqual(await page.evaluate(() => window.clicked), [true, 140, 65, 0, 0, 1, "mouse"]);
});

test("an element is found by reference, by role and name, and by its text, the whole text first", async (t) => {
  const { page, command, refOf } = await openPage(
    world,
    t,
    '<button onclick="done=1">Save as</button><button onclick="done=2">Save</button><p onclick="done=3">Plain words</p><a href="#x" onclick="done=4" aria-label="Home"></a>',
  );
  const done = () => page.evaluate(() => window.done);
  await command("click", { ref: await refOf('"Save as"') });
  assert.equal(await done(), 1);
  assert.match((await command("click", { role: "button", name: "Save" })).clicked, /^button "Save" \[ref=e\d+\]$/);
  assert.equal(await done(), 2);
  await command("click", { text: "plain words" });
  assert.equal(await done(), 3);
  await page.evaluate(() => {
    document.querySelector("a").textContent = "x";
  });
  await command("click", { text: "Home" });
  assert.equal(await done(), 4);
});

test("what is far down the page, or in a scrolled box, is brought into view first", async (t) => {
  const { page, command } = await openPage(
    world,
    t,
    '<div style="height:4000px"></div><div style="height:100px;overflow:auto"><div style="height:900px"></div><button onclick="done=1">Deep</button></div>',
  );
  await command("click", { text: "Deep" });
  assert.equal(await page.evaluate(() => window.done), 1);
});

test("a check box, a radio button, its label and a summary react as to a mouse", async (t) => {
  const { page, command } = await openPage(
    world,
    t,
    '<label><input type="checkbox" id="a"> Tea</label><input type="radio" name="r" id="b"><label for="c">Cup</label><input type="checkbox" id="c" style="position:absolute;opacity:0;width:0;height:0;appearance:none"><details><summary>More</summary>text</details>',
  );
  await command("click", { role: "checkbox", name: "Tea" });
  await command("click", { selector: "#b" });
  await command("click", { selector: "#c" });
  await command("click", { text: "More" });
  assert.deepEqual(
    await page.evaluate(() =>
      [...document.querySelectorAll("input")].map((input) => input.checked).concat(document.querySelector("details").open),
    ),
    [true, true, true, true],
  );
});

test("a link goes where it leads and a button submits its form with its value", async (t) => {
  const { page, command } = await openPage(
    world,
    t,
    '<form><input name="q" value="1"><button name="how" value="fast">Go</button></form><a href="#there">There</a>',
  );
  await command("click", { text: "There" });
  assert.match(page.url(), /#there$/);
  await Promise.all([page.waitForURL(/q=1&how=fast/), command("click", { text: "Go" }).catch(() => {})]);
});

test("a prevented mousedown keeps the focus where it is, and a prevented pointerdown silences the mouse but not the click", async (t) => {
  const { page, command } = await openPage(world, t, '<input id="here"><button id="a">A</button><button id="b">B</button>');
  await page.evaluate(() => {
    document.querySelector("#here").focus();
    document.querySelector("#a").addEventListener("mousedown", (event) => event.preventDefault());
    document.querySelector("#b").addEventListener("pointerdown", (event) => event.preventDefault());
  });
  await command("click", { selector: "#a" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "here");
  await page.evaluate(watch, ["#b", "pointerdown mousedown pointerup mouseup click"]);
  await command("click", { selector: "#b" });
  assert.deepEqual(await page.evaluate(() => window.seen), ["pointerdown", "pointerup", "click"]);
});

test("an element that goes away under the pointer is clicked no further", async (t) => {
  const { page, command } = await openPage(world, t, "<button>Gone</button>");
  await page.evaluate(() => {
    window.clicks = 0;
    const button = document.querySelector("button");
    button.addEventListener("mousedown", () => button.remove());
    document.addEventListener("click", () => {
      window.clicks += 1;
    });
  });
  await command("click", { text: "Gone" });
  assert.equal(await page.evaluate(() => window.clicks), 0);
});

/** @type {[what: string, html: string, params: Record<string, unknown>, reason: RegExp][]} */
const refused = [
  [
    "disabled",
    "<button disabled>Buy</button>",
    { selector: "button" },
    /^button "Buy" \[ref=e\d+\] is disabled and cannot be clicked: do first/,
  ],
  [
    "disabled by its fieldset",
    '<fieldset disabled id="pay"><button>Buy</button></fieldset>',
    { text: "Buy" },
    /disabled by the fieldset <fieldset#pay> around it/,
  ],
  [
    "aria-disabled",
    '<div role="button" tabindex="0" aria-disabled="true">Buy</div>',
    { text: "Buy" },
    /marked as disabled \(aria-disabled\)/,
  ],
  ["inert", '<div inert id="i"><button>Buy</button></div>', { selector: "button" }, /<div#i> is inert/],
  [
    "hidden",
    '<div hidden id="h"><button>Buy</button></div>',
    { selector: "button" },
    /is hidden and cannot be clicked: <div#h> around it is not displayed/,
  ],
  ["invisible", '<button style="visibility:hidden">Buy</button>', { selector: "button" }, /its visibility is hidden/],
  [
    "in closed details",
    "<details><summary>More</summary><button>Buy</button></details>",
    { selector: "button" },
    /<details>, which is closed\. Click its summary first/,
  ],
  ["without size", '<a href="#" id="empty"></a>', { selector: "#empty" }, /has no size/],
  [
    "covered",
    '<button>Buy</button><div id="veil" style="position:fixed;inset:0">Wait</div>',
    { selector: "button" },
    /is covered by <div#veil> "Wait" \[ref=e\d+\] and cannot be clicked: close or move that first/,
  ],
  ["transparent to the pointer", '<button style="pointer-events:none">Buy</button>', { selector: "button" }, /pointer-events: none/],
  [
    "out of reach",
    '<button style="position:fixed;left:-500px">Buy</button>',
    { selector: "button" },
    /lies outside of what can be scrolled into view/,
  ],
  ["missing", "<p>Hello</p>", { selector: "#buy" }, /^There is no selector #buy: take a snapshot/],
  ["missing by text", "<p>Hello</p>", { text: "Buy" }, /^There is no element with the text "Buy"/],
  ["missing by name", "<button>Sell</button>", { role: "button", name: "Buy" }, /There is no button named "Buy"\. There is: "Sell"\./],
  ["gone", "<p>Hello</p>", { ref: "e77777" }, /No element has the reference e77777 \(any more\): take a new snapshot/],
  [
    "ambiguous",
    "<button>Buy</button><button>Buy</button>",
    { text: "Buy" },
    /^2 elements fit an element with the text "Buy": button "Buy" \[ref=e\d+\], button "Buy" \[ref=e\d+\]\. Say which one by its ref\.$/,
  ],
  ["an invalid selector", "<p>Hello</p>", { selector: "p[" }, /"p\[" is no CSS selector/],
  ["not named", "<p>Hello</p>", {}, /^Say which element/],
  [
    "a select",
    "<select><option>Tea</option><option>Pots</option></select>",
    { selector: "select" },
    /list that only the browser can open: choose with type instead.*"Tea", "Pots"/,
  ],
  [
    "a file input",
    '<input type="file" aria-label="Photo">',
    { selector: "input" },
    /^button "Photo" \[ref=e\d+\] opens the file chooser, which only a person can answer/,
  ],
  [
    "the widget",
    '<div data-webmcp-widget="true"><button>Allow</button></div>',
    { selector: "button" },
    /belongs to the page's WebMCP widget/,
  ],
];
for (const [what, html, params, reason] of refused) {
  test(`a click on an element that is ${what} is refused with the reason`, async (t) => {
    const { page, refusal } = await openPage(world, t, html);
    await page.evaluate(() => {
      window.clicks = 0;
      addEventListener(
        "click",
        () => {
          window.clicks += 1;
        },
        true,
      );
    });
    assert.match(await refusal("click", params), reason);
    assert.equal(await page.evaluate(() => window.clicks), 0);
  });
}

test("among several that fit, the one that shows is meant", async (t) => {
  const { page, command } = await openPage(world, t, '<button hidden>Buy</button><button onclick="done=1">Buy</button>');
  await command("click", { selector: "button" });
  assert.equal(await page.evaluate(() => window.done), 1);
});

test("elements in open shadow roots and same-origin frames are clicked, and what covers the frame is seen", async (t) => {
  const { page, command, refusal, refOf } = await openPage(
    world,
    t,
    '<my-box></my-box><iframe srcdoc="<button onclick=\'parent.done=2\'>Framed</button>" style="margin:30px"></iframe>',
  );
  await page.waitForFunction(() => document.querySelector("iframe").contentDocument.querySelector("button"));
  await page.evaluate(() => {
    const root = document.querySelector("my-box").attachShadow({ mode: "open" });
    const button = root.appendChild(document.createElement("button"));
    button.className = "inner";
    button.append("Shadowed");
    button.addEventListener("click", () => {
      window.done = 1;
    });
  });
  await command("click", { selector: ".inner" });
  assert.equal(await page.evaluate(() => window.done), 1);
  await command("click", { ref: await refOf('"Framed"') });
  assert.equal(await page.evaluate(() => window.done), 2);
  await page.evaluate(() => {
    const veil = document.body.appendChild(document.createElement("div"));
    veil.id = "veil";
    veil.style.cssText = "position:fixed;inset:0";
  });
  assert.match(await refusal("click", { text: "Framed" }), /is covered by <div#veil>/);
});

test("an option is chosen by clicking it", async (t) => {
  const { page, command } = await openPage(
    world,
    t,
    '<select onchange="done=this.value"><option value="t">Tea</option><option value="p">Pots</option></select>',
  );
  await command("click", { selector: "option[value=p]" });
  assert.equal(await page.evaluate(() => window.done), "p");
});
