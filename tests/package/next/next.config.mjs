/** Nothing but what any project has: a root, where other lock files are about. */
export default { turbopack: { root: import.meta.dirname } };
