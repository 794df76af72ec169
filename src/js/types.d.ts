/// <reference lib="esnext.disposable" />

/** The names a JSON Schema's `type` may hold. */
export type JSONSchemaType = "string" | "number" | "integer" | "boolean" | "null" | "object" | "array";

/**
 * A JSON Schema (draft 2020-12). Known keywords are described for the editor; others pass. `as const` is not needed:
 * `registerTool` infers literals.
 */
export interface JSONSchema {
  readonly type?: JSONSchemaType | readonly JSONSchemaType[];
  readonly title?: string;
  /** Agents read it: say what the value means, its unit, and an example. */
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: { readonly [name: string]: JSONSchema | boolean };
  /** The properties that must be there. */
  readonly required?: readonly string[];
  readonly additionalProperties?: JSONSchema | boolean;
  readonly patternProperties?: { readonly [pattern: string]: JSONSchema | boolean };
  readonly propertyNames?: JSONSchema | boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly items?: JSONSchema | boolean;
  readonly prefixItems?: readonly (JSONSchema | boolean)[];
  readonly contains?: JSONSchema | boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** In characters (code points). */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** An ECMAScript regular expression; it may match anywhere in the text. */
  readonly pattern?: string;
  /** A hint for agents; not checked. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly anyOf?: readonly (JSONSchema | boolean)[];
  readonly oneOf?: readonly (JSONSchema | boolean)[];
  readonly allOf?: readonly (JSONSchema | boolean)[];
  readonly not?: JSONSchema | boolean;
  readonly if?: JSONSchema | boolean;
  readonly then?: JSONSchema | boolean;
  readonly else?: JSONSchema | boolean;
  /** Within this schema only: `#/$defs/NAME`. */
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JSONSchema | boolean };
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** A schema of Zod 4, Valibot, ArkType and others (Standard Schema) that can export JSON Schema. */
export interface StandardSchema<Input = unknown> {
  readonly "~standard": { readonly types?: { readonly input: Input } | undefined };
}

/**
 * What `inputSchema` takes: a JSON Schema, its JSON text, a Standard Schema, or a bare map of properties (`{ city: { type: "string" } }`),
 * which is wrapped in `{ type: "object", properties }`. Absent or `{}`: a tool without arguments.
 */
export type InputSchema = JSONSchema | StandardSchema | { readonly [property: string]: JSONSchema | boolean } | string;

type Plain = Record<string, any>;
type Simplify<T> = T extends (...args: never) => unknown ? T : { [K in keyof T]: T[K] };
type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;

type Named<T> = T extends "string"
  ? string
  : T extends "number" | "integer"
    ? number
    : T extends "boolean"
      ? boolean
      : T extends "null"
        ? null
        : never;

type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

type ObjectOf<S, Root> = S extends { readonly properties: infer P }
  ? Simplify<
      { -readonly [K in keyof P as K extends RequiredOf<S> ? K : never]: FromSchema<P[K], Root> } & {
        -readonly [K in keyof P as K extends RequiredOf<S> ? never : K]?: FromSchema<P[K], Root>;
      }
    >
  : S extends { readonly additionalProperties: infer A extends object }
    ? { [name: string]: FromSchema<A, Root> }
    : { [name: string]: unknown };

type ArrayOf<S, Root> = S extends { readonly prefixItems: infer P extends readonly unknown[] }
  ? { -readonly [K in keyof P]: FromSchema<P[K], Root> }
  : S extends { readonly items: infer I }
    ? FromSchema<I, Root>[]
    : unknown[];

type Typed<S, T, Root> = T extends "object" ? ObjectOf<S, Root> : T extends "array" ? ArrayOf<S, Root> : Named<T>;

type Each<S, Root> = S extends readonly (infer One)[] ? (One extends unknown ? FromSchema<One, Root> : never) : never;
type Every<S, Root> = S extends readonly [infer First, ...infer Rest] ? FromSchema<First, Root> & Every<Rest, Root> : unknown;

/**
 * The TypeScript type of what a schema accepts: `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`, `items`,
 * `prefixItems`, `anyOf`, `oneOf`, `allOf` and `#/$defs/...` are understood; anything else is `unknown`.
 */
