// What the generated apps leave in their tables, against plain dynamic programming.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../src/wavefront/phases.ts';
import { example, executed, randomU32 } from './tables.ts';

/** Fills a table row by row; `cell` gets what is to the west, north and north-west. */
function filled<T>(
  rows: number,
  columns: number,
  outside: (row: number, column: number) => T,
  cell: (row: number, column: number, west: T, north: T, northWest: T) => T,
): T[][] {
  const table: T[][] = [];
  const at = (row: number, column: number) =>
    row >= 0 && column >= 0 ? table[row][column] : outside(row, column);
  for (let row = 0; row < rows; row++) {
    table.push([]);
    for (let column = 0; column < columns; column++) {
      const west = at(row, column - 1);
      table[row].push(cell(row, column, west, at(row - 1, column), at(row - 1, column - 1)));
    }
  }
  return table;
}

function paths(rows: number, columns: number): number[][] {
  const blocked = randomU32(rows * columns, 8, 1);
  return filled(
    rows,
    columns,
    (row, column) => Number(row === -1 && column === -1),
    (row, column, west, north, northWest) =>
      blocked[row * columns + column] === 0 && row + column > 0 ? 0 : (west + north + northWest) >>> 0,
  );
}

/** The textbook's: the best alignment that ends here, any gap tried in full. */
function alignment(rows: number, columns: number): number[][] {
  const [first, second] = [randomU32(rows, 4, 1), randomU32(columns, 4, 2)];
  const scores: number[][] = Array.from({ length: rows + 1 }, () => new Array(columns + 1).fill(0));
  for (let i = 1; i <= rows; i++) {
    for (let j = 1; j <= columns; j++) {
      const similarity = first[i - 1] === second[j - 1] ? 5 : -4;
      let best = Math.max(0, scores[i - 1][j - 1] + similarity);
      for (let gap = 1; gap <= i; gap++) best = Math.max(best, scores[i - gap][j] - 9 - gap);
      for (let gap = 1; gap <= j; gap++) best = Math.max(best, scores[i][j - gap] - 9 - gap);
      scores[i][j] = best;
    }
  }
  return scores.slice(1).map((row) => row.slice(1));
}

/** In one line of capacities, as it is usually written. */
function knapsack(items: number, capacity: number): number[][] {
  const weights = randomU32(items, 7, 1).map((each) => each + 1);
  const values = randomU32(items, 100, 2);
  const worth = new Array(capacity + 1).fill(0);
  return weights.map((weight, item) => {
    for (let room = capacity; room >= weight; room--)
      worth[room] = Math.max(worth[room], worth[room - weight] + values[item]);
    return [...worth];
  });
}

type Game = { choice: number[]; worth: number[] };

function game(rows: number, columns: number, tsize: number): Game[][] {
  const f = Math.fround;
  const mixed = (of: (each: Game) => number[], a: [Game, number][]) =>
    [0, 1, 2, 3].map((k) => a.reduce((sum, [each, weight]) => f(sum + f(weight * of(each)[k])), 0));
  return filled<Game>(
    rows,
    columns,
    (row, column) => {
      const start = ((row * 7 + column * 3) & 15) / 16;
      return { choice: [start, 1 - start, 0.5, 0.5], worth: [0, 0, 0, 0] };
    },
    (row, column, west, north, northWest) => {
      const [w, n, nw] = [west, north, northWest];
      let choice = mixed(
        (each) => each.choice,
        [
          [w, 0.5],
          [n, 0.25],
          [nw, 0.25],
        ],
      );
      let worth = mixed(
        (each) => each.worth,
        [
          [n, 0.5],
          [w, 0.25],
          [nw, 0.25],
        ],
      );
      const gain = [row & 7, column & 7].map((each) => each / 8);
      const least = [0.25, 0.125, 0.125, 0.25];
      for (let round = 0; round < tsize; round++) {
        const from = choice;
        worth = worth.map((each, k) => 0.75 * each + 0.25 * (from[(k + 2) % 4] * gain[k % 2] + least[k]));
        choice = choice.map((each, k) => 0.875 * each + 0.125 * worth[k]);
      }
      return { choice, worth };
    },
  );
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

/** One of each kind: one workgroup, tiles with corners, a halo in a band, single diagonals. */
const KINDS: readonly Configuration[] = [
  { band: -1, tile: 1, diagonals: 1, workgroup: 8 },
  { band: 6, tile: 4, diagonals: 1, workgroup: 8 },
  { band: 9, tile: 1, diagonals: 3, workgroup: 8 },
  { band: 40, tile: 1, diagonals: 1, workgroup: 16 },
];

describe('the table that an app leaves', () => {
  it('counts paths as the recurrence does, however it is cut', () => {
    const size = fc.integer({ min: 1, max: 14 });
    fc.assert(
      fc.property(size, size, configuration, (rows, columns, how) => {
        const table = executed(example('paths', { rows, columns }), how);
        expect(table.map((row) => row.map(([ways]) => ways))).toEqual(paths(rows, columns));
      }),
      { numRuns: 8 },
    );
  });

  it.each(KINDS)('has the scores of all alignments (%o)', (how) => {
    const table = executed(example('smith-waterman', { rows: 22, columns: 17 }), how);
    expect(table.map((row) => row.map(([score]) => score))).toEqual(alignment(22, 17));
  });

  it.each(KINDS)('has what a knapsack holds at most (%o)', (how) => {
    const table = executed(example('knapsack', { items: 14, capacity: 25 }), how);
    expect(table.map((row) => row.map(([worth]) => worth))).toEqual(knapsack(14, 25));
  });

  it.each(KINDS)('has what the players come to (%o)', (how) => {
    const floats = new Float32Array(1);
    const words = new Uint32Array(floats.buffer);
    const asFloat = (word: number) => {
      words[0] = word;
      return floats[0];
    };
    const table = executed(example('nash', { rows: 9, columns: 12, tsize: 5 }), how);
    const expected = game(9, 12, 5);
    table.forEach((row, r) => {
      row.forEach(([rounds, , , , ...rest], c) => {
        expect(rounds).toBe(5 * (c + 1));
        const { choice, worth } = expected[r][c];
        rest.map(asFloat).forEach((value, k) => {
          expect(value).toBeCloseTo([...choice, ...worth][k], 4);
        });
      });
    });
  });
});
