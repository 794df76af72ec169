// What the WebMCP draft adds to pages: `document.modelContext`, the attributes of tool forms, and the members of their submit event.
// A page has them where its browser or `modelContext: "polyfill"` provides them, so they are optional.

/** A tool, as `document.modelContext.registerTool` takes it. */
export interface ModelContextTool<Arguments = Record<string, any>> {
  /** `[A-Za-z0-9_.-]`, 1 to 128 characters. */
  name: string;
  title?: string;
  /** Must not be empty. */
  description: string;
  inputSchema?: object;
  execute: (input: Arguments, context: { signal: AbortSignal }) => unknown;
  annotations?: {
    readOnlyHint?: boolean;
    consequentialHint?: boolean;
    untrustedContentHint?: boolean;
    debugging?: boolean;
  } | null;
}

/** A tool, as `document.modelContext.getTools` lists it. */
export interface RegisteredTool {
  annotations?: { readOnlyHint: boolean; consequentialHint: boolean; untrustedContentHint: boolean; debugging: boolean };
  description: string;
  inputSchema?: object;
  name: string;
  origin: string;
  title?: string;
  window: Window;
}

/** Of the `toolactivated` and `toolcancel` events. */
export interface ModelContextToolEvent extends Event {
  readonly toolName: string;
}

/** The events of `document.modelContext`, by name. */
export interface ModelContextEventMap {
  toolchange: Event;
  toolactivated: ModelContextToolEvent;
  toolcancel: ModelContextToolEvent;
}

/** `document.modelContext`, as the WebMCP draft has it. */
export interface ModelContext extends EventTarget {
  /** Rejects with `InvalidStateError` for a name that is taken or not allowed. */
  registerTool<Arguments = Record<string, any>>(
    tool: ModelContextTool<Arguments>,
    options?: { signal?: AbortSignal; exposedTo?: readonly string[] } | null,
  ): Promise<undefined>;
  getTools(options?: { fromOrigins?: readonly string[] } | null): Promise<RegisteredTool[]>;
  /** What the tool gave, as text. */
  executeTool(
    tool: Omit<RegisteredTool, "annotations" | "inputSchema">,
    input?: object,
    options?: { signal?: AbortSignal } | null,
  ): Promise<string | null>;
  ontoolchange: ((this: ModelContext, event: Event) => unknown) | null;
  ontoolactivated: ((this: ModelContext, event: ModelContextToolEvent) => unknown) | null;
  ontoolcancel: ((this: ModelContext, event: ModelContextToolEvent) => unknown) | null;
  addEventListener<Type extends keyof ModelContextEventMap>(
    type: Type,
    listener: ((this: ModelContext, event: ModelContextEventMap[Type]) => unknown) | EventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void;
  removeEventListener<Type extends keyof ModelContextEventMap>(
    type: Type,
    listener: ((this: ModelContext, event: ModelContextEventMap[Type]) => unknown) | EventListenerObject | null,
    options?: EventListenerOptions | boolean,
  ): void;
}

/** `navigator.modelContext` of the drafts before, whose calls throw and give no promises; this library defines it beside the other. */
export interface EarlierModelContext extends Omit<ModelContext, "registerTool"> {
  registerTool<Arguments = Record<string, any>>(tool: ModelContextTool<Arguments>, options?: { signal?: AbortSignal }): unknown;
  unregisterTool(name: string): void;
  /** Takes back what was registered here, then registers these. */
  provideContext(context?: { tools?: readonly ModelContextTool[] }): void;
  clearContext(): void;
}

/** The attributes that make a `<form>` a tool. */
export interface ToolFormAttributes {
  /** With `tooldescription`, the form is a tool of this name. */
  toolname?: string | undefined;
  tooldescription?: string | undefined;
  tooltitle?: string | undefined;
  /** Present, with any text: it is submitted for the agent at once. Absent: a person presses the button. */
  toolautosubmit?: string | undefined;
}

/** The attributes that describe a control, or a `<fieldset>` around a group of them, to agents. */
export interface ToolControlAttributes {
  /** What to fill in. Default: the label's text. */
  toolparamdescription?: string | undefined;
}

declare global {
  interface Document {
    /** The browser's, or this library's with `modelContext: "polyfill"`. */
    readonly modelContext?: ModelContext;
  }
  interface Navigator {
    /** Of the drafts before `document.modelContext`. */
    readonly modelContext?: EarlierModelContext;
  }
  interface SubmitEvent {
    /** An agent filled the form in. Absent where neither the browser nor this library knows tool forms. */
    readonly agentInvoked?: boolean;
    /** What the agent gets as the form's result; call it during the event, after `preventDefault()`. */
    respondWith?(result: unknown): void;
  }
}
