import type { WebMCP as Class } from "./types.js";

declare global {
  /** The class, once `<script src="webmcp.js">` has run. */
  const WebMCP: typeof Class;
  /** The same as a type: `let mcp: WebMCP`. */
  type WebMCP = Class;
  interface Window {
    WebMCP: typeof Class;
    /** The instance that `data-auto` or `data-model-context` made. */
    webMCP?: Class;
  }
}
