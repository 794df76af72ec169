// Every row of the results table, as the official MCP client sees it through the stock relay.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AudioContentSchema, EmbeddedResourceSchema, ImageContentSchema } from "@modelcontextprotocol/sdk/types.js";
import { createWorld } from "./helpers.mjs";

const world = createWorld();

/** A page whose tools are called like the functions of `window.kinds`, which `define` sets. @param {import("node:test").TestContext} t @param {() => void | Promise<void>} define */
async function pageOf(t, define) {
  const opened = await world.open(t, { options: { log: "silent" } });
  await opened.page.evaluate(define);
  const names = await opened.page.evaluate(() => {
    for (const [name, run] of Object.entries(window.kinds)) mcp.registerTool(name, name, undefined, run);
    return Object.keys(window.kinds);
  });
  await opened.pair();
  await opened.listed(...names);
  const answer = async (/** @type {string} */ name) => (await opened.call(name, {})).result;
  return { ...opened, names, answer };
}

/** @param {string} text */
const said = (text) => ({ content: [{ type: "text", text }] });

test("text, numbers, booleans, bigints and null are one text block", async (t) => {
  const { answer, names } = await pageOf(t, () => {
    window.kinds = {
      string: () => "plain – 日本語 🍵 \u0000 \u2028 </script>",
      empty: () => "",
      number: () => 42.5,
      negative_zero: () => -0,
      nan: () => Number.NaN,
      infinite: () => Number.NEGATIVE_INFINITY,
      large: () => 1e21,
      yes: () => true,
      no: () => false,
      bigint: () => 12345678901234567890n,
      null: () => null,
      promised: async () => "later",
    };
  });
  const expected = {
    string: "plain – 日本語 🍵 \u0000 \u2028 </script>",
    empty: "",
    number: "42.5",
    negative_zero: "0",
    nan: "NaN",
    infinite: "-Infinity",
    large: "1e+21",
    yes: "true",
    no: "false",
    bigint: "12345678901234567890",
    null: "null",
    promised: "later",
  };
  assert.deepEqual(names, Object.keys(expected));
  for (const [name, text] of Object.entries(expected)) assert.deepEqual(await answer(name), said(text), name);
});

test("nothing is a text that says so", async (t) => {
  const { answer } = await pageOf(t, () => {
    window.kinds = { nothing: () => {}, promised: async () => undefined };
  });
  for (const name of ["nothing", "promised"]) assert.deepEqual(await answer(name), said("The tool finished without a result."), name);
});

test("objects are JSON text and structuredContent, arrays JSON text alone, {content} is passed as it is", async (t) => {
  const { answer } = await pageOf(t, () => {
    class Cup {
      size = "small";
      #price = 3;
      get price() {
        return this.#price;
      }
    }
    window.kinds = {
      object: () => ({ a: 1, b: [2, null], c: undefined, d: { e: "é" } }),
      empty: () => ({}),
      instance: () => new Cup(),
      bare: () => Object.assign(Object.create(null), { x: 1 }),
      frozen: () => Object.freeze({ x: 1 }),
      content_of_another_kind: () => ({ content: "a word" }),
      date: () => new Date(0),
      own_json: () => ({ secret: 1, toJSON: () => "only this" }),
      array: () => [1, "two", { three: 3 }],
      ready: () => ({
        content: [
          { type: "text", text: "ready-made" },
          { type: "resource_link", uri: "tea://1", name: "Tea" },
        ],
        structuredContent: { n: 1 },
        isError: true,
        _meta: { "x/y": 1 },
      }),
      ready_and_empty: () => ({ content: [] }),
    };
  });
  for (const [name, value] of Object.entries({
    object: { a: 1, b: [2, null], d: { e: "é" } },
    empty: {},
    instance: { size: "small" },
    bare: { x: 1 },
    frozen: { x: 1 },
    content_of_another_kind: { content: "a word" },
  })) {
    assert.deepEqual(await answer(name), { ...said(JSON.stringify(value)), structuredContent: value }, name);
  }
  assert.deepEqual(await answer("date"), said('"1970-01-01T00:00:00.000Z"'));
  assert.deepEqual(await answer("own_json"), said('"only this"'));
  assert.deepEqual(await answer("array"), said('[1,"two",{"three":3}]'));
  assert.deepEqual(await answer("ready"), {
    content: [
      { type: "text", text: "ready-made" },
      { type: "resource_link", uri: "tea://1", name: "Tea" },
    ],
    structuredContent: { n: 1 },
    isError: true,
    _meta: { "x/y": 1 },
  });
  assert.deepEqual(await answer("ready_and_empty"), { content: [] });
});