export type FromSchema<S, Root = S> = S extends { readonly const: infer C }
  ? Writable<C>
  : S extends { readonly enum: readonly (infer E)[] }
    ? Writable<E>
    : S extends { readonly $ref: `#/$defs/${infer Name}` }
      ? Root extends { readonly $defs: infer Defs }
        ? Name extends keyof Defs
          ? FromSchema<Defs[Name], Root>
          : unknown
        : unknown
      : S extends { readonly anyOf: infer Any }
        ? Each<Any, Root>
        : S extends { readonly oneOf: infer One }
          ? Each<One, Root>
          : S extends { readonly allOf: infer All }
            ? Every<All, Root>
            : S extends { readonly type: readonly (infer T)[] }
              ? T extends unknown
                ? Typed<S, T, Root>
                : never
              : S extends { readonly type: infer T extends string }
                ? Typed<S, T, Root>
                : S extends { readonly properties: object }
                  ? ObjectOf<S, Root>
                  : unknown;

type Or<T, Otherwise> = unknown extends T ? Otherwise : T;

type SchemaRoot =
  | { readonly type: JSONSchemaType | readonly JSONSchemaType[] }
  | { readonly properties: object }
  | { readonly $ref: string }
  | { readonly anyOf: readonly unknown[] }
  | { readonly oneOf: readonly unknown[] }
  | { readonly allOf: readonly unknown[] };

/**
 * The arguments that `execute` gets, by what was given as `inputSchema`. What no schema tells (text, a schema that is not literal) is any
 * object. Properties that are not `required` may be absent.
 */
export type ArgumentsOf<S> = S extends string
  ? Plain
  : S extends { readonly "~standard": { readonly types?: infer T } }
    ? NonNullable<T> extends { readonly input: infer I }
      ? Or<I, Plain>
      : Plain
    : string extends keyof S
      ? Plain
      : S extends SchemaRoot
        ? Or<FromSchema<S>, Plain>
        : keyof S extends never
          ? Plain
          : S[keyof S] extends object | boolean
            ? ObjectOf<{ readonly properties: S }, S>
            : Plain;

/** What a tool's `execute` gets beside its arguments. */
export interface CallContext {
  /** Fires when the call times out, is stopped by the user, or the connection is ended. */
  readonly signal: AbortSignal;
  /** The id of this call, as in the events. */
  readonly callId: string;
  /** Runs `callback` and waits for it: for a question to the person in front of the page. */
  requestUserInteraction<T>(callback: () => T | PromiseLike<T>): Promise<T>;
}

/** Hints for agents (MCP and the WebMCP draft). They promise nothing to anybody; `consequentialHint` alone acts here. */
export interface ToolAnnotations {
  title?: string;
  /** It changes nothing. */
  readOnlyHint?: boolean;
  /** What it changes cannot be had back. */
  destructiveHint?: boolean;
  /** Calling it twice with the same arguments is as calling it once. */
  idempotentHint?: boolean;
  /** It reaches beyond this page. */
  openWorldHint?: boolean;
  /** The page asks its user before each call, as with `confirm: true`. */
  consequentialHint?: boolean;
  /** What it gives may hold text by strangers. */
  untrustedContentHint?: boolean;
  debugging?: boolean;
  [hint: string]: unknown;
}

/** A tool, as `registerTool` takes it in its object form (the WebMCP draft's, and more). */
export interface Tool<Arguments = Record<string, any>, Schema = InputSchema | object> {
  /** Any non-empty text; what MCP clients do not allow is mapped for them. */
  name: string;
  /** A name for people. */
  title?: string;
  /** Agents choose by it: say what it does, when to use it, and what it gives. Default: `Tool: NAME`. */
  description?: string;
  /** What the arguments must be. Default: an object without properties. A bare map of properties is wrapped. */
  inputSchema?: Schema | null;
  /** What the result is; for agents, not checked. */
  outputSchema?: JSONSchema;
  annotations?: ToolAnnotations;
  /** What it gives becomes an MCP `CallToolResult`; what it throws becomes one with `isError`. May be async. */
  execute?: ((args: Arguments, context: CallContext) => unknown) | null;
  /** Flags that must be granted (`permissions`, `setPermissions()`), or the call is refused. Default: none. */
  permissions?: string | string[];
  /** Ask the user before each call. Default: false. */
  confirm?: boolean;
  /** Milliseconds after which its signal fires. Default: 600000 (10 minutes). */
  timeout?: number;
}

/** How long a registration lasts. */
export interface RegisterOptions {
  /** The tool is taken back when it fires; a call that is running finishes. */
  signal?: AbortSignal;
}

