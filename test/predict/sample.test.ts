import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairsOfOneMoment, sampleWorkgroups, workgroupsOfOneSm } from '../../src/predict/sample.ts';

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

  it('takes all of a small launch', () => {
    expect(sampleWorkgroups({ totalWorkgroups: 4, count: 10, seed: 3 }).sort()).toEqual([0, 1, 2, 3]);
  });

  it('lies evenly over the launch wherever it is cut off', () => {
    const chosen = sampleWorkgroups({ totalWorkgroups: 1_000_000, count: 200, seed: 0 });
    for (const length of [8, 40, 200]) {
      const quarters = [0, 0, 0, 0];
      for (const index of chosen.slice(0, length)) quarters[Math.floor(index / 250_000)]++;
      for (const quarter of quarters) expect(Math.abs(quarter - length / 4)).toBeLessThanOrEqual(2);
    }
  });
});

describe('pairsOfOneMoment', () => {
  it('are workgroups that run at once, each with the next one', () => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 5000 }), ({ totalWorkgroups, count }, concurrent) => {
        const chosen = pairsOfOneMoment(totalWorkgroups, concurrent, count);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(Math.max(...chosen)).toBeLessThan(totalWorkgroups);
        expect(Math.max(...chosen) - Math.min(...chosen)).toBeLessThanOrEqual(concurrent);
        expect(chosen.length).toBeLessThanOrEqual(count + 1);
        if (totalWorkgroups > 1 && chosen[0] + 1 < totalWorkgroups) expect(chosen[1]).toBe(chosen[0] + 1);
      }),
    );
  });
});

describe('workgroupsOfOneSm', () => {
  it('lie as far apart as there are SMs, around the middle', () => {
    expect(workgroupsOfOneSm(1000, 100, 3)).toEqual([399, 499, 599]);
    expect(workgroupsOfOneSm(250, 100, 8)).toEqual([24, 124, 224]);
    expect(workgroupsOfOneSm(7, 100, 8)).toEqual([3]);
  });

  it('exist', () => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 200 }), ({ totalWorkgroups, count }, smCount) => {
        const chosen = workgroupsOfOneSm(totalWorkgroups, smCount, count);
        expect(chosen.length).toBeGreaterThan(0);
        expect(chosen.length).toBeLessThanOrEqual(count);
        for (const index of chosen) expect(index >= 0 && index < totalWorkgroups).toBe(true);
      }),
    );
  });
});
