// How long the SM with the most work is expected to run on after the others.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imbalance } from '../../src/emulate/imbalance.ts';

const SMS = 132;
const CYCLES = 1000;

const spreadOf = (variation: number, mostOverMean: number) => ({
  work: new Float64Array(),
  longestWarp: new Float64Array(),
  workPerWorkgroup: 1,
  executedPerWorkgroup: 1,
  variation,
  mostOverMean,
});

describe('the last SM', () => {
  it('is never later than if all of its workgroups were the largest that was seen', () => {
    // One workgroup on each SM, of which one in many takes three times the mean.
    expect(imbalance(spreadOf(5, 3), CYCLES, 1, 4, SMS)).toBe(2 * CYCLES);
    expect(imbalance(spreadOf(5, 3), CYCLES, 8, 4, SMS)).toBe((0.5 * 2 * CYCLES * 4) / 8);
  });

  it('is as late as the largest of so many normal deviates where the range allows it', () => {
    // 2.5 standard deviations, the expected largest of 132 (tables of normal order statistics give 2.6).
    const late = imbalance(spreadOf(0.1, 10), CYCLES, 4, 4, SMS) / CYCLES;
    expect(late).toBeGreaterThan(0.12);
    expect(late).toBeLessThan(0.135);
  });

  it('comes sooner the more workgroups each SM has, and never for workgroups that are alike', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.double({ min: 1, max: 20, noNaN: true }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 64 }),
        (variation, most, residents, onFullest) => {
          const late = (count: number) => imbalance(spreadOf(variation, most), CYCLES, count, residents, SMS);
          // Where they no longer run all at once, another thing delays the last.
          if (onFullest !== residents)
            expect(late(onFullest + 1)).toBeLessThanOrEqual(late(onFullest) * (1 + 1e-12));
          expect(imbalance(spreadOf(0, 1), CYCLES, onFullest, residents, SMS)).toBe(0);
        },
      ),
    );
  });
});
