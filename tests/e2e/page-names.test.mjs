// Roles and names in a snapshot are those of the browser's own accessibility tree, on the demo pages and by the rules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorld } from "./helpers.mjs";
import { bundled } from "./page-kit.mjs";

const world = createWorld({ relay: false });

const inside = bundled(`
  import { Names } from "./src/js/page/names.js";
  import { inWidget, tagOf } from "./src/js/page/dom.js";
  import { byRef } from "./src/js/page/refs.js";
  import { pageCommand } from "./src/js/page/index.js";
  Object.assign(window, { inside: { Names, inWidget, tagOf, byRef, pageCommand }, names: new Names() });
`);

/** What is no element of the page's, or only a piece of a text. */
const TEXT = new Set(["StaticText", "InlineTextBox", "LineBreak", "ListMarker", "RootWebArea", "MenuListPopup"]);
/** Chromium's own words for roles, and ours. @type {Record<string, string>} */
const ROLES = {
  Date: "date",
  DateTime: "date",
  DisclosureTriangle: "button",
  Iframe: "iframe",
  InputTime: "time",
  ColorWell: "color",
  LabelText: "",
  Legend: "",
  Figcaption: "",
  form: "",
  generic: "",
  image: "img",
  none: "",
  sectionfooter: "",
  sectionheader: "",
};

/** Judges one element in the page: its name and role by the library, or nothing for what a page's script cannot reach. */
function describe() {
  if (this.nodeType !== Node.ELEMENT_NODE) return undefined;
  const root = this.getRootNode();
  if (root instanceof ShadowRoot && root.host.shadowRoot !== root) return undefined;
  if (window.inside.inWidget(this)) return undefined;
  return { role: window.names.roleOf(this), name: window.names.nameOf(this), tag: window.inside.tagOf(this) };
}

/**
 * How much of the browser's accessibility tree the library agrees with.
 * @param {import("playwright-core").Page} page
 */
