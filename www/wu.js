// A page for wu's relay, without the wu framework: it lends the relay a store, its routes and one action.
import init, { WebMCP } from "../pkg/webmcp_wasm.js";

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

// -- The bench ---------------------------------------------------------------------------------------------------------------------

/** @type {Record<string, unknown>} */
const state = { tea: "sencha", grams: 4, note: "" };

function show() {
  for (const key of Object.keys(state)) byId(key).value = String(state[key]);
}
for (const key of Object.keys(state)) {
  byId(key).addEventListener("input", () => {
    const { value } = byId(key);
    state[key] = key === "grams" ? Number(value) : value;
  });
}

function showRoute() {
  const notes = location.hash === "#/notes";
  byId("notes").hidden = !notes;
  byId("brew").hidden = notes;
}
addEventListener("hashchange", showRoute);

function brew() {
  const text = `${state.grams} g of ${state.tea}: ready.`;
  byId("brewed").textContent = text;
  return text;
}
byId("start").addEventListener("click", brew);
show();
showRoute();

// -- What agents get ---------------------------------------------------------------------------------------------------------------

await init();
const mcp = new WebMCP({ color: "#b4532a" });
Object.assign(window, { webMCP: mcp });
mcp.registerTool({ name: "brew", description: "Brew the tea that is set on the bench", execute: brew });

const store = {
  get: (/** @type {string | undefined} */ key) => (key ? state[key] : state),
  set(/** @type {string} */ key, /** @type {unknown} */ value) {
    state[key] = value;
    show();
  },
};

const form = /** @type {any} */ (byId("connect"));
// npm start prints a link that fills the form; connecting is left to the person.
const given = new URLSearchParams(location.hash.slice(1));
for (const name of ["server", "token"]) if (given.has(name)) form.elements[name].value = given.get(name);

form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const { server, token } = form.elements;
  try {
    await mcp.connect(server.value, { token: token.value, store, routes: ["#/brew", "#/notes"] });
  } catch (error) {
    byId("state").textContent = /** @type {Error} */ (error).message;
  }
});
byId("disconnect").addEventListener("click", () => mcp.disconnect());

mcp.addEventListener("statuschange", ({ detail }) => {
  byId("state").textContent =
    detail.message ?? `${detail.status === "connected" ? "Connected to" : `Now ${detail.status}:`} ${detail.server}`;
});

for (const box of /** @type {NodeListOf<any>} */ (document.querySelectorAll("[data-flag]"))) {
  box.checked = mcp.permissions[box.dataset.flag];
  box.addEventListener("change", () => mcp.setPermissions({ [box.dataset.flag]: box.checked }));
}

for (const type of /** @type {const} */ (["toolresult", "tooldenied"])) {
  mcp.addEventListener(type, ({ detail }) => {
    const line = document.createElement("li");
    line.textContent = `${detail.tool}: ${detail.outcome}`;
    byId("log").querySelector(".quiet")?.remove();
    byId("log").prepend(line);
  });
}