test("what looks like a CallToolResult and is none, as MCP clients see it, is an object like any other", async (t) => {
  const { answer } = await pageOf(t, () => {
    const block = { type: "text", text: "x" };
    window.kinds = {
      words: () => ({ content: ["a", "b"] }),
      document: () => ({ type: "doc", content: [{ type: "paragraph", content: [] }] }),
      half: () => ({ content: [block, { type: "text" }, null] }),
      link: () => ({ content: [{ type: "image", url: "x" }] }),
      meta: () => ({ content: [block], _meta: "x" }),
      flag: () => ({ content: [block], isError: "yes" }),
      list: () => ({ content: [block], structuredContent: [1] }),
      noted: () => ({ content: [block, { ...block, annotations: null }] }),
      tagged: () => ({ content: [{ ...block, _meta: "x" }] }),
    };
  });
  const block = { type: "text", text: "x" };
  for (const [name, value] of Object.entries({
    words: { content: ["a", "b"] },
    document: { type: "doc", content: [{ type: "paragraph", content: [] }] },
    half: { content: [block, { type: "text" }, null] },
    link: { content: [{ type: "image", url: "x" }] },
    meta: { content: [block], _meta: "x" },
    flag: { content: [block], isError: "yes" },
    list: { content: [block], structuredContent: [1] },
    noted: { content: [block, { ...block, annotations: null }] },
    tagged: { content: [{ ...block, _meta: "x" }] },
  })) {
    assert.deepEqual(await answer(name), { ...said(JSON.stringify(value)), structuredContent: value }, name);
  }
});

test("a result's class may give its members by getters, and its blocks may be blobs; boxed values are what is in them", async (t) => {
  const { answer } = await pageOf(t, () => {
    const blob = new Blob(["x"], { type: "image/png" });
    window.kinds = {
      getters: () =>
        new (class {
          get content() {
            return [{ type: "text", text: "by a getter" }];
          }
          get isError() {
            return true;
          }
        })(),
      block: () => ({
        content: [
          new (class {
            get type() {
              return "text";
            }
            get text() {
              return "a block by getters";
            }
          })(),
        ],
      }),
      mixed: () => ({ content: [{ type: "text", text: "a picture:" }, blob], _meta: { a: 1 } }),
      string: () => new String("boxed"),
      number: () => Object(5),
      boolean: () => Object(false),
    };
  });
  assert.deepEqual(await answer("getters"), { ...said("by a getter"), isError: true });
  assert.deepEqual(await answer("block"), said("a block by getters"));
  const picture = { type: "image", data: "eA==", mimeType: "image/png" };
  assert.deepEqual(await answer("mixed"), { content: [{ type: "text", text: "a picture:" }, picture], _meta: { a: 1 } });
  for (const [name, text] of Object.entries({ string: "boxed", number: "5", boolean: "false" })) {
    assert.deepEqual(await answer(name), said(text), name);
  }
});

