// Opens the GPU: chooses an adapter, asks for all it can give, and says what it is.

import { create } from 'webgpu';
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
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
  'maxComputeWorkgroupsPerDimension',
  'maxImmediateSize',
] as const;

export interface Opened {
  /** To be referenced for as long as the device is used: Dawn crashes when its instance is collected. */
  readonly dawn: GPU;
  readonly device: GPUDevice;
  readonly info: DeviceInfo;
}

/** @throws JobFailure */
export async function openAdapter(adapterName: string | undefined): Promise<Opened> {
  // Without these, Dawn rounds timestamps to 65,536 ns.
  const flags = [
    'disable-dawn-features=timestamp_quantization',
    // f16 works on NVIDIA's current drivers, but Dawn keeps it behind a switch there.
    'enable-dawn-features=allow_unsafe_apis,vulkan_enable_f16_on_nvidia',
    ...(adapterName === undefined ? [] : [`adapter=${adapterName}`]),
  ];
  const dawn = create(flags);
  // Dawn throws where not even a driver is found.
  const adapter = await dawn.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (adapter === null) {
    const which = adapterName === undefined ? '' : ` whose name contains "${adapterName}"`;
    throw new JobFailure('no-adapter', `WebGPU found no adapter${which}`);
  }
  const info = describe(adapter);
  if (!adapter.features.has('timestamp-query')) {
    throw new JobFailure('no-timestamps', `${info.device} offers no timestamps`);
  }
  const device = await adapter.requestDevice({
    requiredFeatures: FEATURES.filter((name) => adapter.features.has(name)),
    requiredLimits: { ...info.limits },
  });
  return { dawn, device, info };
}

function describe(adapter: GPUAdapter): DeviceInfo {
  const info = adapter.info as GPUAdapterInfo & { readonly backend?: string; readonly backendType?: string };
  const limits = adapter.limits as unknown as Record<string, number | undefined>;
  const isSoftware = /swiftshader|llvmpipe|lavapipe|warp/i.test(`${info.device} ${info.description}`);
  return {
    device: info.device || info.description || info.vendor,
    driver: info.description,
    backend: info.backend ?? info.backendType ?? 'unknown',
    isSoftware,
    subgroupSizes: [info.subgroupMinSize ?? 0, info.subgroupMaxSize ?? 0],
    features: [...adapter.features].sort(),
    limits: Object.fromEntries(LIMITS.map((name) => [name, limits[name] ?? 0])),
  };
}
