// A device of an adapter with all it can give, and what it is.

import type { DeviceInfo } from './job.ts';
import { JobFailure } from './job-failure.ts';

const FEATURES: readonly GPUFeatureName[] = [
  'timestamp-query',
  'subgroups',
  'shader-f16',
  'float32-filterable',
  'bgra8unorm-storage',
  'texture-formats-tier1' as GPUFeatureName,
  'texture-formats-tier2' as GPUFeatureName,
];
const LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxUniformBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
  'maxComputeWorkgroupsPerDimension',
  'maxImmediateSize',
] as const;

export interface OpenDevice {
  readonly device: GPUDevice;
  readonly info: DeviceInfo;
}

/** @throws JobFailure */
export async function openDevice(adapter: GPUAdapter): Promise<OpenDevice> {
  const info = describe(adapter);
  if (!adapter.features.has('timestamp-query')) {
    throw new JobFailure('no-timestamps', `${info.device} offers no timestamps`);
  }
  // Not all implementations know all of them.
  const known = Object.entries(info.limits).filter(([, most]) => most > 0);
  const device = await adapter.requestDevice({
    requiredFeatures: FEATURES.filter((name) => adapter.features.has(name)),
    requiredLimits: Object.fromEntries(known),
  });
  return { device, info };
}

function describe(adapter: GPUAdapter): DeviceInfo {
  const info = adapter.info as GPUAdapterInfo & { readonly backend?: string; readonly backendType?: string };
  const limits = adapter.limits as unknown as Record<string, number | undefined>;
  // Browsers may say no more than who made it, and of what kind it is.
  const { vendor, architecture } = info;
  const isSoftware = /swiftshader|llvmpipe|lavapipe|warp/i.test(
    `${info.device} ${info.description} ${architecture}`,
  );
  const named = [vendor, architecture].filter((each) => each !== '').join(' ');
  return {
    device: info.device || info.description || named || 'a GPU without a name',
    driver: info.description,
    backend: info.backend ?? info.backendType ?? 'unknown',
    isSoftware,
    subgroupSizes: [info.subgroupMinSize ?? 0, info.subgroupMaxSize ?? 0],
    features: [...adapter.features].sort(),
    limits: Object.fromEntries(LIMITS.map((name) => [name, limits[name] ?? 0])),
  };
}
