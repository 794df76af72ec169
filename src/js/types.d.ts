/** A JSON Schema (draft 2020-12) whose root is an object; see `registerTool` for what else is taken. */
export type JSONSchema = Record<string, unknown>;

/** What a tool's `execute` gets beside its arguments. */
export interface CallContext {
  /** Fires when the call times out, is stopped by the user, or the connection is ended. */
  readonly signal: AbortSignal;
  /** The id of this call, as in the events. */
  readonly callId: string;
  /** Runs `callback` and waits for it: for a question to the person in front of the page. */
  requestUserInteraction<T>(callback: () => T | PromiseLike<T>): Promise<T>;
}

/** Hints for agents (MCP and the WebMCP draft). `consequentialHint` makes the page ask its user before each call. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
  consequentialHint?: boolean;
  untrustedContentHint?: boolean;
  debugging?: boolean;
  [hint: string]: unknown;
}

export interface Tool<Arguments = Record<string, any>> {
  /** Any non-empty text; what MCP clients do not allow is mapped for them. */
  name: string;
  title?: string;
  /** Default: `Tool: NAME`. */
  description?: string;
  /** Default: an object without properties. A bare map of properties is wrapped. */
  inputSchema?: JSONSchema | string | object;
  outputSchema?: JSONSchema;
  annotations?: ToolAnnotations;
  /** What it gives becomes an MCP `CallToolResult`; what it throws becomes one with `isError`. */
  execute?: (args: Arguments, context: CallContext) => unknown;
  /** Flags that must be granted (`permissions`, `setPermissions()`), or the call is refused. */
  permissions?: string | string[];
  /** Ask the user before each call. Default: false. */
  confirm?: boolean;
  /** Milliseconds after which its signal fires. Default: 600000. */
  timeout?: number;
}

export interface PromptArgument {
  name: string;
  description?: string;
  required?: boolean;
}

export interface ResourceOptions {
  /** One of `uri` and `uriTemplate` must be there. */
  uri?: string;
  /** RFC 6570, levels 1 and 2: `{name}`, `{+name}`, `{#name}`. */
  uriTemplate?: string;
  mimeType?: string;
  signal?: AbortSignal;
}

export type Status = "disconnected" | "registering" | "connecting" | "connected" | "waiting";

export interface WebMCPOptions {
  /** Any CSS colour. Default: `#007bff`. */
  color?: string;
  position?: "bottom-right" | "bottom-left" | "top-right" | "top-left";
  /** Default: `30px`. */
  size?: string;
  /** The distance to the corner. Default: `20px`. */
  padding?: string;
  /** Milliseconds without user or agent activity before it disconnects; `0` or `Infinity`: never. Default: 300000. */
  inactivityTimeout?: number;
  /** `false`: none; an element: draw it in there. Default: true. */
  widget?: boolean | Element;
  /** `en` or `es`. Default: the page's. */
  language?: string;
  /** Replaces texts of the widget, by key. */
  labels?: Record<string, string>;
  /**
   * The browser's `document.modelContext`: `"auto"` publishes to it and offers what others registered there, `"polyfill"` also defines
   * one where there is none (forms with `toolname` become tools then), `"off"` leaves it alone. Default: `"auto"`.
   */
  modelContext?: "auto" | "polyfill" | "off";
  /** May agents create tools? Default: on loopback pages only. */
  dynamicTools?: boolean | ((definition: object) => boolean | PromiseLike<boolean>);
  /** Check arguments against the input schema before a tool runs. Default: true. */
  validate?: boolean;
  /** Flags that tools may require. */
  permissions?: Record<string, boolean>;
  /** Asks the user instead of the built-in dialog; no answer in 25 s means no. */
  confirm?: (question: { tool: string; args: Record<string, unknown> }) => boolean | PromiseLike<boolean>;
  /** Milliseconds after which an agent is told that a tool is still running. Default: 28000. */
  callTimeout?: number;
  /** Offer each prompt as a tool too. Default: false. */
  promptsAsTools?: boolean;
  /** Answers sampling requests instead of the built-in dialog. */
  onSampling?: (request: Record<string, unknown>) => unknown;
  /** Default: `warn`. Tokens are never logged, arguments only at `debug`. */
  log?: "silent" | "error" | "warn" | "info" | "debug";
}

