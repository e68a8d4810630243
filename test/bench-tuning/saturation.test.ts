import { describe, expect, it } from 'vitest';
import { saturationPoint } from '../../bench/tuning/saturation-point.ts';
import { studyOf, studyText } from '../../bench/tuning/saturation-study.ts';
import type { SpaceRecord } from '../../src/tune/trials/space-record.ts';

/** Sizes 1, 2, 4, … with these throughputs. */
const curveOf = (throughputs: readonly number[], power = 1) =>
  throughputs.map((throughput, i) => ({ size: 2 ** i, timeNs: (2 ** i) ** power / throughput }));

function recordOf(times: Readonly<Record<string, number>>): SpaceRecord {
  const configurations = Object.entries(times).map(([key, timeNs]) => ({
    at: key.split(',').map(Number),
    status: timeNs > 0 ? ('correct' as const) : ('correctness' as const),
    timeNs: Math.abs(timeNs),
  }));
  return {
    schema: 'kernelcast/space-record@1',
    kernel: 'k',
    launch: 'k.json',
    source: '',
    device: '',
    driver: '',
    webgpu: '',
    date: '',
    parameters: [],
    constraints: [],
    base: [0],
    valid: configurations.length,
    unverified: [],
    configurations,
  };
}

describe('the minimum saturation point', () => {
  it('is the smallest size within a tenth of the highest throughput', () => {
    expect(saturationPoint(curveOf([1, 5, 9.1, 10, 9.9]), 1)).toMatchObject({ size: 4, isSaturated: true });
    expect(saturationPoint(curveOf([1, 5, 9.1, 10, 9.9]), 1, 0)).toMatchObject({ size: 8 });
    expect(saturationPoint(curveOf([1, 5, 9.1, 10, 9.9]), 1, 0.5)).toMatchObject({ size: 2 });
  });

  it('counts the work, not the size', () => {
    expect(saturationPoint(curveOf([1, 5, 9.1, 10, 9.9], 2), 2)).toMatchObject({ size: 4 });
    expect(saturationPoint(curveOf([1, 5, 9.1, 10, 9.9], 2), 1)).toMatchObject({ size: 4 / 2 });
  });

  it('of a kernel that only grows is its target, and is called so', () => {
    const point = saturationPoint(curveOf([1, 2, 4, 8]), 1);
    expect(point).toEqual({ size: 8, isSaturated: false, shares: [0.125, 0.25, 0.5, 1] });
  });
});

describe('the study of saturation points', () => {
  const swept = { kernel: 'k', param: 'N', power: 1, sizes: [1, 2, 4, 8] };
  const curve = curveOf([1, 9.5, 10, 10]);
  const point = saturationPoint(curve, 1);
  const atTarget = recordOf({ 0: 800, 1: 400, 2: 440, 3: -100 });

  it('runs at the target what was best at the point', () => {
    const atPoint = recordOf({ 0: 100, 1: 60, 2: 50, 3: -10, 4: 1 });
    const { tuned } = studyOf(swept, curve, point, atPoint, atTarget);
    // 4 cannot be launched at the target, 3 computes something else.
    expect(tuned).toMatchObject({ shareOfBest: 400 / 440, speedup: 800 / 440, bestSpeedup: 2 });
    const sweepNs = curve.reduce((sum, { timeNs }) => sum + timeNs, 0);
    expect(tuned!.searchSpeedup).toBeCloseTo(1640 / (211 + sweepNs), 9);
  });

  it('tries the few best again at the target', () => {
    const atPoint = recordOf({ 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7 });
    const target = recordOf({ 0: 80, 1: 80, 2: 80, 3: 80, 4: 50, 5: 40, 6: 90 });
    const { tuned } = studyOf(swept, curve, point, atPoint, target);
    expect(tuned).toMatchObject({ shareOfBest: 0.5, shareConfirmed: 0.8 });
    const sweepNs = curve.reduce((sum, { timeNs }) => sum + timeNs, 0);
    expect(tuned!.confirmedSearchSpeedup).toBeCloseTo(500 / (28 + sweepNs + 370), 9);
  });

  it('says which kernels do not saturate and which spaces are missing', () => {
    const growing = saturationPoint(curveOf([1, 2, 4, 8]), 1);
    const text = studyText([
      studyOf(swept, curve, growing, undefined, undefined),
      studyOf(swept, curve, point, undefined, atTarget),
      studyOf(swept, curve, point, atTarget, atTarget),
    ]);
    expect(text).toContain('does not saturate: half the target reaches 50.0 %');
    expect(text).toContain('its spaces are not recorded');
    expect(text).toContain('1 of 1 kernels reach 90 %');
  });
});
