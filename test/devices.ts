// What some tests need besides Node: a Vulkan device in software and a browser. KERNELCAST_VULKAN_ICD (the
// description of a device), KERNELCAST_CHROMIUM, KERNELCAST_NODE22 (for the hub of a farm) and KERNELCAST_POSTGRES (the
// folder of PostgreSQL's programs) name them; else they are what `.ci/run` has unpacked into
// .cache/. Only the last tier uses them, and what is skipped says so.

import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';
import { isWhole } from './tier.ts';

export const VULKAN_DRIVER = isWhole ? process.env['KERNELCAST_VULKAN_ICD'] : undefined;
export const CHROMIUM = isWhole ? process.env['KERNELCAST_CHROMIUM'] : undefined;

export const NODE22 = isWhole ? process.env['KERNELCAST_NODE22'] : undefined;
export const POSTGRES = isWhole ? process.env['KERNELCAST_POSTGRES'] : undefined;

/** Whether a process may have file systems of its own, such as a disk that is full (test/farm/small-disk.ts). */
export const OWN_DISKS =
  isWhole && spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0;

type Tests = () => void;

export const describeOnDevice = (title: string, tests: Tests): void =>
  describeWith(VULKAN_DRIVER, 'a Vulkan device: KERNELCAST_VULKAN_ICD', title, tests);

export const describeInBrowser = (title: string, tests: Tests): void =>
  describeWith(CHROMIUM, 'Chromium: KERNELCAST_CHROMIUM', title, tests);

export const describeWithFarm = (title: string, tests: Tests): void =>
  describeWith(NODE22, 'Node 22: KERNELCAST_NODE22', title, tests);

export const describeWithPostgres = (title: string, tests: Tests): void =>
  describeWith(NODE22 && POSTGRES, 'Node 22 and PostgreSQL: KERNELCAST_POSTGRES', title, tests);

function describeWith(device: string | undefined, need: string, title: string, tests: Tests): void {
  const reason = isWhole
    ? `skipped for want of ${need} names none`
    : 'skipped: only `npm run test:all` has it';
  describe.skipIf(device === undefined)(device === undefined ? `${title} (${reason})` : title, tests);
}
