// Standard settings: an entry and a folder.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import webpack from "webpack";

const dist = join(import.meta.dirname, "dist");
const compiler = webpack({ mode: "production", context: import.meta.dirname, entry: "./src/main.js", output: { path: dist } });
compiler.run((error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString("errors-only"));
  // It says so of every asset over 244 KiB, before compression.
  const warnings = stats.compilation.warnings.filter(({ message }) => !/size limit|limit the size/.test(message));
  if (warnings.length > 0) throw warnings[0];
  copyFileSync("index.html", join(dist, "index.html"));
});
