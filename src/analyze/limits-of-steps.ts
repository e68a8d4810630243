// What steps may ask of a device: what every one promises, and what the launch as it is asks for already or says
// that it may. The same holds of a search's configurations.

import type { TimingInput } from '../emulate/device.ts';
import { workgroupStorage } from '../ir/workgroup-storage.ts';
import { beyond, DEFAULT_LIMITS, type DeviceLimits, raised } from '../launch/device-limits.ts';
import type { Findings } from './findings.ts';

/** A kernel as compiled, with workgroups so many. */
function needsOf({ trace, workgroupSize }: TimingInput, dispatch: readonly number[]): DeviceLimits {
  const { module } = trace.program;
  const [x, y, z] = module.workgroupSize;
  return {
    maxComputeInvocationsPerWorkgroup: workgroupSize,
    maxComputeWorkgroupSizeX: x,
    maxComputeWorkgroupSizeY: y,
    maxComputeWorkgroupSizeZ: z,
    maxComputeWorkgroupStorageSize: workgroupStorage(module),
    maxComputeWorkgroupsPerDimension: Math.max(...dispatch),
  };
}

/** What may be asked for in any step of this kernel. */
export function allowedOf({ timing, editable }: Pick<Findings, 'timing' | 'editable'>): DeviceLimits {
  const { dispatch, limits } = editable?.launch ?? { dispatch: [1] };
  return raised(raised(DEFAULT_LIMITS, limits), needsOf(timing, dispatch));
}

/** Whether a changed kernel asks for no more. `dispatch`: left out where it is as before. */
export function isWithin(
  allowed: DeviceLimits,
  timing: TimingInput,
  dispatch: readonly number[] = [1],
): boolean {
  return Object.keys(beyond(needsOf(timing, dispatch), allowed)).length === 0;
}
