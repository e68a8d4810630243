// When a sample of workgroups says enough.

import { describe, expect, it } from 'vitest';
import { WorkMeter } from '../../src/execute/work-meter.ts';

/** Workgroups that are executed of those that do so much. */
function executed(
  instructions: (index: number) => number,
  { sectors = () => 10, beside = [] }: { sectors?: (index: number) => number; beside?: number[] } = {},
): number {
  const meter = new WorkMeter({ enough: 24, maximumWarpInstructions: 100_000, maximumWhenUneven: 3_000_000 });
  for (const each of beside) meter.note({ instructions: each, sectors: 10 });
  let count = 0;
  while (count < 1000) {
    const work = { instructions: instructions(count), sectors: sectors(count) };
    count++;
    if (meter.isEnough(work)) break;
  }
  return count;
}

describe('a sample', () => {
  it('of workgroups alike ends when there are enough or they have cost enough', () => {
    expect(executed(() => 1000)).toBe(24);
    expect(executed(() => 10_000)).toBe(10);
  });

  it('is not taken for alike when it has only begun, unless so many are too many', () => {
    // Two of a kind that do nothing else than one another, or stand for the launch?
    expect(executed(() => 60_000)).toBe(8);
    expect(executed(() => 400_000)).toBe(1);
  });

  it('of workgroups that differ goes on, whether in what they execute or in what they move', () => {
    const differing = (index: number) => (index % 2 === 0 ? 900 : 1100);
    // A variation of a tenth is known to 0.75 % after 178.
    expect(executed(differing)).toBeGreaterThan(170);
    expect(executed(() => 1000, { sectors: differing })).toBeGreaterThan(170);
  });

  it('is judged by what ran beside it, too, where that differs', () => {
    expect(executed(() => 60_000, { beside: [60_000, 60_000, 60_000, 60_000] })).toBe(8);
    expect(executed(() => 60_000, { beside: [60_000, 20_000, 60_000, 90_000] })).toBe(50);
    expect(executed(() => 1000, { beside: [500, 1500] })).toBeGreaterThan(24);
  });

  it('ends with the larger budget at last', () => {
    expect(executed((index) => (index % 10 === 0 ? 300_000 : 0))).toBe(91);
  });
});
