// Bytes as text that a script can hold in quotes, for src/js/text.js to read.

/** Every printable character but those that a string or a page would have to escape, and the two that turn the page. */
const characters = Array.from({ length: 0x7d - 0x20 }, (_, index) => 0x20 + index).filter(
  (code) => !'"\\<'.includes(String.fromCharCode(code)),
);

/** @param {Uint8Array} bytes @returns {string} */
export function toText(bytes) {
  const count = new Array(256).fill(0);
  for (const byte of bytes) count[byte] += 1;
  const table = Buffer.alloc(3 * 128);
  /** @type {string[]} */
  const written = [];
  const often = [...count.keys()].sort((one, other) => count[other] - count[one] || one - other);
  for (const [place, byte] of often.entries()) {
    const page = Math.floor(place / characters.length);
    const code = characters[place % characters.length] ?? 0;
    table[page * 128 + code] = byte;
    written[byte] = (page > 0 ? String.fromCharCode(124 + page) : "") + String.fromCharCode(code);
  }
  return table.toString("hex") + Array.from(bytes, (byte) => written[byte]).join("");
}
