// What a kernel needs of a device beyond WebGPU's defaults, in a line: whoever runs it has to ask for that.

import type { DeviceLimits } from '../launch/device-limits.ts';

/** No line where the defaults do. */
export function limitsText(limits: Readonly<Partial<DeviceLimits>>): string[] {
  const asked = Object.entries(limits).map(([name, need]) => `${name} ${need}`);
  const what = "beyond WebGPU's defaults: the device must be asked for requiredLimits";
  return asked.length === 0 ? [] : [`${what} ${asked.join(', ')}`];
}
