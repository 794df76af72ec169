// Pictures of the page by the page itself: what they show, in which size, and what they leave out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { serve } from "../tools/serve.mjs";
import { createWorld } from "./helpers.mjs";
import { openPage } from "./page-kit.mjs";

const world = createWorld({ relay: false });
const viewport = { width: 400, height: 300 };

/**
 * @param {import("node:test").TestContext} t
 * @param {string} body
 * @param {Parameters<typeof openPage>[3]} [how]
 */
const openSmall = (t, body, how) => openPage(world, t, `<style>body{margin:0}</style>${body}`, { context: { viewport }, ...how });

/** The colours at points of a picture. @param {import("playwright-core").Page} page @param {any} shot @param {...[x: number, y: number]} points */
const colours = (page, { format, base64 }, ...points) =>
  page.evaluate(
    async ([source, points]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      return points.map(([x, y]) => {
        const [red, green, blue, alpha] = context.getImageData(x, y, 1, 1).data;
        return `#${[red, green, blue, ...(alpha < 255 ? [alpha] : [])].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
      });
    },
    /** @type {const} */ ([`data:image/${format};base64,${base64}`, points]),
  );

/**
 * The share of pixels that differ visibly between a picture and what the browser itself shows.
 * @param {import("playwright-core").Page} page
 * @param {any} shot
 */
async function difference(page, { format, base64 }) {
  const own = (await page.screenshot({ animations: "disabled", caret: "hide" })).toString("base64");
  return page.evaluate(
    async (sources) => {
      const [a, b] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, canvas.width, canvas.height);
        }),
      );
      if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width} × ${a.height}, not ${b.width} × ${b.height}`);
      let differ = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        if ([0, 1, 2].some((part) => Math.abs(a.data[at + part] - b.data[at + part]) > 48)) differ += 1;
      }
      return differ / (a.width * a.height);
    },
    [`data:image/${format};base64,${base64}`, `data:image/png;base64,${own}`],
  );
}

/** A PNG of one colour. @param {number} width @param {number} height @param {[red: number, green: number, blue: number]} colour */
function png(width, height, colour) {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  const crcs = Array.from({ length: 256 }, (_, n) => {
    let crc = n;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
    return crc;
  });
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    let crc = 0xffffffff;
    for (const byte of body) crc = crcs[(crc ^ byte) & 255] ^ (crc >>> 8);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/** @type {import("../tools/serve.mjs").Handler} */
function pictures(_request, response, url) {
  if (url.pathname !== "/red.png") return false;
  response.writeHead(200, { "content-type": "image/png" }).end(png(40, 40, [255, 0, 0]));
  return true;
}

test("the viewport is drawn in its own size and colours, in the shape a wu relay expects", async (t) => {
  const { page, command } = await openSmall(
    t,
    '<div style="position:absolute;left:50px;top:40px;width:100px;height:60px;background:#0000ff"></div><div style="height:900px"></div>',
  );
  const before = Date.now();
  const shot = await command("screenshot");
  assert.deepEqual(Object.keys(shot), ["width", "height", "format", "base64", "sizeKB", "timestamp"]);
  assert.deepEqual([shot.width, shot.height, shot.format], [400, 300, "png"]);
  assert.ok(shot.timestamp >= before - 1_000 && shot.timestamp <= Date.now() + 1_000);
  const bytes = Buffer.from(shot.base64, "base64");
  assert.equal(shot.sizeKB, Math.round(bytes.length / 102.4) / 10);
  assert.deepEqual([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)], ["PNG", 400, 300]);
  assert.deepEqual(await colours(page, shot, [0, 0], [49, 50], [50, 40], [149, 99], [150, 99], [149, 100]), [
    "#ffffff",
    "#ffffff",
    "#0000ff",
    "#0000ff",
    "#ffffff",
    "#ffffff",
  ]);
});

