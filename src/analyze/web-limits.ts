// The limits that every WebGPU device has (https://www.w3.org/TR/webgpu/#limits, defaults): no step goes beyond
// them that the launch as it is does not exceed already.

import type { TimingInput } from '../emulate/device.ts';

/** maxComputeInvocationsPerWorkgroup. */
export const MOST_INVOCATIONS = 256;
/** maxComputeWorkgroupSizeX, Y and Z. */
const MOST_BY_AXIS = [256, 256, 64];
/** maxComputeWorkgroupsPerDimension. */
const MOST_WORKGROUPS = 65_535;
/** maxComputeWorkgroupStorageSize. */
export const MOST_WORKGROUP_BYTES = 16_384;

/** A kernel as compiled, and how many workgroups of it are started. */
export interface Asked {
  readonly timing: TimingInput;
  readonly dispatch: readonly number[];
}

/** What a kernel asks of the limits, beside the most that every device grants. */
function demands({
  timing: { trace, workgroupSize },
  dispatch,
}: Asked): (readonly [asked: number, most: number])[] {
  const { module } = trace.program;
  const bytes = module.variables.reduce(
    (sum, { space, sizeBytes }) => (space === 'workgroup' ? sum + sizeBytes : sum),
    0,
  );
  return [
    [workgroupSize, MOST_INVOCATIONS],
    [bytes, MOST_WORKGROUP_BYTES],
    ...module.workgroupSize.map((size, axis) => [size, MOST_BY_AXIS[axis]] as const),
    ...dispatch.map((count) => [count, MOST_WORKGROUPS] as const),
  ];
}

/** Whether what `changed` asks for is granted everywhere, or is no more than `now` asks for. */
export function isWithinLimits(changed: Asked, now: Asked): boolean {
  const before = demands(now);
  return demands(changed).every(([asked, most], index) => asked <= Math.max(most, before[index][0]));
}
