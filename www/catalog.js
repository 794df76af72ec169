// What the shop sells. `shape` and `hue` draw the picture.
/** @typedef {{id: string, name: string, category: "tea" | "cups" | "pots", price: number, stock: number, shape: "tin" | "cup" | "bowl" | "pot", hue: number, text: string}} Product */

/** @type {Product[]} */
export const products = [
  {
    id: "sencha",
    name: "Sencha Haru",
    category: "tea",
    price: 14,
    stock: 32,
    shape: "tin",
    hue: 110,
    text: "First-flush green tea from Shizuoka: cut grass, sea air, a sweet finish. 100 g.",
  },
  {
    id: "gyokuro",
    name: "Gyokuro Shade",
    category: "tea",
    price: 29,
    stock: 9,
    shape: "tin",
    hue: 145,
    text: "Green tea shaded for three weeks before picking. Thick, savoury, calm. 50 g.",
  },
  {
    id: "oolong",
    name: "Iron Oolong",
    category: "tea",
    price: 18,
    stock: 20,
    shape: "tin",
    hue: 40,
    text: "Roasted Tieguanyin: toasted nuts, orchid, a long warm echo. 100 g.",
  },
  {
    id: "assam",
    name: "Assam Breakfast",
    category: "tea",
    price: 11,
    stock: 54,
    shape: "tin",
    hue: 12,
    text: "Malty black tea that stands up to milk. 125 g.",
  },
  {
    id: "rooibos",
    name: "Rooibos Vanilla",
    category: "tea",
    price: 9,
    stock: 40,
    shape: "tin",
    hue: 25,
    text: "Caffeine-free red bush with whole vanilla. 125 g.",
  },
  {
    id: "jasmine",
    name: "Jasmine Pearls",
    category: "tea",
    price: 22,
    stock: 14,
    shape: "tin",
    hue: 80,
    text: "Green tea rolled by hand and scented with blossom for five nights. 75 g.",
  },
  {
    id: "cup-ash",
    name: "Ash-glaze cup",
    category: "cups",
    price: 24,
    stock: 18,
    shape: "cup",
    hue: 95,
    text: "Thrown stoneware with a wood-ash glaze that pools green. 180 ml.",
  },
  {
    id: "cup-night",
    name: "Night cup",
    category: "cups",
    price: 26,
    stock: 11,
    shape: "cup",
    hue: 230,
    text: "Deep cobalt over black clay, with a thumb rest. 200 ml.",
  },
  {
    id: "bowl-moon",
    name: "Moon bowl",
    category: "cups",
    price: 34,
    stock: 6,
    shape: "bowl",
    hue: 45,
    text: "A wide tea bowl, off-white and crackled. No two are alike. 300 ml.",
  },
  {
    id: "bowl-ember",
    name: "Ember bowl",
    category: "cups",
    price: 38,
    stock: 4,
    shape: "bowl",
    hue: 8,
    text: "Raku-fired red with smoke marks. For matcha, or for looking at. 320 ml.",
  },
  {
    id: "pot-river",
    name: "River pot",
    category: "pots",
    price: 68,
    stock: 5,
    shape: "pot",
    hue: 190,
    text: "A side-handle teapot with a celadon glaze and a built-in strainer. 350 ml.",
  },
  {
    id: "pot-earth",
    name: "Earth pot",
    category: "pots",
    price: 74,
    stock: 3,
    shape: "pot",
    hue: 20,
    text: "Unglazed red clay that remembers the tea. For oolong and black tea. 300 ml.",
  },
];

/** @param {number} amount */
export const money = (amount) => `€${amount.toFixed(2)}`;

/** @param {string} id */
export function find(id) {
  const product = products.find((one) => one.id === id);
  if (!product) throw new Error(`There is no product "${id}". Known ids: ${products.map((one) => one.id).join(", ")}`);
  return product;
}

/** @param {{query?: string, category?: string, maxPrice?: number}} wish */
export function search({ query = "", category, maxPrice = Number.POSITIVE_INFINITY }) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return products.filter(
    (one) =>
      (!category || one.category === category) &&
      one.price <= maxPrice &&
      words.every((word) => `${one.name} ${one.category} ${one.text}`.toLowerCase().includes(word.replace(/s$/, ""))),
  );
}
