import init, { WebMCP } from "webmcp-wasm";

await init();
const mcp = new WebMCP();
mcp.registerTool("greet", "Greet somebody", { name: { type: "string" } }, ({ name }) => `Hello, ${name}!`);
document.querySelector("output").textContent = (await mcp.execute("greet", { name: "Ada" })).result;
