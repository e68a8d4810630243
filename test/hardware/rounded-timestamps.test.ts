// Where timestamps are rounded, as browsers do, a sample is many dispatches in one pass: by a clock of the test's, and on
// the software GPU with Dawn's own rounding.

import { beforeAll, describe, expect, it } from 'vitest';
import { create, globals } from 'webgpu';
import type { Job } from '../../src/hardware/job.ts';
import { OwnGpu } from '../../src/hardware/own-gpu.ts';
import { repeatsFor } from '../../src/hardware/repeats.ts';
import { describeOnDevice, VULKAN_DRIVER } from '../devices.ts';

const STEP_NS = 100_000;

/** Samples of a dispatch that takes so long, by a clock of this step. */
const rounded = (timeNs: number, stepNs: number) => async (repeats: number) => ({
  timeNs: stepNs === 0 ? timeNs : (Math.floor((timeNs * repeats) / stepNs) * stepNs) / repeats,
  spinNs: 1,
});

describe('the number of repeats', () => {
  it('is one where timestamps are exact', async () => {
    expect(await repeatsFor(() => 0, rounded(3000, 0))).toBe(1);
  });

  it.each([700, 3000, 80_000, 2e6])('makes a step a small share of %d ns', async (timeNs) => {
    const take = rounded(timeNs, STEP_NS);
    const repeats = await repeatsFor(() => STEP_NS, take);
    const { timeNs: found } = await take(repeats);
    expect(Math.abs(found / timeNs - 1)).toBeLessThan(repeats === 4096 ? 0.05 : 0.011);
  });

  it('is one for what takes long enough', async () => {
    expect(await repeatsFor(() => STEP_NS, rounded(50e6, STEP_NS))).toBe(1);
  });
});

describeOnDevice('rounded timestamps', () => {
  beforeAll(() => {
    process.env['VK_DRIVER_FILES'] = VULKAN_DRIVER;
    Object.assign(globalThis, globals);
  });

  const job: Omit<Job, 'id'> = {
    code: '@group(0) @binding(0) var<storage, read_write> x: array<u32>; @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { x[id.x] = id.x; }',
    entryPoint: 'main',
    constants: {},
    dispatch: [4, 1, 1],
    bindings: [
      {
        group: 0,
        binding: 0,
        usage: 'storage',
        sizeBytes: 1024,
        data: { kind: 'zeros' },
        isRestored: false,
        readPages: Uint32Array.of(0),
      },
    ],
    samples: 3,
  };

  // A busy machine may stall the first dispatch for a hundred steps, which then needs no repeats: so it is tried again.
  it.each([
    ['timestamp_quantization', true],
    ['skip_validation', false],
  ])('have dispatches repeated: %s', { retry: 9 }, async (feature, isRounded) => {
    const flags = [`enable-dawn-features=${feature}`];
    if (!isRounded) flags.push('disable-dawn-features=timestamp_quantization');
    const gpu = new OwnGpu({ gpu: create(flags), readFile: () => new Uint8Array() });
    const { pages, samples, repeats } = await gpu.run(job);
    expect([...pages[0]!.subarray(0, 256)]).toEqual(Array.from({ length: 256 }, (_, at) => at));
    expect(repeats > 1).toBe(isRounded);
    for (const { timeNs } of samples) expect(timeNs).toBeGreaterThan(0);
  });

  it('leave single what must find its first contents again', async () => {
    const gpu = new OwnGpu({
      gpu: create(['enable-dawn-features=timestamp_quantization']),
      readFile: () => new Uint8Array(),
    });
    const [binding] = job.bindings;
    const { repeats } = await gpu.run({ ...job, bindings: [{ ...binding, isRestored: true }] });
    expect(repeats).toBe(1);
  });
});
