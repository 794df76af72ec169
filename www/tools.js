// What an agent may do in this shop, with webmcp-wasm. Each tool does what a click does, so the person sees it happen.
import init, { WebMCP } from "../pkg/webmcp_wasm.js";
import { find, money } from "./catalog.js";

const id = { type: "string", description: "A product's id, as search_products returns it" };

/** @param {Omit<typeof import("./shop.js"), "cartContents"> & {products: import("./catalog.js").Product[]}} shop */
export async function offerTools({ showProducts, showDetails, addToCart, checkout, note, products }) {
  await init();
  const mcp = new WebMCP({ color: "#b4532a" });
  // For the console: webMCP.tools(), await webMCP.execute("search_products", { query: "green" })
  Object.assign(window, { webMCP: mcp });

  mcp.registerTool({
    name: "search_products",
    title: "Search the shop",
    description: "Find teas, cups, bowls and teapots. The matches are shown to the person and returned.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "Words that must all occur, such as “green tea”" },
        category: { type: "string", enum: ["tea", "cups", "pots"] },
        maxPrice: { type: "number", minimum: 0, description: "In euros" },
      },
    },
    annotations: { readOnlyHint: true },
    execute(wish) {
      const found = showProducts(wish);
      note(`Searched for ${wish.query ? `“${wish.query}”` : "everything"}: ${found.length} found`);
      return { products: found.map(({ id, name, category, price }) => ({ id, name, category, price })) };
    },
  });

  mcp.registerTool({
    name: "product_details",
    title: "Look at a product",
    description: "Open one product's details on the page and return them.",
    inputSchema: { type: "object", properties: { id }, required: ["id"] },
    annotations: { readOnlyHint: true },
    execute({ id }) {
      const { name, category, price, stock, text } = showDetails(id);
      note(`Looked at ${name}`);
      return { id, name, category, price, stock, text };
    },
  });

  mcp.registerTool({
    name: "add_to_cart",
    title: "Add to the cart",
    description: "Put a product into the cart; returns the whole cart.",
    inputSchema: {
      type: "object",
      properties: { id, quantity: { type: "integer", minimum: 1, maximum: 20, default: 1 } },
      required: ["id"],
    },
    execute({ id, quantity = 1 }) {
      const cart = addToCart(id, quantity);
      note(`Put ${quantity} × ${find(id).name} into the cart`);
      return cart;
    },
  });

  mcp.registerTool({
    name: "checkout",
    title: "Check out",
    description: "Ask the person, in the page, to confirm the order. Nothing is ordered without their click.",
    inputSchema: { type: "object", properties: {} },
    async execute(_args, { signal }) {
      note("Asked for the checkout");
      const { ordered, order, total } = await checkout(signal);
      note(ordered ? `Order ${order} placed` : "The person said no");
      return ordered ? `Order ${order} is placed: ${money(total)}.` : "The person decided not to order. Ask what to change.";
    },
  });

  mcp.registerPrompt(
    "gift_advice",
    "Advice on a tea gift from this shop",
    [
      { name: "occasion", description: "Birthday, thank-you, ...", required: true },
      { name: "budget", description: "In euros", required: false },
    ],
    ({ occasion, budget }) =>
      `Suggest a gift for this occasion: ${occasion}${budget ? `, for at most €${budget}` : ""}. Use search_products, then product_details, and say why it fits.`,
  );

  mcp.registerResource("catalog", "All products with prices", { uri: "shop://catalog", mimeType: "application/json" }, () => ({
    contents: [
      {
        uri: "shop://catalog",
        mimeType: "application/json",
        text: JSON.stringify(products.map(({ id, name, price }) => ({ id, name, price }))),
      },
    ],
  }));

  mcp.registerResource("product", "One product by id", { uriTemplate: "shop://products/{id}", mimeType: "application/json" }, (uri) => {
    const { id, name, category, price, stock, text } = find(decodeURIComponent(uri.split("/").at(-1) ?? ""));
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify({ id, name, category, price, stock, text }) }] };
  });
}
