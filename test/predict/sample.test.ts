import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleWorkgroups } from '../../src/predict/sample.ts';

const shape = fc.record({
  totalWorkgroups: fc.integer({ min: 1, max: 1_000_000 }),
  smCount: fc.integer({ min: 1, max: 200 }),
  residents: fc.integer({ min: 1, max: 32 }),
  sets: fc.integer({ min: 1, max: 8 }),
  seed: fc.integer({ min: -1000, max: 1000 }),
});

describe('sampleWorkgroups', () => {
  it('chooses existing workgroups, each once', () => {
    fc.assert(
      fc.property(shape, (each) => {
        const chosen = sampleWorkgroups(each);
        expect(chosen.length).toBeGreaterThan(0);
        expect(new Set(chosen).size).toBe(chosen.length);
        for (const index of chosen)
          expect(index >= 0 && index < each.totalWorkgroups && Number.isInteger(index)).toBe(true);
      }),
    );
  });

  it('takes neighbours on one SM a device width apart', () => {
    expect(sampleWorkgroups({ totalWorkgroups: 12, smCount: 4, residents: 3, sets: 1, seed: 0 })).toEqual([
      1, 5, 9,
    ]);
  });

  it('spreads over the launch, places in turn', () => {
    const chosen = sampleWorkgroups({ totalWorkgroups: 10_000, smCount: 10, residents: 2, sets: 4, seed: 0 });
    const quarter = (index: number) => Math.floor(index / 2500);
    expect(chosen.map(quarter)).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
  });
});
