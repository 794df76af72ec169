// The tabs of one site. Web Locks say who lives (a lock for each tab) and who holds the connection (one for all); a BroadcastChannel
// carries what they say to each other. A second copy of the library on a page is a tab like any other.

// With the version of what tabs say: another one's are none of ours.
const NAME = "webmcp-tabs-1";

/** What happens, by number. */
const JOINED = 0;
const IMPOSSIBLE = 1;
const HELD = 2;
const LOST = 3;
const GONE = 4;
const HEARD = 5;

export class Group {
  #tell;
  #id = "";
  /** @type {BroadcastChannel | undefined} */
  #channel;
  /** Ends what began with the last `join()`. */
  #life = new AbortController();
  /** Ends the wait for the connection's lock. */
  #wait = new AbortController();

  /** @param {(what: number, value: unknown) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /**
   * Undefined where the browser has no locks (they need a secure context) or no channels.
   * @param {(what: number, value: unknown) => void} tell
   */
  static open(tell) {
    return typeof BroadcastChannel === "function" && navigator.locks ? new Group(tell) : undefined;
  }

  /** @param {string} id this tab's name until it leaves */
  join(id) {
    this.leave();
    const life = new AbortController();
    this.#life = life;
    this.#id = id;
    const channel = new BroadcastChannel(NAME);
    this.#channel = channel;
    channel.onmessage = ({ data }) => {
      if (!life.signal.aborted) this.#tell(HEARD, data);
    };
    this.#request(`${NAME} ${id}`, { signal: life.signal }, JOINED);
  }

  queue() {
    this.#wait.abort();
    this.#wait = new AbortController();
    this.#request(NAME, { signal: this.#wait.signal }, HELD);
  }

  steal() {
    this.#wait.abort();
    this.#request(NAME, { steal: true }, HELD);
  }

  /** @param {string} id */
  watch(id) {
    const { signal } = this.#life;
    const gone = () => {
      if (!signal.aborted) this.#tell(GONE, id);
    };
    navigator.locks.request(`${NAME} ${id}`, { signal, mode: "shared" }, gone).catch(() => {});
  }

  leave() {
    this.#wait.abort();
    this.#life.abort();
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** @param {object} message */
  say(message) {
    this.#channel?.postMessage({ ...message, from: this.#id });
  }

  /** Asks for a lock and keeps it. @param {string} name @param {LockOptions} options @param {number} granted what to tell then */
  #request(name, options, granted) {
    const { signal } = this.#life;
    let held = false;
    const keep = () => {
      if (signal.aborted) return;
      held = true;
      this.#tell(granted, undefined);
      return new Promise((done) => {
        signal.addEventListener("abort", done, { once: true });
      });
    };
    navigator.locks.request(name, options, keep).catch(() => {
      if (signal.aborted || options.signal?.aborted) return;
      // Held and gone: another tab has stolen it. Never held: this page may have no locks.
      this.#tell(held ? LOST : IMPOSSIBLE, undefined);
    });
  }
}
