// Random kernels with barriers, subgroups and private memory, their workgroups merged, on a Vulkan device in
// software (test/devices.ts): it leaves what kernelcast makes of the original.

import { expect, it } from 'vitest';
import { transformKernel } from '../../src/transform/index.ts';
import { describeOnDevice } from '../devices.ts';
import { firstDifference } from '../differential/compare.ts';
import { runOnGpu } from '../differential/gpu.ts';
import { generateKernel, type Kernel } from '../differential/kernel.ts';
import { decodeKernel, runModule } from '../differential/kernelcast.ts';

const KERNELS = 24;
const SUBGROUP_SIZE = 4;

function merged(seed: number): { original: Kernel; result: Kernel } | undefined {
  const original = generateKernel(seed);
  const { dispatch, constants } = original;
  const launch = {
    name: '',
    file: '',
    shaderPath: 'random.wgsl',
    params: {},
    bindings: [],
    dispatch,
    constants,
  };
  const { value } = transformKernel(original.code, launch, {
    blockCoarsen: [{ direction: seed % 2 === 0 ? 0 : 1, factor: 2 }],
  });
  if (!value) return undefined;
  const { source: code, ...changed } = value;
  return {
    original,
    result: { ...original, code, dispatch: changed.dispatch, constants: changed.constants },
  };
}

describeOnDevice('merged workgroups on a device', () => {
  it('leave what the original leaves', { timeout: 300_000 }, async () => {
    const pairs = Array.from({ length: KERNELS }, (_, i) => merged(i + 1)).filter(
      (each) => each !== undefined,
    );
    expect(pairs.length).toBeGreaterThan(KERNELS / 2);
    const { results } = await runOnGpu(pairs.map((each) => each.result));
    for (const [i, { original, result }] of pairs.entries()) {
      const gpu = results[i];
      if ('error' in gpu) throw new Error(`${original.name}: ${gpu.error}`);
      const expected = runModule(original, decodeKernel(original), 'plain', SUBGROUP_SIZE);
      expect(firstDifference(result, expected, gpu.outputs), original.name).toBeUndefined();
    }
  });
});
