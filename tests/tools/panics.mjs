// Panics of a release say nothing: no hook prints them. So their messages, the code that formats them and the places they name are
// dead weight. Here each function that only panics becomes one call of wasm-bindgen's `throw`; wasm-opt then drops what led to it.
// A fault still ends the call at once, as an exception: bounds and borrows are checked as before.

import { unreachable, unused } from "./reach.mjs";

/** Functions of the standard library that never return; they take what the message would say. */
const PANICS =
  /^(?:core|alloc|std|__rustc)(?:\[\w+\])?::(?:panicking::|cell::(?:lazy::)?panic_|option::(?:unwrap|expect)_failed|result::unwrap_failed|str::slice_error_fail|slice::index::slice_index_fail|slice::copy_from_slice_impl::len_mismatch_fail|thread::local::panic_access_error|raw_vec::(?:handle_error|capacity_overflow)|alloc::(?:handle_alloc_error|rust_oom)|rust_panic)|^<?alloc(?:\[\w+\])?::vec::Vec<_, _>>::\w+::assert_failed$/;
/** The machine behind `format!`, and what it prints by. */
const FORMATTING = /^(?:core(?:\[\w+\])?::fmt::write$|<?core(?:\[\w+\])?::fmt::Formatter>?::)/;
const PRINTED = / as core(?:\[\w+\])?::fmt::(?:Debug|Display)>::fmt\b|\$u20\$as\$u20\$core\.\.fmt\.\.(?:Debug|Display)\$GT\$::fmt\b/;

/** @param {Uint8Array} bytes */
export function reader(bytes) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      // Of 64 bits, the upper half is nothing that anybody here asks for.
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  const byte = () => bytes[at++] ?? 0;
  const take = (/** @type {number} */ length) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const text = () => Buffer.from(take(number())).toString();
  const list = (/** @type {() => void} */ each) => {
    for (let left = number(); left > 0; left -= 1) each();
  };
  return { number, byte, take, text, list, at: () => at, ended: () => at >= bytes.length };
}

/** @param {number} value */
export function leb(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value);
  return Uint8Array.from(bytes);
}

/** @param {Uint8Array} wasm */
export function sections(wasm) {
  const read = reader(wasm.subarray(8));
  /** @type {{id: number, bytes: Uint8Array}[]} */
  const all = [];
  while (!read.ended()) {
    const id = read.byte();
    all.push({ id, bytes: read.take(read.number()) });
  }
  const section = (/** @type {number} */ id) => reader(all.find((section) => section.id === id)?.bytes ?? new Uint8Array(1));
  return { all, section };
}

/**
 * Goes through a function's instructions.
 * @param {Uint8Array} body
 * @param {(index: number, from: number, to: number) => void} calls each function that is named, and the bytes that name it
 * @param {(address: number) => void} [names] each number that may be an address
 */
export function walk(body, calls, names = () => {}) {
  const read = reader(body);
  const skip = (/** @type {number} */ count) => {
    for (; count > 0; count -= 1) read.number();
  };
  read.list(() => skip(2));
  while (!read.ended()) {
    const code = read.byte();
    const from = read.at();
    if (code === 0x10 || code === 0x12 || code === 0xd2) calls(read.number(), from, read.at());
    else if (code === 0x41) names(read.number());
    else if (code >= 0x28 && code <= 0x3e) {
      skip(1);
      names(read.number());
    } else if (code === 0x43 || code === 0x44) read.take(code === 0x43 ? 4 : 8);
    else if (code === 0x0e || code === 0x1c) {
      read.list(() => skip(1));
      if (code === 0x0e) skip(1);
    } else if (code === 0x11 || code === 0x13) skip(2);
    else if (code === 0xfc) {
      const more = read.number();
      skip(more < 8 ? 0 : [8, 10, 12, 14].includes(more) ? 2 : 1);
    } else if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x3f, 0x40, 0x42, 0xd0].includes(code) || (code >= 0x20 && code <= 0x26)) skip(1);
    else if (code > 0xd1 || (code > 0x05 && code < 0x28 && ![0x0b, 0x0f, 0x1a, 0x1b].includes(code)))
      throw new Error(`the wasm has an instruction that the build does not know: ${code}`);
  }
}

/** @param {{section: (id: number) => ReturnType<typeof reader>}} wasm @returns {Uint8Array[]} */
export function functions({ section }) {
  const code = section(10);
  return Array.from({ length: code.number() }, () => code.take(code.number()));
}

