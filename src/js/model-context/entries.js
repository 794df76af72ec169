// The tools as `getTools` gives them.

import { ownOrigin } from "./origins.js";
import { annotations } from "./webidl.js";

/**
 * @typedef {import("./state.js").State} State @typedef {import("./state.js").Own} Own
 * @typedef {import("./webidl.js").Annotations} Annotations
 */

/** @param {{ name: string }} a @param {{ name: string }} b */
export const byName = (a, b) => (a.name < b.name ? -1 : +(a.name > b.name));

/** @param {State} state @returns {object[]} */
export function entries({ host, own }) {
  const rows = host?.list() ?? [];
  return rows.flatMap((row) => {
    const mine = own.get(row.name);
    if (mine?.id !== row.id)
      return entry(row.annotations && annotations(row.annotations, TypeError), row.description, row.inputSchema, row.name, row.title);
    // A schema whose JSON is no object hides its tool, as it does natively.
    return mine.schema && !/^[{[]/.test(mine.schema) ? [] : ownEntry(mine);
  });
}

/** @param {Own} own */
export const ownEntry = (own) =>
  entry(own.annotations && { ...own.annotations }, own.description, own.schema && JSON.parse(own.schema), own.name, own.title);

/**
 * @param {Annotations | undefined} hints
 * @param {string} description
 * @param {object | undefined} inputSchema
 * @param {string} name
 * @param {string} [title]
 */
function entry(hints, description, inputSchema, name, title = "") {
  return {
    ...(hints && { annotations: hints }),
    description,
    ...(inputSchema && { inputSchema }),
    name,
    origin: ownOrigin(),
    title,
    window,
  };
}