async function compare(page) {
  await page.evaluate(await inside);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Accessibility.enable");
  const { nodes } = await cdp.send("Accessibility.getFullAXTree");
  const differences = [];
  let total = 0;
  /** @type {Map<number, string>} */
  const names = new Map();
  for (const { ignored, backendDOMNodeId, role, name } of nodes) {
    if (ignored || !backendDOMNodeId || TEXT.has(role.value)) continue;
    const { object } = await cdp.send("DOM.resolveNode", { backendNodeId: backendDOMNodeId });
    const call = { objectId: object.objectId, functionDeclaration: String(describe), returnByValue: true };
    const { result } = await cdp.send("Runtime.callFunctionOn", call);
    const ours = result.value;
    if (!ours) continue;
    total += 1;
    const theirs = { role: ROLES[role.value] ?? role.value, name: (name?.value ?? "").replace(/\s+/g, " ").trim() };
    names.set(backendDOMNodeId, theirs.name);
    if (theirs.role !== ours.role || theirs.name !== ours.name) {
      differences.push(`${ours.tag}: ${theirs.role} ${JSON.stringify(theirs.name)}, not ${ours.role} ${JSON.stringify(ours.name)}`);
    }
  }
  const inTop = (/** @type {string} */ ref) => page.evaluate((ref) => window.inside.byRef(ref).ownerDocument === document, ref);
  // And what a snapshot shows is what the browser shows.
  const { snapshot } = await page.evaluate(() => window.inside.pageCommand("snapshot", { maxLength: 200_000 }));
  for (const [line, name, ref] of snapshot.matchAll(/^ *- [\w-]+(?: ("(?:[^"\\]|\\.)*"))?[^\n]*? \[ref=(e\d+)\]/gm)) {
    const { result } = await cdp.send("Runtime.evaluate", { expression: `window.inside.byRef("${ref}")` });
    const { node } = await cdp.send("DOM.describeNode", { objectId: result.objectId });
    const theirs = names.get(node.backendNodeId);
    // The tree of a frame is not in its page's.
    if (name === undefined || !(await inTop(ref))) continue;
    total += 1;
    if (theirs !== JSON.parse(name)) differences.push(`${line.trim()}: ${JSON.stringify(theirs)}`);
  }
  return { total, differences };
}

for (const path of ["/www/", "/www/forms.html", "/www/model-context.html", "/www/upstream.html", "/www/widget.html"]) {
  test(`on ${path} at least 95 % of the names and roles are those of Chromium's accessibility tree`, async (t) => {
    const { page } = await world.open(t, { client: "none", path });
    await page.waitForLoadState("networkidle");
    const { total, differences } = await compare(page);
    t.diagnostic(`${total - differences.length} of ${total}`);
    for (const difference of differences) t.diagnostic(difference);
    assert.ok(total > 5, `only ${total} nodes were compared`);
    assert.ok(differences.length <= 0.05 * total, `${differences.length} of ${total} differ: ${differences.slice(0, 5).join("; ")}`);
  });
}

/** @type {[rule: string, html: string][]} */
const rules = [
  [
    "aria-labelledby, in its order, hidden elements included",
    '<button aria-labelledby="b a">x</button><span id="a">world</span><span id="b" hidden>hello <i>big</i></span>',
  ],
  ["aria-labelledby that names itself", '<button id="a" aria-label="Delete" aria-labelledby="a b"></button><span id="b">file.txt</span>'],
  [
    "aria-labelledby is not followed twice",
    '<button aria-labelledby="a">x</button><span id="a" aria-labelledby="b">first</span><span id="b">second</span>',
  ],
  [
    "labels around and for a control",
    '<label>Name <input></label><label for="t">Text</label><textarea id="t"></textarea><label for="t">again</label>',
  ],
  [
    "a control inside of another one's label",
    '<label><input type="checkbox"> Flash the screen <input value="3" aria-label="times"> times</label>',
  ],
  [
    "alt, title and placeholder",
    '<img alt="A cup" src="data:,"><img title="A pot" src="data:,"><input placeholder="Search"><input title="Find" placeholder="x"><img alt="" src="data:,">',
  ],
  [
    "buttons of all kinds",
    '<input type="submit"><input type="reset"><input type="button" value="Press"><input type="submit" value="Send"><input type="image" alt="Go" src="data:,"><button><img alt="Icon" src="data:,"> text</button>',
  ],
  ["content with blocks, breaks and inline parts", "<button><div>one</div><div>two</div><b>th</b>ree<br>four</button>"],
  [
    "hidden content",
    '<button>shown <span hidden>not</span><span style="visibility:hidden">nor this <b style="visibility:visible">but this</b></span><span aria-hidden="true">nor that</span></button>',
  ],
  ["text of styles", '<style>.s::before{content:"★ "}.s::after{content:" !" / " wow"}</style><button class="s">star</button>'],
  [
    "presentation and its exceptions",
    '<ul role="presentation"><li>item</li></ul><h2 role="none">no heading</h2><button role="presentation">still a button</button>',
  ],
  [
    "tables, groups and lists",
    "<table><caption>Prices</caption><tr><th>Tea</th><th>Price</th></tr><tr><th scope=row>Sencha</th><td>14</td></tr></table><fieldset><legend>Seat</legend><input type=radio aria-label=one></fieldset><ol><li>a</li></ol>",
  ],
  [
    "sections with and without a name",
    '<section aria-label="News"><p>x</p></section><section>plain</section><aside>side</aside><header>top</header><footer>bottom</footer><article><header>inner</header></article>',
  ],
  [
    "links and headings",
    '<a href="#">A <em>fine</em> link</a><a>no link</a><h3>A <a href="#">linked</a> heading</h3><div role="heading" aria-level="2">Made</div>',
  ],
  [
    "selects and options",
    '<label>Pick <select><option>one</option><option selected>two</option></select></label><select multiple aria-label="Many"><option>x</option></select>',
  ],
  [
    "figures, details and dialogs",
    "<details open><summary>More</summary>text</details><dialog open aria-label=Box>hello</dialog><figure><img alt=Pic src='data:,'><figcaption>Caption</figcaption></figure>",
  ],
  [
    "svg",
    '<svg role="img" aria-label="Logo"></svg><svg role="img"><title>Titled</title><rect/></svg><button><svg aria-hidden="true"><title>no</title></svg>Text</button>',
  ],
  [
    "custom widgets",
    '<div role="checkbox" aria-checked="true" tabindex="0">Check me</div><div role="tablist"><div role="tab" aria-selected="true">One</div></div><div role="slider" aria-valuenow="3" aria-label="Volume" tabindex="0"></div><div role="textbox" contenteditable aria-label="Note">text</div>',
  ],
  ["display: contents", '<button style="display:contents">Contents</button><ul style="display:contents"><li>still an item</li></ul>'],
  [
    "open shadow roots and slots",
    '<my-card><span>Slotted</span></my-card><script>customElements.define("my-card", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<button>Buy <slot></slot></button><label for=i>Inner</label><input id=i>"; } });</script>',
  ],
  ["unknown and several roles", '<div role="bogus button" tabindex="0">First known</div><div role="toString">plain</div>'],
];
for (const [rule, html] of rules) {
  test(`names and roles agree with Chromium's for ${rule}`, async (t) => {
    const { page } = await world.open(t, {
      client: "none",
      html: `<!doctype html><html lang="en"><title>t</title><body>${html}</body></html>`,
    });
    const { total, differences } = await compare(page);
    assert.ok(total > 0);
    assert.deepEqual(differences, []);
  });
}
