// The drop-in: a classic script with the wasm inside. When it ends, `new WebMCP()` works, as with upstream's webmcp.js.
import { initSync, WebMCP } from "wasm-glue";
import text from "wasm-text";
import { fromText } from "./text.js";

const script = document.currentScript;
const page = /** @type {any} */ (window);

try {
  initSync({ module: new WebAssembly.Module(fromText(text)) });
} catch (cause) {
  throw new Error(
    "webmcp.js: the browser would not compile the wasm. Under a Content-Security-Policy, script-src needs 'wasm-unsafe-eval'.",
    { cause },
  );
}
page.WebMCP = WebMCP;

// `data-auto`: one instance on window.webMCP, where a console or a test driver finds it. `data-model-context`: and
// document.modelContext defined, where the browser has none, before the next inline script runs.
const wants = (/** @type {string} */ name) => script?.hasAttribute(name) ?? false;
if (wants("data-auto") || wants("data-model-context")) {
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const name of ["color", "position", "size", "padding", "language", "log"]) {
    const value = script?.getAttribute(`data-${name}`);
    if (value != null) options[name] = value;
  }
  if (wants("data-model-context")) options.modelContext = "polyfill";
  if (!wants("data-auto")) options.widget = false;
  page.webMCP ??= new WebMCP(options);
}
