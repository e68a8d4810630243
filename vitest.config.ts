import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compiledCoreInTests } from './compiled-core.mjs';
import { lateOptimization } from './src/start/engine.ts';
import { offerDevices } from './test/offer-devices.ts';
import { alone, isLong, leftOut, tierOf } from './test/tiers.ts';

const ALL = ['test/**/*.test.ts'];

/** In MiB: with the usual 1 to 16 there are four times as many collections of young objects, which take half as long again. */
const LARGE_NURSERY = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * Long files begin first, so that no processor waits for the last of them; vitest itself goes by their sizes. Those with
 * processes of their own come before all others: a shared process is kept only for a file that goes on in it.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number =>
      (project.config.isolate ? 0 : 2) + (isLong(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

// The tier of tests is vitest's mode: test/tiers.ts.
export default defineConfig(({ mode }) => {
  const tier = tierOf(mode);
  offerDevices(tier);
  const settings = {
    env: { KERNELCAST_TIER: tier },
    // For what does not end; nothing is tested by how long it takes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    execArgv: [...lateOptimization(), ...LARGE_NURSERY],
  };
  // As in the bundles; emulate/compiled.test.ts compares it with the source that it is made of.
  const plugins = [compiledCoreInTests];
  // Files share processes, which saves a half: each would load the same modules, and the engine compile them anew.
  const exclude = leftOut(tier);
  const shared = { name: 'shared', include: ALL, exclude: [...exclude, ...alone()], isolate: false };
  const own = { name: 'alone', include: alone(), exclude };
  return {
    test: {
      globalSetup: ['test/build-once.ts'],
      // One more than processors, for those that wait for browsers, devices and servers: of two it makes the whole 6 % shorter.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongFirst },
      projects: [
        { plugins, test: { ...settings, ...shared } },
        { plugins, test: { ...settings, ...own } },
      ],
    },
  };
});
