// What a kernel needs of a device beyond WebGPU's defaults, in a line: whoever runs it has to ask for that.

import { DEFAULT_LIMITS, type DeviceLimits, type LimitName } from '../launch/device-limits.ts';

/** No line where the defaults do. */
export function limitsText(limits: Readonly<Partial<DeviceLimits>>): string[] {
  const entries = Object.entries(limits);
  if (entries.length === 0) return [];
  const asked = entries.map(
    ([name, need]) => `${name} ${need} (default ${DEFAULT_LIMITS[name as LimitName]})`,
  );
  return [`the device must be asked for requiredLimits: ${asked.join(', ')}`];
}
