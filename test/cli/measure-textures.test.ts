// Kernels on textures, small, on a Vulkan device in software (test/devices.ts): what `measure` binds, fills and reads
// back is what kernelcast computes.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeOnDevice, VULKAN_DRIVER } from '../devices.ts';

const root = path.join(import.meta.dirname, '../..');

const SMALL: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'blur-rows': { W: 100, H: 70 },
  'blur-columns': { W: 100, H: 70 },
  'mip-step': { N: 128 },
  convolve: { W: 90, H: 60 },
  'tone-map': { W: 90, H: 60 },
  life: { N: 128 },
  'volume-slice': { N: 32, W: 128 },
  resize: { W: 60, H: 50, TO_W: 91, TO_H: 77 },
  'block-motion': { N: 128 },
  'histogram-luma': { W: 64, H: 512 },
  grade: { W: 90, H: 60 },
};

describeOnDevice('textures on a device', () => {
  it.each(Object.entries(SMALL))('%s', { timeout: 60_000 }, (name, params) => {
    const defines = Object.entries(params).flatMap(([key, value]) => ['-D', `${key}=${value}`]);
    const args = [
      'dist/kernelcast.js',
      'measure',
      `bench/sets/studied/${name}.json`,
      '--samples',
      '1',
      ...defines,
    ];
    const env = { ...process.env, VK_DRIVER_FILES: VULKAN_DRIVER };
    const { stdout, stderr } = spawnSync('node', args, { cwd: root, encoding: 'utf8', env });
    expect(stdout + stderr).toMatch(/output right[\s\S]*compared with all workgroups/);
  });
});
