// The same module with the wasm inside, for bundlers that copy no assets: `import init, { WebMCP } from "webmcp-wasm/inline"`.
import { WebMCP as Class } from "wasm-glue";
import hex from "wasm-hex";
import { fromHex } from "./hex.js";
import { guarded, loader } from "./load.js";

export { initSync } from "./load.js";
export const WebMCP = /* @__PURE__ */ guarded(Class);
export default loader(() => fromHex(hex));
