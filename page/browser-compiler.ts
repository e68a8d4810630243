// What the browser's own compiler says of WGSL, where there is WebGPU.

import type { Problem } from './messages.ts';

let device: Promise<GPUDevice | undefined> | undefined;

async function opened(): Promise<GPUDevice | undefined> {
  try {
    const adapter = await navigator.gpu?.requestAdapter();
    // Shaders may use whatever the device has: only what is wrong in itself is to be told.
    return await adapter?.requestDevice({ requiredFeatures: [...adapter.features] as GPUFeatureName[] });
  } catch {
    return undefined;
  }
}

/** Undefined where there is no such compiler. */
export async function compilerProblems(code: string): Promise<Problem[] | undefined> {
  device ??= opened();
  const gpu = await device;
  if (!gpu) return undefined;
  gpu.pushErrorScope('validation');
  const info = await gpu.createShaderModule({ code }).getCompilationInfo();
  await gpu.popErrorScope();
  return info.messages
    .filter(({ type }) => type !== 'info')
    .map(({ type, message, offset, length }) => ({
      severity: type === 'error' ? 'invalid' : 'warning',
      message,
      notes: [],
      place: { editor: 'shader', start: offset, end: offset + Math.max(1, length) },
    }));
}