test("a promise, an array or content that is not what it seems is answered like what it is", async (t) => {
  const { answer, names } = await pageOf(t, () => {
    const block = { type: "text", text: "x" };
    const thrower = () => {
      throw new Error("trapped");
    };
    /** @param {string} name @param {() => any} get */
    const content = (name, get) =>
      new Proxy([block], { get: (target, key, self) => (key === name ? get() : Reflect.get(target, key, self)) });
    const promise = (/** @type {PropertyDescriptor} */ then) => Object.defineProperty(Promise.resolve(1), "then", then);
    const iterable = Object.assign([block, { type: "unknown" }], { *[Symbol.iterator]() {} });
    window.kinds = {
      no_then: () => promise({ value: undefined }),
      bad_then: () => promise({ get: thrower }),
      no_promise: () => Object.create(Promise.prototype, { then: { value: undefined } }),
      no_length: () => ({ content: content("length", thrower) }),
      bad_length: () => ({ content: content("length", Symbol) }),
      list: () => Object.assign([1, 2], { content: [block] }),
      iterable: () => ({ content: iterable }),
    };
  });
  const failure = (/** @type {string} */ text) => ({ ...said(text), isError: true });
  /** @type {Record<string, any>} */
  const answers = {};
  for (const name of names) answers[name] = await answer(name);
  const { no_then, bad_length, ...others } = answers;
  assert.ok(no_then.isError && /not a function/.test(no_then.content[0].text), no_then.content[0].text);
  assert.ok(bad_length.isError && /^The result cannot be sent as JSON: /.test(bad_length.content[0].text), bad_length.content[0].text);
  const unknown = { content: [{ type: "text", text: "x" }, { type: "unknown" }] };
  assert.deepEqual(others, {
    bad_then: failure("trapped"),
    no_promise: { ...said("{}"), structuredContent: {} },
    no_length: failure("The result cannot be sent as JSON: trapped"),
    list: said("[1,2]"),
    iterable: { ...said(JSON.stringify(unknown)), structuredContent: unknown },
  });
});

test("a picture's data is base64, also where a data: URL was given; what is none is told", async (t) => {
  const { answer } = await pageOf(t, () => {
    const block = (data) => () => ({ content: [{ type: "image", data, mimeType: "image/png" }] });
    window.kinds = {
      base64: block("aGk="),
      url: block("data:image/png;base64,aGk="),
      wrong: block("not base64!"),
      number: block(7),
      made: () => {
        class Picture {
          type = "image";
          mimeType = "image/png";
          get data() {
            return "data:image/png;base64,aGk=";
          }
          get [Symbol.toStringTag]() {
            return "Picture";
          }
        }
        return { content: [new Picture()] };
      },
    };
  });
  const picture = { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] };
  assert.deepEqual(await answer("base64"), picture);
  assert.deepEqual(await answer("url"), picture);
  assert.deepEqual(await answer("made"), picture);
  assert.deepEqual(await answer("wrong"), {
    ...said("The image that the tool returned cannot be read: its data is no base64."),
    isError: true,
  });
  assert.deepEqual((await answer("number")).structuredContent.content[0].data, 7);
});

test("a result that JSON would have as something else is that", async (t) => {
  const { answer } = await pageOf(t, () => {
    const content = [{ type: "text", text: "x" }];
    window.kinds = {
      text: () => ({ content, toJSON: () => "only this" }),
      object: () => ({ content, toJSON: () => ({ n: 1 }) }),
      result: async () => ({ content, toJSON: () => ({ content, isError: true }) }),
      nothing: () => ({ content, toJSON: () => undefined }),
      data: () => ({ content, toJSON: 1 }),
    };
  });
  assert.deepEqual(await answer("text"), said("only this"));
  assert.deepEqual(await answer("object"), { ...said('{"n":1}'), structuredContent: { n: 1 } });
  assert.deepEqual(await answer("result"), { ...said("x"), isError: true });
  assert.deepEqual(await answer("nothing"), {
    ...said("The result cannot be sent as JSON: it is nothing that JSON can say"),
    isError: true,
  });
  assert.deepEqual(await answer("data"), { ...said("x"), toJSON: 1 });
});

