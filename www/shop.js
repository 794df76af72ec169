// The shop itself: what a person sees and clicks. tools.js puts the same actions in an agent's hands.
import { art } from "./art.js";
import { find, money, products, search } from "./catalog.js";
import { offerTools } from "./tools.js";

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} tag @param {string} [text] @param {string} [className] */
function element(tag, text, className) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
}

/** Product id -> quantity. @type {Map<string, number>} */
const cart = new Map();
const filter = { query: "", category: "", maxPrice: Number.POSITIVE_INFINITY };

// -- Products -------------------------------------------------------------------------------------------------------------------

/** Shows what fits, and says what it was. @param {{query?: string, category?: string, maxPrice?: number}} wish */
export function showProducts(wish) {
  Object.assign(filter, { query: "", category: "", maxPrice: Number.POSITIVE_INFINITY }, wish);
  const found = search(filter);
  byId("products").replaceChildren(...found.map(card));
  byId("nothing").hidden = found.length > 0;
  const title = filter.query ? `Results for “${filter.query}”` : (categories.find(([key]) => key === filter.category)?.[1] ?? "Everything");
  byId("results-title").textContent = Number.isFinite(filter.maxPrice) ? `${title}, up to ${money(filter.maxPrice)}` : title;
  byId("query").value = filter.query;
  for (const button of byId("categories").children)
    button.setAttribute("aria-pressed", String(button.dataset.category === filter.category));
  return found;
}

/** @param {import("./catalog.js").Product} product */
function card(product) {
  const item = element("li", undefined, "card");
  item.dataset.id = product.id;
  const open = element("button", undefined, "open");
  open.type = "button";
  open.append(art(product), element("h3", product.name));
  open.addEventListener("click", () => showDetails(product.id));
  const add = element("button", "Add", "add");
  add.type = "button";
  add.setAttribute("aria-label", `Add ${product.name} to the cart`);
  add.addEventListener("click", () => addToCart(product.id, 1));
  const foot = element("p");
  foot.append(element("b", money(product.price)), add);
  item.append(open, foot);
  return item;
}

/** @type {[string, string][]} */
const categories = [
  ["", "Everything"],
  ["tea", "Tea"],
  ["cups", "Cups and bowls"],
  ["pots", "Pots"],
];
byId("categories").append(
  ...categories.map(([key, label]) => {
    const button = element("button", label);
    button.type = "button";
    button.dataset.category = key;
    button.addEventListener("click", () => showProducts({ category: key }));
    return button;
  }),
);
byId("query").addEventListener("input", () => showProducts({ query: byId("query").value }));
document.querySelector(".search")?.addEventListener("submit", (event) => event.preventDefault());

/** @param {string} id */
export function showDetails(id) {
  const product = find(id);
  const dialog = byId("details");
  dialog.dataset.id = id;
  byId("details-art").replaceChildren(art(product));
  byId("details-name").textContent = product.name;
  byId("details-text").textContent = product.text;
  byId("details-price").textContent = money(product.price);
  byId("details-stock").textContent = `${product.stock} in stock`;
  // Not modal: an agent that looks around must not lock the person out.
  if (!dialog.open) dialog.show();
  return product;
}
byId("details").addEventListener("close", () => {
  const dialog = byId("details");
  if (dialog.returnValue === "add") addToCart(dialog.dataset.id, 1);
  dialog.returnValue = "";
});

// -- Cart -----------------------------------------------------------------------------------------------------------------------

/** @param {string} id @param {number} quantity */
export function addToCart(id, quantity) {
  const product = find(id);
  const wanted = (cart.get(id) ?? 0) + quantity;
  if (wanted > product.stock) throw new Error(`Only ${product.stock} of ${product.name} in stock`);
  cart.set(id, wanted);
  byId("order").textContent = "";
  return showCart();
}

export function cartContents() {
  const lines = [...cart].map(([id, quantity]) => ({ id, name: find(id).name, quantity, price: find(id).price * quantity }));
  return { lines, total: lines.reduce((sum, line) => sum + line.price, 0) };
}

function showCart() {
  const { lines, total } = cartContents();
  byId("cart-lines").replaceChildren(
    ...lines.map(({ id, name, quantity, price }) => {
      const item = element("li");
      item.dataset.id = id;
      const remove = element("button", "×", "remove");
      remove.type = "button";
      remove.setAttribute("aria-label", `Remove ${name}`);
      remove.addEventListener("click", () => {
        cart.delete(id);
        showCart();
      });
      item.append(element("span", `${quantity} × ${name}`), element("span", money(price)), remove);
      return item;
    }),
  );
  byId("cart-empty").hidden = lines.length > 0;
  byId("cart-total").textContent = money(total);
  byId("cart-count").textContent = String(lines.reduce((sum, line) => sum + line.quantity, 0));
  byId("checkout").disabled = lines.length === 0;
  return cartContents();
}

/**
 * Asks the person in the page; an order is placed only after a click.
 * @param {AbortSignal} [signal] closes the question
 * @returns {Promise<{ordered: boolean, order?: string, total: number}>}
 */
export function checkout(signal) {
  const { lines, total } = cartContents();
  if (lines.length === 0) throw new Error("The cart is empty: add something first");
  const dialog = byId("confirm");
  if (dialog.open) throw new Error("The person is being asked already");
  byId("confirm-text").textContent = `${lines.map((line) => `${line.quantity} × ${line.name}`).join(", ")}. ${money(total)} in all.`;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((done) => {
    const close = () => dialog.close("no");
    signal?.addEventListener("abort", close, { once: true });
    dialog.addEventListener(
      "close",
      () => {
        signal?.removeEventListener("abort", close);
        if (dialog.returnValue !== "yes") return done({ ordered: false, total });
        const order = `KL-${String(Math.floor(Math.random() * 1e6)).padStart(6, "0")}`;
        cart.clear();
        showCart();
        byId("order").textContent = `Order ${order} is placed. Thank you!`;
        done({ ordered: true, order, total });
      },
      { once: true },
    );
  });
}
byId("checkout").addEventListener("click", () => checkout());

// -- What agents did ------------------------------------------------------------------------------------------------------------

/** @param {string} text */
export function note(text) {
  const log = byId("log");
  log.querySelector(".quiet")?.remove();
  log.prepend(element("li", text));
  while (log.children.length > 8) log.lastElementChild?.remove();
}

showProducts({});
showCart();
await offerTools({ showProducts, showDetails, addToCart, checkout, note, products });
