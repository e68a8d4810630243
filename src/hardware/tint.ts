// Validates WGSL with Tint, the compiler that browsers built on Dawn use. Dawn's null backend needs no GPU
// and no driver; it checks the shader and compiles nothing further. The library is loaded on first use.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { INSTALL_WEBGPU, isMissing } from './webgpu-package.ts';
import { validateOn } from './wgsl-messages.ts';

/** Features that change what a compute shader may contain. */
const SHADER_FEATURES = [
  'shader-f16',
  'subgroups',
  'subgroup-size-control',
  'atomic-vec2u-min-max',
  'timestamp-query',
  'bgra8unorm-storage',
  'texture-formats-tier1',
  'texture-formats-tier2',
  'core-features-and-limits',
];

/** Limits that are checked elsewhere, against the profile; here they only must not get in the way. */
const COMPUTE_LIMITS = [
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
  'maxStorageBuffersPerShaderStage',
];

interface Tint {
  /** Never read again, but it must live as long as the process: see `tint`. */
  readonly gpu: GPU;
  readonly adapter: GPUAdapter;
  readonly device: GPUDevice;
}

async function start(): Promise<Tint | string> {
  const { create } = await import('webgpu');
  const gpu = create(['backend=null']);
  const adapter = await gpu.requestAdapter();
  if (adapter === null) return 'Dawn gave no null adapter';
  const requiredFeatures = SHADER_FEATURES.filter((name) => adapter.features.has(name)) as GPUFeatureName[];
  const requiredLimits: Record<string, number> = {};
  for (const name of COMPUTE_LIMITS) {
    const limit = (adapter.limits as unknown as Record<string, number | undefined>)[name];
    if (limit !== undefined) requiredLimits[name] = limit;
  }
  const device = await adapter.requestDevice({ requiredFeatures, requiredLimits });
  return { gpu, adapter, device };
}

/**
 * One device serves all shaders of a run; without one, this is the reason why there is none. The reference
 * stays until the process ends, even after `closeTint`: when the garbage collector takes Dawn's instance
 * while its device is still known to JavaScript, the process crashes or hangs on its way out.
 */
let tint: Promise<Tint | string> | undefined;

function startOnce(): Promise<Tint | string> {
  tint ??= start().catch((error: unknown) =>
    isMissing(error, 'webgpu') ? INSTALL_WEBGPU : String((error as Error).message).split('\n')[0],
  );
  return tint;
}

/**
 * What Tint says about a WGSL source named `file`: empty when the shader is fine. Where Tint cannot be loaded, a warning
 * says so, and what validated the shader instead.
 */
export async function validateWgsl(source: string, file: string): Promise<Diagnostic[]> {
  const started = await startOnce();
  if (typeof started !== 'string') return await validateOn(started.device, source, file);
  const { validateWithoutTint } = await import('./without-tint.ts');
  return await validateWithoutTint(source, file, started);
}

/** Ends Tint's work, so that the process can end; nothing can be validated afterwards. */
export async function closeTint(): Promise<void> {
  const started = await tint;
  if (started !== undefined && typeof started !== 'string') started.device.destroy();
}
