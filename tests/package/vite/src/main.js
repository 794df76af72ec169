import init, { WebMCP } from "webmcp-wasm";

await init();
const mcp = new WebMCP();
await mcp.registerTool("greet", "Greet somebody", { name: { type: "string" } }, ({ name }) => `Hello, ${name}!`);
const { result } = await mcp.execute("greet", { name: "Ada" });
document.querySelector("output").textContent = result;
