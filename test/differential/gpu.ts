// Runs kernels on the Vulkan device that KERNELCAST_VULKAN_ICD names, many in one process.

import { withoutHalves } from './generator/halves.ts';
import { resourcesOf } from './gpu-textures.ts';
import { type JobOptions, runJobs } from './jobs.ts';
import { contentsOf, type Kernel } from './kernel.ts';

/** The words of the buffers that a kernel may write, by binding. */
export type Outputs = ReadonlyMap<number, Uint32Array>;

export interface GpuDevice {
  readonly description: string;
  readonly features: readonly string[];
  readonly subgroupMinSize: number;
  readonly subgroupMaxSize: number;
  /** Of a workgroup. */
  readonly maxInvocations: number;
}

export type GpuResult = { readonly outputs: Outputs } | { readonly error: string };

export interface GpuRun {
  readonly device: GpuDevice;
  readonly results: readonly GpuResult[];
}

/** Results in the order of the kernels. */
export async function runOnGpu(kernels: readonly Kernel[], options: JobOptions = {}): Promise<GpuRun> {
  const jobs = kernels.map((kernel) => ({
    code: withoutHalves(kernel.code),
    entryPoint: kernel.entryPoint,
    constants: kernel.constants,
    dispatch: kernel.dispatch,
    buffers: kernel.buffers.map((buffer) => ({
      binding: buffer.binding,
      access: buffer.access,
      data: Buffer.from(contentsOf(kernel, buffer).buffer).toString('base64'),
    })),
    ...(kernel.textures ? resourcesOf(kernel, kernel.textures) : {}),
  }));
  type Answer = { readonly outputs: Readonly<Record<string, string>> };
  const { results, description } = await runJobs<object, Answer>('gpu-worker.mjs', jobs, options);
  return { device: description as GpuDevice, results: results.map(decode) };
}

function decode(
  answer: { readonly outputs: Readonly<Record<string, string>> } | { readonly error: string },
): GpuResult {
  if ('error' in answer) return answer;
  const outputs = new Map<number, Uint32Array>();
  for (const [binding, data] of Object.entries(answer.outputs)) {
    outputs.set(Number(binding), new Uint32Array(Uint8Array.from(Buffer.from(data, 'base64')).buffer));
  }
  return { outputs };
}
