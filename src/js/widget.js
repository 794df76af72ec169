// What the person in front of the page sees: a badge, its panel, and the questions that agents ask. It is told what is (`src/view.rs`) and
// answers with intents; it decides nothing. Everything lives in one open shadow root, and one listener there hears it all.
// Text from a relay, an agent or a tool is shown as text alone, made harmless first.

import {
  build,
  bytesOf,
  CALL,
  CONFIRM_DIALOG,
  COPY_DIALOG,
  display,
  draw,
  drawImage,
  element,
  FRAME,
  find,
  harmless,
  home,
  ITEM,
  list,
  PANEL,
  put,
  SAMPLE_DIALOG,
  set,
  show,
  solid,
  texts,
  typesInto,
} from "./widget-parts.js";

/**
 * @typedef {{ color: string, position: string, size: string, padding: string, container?: Element, language: string, direction: string,
 *   badge: boolean }} Options `badge`: without one, the frame is there only while a question is
 * @typedef {[kind: number, name: string, title: string | undefined, description: string, source: string, on: boolean]} Item
 * @typedef {{ id: number, tool: string, startedAt: number, ok: boolean, text?: string, ms: number }} Call `text` is missing while it runs
 * @typedef {{ queue: string, kind: number, id: number, dialog: HTMLDialogElement, text?: string }} Ask
 * @typedef {{ item: Item, element: HTMLElement }} Row
 */

/** What the person did, by the numbers that `intent` in `src/web/widget/mod.rs` reads. */
const ACT = { connect: 0, disconnect: 1, switch: 2, stop: 3, allow: 4, deny: 5, sampled: 6, copied: 7, uncopied: 8, opened: 9, closed: 10 };
const [CONFIRM, SAMPLE, COPY] = [0, 1, 2];

/** Longer texts than a person reads; what is cut off arguments is counted. */
const SHOWN = 20_000;
/** Calls to remember; running ones always stay. */
const KEPT = 12;
/** Rows a list starts with, and gets more of after each paint: 500 tools open as fast as 5. */
const FIRST = 8;
const MORE = 64;
/** From so many items on there is a filter. */
const MANY = 9;

export class WidgetView {
  #options;
  #css;
  /** @type {(what: number, value?: unknown) => void} */
  #act;
  #texts;
  /** @type {HTMLElement | undefined} */
  #host;
  /** @type {ShadowRoot | undefined} */
  #shadow;
  /** @type {HTMLElement | undefined} */
  #root;
  #open = false;
  #status = "disconnected";
  #place = "";
  /** @type {string | undefined} */
  #code;
  #detail = "";

  /** @type {Item[]} */
  #items = [];
  #filter = "";
  #limit = 0;
  /** The rows on screen. @type {Row[][]} */
  #rows = [[], [], []];
  #drawing = false;
  /** A page that listens to what drawing does has changed its items meanwhile. */
  #stale = false;
  /** @type {HTMLElement | undefined} */
  #pattern;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /** Newest first. @type {Call[]} */
  #calls = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tick;

  /** @type {Ask[]} */
  #asks = [];
  /** What had the focus before a question took it. @type {HTMLElement | null | undefined} */
  #before;
  /** The bytes that a button plays. @type {WeakMap<Element, Uint8Array>} */
  #sounds = new WeakMap();
  /** What is heard. @type {{ button: Element, stop: () => void } | undefined} */
  #sound;

  /**
   * @param {Options} options @param {string} table @param {string[]} own the labels @param {string} css
   * @param {(what: number, value?: unknown) => void} act
   */
  constructor(options, table, own, css, act) {
    this.#options = options;
    this.#texts = texts(table, own);
    this.#css = css;
    this.#act = act;
    if (options.badge) {
      try {
        this.#frame();
        this.#paint();
      } catch (thrown) {
        this.close();
        throw thrown;
      }
    }
  }

  /** Whether the panel is, so that its lists can be seen. */
  get open() {
    return this.#open;
  }

