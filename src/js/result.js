// Values that only a browser knows (blobs, canvases, images, bytes) as base64, which JSON can carry.
import { tooLarge } from "./call.js";

/**
 * The bytes of a value as base64, and their type where it is known; nothing at once where the value is none of these. Rejects with a
 * sentence for the agent, or with what could not be read and why.
 * @param {any} value @param {string} tag its class
 */
export function encode(value, tag) {
  const known = /^(Blob|File|HTMLCanvasElement|OffscreenCanvas|ImageBitmap|ImageData|HTMLImageElement|(Shared)?ArrayBuffer)$/.test(tag);
  return known || ArrayBuffer.isView(value) ? read(value, tag) : undefined;
}

/** @param {any} value @param {string} tag @returns {Promise<[data: string, mime: string]>} */
async function read(value, tag) {
  if (/Image/.test(tag)) {
    const image = value;
    // Until it is loaded there is nothing to draw, and drawing nothing succeeds.
    if (tag === "HTMLImageElement") await attempt(tag, () => image.decode());
    value = await attempt(tag, () => draw(image, tag));
    tag = "OffscreenCanvas";
  }
  if (/Canvas/.test(tag)) {
    const canvas = value;
    // A PNG. Throws for a canvas that holds another origin's pixels.
    value = await attempt(tag, () => (tag === "OffscreenCanvas" ? canvas.convertToBlob() : new Promise((done) => canvas.toBlob(done))));
    if (!value) throw `The ${tag} that the tool returned is empty.`;
    tag = "Blob";
  }
  let mime = "";
  if (/^(Blob|File)$/.test(tag)) {
    const blob = value;
    check(blob.size);
    value = await attempt("Blob", () => blob.arrayBuffer());
    if (typeof blob.type === "string") mime = blob.type;
  }
  const bytes = await attempt(tag, () =>
    ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value),
  );
  check(bytes.length);
  return [base64(bytes), mime];
}

/** @template T @param {string} tag @param {() => T | Promise<T>} what @returns {Promise<T>} */
async function attempt(tag, what) {
  try {
    return await what();
  } catch (thrown) {
    throw [tag, thrown];
  }
}

/** Before it is encoded: base64 makes four bytes of three. @param {number} bytes */
function check(bytes) {
  const problem = tooLarge((bytes * 4) / 3);
  if (problem !== undefined) throw problem;
}

/** Draws an image onto a canvas of its own size. @param {any} image @param {string} tag */
function draw(image, tag) {
  // A drawing without a size of its own (SVG) has the one it is shown in.
  const side = (/** @type {string} */ natural, /** @type {string} */ plain) => Math.max(image[natural] || image[plain] || 0, 1);
  const canvas = new OffscreenCanvas(side("naturalWidth", "width"), side("naturalHeight", "height"));
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (tag === "ImageData") pen.putImageData(image, 0, 0);
  else pen.drawImage(image, 0, 0);
  return canvas;
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  const native = /** @type {{toBase64?: () => string}} */ (bytes);
  if (native.toBase64) return native.toBase64();
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