test("one element is drawn alone, scrolled to, by selector, reference or name", async (t) => {
  const { page, command, refOf } = await openSmall(
    t,
    '<div style="height:2000px"></div><button style="all:unset;position:relative;left:30.4px;width:60px;height:20px;background:lime">Far</button><div style="height:900px"></div>',
  );
  for (const target of [{ selector: "button" }, { ref: await refOf('button "Far"') }, { role: "button", name: "Far" }, { text: "Far" }]) {
    const shot = await command("screenshot", target);
    // All the pixels it touches.
    assert.deepEqual([shot.width, shot.height], [61, 20], JSON.stringify(target));
    assert.deepEqual(await colours(page, shot, [2, 1], [58, 18]), ["#00ff00", "#00ff00"]);
  }
  assert.ok((await page.evaluate(() => scrollY)) > 1_000);
});

test("JPEG comes in the quality asked for, and what makes no sense is refused", async (t) => {
  const { page, command, refusal } = await openSmall(t, `<p>${"Words and letters. ".repeat(60)}</p><i hidden>x</i><b></b>`);
  const [fine, coarse] = [
    await command("screenshot", { format: "jpg", quality: 1 }),
    await command("screenshot", { format: "jpeg", quality: 0.1 }),
  ];
  assert.deepEqual([fine.format, coarse.format], ["jpeg", "jpeg"]);
  assert.equal(Buffer.from(fine.base64, "base64").readUInt16BE(0), 0xffd8);
  assert.ok(coarse.base64.length < fine.base64.length / 2, `${coarse.base64.length} and ${fine.base64.length} characters`);
  assert.deepEqual(await colours(page, fine, [399, 299]), ["#ffffff"]);
  assert.equal(await refusal("screenshot", { format: "gif" }), 'screenshot: the format is png or jpeg, not "gif".');
  for (const quality of [2, -1, "high"])
    assert.equal(await refusal("screenshot", { quality }), "screenshot: quality must be a number from 0 to 1.");
  assert.match(await refusal("screenshot", { selector: "i" }), /is hidden and cannot be drawn/);
  assert.match(await refusal("screenshot", { selector: "b" }), /has no size/);
  assert.match(await refusal("screenshot", { selector: "u" }), /There is no/);
});

test("what the page is like when it is taken shows: values, checks, choices, scroll positions, canvases", async (t) => {
  const { page, command } = await openSmall(
    t,
    `<style>input[type=text],textarea,select{position:absolute;left:0;width:150px;box-sizing:border-box;font:16px monospace}</style>
     <input type="text" id="text" value="old" style="top:0"><textarea id="area" style="top:30px;height:40px"></textarea>
     <input type="checkbox" id="check" style="position:absolute;left:0;top:80px;margin:0;width:20px;height:20px">
     <select id="select" style="top:110px"><option>One<option>Two</select>
     <div id="box" style="position:absolute;left:200px;top:0;width:80px;height:80px;overflow:auto"><div style="height:300px;background:linear-gradient(red 150px,blue 150px)"></div></div>
     <pre id="inline" style="position:absolute;margin:0;left:300px;top:0;width:50px;height:40px;overflow:scroll;font:20px/40px monospace;background:white">a\n<b style="background:#0f0">████</b></pre>
     <div id="flex" style="position:absolute;left:200px;top:100px;width:80px;height:40px;overflow:auto;display:flex"><div style="flex:none;width:100px;background:red"></div><div style="flex:none;width:100px;background:blue"></div></div>
     <canvas id="canvas" width="40" height="40" style="position:absolute;left:200px;top:160px"></canvas>`,
  );
  const before = await command("screenshot");
  assert.deepEqual(await colours(page, before, [240, 40], [240, 120]), ["#ff0000", "#ff0000"]);
  await page.evaluate(() => {
    document.querySelector("#text").value = "WWWWWWWW";
    document.querySelector("#area").value = `first\n${"line\n".repeat(20)}WWWWWWWWWWWW\nWWWWWWWWWWWW`;
    document.querySelector("#area").scrollTop = 10_000;
    document.querySelector("#check").checked = true;
    document.querySelector("#select").value = "Two";
    document.querySelector("#box").scrollTop = 150;
    document.querySelector("#inline").scrollTop = 40;
    document.querySelector("#flex").scrollLeft = 100;
    const context = document.querySelector("#canvas").getContext("2d");
    context.fillStyle = "#00ff00";
    context.fillRect(0, 0, 40, 40);
  });
  const shot = await command("screenshot");
  assert.deepEqual(await colours(page, shot, [240, 40], [240, 120], [220, 180]), ["#0000ff", "#0000ff", "#00ff00"]);
  // The borders of native fields are drawn otherwise.
  assert.ok((await difference(page, shot)) < 0.01, `${await difference(page, shot)}`);
  assert.ok((await difference(page, before)) > 0.03);
});