  /** Nothing stays: no element, listener or timer. */
  close() {
    this.#act = () => {};
    this.#open = false;
    this.#takeDown();
    clearTimeout(this.#tick);
    clearTimeout(this.#later);
    this.#silence();
  }

  // The frame.

  /** The shadow root's content, drawn when first needed. */
  #frame() {
    if (this.#root) return this.#root;
    const { badge, language, direction } = this.#options;
    const host = element("div");
    set(host, "data-webmcp-widget", true);
    const shadow = host.attachShadow({ mode: "open" });
    // No `<style>`, which a strict CSP would refuse.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(this.#css);
    shadow.adoptedStyleSheets = [sheet];
    const root = this.#build(FRAME, shadow);
    set(root, "lang", language);
    // Always said: of all that a page can pass on, the direction alone is not reset by `all`.
    set(root, "dir", direction);
    const panel = find(root, ".webmcp-content");
    if (badge) this.#build(PANEL, panel);
    else show(root, ".badge", false);
    display(panel, false);
    this.#host = host;
    this.#shadow = shadow;
    this.#root = root;
    this.#listen(true);
    this.#hang(host);
    this.#style(host, root);
    return root;
  }

  /** Puts the host into the page: into its container, or above everything where the browser has a top layer. @param {HTMLElement} host */
  #hang(host) {
    const { container, badge, position } = this.#options;
    if (container && badge) return container.append(host);
    set(host, "data-at", /^(bottom-left|top-right|top-left)$/.test(position) ? position : "bottom-right");
    set(host, "popover", "manual");
    home().append(host);
    this.#raise(host);
  }

  /** Without a top layer the stylesheet's z-index has to do. @param {HTMLElement} host */
  #raise(host) {
    try {
      host.showPopover();
    } catch {}
  }

  /** @param {string} lines @param {Node} parent */
  #build(lines, parent) {
    return build(lines, this.#texts.text, parent);
  }

  /** @param {boolean} on */
  #listen(on) {
    /** @param {EventTarget | undefined} target @param {string} kinds @param {boolean} capture */
    const each = (target, kinds, capture) => {
      for (const kind of kinds.split(" ")) {
        if (on) target?.addEventListener(kind, this.#hear, capture);
        else target?.removeEventListener(kind, this.#hear, capture);
      }
    };
    each(this.#shadow, "click keydown keyup keypress paste input cancel", true);
    // The page's own dialogs and full screen rise above the widget, and its keyboard reaches a waiting question.
    each(document, "toggle fullscreenchange", true);
    each(document, "keydown", false);
  }

  #takeDown() {
    if (!this.#root) return;
    this.#listen(false);
    this.#host?.remove();
    this.#host = this.#shadow = this.#root = undefined;
  }

  /** The focused element inside the widget. */
  #focused() {
    return /** @type {HTMLElement | null} */ (this.#shadow?.activeElement ?? null);
  }

  /** Tells those who listen instead of looking. @param {string} text */
  #say(text) {
    if (this.#root) put(this.#root, ".live", text);
  }

  /** The page's colour scheme; looked at again whenever something opens, since pages change theirs. */
  #followScheme() {
    const { colorScheme } = getComputedStyle(document.documentElement);
    // Where the page says nothing, the person's own wish counts.
    this.#root?.style.setProperty("color-scheme", colorScheme === "normal" ? "" : colorScheme);
  }

  /** Colours and sizes. @param {HTMLElement} host @param {HTMLElement} root */
  #style(host, root) {
    const { color, size, padding } = this.#options;
    const trigger = find(root, ".webmcp-trigger");
    root.style.setProperty("--size", size);
    host.style.setProperty("--webmcp-padding", padding);
    this.#followScheme();
    // An invalid colour leaves what the stylesheet says, as upstream's default.
    root.style.setProperty("--color", color);
    trigger.style.setProperty("background-color", color);
    const [shown = "", ink = ""] = solid(getComputedStyle(trigger).backgroundColor);
    root.style.setProperty("--color", shown);
    root.style.setProperty("--on-color", ink);
  }

  // The badge and the panel: state, pairing, and what went wrong.

