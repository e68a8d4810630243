import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cost } from '../../src/search/cost.ts';
import { chooseForAll, type OnDevices } from '../../src/search/over-devices.ts';

const of = (times: readonly number[], at = 0): OnDevices => ({
  point: [at],
  costs: times.map((timeNs) => ({ timeNs, invocations: 1024 }) as Cost),
});
const times = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 3 });

describe('one configuration for several devices', () => {
  it('is the one that loses least on average, not the quickest of one', () => {
    const base = of([1000, 1000], 0);
    const candidates = [base, of([100, 900], 1), of([300, 250], 2), of([900, 100], 3)];
    expect(chooseForAll(candidates, base)?.best.point).toEqual([2]);
  });

  it('is the kernel as it is where the gain is none to rely on', () => {
    const base = of([100, 100], 0);
    const found = chooseForAll([base, of([95, 95], 1)], base)!;
    expect(found).toEqual({ best: base });
  });

  it('does not hang on the unit of a device: how slow one is counts for nothing', () => {
    fc.assert(
      fc.property(fc.array(times, { minLength: 2, maxLength: 8 }), times, (rows, factors) => {
        const scaled = rows.map((row) => row.map((time, at) => time * factors[at]));
        const chosen = (all: number[][]) => {
          const candidates = all.map((row, at) => of(row, at));
          return chooseForAll(candidates, candidates[0])!.best.point[0];
        };
        const product = (row: number[]) => row.reduce((a, b) => a * b, 1);
        const [a, b] = [rows[chosen(rows)], rows[chosen(scaled)]];
        expect(product(b) / product(a)).toBeCloseTo(1, 6);
      }),
    );
  });

  it('needs a candidate', () => {
    expect(chooseForAll([])).toBeUndefined();
    expect(chooseForAll([of([5], 4)])?.best.point).toEqual([4]);
  });
});
