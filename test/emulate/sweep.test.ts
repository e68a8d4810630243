// What workgroups in a row touch of a buffer over which a launch sweeps: each test counts it place by place as well.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostInARow } from '../../src/emulate/sweep.ts';

/** Places that are touched when each of `places` moves on by one so many times. */
function counted(places: readonly number[], moves: number): number {
  const touched = new Set<number>();
  for (const place of places) for (let move = 0; move <= moves; move++) touched.add(place + move);
  return touched.size;
}

function sweepOf(places: readonly number[]) {
  const inOrder = [...new Set(places)].sort((a, b) => a - b);
  const gaps = inOrder.slice(1).map((place, before) => place - inOrder[before]);
  return {
    gapSectors: Float64Array.from(gaps).sort(),
    workgroups: 1,
    stepSectors: 1,
    placeSectors: 1,
  };
}

describe('workgroups in a row', () => {
  it('touch what one touches and what lies behind each place, nothing twice', () => {
    const places = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 200 }), (touched, moves) => {
        expect(mostInARow(sweepOf(touched), moves + 1)).toBeCloseTo(counted(touched, moves), 6);
      }),
    );
  });

  it('touch parts that lie far apart each by itself', () => {
    const volumes = [0, 1, 2, 100_000, 100_001, 100_002];
    expect(mostInARow(sweepOf(volumes), 11)).toBe(26);
  });
});
