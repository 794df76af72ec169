// Rollup copies no assets either. Its resolve plugin is what finds any npm package.
import { copyFileSync } from "node:fs";
import resolve from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";

const bundle = await rollup({
  input: ["src/main.js", "src/inline.js"],
  plugins: [resolve()],
  onwarn(warning) {
    throw new Error(warning.message);
  },
});
await bundle.write({ dir: "dist", format: "es" });
copyFileSync("node_modules/webmcp-wasm/webmcp_wasm_bg.wasm", "dist/webmcp_wasm_bg.wasm");
for (const page of ["index.html", "inline.html"]) copyFileSync(page, `dist/${page}`);
