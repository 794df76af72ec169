// The ratios as an SVG of its own: bars from 1, to the left where this library is faster, on a logarithmic scale. Names stand left of the
// bars and figures right of them, each in a column of its own, so that nothing meets whatever the figures are.

const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Room for a letter of 12 px: what the widest of the usual fonts takes, on average. */
const letter = 7.2;
const [edge, line, width, figures] = [20, 24, 440, 64];

/** @param {number} value */
const figure = (value) => (value >= 1 ? `${Number(value.toPrecision(3))} ×` : `1/${Number((1 / value).toPrecision(3))}`);

/** @param {{group: string, about: string, value: number}[]} bars @returns {string} */
export function chart(bars) {
  const left = Math.ceil(edge + 12 + Math.max(...bars.map(({ about }) => about.length)) * letter + 12);
  const whole = left + width + figures + edge;
  const logs = bars.map(({ value }) => Math.log10(Math.min(Math.max(value, 1e-4), 1e4)));
  const [low, high] = [Math.floor(Math.min(-1, ...logs)), Math.ceil(Math.max(1, ...logs))];
  const x = (/** @type {number} */ log) => left + ((log - low) / (high - low)) * width;
  const one = x(0).toFixed(1);
  /** @type {string[]} */
  const parts = [];
  let y = 66;
  for (const group of new Set(bars.map(({ group }) => group))) {
    parts.push(`<text class="group" x="${edge}" y="${y + 16}">${escaped(group)}</text>`);
    y += line;
    for (const { about, value } of bars.filter((bar) => bar.group === group)) {
      const to = x(Math.log10(Math.min(Math.max(value, 1e-4), 1e4)));
      const [from, wide] = [Math.min(x(0), to).toFixed(1), Math.max(1, Math.abs(to - x(0))).toFixed(1)];
      parts.push(
        `<text x="${edge + 12}" y="${y + 14}">${escaped(about)}</text>`,
        `<rect class="${value <= 1 ? "better" : "worse"}" x="${from}" y="${y + 3}" width="${wide}" height="14" rx="2"/>`,
        `<text class="end" x="${whole - edge}" y="${y + 14}">${figure(value)}</text>`,
      );
      y += line;
    }
    y += 12;
  }
  const ticks = [];
  for (let log = low; log <= high; log += 1) {
    const at = x(log).toFixed(1);
    if (log !== 0) ticks.push(`<line class="tick" x1="${at}" x2="${at}" y1="60" y2="${y}"/>`);
    ticks.push(`<text class="middle" x="${at}" y="${y + 18}">${log === 0 ? "1" : log < 0 ? `1/${10 ** -log}` : `${10 ** log} ×`}</text>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${y + 32}" role="img" aria-label="Time taken, as a multiple of upstream's client; shorter is faster">
<style>
svg { background: #fff; font: 12px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; fill: #222 }
.title { font-size: 15px } .title, .group { font-weight: 600 } .middle, .side { fill: #595959 }
.middle { text-anchor: middle } .end { text-anchor: end } .better { fill: #2f7d4f } .worse { fill: #b4532a }
line { stroke: #222 } .tick { stroke: #ddd }
@media (prefers-color-scheme: dark) {
svg { background: #15181c; fill: #e6e6e6 } .middle, .side { fill: #a8a8a8 } .better { fill: #56b27d } .worse { fill: #e08a5b }
line { stroke: #e6e6e6 } .tick { stroke: #363b42 }
}
</style>
<text class="title" x="${edge}" y="30">Time taken, as a multiple of upstream's</text>
<text class="side end" x="${(x(0) - 8).toFixed(1)}" y="54">← faster</text>
<text class="side" x="${(x(0) + 8).toFixed(1)}" y="54">slower →</text>
${ticks.join("\n")}
${parts.join("\n")}
<line x1="${one}" x2="${one}" y1="42" y2="${y}"/>
</svg>
`;
}
