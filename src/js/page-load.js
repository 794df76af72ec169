// The second module, an agent's eyes and hands: loaded when a page or a relay first wants it, and once.

/** @typedef {typeof import("./page/index.js")} PageModule */

/** @type {Promise<PageModule> | undefined} */
let loading;

/**
 * Rejects where the file is missing or a policy forbids it, with what to do; a later call tries again.
 * @returns {Promise<PageModule>}
 */
export function loadPage() {
  loading ??= import("page-module").catch((cause) => {
    loading = undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `page.js, which lets an agent see and use the page, could not be loaded: ${reason}. It belongs beside the library's other files.`,
      {
        cause,
      },
    );
  });
  return loading;
}
