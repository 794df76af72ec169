/**
 * Bytes from hex text. Hex compresses better than base64: gzip and brotli still see the bytes.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fromHex(text) {
  const native = /** @type {{fromHex?: (text: string) => Uint8Array<ArrayBuffer>}} */ (/** @type {unknown} */ (Uint8Array)).fromHex;
  if (native) return native.call(Uint8Array, text);
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = (digit(text.charCodeAt(2 * i)) << 4) | digit(text.charCodeAt(2 * i + 1));
  return bytes;
}

/** @param {number} code "0" is 48, "a" is 97 */
const digit = (code) => (code < 58 ? code - 48 : code - 87);
