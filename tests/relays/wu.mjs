// A test relay for wu's page protocol, which no registry carries: a stdio MCP server with wu's 18 tools.
// `node tests/relays/wu.mjs` or `WU_MCP_PORT=19100 node tests/relays/wu.mjs --token SECRET --shots DIR`. Loopback only.
import { readOptions } from "./lib/options.mjs";
import { live, orExplain } from "./lib/stdio.mjs";
import { TestTools } from "./lib/testtools.mjs";
import { Link } from "./wu/link.mjs";
import { mcpServer } from "./wu/mcp.mjs";
import { Shots } from "./wu/shots.mjs";

const options = readOptions("tests/relays/wu.mjs", {
  mcp: { kind: "flag", short: "m", help: "changes nothing: this relay always speaks MCP on stdio" },
  port: { kind: "number", short: "p", range: [0, 65535], help: "port; else WU_MCP_PORT, else 19100; 0 takes a free one, named on stderr" },
  token: { kind: "text", help: "what a page must send before it gets commands" },
  shots: { kind: "text", help: "the one directory in which wu_screenshot may create files" },
  "test-tools": { kind: "flag", help: "TEST ONLY: offer the _test_ tools" },
  // Longer than the 30 s that a page gives its user to confirm.
  "call-timeout": { kind: "number", default: 45_000, help: "TEST ONLY: ms until a command is given up" },
  "auth-delay": { kind: "number", default: 0, help: "TEST ONLY: ms before a page's token is answered" },
});

const port = options.port ?? Number(process.env.WU_MCP_PORT || 19100);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`Error: WU_MCP_PORT must be a number from 0 to 65535, not ${process.env.WU_MCP_PORT}`);
  process.exit(1);
}
const link = new Link({ token: options.token, callTimeout: options["call-timeout"], authDelay: options["auth-delay"] });
const testTools = options["test-tools"]
  ? new TestTools(() => link.pages().map(({ socket }) => ({ channel: "/", send: (t) => socket.send(t) })))
  : undefined;
link.onText = (text) => testTools?.heard("/", text);

const shots = options.shots === undefined ? undefined : await Shots.in(options.shots);
const close = await orExplain(link.open(port), port);
console.error(`wu MCP relay running at ${link.url}`);
await live(close, mcpServer(link, shots, testTools));
