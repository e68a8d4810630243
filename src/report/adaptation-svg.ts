// What an adapted kernel has of the best speed at each input, as a self-contained SVG: a row for each input and device,
// with a bar for the variant that the rule picks, coloured by variant, and a mark for the kernel as it is.

import type { AdaptationReport } from './adaptation-text.ts';
import { MARK } from './mark.ts';
import { markup } from './svg.ts';

const COLOURS = ['#4477aa', '#cc6677', '#ddaa33', '#117733', '#882255', '#88ccee', '#999933', '#332288'];
const LEFT = 230;
const INNER = 420;
const RIGHT = 90;
const ROW = 20;
const TOP = 78;

export function adaptationSvg({ name, isMeasured, adaptation }: AdaptationReport): string {
  const { outcomes, space, targets, variants } = adaptation;
  const width = LEFT + INNER + RIGHT;
  const height = TOP + outcomes.length * ROW + 40;
  const x = (share: number) => LEFT + share * INNER;
  const sorted = [...outcomes].sort(
    (a, b) =>
      a.input.map((value, at) => value - b.input[at]).find((each) => each !== 0) ??
      a.target.localeCompare(b.target),
  );
  const bottom = TOP + outcomes.length * ROW;
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path class="grid" d="M${x(share)} ${TOP - 4}V${bottom}"/><text x="${x(share)}" y="${bottom + 16}" text-anchor="middle">${share * 100} %</text>`,
  );
  const rows = sorted.map(({ input, target, variant, timeNs, asItIsNs, bestNs }, at) => {
    const y = TOP + at * ROW;
    const words = space.map((axis, i) => `${axis.name} ${input[i]}`).join(', ');
    const label = markup(targets.length > 1 ? `${words}, ${target}` : words);
    const own = timeNs === undefined ? 0 : bestNs / timeNs;
    const mark =
      asItIsNs === undefined
        ? ''
        : `<path class="as-it-is" d="M${x(bestNs / asItIsNs).toFixed(1)} ${y + 1}v${ROW - 4}"/>`;
    return `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${label}</text><rect x="${LEFT}" y="${y + 2}" width="${(own * INNER).toFixed(1)}" height="${ROW - 6}" fill="${colour(variant)}"/>${mark}<text x="${x(1) + 8}" y="${y + 13}">${(own * 100).toFixed(1)} %</text>`;
  });
  const key = variants.map((_, at) => {
    const left = LEFT + at * 90;
    return `<rect x="${left}" y="42" width="12" height="12" fill="${colour(at)}"/><text x="${left + 17}" y="52">variant ${at + 1}</text>`;
  });
  const title = `${name}: share of the best speed${isMeasured ? '' : ', predicted'}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<metadata>${MARK}</metadata>
<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #333 }
.grid { stroke: #ddd; fill: none } .as-it-is { stroke: #000; stroke-width: 2; fill: none }
</style>
<text x="${width / 2}" y="24" text-anchor="middle" font-size="15">${markup(title)}</text>
${key.join('\n')}
<path class="as-it-is" d="M${LEFT + variants.length * 90 + 4} 41v14"/><text x="${LEFT + variants.length * 90 + 12}" y="52">as it is</text>
${grid.join('\n')}
${rows.join('\n')}
</svg>
`;
}

function colour(variant: number): string {
  return COLOURS[variant % COLOURS.length];
}
