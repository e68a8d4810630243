// The limits of WebGPU that a dispatch can run into, under their names there: what every device promises, and what
// a launch may ask for beyond that.

/** https://www.w3.org/TR/webgpu/#limit-default */
export const DEFAULT_LIMITS = {
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256,
  maxComputeWorkgroupSizeZ: 64,
  /** In bytes. */
  maxComputeWorkgroupStorageSize: 16384,
  maxComputeWorkgroupsPerDimension: 65535,
};

export type LimitName = keyof typeof DEFAULT_LIMITS;
export type DeviceLimits = Readonly<Record<LimitName, number>>;

export const LIMIT_NAMES = Object.keys(DEFAULT_LIMITS) as readonly LimitName[];

/** The larger of each. */
export function raised(limits: DeviceLimits, by: Readonly<Partial<DeviceLimits>> = {}): DeviceLimits {
  const entries = LIMIT_NAMES.map((name) => [name, Math.max(limits[name], by[name] ?? 0)]);
  return Object.fromEntries(entries) as DeviceLimits;
}

/** What of `needs` is beyond `limits`. */
export function beyond(
  needs: Readonly<Partial<DeviceLimits>>,
  limits: DeviceLimits = DEFAULT_LIMITS,
): Partial<Record<LimitName, number>> {
  const names = LIMIT_NAMES.filter((name) => (needs[name] ?? 0) > limits[name]);
  return Object.fromEntries(names.map((name) => [name, needs[name]]));
}
