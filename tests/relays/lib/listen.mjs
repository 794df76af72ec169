// A WebSocket server on both loopback addresses: "localhost" is one or the other, depending on who resolves it.
// The published relays listen on every interface; nothing here needs that, so these do not.
import { createServer, STATUS_CODES } from "node:http";
import { WebSocketServer } from "ws";

/**
 * @typedef {import("ws").WebSocket} Socket
 * @typedef {object} Wanted
 * @property {number} port 0 for any free one
 * @property {string} greeting what a plain GET answers
 * @property {(url: URL) => Promise<boolean>} [admit] false answers the handshake with 401
 * @property {(socket: Socket, url: URL) => void} onSocket
 */

/**
 * @param {Wanted} wanted
 * @returns {Promise<{port: number, close: () => Promise<void>}>}
 */
export async function listen({ port, greeting, admit, onSocket }) {
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on("connection", (socket, request) => {
    socket.on("error", (error) => console.error("socket:", error.message));
    onSocket(socket, addressOf(request));
  });

  /** @type {(request: import("node:http").IncomingMessage, stream: import("node:stream").Duplex, head: Buffer) => Promise<void>} */
  const upgrade = async (request, stream, head) => {
    stream.on("error", () => stream.destroy());
    if (admit && !(await admit(addressOf(request)))) {
      stream.end(`HTTP/1.1 401 ${STATUS_CODES[401]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => sockets.emit("connection", socket, request));
  };

  const open = (/** @type {string} */ host, /** @type {number} */ wantedPort) =>
    new Promise((done, fail) => {
      const server = createServer((_request, response) => {
        response.writeHead(200, { "Content-Type": "text/plain", "Access-Control-Allow-Origin": "*" });
        response.end(greeting);
      });
      server.on("upgrade", upgrade);
      server.once("error", fail);
      server.listen(wantedPort, host, () => done(server));
    });

  for (let attempt = 1; ; attempt += 1) {
    const first = /** @type {import("node:http").Server} */ (await open("127.0.0.1", port));
    const bound = /** @type {import("node:net").AddressInfo} */ (first.address()).port;
    const servers = [first];
    try {
      servers.push(await open("::1", bound));
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EADDRINUSE") {
        first.close();
        // A port of our own choice may be free on one address only: choose again.
        if (port === 0 && attempt < 20) continue;
        throw error;
      }
      // A machine without IPv6 has one loopback address.
    }
    const close = async () => {
      for (const socket of sockets.clients) socket.close();
      await Promise.race([Promise.all(servers.map((server) => new Promise((done) => server.close(done)))), pause(500)]);
      for (const socket of sockets.clients) socket.terminate();
    };
    return { port: bound, close };
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms).unref());

/** @param {import("node:http").IncomingMessage} request */
function addressOf(request) {
  const url = request.url ?? "/";
  return new URL(URL.canParse(url, "ws://localhost") ? url : "/", "ws://localhost");
}
