// esbuild copies no assets: copy the wasm beside the output, or import "webmcp-wasm/inline".
import { copyFileSync } from "node:fs";
import { build } from "esbuild";

await build({ entryPoints: ["src/main.js", "src/inline.js"], bundle: true, format: "esm", outdir: "dist", logLevel: "warning" });
copyFileSync("node_modules/webmcp-wasm/webmcp_wasm_bg.wasm", "dist/webmcp_wasm_bg.wasm");
for (const page of ["index.html", "inline.html"]) copyFileSync(page, `dist/${page}`);
