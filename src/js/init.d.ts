/** What {@link init} accepts: where the wasm is, its bytes, or the compiled module. */
export type InitInput = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the wasm. Await it once before the first `new WebMCP()`; further calls, concurrent ones too, share the first load.
 * A load that failed rejects with the reason (see `error.cause`) and can be tried again. Importing this module does nothing, so a
 * server may import it.
 */
export default function init(source?: InitInput | Promise<InitInput> | { module_or_path: InitInput | Promise<InitInput> }): Promise<void>;

/** Loads the wasm synchronously, from its bytes or the compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module | { module: BufferSource | WebAssembly.Module }): void;
