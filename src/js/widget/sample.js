// A `createSamplingMessage` request, as its person reads it: what was said so far, and how the answer should be.

import { find, put, set } from "./elements.js";
import { harmless, SHOWN } from "./texts.js";

/** @typedef {import("./frame.js").Frame} Frame @typedef {import("./sounds.js").Sounds} Sounds */

/** The items of an array; anything else that is there is the only item. @param {any} value @returns {any[]} */
const list = (value) => (Array.isArray(value) ? value : value == null ? [] : [value]);
/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** @param {Frame} frame @param {Element} dialog @param {any} request @param {Sounds} sounds */
export function fillSample(frame, dialog, request, sounds) {
  const talk = find(dialog, ".talk");
  if (typeof request?.systemPrompt === "string") said(frame, talk, "system", request.systemPrompt, sounds);
  for (const message of list(request?.messages)) {
    for (const content of list(message?.content)) said(frame, talk, message?.role === "assistant" ? "assistant" : "user", content, sounds);
  }
  put(dialog, ".limits", limits(request, frame.texts));
}

/** How the answer should be, as far as the request says. @param {any} request @param {Frame["texts"]} texts */
function limits(request, texts) {
  const named = list(request?.modelPreferences?.hints).find((hint) => hint?.name !== undefined);
  const wishes = Object.entries({
    "max-tokens": request?.maxTokens,
    temperature: request?.temperature,
    "stop-at": request?.stopSequences,
    model: named?.name,
  });
  return wishes
    .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value ?? undefined)])
    .filter(([, value]) => value !== undefined)
    .map(([key = "", value = ""]) => texts.fill(key, harmless(value, 120)))
    .join(" · ");
}

/**
 * One thing that one side said: a text, or a content block.
 * @param {Frame} frame @param {Element} talk @param {string} role @param {any} content @param {Sounds} sounds
 */
function said(frame, talk, role, content, sounds) {
  const part = frame.build("div.said\n b", talk);
  put(part, "b", frame.texts.text(role));
  set(part, "data-role", role);
  if (content?.type === "image") {
    const canvas = frame.build("canvas role=img aria-label=@image", part);
    drawImage(canvas, content).catch(() => {
      canvas.remove();
      frame.build("p @image-broken", part);
    });
  } else if (content?.type === "audio") {
    const button = frame.build("button type=button part=button data-do=play @play", part);
    try {
      sounds.carry(button, bytesOf(content.data));
    } catch {
      // It says so when it is to be played.
    }
  } else {
    const text = typeof content?.text === "string" ? content.text : typeof content === "string" ? content : JSON.stringify(content);
    frame.build("p", part).textContent = harmless(text ?? "", SHOWN);
  }
}

/** Shows an image without any URL, which a strict CSP would refuse. @param {any} canvas @param {any} content */
async function drawImage(canvas, content) {
  const bitmap = await createImageBitmap(new Blob([bytesOf(content.data)], { type: content.mimeType }));
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
}
