// Command lines of the test relays: node's parser, with the numbers and choices checked.
import { parseArgs } from "node:util";

/**
 * @typedef {object} Option
 * @property {"flag" | "text" | "number" | "choice"} kind
 * @property {string} help one line; options that only tests need say so
 * @property {string} [short]
 * @property {string | number} [default]
 * @property {string[]} [choices]
 * @property {[number, number]} [range]
 */

/**
 * The options given, or an explanation on stderr and exit code 1.
 * @param {string} program @param {Record<string, Option>} table @param {string[]} [argv]
 * @returns {Record<string, any>}
 */
export function readOptions(program, table, argv = process.argv.slice(2)) {
  try {
    const options = Object.entries({ ...table, help: { kind: "flag", short: "h" } }).map(([name, { kind, short }]) => [
      name,
      { type: kind === "flag" ? "boolean" : "string", ...(short && { short }) },
    ]);
    /** @type {{values: Record<string, unknown>}} */
    const { values } = parseArgs({ args: argv, options: Object.fromEntries(options), strict: true });
    if (values.help) {
      process.stdout.write(usage(program, table));
      process.exit(0);
    }
    return Object.fromEntries(Object.entries(table).map(([name, option]) => [name, checked(name, option, values[name])]));
  } catch (error) {
    process.stderr.write(`Error: ${error instanceof Error ? error.message : error}\n${usage(program, table)}`);
    process.exit(1);
  }
}

/** @param {string} name @param {Option} option @param {unknown} value */
function checked(name, option, value) {
  if (value === undefined) return option.kind === "flag" ? false : option.default;
  if (option.kind === "choice" && !option.choices?.includes(String(value))) {
    throw new Error(`--${name} must be one of ${option.choices?.join(", ")}, not ${value}`);
  }
  if (option.kind === "number") {
    const [low, high] = option.range ?? [0, 2 ** 31 - 1];
    const number = Number(value);
    if (!Number.isInteger(number) || number < low || number > high)
      throw new Error(`--${name} must be a number from ${low} to ${high}, not ${value}`);
    return number;
  }
  return value;
}

/** @param {string} program @param {Record<string, Option>} table */
function usage(program, table) {
  const lines = Object.entries(table).map(([name, { kind, short, help, choices, default: fallback }]) => {
    const value = kind === "flag" ? "" : ` <${choices?.join("|") ?? kind}>`;
    const left = `  ${short ? `-${short}, ` : "    "}--${name}${value}`;
    return `${left.padEnd(38)} ${help}${fallback === undefined ? "" : ` (default ${fallback})`}`;
  });
  return `Usage: node ${program} [options]\n\n${lines.join("\n")}\n`;
}
