// Execution against an independent implementation: every kernel gives the same buffers as a Vulkan device
// (test/devices.ts) through WebGPU, however far kernelcast compiles it. Any implementation with subgroups will do.
// Random kernels: test/differential/.

import { beforeAll, describe, expect, it } from 'vitest';
import { describeOnDevice } from '../devices.ts';
import { loadCases, WAYS } from './cases.ts';
import { differences } from './compare.ts';
import { type GpuAnswer, runOnGpu, wordsOf } from './gpu.ts';
import { runOnKernelcast } from './kernelcast.ts';

const cases = loadCases();

describeOnDevice('on a Vulkan device', () => {
  let answer: GpuAnswer;
  beforeAll(async () => {
    answer = await runOnGpu(cases);
  }, 120_000);

  it('runs all kernels, with one subgroup size', () => {
    expect(answer.results.filter((each) => each.error)).toEqual([]);
    expect(answer.features).toContain('subgroups');
    expect(answer.subgroupMaxSize).toBe(answer.subgroupMinSize);
  });

  it('computes something in every kernel', () => {
    const idle = answer.results.filter(
      (each) => each.output && wordsOf(each.output).every((word) => word === 0),
    );
    expect(idle.map((each) => each.name)).toEqual([]);
  });

  describe.each(WAYS)('%s', (way) => {
    const chosen = [...cases.entries()].filter(([, each]) => each.ways.includes(way));
    it.each(chosen.map(([index, each]) => [each.name, index] as const))('%s', (_, index) => {
      const test = cases[index];
      const expected = answer.results[index].output;
      if (expected === undefined) return; // reported above
      const actual = runOnKernelcast(test, way, answer.subgroupMinSize);
      expect(differences(test.outputType, test.tolerance, wordsOf(expected), actual)).toEqual([]);
    });
  });
});
