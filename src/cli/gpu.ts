// The GPU of this machine, as the commands that run kernels open it.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Gpu, type GpuOptions } from '../hardware/gpu.ts';
import { packageRoot } from '../profile/package-root.ts';

export function openGpu(options: Omit<GpuOptions, 'program'>): Gpu {
  const program = path.join(packageRoot(), 'dist', 'gpu-process.js');
  if (!existsSync(program)) throw new Error(`${program} is missing: npm run build makes it`);
  return new Gpu({ ...options, program });
}

/** The version of the package that talks to the GPU; its measurements may depend on it. */
export function webgpuVersion(): string {
  const file = createRequire(import.meta.url).resolve('webgpu/package.json');
  return String((JSON.parse(readFileSync(file, 'utf8')) as { readonly version: unknown }).version);
}
