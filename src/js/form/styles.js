// Styles for forms that an agent is at, where the browser does not know `:tool-form-active` and `:tool-submit-active`.

import { address } from "./answer.js";

/** @type {WeakSet<Node>} */
const restyled = new WeakSet();
const ACTIVE = /:(tool-(?:form|submit)-active)\b/g;

/**
 * The parser drops rules with pseudo-classes that it does not know. They are read again from the text, for the attributes that
 * stand for them here; only what is near this form's root, once, and when a form first is active.
 * @param {Document | ShadowRoot} root
 */
export function restyle(root) {
  for (const node of root.querySelectorAll("style,link[rel~=stylesheet]")) {
    if (restyled.has(node)) continue;
    restyled.add(node);
    const { href, media } = /** @type {HTMLLinkElement} */ (node);
    if (!href) adopt(root, node.textContent, media);
    else if (address(href)?.origin === location.origin) {
      fetch(href)
        .then((response) => response.text())
        .then(
          (text) => adopt(root, text, media),
          () => {},
        );
    }
  }
}

/** @param {Document | ShadowRoot} root @param {string} text @param {string} media */
function adopt(root, text, media) {
  if (text.search(ACTIVE) < 0) return;
  const sheet = new CSSStyleSheet({ media });
  sheet.replaceSync(text.replace(ACTIVE, "[data-$1]"));
  prune(sheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Keeps the rules that were lost, and the groups around them. @param {any} rules */
function prune(rules) {
  for (let index = rules.cssRules.length - 1; index >= 0; index--) {
    const rule = rules.cssRules[index];
    if (rule.selectorText?.includes("[data-tool-")) continue;
    if (rule.cssRules) prune(rule);
    if (!rule.cssRules?.length || rule.selectorText) rules.deleteRule(index);
  }
}
