// Processor time of a prediction against the size of what is predicted, as a picture; both axes logarithmic.

import type { SizeCost } from './sizes.ts';

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 56;
const BOTTOM = 44;
const TOP = 12;
const RIGHT = 130;
const COLOURS = ['#1b6ca8', '#c8553d', '#3a7d44', '#7d5ba6', '#b8860b'];

export function sizePlot(costs: readonly SizeCost[]): string {
  const kernels = [...new Set(costs.map(({ kernel }) => kernel))];
  // Sizes as invocations' order: matrices and images count their elements.
  const sizeOf = ({ kernel, value }: SizeCost) => (/stencil|matmul/.test(kernel) ? value ** 2 : value);
  const sizes = costs.map(sizeOf);
  const [from, to] = [Math.floor(Math.log10(Math.min(...sizes))), Math.ceil(Math.log10(Math.max(...sizes)))];
  const most = 10 ** Math.ceil(Math.log10(Math.max(...costs.map(({ seconds }) => seconds))));
  const least = most / 100;
  const x = (size: number) => LEFT + ((Math.log10(size) - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const y = (seconds: number) =>
    TOP + (1 - Math.log10(seconds / least) / Math.log10(most / least)) * (HEIGHT - TOP - BOTTOM);
  const lines = kernels.map((kernel, index) => {
    const own = costs.filter((each) => each.kernel === kernel);
    const points = own.map((each) => `${x(sizeOf(each)).toFixed(1)},${y(each.seconds).toFixed(1)}`);
    const [labelX, labelY] = points.at(-1)!.split(',').map(Number);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[index]}" stroke-width="2"/>
<text x="${labelX + 6}" y="${labelY + 4 + 12 * (index - 2)}" fill="${COLOURS[index]}">${kernel}</text>`;
  });
  const columns = Array.from({ length: to - from + 1 }, (_, step) => from + step).map(
    (
      power,
    ) => `<line x1="${x(10 ** power)}" y1="${TOP}" x2="${x(10 ** power)}" y2="${HEIGHT - BOTTOM}" stroke="#ddd"/>
<text x="${x(10 ** power)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">10^${power}</text>`,
  );
  const rows = [least, most / 10, most].map(
    (
      seconds,
    ) => `<line x1="${LEFT}" y1="${y(seconds)}" x2="${WIDTH - RIGHT}" y2="${y(seconds)}" stroke="#ddd"/>
<text x="${LEFT - 6}" y="${y(seconds) + 4}" text-anchor="end">${seconds} s</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<style>svg { background: #fff; font: 12px system-ui, sans-serif; fill: #333 }</style>
${[...columns, ...rows, ...lines].join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">elements of the largest buffer</text>
</svg>
`;
}
