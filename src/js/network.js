// Local Network Access: since Chrome 142 a site needs the person's permission to reach a server on their machine or in their network.

/** Whether a URL is one of this machine's. @param {string} url */
const isOwn = (url) => /^\w+:\/\/(localhost|[^/:]*\.localhost|127\.[\d.]+|\[::1\])(:|\/|$)/i.test(url);

/**
 * Whether that permission was refused. The names are newest first; a browser rejects those that it does not know. A page that comes from
 * this machine itself needs none.
 * @param {string} server a `ws:` URL
 * @returns {Promise<boolean>}
 */
export async function localNetworkDenied(server) {
  if (isOwn(document.URL)) return false;
  for (const name of [isOwn(server) ? "loopback-network" : "local-network", "local-network-access"]) {
    try {
      const { state } = await navigator.permissions.query({ name: /** @type {PermissionName} */ (name) });
      return state === "denied";
    } catch {
      // Unknown here, or no permissions at all outside of a secure context.
    }
  }
  return false;
}
