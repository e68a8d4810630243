// Atomics whose lanes meet at few places, against what was measured on an H200 (microbench/hot-places).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf } = measuredLaunches('hot-places', 'nvidia-h200-2026-11-22-hot-places.json');

describe('atomics at few places', () => {
  it('wait sector by sector for the lanes that meet at one address', () => {
    expect(errorOf(/^hot-add-\d+x\d+$/)).toBeLessThan(0.08);
  }, 60_000);

  it('keep as many slices busy as there are places that workgroups under way use', () => {
    expect(errorOf(/-(of|turn)\d+$/)).toBeLessThan(0.15);
  }, 60_000);

  it('that one run of workgroups after the other uses keep busy the slices of those under way', () => {
    expect(errorOf(/-run\d+$/)).toBeLessThan(0.35);
  }, 60_000);

  it('cost alike, whatever the operation and whether its result is used', () => {
    expect(errorOf(/^hot-(max|count|return)-/)).toBeLessThan(0.15);
  }, 60_000);
});