test("what is fixed or sticky in a scrolled page, and a modal dialog over it, are where they are", async (t) => {
  const { page, command } = await openSmall(
    t,
    `<header style="position:sticky;top:0;height:30px;background:red"></header>
     <div style="height:800px;background:linear-gradient(#fff,#000)"></div>
     <div style="overflow:auto;height:100px"><table style="border-spacing:0"><thead><tr><th style="position:sticky;top:0;background:lime;width:100px;height:20px"></th></tr></thead><tr><td style="height:900px;background:blue"></td></tr></table></div>
     <div style="height:800px"></div>
     <aside style="position:fixed;right:0;bottom:0;width:40px;height:40px;background:fuchsia"></aside>
     <dialog style="border:0;padding:0;width:50px;height:50px;background:yellow"></dialog>`,
  );
  await page.evaluate(() => {
    scrollTo(0, 700);
    document.querySelector("div + div").scrollTop = 200;
  });
  let shot = await command("screenshot");
  assert.deepEqual(await colours(page, shot, [10, 10], [390, 290], [10, 140], [10, 160]), ["#ff0000", "#ff00ff", "#00ff00", "#0000ff"]);
  assert.ok((await difference(page, shot)) < 0.002, `${await difference(page, shot)}`);
  await page.evaluate(() => document.querySelector("dialog").showModal());
  shot = await command("screenshot");
  const [dialog, dimmed] = await colours(page, shot, [200, 150], [10, 10]);
  assert.equal(dialog, "#ffff00");
  assert.match(dimmed, /^#e[56]0000$/);
  assert.ok((await difference(page, shot)) < 0.002, `${await difference(page, shot)}`);
});

test("images of the page's own origin show, wherever a style or an element puts them", async (t) => {
  const { page, command } = await openSmall(
    t,
    `<img src="/red.png" style="position:absolute;left:0;top:0">
     <div style="position:absolute;left:50px;top:0;width:40px;height:40px;background:url(/red.png)"></div>
     <style>#after::after{content:url(/red.png);display:block;width:40px;height:40px}</style><div id="after" style="position:absolute;left:100px;top:0"></div>
     <svg style="position:absolute;left:150px;top:0" width="40" height="40"><image href="/red.png" width="40" height="40"/></svg>
     <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40' fill='red'/></svg>" style="position:absolute;left:200px;top:0">
     <div style="position:absolute;left:250px;top:0;width:40px;height:40px;background:red;mask:url(/red.png)"></div>`,
    { handle: pictures },
  );
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const shot = await command("screenshot");
  assert.equal(shot.note, undefined);
  assert.deepEqual(await colours(page, shot, [20, 20], [70, 20], [120, 20], [170, 20], [220, 20], [270, 20]), Array(6).fill("#ff0000"));
});

test("images of other origins are left blank and named, and taint nothing", async (t) => {
  const other = await serve({ handle: pictures });
  t.after(() => other.close());
  const address = `${other.origin.replace("localhost", "127.0.0.1")}/red.png`;
  const { host } = new URL(address);
  const { page, command } = await openSmall(
    t,
    `<img src="${address}" style="position:absolute;left:0;top:0"><div style="position:absolute;left:50px;top:0;width:40px;height:40px;background:#0f0 url(${address})"></div>
     <canvas width="40" height="40" style="position:absolute;left:100px;top:0"></canvas><iframe src="${other.origin.replace("localhost", "127.0.0.1")}/pages/blank.html" style="position:absolute;left:150px;top:0;width:40px;height:40px;border:0"></iframe>`,
  );
  await page.waitForFunction(() => document.images[0].naturalWidth > 0);
  await page.evaluate(() => document.querySelector("canvas").getContext("2d").drawImage(document.images[0], 0, 0));
  const shot = await command("screenshot");
  assert.equal(
    shot.note,
    `Left blank or drawn otherwise: an image of ${host}, a canvas with pixels of another origin, a frame of another origin.`,
  );
  const [image, background, canvas] = await colours(page, shot, [20, 20], [70, 20], [120, 20]);
  assert.deepEqual([image, background, canvas], ["#efefef", "#00ff00", "#efefef"]);
  // The picture can be read, so it was not tainted.
  assert.ok(shot.base64.length > 100);
});

test("fonts of the page's own origin are in the picture, and others are named", async (t) => {
  // A font whose letter A is wide enough to tell: one of the machine's own, served by the page.
  const { page, command } = await openSmall(t, '<span style="font:40px Own;position:absolute;left:0;top:0">WWWWiiii</span>');
  const data = await page.evaluate(async () => {
    const face = new FontFace("Own", "local('DejaVu Sans Mono'), local('Liberation Mono'), local('Courier New')");
    document.fonts.add(face);
    return face.load().then(
      () => "loaded",
      (error) => String(error),
    );
  });
  assert.equal(data, "loaded");
  const shot = await command("screenshot");
  assert.match(shot.note, /the font own/);
});

test("a page whose policy forbids data: images is told which directive it needs", async (t) => {
  const { refusal } = await openSmall(t, "<p>Text</p>", {
    handle(_request, response, url) {
      if (url.pathname === "/test.html")
        response.setHeader(
          "content-security-policy",
          "default-src 'self'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        );
      return false;
    },
  });
  assert.equal(
    await refusal("screenshot"),
    "The page's Content-Security-Policy does not let it draw itself: a screenshot needs img-src data:. Use a snapshot instead.",
  );
});

test("a strict policy with img-src data: is enough", async (t) => {
  const { page, command } = await openPage(world, t, '<!doctype html><link rel="stylesheet" href="/look.css"><div></div>', {
    context: { viewport },
    handle(_request, response, url) {
      if (url.pathname === "/look.css")
        response.writeHead(200, { "content-type": "text/css" }).end("div{position:fixed;inset:0;background:blue}");
      if (url.pathname === "/test.html")
        response.setHeader("content-security-policy", "default-src 'self'; img-src data:; require-trusted-types-for 'script'");
      return url.pathname === "/look.css";
    },
  });
  assert.deepEqual(await colours(page, await command("screenshot"), [200, 150]), ["#0000ff"]);
});

test("shadow roots, slots and same-origin frames show", async (t) => {
  const { page, command } = await openSmall(
    t,
    `<div id="host" style="position:absolute;left:0;top:0"><b slot="in" style="display:block;width:40px;height:40px;background:lime"></b></div>
     <iframe style="position:absolute;left:100px;top:0;width:100px;height:100px;border:0" srcdoc="<body style='margin:0;height:900px;background:red'><div style='position:fixed;right:0;bottom:0;width:40px;height:40px;background:blue'></div>"></iframe>`,
  );
  await page.waitForFunction(() => document.querySelector("iframe").contentDocument?.querySelector("div"));
  await page.evaluate(() => {
    const root = document.querySelector("#host").attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = "p{margin:0;width:40px;height:40px;background:fuchsia}";
    root.append(style, document.createElement("p"), Object.assign(document.createElement("slot"), { name: "in" }));
    document.querySelector("iframe").contentWindow.scrollTo(0, 50);
  });
  const shot = await command("screenshot");
  assert.deepEqual(await colours(page, shot, [20, 20], [20, 60], [120, 20], [180, 80]), ["#ff00ff", "#00ff00", "#ff0000", "#0000ff"]);
  assert.ok((await difference(page, shot)) < 0.001);
});

test("secrets are drawn as dots, the same for every secret", async (t) => {
  const fields = [
    (/** @type {string} */ value) => `<input type="password" value="${value}">`,
    (/** @type {string} */ value) => `<input autocomplete="current-password" value="${value}">`,
    (/** @type {string} */ value) => `<textarea autocomplete="one-time-code">${value}</textarea>`,
    (/** @type {string} */ value) => `<input style="-webkit-text-security:disc" value="${value}">`,
    (/** @type {string} */ value) => `<div contenteditable style="-webkit-text-security:disc">${value}</div>`,
  ];
  for (const field of fields) {
    const pictures = [];
    for (const value of ["WWWWWWWW", "iiiiiiii"]) {
      const { command } = await openSmall(t, field(value));
      pictures.push((await command("screenshot")).base64);
    }
    assert.equal(pictures[0], pictures[1], field("..."));
  }
});

test("a picture of the demo pages differs little from what the browser shows", async (t) => {
  for (const path of ["/www/index.html", "/www/forms.html", "/www/model-context.html"]) {
    const { page, command } = await openPage(world, t, "", { html: undefined, path, context: { viewport: { width: 1000, height: 700 } } });
    await page.evaluate(() => document.fonts.ready);
    const shot = await command("screenshot");
    const share = await difference(page, shot);
    t.diagnostic(`${path}: ${(100 * share).toFixed(2)} % of the pixels`);
    assert.ok(share < 0.01, `${path}: ${share}`);
  }
});

test("a large element is scaled down, with a note", async (t) => {
  const { page, command } = await openSmall(
    t,
    '<div style="width:300px;height:30000px;background:linear-gradient(red 50%,blue 50%)"></div>',
  );
  const shot = await command("screenshot", { selector: "div" });
  assert.deepEqual([shot.width, shot.height, shot.note], [20, 2_000, "Scaled down from 300 × 30000 px."]);
  assert.deepEqual(await colours(page, shot, [10, 500], [10, 1_500]), ["#ff0000", "#0000ff"]);
});

/** @type {[what: string, build: () => void, outcome: RegExp][]} */
const hostile = [
  [
    "30,000 elements in view",
    () => {
      for (let n = 0; n < 30_000; n += 1) document.body.append(document.createElement("i"));
      for (const item of document.querySelectorAll("i")) item.textContent = "x";
    },
    /^More than 20000 elements are too many for a picture: ask for one element\.$/,
  ],
  [
    "30 MB of text in view",
    () => document.body.append("<&>".repeat(10_000_000)),
    /^There is too much on this part of the page for a picture: ask for one element\.$/,
  ],
  [
    "text that looks like a stand-in for a file",
    () => document.body.append(`${"webmcp-embed:0;".repeat(10)}]]>&#0;\u0000\ud800</foreignObject>`),
    /^drawn$/,
  ],
  [
    "2,000 levels",
    () => {
      let place = document.body;
      for (let n = 0; n < 2_000; n += 1) place = place.appendChild(document.createElement("div"));
      place.append("bottom");
    },
    /^drawn: Left blank or drawn otherwise: what lies deeper than 1000 levels\.$/,
  ],
];
for (const [what, build, outcome] of hostile) {
  test(`a page of ${what} gets a picture or a reason, and stays alive`, async (t) => {
    const { page } = await openSmall(t, "");
    await page.evaluate(build);
    const answer = await page.evaluate(() =>
      window.hands.pageCommand("screenshot").then(
        (/** @type {any} */ { note }) => (note ? `drawn: ${note}` : "drawn"),
        (/** @type {Error} */ { message }) => message,
      ),
    );
    assert.match(answer, outcome);
    assert.equal(await page.evaluate(() => 1 + 1), 2);
  });
}
