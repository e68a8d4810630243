// Loads that scatter over many pages, against what was measured on an H200 (microbench/scattered).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf } = measuredLaunches(
  'scattered',
  'nvidia-h200-2026-11-22-scattered.json',
  'nvidia-h200-2026-11-23-scattered.json',
  'nvidia-h200-2026-11-28-lanes.json',
);

describe('loads at random', () => {
  it('look up pages as often as they miss those at hand', () => {
    expect(errorOf(/^(chained|many)-/)).toBeLessThan(0.03);
    expect(errorOf(/^vectors-single-/)).toBeLessThan(0.05);
  }, 60_000);

  it('look up nothing within as many places as are at hand, however far apart', () => {
    expect(errorOf(/^(spots-(8|16)x|vectors-stretches-)/)).toBeLessThan(0.07);
  }, 60_000);

  it('look up more with each further place', () => {
    expect(errorOf(/^spots-(32|64|128)x(256|512|2048)/)).toBeLessThan(0.06);
  }, 60_000);

  it('look up pages for what all warps ask, however few lanes of each do', () => {
    expect(errorOf(/^lanes LANES=(2|4|8|16|32) MIB=(16|32)/)).toBeLessThan(0.015);
    expect(errorOf(/^lanes LANES=(4|8|16|32) MIB=(2|8)/)).toBeLessThan(0.03);
  }, 60_000);

  it('look up no page for what is in L1', () => {
    expect(errorOf(/^vectors-pair-/)).toBeLessThan(0.06);
  }, 60_000);
});
