// What Stryker runs against each mutant: the small tests of what is mutated and of what reads launch files.

import { defineConfig } from 'vitest/config';
import { leftOut } from '../tiers.ts';

export default defineConfig({
  test: {
    include: ['test/{launch,emulate,execute,space}/**/*.test.ts', 'test/tune/formats*.test.ts'],
    exclude: leftOut('fast'),
    env: { KERNELCAST_TIER: 'fast' },
    testTimeout: 60_000,
  },
});
