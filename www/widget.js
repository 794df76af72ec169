// The gallery: a row of frames for each state. Frames load when they come into sight; there are many.
import { states } from "./widget-states.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const nav = /** @type {HTMLElement} */ (document.querySelector("nav"));
const names = { en: "English", es: "Español", light: "light", dark: "dark" };

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Partial<HTMLElementTagNameMap[T]>} fields @param {(Node | string)[]} inside */
const element = (tag, fields, ...inside) => {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...inside);
  return made;
};

for (const state of states) {
  nav.append(element("a", { href: `#${state}` }, state));
  const frames = element("div", { className: "frames" });
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    for (const language of /** @type {const} */ (["en", "es"])) {
      const title = `${state}, ${names[language]}, ${names[scheme]}`;
      const src = `widget-state.html?state=${state}&language=${language}&scheme=${scheme}`;
      const frame = element("iframe", { title, loading: "lazy", src });
      frames.append(
        element("figure", { className: `${language} ${scheme}` }, frame, element("figcaption", {}, `${names[language]}, ${names[scheme]}`)),
      );
    }
  }
  main.append(element("section", {}, element("h2", { id: state }, state), frames));
}
