// What the forms do when they are submitted, by whomever. Nothing here knows of tools, save for the answers.

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const workshops = [
  { id: "first-bowl", name: "Your first bowl", level: "beginner", price: 45, text: "Two hours at the wheel, clay and firing included." },
  { id: "glaze", name: "Glaze mixing", level: "advanced", price: 80, text: "Ash, iron and copper: mix six glazes and test them." },
  {
    id: "tea",
    name: "Tea and its cups",
    level: "beginner",
    price: 30,
    text: "Four teas from four shapes of cup; which cup suits which tea?",
  },
  { id: "teapot", name: "A teapot that pours", level: "advanced", price: 120, text: "Body, lid, handle and spout, over two afternoons." },
];

/** @param {string} tag @param {string} text */
function element(tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

// -- The search: its results are in the address, so that they can be reloaded and sent to somebody.

const wish = new URLSearchParams(location.search);
const find = /** @type {HTMLFormElement} */ (byId("find"));
for (const name of ["q", "level", "max"]) {
  const value = wish.get(name);
  if (value !== null) find.elements.namedItem(name).value = value;
}
const words = (wish.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
const level = wish.get("level") ?? "any";
const most = Number(wish.get("max") || Number.POSITIVE_INFINITY);
const found = workshops.filter(
  (one) =>
    (level === "any" || one.level === level) &&
    one.price <= most &&
    words.every((word) => `${one.name} ${one.text}`.toLowerCase().includes(word)),
);
byId("results").replaceChildren(
  ...found.map((one) => {
    const item = document.createElement("li");
    item.append(element("h3", one.name), element("p", one.text), element("b", `€${one.price}`));
    return item;
  }),
  ...(found.length === 0 ? [element("li", "Nothing fits. Try fewer words.")] : []),
);

// -- The booking.

const book = /** @type {HTMLFormElement} */ (byId("book"));
/** @type {HTMLSelectElement} */ (book.elements.namedItem("workshop")).append(...workshops.map((one) => new Option(one.name, one.id)));

book.addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(book);
  const booking = { number: `KL-${Math.floor(1000 + Math.random() * 9000)}`, ...Object.fromEntries(data), extras: data.getAll("extras") };
  byId("booked").textContent = `Booked: ${booking.number}`;
  if (event.agentInvoked) event.respondWith({ booked: booking });
});

// -- The message: sending takes a moment, so the answer is a promise.

const contact = /** @type {HTMLFormElement} */ (byId("contact"));
let sent = 0;

async function send() {
  const { name } = Object.fromEntries(new FormData(contact));
  await new Promise((done) => setTimeout(done, 300));
  sent += 1;
  byId("sent").textContent = `Thank you, ${name}. This is message ${sent}.`;
  return { sent: true, message: sent };
}

contact.addEventListener("submit", (event) => {
  event.preventDefault();
  const answer = send();
  // A reset would cancel an agent's call, so only a person's form is emptied.
  if (event.agentInvoked) event.respondWith(answer);
  else answer.then(() => contact.reset());
});