test("a page that has broken JSON gives no answers; when it works again, calls do", async (t) => {
  const { page, answer, call } = await pageOf(t, () => {
    window.kinds = {
      huge: () => {
        throw new Error("x".repeat(11e6));
      },
      broken: () => {
        const { stringify } = JSON;
        JSON.stringify = () => {
          JSON.stringify = stringify;
          throw new Error("broken");
        };
        return "answered";
      },
      breaking: () => {
        const { stringify } = JSON;
        JSON.stringify = () => {
          throw new Error("broken");
        };
        window.mend = () => {
          JSON.stringify = stringify;
        };
        return "never answered";
      },
    };
  });
  assert.match((await answer("huge")).content[0].text, /^The result is 11 MB, more than/);
  assert.deepEqual(await answer("broken"), { ...said("The result cannot be sent as JSON: broken"), isError: true });
  const breaking = call("breaking", {}, 1_000).catch(() => "no answer");
  await page.waitForFunction(() => window.mend);
  await page.evaluate(() => window.mend());
  assert.equal(await breaking, "no answer");
  assert.deepEqual(await answer("broken"), { ...said("The result cannot be sent as JSON: broken"), isError: true });
});

test("a picture that never loads is a call that runs: the person sees it and can stop it, and so does its timeout", async (t) => {
  const { page, pair, call, listed } = await world.open(t, { handle: (_request, _response, url) => url.pathname === "/never.png" });
  await page.evaluate(() => {
    const execute = () => Object.assign(new Image(), { src: "/never.png" });
    mcp.registerTool("picture", "", undefined, execute);
    mcp.registerTool({ name: "brief", description: "", timeout: 300, execute });
  });
  await pair();
  await listed("picture", "brief");
  const brief = await call("brief", {});
  assert.ok(brief.isError && /did not finish within 0\.3 s/.test(brief.text), brief.text);
  await page.locator(".webmcp-trigger").click();
  const picture = call("picture", {});
  await page.locator(".calls li.busy button").click();
  const stopped = await picture;
  assert.ok(stopped.isError && /stopped picture/.test(stopped.text), stopped.text);
  assert.equal(await page.locator(".calls li.stopped .tool").textContent(), "picture");
});

test("values that nobody can read any more are answered too", async (t) => {
  const { answer } = await pageOf(t, () => {
    const detached = () => {
      const bytes = new Uint8Array(8);
      structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
      return bytes;
    };
    const revoked = () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    };
    window.kinds = {
      bytes: detached,
      buffer: () => detached().buffer,
      view: () => {
        const view = new DataView(new ArrayBuffer(8));
        structuredClone(view.buffer, { transfer: [view.buffer] });
        return view;
      },
      revoked,
      thrown: () => {
        throw revoked();
      },
      rejected: () => Promise.reject(revoked()),
      no_view: () =>
        new (class {
          buffer = new ArrayBuffer(4);
          byteOffset = 100;
          byteLength = 100;
        })(),
    };
  });
  for (const name of ["bytes", "buffer", "view"]) {
    const { isError, content } = await answer(name);
    assert.equal(isError, true, name);
    assert.match(content[0].text, /that the tool returned cannot be read: .*detached/, name);
  }
  for (const name of ["revoked", "thrown", "rejected"]) assert.equal((await answer(name)).isError, true, name);
  assert.equal((await answer("no_view")).structuredContent.byteOffset, 100);
});

