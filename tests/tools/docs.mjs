// What is written from the types, so that it cannot drift: the API reference, and the snapshot of the declarations.
//   npm run docs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, say, style } from "./env.mjs";

/** @param {string} name */
const source = (name) => readFileSync(join(root, "src", "js", name), "utf8");
const declarations = ["types.d.ts", "globals.d.ts", "init.d.ts", "react-types.d.ts", "dropin-types.d.ts"];

/**
 * A statement or a member, and the comment before it.
 * @typedef {{doc: string, text: string}} Part
 */

/** Splits code where `;` or a closing brace ends a part at depth 0. @param {string} code @returns {Part[]} */
function parts(code) {
  /** @type {Part[]} */
  const found = [];
  let [doc, text, depth] = ["", "", 0];
  const tokens = /\/\*\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\]|\\.)*"|`[^`]*`|=>|[\s\S]/g;
  const end = () => {
    if (text.trim()) found.push({ doc, text: text.trim() });
    [doc, text] = ["", ""];
  };
  for (const [token] of code.matchAll(tokens)) {
    if (token.startsWith("//")) continue;
    if (token.startsWith("/**")) {
      if (depth > 0) text += token;
      else doc = comment(token);
      continue;
    }
    text += token;
    if ("({[<".includes(token)) depth += 1;
    else if (")}]>".includes(token)) depth -= 1;
    if (depth > 0) continue;
    if (token === ";") end();
    else if (token === "}" && /^\s*(?:export\s+|declare\s+)*(?:class|interface|global|module)\b/.test(text)) end();
  }
  end();
  return found;
}

/** @param {string} token */
const comment = (token) =>
  token
    .slice(3, -2)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join(" ")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .trim();

/** @param {string} text one line, without comments */
const flat = (text) =>
  text
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/([([<]) /g, "$1")
    .replace(/,? ([)\]>])/g, "$1")
    .replace(/^export (?:default )?/, "")
    .trim();

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|");
/** @param {string} text @returns {string} */
const code = (text) => `\`${text}\``;

/** @param {Part} part */
function named({ doc, text }) {
  const [, kind = "", name = ""] = /^export (?:default )?(class|interface|type|function) (\w+)/.exec(text) ?? [];
  const open = text.indexOf("{");
  return { doc, text, kind, name, body: open < 0 ? "" : text.slice(open + 1, text.lastIndexOf("}")) };
}

/** Members as a table: name, type, what it is. @param {string} body */
function table(body) {
  const rows = parts(body).map(({ doc, text }) => {
    const line = flat(text).replace(/;$/, "");
    const [, readonly = "", name = line, optional = "", type = ""] = /^(readonly )?(\[[^\]]+\]|[\w$]+)(\??)(?::\s*)?(.*)$/.exec(line) ?? [];
    return `| ${code(`${readonly}${name}${optional}`)} | ${type ? cell(code(type)) : ""} | ${cell(doc)} |`;
  });
  return ["| | type | |", "| --- | --- | --- |", ...rows].join("\n");
}

/** A class's members: every one its signatures and its words. @param {string} body */
function methods(body) {
  /** @type {Map<string, Part[]>} */
  const byName = new Map();
  for (const part of parts(body)) {
    const name = /^(?:readonly )?(\[[^\]]+\]|\w+)/.exec(part.text)?.[1] ?? part.text;
    byName.set(name, [...(byName.get(name) ?? []), part]);
  }
  return [...byName]
    .map(([name, all]) => {
      const signatures = all.map(({ text }) => flat(text)).join("\n");
      const words = all.map(({ doc }) => doc).filter(Boolean);
      return `### ${code(name === "constructor" ? "new WebMCP" : name)}\n\n\`\`\`ts declaration\n${signatures}\n\`\`\`${words.map((text) => `\n\n${text}`).join("")}`;
    })
    .join("\n\n");
}

/** What the reference says, in its order. @returns {string} */
export function reference() {
  const all = declarations.flatMap((name) => parts(source(name)).map(named));
  const used = new Set();
  /** @param {string} name */
  const find = (name) => {
    const parts = all.filter((part) => part.name === name);
    if (parts.length === 0) throw new Error(`the types hold no ${name}`);
    used.add(name);
    return parts;
  };
  /** @param {string} title @param {...string} names */
  const section = (title, ...names) => {
    const out = [`## ${title}`];
    for (const name of names) {
      const [first, ...more] = find(name);
      if (!first) continue;
      const { kind, doc, body, text } = first;
      out.push(`${kind === "class" ? "##" : "###"} ${code(name)}`, doc);
      if (kind === "class") out.push(methods(body));
      else if (kind === "interface") out.push(table(body));
      else out.push(`\`\`\`ts declaration\n${[text, ...more.map((part) => part.text)].map(flat).join("\n")}\n\`\`\``);
      for (const part of more) if (part.doc) out.push(part.doc);
    }
    return out.filter(Boolean).join("\n\n");
  };
  const text = [
    "<!-- Written by `npm run docs` from the types in src/js: change them, not this. -->",
    "# API reference",
    "Everything here is in the package's type declarations, with the same words, so an editor shows it as you type. What things are for is in the [guides](README.md).",
    section("Loading", "init", "initSync", "InitInput"),
    section("The object", "WebMCP").replace("## The object\n\n", ""),
    section("Options", "WebMCPOptions", "WuOptions"),
    section("Tools", "Tool", "CallContext", "ToolAnnotations", "RegisterOptions", "ListedTool", "AgentTool", "ExecuteOptions"),
    section("Prompts and resources", "PromptArgument", "ResourceOptions"),
    section("Schemas", "InputSchema", "ArgumentsOf", "FromSchema", "JSONSchema", "JSONSchemaType", "StandardSchema"),
    section("Calls and connection", "Status", "ConnectedRelay", "Executed", "AuditEntry"),
    section("Events", "WebMCPEventMap", "CallDetail", "ResultDetail"),
    section("React: `webmcp-wasm/react`", "useTool", "useWebMCP", "WebMCPProvider"),
    section(
      "What the WebMCP draft adds to pages",
      "ModelContext",
      "ModelContextTool",
      "RegisteredTool",
      "ModelContextEventMap",
      "ModelContextToolEvent",
      "EarlierModelContext",
      "ToolFormAttributes",
      "ToolControlAttributes",
    ),
  ].join("\n\n");
  const missing = all.filter(({ name, text }) => name && text.startsWith("export") && !used.has(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(`the reference does not mention ${missing.join(", ")}: give it a section in tests/tools/docs.mjs`);
  return `${text}\n`;
}

/** The declarations without words and white space: what a change of the types changes for others. @returns {string} */
export const snapshot = () =>
  `${declarations
    .map((name) => {
      const statements = parts(source(name)).flatMap(({ text }) => {
        const { body } = named({ doc: "", text });
        if (!/^(?:export |declare )*(?:class|interface|global|module)\b/.test(text)) return [flat(text)];
        const head = flat(text.slice(0, text.indexOf("{")));
        return [`${head} {`, ...parts(body).map((part) => `  ${flat(part.text)}`), "}"];
      });
      return [`// ${name}`, ...statements].join("\n");
    })
    .join("\n\n")}\n`;

/** The files that are written, by their path in the project. @returns {Record<string, string>} */
export const written = () => ({ "www/docs/api.md": reference(), "tests/types/snapshot.txt": snapshot() });

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [path, text] of Object.entries(written())) {
    writeFileSync(join(root, path), text);
    say(`${style.green("✔")} ${path}`);
  }
}
