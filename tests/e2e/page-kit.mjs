// For the tests of pkg/page.js: a page of a test's own with the module on `window.hands`, and frameworks bundled from node_modules.
import { build } from "esbuild";
import { root } from "../tools/env.mjs";

/**
 * @param {ReturnType<typeof import("./helpers.mjs").createWorld>} world
 * @param {import("node:test").TestContext} t
 * @param {string} body the page's HTML
 * @param {Parameters<ReturnType<typeof import("./helpers.mjs").createWorld>["open"]>[1]} [how]
 */
export async function openPage(world, t, body, how = {}) {
  const html = /<!doctype/i.test(body) ? body : `<!doctype html><html lang="en"><title>A page</title><body>${body}</body></html>`;
  const opened = await world.open(t, { client: "none", html, ...how });
  await opened.page.evaluate(async (file) => {
    window.hands = await import(file);
  }, "/pkg/page.js");
  return { ...opened, ...commands(opened.page) };
}

/** @param {import("playwright-core").Page} page with the module on `window.hands` */
export function commands(page) {
  return {
    /** What a command answers. @param {string} name @param {Record<string, unknown>} [params] @returns {Promise<any>} */
    command: (name, params) =>
      page.evaluate(([name, params]) => window.hands.pageCommand(name, params), /** @type {const} */ ([name, params])),
    /** Why a command is refused. @param {string} name @param {Record<string, unknown>} [params] @returns {Promise<string>} */
    refusal: (name, params) =>
      page.evaluate(
        ([name, params]) =>
          window.hands.pageCommand(name, params).then(
            (/** @type {unknown} */ answer) => `answered: ${JSON.stringify(answer)}`,
            (/** @type {unknown} */ error) => (error instanceof Error ? error.message : `no Error: ${error}`),
          ),
        /** @type {const} */ ([name, params]),
      ),
    /** The outline alone. @param {Record<string, unknown>} [params] @returns {Promise<string>} */
    outline: (params) => page.evaluate(async (params) => (await window.hands.pageCommand("snapshot", params)).snapshot, params),
    /** The reference in the outline's line that holds a text. @param {string} text @returns {Promise<string>} */
    refOf: (text) =>
      page.evaluate(async (text) => {
        const { snapshot } = await window.hands.pageCommand("snapshot");
        return /\[ref=(e\d+)\]/.exec(snapshot.split("\n").find((/** @type {string} */ line) => line.includes(text)) ?? "")?.[1] ?? "";
      }, text),
  };
}

/**
 * A module for the browser from source text, with what it imports from node_modules.
 * @param {string} source
 * @returns {Promise<string>}
 */
export async function bundled(source) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: "jsx" },
    bundle: true,
    write: false,
    format: "iife",
    define: {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    alias: { vue: "vue/dist/vue.esm-bundler.js" },
    logLevel: "warning",
  });
  return outputFiles[0].text;
}
