// Schemas as most authors write them, told from the rest in one look: their rules need not be made before somebody calls the tool.
import { copied } from "./values.js";

const TYPES = /^(object|array|string|number|integer|boolean|null)$/;
/** What is not checked, and so cannot be wrong. */
const SAID = /^(title|description|default|examples|format)$/;
// Such a schema is not common any more, and may be too large: levels, subschemas, characters of a name.
const DEEPEST = 10;
const MOST = 500;
const LONGEST = 100;

/** @param {unknown} value */
const isText = (value) => typeof value === "string";

let seen = 0;

/**
 * Whether a part of a schema, as JSON has it, surely is in order.
 * @param {any} schema @param {number} level 0 for the root, which must allow an object
 * @returns {boolean}
 */
function isPlain(schema, level) {
  seen += 1;
  if (typeof schema !== "object" || !schema || Array.isArray(schema) || level > DEEPEST || seen > MOST) return false;
  return Object.entries(schema).every(([key, value]) => {
    if (key === "type") return isText(value) && TYPES.test(value);
    if (key === "properties") return isNamed(value, level);
    if (key === "required") return Array.isArray(value) && value.every(isText);
    if (key === "items") return isPlain(value, level + 1);
    if (key === "enum") return level > 0 && Array.isArray(value);
    if (key === "additionalProperties") return typeof value === "boolean";
    if (key === "minimum" || key === "maximum") return typeof value === "number";
    return SAID.test(key);
  });
}

/** @param {any} named schemas by name @param {number} level */
function isNamed(named, level) {
  if (typeof named !== "object" || !named || Array.isArray(named)) return false;
  return Object.entries(named).every(([name, schema]) => name.length <= LONGEST && isPlain(schema, level + 1));
}

/**
 * A copy of such a schema, one that MCP clients take; undefined for whatever takes a closer look.
 * @param {unknown} given
 */
export function plain(given) {
  const copy = copied(given);
  seen = 0;
  return copy?.type === "object" && isPlain(copy, 0) ? copy : undefined;
}
