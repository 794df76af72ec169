// The tour: a headless Chromium pairs a demo page through the widget, and the MCP client then does what an agent would.
import { present } from "./present.mjs";

/**
 * One stop of the tour; a tool of the relay's own has its full name. `during` runs in the page while the call waits, as a person would act; `leaves` says that the page goes
 * elsewhere, where the session goes on.
 * @typedef {{tool: string, args?: Record<string, unknown>, leaves?: boolean,
 *   during?: (page: import("playwright-core").Page) => Promise<void>}} Stop
 * @typedef {{path: string, items?: boolean, stops: Stop[], seen: (page: import("playwright-core").Page) => Promise<string | undefined>}} Tour
 *   `seen` tells what is wrong with the page after the stops, if anything; without `items` it offers tools alone
 */

/** The demo pages and what to do on each. @type {Record<string, Tour>} */
export const tours = {
  shop: {
    path: "/www/",
    items: true,
    stops: [
      { tool: "search_products", args: { query: "green tea", maxPrice: 30 } },
      { tool: "product_details", args: { id: "gyokuro" } },
      { tool: "add_to_cart", args: { id: "gyokuro", quantity: 2 } },
      { tool: "add_to_cart", args: { id: "cup-night" } },
      { tool: "checkout", during: (page) => page.locator("#confirm button[value=yes]").click({ timeout: 10_000 }) },
      { tool: "add_to_cart", args: { id: "pot-river" } },
      { tool: "product_details", args: { id: "pot-river" } },
    ],
    async seen(page) {
      const order = await page.locator("#log li", { hasText: /Order KL-\d+ placed/ }).count();
      const cart = await page.locator("#cart-lines").textContent();
      return order === 1 && cart?.includes("1 × River pot") ? undefined : `the page does not show the order and the cart: ${cart}`;
    },
  },
};

tours.forms = {
  path: "/www/forms.html",
  stops: [
    { tool: "find_workshop", args: { q: "tea", level: "beginner", max: 50 }, leaves: true },
    {
      tool: "book_seat",
      args: { workshop: "tea", day: "2030-05-04", start: "10:30", seats: 2, seat: "table", extras: ["tea"] },
      during: (page) => page.locator("form[data-tool-form-active] .primary").click({ timeout: 10_000 }),
    },
    { tool: "send_message", args: { name: "Ada", email: "ada@example.com", message: "Is there a seat by the window?" } },
  ],
  async seen(page) {
    const texts = await Promise.all(["#results", "#booked", "#sent"].map((part) => page.locator(part).textContent()));
    const fine = /Tea and its cups/.test(texts[0] ?? "") && /Booked: KL-\d+/.test(texts[1] ?? "") && /Thank you, Ada/.test(texts[2] ?? "");
    return fine ? undefined : `the page does not show what was found, booked and sent: ${texts.join(" / ")}`;
  },
};

tours.timer = {
  path: "/www/model-context.html",
  stops: [
    { tool: "start_timer", args: { tea: "sencha", seconds: 3 } },
    { tool: "list_timers" },
    { tool: "wait_for_tea", args: { id: 1 } },
    { tool: "stop_timer", args: { id: 1 } },
  ],
  async seen(page) {
    const who = await page.locator("#who").textContent();
    return /webmcp-wasm answers/.test(who ?? "") ? undefined : `the page does not say who answers: ${who}`;
  },
};

/** What the fork's relay adds, and, with `--dev`, an agent that makes a tool of its own. @param {boolean} dev @returns {Stop[]} */
export const forkStops = (dev) => [
  { tool: "_webmcp_browser-info" },
  ...(dev
    ? [
        {
          tool: "_webmcp_agregar-tool",
          args: {
            nombre: "headings",
            descripcion: "The headings of the page",
            codigo: "return [...document.querySelectorAll(args.level)].map((heading) => heading.textContent.trim());",
            parametros: '{"level": {"type": "string", "enum": ["h1", "h2", "h3"]}}',
          },
        },
        { tool: "headings", args: { level: "h1" } },
        { tool: "_webmcp_quitar-tool", args: { listar: true } },
        { tool: "_webmcp_quitar-tool", args: { nombre: "headings" } },
      ]
    : []),
];

/** Pairs a page through the widget, as a person does. @param {import("playwright-core").Page} page @param {string} token */
export async function pair(page, token) {
  await page.locator(".webmcp-trigger").click();
  await page.locator(".webmcp-token-input").fill(token);
  await page.locator(".webmcp-connect-btn").click();
  await page.locator(".webmcp-status", { hasText: /^\s*connected/i }).waitFor({ timeout: 10_000 });
}

/**
 * @param {{relay: import("./relay.mjs").Relay, origin: string, channel: string, token: string, tour: Tour}} all
 * @returns {Promise<number>} how many things went wrong
 */
export function play({ relay, origin, channel, token, tour }) {
  return present(async ({ page, report, show }) => {
    await page.goto(origin + tour.path);
    await pair(page, token);
    report(true, "paired through the widget");

    const names = await relay.tools(channel);
    show("tools/list", names.join(", "), names.length > 0);
    for (const { tool, args, during, leaves } of tour.stops) {
      const name = tool.startsWith("_") ? tool : `${channel}-${tool}`;
      const [{ text, isError }] = await Promise.all([relay.call(name, args), during?.(page)]);
      show(`${tool} ${args ? JSON.stringify(args) : ""}`, text, !isError && text !== "");
      if (!leaves) continue;
      await page.waitForURL((url) => url.search !== "");
      await page.waitForFunction(() => /** @type {any} */ (window).webMCP?.isConnected);
      report(true, "the session goes on at the next page");
    }

    if (tour.items) await items(show);
    const problem = await tour.seen(page);
    report(!problem, problem ?? "the page shows what the agent did");
  });

  /** @param {import("./present.mjs").Stage["show"]} show */
  async function items(show) {
    const { resources } = await relay.client.listResources();
    const { resourceTemplates } = await relay.client.listResourceTemplates();
    show(
      "resources/list, resources/templates/list",
      [...resources.map((one) => one.uri), ...resourceTemplates.map((one) => one.uriTemplate)].join(", "),
    );
    for (const uri of [...resources.map((one) => one.uri), "shop://products/cup-ash"]) {
      const { contents } = await relay.client.readResource({ uri });
      const first = /** @type {{text?: string} | undefined} */ (contents[0]);
      show(`resources/read ${uri}`, first?.text ?? "", Boolean(first?.text));
    }
    const { prompts } = await relay.client.listPrompts();
    show("prompts/list", prompts.map((one) => `${one.name}: ${one.description}`).join("\n"), prompts.length > 0);
  }
}
