// Workgroups of many shapes, against what was measured on an H200 (microbench/narrow).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf } = measuredLaunches('narrow', 'nvidia-h200-2026-11-26-narrow.json');

describe('vectors along rows', () => {
  it('cost L1 as much whether lanes eight apart share them or not', () => {
    expect(errorOf(/^rows-.*-(192|256)$/)).toBeLessThan(0.1);
  }, 60_000);
});

describe('stencils by workgroups of eight and more cells in a row', () => {
  it('take as long as the device does', () => {
    expect(errorOf(/^narrow-\d+-(8|16|32|64)x/)).toBeLessThan(0.05);
  }, 60_000);
});
