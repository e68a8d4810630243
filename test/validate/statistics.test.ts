import { describe, expect, it } from 'vitest';
import { scoreOf } from '../../src/validate/statistics.ts';

const pairs = (...values: [measuredNs: number, predictedNs: number][]) =>
  values.map(([measuredNs, predictedNs]) => ({ measuredNs, predictedNs }));

describe('the score', () => {
  it('of perfect predictions is perfect', () => {
    expect(scoreOf(pairs([10, 10], [20, 20], [40, 40]))).toMatchObject({
      mape: 0,
      median: 0,
      geometricMean: 0,
      aggregateError: 0,
      logCorrelation: 1,
      kendallTau: 1,
      within10: 1,
      over: 0,
      under: 0,
    });
  });

  it('is what one computes by hand', () => {
    // Errors +10 %, -20 %, +40 %, -60 %.
    const score = scoreOf(pairs([100, 110], [200, 160], [300, 420], [1000, 400]))!;
    expect(score.mape).toBeCloseTo(0.325, 10);
    expect(score.median).toBeCloseTo(0.3, 10);
    expect(score.aggregateError).toBeCloseTo(1090 / 1600 - 1, 10);
    expect(score.geometricMean).toBeCloseTo((1.1 * 1.25 * 1.4 * 2.5) ** 0.25 - 1, 10);
    expect(score).toMatchObject({
      within10: 0.25,
      within25: 0.5,
      within30: 0.5,
      within50: 0.75,
      over: 2,
      under: 2,
    });
    // Five of the six pairs are in order.
    expect(score.kendallTau).toBeCloseTo(4 / 6, 10);
  });

  it('counts ties as tau-b does', () => {
    expect(scoreOf(pairs([1, 5], [2, 5], [3, 9]))!.kendallTau).toBeCloseTo(2 / Math.sqrt(3 * 2), 10);
  });

  it('needs something to score', () => {
    expect(scoreOf([])).toBeUndefined();
  });
});
