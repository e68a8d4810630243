// The synthetic wavefront that the learners are trained on (Mohanty and Cole, section 3.1): elements of two integers and
// as many pairs of floats as dsize says, and tsize rounds of work on each, every round hanging on the one before.

import { wavefrontSource } from './template.ts';
import type { Wavefront } from './wavefront.ts';

/** What the paper calls an instance, but for the size of the table. */
export interface Granularity {
  /** Rounds of a multiplication and an addition for each element. */
  readonly tsize: number;
  /** Pairs of floats in an element, which has 8 + 8 · dsize bytes. */
  readonly dsize: number;
}

export function bytesOf({ dsize }: Pick<Granularity, 'dsize'>): number {
  return 8 + 8 * dsize;
}

/** With any size of table: none of its buffers but the table hangs on it. */
export function syntheticWavefront({ tsize, dsize }: Granularity): Wavefront {
  return {
    name: `synthetic tsize ${tsize} dsize ${dsize}`,
    file: 'synthetic.json',
    cellFile: 'synthetic.wgsl',
    rows: 1024,
    columns: 1024,
    source: wavefrontSource(cellSource(dsize)),
    cellBytes: bytesOf({ dsize }),
    declared: { params: {}, constants: { TSIZE: tsize }, bindings: [] },
  };
}

function cellSource(dsize: number): string {
  const floats = 2 * dsize;
  const values = floats > 0 ? `\n  values: array<f32, ${floats}>,` : '';
  const mixed = `
  for (var k = 0; k < ${floats}; k++) {
    here.values[k] = 0.5 * west.values[k] + 0.25 * north.values[k] + 0.25 * northWest.values[k];
  }`;
  return `override TSIZE: i32;

struct Cell {
  rounds: i32,
  last: f32,${values}
}

fn outside(row: i32, column: i32) -> Cell {
  var here: Cell;
  here.last = f32(row + column);
  return here;
}

fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell {
  var here: Cell;${floats > 0 ? mixed : ''}
  var last = west.last + north.last - northWest.last;
  for (var round = 0; round < TSIZE; round++) {
    last = last * 0.999 + 0.25;
  }
  here.rounds = west.rounds + TSIZE;
  here.last = last;
  return here;
}
`;
}
