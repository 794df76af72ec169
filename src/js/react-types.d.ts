import type { ReactNode } from "react";
import type { ToolControlAttributes, ToolFormAttributes } from "./globals.js";
import type { ArgumentsOf, InputSchema, Tool, WebMCP } from "./types.js";

/**
 * Registers a tool while the component is mounted. `execute` is always the one of the last render. The rest of the definition is looked at
 * again when `deps` change, or after each render without `deps`; agents hear of it only where it differs. StrictMode and hot reloads
 * announce nothing twice. `null`, `undefined` or `false` instead of a tool: none now.
 */
export function useTool<const Schema extends InputSchema>(
  tool: Tool<ArgumentsOf<Schema>, Schema> | null | undefined | false,
  deps?: readonly unknown[],
): void;
/** With a type of your own for the arguments. */
export function useTool<Arguments = Record<string, any>>(tool: Tool<Arguments> | null | undefined | false, deps?: readonly unknown[]): void;

/** The page's `WebMCP` object, to connect or to listen; `undefined` on a server and until it is loaded. */
export function useWebMCP(): WebMCP | undefined;

/**
 * Says where the hooks below it get their `WebMCP` object from: `load` is called once, in the browser, when the first of them mounts.
 * Without a provider it is `new WebMCP()` of this package, with its standard options.
 */
export function WebMCPProvider(props: { load: () => WebMCP | Promise<WebMCP>; children?: ReactNode }): ReactNode;

// The attributes of tool forms in JSX.
declare module "react" {
  interface FormHTMLAttributes<T> extends ToolFormAttributes {}
  interface InputHTMLAttributes<T> extends ToolControlAttributes {}
  interface SelectHTMLAttributes<T> extends ToolControlAttributes {}
  interface TextareaHTMLAttributes<T> extends ToolControlAttributes {}
  interface FieldsetHTMLAttributes<T> extends ToolControlAttributes {}
}
