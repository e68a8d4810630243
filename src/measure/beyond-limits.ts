// What a launch needs that the device at hand does not give, said before anything is sent there.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DeviceInfo } from '../hardware/job.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import type { compileKernel } from '../predict/compile.ts';

type Compiled = NonNullable<ReturnType<typeof compileKernel>['value']>;

interface Need {
  /** As WebGPU calls it. */
  readonly limit: string;
  readonly value: number;
  readonly says: string;
}

/** One problem for each limit of the device that the launch exceeds. */
export function beyondLimits(
  launch: Launch,
  { program, bindings }: Compiled,
  { device, limits }: DeviceInfo,
): Diagnostic[] {
  const { module, workgroupBytes } = program;
  const [x, y, z] = module.workgroupSize;
  const needs: readonly Need[] = [
    { limit: 'maxComputeInvocationsPerWorkgroup', value: x * y * z, says: 'invocations in a workgroup' },
    { limit: 'maxComputeWorkgroupSizeX', value: x, says: 'invocations along x' },
    { limit: 'maxComputeWorkgroupSizeY', value: y, says: 'invocations along y' },
    { limit: 'maxComputeWorkgroupSizeZ', value: z, says: 'invocations along z' },
    { limit: 'maxComputeWorkgroupStorageSize', value: workgroupBytes, says: 'bytes of workgroup memory' },
    {
      limit: 'maxComputeWorkgroupsPerDimension',
      value: Math.max(...launch.dispatch),
      says: 'workgroups along one axis',
    },
    {
      limit: 'maxStorageBuffersPerShaderStage',
      value: bindings.filter(({ usage }) => usage === 'storage').length,
      says: 'storage buffers',
    },
    ...bindings.flatMap((each, at) => needsOf(each, module.buffers[at].name)),
  ];
  return needs.flatMap(({ limit, value, says }): Diagnostic[] => {
    // What a device does not tell cannot be held against it.
    const most = limits[limit] || Number.POSITIVE_INFINITY;
    if (value <= most) return [];
    const message = `${launch.name} needs ${value} ${says}, and ${device} gives at most ${most}`;
    return [{ severity: 'no-gpu', code: 'measure/limits', message, notes: [`the limit is ${limit}`] }];
  });
}

function needsOf({ usage, sizeBytes }: Binding, name: string): Need[] {
  if (usage !== 'storage' && usage !== 'uniform') return [];
  const need = { value: sizeBytes, says: `bytes in ${name}` };
  // No binding is larger than its buffer.
  return [
    { limit: usage === 'storage' ? 'maxStorageBufferBindingSize' : 'maxUniformBufferBindingSize', ...need },
  ];
}
