// Predicted over measured time of every launch, both axes logarithmic, as a self-contained SVG: points on the
// diagonal are right, the band around it is within 25 %.

import type { Row } from '../validate/validate.ts';
import { MARK } from './mark.ts';
import { formatTime } from './units.ts';

const SIZE = 640;
const MARGIN = 70;
const INNER = SIZE - 2 * MARGIN;

export function scatterSvg(rows: readonly Row[], title: string): string {
  const points = rows.filter((row) => row.predictedNs !== undefined);
  const times = points.flatMap((row) => [row.measuredNs, row.predictedNs!]);
  const low = Math.floor(Math.log10(Math.min(...times, 1e3)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...times, 1e4))));
  const x = (ns: number) => MARGIN + ((Math.log10(ns) - low) / (high - low)) * INNER;
  const y = (ns: number) => SIZE - x(ns);
  const [first, last] = [10 ** low, 10 ** high];
  const parts: string[] = [];
  for (let decade = low; decade <= high; decade++) {
    const at = 10 ** decade;
    const label = markup(formatTime(at));
    parts.push(
      `<path class="grid" d="M${x(at)} ${y(first)}V${y(last)}M${x(first)} ${y(at)}H${x(last)}"/>`,
      `<text x="${x(at)}" y="${y(first) + 18}" text-anchor="middle">${label}</text>`,
      `<text x="${x(first) - 8}" y="${y(at) + 4}" text-anchor="end">${label}</text>`,
    );
  }
  const edge = (share: number) =>
    `${x(first)},${y(first * share)} ${x(last / Math.max(share, 1))},${y((last * share) / Math.max(share, 1))}`;
  const [lowerStart, lowerEnd] = edge(0.75).split(' ');
  const [upperStart, upperEnd] = edge(1.25).split(' ');
  parts.push(
    `<polygon class="band" points="${upperStart} ${upperEnd} ${x(last)},${y(last)} ${lowerEnd} ${lowerStart}"/>`,
    `<path class="diagonal" d="M${x(first)} ${y(first)}L${x(last)} ${y(last)}"/>`,
  );
  for (const row of points) {
    const name = markup(
      `${row.name}: measured ${formatTime(row.measuredNs)}, predicted ${formatTime(row.predictedNs!)}`,
    );
    const kind = row.isKeptApart ? 'kept-apart' : 'worked-on';
    parts.push(
      `<circle class="${kind}" cx="${x(row.measuredNs).toFixed(1)}" cy="${y(row.predictedNs!).toFixed(1)}" r="4"><title>${name}</title></circle>`,
    );
  }
  const middle = SIZE / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">
<metadata>${MARK}</metadata>
<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #333 }
.grid { stroke: #ddd; fill: none } .band { fill: #4477aa; opacity: 0.12 } .diagonal { stroke: #4477aa; fill: none }
.worked-on { fill: #4477aa; opacity: 0.75 } .kept-apart { fill: #cc6677; opacity: 0.85 }
</style>
<text x="${middle}" y="28" text-anchor="middle" font-size="15">${markup(title)}</text>
${parts.join('\n')}
<text x="${middle}" y="${SIZE - 22}" text-anchor="middle">measured</text>
<text x="20" y="${middle}" text-anchor="middle" transform="rotate(-90 20 ${middle})">predicted</text>
</svg>
`;
}

function markup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
