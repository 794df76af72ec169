// Pictures of the goods, drawn as SVG elements: no image files, no innerHTML, fine under a strict policy.
const namespace = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const node = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/** @type {Record<string, (fill: string, dark: string, light: string) => SVGElement[]>} */
const drawings = {
  tin: (fill, dark, light) => [
    shape("rect", { x: 66, y: 52, width: 68, height: 88, rx: 8, fill }),
    shape("rect", { x: 62, y: 42, width: 76, height: 20, rx: 7, fill: dark }),
    shape("rect", { x: 66, y: 84, width: 68, height: 34, fill: light }),
    shape("path", { d: "M100 110c-14-10-4-22 10-21 1 13-3 20-10 21z", fill: dark }),
  ],
  cup: (fill, dark, light) => [
    shape("path", { d: "M64 62h72l-7 66a14 14 0 0 1-14 12h-30a14 14 0 0 1-14-12z", fill }),
    shape("ellipse", { cx: 100, cy: 62, rx: 36, ry: 9, fill: dark }),
    shape("ellipse", { cx: 100, cy: 64, rx: 29, ry: 6, fill: light }),
    shape("path", { d: "M67 88q16 12 33 4t33 0l-2 16q-30 10-62 0z", fill: dark, opacity: 0.35 }),
  ],
  bowl: (fill, dark, light) => [
    shape("path", { d: "M48 72h104q-4 56-38 62h-28q-34-6-38-62z", fill }),
    shape("rect", { x: 82, y: 130, width: 36, height: 10, rx: 4, fill: dark }),
    shape("ellipse", { cx: 100, cy: 72, rx: 52, ry: 12, fill: dark }),
    shape("ellipse", { cx: 100, cy: 75, rx: 43, ry: 8, fill: light }),
  ],
  pot: (fill, dark, light) => [
    shape("path", { d: "M136 92l30-22 6 8-24 34z", fill: dark }),
    shape("path", { d: "M58 84c-30-6-34 38-2 38", fill: "none", stroke: dark, "stroke-width": 9 }),
    shape("ellipse", { cx: 100, cy: 104, rx: 48, ry: 38, fill }),
    shape("path", { d: "M72 74q28-18 56 0z", fill: dark }),
    shape("circle", { cx: 100, cy: 60, r: 7, fill: dark }),
    shape("path", { d: "M66 96q20-16 44-14", fill: "none", stroke: light, "stroke-width": 5, "stroke-linecap": "round", opacity: 0.7 }),
  ],
};

/** @param {import("./catalog.js").Product} product @returns {SVGElement} */
export function art({ shape: kind, hue, name }) {
  const svg = shape("svg", { viewBox: "0 0 200 170", role: "img", "aria-label": name, class: "art" });
  svg.append(
    shape("rect", { width: 200, height: 170, fill: `hsl(${hue} 42% 88%)` }),
    shape("circle", { cx: 150, cy: 40, r: 70, fill: `hsl(${hue + 24} 55% 92%)` }),
    shape("ellipse", { cx: 100, cy: 144, rx: 62, ry: 9, fill: `hsl(${hue} 25% 55%)`, opacity: 0.35 }),
    ...(drawings[kind]?.(`hsl(${hue} 34% 52%)`, `hsl(${hue} 36% 34%)`, `hsl(${hue} 48% 80%)`) ?? []),
  );
  return svg;
}
