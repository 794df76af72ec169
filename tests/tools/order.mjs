// The functions of a wasm in an order that compresses better: what is alike stands together.
import { functions, leb, named, reader, sections, walk } from "./panics.mjs";

/** @param {Uint8Array} bytes */
const sized = (bytes) => Buffer.concat([leb(bytes.length), bytes]);

/** @typedef {{body: Uint8Array, type: number, place: number}} Code a function, and which one it was */

/** @param {Uint8Array} wasm as wasm-opt leaves it */
export function ordered(wasm) {
  const read = sections(wasm);
  // These name functions, too.
  for (const { id, bytes } of read.all) {
    if (id === 8 || (id === 0 && reader(bytes).text() === "name")) throw new Error("the wasm has a section that the build does not order");
  }
  const { imported } = named(read);
  const types = numbers(read.section(3));
  /** @type {Code[][]} */
  const families = [];
  for (const [place, body] of functions(read).entries()) {
    const type = types[place] ?? 0;
    families[type] ??= [];
    families[type].push({ body, type, place });
  }
  const order = families.flatMap(row);
  const places = new Map(order.map(({ place }, now) => [imported + place, imported + now]));
  const moved = (/** @type {number} */ index) => leb(places.get(index) ?? index);

  /** @type {Record<number, () => Uint8Array>} */
  const written = {
    3: () => Buffer.concat([leb(order.length), ...order.map(({ type }) => leb(type))]),
    7: () => exports(read.section(7), moved),
    9: () => table(read.section(9), moved),
    10: () => Buffer.concat([leb(order.length), ...order.map(({ body }) => sized(calling(body, moved)))]),
  };
  const parts = read.all.map(({ id, bytes }) => Buffer.concat([Uint8Array.of(id), sized(written[id]?.() ?? bytes)]));
  return Buffer.concat([wasm.subarray(0, 8), ...parts]);
}

/** In which each function comes after one that it shares the most with. @param {Code[]} family @returns {Code[]} */
function row(family) {
  const rest = family.map((code) => ({ ...code, parts: parts(code.body) }));
  const row = rest.splice(0, 1);
  while (rest.length > 0) {
    const last = row.at(-1)?.parts ?? new Set();
    const shares = rest.map(({ parts }) => {
      let shared = 0;
      for (const part of parts) if (last.has(part)) shared += 1;
      return shared / (last.size + parts.size);
    });
    row.push(...rest.splice(shares.indexOf(Math.max(...shares)), 1));
  }
  return row;
}

/** Every five bytes that follow each other. @param {Uint8Array} body */
function parts(body) {
  const text = Buffer.from(body).toString("latin1");
  return new Set(Array.from({ length: Math.max(1, text.length - 4) }, (_, at) => text.slice(at, at + 5)));
}

/** @param {ReturnType<typeof reader>} read */
function numbers(read) {
  /** @type {number[]} */
  const all = [];
  read.list(() => all.push(read.number()));
  return all;
}

/** A function that calls others by their new places. @param {Uint8Array} body @param {(index: number) => Uint8Array} moved */
function calling(body, moved) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let at = 0;
  walk(body, (index, from, to) => {
    parts.push(body.subarray(at, from), moved(index));
    at = to;
  });
  return Buffer.concat([...parts, body.subarray(at)]);
}

/** @param {ReturnType<typeof reader>} read @param {(index: number) => Uint8Array} moved */
function exports(read, moved) {
  const count = read.number();
  /** @type {Uint8Array[]} */
  const parts = [leb(count)];
  for (let left = count; left > 0; left -= 1) {
    const name = read.take(read.number());
    const kind = read.byte();
    const index = read.number();
    parts.push(sized(name), Uint8Array.of(kind), kind === 0 ? moved(index) : leb(index));
  }
  return Buffer.concat(parts);
}

/** What is called through the table. @param {ReturnType<typeof reader>} read @param {(index: number) => Uint8Array} moved */
function table(read, moved) {
  const count = read.number();
  /** @type {Uint8Array[]} */
  const parts = [leb(count)];
  for (let left = count; left > 0; left -= 1) {
    if (read.number() !== 0 || read.byte() !== 0x41) throw new Error("the wasm's table is filled as the build does not know it");
    const at = read.number();
    // An address has a sign where it is written: one more bit.
    if (at > 63 || read.byte() !== 0x0b) throw new Error("the wasm's table begins as the build does not know it");
    const listed = numbers(read);
    parts.push(Uint8Array.of(0, 0x41), leb(at), Uint8Array.of(0x0b), leb(listed.length), ...listed.map(moved));
  }
  return Buffer.concat(parts);
}
