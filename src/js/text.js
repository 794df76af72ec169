// The wasm as text in a script: one printable character for each of the 90 bytes that it has most, two for the others. That is half of what
// hex takes, and compressors still see the bytes. tests/tools/text.mjs writes it, and what reads it is wasm itself: a loop over that many
// characters would take a cold JavaScript engine longer than all the rest.

/** The decoder's exports are `m`, its memory, and `d(from, end)`, which writes in place and gives the new end:
 *
 *     for (to = from; from < end; to++, from++) {
 *       c = memory[from];
 *       if (c >= 125) c = (c - 124) * 128 + memory[++from]; // "}" and "~" turn the page of the table at 0
 *       memory[to] = memory[c];
 *     }
 */
const decoder =
  "0061736d0100000001070160027f7f017f030201000503010001070902016d0200016400000a54015201027f20002102034020002001490440200220002d00002203" +
  "41fd004f047f200041016a22002d0000200341fc006b4107746a0520030b2d00003a0000200241016a2102200041016a21000c010b0b20020b";

/** Three pages of 128 bytes, in hex before the text. */
const table = 384;

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fromText(text) {
  const { m, d } = /** @type {{m: WebAssembly.Memory, d: (from: number, end: number) => number}} */ (
    new WebAssembly.Instance(new WebAssembly.Module(fromHex(decoder))).exports
  );
  m.grow(Math.ceil(text.length / 65_536));
  const bytes = new Uint8Array(/** @type {ArrayBuffer} */ (m.buffer));
  bytes.set(fromHex(text.slice(0, 2 * table)));
  const { written } = new TextEncoder().encodeInto(text.slice(2 * table), bytes.subarray(table));
  return bytes.subarray(table, d(table, table + written));
}

/** @param {string} text */
function fromHex(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
