"use client";
import { useState } from "react";
import { useTool, useWebMCP } from "webmcp-wasm/react";

export default function Hook() {
  const [count, setCount] = useState(0);
  useTool({ name: "count", description: "Counts one up", execute: () => setCount((before) => before + 1) });
  const mcp = useWebMCP();
  return (
    <button type="button" onClick={() => mcp.execute("count")} disabled={!mcp}>
      Count: {count}
    </button>
  );
}