/** The functions that are imported, with the one that throws, and the rest's names. @param {ReturnType<typeof sections>} wasm */
export function named({ all, section }) {
  let [imported, thrower] = [0, -1];
  const imports = section(2);
  imports.list(() => {
    imports.text();
    const name = imports.text();
    const kind = imports.byte();
    if (kind === 0) {
      imports.number();
      if (/^__wbg___wbindgen_throw_/.test(name)) thrower = imported;
      imported += 1;
    } else if (kind === 3) imports.take(2);
    else {
      if (kind === 1) imports.byte();
      for (let left = 1 + (imports.number() & 1); left > 0; left -= 1) imports.number();
    }
  });
  /** @type {string[]} */
  const names = [];
  for (const { id, bytes } of all) {
    const custom = reader(bytes);
    if (id !== 0 || custom.text() !== "name") continue;
    while (!custom.ended()) {
      const kind = custom.byte();
      const list = reader(custom.take(custom.number()));
      if (kind !== 1) continue;
      list.list(() => {
        const index = list.number() - imported;
        // Older toolchains end a name with its hash.
        names[index] = list.text().replace(/::h[0-9a-f]{16}$/, "");
      });
    }
  }
  return { imported, thrower, names };
}

/** The functions that a panic ends in, and those that only print for one. @param {ReturnType<typeof sections>} wasm */
export function silent(wasm) {
  const { imported, names } = named(wasm);
  const bodies = functions(wasm);
  const panics = new Set([...bodies.keys()].filter((index) => PANICS.test(names[index] ?? "")));
  // Where nothing else formats, the table still holds what prints a number or a range for a message.
  const formats = bodies.some((body, index) => {
    const name = names[index] ?? "";
    let used = false;
    if (panics.has(index) || FORMATTING.test(name) || PRINTED.test(name) || /fmt::Write::write_fmt/.test(name)) return false;
    walk(body, (called) => {
      used ||= FORMATTING.test(names[called - imported] ?? "");
    });
    return used;
  });
  if (!formats) for (const index of bodies.keys()) if (PRINTED.test(names[index] ?? "")) panics.add(index);
  return panics;
}

/** Replaces what only panics, what only panics use, and what nothing leads to. @param {Uint8Array} wasm with its names @param {Uint8Array} linked */
export function silence(wasm, linked) {
  const read = sections(wasm);
  const { thrower, names } = named(read);
  const bodies = functions(read);
  const panics = silent(read);
  // Another toolchain may name them otherwise: the wasm works with its panics, too.
  if (thrower < 0 || panics.size < 8) {
    console.warn("! The wasm's panics were not found, so they stay in: it is some 7 KB larger than it could be.");
    return wasm;
  }
  const unreached = unreachable(linked);
  for (const [index, name] of names.entries()) if (unreached.functions.has(name)) panics.add(index);

  // No locals; throw(0, 0): an error without a message.
  const thrown = Buffer.concat([Uint8Array.of(0, 0x41, 0, 0x41, 0, 0x10), leb(thrower), Uint8Array.of(0, 0x0b)]);
  const sized = (/** @type {Uint8Array} */ bytes) => Buffer.concat([leb(bytes.length), bytes]);
  const code = [leb(bodies.length), ...bodies.map((body, index) => sized(panics.has(index) ? thrown : body))];
  clear(read, unreached.isDead);
  const kept = read.all.filter(({ id, bytes }) => id !== 0 || !/^(?:linking|reloc\.)/.test(reader(bytes).text()));
  const all = kept.map(({ id, bytes }) => Buffer.concat([Uint8Array.of(id), sized(id === 10 ? Buffer.concat(code) : bytes)]));
  return Buffer.concat([wasm.subarray(0, 8), ...all]);
}

/** The data, as the wasm holds it: what is written into these bytes is written into the wasm. @param {ReturnType<typeof sections>} wasm */
export function segments({ section }) {
  const data = section(11);
  /** @type {{from: number, at: number, bytes: Uint8Array}[]} */
  const segments = [];
  data.list(() => {
    if (data.number() !== 0 || data.byte() !== 0x41) throw new Error("the wasm's data is placed as the build does not know it");
    const from = data.number();
    data.byte();
    const bytes = data.take(data.number());
    segments.push({ from, bytes, at: data.at() - bytes.length });
  });
  return segments;
}

/**
 * Blanks the data that nothing names any more, such as the places of panics: file, line, column.
 * @param {Uint8Array} wasm as wasm-opt leaves it; changed in place @param {Uint8Array} linked
 */
export function blank(wasm, linked) {
  const read = sections(wasm);
  /** @type {Set<number>} */
  const used = new Set();
  for (const body of functions(read)) {
    walk(
      body,
      () => {},
      (address) => used.add(address),
    );
  }
  clear(read, unused(linked, used));
}

/** @param {ReturnType<typeof sections>} wasm changed in place @param {(address: number) => boolean} isDead */
function clear(wasm, isDead) {
  for (const { from, bytes } of segments(wasm)) {
    for (let at = 0; at < bytes.length; at += 1) if (isDead(from + at)) bytes[at] = 0;
  }
}