export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  /** The same as `inputSchema`. */
  parameters: JSONSchema;
  inputSchema: JSONSchema;
  annotations?: ToolAnnotations;
  source: "page" | "agent" | "form" | "native";
}

export interface AuditEntry {
  traceId: string;
  callId: string;
  tool: string;
  door: "relay" | "page" | "model-context";
  /** Milliseconds since the epoch. */
  startedAt: number;
  durationMs: number;
  outcome: "ok" | "error" | "denied" | "invalid" | "timed-out" | "dropped";
  reason?: string;
  /** Only with `log: "debug"`. */
  arguments?: Record<string, unknown>;
}

interface CallDetail {
  callId: string;
  traceId: string;
  tool: string;
  door: AuditEntry["door"];
  arguments: Record<string, unknown>;
}

interface ResultDetail extends CallDetail {
  outcome: AuditEntry["outcome"];
  durationMs: number;
  /** Why it failed. */
  reason?: string;
  /** What it gave. */
  result?: unknown;
}

export interface WebMCPEventMap {
  statuschange: CustomEvent<{ status: Status; server?: string; channel?: string; code?: string; message?: string }>;
  /** The names of the tools that came, went or changed in this tick. */
  toolchange: CustomEvent<{ names: string[] }>;
  toolcall: CustomEvent<CallDetail>;
  toolresult: CustomEvent<ResultDetail>;
  /** A permission, the arguments or the user said no; the tool never ran. */
  tooldenied: CustomEvent<ResultDetail>;
  exposed: CustomEvent<{ count: number; names: string[] }>;
  error: CustomEvent<{ code: string; message: string; error: unknown }>;
}

/** A page's tools, prompts and resources, and its connection to a relay. A second one on a page shares both with the first. */
export class WebMCP {
  /** Throws a `TypeError` that names a bad option. */
  constructor(options?: WebMCPOptions);

  /** Registers a tool, or replaces the one of that name. Rejects with a `TypeError` that names a bad argument. */
  registerTool<Arguments = Record<string, any>>(tool: Tool<Arguments>, options?: { signal?: AbortSignal }): Promise<void>;
  registerTool<Arguments = Record<string, any>>(
    name: string,
    description?: string | null,
    schema?: JSONSchema | string | object | null,
    execute?: ((args: Arguments, context: CallContext) => unknown) | null,
  ): Promise<void>;

  /** A prompt's string becomes one user message; `{messages}` passes as it is. */
  registerPrompt(
    name: string,
    description?: string | null,
    promptArguments?: PromptArgument[] | null,
    execute?: ((args: Record<string, string>, context: CallContext) => unknown) | null,
  ): Promise<void>;

  /** A string or bytes become `{contents}`, which passes as it is. */
  registerResource(
    name: string,
    description: string | null | undefined,
    options: ResourceOptions,
    provide?: ((uri: string, variables: Record<string, string>, context: CallContext) => unknown) | null,
  ): Promise<void>;

  /** `false` where there is none. Calls that are running finish. */
  unregisterTool(name: string): boolean;
  unregisterPrompt(name: string): boolean;
  unregisterResource(name: string): boolean;
  unregisterAll(): void;

  tools(): ListedTool[];
  /** Calls a tool from the page itself, through the same checks as an agent's call. */
  execute(name: string, args?: Record<string, unknown>): Promise<{ success: true; result: unknown } | { success: false; reason: string }>;
  /** The last 200 calls, oldest first. */
  auditLog(): AuditEntry[];
  /** Publishes the tools to the browser's model context, now and from now on; `false` where there is none. */
  expose(): boolean;
  setPermissions(permissions: Record<string, boolean>): void;

  /** Pairs with a relay. Resolves when the page's items are announced; rejects with a reason, and its `code`. */
  connect(token: string): Promise<void>;
  /** Ends the connection and forgets the session. */
  disconnect(): void;
  readonly isConnected: boolean;
  readonly status: Status;

  addEventListener<K extends keyof WebMCPEventMap>(
    type: K,
    listener: ((event: WebMCPEventMap[K]) => void) | EventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void;
  removeEventListener<K extends keyof WebMCPEventMap>(
    type: K,
    listener: ((event: WebMCPEventMap[K]) => void) | EventListenerObject | null,
    options?: EventListenerOptions | boolean,
  ): void;

  /** Ends this object; the last one of a page closes the connection and takes the widget away. */
  destroy(): void;
  free(): void;
  [Symbol.dispose](): void;
}
