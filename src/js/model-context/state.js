// What there is on this page: the contexts and the tools that came through them.

/**
 * A tool of the registry. `schema` is JSON text.
 * @typedef {{ id: number, name: string, title?: string, description: string, inputSchema?: object, source: string,
 *   annotations?: Record<string, unknown> }} Row
 * @typedef {(input: unknown, context?: { signal?: AbortSignal }) => unknown} Handler
 * @typedef {{
 *   add(tool: { name: string, title: string, description: string, inputSchema?: object, annotations?: object, execute: Handler }): number,
 *   remove(id: number): void,
 *   find(name: string): { id: number, source: string } | undefined,
 *   list(): Row[],
 *   run(name: string, input: unknown, signal: AbortSignal): Promise<unknown>,
 * }} Host `add` gives 0 where the name is taken.
 * @typedef {{ name: string, title: string, description: string, schema?: string, annotations?: import("./webidl.js").Annotations,
 *   exposed: string[], id: number }} Own
 * @typedef {{ list(): object[], call(name: string, text: string, signal: AbortSignal): Promise<string | null>, hear(removed: boolean): void }} Peer
 * @typedef {{ host?: Host, own: Map<string, Own>, handlers: Record<string, unknown> }} State
 * @typedef {{ state: State, host: Host, tell(): void, fire(type: "toolactivated" | "toolcancel", toolName: string): void }} Installed
 */

/** @type {WeakMap<object, State>} */
export const states = new WeakMap();

/** The context that is installed. @type {Installed | undefined} */
export let current;

/** @param {Installed | undefined} context */
export function setCurrent(context) {
  current = context;
}
