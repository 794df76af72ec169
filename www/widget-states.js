// Every state of the widget, reached the way a person and an agent reach it: the real class, its real buttons, a scripted relay.
import { ScriptedRelay, server, token, tokenOf, until } from "./widget-session.js";

/** What the page in the frames offers, in its own language. @type {Record<string, Record<string, [string, string]>>} */
const texts = {
  en: {
    search_products: ["Search the shop", "Find teas, cups, bowls and teapots. The matches are shown and returned."],
    add_to_cart: ["Add to the cart", "Put a product into the cart; returns the whole cart."],
    checkout: ["Check out", "Order what is in the cart, to the address on file."],
    gift_idea: ["Gift idea", "Suggest a gift for an occasion."],
    catalog: ["Catalog", "Everything the shop sells, as JSON."],
  },
  es: {
    search_products: ["Buscar en la tienda", "Encuentra tés, tazas, cuencos y teteras. Los resultados se muestran y se devuelven."],
    add_to_cart: ["Añadir al carrito", "Pone un producto en el carrito y devuelve el carrito entero."],
    checkout: ["Pagar", "Encarga lo que hay en el carrito, a la dirección guardada."],
    gift_idea: ["Idea de regalo", "Sugiere un regalo para una ocasión."],
    catalog: ["Catálogo", "Todo lo que vende la tienda, en JSON."],
  },
};

class Stage {
  /** @param {any} WebMCP @param {string} language @param {Record<string, unknown>} options */
  constructor(WebMCP, language, options) {
    this.WebMCP = WebMCP;
    this.language = language;
    this.options = options;
    this.relay = new ScriptedRelay();
    /** Ends the tools that are running. @type {(() => void)[]} */
    this.waiting = [];
    /** @type {any} */
    this.mcp = undefined;
  }

  /** Makes the object, as a page does, and waits until the widget stands. */
  async start() {
    const mcp = new this.WebMCP({ color: "#0b57d0", language: this.language, log: "silent", ...this.options });
    this.mcp = mcp;
    const of = texts[this.language] ?? texts.en ?? {};
    for (const name of ["search_products", "add_to_cart", "checkout"]) {
      const [title, description] = of[name] ?? [name, ""];
      const execute = (/** @type {any} */ args) => (args.wait ? new Promise((done) => this.waiting.push(() => done("done"))) : "done");
      mcp.registerTool({ name, title, description, inputSchema: {}, confirm: name === "checkout", execute });
    }
    mcp.registerPrompt("gift_idea", of.gift_idea?.[1], [{ name: "occasion" }], () => "A river pot");
    mcp.registerResource("catalog", of.catalog?.[1], { uri: "shop://catalog", mimeType: "application/json" }, () => "[]");
    await until(() => this.find(".webmcp-trigger"));
  }

  /** @param {string} selector @returns {any} */
  find(selector) {
    return document.querySelector("[data-webmcp-widget]")?.shadowRoot?.querySelector(selector);
  }

  open() {
    if (this.find(".webmcp-trigger")?.getAttribute("aria-expanded") === "false") this.find(".webmcp-trigger").click();
  }

  /** Pastes a token and connects. */
  paste(text = token) {
    this.open();
    this.find(".webmcp-token-input").value = text;
    this.find(".webmcp-connect-btn").click();
  }

  async connect() {
    this.paste();
    await until(() => this.mcp.isConnected && this.relay.heard.some((frame) => frame.name === "catalog"));
  }

  /** Some calls that are over. */
  async work() {
    const { relay } = this;
    const calls = [relay.call("search_products", { query: "pot", wait: true })];
    await until(() => this.waiting.length);
    relay.later(1_240);
    for (const end of this.waiting.splice(0)) end();
    await calls[0];
    await relay.call("add_to_cart", { id: "river-pot" });
    relay.call("checkout", { total: "€74.00" });
    (await until(() => this.find("[data-do=deny]"))).click();
    await relay.answer("3");
  }

  problem() {
    return until(() => this.find(".problem")?.style.display !== "none");
  }

  end() {
    this.mcp?.destroy();
  }
}