/** A tool that an agent asks the page to make. */
export interface AgentTool {
  name: string;
  description?: string;
  /** The body of `function (args)`. */
  code: string;
  inputSchema?: JSONSchema;
}

/** An argument of a prompt: MCP knows text only. */
export interface PromptArgument {
  name: string;
  description?: string;
  /** Default: false. */
  required?: boolean;
}

/** Where a resource is; one of `uri` and `uriTemplate` must be there. */
export interface ResourceOptions {
  /** The address of this one resource, such as `page://current`. */
  uri?: string;
  /** RFC 6570, levels 1 and 2: `{name}`, `{+name}`, `{#name}`. */
  uriTemplate?: string;
  mimeType?: string;
  /** The resource is taken back when it fires. */
  signal?: AbortSignal;
}

/** `waiting`: the relay is away and it is tried again. */
export type Status = "disconnected" | "registering" | "connecting" | "connected" | "waiting";

/** What `new WebMCP()` takes; nothing is required. */
export interface WebMCPOptions {
  /** Any CSS colour. Default: `#007bff`. */
  color?: string;
  /** The widget's corner. Default: `bottom-right`. */
  position?: "bottom-right" | "bottom-left" | "top-right" | "top-left";
  /** Of the widget's button, as CSS has it. Default: `30px`. */
  size?: string;
  /** The distance to the corner. Default: `20px`. */
  padding?: string;
  /** Milliseconds without user or agent activity before it disconnects; `0` or `Infinity`: never. Default: 300000. */
  inactivityTimeout?: number;
  /** `false`: none; an element: draw it in there. Default: true. */
  widget?: boolean | Element;
  /** The widget's: `en`, `es`, or another that `labels` has the texts of. Default: the page's, then the browser's. */
  language?: string;
  /** Replaces texts of the widget, by key. */
  labels?: Record<string, string>;
  /**
   * The browser's `document.modelContext`: `"auto"` publishes to it and offers what others registered there, `"polyfill"` also defines
   * one where there is none (forms with `toolname` become tools then), `"off"` leaves it alone. Default: `"auto"`.
   */
  modelContext?: "auto" | "polyfill" | "off";
  /** May agents create tools? A function that gives no answer in 25 s says no. Default: on loopback pages only. */
  dynamicTools?: boolean | ((tool: AgentTool) => boolean | PromiseLike<boolean>);
  /** Check arguments against the input schema before a tool runs. Default: true. */
  validate?: boolean;
  /** Flags that tools may require. */
  permissions?: Record<string, boolean>;
  /** Asks the user instead of the built-in dialog; no answer in 25 s (30 s for a wu relay) means no. */
  confirm?: (question: { tool: string; args: Record<string, unknown> }) => boolean | PromiseLike<boolean>;
  /** Milliseconds after which an agent is told that a tool is still running. Default: 28000. */
  callTimeout?: number;
  /** Offer each prompt as a tool too. Default: false. */
  promptsAsTools?: boolean;
  /**
   * What agents may do with the page itself, as tools named `page_snapshot` and so on. `click` and `type` ask the user each time, unless
   * `permissions` grant `modifyDOM`. Default: none.
   */
  pageTools?: ("snapshot" | "screenshot" | "click" | "type" | "console" | "network")[];
  /** Answers sampling requests instead of the built-in dialog. */
  onSampling?: (request: Record<string, unknown>) => unknown;
  /** Default: `warn`. Tokens are never logged, arguments only at `debug`. */
  log?: "silent" | "error" | "warn" | "info" | "debug";
}

/** What a page gives a wu relay to work with. `window.wu` is used where it exists; `store`, `navigate` and `routes` stand in for it. */
export interface WuOptions {
  /** The token that the relay was started with. Needed where page or relay are not on this machine. */
  token?: string;
  /** Lets a relay in where page or relay are not on this machine; a token is needed too. Never set it in what you publish. */
  allowInsecure?: boolean;
  /** `get()` gives everything, `get("cart.items")` a part; `set` writes one. */
  store?: { get(path?: string): unknown; set(path: string, value: unknown): unknown };
  /** Goes to a route. */
  navigate?(route: string): unknown;
  /** The routes that may be asked for; without `navigate` they are URLs of this site. */
  routes?: string[];
}

