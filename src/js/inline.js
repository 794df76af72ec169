// The same module with the wasm inside, for bundlers that copy no assets: `import init, { WebMCP } from "webmcp-wasm/inline"`.
import { WebMCP as Class } from "wasm-glue";
import text from "wasm-text";
import { guarded, loader } from "./load.js";
import { fromText } from "./text.js";

export { initSync } from "./load.js";
export const WebMCP = /* @__PURE__ */ guarded(Class);
export default loader(() => fromText(text));
