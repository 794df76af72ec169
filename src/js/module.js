// The module build: the wasm is a file beside this one. Bundlers know this `new URL` pattern and copy the file along.
import { loader } from "./load.js";

export * from "wasm-glue";
export { initSync } from "./load.js";
export default loader(() => new URL("webmcp_wasm_bg.wasm", import.meta.url));
