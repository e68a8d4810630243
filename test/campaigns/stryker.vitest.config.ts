// What Stryker runs against each mutant: the small tests of what is mutated, in one process.

import { defineConfig } from 'vitest/config';
import { leftOut } from '../tiers.ts';

export default defineConfig({
  test: {
    include: ['test/{launch,emulate,execute}/**/*.test.ts'],
    exclude: leftOut('fast'),
    env: { KERNELCAST_TIER: 'fast' },
    testTimeout: 60_000,
  },
});
