// Curves of tuning runs as a self-contained SVG: per space, how much of the optimum was reached after how many
// trials, on average over the repeats; the dashed line is what random search can expect.

import type { SpaceStanding, Standing } from './score-spaces.ts';

const PANEL = { width: 420, height: 300, left: 52, right: 14, top: 34, bottom: 40 };
const COLUMNS = 2;
const LEGEND_LINE = 18;
const COLOURS = [
  '#4477aa',
  '#cc6677',
  '#228833',
  '#ccaa33',
  '#66ccee',
  '#aa3377',
  '#777777',
  '#ee8866',
  '#44bb99',
  '#332288',
];
const LEVELS = [0, 0.25, 0.5, 0.75, 1];

export function curvesSvg(standings: readonly Standing[]): string {
  const count = standings[0].spaces.length;
  const width = PANEL.width * Math.min(COLUMNS, count);
  const plotHeight = PANEL.height * Math.ceil(count / COLUMNS);
  const height = plotHeight + LEGEND_LINE * (Math.ceil(standings.length / COLUMNS) + 1);
  const panels = Array.from({ length: count }, (_, i) => {
    const [x, y] = [(i % COLUMNS) * PANEL.width, Math.floor(i / COLUMNS) * PANEL.height];
    return `<g transform="translate(${x} ${y})">\n${panel(standings.map(({ spaces }) => spaces[i]))}\n</g>`;
  });
  const legend = standings.map(({ name, meanP }, i) => {
    const x = PANEL.left + (i % COLUMNS) * PANEL.width;
    const y = plotHeight + LEGEND_LINE * (Math.floor(i / COLUMNS) + 1);
    const label = markup(`${name}: mean P ${meanP.toFixed(2)}`);
    return `<path d="M${x} ${y - 4}h20" stroke="${colour(i)}" stroke-width="2"/><text x="${x + 26}" y="${y}">${label}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #333 }
path { fill: none } .grid { stroke: #ddd } .random { stroke: #555; stroke-dasharray: 4 3 }
</style>
${[...panels, ...legend].join('\n')}
</svg>
`;
}

const colour = (i: number) => COLOURS[i % COLOURS.length];

function panel(spaces: readonly SpaceStanding[]): string {
  const { name, budget, expected } = spaces[0];
  const innerWidth = PANEL.width - PANEL.left - PANEL.right;
  const innerHeight = PANEL.height - PANEL.top - PANEL.bottom;
  const x = (trials: number) => PANEL.left + (trials / budget) * innerWidth;
  const y = (share: number) => PANEL.top + (1 - share) * innerHeight;
  const path = (curve: readonly number[]) =>
    curve
      .map((share, trials) => `${trials === 0 ? 'M' : 'L'}${x(trials).toFixed(1)} ${y(share).toFixed(1)}`)
      .join('');
  const grid = LEVELS.map(
    (level) =>
      `<path class="grid" d="M${x(0)} ${y(level)}H${x(budget)}"/>` +
      `<text x="${PANEL.left - 6}" y="${y(level) + 4}" text-anchor="end">${level * 100} %</text>`,
  );
  const ticks = [0, 0.5, 1].map((share) => {
    const trials = Math.round(share * budget);
    return `<text x="${x(trials)}" y="${PANEL.height - PANEL.bottom + 16}" text-anchor="middle">${trials}</text>`;
  });
  return [
    ...grid,
    ...ticks,
    `<text x="${x(budget / 2)}" y="${PANEL.height - 8}" text-anchor="middle">trials</text>`,
    `<text x="${x(budget / 2)}" y="20" text-anchor="middle" font-size="14">${markup(name)}</text>`,
    `<path class="random" d="${path(expected)}"/>`,
    ...spaces.map(({ curve }, i) => `<path d="${path(curve)}" stroke="${colour(i)}" stroke-width="1.6"/>`),
  ].join('\n');
}

function markup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
