import { describe, expect, it } from 'vitest';
import { choose } from '../../src/search/choose.ts';
import type { Cost } from '../../src/search/cost.ts';
import type { Problem } from '../../src/search/next-best.ts';
import type { Space } from '../../src/space/space.ts';

const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const space: Space = { parameters: [{ name: 'SIZE', values: SIZES, isOrdered: true }], constraints: [] };

/** By index of the size: predicted time, and occupancy where it is not full. */
function chosen(times: readonly number[], occupancies: Readonly<Record<number, number>> = {}, doubted = -1) {
  const evaluated = times.map((timeNs, at) => {
    const cost = { timeNs, occupancyFraction: occupancies[at] ?? 1, invocations: 64 } as Cost;
    return { point: [at], cost, evaluations: at + 1 };
  });
  const doubtOf = ([at]: readonly number[]) => (at === doubted ? 1 : 0);
  return choose({ space, base: [0], doubtOf } as unknown as Problem, evaluated)?.point[0];
}

describe('the choice among predicted configurations', () => {
  it('is the quickest where its neighbours are quick', () => {
    expect(chosen([800, 400, 200, 120, 100, 120, 200, 400, 800])).toBe(4);
  });

  it('is not one that is hardly quicker than another and alone in being quick', () => {
    expect(chosen([400, 390, 99, 390, 400, 130, 102, 100, 130])).toBeGreaterThan(5);
  });

  it('among alike ones is that with the highest occupancy, then that without doubts', () => {
    const times = [500, 101, 100, 100, 101, 102, 250, 500, 900];
    const few = { 1: 0.5, 2: 0.5, 4: 0.5, 5: 0.5 };
    expect(chosen(times, few)).toBe(3);
    expect(chosen(times, {}, 2)).not.toBe(2);
  });

  it('is the launch as it is where what would be gained is within the error', () => {
    expect(chosen([104, 103, 102, 101, 100])).toBe(0);
    expect(chosen([300, 250, 200, 150, 100])).toBe(4);
  });

  it('is, of two that gain about as much, the one that joins fewer invocations', () => {
    const point = (at: number, timeNs: number, invocations: number) => ({
      point: [at],
      cost: { timeNs, occupancyFraction: 1, invocations } as Cost,
      evaluations: at + 1,
    });
    const evaluated = [point(0, 300, 1024), point(8, 97, 64), point(4, 100, 512)];
    expect(choose({ space, base: [0] } as unknown as Problem, evaluated)?.point).toEqual([4]);
  });

  it('needs something to choose from', () => {
    expect(chosen([])).toBeUndefined();
    expect(chosen([7])).toBe(0);
  });
});
