// Bundled by react.test.mjs, which puts these on its page. Fast Refresh must be there before React is.
import { injectIntoGlobalHook, performReactRefresh, register } from "react-refresh/runtime";

injectIntoGlobalHook(window);
const [{ default: React }, { default: dom }, { default: client }, hooks] = await Promise.all([
  import("react"),
  import("react-dom"),
  import("react-dom/client"),
  import("webmcp-wasm/react"),
]);
Object.assign(window, { React, flushSync: dom.flushSync, createRoot: client.createRoot, performReactRefresh, register, ...hooks });
