// The picture of docs/adapting.md: for each kernel the share of the best speed that each way of choosing has at inputs
// that it has not seen.

import { markup } from '../../src/report/svg.ts';
import type { Scored } from './leave-one-out-report.ts';

const COLOURS: Readonly<Record<string, string>> = {
  'as it is': '#bbbbbb',
  one: '#999933',
  nearest: '#88ccee',
  'G-ADAPT': '#cc6677',
  adapt: '#4477aa',
  'by model': '#117733',
};
const LEFT = 120;
const INNER = 560;
const ROW = 30;
const TOP = 76;

export function leaveOneOutSvg(
  parts: readonly { readonly title: string; readonly rows: readonly Scored[] }[],
): string {
  const [{ title, rows }] = parts;
  const shown = Object.keys(COLOURS).filter((name) => rows.some(({ shares }) => shares.has(name)));
  const height = TOP + rows.length * ROW + 40;
  const width = LEFT + INNER + 30;
  const bottom = TOP + rows.length * ROW;
  const x = (share: number) => LEFT + share * INNER;
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (share) =>
      `<path class="grid" d="M${x(share)} ${TOP - 6}V${bottom}"/><text x="${x(share)}" y="${bottom + 18}" text-anchor="middle">${Math.round(share * 100)} %</text>`,
  );
  const lines = rows.map(({ kernel, shares }, at) => {
    const y = TOP + at * ROW + ROW / 2;
    const dots = shown.flatMap((name) => {
      const share = shares.get(name);
      if (share === undefined) return [];
      const hint = markup(`${kernel}, ${name}: ${(share * 100).toFixed(1)} %`);
      return [
        `<circle cx="${x(share).toFixed(1)}" cy="${y}" r="${name === 'adapt' ? 7 : 5}" fill="${COLOURS[name]}"><title>${hint}</title></circle>`,
      ];
    });
    return `<path class="grid" d="M${LEFT} ${y}H${LEFT + INNER}"/><text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${markup(kernel)}</text>${dots.join('')}`;
  });
  const key = shown.map((name, at) => {
    const left = LEFT + at * 95;
    return `<circle cx="${left}" cy="48" r="5" fill="${COLOURS[name]}"/><text x="${left + 10}" y="52">${name}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #333 } .grid { stroke: #ddd; fill: none } circle { opacity: 0.9 }
</style>
<text x="${width / 2}" y="22" text-anchor="middle" font-size="15">${markup(`Share of the best speed at inputs left out, ${title}`)}</text>
${key.join('\n')}
${grid.join('\n')}
${lines.join('\n')}
</svg>
`;
}