/** A relay that the page is, or is about to be, connected to. */
export interface ConnectedRelay {
  /** `"webmcp"`: the page's own, paired with a token. */
  relay: "webmcp" | "wu";
  /** What `disconnect(server)` takes. */
  server: string;
  channel?: string;
  status: Status;
}

/** How `execute()` runs a tool. */
export interface ExecuteOptions {
  /** On whose behalf, for the audit log; `"wu"` gives the user 30 s to confirm. Default: `"page"`. */
  door?: "page" | "wu";
}

/** A tool, as `tools()` lists it. */
export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  /** The same as `inputSchema`. */
  parameters: JSONSchema;
  /** As it was normalised: its root is always an object's. */
  inputSchema: JSONSchema;
  annotations?: ToolAnnotations;
  /** Who registered it: this page's script, an agent, a form, or another script through the browser's model context. */
  source: "page" | "agent" | "form" | "native";
  /** Only where the user, or an agent, has switched it off for relays. */
  enabled?: false;
}

/** One call, as `auditLog()` keeps it. */
export interface AuditEntry {
  traceId: string;
  callId: string;
  tool: string;
  /** Where it came from: an agent through a relay, this page's `execute()`, the browser's agent, or a wu relay. */
  door: "relay" | "page" | "model-context" | "wu";
  /** Milliseconds since the epoch. */
  startedAt: number;
  durationMs: number;
  /** `denied`: a permission or the user said no. `stopped`: the user stopped it while it ran. `dropped`: the answer had nowhere to go. */
  outcome: "ok" | "error" | "denied" | "invalid" | "timed-out" | "stopped" | "dropped";
  /** Why it failed. */
  reason?: string;
  /** Only with `log: "debug"`. */
  arguments?: Record<string, unknown>;
}

/** A call that begins. */
export interface CallDetail {
  callId: string;
  traceId: string;
  tool: string;
  door: AuditEntry["door"];
  arguments: Record<string, unknown>;
}

/** A call that has ended. */
export interface ResultDetail extends CallDetail {
  outcome: AuditEntry["outcome"];
  durationMs: number;
  /** Why it failed. */
  reason?: string;
  /** What it gave. */
  result?: unknown;
}

/** The events of a `WebMCP` object, by name. */
export interface WebMCPEventMap {
  /** The connection to a relay changed; `relay` is `"wu"` for one of that kind, and absent else. After a failure `code` and `message` say why. */
  statuschange: CustomEvent<{ status: Status; server?: string; channel?: string; relay?: "wu"; code?: string; message?: string }>;
  /** The names of the tools that came, went or changed in this tick. */
  toolchange: CustomEvent<{ names: string[] }>;
  /** A call begins. */
  toolcall: CustomEvent<CallDetail>;
  /** A tool that ran has ended. */
  toolresult: CustomEvent<ResultDetail>;
  /** A permission, the arguments or the user said no; the tool never ran. */
  tooldenied: CustomEvent<ResultDetail>;
  /** `expose()` published these. */
  exposed: CustomEvent<{ count: number; names: string[] }>;
  /** Something failed that a page author should know. */
  error: CustomEvent<{ code: string; message: string; error: unknown }>;
  /** The page, or an agent on a page without `window.wu`, emitted an event: it is also fired under its own name, with `data` as detail. */
  emit: CustomEvent<{ event: string; data: unknown }>;
}

/** What `execute()` resolves to. */
export type Executed = { success: true; result: unknown } | { success: false; reason: string };

/** A page's tools, prompts and resources, and its connection to a relay. A second one on a page shares both with the first. */
export class WebMCP {
  /** Throws a `TypeError` that names a bad option. */
  constructor(options?: WebMCPOptions);

  /**
   * Registers a tool, or replaces the one of that name. Rejects with a `TypeError` that names a bad argument; nothing else stops.
   * The type of `execute`'s argument follows from a literal `inputSchema`.
   */
  registerTool<const Schema extends InputSchema>(tool: Tool<ArgumentsOf<Schema>, Schema>, options?: RegisterOptions): Promise<void>;
  /** With a type of your own for the arguments. */
  registerTool<Arguments = Record<string, any>>(tool: Tool<Arguments>, options?: RegisterOptions): Promise<void>;
  /** The positional form, as upstream has it. */
  registerTool<const Schema extends InputSchema>(
    name: string,
    description: string | null | undefined,
    schema: Schema,
    execute?: ((args: ArgumentsOf<Schema>, context: CallContext) => unknown) | null,
  ): Promise<void>;
  /** The positional form, with a type of your own for the arguments. */
  registerTool<Arguments = Record<string, any>>(
    name: string,
    description?: string | null,
    schema?: InputSchema | object | null,
    execute?: ((args: Arguments, context: CallContext) => unknown) | null,
  ): Promise<void>;

