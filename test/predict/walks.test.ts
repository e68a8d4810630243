// Loads at random in one to six buffers against what was measured on an H200 (microbench/walks).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf, ratioOf } = measuredLaunches('walks', 'nvidia-h200-2026-11-27-walks.json');

describe('loads at random', () => {
  it.each([24, 48, 96])(
    'of %i MiB take as long in several buffers as the device does',
    (mebibytes) => {
      expect(errorOf(new RegExp(`-of-${mebibytes}$`))).toBeLessThan(0.13);
    },
    60_000,
  );

  it('take no longer where sizes are no whole pages', () => {
    expect(ratioOf('walk-4-of-48-and-a-word')).toBeCloseTo(ratioOf('walk-4-of-48'), 1);
  }, 60_000);
});