describe("what only a browser has", () => {
  test("pictures of every kind are image blocks with the right pixels", async (t) => {
    const { answer, page, names } = await pageOf(t, async () => {
      // Two pixels, red and blue.
      const paint = (canvas) => {
        const context = canvas.getContext("2d");
        context.fillStyle = "#ff0000";
        context.fillRect(0, 0, 1, 1);
        context.fillStyle = "#0000ff";
        context.fillRect(1, 0, 1, 1);
        return canvas;
      };
      const element = () => paint(Object.assign(document.createElement("canvas"), { width: 2, height: 1 }));
      const blob = () => new Promise((done) => element().toBlob(done));
      const image = (src) => Object.assign(new Image(), { src });
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><path fill="#f00" d="M0 0h1v1H0z"/><path fill="#00f" d="M1 0h1v1H1z"/></svg>';
      window.kinds = {
        blob,
        file: async () => new File([await blob()], "cup.png", { type: "image/png" }),
        canvas: element,
        offscreen: () => paint(new OffscreenCanvas(2, 1)),
        bitmap: () => createImageBitmap(element()),
        data: () => new ImageData(new Uint8ClampedArray([255, 0, 0, 255, 0, 0, 255, 255]), 2, 1),
        // Not loaded yet when it is returned.
        image: () => image(element().toDataURL()),
        drawing: () => image(`data:image/svg+xml,${encodeURIComponent(svg)}`),
      };
    });
    assert.equal(names.length, 8);
    for (const name of names) {
      const { content, ...rest } = await answer(name);
      assert.deepEqual(rest, {}, name);
      assert.equal(content.length, 1, name);
      const block = ImageContentSchema.parse(content[0]);
      assert.equal(block.mimeType, "image/png", name);
      const pixels = await page.evaluate(async ({ data, mimeType }) => {
        const picture = await createImageBitmap(await (await fetch(`data:${mimeType};base64,${data}`)).blob());
        const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        context.drawImage(picture, 0, 0);
        return [picture.width, picture.height, ...context.getImageData(0, 0, picture.width, picture.height).data];
      }, block);
      assert.deepEqual(pixels, [2, 1, 255, 0, 0, 255, 0, 0, 255, 255], name);
    }
  });

  test("sound is an audio block; other blobs, files and bytes are embedded resources", async (t) => {
    const { answer } = await pageOf(t, () => {
      const bytes = new Uint8Array([0, 1, 2, 250, 251, 252, 253, 254, 255]);
      const shared = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer;
      new Uint8Array(shared).set([7, 8]);
      window.kinds = {
        sound: () => new Blob([bytes], { type: "audio/wav" }),
        sound_file: () => new File([bytes], "kettle.mp3", { type: "audio/mpeg" }),
        text: () => new Blob(["héllo"], { type: "text/plain;charset=utf-8" }),
        pdf: () => new File([bytes], "menu.pdf", { type: "application/pdf" }),
        untyped: () => new Blob([bytes]),
        empty: () => new Blob([]),
        buffer: () => bytes.buffer.slice(0),
        view: () => bytes.subarray(3, 6),
        words: () => new Uint16Array([1, 0x0203]),
        data_view: () => new DataView(bytes.buffer, 1, 2),
        shared: () => new Uint8Array(shared, 0, 2),
      };
    });
    const all = Buffer.from([0, 1, 2, 250, 251, 252, 253, 254, 255]);
    for (const [name, mimeType] of [
      ["sound", "audio/wav"],
      ["sound_file", "audio/mpeg"],
    ]) {
      const { content, ...rest } = await answer(name);
      assert.deepEqual(rest, {});
      assert.deepEqual(AudioContentSchema.parse(content[0]), { type: "audio", data: all.toString("base64"), mimeType });
    }
    const octets = "application/octet-stream";
    for (const [name, mimeType, bytes] of /** @type {[string, string, Buffer][]} */ ([
      ["text", "text/plain;charset=utf-8", Buffer.from("héllo")],
      ["pdf", "application/pdf", all],
      ["untyped", octets, all],
      ["empty", octets, Buffer.alloc(0)],
      ["buffer", octets, all],
      ["view", octets, all.subarray(3, 6)],
      ["words", octets, Buffer.from([1, 0, 3, 2])],
      ["data_view", octets, all.subarray(1, 3)],
      ["shared", octets, Buffer.from([7, 8])],
    ])) {
      const { content, ...rest } = await answer(name);
      assert.deepEqual(rest, {}, name);
      assert.equal(content.length, 1, name);
      const { resource } = EmbeddedResourceSchema.parse(content[0]);
      assert.deepEqual(resource, { uri: `result://${name}`, mimeType, blob: bytes.toString("base64") }, name);
    }
  });

  test("pictures that cannot be read are errors that say so", async (t) => {
    const { answer } = await pageOf(t, async () => {
      const closed = await createImageBitmap(new ImageData(1, 1));
      closed.close();
      window.kinds = {
        broken_image: () => Object.assign(new Image(), { src: "data:image/png;base64,AAAA" }),
        image_without_source: () => new Image(),
        empty_canvas: () => Object.assign(document.createElement("canvas"), { width: 0 }),
        closed_bitmap: () => closed,
      };
    });
    for (const [name, words] of /** @type {[string, RegExp][]} */ ([
      ["broken_image", /HTMLImageElement.*cannot be read: \w/],
      ["image_without_source", /HTMLImageElement.*cannot be read: \w/],
      ["empty_canvas", /HTMLCanvasElement.*is empty/],
      ["closed_bitmap", /ImageBitmap.*cannot be read: \w/],
    ])) {
      const { isError, content } = await answer(name);
      assert.equal(isError, true, name);
      assert.match(content[0].text, words);
    }
  });
});

