// What L2 does at once, against what was measured on an H200 (microbench/blends).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf, ratioOf } = measuredLaunches('blends', 'nvidia-h200-2026-11-27-blends.json');

describe('reads and writes of what L2 holds', () => {
  it('take their times one after the other where each is of single sectors', () => {
    expect(errorOf(/^near-4/)).toBeLessThan(0.06);
  }, 60_000);

  it('hide some of each other where they are of whole lines', () => {
    expect(ratioOf('near-1-r4w4')).toBeLessThan(1.1);
    expect(ratioOf('near-1-r2w4')).toBeGreaterThan(0.9);
  }, 60_000);
});

describe('what comes from DRAM', () => {
  it('takes the time of as many writes', () => {
    expect(errorOf(/^fetch-\d-(r2)?w\df2/)).toBeLessThan(0.08);
  }, 60_000);
});

describe('two stencils in one kernel', () => {
  it('take as long as the device does', () => {
    expect(errorOf(/^pair-/)).toBeLessThan(0.09);
  }, 60_000);
});
