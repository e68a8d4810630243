// Random kernels under random transformations: what is not refused is valid WGSL and computes the same.

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closeTint } from '../../src/hardware/tint.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { type Transformation, transformKernel } from '../../src/transform/index.ts';
import { repeats } from '../tier.ts';
import { randomKernel } from './random-kernel.ts';
import { difference, launchOf } from './support.ts';

afterAll(closeTint);

const RUNS = repeats({ sample: 25, whole: 30 });

const direction = fc.constantFrom(0, 0, 1, 2) as fc.Arbitrary<0 | 1 | 2>;
const coarsening = fc.record(
  { direction, factor: fc.constantFrom(2, 2, 3, 4), stride: fc.constantFrom(1, 2, 3, 8, 32) },
  { requiredKeys: ['direction', 'factor'] },
);
const transformation = fc.record(
  {
    coarsen: fc.array(coarsening, { minLength: 1, maxLength: 2 }),
    blockCoarsen: fc.array(fc.record({ direction, factor: fc.constantFrom(2, 3) }), {
      minLength: 1,
      maxLength: 1,
    }),
    swapAxes: fc.boolean(),
    workgroup: fc.constantFrom([16, 1, 1] as const, [4, 4, 1] as const, [5, 3, 1] as const),
    unroll: fc.constantFrom(2, 3, 'full' as const).map((factor) => [{ loop: 'all', factor }]),
  },
  { requiredKeys: [] },
);

function launchFor(seed: number): { source: string; launch: Launch } {
  const { source, dispatch, count } = randomKernel(seed);
  const uniform = [count, 3 + (seed % 3), 2 + (seed % 5)];
  const buffers = [count, Array<number>(count).fill(0), uniform, Array<number>(8).fill(0)];
  return { source, launch: launchOf({ dispatch, buffers, uniforms: [2] }, seed) };
}

describe('random kernels', () => {
  it('compute the same after random transformations', { timeout: 600_000 }, async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), transformation, async (seed, wanted) => {
        const { source, launch } = launchFor(seed);
        const { value, diagnostics } = transformKernel(source, launch, wanted as Transformation);
        if (!value) {
          // Nothing that a step makes may be wrong in itself.
          expect(diagnostics.filter((each) => !each.code.startsWith('transform/'))).toEqual([]);
          return;
        }
        done++;
        expect(await difference(source, launch, value)).toBeUndefined();
      }),
      { numRuns: RUNS, seed: 8 },
    );
    expect(done).toBeGreaterThan(RUNS / 2);
  });
});