  /** Registers a prompt. A string becomes one user message; `{messages}` passes as it is. */
  registerPrompt(
    name: string,
    description?: string | null,
    promptArguments?: readonly PromptArgument[] | null,
    execute?: ((args: Record<string, string>, context: CallContext) => unknown) | null,
  ): Promise<void>;

  /** Registers a resource or, with `uriTemplate`, a family of them. A string or bytes become `{contents}`, which passes as it is. */
  registerResource(
    name: string,
    description: string | null | undefined,
    options: ResourceOptions,
    provide?: ((uri: string, variables: Record<string, string>, context: CallContext) => unknown) | null,
  ): Promise<void>;

  /** `false` where there is none. Calls that are running finish. */
  unregisterTool(name: string): boolean;
  /** `false` where there is none. */
  unregisterPrompt(name: string): boolean;
  /** `false` where there is none. */
  unregisterResource(name: string): boolean;
  /** Takes back every tool, prompt and resource of the page's own and of agents; forms and the browser's stay. */
  unregisterAll(): void;

  /** What is registered now, in the order it came. */
  tools(): ListedTool[];
  /**
   * Calls a tool from the page itself, through the same checks as an agent's call. Never rejects for what the tool does. A whole tool in
   * place of a name is run the same way without being registered.
   */
  execute(tool: string | Tool<any>, args?: Record<string, unknown>, options?: ExecuteOptions): Promise<Executed>;
  /** Fires an event for this object's listeners, and for agents who list events (wu). Not one of the library's own. */
  emit(event: string, data?: unknown): void;
  /** The last 200 calls, oldest first. */
  auditLog(): AuditEntry[];
  /** Publishes the tools to the browser's model context, now and from now on; `false` where there is none. */
  expose(): boolean;
  /** Grants (`true`) or takes back (`false`) flags that tools require. */
  setPermissions(permissions: Record<string, boolean>): void;
  /** A copy of the flags: those that were set, and the defaults. */
  readonly permissions: Record<string, boolean>;

  /** Pairs with a relay. Resolves when the page's items are announced; rejects with a reason, and its `code`. */
  connect(token: string): Promise<void>;
  /**
   * Connects to a wu relay, such as `ws://localhost:19100`; a page may hold one beside its own relay, with the same tools. It waits for a
   * relay that is not up yet (10 attempts, 2 s apart growing to 10 s), comes back the same way after a loss, and then is quiet until the
   * next `connect()`. A refused token ends it for good. Rejects with `code` `insecure` where page or relay are not on this machine and
   * `token` and `allowInsecure` are not both given. A development tool: whoever drives the relay drives the tab.
   */
  connect(server: `ws://${string}` | `wss://${string}`, options?: WuOptions): Promise<void>;
  /** Ends every connection and forgets the session; with a server (see `relays`) that one alone. */
  disconnect(server?: string): void;
  /** Whether a relay is connected: any of them. */
  readonly isConnected: boolean;
  /** That of the relay that is furthest; `relays` tells them apart. */
  readonly status: Status;
  /** The relays that are, or are about to be, connected. */
  readonly relays: ConnectedRelay[];

  /** As on an `EventTarget`; the event's type follows from its name. */
  addEventListener<Type extends keyof WebMCPEventMap>(
    type: Type,
    listener: ((event: WebMCPEventMap[Type]) => void) | EventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void;
  /** As on an `EventTarget`. */
  removeEventListener<Type extends keyof WebMCPEventMap>(
    type: Type,
    listener: ((event: WebMCPEventMap[Type]) => void) | EventListenerObject | null,
    options?: EventListenerOptions | boolean,
  ): void;

  /** Ends this object; the last one of a page closes the connection and takes the widget away. */
  destroy(): void;
  /** Gives the memory back at once; after it every call throws. `destroy()` is what a page wants. */
  free(): void;
  /** `using mcp = new WebMCP()`: the same as `free()`. */
  [Symbol.dispose](): void;
}
