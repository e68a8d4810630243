// Names the devices of .cache/ to the processes that run the tests, and says at the start of a run what its
// tier leaves out. Called by vitest.config.ts: the Vulkan loader is found before a process starts or not at all.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Tier } from './tiers.ts';

const CACHE = path.join(import.meta.dirname, '../.cache');
const DEVICES = {
  KERNELCAST_VULKAN_ICD: path.join(CACHE, 'swiftshader/vk_swiftshader_icd.json'),
  KERNELCAST_CHROMIUM: path.join(CACHE, 'chromium/start'),
  KERNELCAST_NODE22: path.join(CACHE, 'node-22/bin/node'),
  KERNELCAST_POSTGRES: path.join(CACHE, 'postgres/bin'),
};

export function offerDevices(tier: Tier): void {
  if (tier !== 'all') return;
  for (const [name, file] of Object.entries(DEVICES)) {
    if (process.env[name] === undefined && existsSync(file)) process.env[name] = file;
    if (process.env[name] === undefined)
      process.stderr.write(
        `${name} names nothing: tests that need it are SKIPPED; .ci/run unpacks one into .cache/\n`,
      );
  }
  const driver = process.env['KERNELCAST_VULKAN_ICD'];
  if (driver === undefined) return;
  const folders = [path.dirname(driver), process.env['LD_LIBRARY_PATH']];
  process.env['LD_LIBRARY_PATH'] = folders.filter((each) => each).join(':');
}