/** @type {Record<string, (stage: Stage) => unknown>} */
const scripts = {
  badge: (stage) => stage.start(),
  async off(stage) {
    await stage.start();
    stage.open();
  },
  async pairing(stage) {
    stage.relay.pairing = "silent";
    await stage.start();
    stage.paste();
  },
  async connecting(stage) {
    stage.relay.channel = "silent";
    await stage.start();
    stage.paste();
    await until(() => stage.mcp.status === "connecting");
  },
  async connected(stage) {
    await stage.start();
    await stage.connect();
    await stage.work();
    stage.find(".switch[aria-label$=add_to_cart]").click();
  },
  async working(stage) {
    await stage.start();
    await stage.connect();
    await stage.work();
    stage.relay.call("search_products", { query: "pot", wait: true });
    await until(() => stage.waiting.length);
    stage.relay.later(8_000);
    // The panel counts when it is opened.
    stage.find(".webmcp-close").click();
    stage.open();
  },
  async waiting(stage) {
    await stage.start();
    await stage.connect();
    stage.relay.leave();
    await until(() => stage.mcp.status === "waiting");
  },
  async "relay-gone"(stage) {
    await scripts.waiting?.(stage);
    stage.relay.later(3_000);
    await stage.problem();
  },
  "token-empty": (stage) => refused(stage, ""),
  "token-not-base64": (stage) => refused(stage, "a token, please"),
  "token-not-json": (stage) => refused(stage, btoa('{"server":"ws://localhost')),
  "token-incomplete": (stage) => refused(stage, tokenOf({ server })),
  "token-server": (stage) => refused(stage, tokenOf({ server: "http://localhost:4797", token: "0f" })),
  "token-refused"(stage) {
    stage.relay.pairing = "refuse";
    return refused(stage, token);
  },
  "relay-unreachable"(stage) {
    stage.relay.door = "gone";
    return refused(stage, token);
  },
  async "session-refused"(stage) {
    stage.relay.remember();
    stage.relay.channel = "refuse";
    await stage.start();
    stage.open();
    return stage.problem();
  },
  async "local-network-denied"(stage) {
    stage.relay.door = "gone";
    // A page of this machine needs no permission.
    Object.defineProperty(document, "URL", { value: "https://shop.example/", configurable: true });
    instead(stage, navigator.permissions, "query", async () => ({ state: "denied" }));
    await refused(stage, token);
    Reflect.deleteProperty(document, "URL");
  },
  "safari-https"(stage) {
    stage.relay.door = "forbidden";
    return refused(stage, token);
  },
  async "csp-blocked"(stage) {
    stage.relay.door = "gone";
    const blocked = { blockedURI: `${server}/register`, effectiveDirective: "connect-src", violatedDirective: "connect-src" };
    const details = { documentURI: location.href, originalPolicy: "connect-src 'self'", disposition: /** @type {"enforce"} */ ("enforce") };
    const event = new SecurityPolicyViolationEvent("securitypolicyviolation", { ...blocked, ...details, statusCode: 200 });
    await stage.start();
    stage.paste();
    document.dispatchEvent(event);
    return stage.problem();
  },
  async "idle-disconnected"(stage) {
    stage.options.inactivityTimeout = 60;
    await stage.start();
    await stage.connect();
    stage.relay.later(100);
    await stage.problem();
  },
  async confirm(stage) {
    await stage.start();
    await stage.connect();
    stage.find(".webmcp-close").click();
    stage.relay.call("checkout", { items: [{ id: "river-pot", quantity: 1 }], total: "€74.00", gift: true });
    await until(() => stage.find(".confirms dialog"));
  },
  async sampling(stage) {
    await stage.start();
    await stage.connect();
    stage.find(".webmcp-close").click();
    const say = (/** @type {string} */ role, /** @type {Record<string, unknown>} */ content) => ({ role, content });
    stage.relay.ask({
      type: "createSamplingMessage",
      systemPrompt: stage.language === "es" ? "Responde en una frase." : "Answer in one sentence.",
      messages: [
        say("user", { type: "text", text: stage.language === "es" ? "¿Qué cuenco prefieres?" : "Which bowl do you like better?" }),
        say("user", { type: "image", mimeType: "image/png", data: picture() }),
        say("user", { type: "audio", mimeType: "audio/wav", data: tone() }),
        say("assistant", { type: "text", text: stage.language === "es" ? "El de la izquierda." : "The one on the left." }),
      ],
      maxTokens: 400,
      temperature: 0.7,
    });
    await until(() => stage.find("canvas")?.width === 240);
  },
  async copy(stage) {
    if (navigator.clipboard) {
      instead(stage, navigator.clipboard, "writeText", () =>
        Promise.reject(new DOMException("Document is not focused.", "NotAllowedError")),
      );
    }
    await stage.start();
    await stage.connect();
    stage.find(".webmcp-close").click();
    stage.relay.ask({ type: "clipboardCopy", text: token });
    await until(() => stage.find("[data-do=copied]"));
  },
  async many(stage) {
    await stage.start();
    for (let number = 1; number <= 500; number += 1) {
      const description = number % 3 ? "One of very many tools." : "A tool whose description is so long that it goes on. ".repeat(20);
      stage.mcp.registerTool({ name: `tool_${number}`, description, execute: () => number });
    }
    stage.open();
    await until(() => stage.find(".webmcp-tools-list .count")?.textContent === "503");
    stage.find(".filter").value = "tool_4";
    stage.find(".filter").dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    await until(() => stage.find("[aria-label=tool_480]"));
  },
};

