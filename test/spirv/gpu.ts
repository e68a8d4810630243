// Runs launches of WGSL kernels on the Vulkan device that KERNELCAST_VULKAN_ICD names.

import { createMemory, readBuffer } from '../../src/execute/index.ts';
import type { Buffer as KernelBuffer } from '../../src/ir/ir.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { type Failure, runJobs } from '../differential/jobs.ts';
import { fromWgsl } from './decode.ts';
import { entryPointOf } from './suite.ts';

export interface GpuRun {
  readonly code: string;
  readonly launch: Launch;
  readonly outputs: readonly number[];
}

interface Answer {
  readonly outputs: Readonly<Record<string, string>>;
}

/** The words of each run's outputs, in order, and the size of the device's subgroups. */
export async function runOnGpu(
  runs: readonly GpuRun[],
): Promise<{ readonly subgroupSize: number; readonly results: (Uint32Array[] | Failure)[] }> {
  const jobs = runs.map(({ code, launch }) => ({
    code,
    constants: launch.constants,
    entryPoint: launch.entryPoint ?? entryPointOf(code),
    dispatch: launch.dispatch,
    buffers: contents(code, launch),
  }));
  const { results, description } = await runJobs<object, Answer>('gpu-worker.mjs', jobs);
  const { subgroupMaxSize } = description as { readonly subgroupMaxSize: number };
  return {
    subgroupSize: subgroupMaxSize,
    results: results.map((each, k) =>
      'error' in each ? each : runs[k].outputs.map((binding) => wordsOf(each.outputs[binding])),
    ),
  };
}

function contents(code: string, launch: Launch): object[] {
  const module = fromWgsl(code, launch);
  const accessOf = (binding: number) => module.buffers.find((each) => each.binding === binding)?.access;
  const buffers = launch.bindings.map(
    ({ group, binding, usage, sizeBytes }): KernelBuffer => ({
      group,
      binding,
      name: String(binding),
      kind: usage,
      access: 'read_write',
      minBytes: sizeBytes,
    }),
  );
  const memory = createMemory(buffers, launch.bindings, () => new Uint8Array());
  return launch.bindings.map(({ binding, usage }, index) => ({
    binding,
    access: usage === 'uniform' ? usage : (accessOf(binding) ?? 'read'),
    data: Buffer.from(readBuffer(memory, index)).toString('base64'),
  }));
}

function wordsOf(encoded: string): Uint32Array {
  return new Uint32Array(Uint8Array.from(Buffer.from(encoded, 'base64')).buffer);
}
