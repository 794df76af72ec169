// Medians, spread, and how they are written.

/** @param {number[]} numbers */
export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? Number(sorted[half]) : (Number(sorted[half - 1]) + Number(sorted[half])) / 2;
};

/** Half of the distance between the quartiles, in per cent of the median. @param {number[]} numbers */
export function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => Number(sorted[Math.round(part * (sorted.length - 1))]);
  return (50 * (at(0.75) - at(0.25))) / (median(numbers) || 1);
}

/** @param {number} number three significant digits */
export const short = (number) => (number >= 1000 ? Math.round(number).toLocaleString("en") : String(Number(number.toPrecision(3))));

/** A time with a fitting unit. @param {number} ms */
export const time = (ms) => (ms < 1 ? `${short(ms * 1000)} µs` : ms < 1000 ? `${short(ms)} ms` : `${short(ms / 1000)} s`);
