// What an app's device was asked for beyond WebGPU's defaults, as app files say it.

/** WebGPU's defaults, "Limits" of its specification. */
const DEFAULTS = {
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256,
  maxComputeWorkgroupSizeZ: 64,
  maxComputeWorkgroupStorageSize: 16384,
  maxComputeWorkgroupsPerDimension: 65535,
} as const;

export function limitsBeyondDefaults(limits: GPUSupportedLimits): Record<string, number> {
  return Object.fromEntries(
    Object.entries(DEFAULTS)
      .map(([name, value]) => [name, value, limits[name as keyof typeof DEFAULTS]] as const)
      .filter(([, value, limit]) => limit > value)
      .map(([name, , limit]) => [name, limit]),
  );
}
