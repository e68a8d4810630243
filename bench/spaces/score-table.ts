// Standings as a table of text: a line per contestant, a column per space.

import type { Standing } from './score-spaces.ts';

const NAME_WIDTH = 26;
const COLUMN_WIDTH = 16;

export function standingsTable(standings: readonly Standing[]): string {
  const spaces = standings[0].spaces;
  const head = spaces.map(({ name }) => shorten(name).padStart(COLUMN_WIDTH)).join('');
  const rule = spaces.map(({ budget, configurations }) =>
    `${budget} of ${configurations}`.padStart(COLUMN_WIDTH),
  );
  const rows = standings.map(({ name, meanP, spaces: each }) => {
    const cells = each.map(({ p, standardError }) =>
      `${p.toFixed(3)} ±${standardError.toFixed(2)}`.padStart(COLUMN_WIDTH),
    );
    return `${name.padEnd(NAME_WIDTH)}${meanP.toFixed(3).padStart(8)}${cells.join('')}`;
  });
  return [
    `${'P'.padEnd(NAME_WIDTH)}${'mean'.padStart(8)}${head}`,
    `${'trials of configurations'.padEnd(NAME_WIDTH + 8)}${rule.join('')}`,
    ...rows,
    '',
  ].join('\n');
}

function shorten(name: string): string {
  const most = COLUMN_WIDTH - 2;
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
