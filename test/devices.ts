// What some tests need besides Node: a Vulkan device in software and a browser. KERNELCAST_VULKAN_ICD (the
// description of a device) and KERNELCAST_CHROMIUM name them; else they are what `.ci/run` has unpacked into
// .cache/. Only the last tier uses them, and what is skipped says so.

import { describe } from 'vitest';
import { isWhole } from './tier.ts';

export const VULKAN_DRIVER = isWhole ? process.env['KERNELCAST_VULKAN_ICD'] : undefined;
export const CHROMIUM = isWhole ? process.env['KERNELCAST_CHROMIUM'] : undefined;

type Tests = () => void;

export const describeOnDevice = (title: string, tests: Tests): void =>
  describeWith(VULKAN_DRIVER, 'a Vulkan device: KERNELCAST_VULKAN_ICD', title, tests);

export const describeInBrowser = (title: string, tests: Tests): void =>
  describeWith(CHROMIUM, 'Chromium: KERNELCAST_CHROMIUM', title, tests);

function describeWith(device: string | undefined, need: string, title: string, tests: Tests): void {
  const reason = isWhole
    ? `skipped for want of ${need} names none`
    : 'skipped: only `npm run test:all` has it';
  describe.skipIf(device === undefined)(device === undefined ? `${title} (${reason})` : title, tests);
}
