// Values that only a browser knows (blobs, canvases, images, bytes) as what JSON can carry, before the core looks at them.
import { tooLarge, withContent } from "./call.js";
import { isArray, isSpecial, lengthOf, member, tagOf, textAt, unbox } from "./values.js";

/** What a page's own object says, or nothing where it throws. @template T @param {() => T} what */
function quietly(what) {
  try {
    return what();
  } catch {
    return undefined;
  }
}

/**
 * What a handler gave, as a place in `web::result::Given`.
 * @param {boolean} tool @param {any} value
 */
export function look(tool, value) {
  try {
    if (value instanceof Promise) return 0;
    if (tool && isTextResult(value)) return 3;
  } catch {
    // a proxy or a getter of the page's
  }
  return isUnusual(tool, value) ? 1 : 2;
}

/** Whether a value is a plain `CallToolResult` of nothing but text blocks, as most are. May throw. @param {any} value */
function isTextResult(value) {
  if (typeof value !== "object" || !value || Array.isArray(value) || isSpecial(value)) return false;
  const { content, structuredContent, isError, _meta, toJSON } = value;
  if (!Array.isArray(content) || structuredContent !== undefined || _meta !== undefined || toJSON !== undefined) return false;
  // By their places, as JSON takes them.
  for (let at = 0; at < content.length; at += 1) {
    const block = content[at];
    if (isSpecial(block) || block.type !== "text" || typeof block.text !== "string") return false;
    if (block.annotations !== undefined || block._meta !== undefined) return false;
  }
  return isError === undefined || typeof isError === "boolean";
}

/** Asked of every result, so it makes nothing. @param {boolean} tool @param {any} value */
function isUnusual(tool, value) {
  const content = tool ? member(value, "content") : undefined;
  if (!isArray(content)) return isSpecial(value);
  // JSON drops what a class gives by a getter.
  if (typeof value === "function" || !quietly(() => Object.hasOwn(value, "content"))) return true;
  for (let at = 0; at < lengthOf(content); at += 1) {
    const block = quietly(() => content[at]);
    if (isSpecial(block) || isMedia(block)) return true;
  }
  return hasOwnJson(value);
}

/** Whether a block is a picture or a sound. @param {any} block */
const isMedia = (block) => /^(image|audio)$/.test(String(textAt(block, "type")));

/** A block with such data as MCP clients take: for what is no base64 they refuse the whole result. @param {any} block */
function media(block) {
  if (!isMedia(block)) return block;
  const given = textAt(block, "data") ?? "";
  const data = given.replace(/^data:[^,]*;base64,/, "");
  if (/[^A-Za-z0-9+/=\s]/.test(data)) throw `The ${block.type} that the tool returned cannot be read: its data is no base64.`;
  return data === given ? block : { ...block, data };
}

/** Whether JSON would have what the object makes of itself. @param {any} value */
const hasOwnJson = (value) => typeof member(value, "toJSON") === "function";

/** What JSON has of a value. Where that is nothing, the core has the words for it. @param {any} value */
function asJson(value) {
  const text = JSON.stringify(value);
  return text === undefined ? { toJSON() {} } : JSON.parse(text);
}

/**
 * A result's parts: the content blocks that a tool gave, or else the value itself.
 * @param {boolean} tool @param {any} value
 * @returns {{content?: any, parts: unknown[]}}
 */
function partsOf(tool, value) {
  const content = tool ? member(value, "content") : undefined;
  if (!isArray(content)) return { parts: [value] };
  return { content, parts: Array.from({ length: content.length }, (_, at) => quietly(() => content[at]) ?? null) };
}

/**
 * Such a result as a plain one: a tool's as a `CallToolResult`, a prompt's as a content block, a resource's as `{blob, mimeType}`, boxed
 * primitives as themselves. Rejects with a sentence for the agent, or with what could not be read and why.
 * @param {string} kind of the item @param {string} name @param {any} value
 */
export async function plain(kind, name, value) {
  const { content, parts } = partsOf(kind === "tool", value);
  // That may be no result.
  if (content && hasOwnJson(value)) return attempt("object", () => asJson(value));
  for (const [at, part] of parts.entries()) {
    if (!isSpecial(part)) {
      if (content) parts[at] = media(part);
      continue;
    }
    const tag = tagOf(part);
    if (/^(Error|DOMException)$/.test(tag)) throw ["", part];
    if (/^(String|Number|Boolean)$/.test(tag)) parts[at] = unbox(part);
    else if (READABLE.test(tag) || ArrayBuffer.isView(part)) parts[at] = block(kind, name, await read(part, tag));
    else if (content && !hasOwnJson(part)) parts[at] = media(await attempt(tag, () => open(part)));
  }
  if (content) return attempt("object", () => withContent(value, parts));
  const [part] = parts;
  return kind === "tool" && typeof part === "object" && part && part !== value ? { content: parts } : part;
}

/** A block whose class gives its members by getters, which JSON drops. May throw. @param {any} block */
function open(block) {
  const { type, text, data, mimeType, uri, name, resource } = block;
  return { ...block, type, text, data, mimeType, uri, name, resource };
}

const READABLE = /^(Blob|File|HTMLCanvasElement|OffscreenCanvas|ImageBitmap|ImageData|HTMLImageElement|(Shared)?ArrayBuffer)$/;

/** @param {string} kind @param {string} name @param {[data: string, mime: string]} read */
function block(kind, name, [blob, mime]) {
  if (kind === "resource") return mime ? { blob, mimeType: mime } : { blob };
  const mimeType = mime || "application/octet-stream";
  const [media] = mimeType.split("/");
  if (media === "image" || media === "audio") return { type: media, data: blob, mimeType };
  return { type: "resource", resource: { uri: `result://${name}`, mimeType, blob } };
}

/** The bytes of a value as base64, and their type where it is known. @param {any} value @param {string} tag @returns {Promise<[data: string, mime: string]>} */
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
