// The ratios as an SVG of its own: bars from 1, to the left where this library is faster, on a logarithmic scale.

const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** @param {{group: string, about: string, value: number}[]} bars @returns {string} */
export function chart(bars) {
  const [labels, width, line] = [330, 430, 24];
  const logs = bars.map(({ value }) => Math.log10(Math.max(value, 1e-4)));
  const [low, high] = [Math.floor(Math.min(-1, ...logs)), Math.ceil(Math.max(0.5, ...logs))];
  const x = (/** @type {number} */ log) => labels + ((log - low) / (high - low)) * width;
  const parts = [];
  let y = 46;
  let group = "";
  for (const [index, bar] of bars.entries()) {
    if (bar.group !== group) {
      group = bar.group;
      y += 12;
      parts.push(`<text class="group" x="8" y="${y + 12}">${escaped(group)}</text>`);
      y += line;
    }
    const [from, to] = [x(0), x(logs[index] ?? 0)];
    const better = bar.value <= 1;
    const text = bar.value >= 1 ? `${Number(bar.value.toPrecision(3))} ×` : `1/${Number((1 / bar.value).toPrecision(3))}`;
    parts.push(
      `<text x="${labels - 10}" y="${y + 12}" text-anchor="end">${escaped(bar.about)}</text>`,
      `<rect class="${better ? "better" : "worse"}" x="${Math.min(from, to).toFixed(1)}" y="${y + 2}" width="${Math.max(1, Math.abs(to - from)).toFixed(1)}" height="14" rx="2"/>`,
      `<text class="value" x="${(better ? to - 6 : to + 6).toFixed(1)}" y="${y + 13}" text-anchor="${better ? "end" : "start"}">${text}</text>`,
    );
    y += line;
  }
  const height = y + 40;
  const ticks = [];
  for (let log = low; log <= high; log += 1) {
    const text = log === 0 ? "as upstream" : log < 0 ? `1/${10 ** -log}` : `${10 ** log} ×`;
    ticks.push(
      `<line class="${log === 0 ? "one" : "tick"}" x1="${x(log)}" x2="${x(log)}" y1="44" y2="${height - 30}"/>`,
      `<text class="value" x="${x(log)}" y="${height - 14}" text-anchor="middle">${text}</text>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${labels + width + 70} ${height}" role="img" aria-label="Time taken, as a multiple of upstream's client; shorter is faster">
<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222 }
.title { font-size: 15px; font-weight: 600 } .group { font-weight: 600; fill: #555 } .value { fill: #555 }
.better { fill: #2f7d4f } .worse { fill: #b4532a } .tick { stroke: #ddd } .one { stroke: #222 }
</style>
<text class="title" x="8" y="24">Time taken, as a multiple of upstream's: to the left is faster</text>
${ticks.join("\n")}
${parts.join("\n")}
</svg>
`;
}
