// The calls of the drafts before `document.modelContext`, and what a page written for them expects of the rest.

/**
 * @typedef {{ register(tool: unknown, options?: unknown): Promise<void>, drop(name?: string): void }} Ours
 * @typedef {{ signal: AbortSignal }} Options
 */

/**
 * Defines `navigator.modelContext` beside `document.modelContext`, unless the browser has it. Gives what takes it away again.
 * @param {Ours} [ours] the filled-in context; without it the browser's own is behind
 * @returns {(() => void) | undefined}
 */
export function alias(ours) {
  if ("modelContext" in navigator) return undefined;
  /** @type {any} */
  const context = /** @type {any} */ (document).modelContext;
  if (!context) return undefined;
  /** @type {Map<string, AbortController>} the tools that came through here, where the context is the browser's */
  const controllers = new Map();
  const listening = new AbortController();

  /** @param {any} tool @param {any} [options] */
  const register = (tool, options) => {
    if (ours) return ours.register(tool, options);
    const { name } = tool;
    const controller = new AbortController();
    if (controllers.has(name)) throw new DOMException("Duplicate tool name", "InvalidStateError");
    const { execute } = tool;
    const client = { requestUserInteraction: async (/** @type {() => unknown} */ interact) => interact() };
    const signals = [controller.signal, ...(options?.signal ? [options.signal] : [])];
    const promise = context.registerTool(
      {
        annotations: tool.annotations,
        description: tool.description,
        execute:
          typeof execute === "function" ? (/** @type {unknown} */ input, given = {}) => execute(input, { ...given, ...client }) : execute,
        inputSchema: tool.inputSchema,
        name,
        title: tool.title,
      },
      { ...options, signal: signals.length > 1 ? AbortSignal.any(signals) : controller.signal },
    );
    controllers.set(name, controller);
    promise?.catch?.(() => controllers.delete(name));
    options?.signal?.addEventListener("abort", () => controllers.delete(name));
    return promise;
  };
  /** @param {string} [name] */
  const drop = (name) => {
    if (ours) return ours.drop(name);
    for (const [own, controller] of controllers) {
      if (name !== undefined && own !== name) continue;
      controllers.delete(own);
      controller.abort();
    }
  };

  /** @type {any} */
  const old = {
    registerTool: register,
    unregisterTool: (/** @type {unknown} */ name) => drop(String(name)),
    provideContext(/** @type {any} */ options = {}) {
      drop();
      for (const tool of options?.tools ?? []) register(tool);
    },
    clearContext: () => drop(),
    [Symbol.toStringTag]: "ModelContext",
  };
  for (const name of ["getTools", "executeTool", "addEventListener", "removeEventListener", "dispatchEvent"]) {
    old[name] = (/** @type {unknown[]} */ ...given) => context[name](...given);
  }
  for (const name of ["ontoolchange", "ontoolactivated", "ontoolcancel"]) {
    Object.defineProperty(old, name, {
      enumerable: true,
      get: () => context[name],
      set(value) {
        context[name] = value;
      },
    });
  }

  let touched = false;
  const get = () => {
    if (!touched) {
      touched = true;
      hearForWindow(context, listening.signal);
    }
    return old;
  };
  Object.defineProperty(Navigator.prototype, "modelContext", { get, enumerable: true, configurable: true });
  return () => {
    listening.abort();
    const { get: present } = Object.getOwnPropertyDescriptor(Navigator.prototype, "modelContext") ?? {};
    if (present === get) delete (/** @type {any} */ (Navigator.prototype).modelContext);
  };
}

/**
 * Pages of that time hear of activation and cancellation on their window, and of a form's reset as a cancellation.
 * @param {EventTarget} context
 * @param {AbortSignal} signal
 */
function hearForWindow(context, signal) {
  // A browser whose context has no such handlers fires them on the window itself.
  if (!("ontoolcancel" in context)) return;
  /** @type {Set<string>} */
  const active = new Set();
  /** @param {string} type @param {string} toolName */
  const fire = (type, toolName) => {
    const Made = /** @type {any} */ (window)[type === "toolcancel" ? "ToolCancelEvent" : "ToolActivatedEvent"];
    window.dispatchEvent(new Made(type, { toolName }));
  };
  context.addEventListener(
    "toolactivated",
    (event) => {
      const { toolName } = /** @type {any} */ (event);
      active.add(toolName);
      fire("toolactivated", toolName);
    },
    { signal },
  );
  context.addEventListener(
    "toolcancel",
    (event) => {
      const { toolName } = /** @type {any} */ (event);
      active.delete(toolName);
      fire("toolcancel", toolName);
    },
    { signal },
  );
  document.addEventListener(
    "reset",
    (event) => {
      const name = /** @type {Element} */ (event.target).getAttribute("toolname");
      queueMicrotask(() => {
        if (!event.defaultPrevented && name && active.delete(name)) fire("toolcancel", name);
      });
    },
    { signal },
  );
  document.addEventListener(
    "submit",
    (event) => {
      active.delete(/** @type {Element} */ (event.target).getAttribute("toolname") ?? "");
    },
    { signal },
  );
}
