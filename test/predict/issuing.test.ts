// Arithmetic of two and three registers, alone and beside loads, against what was measured on an H200 (microbench/issuing).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf, ratioOf } = measuredLaunches('issuing', 'nvidia-h200-2026-11-27-issuing.json');

describe('multiply-adds', () => {
  it('of two registers are issued every cycle, of three they wait for their banks', () => {
    expect(ratioOf('two-registers')).toBeCloseTo(1, 1);
    expect(errorOf(/-three$/)).toBeLessThan(0.1);
    expect(ratioOf('three-registers')).toBeGreaterThan(0.78);
  }, 60_000);

  it('go beside loads of words, pairs and quads', () => {
    expect(errorOf(/^(word|unaligned|pair|quad)-\d+$/)).toBeLessThan(0.08);
  }, 60_000);
});
