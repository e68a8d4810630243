// What an app's devices were asked for beyond WebGPU's defaults, as app files say it.

/** WebGPU's defaults, "Limits" of its specification. */
const DEFAULTS = {
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256,
  maxComputeWorkgroupSizeZ: 64,
  maxComputeWorkgroupStorageSize: 16384,
  maxComputeWorkgroupsPerDimension: 65535,
} as const;

type Limits = Readonly<Record<string, number>>;

/**
 * An app file has one set of limits: what any of its devices may do.
 * @param known of the devices before this one
 * @returns `known` itself where this one may do no more
 */
export function widened(
  known: Limits,
  device: Readonly<Partial<Record<keyof typeof DEFAULTS, number>>>,
): Limits {
  const more = Object.entries(DEFAULTS).flatMap(([name, value]) => {
    const limit = device[name as keyof typeof DEFAULTS] ?? 0;
    return limit > (known[name] ?? value) ? [[name, limit] as const] : [];
  });
  return more.length === 0 ? known : { ...known, ...Object.fromEntries(more) };
}
