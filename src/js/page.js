// The second module, pkg/page.js: a door for wu relays, and the page's own abilities as tools. It is loaded when a page asks for one
// of them (see annex.js), and joins the page's registry through the public methods of `WebMCP` alone. Its wasm is inside.
import { pageTools, startCapture, stopCapture } from "./page/index.js";

export * from "./page/index.js";
export { openWu } from "./wu/door.js";

/** Tools that change the page. */
const CHANGING = ["page_click", "page_type"];

/**
 * The option `pageTools`.
 * @param {import("./types.js").WebMCP} page @param {string[]} names @param {AbortSignal} closed when the page's object is destroyed
 */
export async function registerPageTools(page, names, closed) {
  if (closed.aborted) return;
  if (names.includes("console") || names.includes("network")) {
    startCapture();
    closed.addEventListener("abort", stopCapture, { once: true });
  }
  for (const tool of pageTools(names)) {
    // Granted by the page, they are not asked for each time, but refused once the grant is gone.
    const rules = page.permissions.modifyDOM ? { permissions: ["modifyDOM"] } : { confirm: true };
    await page.registerTool(/** @type {import("./types.js").Tool<any>} */ ({ ...tool, ...(CHANGING.includes(tool.name) && rules) }));
  }
}
