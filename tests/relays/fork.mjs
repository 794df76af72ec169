// A test relay that speaks the protocol of the published relay plus the messages of its fork, which no registry carries.
// Started and driven like the published one: a stdio MCP server, `node tests/relays/fork.mjs --mcp -p 4797 --dev`.
// Two differences on purpose: one process instead of a daemon (it ends with its MCP client), and loopback only.
import { rmSync, writeFileSync } from "node:fs";
import { Dynamic } from "./fork/dynamic.mjs";
import { Hub } from "./fork/hub.mjs";
import { mcpServer } from "./fork/mcp.mjs";
import { SPELLINGS } from "./fork/spelling.mjs";
import { pidFile, Tokens, tokensFile } from "./fork/tokens.mjs";
import { readOptions } from "./lib/options.mjs";
import { live, orExplain } from "./lib/stdio.mjs";
import { TestTools } from "./lib/testtools.mjs";

const options = readOptions("tests/relays/fork.mjs", {
  mcp: { kind: "flag", short: "m", help: "speak MCP on stdio; without it only the pages' side runs" },
  port: { kind: "number", short: "p", default: 4797, range: [0, 65535], help: "port; 0 takes a free one, named on stderr" },
  new: { kind: "flag", short: "n", help: "print a pairing token and go on" },
  dev: { kind: "flag", help: "let the agent create and remove tools; so does WEBMCP_DEV=true" },
  spelling: { kind: "choice", default: "es", choices: Object.keys(SPELLINGS), help: "field names inside the fork's messages" },
  "no-ids": { kind: "flag", help: "removeTool, removeAllTools and clipboardCopy carry no id and expect no answer" },
  "clipboard-token": { kind: "flag", help: "get-token also sends its token to the first page's clipboard" },
  "test-tools": { kind: "flag", help: "TEST ONLY: offer the _test_ tools" },
  "call-timeout": { kind: "number", default: 30_000, help: "TEST ONLY: ms until a call is given up" },
  "sampling-timeout": { kind: "number", default: 120_000, help: "TEST ONLY: ms until a sampling request is given up" },
  grace: { kind: "number", default: 60_000, help: "TEST ONLY: ms until an empty channel is forgotten" },
});
const dev = options.dev || process.env.WEBMCP_DEV === "true";

const hub = new Hub(new Tokens(tokensFile()), {
  call: options["call-timeout"],
  sampling: options["sampling-timeout"],
  grace: options.grace,
});
const dynamic = new Dynamic(hub, /** @type {import("./fork/spelling.mjs").Spelling} */ (SPELLINGS[options.spelling]), !options["no-ids"]);
const testTools = options["test-tools"]
  ? new TestTools(() => hub.pages().map(({ channel, socket }) => ({ channel, send: (t) => socket.send(t) })))
  : undefined;
hub.onText = (page, text) => testTools?.heard(page.channel, text);

const close = await orExplain(hub.open(options.port), options.port);
// The agent's side keeps a list of its own, read once, as the published relay's second process does.
const tokens = new Tokens(tokensFile());
await tokens.load();
// Where the published relay leaves its daemon's, so that what stops one stops the other.
writeFileSync(pidFile(), String(process.pid));
process.on("exit", () => rmSync(pidFile(), { force: true }));
console.error(`WebSocket server running at http://localhost:${hub.port}`);
if (dev) console.error("[DEV] Modo desarrollo activo — agregar-tool y quitar-tool habilitados");

if (options.new) console.error(`CONNECTION TOKEN (paste this in your web client):\n${await tokens.pairing(hub.port)}`);
const server = mcpServer({ hub, dynamic, tokens, dev, clipboardToken: options["clipboard-token"], testTools });
await live(close, options.mcp ? server : undefined);
