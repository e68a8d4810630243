// Code that is longer than an SM keeps, against what was measured on an H200 (microbench/fetching).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf, ratioOf } = measuredLaunches('fetching', 'nvidia-h200-2026-11-23-fetching.json');

describe('a loop that is longer than what an SM keeps of code', () => {
  it('takes as long as its lines take to come, for warps that run together', () => {
    expect(errorOf(/^body-(2048|3072|4096|8192|12288)-4$/)).toBeLessThan(0.05);
    expect(errorOf(/^body-4096-(1|8)$/)).toBeLessThan(0.08);
  }, 60_000);

  it('comes from L2 the first time', () => {
    expect(Math.abs(ratioOf('body-4096-once-4') - 1)).toBeLessThan(0.15);
  }, 60_000);

  it('is not predicted slower than it is where many warps share little', () => {
    expect(ratioOf('body-4096-64')).toBeLessThan(1);
    expect(ratioOf('loops-32')).toBeGreaterThan(0.9);
  }, 60_000);
});
