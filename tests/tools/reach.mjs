// What of a linked wasm can still be reached once its panics are silent. The linker writes down every place where code or data names a
// function or an address (`--emit-relocs`), so nothing is guessed: wasm-opt sees numbers only, and keeps whatever the data holds.
import { named, reader, sections, segments, silent } from "./panics.mjs";

/** Kinds of relocations, as the wasm linking convention numbers them. */
const FUNCTIONS = new Set([0, 1, 2, 12, 26]);
const ADDRESSES = new Set([3, 4, 5, 11]);
const OTHERS = new Set([6, 7, 10, 13, 20]);

/** @typedef {{kind: "function", index: number} | {kind: "data", from: number, to: number} | undefined} Named what a symbol stands for */

/** @param {ReturnType<typeof sections>} wasm */
function symbols({ all, section }) {
  const placed = segments({ all, section });
  /** @type {Named[]} */
  const table = [];
  const linking = reader(custom(all, "linking"));
  linking.number();
  while (!linking.ended()) {
    const kind = linking.byte();
    const part = reader(linking.take(linking.number()));
    if (kind !== 8) continue;
    part.list(() => {
      const kind = part.byte();
      const flags = part.number();
      const [undefined_, named] = [flags & 0x10, flags & 0x40];
      /** @type {Named} */
      let symbol;
      if (kind === 1) {
        part.text();
        if (!undefined_) {
          const from = (placed[part.number()]?.from ?? 0) + part.number();
          symbol = { kind: "data", from, to: from + part.number() };
        }
      } else {
        const index = part.number();
        if (kind !== 3 && (!undefined_ || named)) part.text();
        if (kind === 0) symbol = { kind: "function", index };
      }
      table.push(symbol);
    });
  }
  return { table, placed };
}

/** @param {ReturnType<typeof sections>["all"]} all @param {string} name */
function custom(all, name) {
  for (const { id, bytes } of all) {
    const read = reader(bytes);
    if (id === 0 && read.text() === name) return bytes.subarray(read.at());
  }
  throw new Error(`the linker wrote no section ${name}`);
}

/** Reads a section of relocations. @param {Uint8Array} bytes @param {(offset: number, symbol: number, beside: number) => void} each */
function relocations(bytes, each) {
  const read = reader(bytes);
  read.number();
  read.list(() => {
    const kind = read.byte();
    const offset = read.number();
    const symbol = read.number();
    const beside = ADDRESSES.has(kind) ? read.number() : 0;
    if (![ADDRESSES, FUNCTIONS, OTHERS].some((kinds) => kinds.has(kind))) {
      throw new Error(`the wasm has a relocation that the build does not know: ${kind}`);
    }
    if (!OTHERS.has(kind)) each(offset, symbol, beside);
  });
}

