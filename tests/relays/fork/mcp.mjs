// The agent's side: an MCP server whose tools are those of the pages and the fork's own.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CreateMessageRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { failure, text } from "../lib/testtools.mjs";

/** @param {Record<string, [type: string, description: string]>} fields @param {string[]} [required] */
const schema = (fields, required) => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(fields).map(([name, [type, description]]) => [name, { type, description }])),
  ...(required && { required }),
});

/** @type {Record<string, {description: string, inputSchema: object, dev?: boolean, test?: boolean}>} */
const BUILT_IN = {
  "_webmcp_get-token": {
    description: "Retrieve a token to connect to a website for WebMCP. A user might say 'register a token' or 'add a webmcp'",
    inputSchema: schema({}),
  },
  "_webmcp_browser-info": {
    description: "Información de los navegadores conectados",
    inputSchema: schema({}),
  },
  "_webmcp_agregar-tool": {
    dev: true,
    description: "Crea una herramienta en la primera página conectada",
    inputSchema: schema(
      {
        nombre: ["string", "Nombre de la herramienta"],
        descripcion: ["string", "Para qué sirve"],
        codigo: ["string", "Cuerpo JavaScript de function (args)"],
        parametros: ["string", "JSON con las propiedades de los argumentos"],
      },
      ["nombre", "descripcion", "codigo"],
    ),
  },
  "_webmcp_quitar-tool": {
    dev: true,
    description: "Lista las herramientas o quita una o todas",
    inputSchema: schema({
      listar: ["boolean", "Solo listar"],
      nombre: ["string", "La herramienta a quitar"],
      todas: ["boolean", "Quitar todas"],
    }),
  },
  "_test_clipboard-copy": {
    test: true,
    description: "TEST ONLY. Sends clipboardCopy to the first page.",
    inputSchema: schema({ texto: ["string", "The text"] }, ["texto"]),
  },
};

/**
 * @typedef {object} Agent
 * @property {import("./hub.mjs").Hub} hub
 * @property {import("./dynamic.mjs").Dynamic} dynamic
 * @property {import("./tokens.mjs").Tokens} tokens
 * @property {boolean} dev
 * @property {boolean} clipboardToken get-token also sends its token to the first page's clipboard
 * @property {import("../lib/testtools.mjs").TestTools} [testTools]
 */

/** @param {Agent} agent */
export function mcpServer({ hub, dynamic, tokens, dev, clipboardToken, testTools }) {
  const capabilities = {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    sampling: {},
  };
  const server = new Server({ name: "WebMCP", version: "0.1.13" }, { capabilities });
  const offered = Object.entries(BUILT_IN).filter(([, tool]) => (!tool.dev || dev) && (!tool.test || testTools));

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { tools } = await hub.ask({ type: "listTools" });
    const own = offered.map(([name, { description, inputSchema }]) => ({ name, description, inputSchema }));
    return { tools: [...tools, ...own, ...(testTools?.list() ?? [])] };
  });
  // Under no schema of the SDK's: what a page answers goes on as it is, as the published relay passes it, even a result that
  // no client can read.
  server.fallbackRequestHandler = async ({ method, params }) => {
    if (method !== "tools/call") throw Object.assign(new Error("Method not found"), { code: -32601 });
    const { name, arguments: args } = /** @type {{name: string, arguments?: Record<string, any>}} */ (params);
    try {
      return testTools?.call(name, args ?? {}) ?? (await call(name, args));
    } catch (error) {
      return failure(`Error: ${/** @type {Error} */ (error).message}`);
    }
  };

  /** @param {string} name @param {Record<string, any>} [args] @returns {Promise<any>} */
  async function call(name, args) {
    if (Object.hasOwn(BUILT_IN, name) && !offered.some(([own]) => own === name)) {
      return failure(`${name} no está disponible: hace falta --dev o WEBMCP_DEV=true`);
    }
    switch (name) {
      case "_webmcp_get-token":
        return getToken();
      case "_webmcp_browser-info":
        return dynamic.browserInfo();
      case "_webmcp_agregar-tool":
        return dynamic.create(args ?? {});
      case "_webmcp_quitar-tool":
        if (args?.listar) return dynamic.list();
        if (args?.todas) return dynamic.removeAll();
        if (args?.nombre) return dynamic.remove(String(args.nombre));
        return failure("Indica listar, nombre o todas");
      case "_test_clipboard-copy":
        return dynamic.copy(String(args?.texto));
      default:
        return (await hub.ask({ type: "callTool", tool: name, arguments: args })).result;
    }
  }

  async function getToken() {
    const token = await tokens.pairing(hub.port);
    if (clipboardToken) await dynamic.copy(token).catch((error) => console.error("clipboardCopy:", error.message));
    return text(`Paste this into the token input on the WebMCP website\n${token}`);
  }

  server.setRequestHandler(ListPromptsRequestSchema, async () => {
    const { prompts } = await hub.ask({ type: "listPrompts" });
    return { prompts };
  });
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => (await hub.ask({ type: "getPrompt", ...params })).result);
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const { resources } = await hub.ask({ type: "listResources" });
    return { resources };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => {
    const { resourceTemplates } = await hub.ask({ type: "listResources" });
    return { resourceTemplates };
  });
  server.setRequestHandler(
    ReadResourceRequestSchema,
    async ({ params }) => (await hub.ask({ type: "readResource", uri: params.uri })).result,
  );
  server.setRequestHandler(
    CreateMessageRequestSchema,
    async ({ params }) => (await hub.ask({ type: "createSamplingMessage", ...params })).result,
  );

  hub.onChange = (kind) => {
    const tell = {
      tool: () => server.sendToolListChanged(),
      prompt: () => server.sendPromptListChanged(),
      resource: () => server.sendResourceListChanged(),
    };
    // Without a client there is nobody to tell.
    if (server.transport) tell[kind]().catch((error) => console.error("list changed:", error.message));
  };
  return server;
}
