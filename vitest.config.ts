import { defineConfig } from 'vitest/config';
import { offerDevices } from './test/offer-devices.ts';
import { leftOut, tierOf } from './test/tiers.ts';

const ALL = ['test/**/*.test.ts'];

// The tier of tests is vitest's mode: test/tiers.ts.
export default defineConfig(({ mode }) => {
  const tier = tierOf(mode);
  offerDevices(tier);
  const shared = {
    env: { KERNELCAST_TIER: tier },
    // For what does not end; nothing is tested by how long it takes.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  };
  // Small files share processes, which saves a half: each would load the same modules.
  const small = { name: 'small', include: ALL, exclude: leftOut('fast'), isolate: false };
  const long = { name: 'long', include: leftOut('fast'), exclude: leftOut(tier) };
  return {
    test: {
      globalSetup: ['test/build-once.ts'],
      // All processors; by default one is left to vitest itself, which has little to do.
      maxWorkers: '100%',
      projects: [{ test: { ...shared, ...small } }, { test: { ...shared, ...long } }],
    },
  };
});
