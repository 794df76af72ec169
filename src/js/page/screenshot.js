// A picture of the page without the browser's help: the page as SVG, in a `data:` URL (a `blob:` one would taint the canvas).
import { mustBeShown } from "./act.js";
import { dataUrl } from "./embed.js";
import { locate } from "./find.js";
import { Picture } from "./picture.js";

/** A longer side is scaled down to this. */
const MOST_SIDE = 2_000;
/** A PNG beyond this many bytes becomes a JPEG, and a JPEG beyond it is refused. */
const MOST_BYTES = 4_000_000;

/**
 * @typedef {object} Screenshot
 * @property {number} width pixels
 * @property {number} height
 * @property {"png" | "jpeg"} format
 * @property {string} base64
 * @property {number} sizeKB
 * @property {number} timestamp
 * @property {string} [note] what is not as on the screen
 */

/**
 * @param {import("./find.js").Target & { quality?: unknown, format?: unknown }} params without a target, the viewport
 * @returns {Promise<Screenshot>}
 */
export async function screenshot(params) {
  const format = formatOf(params.format);
  const quality = Number(params.quality ?? 0.8);
  if (!(quality >= 0 && quality <= 1)) throw new Error("screenshot: quality must be a number from 0 to 1.");
  const box = boxOf(params);
  const picture = new Picture(box);
  const image = await load(await picture.draw(document.documentElement));
  const scale = Math.min(1, MOST_SIDE / Math.max(box.width, box.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(box.width * scale));
  canvas.height = Math.max(1, Math.round(box.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser gives no canvas to draw on.");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const notes = [];
  if (scale < 1) notes.push(`Scaled down from ${Math.round(box.width)} × ${Math.round(box.height)} px.`);
  if (picture.embed.left.size > 0) notes.push(`Left blank or drawn otherwise: ${[...picture.embed.left].slice(0, 10).join(", ")}.`);
  let [type, base64] = [format, encode(canvas, format, quality)];
  if (type === "png" && base64.length * 0.75 > MOST_BYTES) {
    [type, base64] = ["jpeg", encode(canvas, "jpeg", quality)];
    notes.push("A JPEG, because the PNG would have been too large.");
  }
  if (base64.length * 0.75 > MOST_BYTES) throw new Error("The picture is larger than 4 MB: ask for a smaller element, or a lower quality.");
  return {
    width: canvas.width,
    height: canvas.height,
    format: type,
    base64,
    sizeKB: Math.round((base64.length * 0.75) / 102.4) / 10,
    timestamp: Date.now(),
    ...(notes.length > 0 && { note: notes.join(" ") }),
  };
}

/** @param {unknown} given @returns {"png" | "jpeg"} */
function formatOf(given) {
  const format = String(given ?? "png")
    .toLowerCase()
    .replace("jpg", "jpeg");
  if (format !== "png" && format !== "jpeg") throw new Error(`screenshot: the format is png or jpeg, not "${format.slice(0, 20)}".`);
  return format;
}

/** @param {import("./find.js").Target} params @returns {import("./picture.js").Box} */
function boxOf(params) {
  const { ref, selector, role, name, text } = params;
  if (![ref, selector, role, name, text].some((given) => given !== undefined && given !== null && given !== "")) {
    return { x: 0, y: 0, width: innerWidth, height: innerHeight };
  }
  const element = locate(params);
  mustBeShown(element, "drawn");
  if (element.ownerDocument !== document) throw new Error("That is in a frame: ask for a picture of the frame itself.");
  const tall = element.getBoundingClientRect().height > innerHeight;
  element.scrollIntoView({ block: tall ? "start" : "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, right, bottom } = element.getBoundingClientRect();
  // Whole pixels, or everything would be blurred.
  const [x, y] = [Math.floor(left + 0.01), Math.floor(top + 0.01)];
  const [width, height] = [Math.ceil(right - 0.01) - x, Math.ceil(bottom - 0.01) - y];
  if (width < 1 || height < 1) throw new Error("That element has no size, so there is nothing to draw.");
  return { x, y, width, height };
}

/** @param {string} svg @returns {Promise<HTMLImageElement>} */
async function load(svg) {
  let forbidden = "";
  const hear = (/** @type {SecurityPolicyViolationEvent} */ event) => {
    if (event.effectiveDirective === "img-src") forbidden = event.originalPolicy;
  };
  const address = await dataUrl(new Blob([svg], { type: "image/svg+xml;charset=utf-8" }));
  document.addEventListener("securitypolicyviolation", hear);
  const image = new Image();
  try {
    await new Promise((done, fail) => {
      image.onload = done;
      image.onerror = fail;
      image.src = address;
    });
    return image;
  } catch {
    // The report of a violation comes in a task of its own.
    for (let n = 0; n < 20 && !forbidden; n += 1) await new Promise((done) => setTimeout(done, 10));
    throw new Error(
      forbidden
        ? "The page's Content-Security-Policy does not let it draw itself: a screenshot needs img-src data:. Use a snapshot instead."
        : "The browser could not draw this part of the page. Use a snapshot instead, or ask for another element.",
    );
  } finally {
    document.removeEventListener("securitypolicyviolation", hear);
  }
}

/** @param {HTMLCanvasElement} canvas @param {"png" | "jpeg"} format @param {number} quality @returns {string} base64 */
function encode(canvas, format, quality) {
  try {
    return canvas.toDataURL(`image/${format}`, quality).split(",")[1] ?? "";
  } catch {
    throw new Error("This browser does not let a page read a picture of itself back. Use a snapshot instead.");
  }
}
