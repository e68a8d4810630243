import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // For what does not end; nothing is tested by how long it takes.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['test/build-once.ts'],
    // All processors; by default one is left to vitest itself, which has little to do.
    maxWorkers: '100%',
  },
});
