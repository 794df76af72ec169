// The module build: the wasm is a file beside this one. Bundlers know this `new URL` pattern and copy the file along.
import { WebMCP as Class } from "wasm-glue";
import { guarded, loader } from "./load.js";

export { initSync } from "./load.js";
export const WebMCP = /* @__PURE__ */ guarded(Class);
export default loader(() => new URL("webmcp_wasm_bg.wasm", import.meta.url));
