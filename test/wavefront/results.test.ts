// What the generated apps leave in their tables, against plain dynamic programming.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../src/wavefront/phases.ts';
import { example, executed, randomU32 } from './tables.ts';

function paths(rows: number, columns: number): number[][] {
  const blocked = randomU32(rows * columns, 8, 1);
  const ways: number[][] = [];
  const at = (row: number, column: number) =>
    row >= 0 && column >= 0 ? ways[row][column] : Number(row === -1 && column === -1);
  for (let row = 0; row < rows; row++) {
    ways.push([]);
    for (let column = 0; column < columns; column++) {
      const isBlocked = blocked[row * columns + column] === 0 && row + column > 0;
      const sum = at(row, column - 1) + at(row - 1, column) + at(row - 1, column - 1);
      ways[row].push(isBlocked ? 0 : sum >>> 0);
    }
  }
  return ways;
}

const configuration = fc
  .record({
    tile: fc.constantFrom(1, 1, 2, 3, 8),
    workgroup: fc.constantFrom(4, 7, 32),
    halo: fc.integer({ min: 0, max: 6 }),
    band: fc.integer({ min: -1, max: 40 }),
  })
  .map(
    ({ tile, workgroup, halo, band }): Configuration => ({
      tile,
      workgroup,
      band,
      diagonals: tile > 1 ? 1 : Math.min(halo, workgroup - 1) + 1,
    }),
  );

describe('a path count', () => {
  it('is that of the recurrence, however the table is cut', () => {
    const size = fc.integer({ min: 1, max: 24 });
    fc.assert(
      fc.property(size, size, configuration, (rows, columns, how) => {
        const table = executed(example('paths', { rows, columns }), how);
        expect(table.map((row) => row.map(([ways]) => ways))).toEqual(paths(rows, columns));
      }),
      { numRuns: 12 },
    );
  });
});
