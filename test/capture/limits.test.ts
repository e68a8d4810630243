// The limits of an app with several devices.

import { expect, it } from 'vitest';
import { widened } from '../../src/capture/limits.ts';

it('are the largest of any device, where they are beyond the defaults', () => {
  const usual = { maxComputeInvocationsPerWorkgroup: 256, maxComputeWorkgroupStorageSize: 16384 };
  const none = {};
  expect(widened(none, usual)).toBe(none);
  const wide = widened(none, { ...usual, maxComputeInvocationsPerWorkgroup: 1024 });
  expect(wide).toEqual({ maxComputeInvocationsPerWorkgroup: 1024 });
  const other = { maxComputeInvocationsPerWorkgroup: 512, maxComputeWorkgroupStorageSize: 32768 };
  expect(widened(wide, other)).toEqual({
    maxComputeInvocationsPerWorkgroup: 1024,
    maxComputeWorkgroupStorageSize: 32768,
  });
});
