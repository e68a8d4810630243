// Error bands: their quantiles by hand, what small kinds fall back to, and the recorded file they end up in.

import { describe, expect, it } from 'vitest';
import bandsFile from '../../isa/error-bands.json' with { type: 'json' };
import { bandKindOf, bandKinds, errorBandNs } from '../../src/predict/error-band.ts';
import type { Prediction } from '../../src/predict/prediction.ts';
import { bandsOf, coverageByFamily, type Residual, residualsOf } from '../../src/validate/bands.ts';
import type { Row } from '../../src/validate/validate.ts';

const residuals = (kind: Residual['kind'], ratios: readonly number[], family = 'f'): Residual[] =>
  ratios.map((ratio) => ({ kind, family, ratio }));
/** `count` ratios from 1 - count/200 to 1 + count/200 in steps of a hundredth, not in order. */
const around1 = (count: number) =>
  Array.from({ length: count }, (_, i) => 1 + (((i * 7) % count) - (count - 1) / 2) / 100);

describe('bands', () => {
  it('end at the k-th residual from either end, k = (n + 1)·(1 − share)/2 rounded down', () => {
    // n = 39, share 0.9: k = floor(40 · 0.05) = 2, of 0.81, 0.82, … 1.19.
    expect(bandsOf(residuals('dram', around1(39)), 0.9).dram).toEqual({
      low: 0.82,
      high: 1.18,
      launches: 39,
    });
    // n = 38: k = floor(39 · 0.05) = 1, the extremes of 0.815 … 1.185.
    expect(bandsOf(residuals('dram', around1(38)), 0.9).dram).toEqual({
      low: 0.815,
      high: 1.19,
      launches: 38,
    });
    // n = 39, share 0.5: k = 10.
    expect(bandsOf(residuals('dram', around1(39)), 0.5).dram).toMatchObject({ low: 0.9, high: 1.1 });
  });

  it('hold the prediction itself, even where all kernels are slower than predicted', () => {
    const slow = Array.from({ length: 20 }, (_, i) => 1.2 + i / 100);
    expect(bandsOf(residuals('cache', slow), 0.9).any).toEqual({ low: 1, high: 1.39, launches: 20 });
    expect(
      bandsOf(
        residuals(
          'cache',
          slow.map((ratio) => 1 / ratio),
        ),
        0.9,
      ).any,
    ).toEqual({ low: 0.719, high: 1, launches: 20 });
  });

  it('of kinds with fewer than twelve residuals are left to the band of all', () => {
    const bands = bandsOf(
      [...residuals('shared', around1(11)), ...residuals('launch', around1(12)), ...residuals('dram', [2])],
      0.9,
    );
    expect(Object.keys(bands).sort()).toEqual(['any', 'launch']);
    expect(bands.any).toMatchObject({ launches: 24, high: 2 });
    expect(bands.launch).toMatchObject({ launches: 12, low: 0.945, high: 1.05 });
  });

  it('are tested on families that they were made without', () => {
    // Twenty families alike and one that is ten times slower: nothing of it lies in the bands of the others.
    const alike = Array.from({ length: 20 }, (_, i) => residuals('dram', [0.9, 1.1], `family ${i}`)).flat();
    const odd = residuals('dram', [10, 10], 'odd');
    expect(coverageByFamily(alike, 0.9)).toBe(1);
    expect(coverageByFamily([...alike, ...odd], 0.9)).toBeCloseTo(40 / 42, 12);
    // Made with it, the same bands would hold it.
    expect(bandsOf([...alike, ...odd], 0.9).dram!.high).toBe(10);
  });

  it('of a kind that only the left-out family has are those of all', () => {
    const others = residuals('dram', around1(30), 'others');
    const own = residuals('shared', [...Array<number>(11).fill(1), 5], 'own');
    // All but the 5 lie in the band of the others; the others, made without it, in that of no kind: 1 to 5.
    const inside = [...others, ...own].filter(({ ratio }) => ratio >= 1 && ratio < 5).length;
    expect(coverageByFamily([...others, ...own], 0.9)).toBeCloseTo(inside / 42, 12);
  });

  it('rest on the rows that were predicted, by name where no family is known', () => {
    const row = { launch: 'l', quality: [], measuredNs: 300 };
    const rows: Row[] = [
      { ...row, name: 'a', family: 'sums', predictedNs: 200, bandKind: 'dram' },
      { ...row, name: 'b', predictedNs: 600, bandKind: 'cache' },
      { ...row, name: 'c', refusal: 'too large' },
    ];
    expect(residualsOf(rows)).toEqual([
      { kind: 'dram', family: 'sums', ratio: 1.5 },
      { kind: 'cache', family: 'b', ratio: 0.5 },
    ]);
  });
});

describe('the recorded bands', () => {
  it('hold the prediction, and name only kinds that there are', () => {
    expect(bandsFile.share).toBe(0.9);
    for (const [kind, { low, high, launches }] of Object.entries(bandsFile.bands)) {
      expect([...bandKinds, 'any']).toContain(kind);
      expect(low, kind).toBeGreaterThan(0);
      expect(low, kind).toBeLessThanOrEqual(1);
      expect(high, kind).toBeGreaterThanOrEqual(1);
      expect(launches, kind).toBeGreaterThanOrEqual(12);
      expect(launches, kind).toBeLessThanOrEqual(bandsFile.bands.any.launches);
    }
  });

  const bottleneck = (resource: string, kind: Prediction['bottleneck']['kind'] = 'bandwidth' as never) =>
    ({ resource, kind }) as Prediction['bottleneck'];

  it('are chosen by what limits the kernel', () => {
    expect(bandKindOf(bottleneck('dram'))).toBe('dram');
    expect(bandKindOf(bottleneck('l2'))).toBe('cache');
    expect(bandKindOf(bottleneck('sfu'))).toBe('compute');
    expect(bandKindOf(bottleneck('barrier'))).toBe('shared');
    expect(bandKindOf(bottleneck('atomic'))).toBe('other');
    expect(bandKindOf(bottleneck('dram', 'launch'))).toBe('launch');
    const { low, high } = bandsFile.bands.dram;
    expect(errorBandNs(1000, 0, bottleneck('dram'))).toEqual([1000 * low, 1000 * high]);
    // Atomics and starts of workgroups are too few for a band each.
    const { other } = bandsFile.bands;
    expect(errorBandNs(1000, 0, bottleneck('atomic'))).toEqual([1000 * other.low, 1000 * other.high]);
  });

  it('are wider by a hundredth for each guess beyond those of their device', () => {
    const at = (guesses: number) => errorBandNs(1000, guesses, bottleneck('dram'));
    expect(at(bandsFile.guesses)).toEqual(at(0));
    const [low, high] = at(0);
    const [lower, higher] = at(bandsFile.guesses + 10);
    expect(higher / high).toBeCloseTo(Math.exp(0.1), 6);
    expect(low / lower).toBeCloseTo(Math.exp(0.1), 6);
  });
});