test("what is thrown, rejected or returned as an error is isError with the message, never an empty one", async (t) => {
  const { answer } = await pageOf(t, () => {
    class Spill extends Error {
      name = "Spill";
    }
    window.kinds = {
      throws: () => {
        throw new Error("the kettle is empty");
      },
      throws_own: () => {
        throw new Spill("tea everywhere");
      },
      throws_text: () => {
        throw "just text";
      },
      throws_object: () => {
        throw { code: 7 };
      },
      throws_null: () => {
        throw null;
      },
      throws_undefined: () => {
        throw undefined;
      },
      throws_empty: () => {
        throw new TypeError("");
      },
      throws_blank: () => {
        throw "  ";
      },
      throws_symbol: () => {
        throw Symbol("s");
      },
      throws_trap: () => {
        throw {
          get message() {
            throw new Error("trap");
          },
          toJSON() {
            throw new Error("trap");
          },
        };
      },
      rejects: async () => {
        throw new RangeError("too hot");
      },
      returns_an_error: () => new Error("given back"),
      resolves_to_an_error: async () => new DOMException("given back", "DataError"),
    };
  });
  for (const [name, text] of Object.entries({
    throws: "the kettle is empty",
    throws_own: "tea everywhere",
    throws_text: "just text",
    throws_object: '{"code":7}',
    throws_null: "null",
    throws_undefined: "unknown error",
    throws_empty: "TypeError",
    throws_blank: "unknown error",
    throws_symbol: "unknown error",
    throws_trap: "unknown error",
    rejects: "too hot",
    returns_an_error: "given back",
    resolves_to_an_error: "given back",
  })) {
    assert.deepEqual(await answer(name), { ...said(text), isError: true }, name);
  }
});

test("thenables count as promises, whatever they are made of", async (t) => {
  const { answer } = await pageOf(t, () => {
    class Lazy {
      then(done) {
        setTimeout(done, 5, { lazy: true });
      }
    }
    window.kinds = {
      resolves: () => ({ then: (done) => done("at once") }),
      instance: () => new Lazy(),
      callable: () => Object.assign(() => {}, { then: (done) => done("a function with then") }),
      twice: () => ({
        then: (done, fail) => {
          done("first");
          done("second");
          fail(new Error("third"));
        },
      }),
      nested: () => ({ then: (done) => done({ then: (inner) => inner("inside") }) }),
      rejects: () => ({ then: (_, fail) => fail(new Error("politely no")) }),
      throws: () => ({
        then: () => {
          throw new Error("then threw");
        },
      }),
      no_promise: () => ({ then: "a word" }),
    };
  });
  assert.deepEqual(await answer("resolves"), said("at once"));
  assert.deepEqual((await answer("instance")).structuredContent, { lazy: true });
  assert.deepEqual(await answer("callable"), said("a function with then"));
  assert.deepEqual(await answer("twice"), said("first"));
  assert.deepEqual(await answer("nested"), said("inside"));
  assert.deepEqual(await answer("rejects"), { ...said("politely no"), isError: true });
  assert.deepEqual(await answer("throws"), { ...said("then threw"), isError: true });
  assert.deepEqual((await answer("no_promise")).structuredContent, { then: "a word" });
});

