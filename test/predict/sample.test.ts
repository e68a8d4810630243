import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleWorkgroups } from '../../src/predict/sample.ts';

const shape = fc.record({
  totalWorkgroups: fc.integer({ min: 1, max: 2 ** 31 }),
  count: fc.integer({ min: 1, max: 300 }),
  seed: fc.integer({ min: -1000, max: 1000 }),
});

describe('sampleWorkgroups', () => {
  it('chooses as many existing workgroups as wanted, each once', () => {
    fc.assert(
      fc.property(shape, (each) => {
        const chosen = sampleWorkgroups(each);
        expect(chosen.length).toBe(Math.min(each.count, each.totalWorkgroups));
        expect(new Set(chosen).size).toBe(chosen.length);
        for (const index of chosen)
          expect(index >= 0 && index < each.totalWorkgroups && Number.isInteger(index)).toBe(true);
      }),
    );
  });

  it('takes all of a small launch, in order', () => {
    expect(sampleWorkgroups({ totalWorkgroups: 4, count: 10, seed: 3 })).toEqual([0, 1, 2, 3]);
  });

  it('lies evenly over the launch wherever it is cut off', () => {
    const chosen = sampleWorkgroups({ totalWorkgroups: 1_000_000, count: 200, seed: 0 });
    for (const length of [8, 40, 200]) {
      const quarters = [0, 0, 0, 0];
      for (const index of chosen.slice(0, length)) quarters[Math.floor(index / 250_000)]!++;
      for (const quarter of quarters) expect(Math.abs(quarter - length / 4)).toBeLessThanOrEqual(2);
    }
  });
});
