// What is best for which table, as a picture: a field for each number of rounds and size, coloured by the way that is
// fastest (as the paper's figure 5), by all configurations of the model and by what was learned.

import type { Configuration } from '../../src/wavefront/phases.ts';

export interface MapField {
  readonly tsize: number;
  readonly side: number;
  readonly configuration: Configuration;
}

export interface MapPanel {
  readonly title: string;
  readonly fields: readonly MapField[];
}

const CELL = { width: 40, height: 19 };
const MARGIN = { left: 52, top: 40, right: 12, bottom: 40 };
const LEGEND = 30;
const LONE = '#9aa5b1';
const TILES = '#c8553d';
/** Light to dark with the diagonals of a dispatch. */
const DIAGONALS = ['#e3f0e5', '#cde4d0', '#b5d7ba', '#9ac9a1', '#7cba86', '#5da96a', '#3a8d4b', '#1f6b31'];

/** Panels from left to right, two in a row. */
export function mapPlot(panels: readonly MapPanel[]): string {
  const tsizes = [...new Set(panels[0].fields.map(({ tsize }) => tsize))];
  const sides = [...new Set(panels[0].fields.map(({ side }) => side))].sort((a, b) => b - a);
  const width = MARGIN.left + tsizes.length * CELL.width + MARGIN.right;
  const height = MARGIN.top + sides.length * CELL.height + MARGIN.bottom;
  const rows = Math.ceil(panels.length / 2);
  const drawn = panels.map((panel, k) => {
    const [x0, y0] = [(k % 2) * width + MARGIN.left, Math.floor(k / 2) * height + MARGIN.top];
    return panelParts(panel, { tsizes, sides, x0, y0 });
  });
  const total = rows * height + LEGEND;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * width} ${total}" width="${2 * width}" height="${total}">
<title>The best way to fill a table, by its size and the work of a cell</title>
<style>svg { background: #fff; font: 11px system-ui, sans-serif; fill: #333 } .t { font-weight: 600 } .m { text-anchor: middle } .e { text-anchor: end }</style>
${drawn.flat().join('\n')}
${legend(rows * height + 8).join('\n')}
</svg>
`;
}

interface Axes {
  readonly tsizes: readonly number[];
  readonly sides: readonly number[];
  readonly x0: number;
  readonly y0: number;
}

function panelParts({ title, fields }: MapPanel, { tsizes, sides, x0, y0 }: Axes): string[] {
  const bottom = y0 + sides.length * CELL.height;
  const middle = x0 + (tsizes.length * CELL.width) / 2;
  const cells = fields.flatMap(({ tsize, side, configuration }) => {
    const x = x0 + tsizes.indexOf(tsize) * CELL.width;
    const y = y0 + sides.indexOf(side) * CELL.height;
    const { colour, dark, label } = lookOf(configuration);
    const fill = dark ? ' fill="#fff"' : '';
    return [
      `<rect x="${x}" y="${y}" width="${CELL.width - 1}" height="${CELL.height - 1}" fill="${colour}"/>`,
      `<text class="m" x="${x + CELL.width / 2}" y="${y + 13}"${fill}>${label}</text>`,
    ];
  });
  const across = tsizes.map(
    (tsize, k) => `<text class="m" x="${x0 + (k + 0.5) * CELL.width}" y="${bottom + 13}">${tsize}</text>`,
  );
  const down = sides.map(
    (side, k) => `<text class="e" x="${x0 - 5}" y="${y0 + k * CELL.height + 13}">${side}</text>`,
  );
  return [
    `<text class="t" x="${x0}" y="${y0 - 10}">${title}</text>`,
    ...cells,
    ...across,
    ...down,
    `<text class="m" x="${middle}" y="${bottom + 28}">rounds of work in a cell (tsize)</text>`,
    `<text class="m" transform="translate(${x0 - 38} ${(y0 + bottom) / 2}) rotate(-90)">rows and columns</text>`,
  ];
}

function lookOf({ band, tile, diagonals }: Configuration) {
  if (band < 0) return { colour: LONE, dark: false, label: 'one' };
  if (tile > 1) return { colour: TILES, dark: true, label: `t ${tile}` };
  const shade = Math.log2(diagonals);
  return { colour: DIAGONALS[shade], dark: shade > 5, label: String(diagonals) };
}

function legend(y: number): string[] {
  const entries: [string, string][] = [
    [LONE, 'one workgroup'],
    [TILES, 'tiles of a side'],
    [DIAGONALS[2], 'few diagonals at once'],
    [DIAGONALS[7], 'many'],
  ];
  return entries.map(
    ([colour, what], k) =>
      `<rect x="${MARGIN.left + k * 165}" y="${y}" width="12" height="12" fill="${colour}"/><text x="${MARGIN.left + k * 165 + 17}" y="${y + 10}">${what}</text>`,
  );
}
