// The React hook and the form attributes, as tsc sees them. Nothing of this runs.
import { useState } from "react";
import init, { WebMCP } from "webmcp-wasm/inline";
import { useTool, useWebMCP, WebMCPProvider } from "webmcp-wasm/react";

function Counter() {
  const [count, setCount] = useState(0);
  useTool(
    {
      name: "add",
      inputSchema: { type: "object", properties: { by: { type: "number" } }, required: ["by"] },
      execute({ by }) {
        setCount(count + by);
        // @ts-expect-error a number has no length
        return by.length;
      },
    },
    [],
  );
  useTool(count > 3 && { name: "reset", execute: () => setCount(0) });
  // @ts-expect-error deps are an array
  useTool({ name: "reset" }, count);
  const mcp = useWebMCP();
  // @ts-expect-error it is not there at first
  mcp.status;
  return <output>{mcp?.status}</output>;
}

export function App() {
  return (
    <WebMCPProvider load={() => init().then(() => new WebMCP({ color: "teal" }))}>
      <Counter />
      <form toolname="book" tooldescription="Books a seat" toolautosubmit="">
        <fieldset toolparamdescription="Where to sit">
          <input name="seat" type="radio" toolparamdescription="By the window" />
          <select toolparamdescription="When" />
          <textarea toolparamdescription="A note" />
        </fieldset>
        {/* @ts-expect-error there is no such attribute */}
        <input toolparamtitle="no" />
      </form>
    </WebMCPProvider>
  );
}
