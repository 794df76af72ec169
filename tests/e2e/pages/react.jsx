// Bundled by react.test.mjs, which puts these on its page.
import { injectIntoGlobalHook, performReactRefresh, register } from "react-refresh/runtime";

injectIntoGlobalHook(window);
const [React, { flushSync }, { createRoot }, hooks] = await Promise.all([
  import("react"),
  import("react-dom"),
  import("react-dom/client"),
  import("webmcp-wasm/react"),
]);
Object.assign(window, { React, flushSync, createRoot, performReactRefresh, register, ...hooks });
