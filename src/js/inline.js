// The same module with the wasm inside, for bundlers that copy no assets: `import init, { WebMCP } from "webmcp-wasm/inline"`.
import hex from "wasm-hex";
import { fromHex } from "./hex.js";
import { loader } from "./load.js";

export * from "wasm-glue";
export { initSync } from "./load.js";
export default loader(() => fromHex(hex));
