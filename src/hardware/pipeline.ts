// From WGSL and buffers to something that can be dispatched, and what the device says against it.

import type { Job } from './job.ts';
import { JobFailure } from './job-failure.ts';

/** The shader's only entry point when none is named. */
type Kernel = Pick<Job, 'code' | 'constants'> & Partial<Pick<Job, 'entryPoint'>>;
type Place = Pick<Job['bindings'][number], 'group' | 'binding'>;
type Groups = readonly (readonly [number, GPUBindGroup])[];

/** A kernel with its buffers. */
export interface Dispatchable {
  readonly pipeline: GPUComputePipeline;
  readonly groups: Groups;
  /** Workgroups, or where their counts stand. */
  readonly dispatch: readonly [number, number, number] | GPUBufferBinding;
  readonly immediates?: Uint32Array;
}

/** @throws JobFailure */
export async function compilePipeline(device: GPUDevice, kernel: Kernel): Promise<GPUComputePipeline> {
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ code: kernel.code });
  await device.popErrorScope();
  const { messages } = await module.getCompilationInfo();
  const error = messages.find((each) => each.type === 'error');
  if (error) throw new JobFailure('validation', `${error.lineNum}:${error.linePos}: ${error.message}`);
  try {
    const { entryPoint, constants } = kernel;
    const compute = { module, constants, ...(entryPoint === undefined ? {} : { entryPoint }) };
    return await device.createComputePipelineAsync({ layout: 'auto', compute });
  } catch (problem) {
    throw new JobFailure('validation', (problem as Error).message);
  }
}

/** @param resources one for each place */
export function bindGroups(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  places: readonly Place[],
  resources: readonly GPUBindingResource[],
): Groups {
  const numbers = [...new Set(places.map((each) => each.group))];
  return numbers.map((group) => {
    const entries = places.flatMap((each, i) =>
      each.group === group ? [{ binding: each.binding, resource: resources[i] }] : [],
    );
    return [group, device.createBindGroup({ layout: pipeline.getBindGroupLayout(group), entries })] as const;
  });
}

/** @throws JobFailure where the device has no room for so many immediates */
export function refuseImmediates({ limits }: GPUDevice, { immediates }: Pick<Job, 'immediates'>): void {
  const most = limits.maxImmediateSize ?? 0;
  if (immediates === undefined || immediates.byteLength <= most) return;
  const problem = `the dispatch is given ${immediates.byteLength} bytes of immediates, and this device takes ${most}`;
  throw new JobFailure('validation', problem);
}

export function recordDispatch(
  pass: GPUComputePassEncoder,
  { pipeline, groups, dispatch, immediates }: Dispatchable,
): void {
  pass.setPipeline(pipeline);
  if (immediates) pass.setImmediates(0, new Uint32Array(immediates));
  for (const [number, group] of groups) pass.setBindGroup(number, group);
  if ('buffer' in dispatch) pass.dispatchWorkgroupsIndirect(dispatch.buffer, dispatch.offset ?? 0);
  else pass.dispatchWorkgroups(...dispatch);
}

/**
 * Does `action` and throws what the device has to say about it. Error scopes are a stack of the whole device,
 * so nothing is waited for between opening and closing them: others may be compiling.
 */
export async function checked<T>(device: GPUDevice, action: () => T): Promise<T> {
  device.pushErrorScope('out-of-memory');
  device.pushErrorScope('validation');
  let closing: [Promise<GPUError | null>, Promise<GPUError | null>];
  let result: T;
  try {
    result = action();
  } finally {
    closing = [device.popErrorScope(), device.popErrorScope()];
  }
  const [invalid, exhausted] = await Promise.all(closing);
  // What is made of a buffer that found no room is invalid, too.
  if (exhausted) throw new JobFailure('out-of-memory', exhausted.message);
  if (invalid) throw new JobFailure('validation', invalid.message);
  return result;
}
