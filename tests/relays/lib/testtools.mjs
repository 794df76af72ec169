// TEST ONLY. Two MCP tools that no real relay has, offered with --test-tools: they let a test put any text on the wire to a
// real page and read what the page answered.

/** @typedef {{channel: string, send: (text: string) => void}} Target */

export class TestTools {
  /** @type {{channel: string, text: string}[]} */
  #heard = [];
  #targets;

  /** @param {() => Target[]} targets the connected pages, the one that calls go to first */
  constructor(targets) {
    this.#targets = targets;
  }

  /** @param {string} channel @param {string} text */
  heard(channel, text) {
    this.#heard.push({ channel, text });
    if (this.#heard.length > 1000) this.#heard.shift();
  }

  list() {
    return [
      {
        name: "_test_send-frame",
        description: "TEST ONLY. Sends a text as it is to a page: the first one, or the one at `page` (from 0).",
        inputSchema: { type: "object", properties: { frame: { type: "string" }, page: { type: "number" } }, required: ["frame"] },
      },
      {
        name: "_test_frames",
        description: "TEST ONLY. The last 1000 texts that pages sent, as a JSON array of {channel, text}; `clear` forgets them.",
        inputSchema: { type: "object", properties: { clear: { type: "boolean" } } },
      },
    ];
  }

  /** The result of a test tool, or undefined when the name is none. @param {string} name @param {any} args */
  call(name, args) {
    if (name === "_test_send-frame") {
      const target = this.#targets()[args.page ?? 0];
      if (!target) return failure("No page is connected");
      target.send(String(args.frame));
      return text("sent");
    }
    if (name === "_test_frames") {
      const answer = text(JSON.stringify(this.#heard));
      if (args.clear) this.#heard = [];
      return answer;
    }
    return undefined;
  }
}

/** @param {string} words */
export const text = (words) => ({ content: [{ type: /** @type {const} */ ("text"), text: words }] });
/** @param {string} words */
export const failure = (words) => ({ ...text(words), isError: true });
