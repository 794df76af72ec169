// The agent's side: an MCP server that turns each tool call into a command for the page and its answer into JSON text.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { failure, text } from "../lib/testtools.mjs";
import { CONNECTION, TOOLS } from "./tools.mjs";

/**
 * @param {import("./link.mjs").Link} link
 * @param {import("./shots.mjs").Shots | undefined} shots
 * @param {import("../lib/testtools.mjs").TestTools} [testTools]
 */
export function mcpServer(link, shots, testTools) {
  const server = new McpServer({ name: "wu-mcp-server", version: "1.0.0" });
  server.registerTool(CONNECTION.name, { description: CONNECTION.description, inputSchema: {} }, async () =>
    text(JSON.stringify(link.status())),
  );
  for (const [name, { command, description, params = {} }] of Object.entries(TOOLS)) {
    // Loose: what else an agent gives (a reference, a role) is the page's to read.
    const run = name === "wu_screenshot" ? screenshot : (/** @type {Params} */ given) => answerOf(link.command(command, given));
    server.registerTool(name, { description, inputSchema: z.looseObject(params) }, run);
  }
  if (testTools) {
    const inputs = {
      "_test_send-frame": { frame: z.string(), page: z.number().optional() },
      _test_frames: { clear: z.boolean().optional() },
    };
    for (const { name, description } of testTools.list()) {
      const inputSchema = inputs[/** @type {keyof typeof inputs} */ (name)];
      server.registerTool(
        name,
        { description, inputSchema },
        async (/** @type {any} */ args) => testTools.call(name, args) ?? failure("unknown"),
      );
    }
  }
  return server;

  /** @typedef {Record<string, unknown>} Params */
  /** @param {Params} given */
  async function screenshot({ filename, ...params }) {
    if (filename === undefined) return answerOf(link.command("screenshot", params));
    if (!shots) return refusal("Saving needs a relay started with --shots DIRECTORY");
    const { result, error } = await link.command("screenshot", params);
    const shot = /** @type {Record<string, unknown>} */ (result ?? {});
    if (error !== undefined || "error" in shot) return answer({ result, error });
    try {
      const file = await shots.save(String(filename), shot);
      const { base64, ...rest } = shot;
      return answer({ result: { ...rest, file } });
    } catch (fault) {
      return refusal(/** @type {Error} */ (fault).message);
    }
  }
}

/** @param {Promise<import("./link.mjs").Answer>} answering */
const answerOf = async (answering) => answer(await answering);

/** A page refuses with `error`, or with an `error` in its result. @param {import("./link.mjs").Answer} given */
function answer({ result, error }) {
  if (error !== undefined) return refusal(error);
  const refused = typeof result === "object" && result !== null && "error" in result;
  return { ...text(JSON.stringify(result ?? null)), ...(refused && { isError: true }) };
}

/** @param {unknown} error */
const refusal = (error) => failure(JSON.stringify({ error }));
