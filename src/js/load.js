// init(): loads the wasm once, however often and from wherever it is asked for. Importing this does nothing, so a server may.
import initWasm, { initSync as initWasmSync } from "wasm-glue";

/** @typedef {string | URL | Request | Response | BufferSource | WebAssembly.Module} Source */

/** @type {Promise<void> | undefined} */
let loading;
let ready = false;

/**
 * The class, which says what to do where it is used too early.
 * @template {new (...given: any) => object} Class @param {Class} given @returns {Class}
 */
export const guarded = (given) =>
  new Proxy(given, {
    construct(target, args, self) {
      if (!ready) throw new Error("webmcp-wasm: await init() before new WebMCP()");
      return Reflect.construct(target, args, self);
    },
  });

/**
 * @param {() => Source} standard where the wasm is when the caller does not say
 */
export function loader(standard) {
  /**
   * Loads the module. Await it once before the first `new WebMCP()`; further calls, concurrent ones too, share the first load.
   * A load that failed rejects with the reason (see `error.cause`) and can be tried again.
   * @param {Source | Promise<Source> | {module_or_path?: Source | Promise<Source>}} [source] a URL, a Response, the bytes or a compiled module
   * @returns {Promise<void>}
   */
  return function init(source) {
    loading ??= load(source, standard).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/**
 * @param {unknown} given @param {() => Source} standard
 * @returns {Promise<void>}
 */
async function load(given, standard) {
  try {
    let source = await given;
    if (source && Object.getPrototypeOf(source) === Object.prototype) {
      source = await /** @type {{module_or_path?: unknown}} */ (source).module_or_path;
    }
    source ??= standard();
    if (typeof source === "string" || source instanceof URL || (typeof Request !== "undefined" && source instanceof Request)) {
      source = await fetch(source);
    }
    if (typeof Response !== "undefined" && source instanceof Response) {
      const { ok, url, status, statusText, headers } = source;
      if (!ok) throw new Error(`${url} answered ${status} ${statusText}`.trim());
      // What a dev server gives for a path it does not know.
      if (/^text\/html/.test(headers.get("content-type") ?? "")) throw new Error(`${url} is text/html, not a wasm`);
    }
    await initWasm({ module_or_path: source });
    ready = true;
  } catch (cause) {
    throw new Error(`webmcp-wasm: loading the wasm failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/**
 * Loads the module synchronously from bytes or a compiled `WebAssembly.Module`; does nothing when it is loaded already.
 * @param {BufferSource | WebAssembly.Module | {module: BufferSource | WebAssembly.Module}} source
 */
export function initSync(source) {
  const given = source && Object.getPrototypeOf(source) === Object.prototype ? /** @type {any} */ (source).module : source;
  initWasmSync({ module: given });
  ready = true;
  loading ??= Promise.resolve();
}
