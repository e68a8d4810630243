// Lines that each warp asks for one after the other, by how much of them L2 holds from launch to launch, against what was
// measured on an H200 (microbench/steps).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf, ratioOf } = measuredLaunches('steps', 'nvidia-h200-2026-11-30-from-launch-to-launch.json');

describe('what a launch reads again', () => {
  it('is in L2 while that holds a further copy of each line whose user has changed sides', () => {
    expect(errorOf(/^reading-\d+-mib$/)).toBeLessThan(0.09);
    // All of 40 MiB is gone; L2 would hold most of it if the same SM read it each time.
    expect(ratioOf('reading-40-mib')).toBeGreaterThan(0.85);
  }, 60_000);

  it('makes room for what it writes', () => {
    expect(errorOf(/^storing-\d+-mib$/)).toBeLessThan(0.15);
  }, 60_000);
});
