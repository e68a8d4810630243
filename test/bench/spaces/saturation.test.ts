import { describe, expect, it } from 'vitest';
import { curveOf } from '../../../bench/spaces/saturation-record.ts';
import { studyOf, studyText } from '../../../bench/spaces/saturation-study.ts';
import { findSaturation } from '../../../src/tune/saturation.ts';
import type { SpaceRecord } from '../../../src/tune/trials/space-record.ts';

/** Sizes 1, 2, 4, … with these throughputs. */
const saturationOf = (throughputs: readonly number[]) =>
  findSaturation(
    curveOf(
      throughputs.map((throughput, i) => ({ size: 2 ** i, timeNs: 2 ** i / throughput })),
      { power: 1 },
    ),
  );

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

describe('the curve of a sweep', () => {
  it('counts the work, not the size', () => {
    expect(curveOf([{ size: 3, timeNs: 18 }], { power: 2 })).toEqual([{ size: 3, work: 9, timeNs: 18 }]);
  });
});

describe('the study of saturation points', () => {
  const swept = { kernel: 'k', param: 'N', power: 1, sizes: [1, 2, 4, 8] };
  const saturation = saturationOf([1, 9.5, 10, 10]);
  const atTarget = recordOf({ 0: 800, 1: 400, 2: 440, 3: -100 });

  it('runs at the target what was best at the point', () => {
    const atPoint = recordOf({ 0: 100, 1: 60, 2: 50, 3: -10, 4: 1 });
    const { tuned } = studyOf(swept, saturation, atPoint, atTarget);
    // 4 cannot be launched at the target, 3 computes something else.
    expect(tuned).toMatchObject({ shareOfBest: 400 / 440, speedup: 800 / 440, bestSpeedup: 2 });
    const sweepNs = saturation.curve.reduce((sum, { timeNs }) => sum + timeNs, 0);
    expect(tuned!.searchSpeedup).toBeCloseTo(1640 / (211 + sweepNs), 9);
  });

  it('tries the few best again at the target', () => {
    const atPoint = recordOf({ 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7 });
    const target = recordOf({ 0: 80, 1: 80, 2: 80, 3: 80, 4: 50, 5: 40, 6: 90 });
    const { tuned } = studyOf(swept, saturation, atPoint, target);
    expect(tuned).toMatchObject({ shareOfBest: 0.5, shareConfirmed: 0.8 });
    const sweepNs = saturation.curve.reduce((sum, { timeNs }) => sum + timeNs, 0);
    expect(tuned!.confirmedSearchSpeedup).toBeCloseTo(500 / (28 + sweepNs + 370), 9);
  });

  it('says which kernels do not saturate and which spaces are missing', () => {
    const growing = saturationOf([1, 2, 4, 8]);
    const text = studyText([
      studyOf(swept, growing, undefined, undefined),
      studyOf(swept, saturation, undefined, atTarget),
      studyOf(swept, saturation, atTarget, atTarget),
    ]);
    expect(text).toContain('does not saturate: size 4 reaches 50.0 %');
    expect(text).toContain('its spaces are not recorded');
    expect(text).toContain('1 of 1 kernels reach 90 %');
  });
});
