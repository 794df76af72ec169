// Runs in the page, before any client: a WebSocket whose relay sits in the page too, so that a call costs nothing but the client's time.
(() => {
  const RealSocket = WebSocket;
  /** The socket that carries calls. */
  let channel;
  let answered;
  let acknowledged;

  class FakeSocket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    readyState = 0;
    binaryType = "blob";
    bufferedAmount = 0;
    constructor(url) {
      super();
      this.url = String(url);
      setTimeout(() => {
        this.readyState = 1;
        this.#fire(new Event("open"));
        if (this.url.endsWith("/register")) return;
        channel = this;
        this.deliver(JSON.stringify({ type: "welcome", channel: "/bench", message: "hello" }));
      });
    }
    #fire(event) {
      this[`on${event.type}`]?.(event);
      this.dispatchEvent(event);
    }
    deliver(text) {
      this.#fire(new MessageEvent("message", { data: text }));
    }
    send(text) {
      if (this.url.endsWith("/register")) {
        setTimeout(() => this.deliver(JSON.stringify({ type: "registerSuccess", channel: "/bench", message: "", token: "session" })));
        return;
      }
      if (text.includes('"type":"ping"')) {
        // As the relay does.
        const { id } = JSON.parse(text);
        setTimeout(() => this.deliver(JSON.stringify({ type: "pong", id, timestamp: Date.now() })));
        return;
      }
      answered?.(text);
    }
    close(code = 1000) {
      this.readyState = 3;
      setTimeout(() => this.#fire(new CloseEvent("close", { code, wasClean: true })));
    }
  }

  const token = () => btoa(JSON.stringify({ server: "ws://localhost:1", token: "0".repeat(32) }));

  /** Waits for this many frames. */
  const frames = (count) =>
    new Promise((done) => {
      let left = count;
      answered = () => {
        left -= 1;
        if (left === 0) done();
      };
    });

  window.bench = {
    /** Puts the fake socket in, and mutes the console where asked. */
    prepare(muted) {
      window.WebSocket = FakeSocket;
      if (muted) for (const word of ["log", "info", "debug", "warn"]) console[word] = () => {};
    },
    /** The real socket, which counts the relay's acknowledgements. */
    watch(muted) {
      this.prepare(muted);
      window.WebSocket = class extends RealSocket {
        constructor(url) {
          super(url);
          this.addEventListener("message", ({ data }) => data.includes('"toolRegistered"') && acknowledged?.());
        }
      };
    },
    /** Milliseconds from the first registration until the real relay has acknowledged the last one. */
    async acknowledged(mcp, token, count) {
      mcp.connect(token);
      while (!mcp.isConnected) await new Promise((done) => setTimeout(done, 10));
      await new Promise((done) => setTimeout(done, 500));
      const all = new Promise((done) => {
        let left = count;
        acknowledged = () => {
          left -= 1;
          if (left === 0) done();
        };
      });
      const started = performance.now();
      for (let n = 0; n < count; n += 1) {
        mcp.registerTool(`tool_${n}`, `Tool number ${n}`, { type: "object", properties: { x: { type: "number" } } }, () => n);
      }
      await all;
      return performance.now() - started;
    },
    token,

    async pair(mcp) {
      mcp.connect(token());
      while (!channel) await new Promise((done) => setTimeout(done, 1));
      await new Promise((done) => setTimeout(done, 20));
    },

    /** Microseconds for each of `count` calls, one after the other. */
    async calls(tool, args, count) {
      const texts = Array.from({ length: count }, (_, id) =>
        JSON.stringify({ id: String(id + 1), type: "callTool", tool, arguments: args }),
      );
      let next;
      answered = () => next();
      const started = performance.now();
      for (const text of texts) {
        const done = new Promise((resolve) => {
          next = resolve;
        });
        channel.deliver(text);
        await done;
      }
      answered = undefined;
      return ((performance.now() - started) * 1000) / count;
    },

    /** Milliseconds until all of `count` calls that came together are answered. */
    async together(tool, args, count) {
      const texts = Array.from({ length: count }, (_, id) =>
        JSON.stringify({ id: String(id + 1), type: "callTool", tool, arguments: args }),
      );
      const all = frames(count);
      const started = performance.now();
      for (const text of texts) channel.deliver(text);
      await all;
      answered = undefined;
      return performance.now() - started;
    },

    /** Milliseconds from the first registration until the last one is on the socket. */
    async registrations(mcp, count) {
      const all = frames(count);
      const started = performance.now();
      for (let n = 0; n < count; n += 1) {
        mcp.registerTool(`tool_${n}`, `Tool number ${n}`, { type: "object", properties: { x: { type: "number" } } }, () => n);
      }
      await all;
      answered = undefined;
      return performance.now() - started;
    },
  };
})();