test("what JSON cannot say is an error that says so, in the audit log too; lone surrogates are replaced", async (t) => {
  const { answer, page } = await pageOf(t, () => {
    const cyclic = { name: "loop", self: null };
    cyclic.self = cyclic;
    const list = [];
    list.push(list);
    window.kinds = {
      cyclic: () => cyclic,
      cyclic_list: () => list,
      cyclic_content: () => ({ content: [{ type: "text", text: "x", extra: cyclic }] }),
      bigint_inside: () => ({ price: 10n }),
      bigint_in_list: () => [10n],
      throwing_member: () => ({
        get price() {
          throw new Error("not for sale");
        },
      }),
      symbol: () => Symbol("s"),
      function: () => () => 1,
      surrogate: () => "before \ud800 after",
      surrogate_name: () => ({ "\udfff": "\\ud800 is text, \ud83c\udf75 is tea, \ud83c is half of it" }),
    };
  });
  for (const [name, words] of /** @type {[string, RegExp][]} */ ([
    ["cyclic", /cannot be sent as JSON: .*circular/is],
    ["cyclic_list", /cannot be sent as JSON: .*circular/is],
    ["cyclic_content", /cannot be sent as JSON: .*circular/is],
    ["bigint_inside", /cannot be sent as JSON: .*BigInt/],
    ["bigint_in_list", /cannot be sent as JSON: .*BigInt/],
    ["throwing_member", /cannot be sent as JSON: not for sale/],
    ["symbol", /a symbol, which cannot be sent/],
    ["function", /a function, which cannot be sent/],
  ])) {
    const { isError, content } = await answer(name);
    assert.equal(isError, true, name);
    assert.match(content[0].text, words, name);
  }
  const outcomes = await page.evaluate(() => Object.fromEntries(mcp.auditLog().map(({ tool, outcome }) => [tool, outcome])));
  for (const name of ["cyclic", "bigint_inside", "throwing_member", "symbol", "function"]) assert.equal(outcomes[name], "error", name);

  assert.deepEqual(await answer("surrogate"), said("before \ufffd after"));
  const kept = { "\ufffd": "\\ud800 is text, 🍵 is tea, \ufffd is half of it" };
  assert.deepEqual((await answer("surrogate_name")).structuredContent, kept);
});

test("a resource's text or bytes become contents, {contents} passes, what it throws is the reason", async (t) => {
  const { page, pair, channel } = await world.open(t, { options: { log: "silent" } });
  await page.evaluate(() => {
    const uri = (name) => `shelf://${location.port}/${name}`;
    const add = (name, provide, mimeType) => mcp.registerResource(name, name, { uri: uri(name), mimeType }, provide);
    add("text", () => "plain words", "text/plain");
    add("untyped", () => "plain words");
    add("object", () => ({ a: 1 }));
    add("bytes", () => new Uint8Array([1, 2, 3]));
    add("typed_bytes", () => new Uint8Array([1, 2, 3]).buffer, "image/png");
    add("blob", () => new Blob([new Uint8Array([1, 2, 3])], { type: "image/webp" }), "image/png");
    add("untyped_blob", () => new Blob([new Uint8Array([1, 2, 3])]), "image/png");
    add("ready", (uri) => ({ contents: [{ uri, mimeType: "text/x", text: "as it is" }] }), "text/plain");
    add("throws", () => {
      throw new Error("out of stock");
    });
    add("silent", () => {
      throw new Error("");
    });
    add("cyclic", () => {
      const a = {};
      a.a = a;
      return a;
    });
    add("large", () => "x".repeat(11_000_000));
    mcp.registerResource("note", "note", { uriTemplate: `shelf://${location.port}/{kind}/{id}`, mimeType: "text/csv" }, (_, { kind, id }) =>
      [kind, id].join(),
    );
  });
  await pair();
  const base = `shelf://${channel.replace("localhost_", "")}/`;
  const read = async (/** @type {string} */ name) => (await world.relay.client.readResource({ uri: base + name })).contents[0];
  const blob = Buffer.from([1, 2, 3]).toString("base64");
  for (const [name, entry] of Object.entries({
    text: { mimeType: "text/plain", text: "plain words" },
    untyped: { text: "plain words" },
    object: { mimeType: "application/json", text: '{"a":1}' },
    bytes: { mimeType: "application/octet-stream", blob },
    typed_bytes: { mimeType: "image/png", blob },
    blob: { mimeType: "image/webp", blob },
    untyped_blob: { mimeType: "image/png", blob },
    ready: { mimeType: "text/x", text: "as it is" },
    "tea/7": { mimeType: "text/csv", text: "tea,7" },
  })) {
    assert.deepEqual(await read(name), { uri: base + name, ...entry }, name);
  }
  await assert.rejects(read("throws"), /out of stock/);
  await assert.rejects(read("silent"), /\w/);
  await assert.rejects(read("cyclic"), /cannot be sent as JSON: .*circular/is);
  await assert.rejects(read("large"), /The result is 11 MB.*10 MB/);
  assert.equal(/** @type {any} */ (await read("text")).text, "plain words", "the connection lives");
});

