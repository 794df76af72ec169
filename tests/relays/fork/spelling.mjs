// The fork's documentation names its messages, not the fields inside them. A page must read every likely spelling, so the
// relay can write each of them: --spelling.

/**
 * @typedef {{nombre?: unknown, descripcion?: unknown, codigo?: unknown, parametros?: unknown}} Definition as the agent gave it
 * @typedef {Record<string, unknown>} Fields
 * @typedef {{create: (definition: Definition) => Fields, remove: (name: string) => Fields, clipboard: (text: string) => Fields}} Spelling
 */

/** @param {Definition} definition */
const spanish = ({ nombre, descripcion, codigo, parametros }) => ({ nombre, descripcion, codigo, parametros });
/** @param {Definition} definition */
const english = ({ nombre, descripcion, codigo, parametros }) => ({
  name: nombre,
  description: descripcion,
  code: codigo,
  parameters: parsed(parametros),
});

/** @type {Record<string, Spelling>} */
export const SPELLINGS = {
  es: { create: spanish, remove: (nombre) => ({ nombre }), clipboard: (texto) => ({ texto }) },
  en: { create: english, remove: (name) => ({ name }), clipboard: (text) => ({ text }) },
  // Inside `tool`.
  nested: { create: (definition) => ({ tool: spanish(definition) }), remove: (tool) => ({ tool }), clipboard: (token) => ({ token }) },
  // Inside `definition`, with a whole schema.
  schema: {
    create: (definition) => {
      const { parameters, ...rest } = english(definition);
      const inputSchema = isObject(parameters) ? { type: "object", properties: parameters } : parameters;
      return { definition: { ...rest, inputSchema } };
    },
    remove: (name) => ({ name }),
    clipboard: (text) => ({ text }),
  },
};

/** JSON text as what it says; other text stays, so that the page can complain about it. @param {unknown} value */
function parsed(value) {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