  /**
   * @param {string} status @param {string | undefined} server @param {string | undefined} channel
   * @param {string | undefined} code of a problem: the tables hold an explanation (`why-CODE`), a remedy (`fix-CODE`), maybe a command (`cmd-CODE`)
   * @param {string} detail what the relay or the browser said, in its own words
   */
  status(status, server, channel, code, detail) {
    const { text } = this.#texts;
    const was = this.#status;
    const known = code === this.#code && detail === this.#detail;
    this.#status = status;
    this.#place = harmless([server, channel].filter((part) => part !== undefined).join(" · "), 200);
    this.#code = code;
    this.#detail = detail;
    this.#paint();
    if (was === status && known) return;
    this.#say(text(this.#connection()) + (code ? `. ${text(`why-${code}`)}` : ""));
    const root = this.#root;
    if (!root) return;
    // Spent, and a secret.
    if (status === "connected" && this.#options.badge) find(root, ".webmcp-token-input").value = "";
    // What had the focus may just have gone: it moves on to where the news is, and nowhere when it was elsewhere.
    const focused = this.#focused();
    if (was !== status && focused && !focused.offsetParent) find(root, ".webmcp-status").focus();
  }

  /** The key of the label that says how the connection stands. */
  #connection() {
    return this.#status === "disconnected" ? "off" : this.#status;
  }

