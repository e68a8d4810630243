// What a kernel as launched asks of a device, and what a space may ask for.

import { workgroupStorage } from '../ir/workgroup-storage.ts';
import { beyond, DEFAULT_LIMITS, type DeviceLimits, raised } from '../launch/device-limits.ts';
import type { Launch } from '../launch/launch.ts';
import { decodeKernel } from '../predict/compile-stages.ts';
import type { Profile } from '../profile/profile.ts';
import { readKernel } from '../transform/kernel.ts';
import type { Triple } from '../transform/transformation.ts';
import type { Instance } from './tunable.ts';

/** Whether more than the defaults may be used without a launch file's say: `--limits`. */
export type LimitsChoice = 'default' | 'adapter';

/** What searches may use of a device: what all have, or what this one has. */
export function limitsOf(choice: LimitsChoice, { limits }: Profile): DeviceLimits {
  if (choice === 'default') return DEFAULT_LIMITS;
  const most = limits.invocationsPerWorkgroup.value;
  return raised(DEFAULT_LIMITS, {
    maxComputeInvocationsPerWorkgroup: most,
    maxComputeWorkgroupSizeX: most,
    maxComputeWorkgroupSizeY: most,
    maxComputeWorkgroupStorageSize: limits.sharedBytesPerWorkgroup.value,
  });
}

/** `size`: of a workgroup, where it is known already. @throws DiagnosticError */
export function needsOf({ launch, source }: Instance, size: Triple = sizeOf(source, launch)): DeviceLimits {
  const [x, y, z] = size;
  return {
    maxComputeInvocationsPerWorkgroup: x * y * z,
    maxComputeWorkgroupSizeX: x,
    maxComputeWorkgroupSizeY: y,
    maxComputeWorkgroupSizeZ: z,
    maxComputeWorkgroupStorageSize: storageOf(source, launch),
    maxComputeWorkgroupsPerDimension: Math.max(...launch.dispatch),
  };
}

/** What the device has to be asked for beyond what every device promises. @throws DiagnosticError */
export function requiredLimits(instance: Instance): Partial<DeviceLimits> {
  return beyond(needsOf(instance));
}

/** How large the kernel's workgroups are as the launch has it. @throws DiagnosticError */
export function sizeOf(source: string, launch: Launch): Triple {
  const [x, y, z] = readKernel(source, launch).size;
  return [x.value, y.value, z.value];
}

/** In bytes; 0 for what cannot be decoded, of which others complain. */
function storageOf(source: string, launch: Launch): number {
  if (!/\bvar\s*<\s*workgroup\b/.test(source)) return 0;
  return workgroupStorage(decodeKernel(launch, source).value ?? { variables: [] });
}