/** The names of the states, in the order they are shown in. */
export const states = Object.keys(scripts);

/** A connection that fails, told in the panel. @param {Stage} stage @param {string} text */
async function refused(stage, text) {
  await stage.start();
  stage.paste(text);
  return stage.problem();
}

/** Puts a function in the place of the browser's own, as long as the state is shown. @param {Stage} stage @param {any} on @param {string} name @param {Function} act */
function instead(stage, on, name, act) {
  Object.defineProperty(on, name, { value: act, configurable: true });
  const { end } = stage;
  stage.end = () => {
    delete on[name];
    end.call(stage);
  };
}

/** Two bowls, as an agent's camera sees them. @returns {string} */
function picture() {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 240, height: 120 });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const bowl = (/** @type {number} */ x, /** @type {string} */ glaze) => {
    pen.fillStyle = glaze;
    pen.beginPath();
    pen.ellipse(x, 52, 44, 40, 0, 0, Math.PI);
    pen.fill();
    pen.fillStyle = "#0003";
    pen.beginPath();
    pen.ellipse(x, 52, 44, 9, 0, 0, 2 * Math.PI);
    pen.fill();
  };
  pen.fillStyle = "#efe3d3";
  pen.fillRect(0, 0, 240, 120);
  bowl(65, "#5d8a82");
  bowl(175, "#b4532a");
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}

/** Half a second of A, as a WAV file. @returns {string} */
function tone() {
  const rate = 8_000;
  const length = rate / 2;
  const view = new DataView(new ArrayBuffer(44 + length));
  const word = (/** @type {number} */ at, /** @type {string} */ text) =>
    [...text].forEach((c, i) => void view.setUint8(at + i, c.charCodeAt(0)));
  word(0, "RIFF");
  view.setUint32(4, 36 + length, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  word(36, "data");
  view.setUint32(40, length, true);
  for (let at = 0; at < length; at += 1) view.setUint8(44 + at, 128 + 90 * Math.sin((at / rate) * 880 * Math.PI));
  return btoa(Array.from(new Uint8Array(view.buffer), (byte) => String.fromCharCode(byte)).join(""));
}

/** @type {Stage | undefined} */
let shown;

/**
 * Shows a state, instead of the one before. Resolves when it stands.
 * @param {any} WebMCP @param {string} state @param {{language?: string, scheme?: string, options?: Record<string, unknown>}} [how]
 */
export async function show(WebMCP, state, { language = "en", scheme = "light", options = {} } = {}) {
  shown?.end();
  document.documentElement.lang = language;
  document.documentElement.style.colorScheme = scheme;
  const stage = new Stage(WebMCP, language, options);
  shown = stage;
  const script = scripts[state];
  if (!script) throw new Error(`There is no state "${state}". States: ${states.join(", ")}`);
  await script(stage);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  return stage;
}
