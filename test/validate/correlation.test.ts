import { describe, expect, it } from 'vitest';
import { spearman } from '../../bench/spaces/rank-correlation.ts';
import { kendall } from '../../src/validate/correlation.ts';

describe('rank correlations', () => {
  it('are 1 for the same order and -1 for the opposite, whatever the values', () => {
    expect(kendall([1, 2, 3, 4], [10, 11, 50, 1000])).toBe(1);
    expect(spearman([1, 2, 3, 4], [10, 11, 50, 1000])).toBeCloseTo(1);
    expect(kendall([1, 2, 3], [3, 2, 1])).toBe(-1);
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
  });

  it('are as in the textbooks with exchanges and ties', () => {
    // One of six pairs is in the wrong order: (5 − 1) / 6; rho: 1 − 6 · 2 / (4 · 15).
    expect(kendall([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(4 / 6);
    expect(spearman([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(0.8);
    // tau-b: two pairs agree, one is tied in the first column: 2 / sqrt(2 · 3).
    expect(kendall([1, 1, 2], [1, 2, 3])).toBeCloseTo(2 / Math.sqrt(6));
  });
});
