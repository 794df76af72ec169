// A tolerant look at screenshots. Text, which every font draws otherwise, is left out, and takes the room that a typewriter's would, much the
// same in all of them. Each picture is reduced to cells of the colour that most of their pixels have: surfaces, buttons and marks stay. Rows
// are then matched in their order, so that a line more or less moves what is below it and changes nothing else.

const cell = 6;
/** Colours closer than this are the same one, of 255. */
const alike = 5;
/** How far a row may have moved, in rows. */
const reach = 14;

/** @typedef {{width: number, height: number, data: Uint8Array}} Picture */

/** What the widget looks like without its texts, as a small PNG. @param {import("playwright-core").Page} page @param {string} [font] another look of the texts */
export async function outline(page, font = "") {
  await page.evaluate((font) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { -webkit-text-fill-color: transparent !important; font-family: monospace !important }");
    if (font) sheet.insertRule(`* { ${font} }`, 1);
    for (const root of [document, document.querySelector("[data-webmcp-widget]").shadowRoot]) root.adoptedStyleSheets.push(sheet);
  }, font);
  const png = await page.screenshot({ caret: "hide" });
  await page.evaluate(() => {
    for (const root of [document, document.querySelector("[data-webmcp-widget]").shadowRoot]) root.adoptedStyleSheets.pop();
  });
  return reduce(page, png);
}

/** @param {import("playwright-core").Page} page @param {Buffer} png @returns {Promise<Buffer>} a small PNG */
async function reduce(page, png) {
  const text = await page.evaluate(
    async ([text, cell]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext("2d");
      pen.drawImage(bitmap, 0, 0);
      const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
      const [width, height] = [Math.floor(bitmap.width / cell), Math.floor(bitmap.height / cell)];
      const small = new OffscreenCanvas(width, height);
      const out = new ImageData(width, height);
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          /** @type {Map<number, number[]>} */
          const seen = new Map();
          for (let dy = 0; dy < cell; dy += 1) {
            for (let dx = 0; dx < cell; dx += 1) {
              const at = ((y * cell + dy) * bitmap.width + x * cell + dx) * 4;
              const key = ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);
              const sum = seen.get(key) ?? [0, 0, 0, 0];
              for (let part = 0; part < 3; part += 1) sum[part] += data[at + part];
              sum[3] += 1;
              seen.set(key, sum);
            }
          }
          const most = [...seen.values()].reduce((best, sum) => (sum[3] > best[3] ? sum : best));
          const to = (y * width + x) * 4;
          for (let part = 0; part < 3; part += 1) out.data[to + part] = Math.round(most[part] / most[3]);
          out.data[to + 3] = 255;
        }
      }
      small.getContext("2d").putImageData(out, 0, 0);
      const bytes = new Uint8Array(await (await small.convertToBlob({ type: "image/png" })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    },
    /** @type {const} */ ([png.toString("base64"), cell]),
  );
  return Buffer.from(text, "base64");
}

/** @param {import("playwright-core").Page} page @param {Buffer} png @returns {Promise<Picture>} */
async function read(page, png) {
  const { width, height, text } = await page.evaluate(async (text) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: bitmap.width, height: bitmap.height, text: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join("")) };
  }, png.toString("base64"));
  return { width, height, data: Buffer.from(text, "base64") };
}

/**
 * How much of a picture looks otherwise than its reference: the share of cells, 0 to 1, once rows are matched.
 * @param {import("playwright-core").Page} page @param {Buffer} png reduced @param {Buffer} reference reduced
 */
export async function difference(page, png, reference) {
  const [one, other] = [await read(page, png), await read(page, reference)];
  if (one.width !== other.width) return 1;
  const row = (/** @type {number} */ y, /** @type {number} */ z) => {
    let wrong = 0;
    for (let x = 0; x < one.width; x += 1) {
      const [a, b] = [(y * one.width + x) * 4, (z * one.width + x) * 4];
      let far = 0;
      for (let part = 0; part < 3; part += 1) far = Math.max(far, Math.abs((one.data[a + part] ?? 0) - (other.data[b + part] ?? 0)));
      if (far > alike) wrong += 1;
    }
    return wrong;
  };
  // The cheapest way from the first rows to the last ones, each step a row of either or of both.
  const cost = Array.from({ length: one.height + 1 }, () => new Float64Array(other.height + 1).fill(Infinity));
  /** @type {any} */ (cost[0])[0] = 0;
  for (let y = 1; y <= one.height; y += 1) {
    for (let z = Math.max(1, y - reach); z <= Math.min(other.height, y + reach); z += 1) {
      const before = Math.min(cost[y - 1]?.[z - 1] ?? 0, cost[y - 1]?.[z] ?? 0, cost[y]?.[z - 1] ?? 0);
      /** @type {any} */ (cost[y])[z] = before + row(y - 1, z - 1);
    }
  }
  return (cost[one.height]?.[other.height] ?? 0) / (one.width * one.height);
}