  #running() {
    return this.#calls.some((call) => call.text === undefined);
  }

  /** Shows the state; cheap when nothing changed. */
  #paint() {
    const root = this.#root;
    if (!root || !this.#options.badge) return;
    const { text } = this.#texts;
    const status = this.#status;
    this.#paintBadge();
    put(root, ".webmcp-status", text(this.#connection()));
    put(root, ".where", this.#place);
    show(root, ".where", this.#place);
    for (const part of ["connection-panel", "token-input", "connect-btn"]) show(root, `.webmcp-${part}`, status !== "connected");
    show(root, ".webmcp-disconnect-btn", status !== "disconnected");
    show(root, "footer", status !== "disconnected");
    put(root, ".webmcp-disconnect-btn", text(/^(registering|connecting)$/.test(status) ? "cancel" : "disconnect"));
    this.#explain(root);
  }

  /** Alone what a call changes. */
  #paintBadge() {
    const root = this.#root;
    if (!root || !this.#options.badge) return;
    const state = this.#code || this.#asks.length ? "attention" : this.#running() ? "busy" : this.#connection();
    /** @type {Record<string, string>} */
    const icons = { attention: "ask", registering: "pair", connecting: "pair", waiting: "wait", connected: "on" };
    const icon = icons[state] ?? state;
    set(root, "data-status", this.#status);
    set(root, "data-icon", icon);
    const trigger = find(root, ".webmcp-trigger");
    set(trigger, "aria-label", `${this.#texts.text("title")}: ${this.#texts.text(state)}`);
    draw(trigger, icon);
  }

  /** @param {HTMLElement} root */
  #explain(root) {
    const { find: label } = this.#texts;
    const code = this.#code;
    show(root, ".problem", code);
    const command = code ? label(`cmd-${code}`) : "";
    // One command is enough: the problem's own takes the place of the usual one, and of the hint that speaks of it.
    const usual = !command && this.#status === "disconnected";
    show(root, ".webmcp-connection-panel .command", usual);
    show(root, ".hint", usual);
    const input = find(root, ".webmcp-token-input");
    input.removeAttribute("aria-invalid");
    if (!code) return;
    if (code.startsWith("token-")) set(input, "aria-invalid", true);
    const problem = find(root, ".problem");
    set(problem, "data-code", code);
    put(root, ".why", label(`why-${code}`));
    put(root, ".fix", label(`fix-${code}`));
    put(problem, "code", command);
    show(problem, ".command", command);
    put(root, ".detail", harmless(this.#detail, 300));
    show(root, ".detail", this.#detail);
  }

  /** @param {boolean} open @param {string} [pointer] what opened it, so that a keyboard does not cover a small screen unasked */
  #toggle(open, pointer) {
    const root = this.#root;
    if (!root || !this.#options.badge || this.#open === open) return;
    this.#open = open;
    const [trigger, panel] = [find(root, ".webmcp-trigger"), find(root, ".webmcp-content")];
    const within = panel.contains(this.#focused());
    set(trigger, "aria-expanded", open);
    if (open) {
      this.#followScheme();
      this.#drawRows(FIRST);
      this.#fillCalls();
    } else if (within) trigger.focus();
    display(panel, open, "block");
    if (open && this.#status === "disconnected" && pointer !== "touch") find(root, ".webmcp-token-input").focus();
    this.#act(open ? ACT.opened : ACT.closed);
  }

  #connect() {
    this.#act(ACT.connect, this.#root ? find(this.#root, ".webmcp-token-input").value.trim() : "");
  }

  // What the page offers: three lists with a switch in each row, drawn a few rows at a time.

  /** @param {Item[]} items all there are, in their order */
  items(items) {
    this.#items = items;
    this.#drawRows(FIRST);
  }

  /** @param {number} limit */
  #drawRows(limit) {
    const root = this.#root;
    if (!root || !this.#options.badge) return;
    if (this.#drawing) {
      this.#stale = true;
      return;
    }
    this.#drawing = true;
    this.#limit = Math.max(limit, this.#open ? this.#limit : 0);
    const until = this.#limit;
    let more = false;
    const counts = [0, 0, 0];
    /** @type {Item[][]} */
    const wanted = [[], [], []];
    for (const item of this.#items) {
      const [kind, name, title = "", description] = item;
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (this.#filter && !`${name}\n${title}\n${description}`.toLowerCase().includes(this.#filter)) continue;
      if ((wanted[kind]?.length ?? 0) < until) wanted[kind]?.push(item);
      else more = true;
    }
    show(root, ".filter", this.#items.length >= MANY);
    for (const [kind, name] of ["tools", "prompts", "resources"].entries()) {
      const part = find(root, `.webmcp-${name}-list`);
      put(part, ".count", counts[kind] ?? 0);
      // Tools stay in sight when there are none.
      display(part, !kind || counts[kind]);
      put(part, ".none", wanted[kind]?.length ? "" : this.#texts.text(this.#filter ? "no-match" : "none"));
      this.#sync(find(part, "ul"), this.#rows[kind] ?? [], wanted[kind] ?? []);
    }
    this.#drawing = false;
    clearTimeout(this.#later);
    if (more && this.#open) this.#later = setTimeout(() => this.#drawRows(until + MORE), 40);
    if (this.#stale) {
      this.#stale = false;
      this.#drawRows(FIRST);
    }
  }

  /** Makes a list's rows those of `wanted`, touching only what differs. @param {Element} part @param {Row[]} rows @param {Item[]} wanted */
  #sync(part, rows, wanted) {
    const named = (/** @type {Item[]} */ items, /** @type {Row} */ row) => items.some(([, name]) => name === row.item[1]);
    for (const [at, item] of wanted.entries()) {
      let row = rows[at];
      while (row && row.item[1] !== item[1] && !named(wanted.slice(at), row)) {
        rows.splice(at, 1);
        row.element.remove();
        row = rows[at];
      }
      if (row?.item[1] === item[1]) {
        if (row.item.some((part, index) => part !== item[index])) this.#fillRow(row.element, item);
        row.item = item;
        continue;
      }
      this.#pattern ??= this.#build(ITEM, element("ul"));
      const made = /** @type {HTMLElement} */ (this.#pattern.cloneNode(true));
      this.#fillRow(made, item);
      const before = rows[at - 1];
      if (before) before.element.after(made);
      else part.prepend(made);
      rows.splice(at, 0, { item, element: made });
    }
    for (const row of rows.splice(wanted.length)) row.element.remove();
  }

  /** @param {HTMLElement} row @param {Item} item */
  #fillRow(row, [, given, longer, description, source, on]) {
    const name = harmless(given, 80);
    const title = longer === undefined ? longer : harmless(longer, 80);
    put(row, "strong", title ?? name);
    put(row, "code", title === undefined ? "" : name);
    put(row, ".from", this.#texts.text(`from-${source}`));
    put(row, "p", harmless(description, 280));
    set(row, "class", on ? "" : "off");
    const button = find(row, "button");
    set(button, "aria-checked", on);
    // What is seen, so that it can be spoken to; and what tells two of the same title apart.
    set(button, "aria-label", title === undefined ? name : `${title}, ${name}`);
  }

  // What agents just did: the last calls with outcome and duration, the running ones with their time and a way to stop them.

  /**
   * A call began, or ended.
   * @param {number} id @param {string} tool @param {number} startedAt milliseconds since the epoch @param {boolean} ok
   * @param {string | undefined} text of how it ended: a code that the label tables know, or a text to show @param {number} ms how long it took
   */
  call(id, tool, startedAt, ok, text, ms) {
    const wasRunning = this.#running();
    const call = { id, tool: harmless(tool, 80), startedAt, ok, text, ms };
    const calls = this.#calls;
    const known = calls.findIndex((each) => each.id === id);
    if (known < 0) calls.unshift(call);
    else calls[known] = call;
    let over = calls.length > KEPT ? calls.length - 1 : -1;
    while (over >= 0 && calls[over]?.text === undefined) over -= 1;
    const gone = over < 0 ? undefined : calls.splice(over, 1)[0];
    if (text !== undefined) this.#say(`${call.tool}: ${this.#texts.text(text)}`);
    if (wasRunning !== this.#running()) this.#paintBadge();
    const part = this.#callList();
    if (!part) return;
    const row = this.#callRow(part, id);
    if (row) this.#fillCall(row, call);
    else this.#addCall(part, call);
    if (gone) this.#callRow(part, gone.id)?.remove();
    this.#showCalls();
  }

  /** Rows are kept only while somebody can see them. */
  #callList() {
    return this.#root && this.#open ? find(this.#root, ".calls ol") : undefined;
  }

  /** @param {ParentNode} part @param {number} id @returns {HTMLElement | null} */
  #callRow(part, id) {
    return part.querySelector(`[data-id="${id}"]`);
  }

  #fillCalls() {
    const part = this.#callList();
    if (part) {
      part.textContent = "";
      for (const call of [...this.#calls].reverse()) this.#addCall(part, call);
    }
    this.#showCalls();
  }

  #showCalls() {
    if (this.#root) show(this.#root, ".calls", this.#calls.length);
    // One timer for all, and none when nothing runs or nobody looks.
    const needed = this.#open && this.#running();
    if (needed) this.#tick ??= setTimeout(() => this.#ticked(), 1000);
    else {
      clearTimeout(this.#tick);
      this.#tick = undefined;
    }
  }

  #ticked() {
    this.#tick = undefined;
    const part = this.#callList();
    if (!part) return;
    for (const call of this.#calls) {
      const row = call.text === undefined && this.#callRow(part, call.id);
      if (row) put(row, ".took", this.#took(call));
    }
    this.#showCalls();
  }

  /** @param {Element} part @param {Call} call */
  #addCall(part, call) {
    const row = this.#build(CALL, part);
    set(row, "data-id", call.id);
    this.#fillCall(row, call);
    part.prepend(row);
  }

  /** @param {HTMLElement} row @param {Call} call */
  #fillCall(row, call) {
    const { text, ok, tool } = call;
    const kind = text === undefined ? "busy" : ok ? "ok" : text === "denied" || text === "stopped" ? text : "no";
    set(row, "class", kind);
    draw(row, kind);
    put(row, ".tool", tool);
    const took = this.#took(call);
    const said = text === undefined ? "" : harmless(this.#texts.text(ok ? "ok" : text), 80);
    put(row, ".took", said ? `${said} · ${took}` : took);
    const stop = find(row, "button");
    set(stop, "aria-label", this.#texts.fill("stop", tool));
    if (text === undefined) return;
    // Someone who tabs through the list keeps their place.
    const focused = this.#focused() === stop;
    display(stop, false);
    if (focused) {
      set(row, "tabindex", -1);
      row.focus();
    }
  }

  /** How long it took, or takes so far. @param {Call} call */
  #took(call) {
    const { text } = this.#texts;
    const whole = Math.trunc(call.text === undefined ? Math.max(Date.now() - call.startedAt, 0) : call.ms);
    const seconds = Math.trunc(whole / 1000);
    if (seconds >= 60) return `${Math.trunc(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")} ${text("min")}`;
    if (call.text === undefined) return `${seconds} ${text("s")}`;
    if (!seconds) return `${whole} ${text("ms")}`;
    return `${seconds}${text("point")}${Math.trunc(whole / 100) % 10} ${text("s")}`;
  }

  // Questions to the person: may this tool run, answer this request, copy this text. They stand beside the badge and leave the page usable:
  // the focus stays where it is, F6 brings it to the question. It follows by itself only from the widget's own panel, which a question may
  // cover. Only where the page itself shows a modal dialog, which makes all else inert, is a question modal too.

  /**
   * Asks whether a tool may run.
   * @param {number} id @param {string} tool @param {string} about @param {string} args as JSON
   * @param {string} by who asks: a key of the label tables or a text; empty, it is not shown @param {number} seconds
   */
  confirm(id, tool, about, args, by, seconds) {
    const { text, fill } = this.#texts;
    const dialog = this.#dialog(CONFIRM_DIALOG, "confirms");
    const name = harmless(tool, 200);
    put(dialog, ".tool", name);
    put(dialog, ".about", harmless(about, 300));
    const asker = text(`by-${by}`) === `by-${by}` ? by : text(`by-${by}`);
    put(dialog, ".by", asker && fill("by", harmless(asker, 200)));
    put(dialog, "pre", /^(\{\})?$/.test(args.trim()) ? text("no-arguments") : this.#long(args));
    put(dialog, ".note", fill("confirm-note", seconds));
    find(dialog, ".left").style.setProperty("animation-duration", `${seconds}s`);
    this.#ask({ queue: "confirms", kind: CONFIRM, id, dialog });
    this.#say(fill("confirm-live", name));
  }

  /** Offers a text that the browser would not let the page copy without a click. @param {number} id @param {string} text */
  copy(id, text) {
    const dialog = this.#dialog(COPY_DIALOG, "samples");
    put(dialog, "pre", this.#long(text));
    // What goes to the clipboard is the text itself, not what is fit to show of it.
    this.#ask({ queue: "samples", kind: COPY, id, dialog, text });
    this.#say(this.#texts.text("copy-title"));
  }

  /** Shows a `createSamplingMessage` request. @param {number} id @param {any} request */
  sample(id, request) {
    const dialog = this.#dialog(SAMPLE_DIALOG, "samples");
    const talk = find(dialog, ".talk");
    if (typeof request?.systemPrompt === "string") this.#said(talk, "system", request.systemPrompt);
    for (const message of list(request?.messages)) {
      for (const content of list(message?.content)) this.#said(talk, message?.role === "assistant" ? "assistant" : "user", content);
    }
    put(dialog, ".limits", this.#limits(request));
    this.#ask({ queue: "samples", kind: SAMPLE, id, dialog });
    this.#say(this.#texts.text("sample-live"));
  }

  /** How the answer should be, as far as the request says. @param {any} request */
  #limits(request) {
    const named = list(request?.modelPreferences?.hints).find((hint) => hint?.name !== undefined);
    const wishes = Object.entries({
      "max-tokens": request?.maxTokens,
      temperature: request?.temperature,
      "stop-at": request?.stopSequences,
      model: named?.name,
    });
    return wishes
      .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value ?? undefined)])
      .filter(([, value]) => value !== undefined)
      .map(([key = "", value = ""]) => this.#texts.fill(key, harmless(value, 120)))
      .join(" · ");
  }

  /** One thing that one side said: a text, or a content block. @param {Element} talk @param {string} role @param {any} content */
  #said(talk, role, content) {
    const said = this.#build("div.said\n b", talk);
    put(said, "b", this.#texts.text(role));
    set(said, "data-role", role);
    if (content?.type === "image") {
      const canvas = this.#build("canvas role=img aria-label=@image", said);
      drawImage(canvas, content).catch(() => {
        canvas.remove();
        this.#build("p @image-broken", said);
      });
    } else if (content?.type === "audio") {
      const button = this.#build("button type=button part=button data-do=play @play", said);
      try {
        this.#sounds.set(button, bytesOf(content.data));
      } catch {
        // It says so when it is to be played.
      }
    } else {
      const text = typeof content?.text === "string" ? content.text : typeof content === "string" ? content : JSON.stringify(content);
      this.#build("p", said).textContent = harmless(text ?? "", SHOWN);
    }
  }

  #silence() {
    this.#sound?.stop();
    this.#sound = undefined;
  }

  /** Plays the sound that a button carries, or stops it. @param {HTMLButtonElement} button */
  #play(button) {
    const was = this.#sound?.button;
    this.#silence();
    if (was === button) return;
    this.#start(button).catch(() => {
      button.disabled = true;
      button.textContent = this.#texts.text("audio-broken");
    });
  }

  /** @param {HTMLButtonElement} button */
  async #start(button) {
    const { text } = this.#texts;
    const bytes = this.#sounds.get(button);
    if (!bytes) throw new Error("no sound");
    const audio = new AudioContext();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let end;
    const stop = () => {
      clearTimeout(end);
      button.textContent = text("play");
      audio.close().catch(() => {});
    };
    try {
      // Decoding empties what it is given: a copy, so that it plays again.
      const buffer = await audio.decodeAudioData(bytes.slice().buffer);
      // Its question may be over by now.
      if (!button.isConnected) return stop();
      const source = audio.createBufferSource();
      source.buffer = buffer;
      source.connect(audio.destination);
      source.start();
      this.#silence();
      button.textContent = text("pause");
      this.#sound = { button, stop };
      end = setTimeout(() => this.#silence(), buffer.duration * 1000);
    } catch (error) {
      stop();
      throw error;
    }
  }

  /** A dialog at the end of its queue. @param {string} lines @param {string} queue @returns {HTMLDialogElement} */
  #dialog(lines, queue) {
    return /** @type {any} */ (this.#build(lines, find(this.#frame(), `.${queue}`)));
  }

  /** @param {string} text */
  #long(text) {
    const rest = text.length > SHOWN ? [...text].length - SHOWN : 0;
    return harmless(text, SHOWN) + (rest > 0 ? this.#texts.fill("more", rest) : "");
  }

  /** @param {Ask} ask */
  #ask(ask) {
    this.#asks.push(ask);
    this.#followScheme();
    this.#paint();
    this.#present();
    const focused = this.#focused();
    if (focused && !typesInto(focused) && focused.localName !== "dialog" && this.#first() === ask.dialog) this.#toQuestion();
  }

  /** The question to answer first. */
  #first() {
    const of = (/** @type {string} */ queue) => this.#asks.find((ask) => ask.queue === queue)?.dialog;
    return of("confirms") ?? of("samples");
  }

  /** Opens what is due, modal only where the page leaves no other way. */
  #present() {
    const whole = document.fullscreenElement;
    let modal = whole && this.#host?.parentNode !== whole;
    try {
      modal ||= !!document.querySelector("dialog:modal");
    } catch {
      // A browser that does not know `:modal`.
    }
    const first = this.#first();
    for (const { dialog } of [...this.#asks]) {
      if (modal && dialog === first) {
        dialog.removeAttribute("open");
        try {
          dialog.showModal();
          continue;
        } catch {
          // Not in the page any more, or in some other state in which the browser refuses.
        }
      }
      set(dialog, "open", "");
    }
  }

  /** Brings the focus to the first question: to itself, never to a button that a key already under way would press. */
  #toQuestion() {
    const dialog = this.#first();
    if (!dialog) return false;
    const focused = this.#focused();
    if (!dialog.contains(focused)) {
      this.#before = focused ?? /** @type {HTMLElement | null} */ (document.activeElement);
      dialog.focus();
    }
    return true;
  }

  /** What a button in a dialog says, by its `data-do`. @param {Element} dialog @param {string} said */
  #answer(dialog, said) {
    const ask = this.#asks.find((ask) => ask.dialog === dialog);
    if (!ask) return;
    const { kind, id, text = "" } = ask;
    if (kind === SAMPLE && said === "answer") {
      const field = find(dialog, "textarea");
      if (!field.value.trim()) {
        set(field, "aria-invalid", true);
        field.focus();
        return this.#say(this.#texts.text("answer-empty"));
      }
      const { value } = field;
      this.#close(ask);
      this.#act(ACT.sampled, [id, value]);
    } else if (kind === COPY && said === "copied") {
      this.#write(text).then((ok) => {
        this.#close(ask);
        this.#act(ok ? ACT.copied : ACT.uncopied, id);
      });
    } else {
      this.#close(ask);
      if (kind === SAMPLE) this.#act(ACT.sampled, [id]);
      else this.#act(kind === COPY ? ACT.uncopied : said === "allow" ? ACT.allow : ACT.deny, id);
    }
  }

  /** A confirmation or a sampling request is over. @param {boolean} confirm @param {number} id */
  over(confirm, id) {
    const ask = this.#asks.find((ask) => ask.kind === (confirm ? CONFIRM : SAMPLE) && ask.id === id);
    if (ask) this.#close(ask);
  }

  /** @param {Ask} ask */
  #close(ask) {
    const at = this.#asks.indexOf(ask);
    if (at < 0) return;
    this.#asks.splice(at, 1);
    const within = ask.dialog.contains(this.#focused());
    ask.dialog.remove();
    if (ask.kind === SAMPLE) this.#silence();
    this.#say("");
    this.#paint();
    this.#present();
    if (within) {
      // Back to where the person was, or on to the next question.
      const before = this.#before;
      this.#before = undefined;
      if (this.#toQuestion()) this.#before = before;
      else before?.focus?.();
    }
    if (!this.#options.badge && !this.#asks.length) this.#takeDown();
  }

  /** Writes to the clipboard, the old way where the new one is missing or refused. @param {string} text */
  async #write(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      if (!this.#root) return false;
    }
    const field = /** @type {HTMLTextAreaElement} */ (element("textarea"));
    this.#root.append(field);
    const before = this.#focused();
    field.value = text;
    field.select();
    let ok = false;
    try {
      ok = document.execCommand("copy");
    } catch {
      // Refused, too.
    }
    field.remove();
    before?.focus();
    return ok;
  }

  // What the person does: one listener for all of it.

  #hear = (/** @type {any} */ event) => {
    const { target, type, key } = event;
    const inside = event.currentTarget !== document;
    if (type === "click") this.#click(event, target);
    else if (type === "input") {
      if (target.type === "search") {
        this.#filter = target.value.trim().toLowerCase();
        this.#drawRows(FIRST);
      } else target.removeAttribute("aria-invalid");
    } else if (type === "keydown" && inside) {
      this.#key(event, target);
      event.stopPropagation();
    } else if (type === "keydown") this.#pageKey(event, key);
    // The page's shortcuts are not for what is typed in here, and it cannot see that it is typed.
    else if (/^(keyup|keypress|paste)$/.test(type)) event.stopPropagation();
    else if (type === "cancel") {
      // A modal question was closed by the browser: a gesture, or Escape before any key event.
      event.preventDefault();
      this.#answer(target, "");
    } else if (type === "fullscreenchange" || event.newState === "open") this.#rise(target);
  };

  /** @param {any} event @param {Element} target */
  #click(event, target) {
    const button = /** @type {HTMLButtonElement | null} */ (target.closest("[data-do]"));
    if (!button) return;
    const said = button.getAttribute("data-do") ?? "";
    const row = button.closest("li");
    if (said === "toggle") this.#toggle(!this.#open, event.pointerType);
    else if (said === "close") this.#toggle(false);
    else if (said === "connect") this.#connect();
    else if (said === "disconnect") this.#act(ACT.disconnect);
    else if (said === "switch") {
      const item = this.#rows.flat().find(({ element }) => element === row)?.item;
      if (item) this.#act(ACT.switch, [item[0], item[1], !item[5]]);
    } else if (said === "stop") {
      const call = this.#calls.find(({ id }) => `${id}` === row?.getAttribute("data-id"));
      if (call) this.#act(ACT.stop, call.id);
    } else if (said === "play") this.#play(button);
    else if (said === "copy") this.#copyCommand(button);
    else {
      const dialog = button.closest("dialog");
      if (dialog) this.#answer(dialog, said);
    }
  }

  /** @param {Element} button */
  async #copyCommand(button) {
    if (!(await this.#write(button.previousElementSibling?.textContent ?? ""))) return;
    const copied = this.#texts.text("copied");
    set(button, "aria-label", copied);
    draw(button, "ok");
    this.#say(copied);
  }

  /** @param {any} event @param {Element} target */
  #key(event, target) {
    const dialog = target.closest("dialog");
    const { key } = event;
    // Escape and Enter that belong to an input method end a composition, not a question.
    if (event.isComposing) return;
    if (key === "Escape" && dialog) {
      event.preventDefault();
      this.#answer(dialog, "");
    } else if (key === "Escape") this.#toggle(false);
    else if (key === "Enter" && !dialog && target.id === "token") this.#connect();
    else this.#pageKey(event, key);
  }

  /** A key while a question waits. @param {Event} event @param {string} key */
  #pageKey(event, key) {
    if (key === "F6" && this.#toQuestion()) event.preventDefault();
  }

  /** The page opened something in the top layer: back above it, unless someone is typing in here. @param {EventTarget} target */
  #rise(target) {
    const host = this.#host;
    if (!host || host === target || !host.hasAttribute("popover")) return;
    const focused = this.#focused();
    const place = home();
    const moved = host.parentNode !== place;
    if (moved) place.append(host);
    if (moved || !focused || !typesInto(focused)) {
      try {
        host.hidePopover();
      } catch {}
      this.#raise(host);
      focused?.focus();
    }
    this.#present();
  }
}
