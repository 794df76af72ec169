// The least of a relay: it pairs everybody, answers pings, and says what a test tells it to. Fast enough to be no bottleneck.
import { WebSocketServer } from "ws";

export class BareRelay {
  /** The page's socket, as long as it is there. @type {import("ws").WebSocket | undefined} */
  page;
  /** Results by the id of their call; a second answer of one id is counted. @type {Map<string, any>} */
  answers = new Map();
  twice = 0;
  /** The tools that the page has announced on its present socket. @type {Set<string>} */
  tools = new Set();
  /** Sockets of the channel so far. */
  joined = 0;
  /** Called when the page has announced something. */
  onannounce = () => {};
  /** @type {(id: string) => void} */
  onanswer = () => {};
  #server;

  /** @param {WebSocketServer} server */
  constructor(server) {
    this.#server = server;
    server.on("connection", (socket, request) => (request.url === "/register" ? pair(socket) : this.#join(socket)));
  }

  /** @param {{after: (end: () => Promise<void>) => void}} t */
  static async start(t) {
    const server = new WebSocketServer({ port: 0, host: "localhost" });
    await new Promise((done) => server.once("listening", () => done(undefined)));
    t.after(async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise((done) => server.close(done));
    });
    return new BareRelay(server);
  }

  get token() {
    const { port } = /** @type {import("node:net").AddressInfo} */ (this.#server.address());
    return Buffer.from(JSON.stringify({ server: `ws://localhost:${port}`, token: "ab".repeat(16) })).toString("base64");
  }

  /** @param {import("ws").WebSocket} socket */
  #join(socket) {
    const known = [...this.tools].map((name) => ({ name }));
    this.page = socket;
    this.joined += 1;
    this.tools = new Set();
    socket.on("close", () => {
      if (this.page === socket) this.page = undefined;
    });
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "ping") socket.send(JSON.stringify({ type: "pong", id: frame.id }));
      else if (frame.type === "listTools") socket.send(JSON.stringify({ id: frame.id, type: "listToolsResponse", tools: known }));
      else if (frame.type === "listResources") socket.send(JSON.stringify({ id: frame.id, type: "listResourcesResponse", resources: [] }));
      else if (frame.type === "registerTool") {
        this.tools.add(frame.name);
        this.onannounce();
      } else if (frame.type === "toolResponse") {
        if (this.answers.has(frame.id)) this.twice += 1;
        this.answers.set(frame.id, frame.result);
        this.onanswer(frame.id);
      }
    });
    socket.send(JSON.stringify({ type: "welcome", channel: "/page" }));
  }

  /** @param {string} id @param {string} tool @param {Record<string, unknown>} args */
  call(id, tool, args) {
    this.page?.send(JSON.stringify({ id, type: "callTool", tool, arguments: args }));
  }

  /** The page's socket breaks. */
  cut() {
    this.page?.terminate();
    this.page = undefined;
  }

  /** Whether bytes from the page are taken. @param {boolean} on */
  read(on) {
    // `ws` has no back-pressure of its own towards its peer; the socket below has.
    const { _socket: socket } = /** @type {any} */ (this.page);
    if (on) socket.resume();
    else socket.pause();
  }
}

/** @param {import("ws").WebSocket} socket */
function pair(socket) {
  socket.once("message", () => {
    socket.send(JSON.stringify({ type: "registerSuccess", channel: "/page", token: "cd".repeat(16) }));
    socket.close();
  });
}
