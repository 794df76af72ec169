/**
 * Hands what a socket says to a function. Whatever listens later never hears it.
 * @param {WebSocket} socket @param {(text: unknown) => void} take
 * @returns {(event: MessageEvent) => void} for `unlisten`
 */
export function listen(socket, take) {
  /** @param {MessageEvent} event */
  const listener = (event) => {
    event.stopImmediatePropagation();
    take(event.data);
  };
  socket.addEventListener("message", listener);
  return listener;
}

/** @param {WebSocket} socket @param {(event: MessageEvent) => void} listener */
export const unlisten = (socket, listener) => socket.removeEventListener("message", listener);

/** Whether a text could be sent. @param {WebSocket} socket @param {string} text */
export function say(socket, text) {
  try {
    socket.send(text);
    return true;
  } catch {
    return false;
  }
}

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
