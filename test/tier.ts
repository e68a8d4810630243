// The tier of the run that a test is part of (test/tiers.ts), and what depends on it.

import type { Tier } from './tiers.ts';

/** vitest.config.ts sets it; a test program that runs by itself has no tier. */
const tier = process.env['KERNELCAST_TIER'] as Tier | undefined;

/** Devices are there to be used in the last tier only. */
export const isWhole = tier === 'all';

/** How often something random is tried: a sample in the first tiers, in the last one for good. */
export const repeats = ({ sample, whole }: { sample: number; whole: number }): number =>
  isWhole ? whole : sample;
