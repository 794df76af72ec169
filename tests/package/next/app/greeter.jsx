"use client";
import { useEffect, useState } from "react";
import init, { WebMCP } from "webmcp-wasm";

export default function Greeter() {
  const [said, setSaid] = useState("");
  useEffect(() => {
    let mcp;
    init().then(async () => {
      mcp = new WebMCP();
      await mcp.registerTool("greet", "Greet somebody", { name: { type: "string" } }, ({ name }) => `Hello, ${name}!`);
      setSaid((await mcp.execute("greet", { name: "Ada" })).result);
    });
    return () => mcp?.destroy();
  }, []);
  return <output>{said}</output>;
}
