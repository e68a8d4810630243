// The process that owns the GPU, bundled for tests into a folder of its own.

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { VULKAN_DRIVER } from '../devices.ts';

const root = path.join(import.meta.dirname, '../..');

export async function bundleGpuProgram(): Promise<{ program: string; remove: () => void }> {
  if (VULKAN_DRIVER !== undefined) process.env['VK_DRIVER_FILES'] = VULKAN_DRIVER;
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-gpu-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const program = path.join(folder, 'gpu-process.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['src/hardware/gpu-process.ts'],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['webgpu'],
    logLevel: 'error',
  });
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