/** @param {number[]} starts in order @param {number} offset @returns {number} the last that starts before it */
function within(starts, offset) {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Which symbols the data at some addresses names. @param {ReturnType<typeof sections>} wasm */
function inData(wasm) {
  const { table, placed } = symbols(wasm);
  /** @type {[address: number, symbol: number][]} */
  const held = [];
  relocations(custom(wasm.all, "reloc.DATA"), (offset, symbol) => {
    const segment = placed.find(({ at, bytes }) => offset >= at && offset < at + bytes.length);
    if (segment) held.push([segment.from + offset - segment.at, symbol]);
  });
  held.sort(([one], [other]) => one - other);
  const addresses = held.map(([address]) => address);
  const names = (/** @type {{from: number, to: number}} */ { from, to }) => {
    const inside = [];
    for (let at = within(addresses, from); at < held.length && (addresses[at] ?? 0) < to; at += 1) {
      if ((addresses[at] ?? 0) >= from) inside.push(held[at]?.[1] ?? -1);
    }
    return inside;
  };
  return { table, names };
}

/** Symbols may share their bytes: what one of them still needs stays. @param {Named[]} table @param {Set<number>} reached */
function unnamed(table, reached) {
  const data = table.flatMap((symbol, index) => (symbol?.kind === "data" ? [{ ...symbol, reached: reached.has(index) }] : []));
  const dead = new Uint8Array(Math.max(...data.map(({ to }) => to)));
  for (const { from, to } of data) dead.fill(1, from, to);
  for (const { from, to, reached } of data) if (reached) dead.fill(0, from, to);
  return (/** @type {number} */ address) => dead[address] === 1;
}

/** What nothing leads to: functions by their names, data by its addresses. @param {Uint8Array} linked as the linker leaves it */
export function unreachable(linked) {
  const wasm = sections(linked);
  const { imported, names } = named(wasm);
  const panics = silent(wasm);
  const data = inData(wasm);

  // Where each function starts, to know whose a relocation is.
  const code = wasm.section(10);
  const starts = Array.from({ length: code.number() }, () => {
    const length = code.number();
    code.take(length);
    return code.at() - length;
  });
  /** @type {Map<number, Set<number>>} the symbols that each function names */
  const byFunction = new Map();
  relocations(custom(wasm.all, "reloc.CODE"), (offset, symbol) => {
    const from = within(starts, offset);
    if (panics.has(from)) return;
    if (!byFunction.has(from)) byFunction.set(from, new Set());
    byFunction.get(from)?.add(symbol);
  });

  /** @type {number[]} */
  const work = [];
  const [reached, entered] = [new Set(), new Set()];
  const enter = (/** @type {number} */ index) => {
    if (!entered.has(index)) work.push(...(byFunction.get(index) ?? []));
    entered.add(index);
  };
  const exports = wasm.section(7);
  exports.list(() => {
    exports.text();
    const kind = exports.byte();
    const index = exports.number();
    if (kind === 0 && index >= imported) enter(index - imported);
  });
  for (let symbol = work.pop(); symbol !== undefined; symbol = work.pop()) {
    const what = data.table[symbol];
    if (reached.has(symbol) || !what) continue;
    reached.add(symbol);
    if (what.kind === "function") enter(what.index - imported);
    else work.push(...data.names(what));
  }
  // Functions of one name: one of them that is needed keeps them all.
  const alive = new Set([...entered].map((index) => names[index]));
  return { functions: new Set(names.filter((name) => !alive.has(name))), isDead: unnamed(data.table, reached) };
}

/**
 * What data the code names no more: what was only passed to a panic is gone once wasm-opt has seen that nobody takes it.
 * @param {Uint8Array} linked as the linker leaves it @param {Set<number>} used every number in the code that may be an address
 */
export function unused(linked, used) {
  const wasm = sections(linked);
  const { table, names } = inData(wasm);
  const sorted = [...used].sort((one, other) => one - other);
  /** @type {number[]} */
  const work = [];
  /** @type {Set<number>} whose end is named, too, for a loop to compare with */
  const ended = new Set();
  relocations(custom(wasm.all, "reloc.CODE"), (_, symbol, beside) => {
    const what = table[symbol];
    if (what?.kind !== "data") return;
    if (beside === what.to - what.from) ended.add(symbol);
    // One that is reached from beside it (a list from 1 on, less one) may be named by any number.
    else if (beside > what.to - what.from) work.push(symbol);
  });
  for (const [symbol, what] of table.entries()) {
    if (what?.kind !== "data") continue;
    const last = ended.has(symbol) ? what.to : what.to - 1;
    if ((sorted[within(sorted, last)] ?? -1) >= what.from) work.push(symbol);
  }
  const reached = new Set();
  for (let symbol = work.pop(); symbol !== undefined; symbol = work.pop()) {
    const what = table[symbol];
    if (reached.has(symbol) || what?.kind !== "data") continue;
    reached.add(symbol);
    work.push(...names(what));
  }
  return unnamed(table, reached);
}