describe("size", () => {
  test("11 MB of anything is isError with the size, and the socket stays open", async (t) => {
    const { answer, page, names } = await pageOf(t, () => {
      const much = 11_000_000;
      window.statuses = [];
      window.kinds = {
        text: () => "x".repeat(much),
        list: () => ["x".repeat(much)],
        object: () => ({ x: "x".repeat(much) }),
        content: () => ({ content: [{ type: "text", text: "x".repeat(much) }] }),
        // Few characters, many bytes.
        three_bytes: () => "€".repeat(much / 3),
        escapes: () => "\n".repeat(much / 2),
        blob: () => new Blob([new Uint8Array((much / 4) * 3)]),
        picture: () => new Blob([new Uint8Array((much / 4) * 3)], { type: "image/png" }),
        bytes: () => new Uint8Array((much / 4) * 3),
        thrown: () => {
          throw new Error("x".repeat(much));
        },
      };
    });
    await page.evaluate(() => mcp.addEventListener("statuschange", ({ detail }) => window.statuses.push(detail.status)));
    for (const name of names) {
      const { isError, content } = await answer(name);
      assert.equal(isError, true, name);
      assert.match(content[0].text, /^The result is 11 MB, more than the 10 MB that can be sent/, name);
    }
    assert.deepEqual(await page.evaluate(() => [mcp.isConnected, window.statuses]), [true, []]);
  });

  test("just under 10 MB arrives, whatever it is made of; an object whose two copies are too much loses structuredContent", async (t) => {
    const { answer, page } = await pageOf(t, () => {
      window.kinds = {
        text: () => "x".repeat(9_999_000),
        three_bytes: () => "€".repeat(3_333_000),
        escapes: () => "\n".repeat(4_999_000),
        blob: () => new Blob([new Uint8Array(7_490_000)]),
        both: () => ({ x: "x".repeat(4_900_000) }),
        one: () => ({ x: "x".repeat(9_900_000) }),
        own: () => ({ content: [{ type: "text", text: "see there" }], structuredContent: { x: "x".repeat(10_100_000) } }),
      };
    });
    assert.equal((await answer("text")).content[0].text.length, 9_999_000);
    assert.equal((await answer("three_bytes")).content[0].text.length, 3_333_000);
    assert.equal((await answer("escapes")).content[0].text.length, 4_999_000);
    assert.equal(Buffer.from((await answer("blob")).content[0].resource.blob, "base64").length, 7_490_000);
    const both = await answer("both");
    assert.equal(both.structuredContent.x.length, 4_900_000);
    const one = await answer("one");
    assert.equal(JSON.parse(one.content[0].text).x.length, 9_900_000);
    assert.deepEqual(Object.keys(one), ["content"]);
    // What says something of its own is not dropped behind its author's back.
    assert.match((await answer("own")).content[0].text, /10\.1 MB/);
    assert.equal(await page.evaluate(() => mcp.isConnected), true);
  });
});
