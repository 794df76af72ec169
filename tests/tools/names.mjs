// The names of a wasm's imports and exports, given anew.
import { leb, reader, sections } from "./panics.mjs";

/** @param {Uint8Array} bytes */
const sized = (bytes) => Buffer.concat([leb(bytes.length), bytes]);
const written = (/** @type {string} */ text) => sized(Buffer.from(text));

/** @param {Uint8Array} wasm @param {number} section @param {(bytes: Uint8Array) => Uint8Array} change */
function changed(wasm, section, change) {
  const all = sections(wasm).all.map(({ id, bytes }) => Buffer.concat([Uint8Array.of(id), sized(id === section ? change(bytes) : bytes)]));
  return Buffer.concat([wasm.subarray(0, 8), ...all]);
}

/** @param {Uint8Array} wasm @param {(one: {module: string, name: string}) => {module: string, name: string}} renamed */
export function imports(wasm, renamed) {
  return changed(wasm, 2, (bytes) => {
    const read = reader(bytes);
    const count = read.number();
    /** @type {Uint8Array[]} */
    const parts = [leb(count)];
    for (let left = count; left > 0; left -= 1) {
      const { module, name } = renamed({ module: read.text(), name: read.text() });
      if (read.byte() !== 0) throw new Error("the wasm imports something that is no function");
      parts.push(written(module), written(name), Uint8Array.of(0), leb(read.number()));
    }
    return Buffer.concat(parts);
  });
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_";

/** Gives the exports short names; what is exported twice needs one. @param {Uint8Array} wasm */
export function exports(wasm) {
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @type {Map<string, string>} */
  const given = new Map();
  const bytes = changed(wasm, 7, (bytes) => {
    const read = reader(bytes);
    /** @type {Uint8Array[]} */
    const parts = [];
    read.list(() => {
      const name = read.text();
      const [kind, index] = [read.byte(), read.number()];
      const what = `${kind} ${index}`;
      const at = given.size;
      const short = given.get(what) ?? (LETTERS[at] || `${LETTERS[at % 54]}${LETTERS[Math.floor(at / 54)]}`);
      names.set(name, short);
      if (!given.has(what)) parts.push(Buffer.concat([written(short), Uint8Array.of(kind), leb(index)]));
      given.set(what, short);
    });
    return Buffer.concat([leb(parts.length), ...parts]);
  });
  return { bytes, names };
}
