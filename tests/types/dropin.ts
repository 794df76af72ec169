// A page with the classic script, as tsc sees it. Nothing of this runs.
import type {} from "webmcp-wasm/webmcp.js";

const mcp: WebMCP = new WebMCP({ widget: false });
mcp.registerTool("now", "The time", {}, () => new Date().toISOString());
window.webMCP?.connect("token");
// @ts-expect-error data-auto may not have been there
window.webMCP.connect("token");
