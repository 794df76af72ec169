/** What wasm-bindgen writes; the build resolves the name. */
declare module "wasm-glue" {
  export { WebMCP } from "./types.js";
  export default function init(options: { module_or_path: unknown }): Promise<unknown>;
  export function initSync(options: { module: BufferSource | WebAssembly.Module }): unknown;
}
