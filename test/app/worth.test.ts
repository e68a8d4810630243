// What is worth working on in an app, by the numbers alone.

import { describe, expect, it } from 'vitest';
import { gapsOf } from '../../src/app/gaps.ts';
import type { AppPrediction, DispatchPrediction, GapKind } from '../../src/app/prediction.ts';
import { kernelsThatMatter, workLeft } from '../../src/app/worth.ts';
import { loadProfile } from '../../src/profile/load.ts';

const known = loadProfile('nvidia-h200').value!;
/** A device on which a pass of its own costs more than a dispatch. */
const profile = { ...known, gaps: { ...known.gaps!, passNs: { ...known.gaps!.passNs, value: 3000 } } };

function appOf(parts: readonly (readonly [pipeline: string, workNs: number, gap: GapKind])[]): AppPrediction {
  const numbers = profile.gaps;
  const gapNs = { start: 6100, transfer: 4000 } as Partial<Record<GapKind, number>>;
  let startNs = 0;
  const dispatches = parts.map(([pipeline, workNs, gap]) => {
    const own =
      gap === 'submit'
        ? numbers.submitNs.value
        : gap === 'pass'
          ? numbers.passNs.value
          : gap === 'dispatch'
            ? numbers.dispatchNs.value
            : gapNs[gap]!;
    startNs += own;
    const dispatch = { pipeline, workNs, gap, gapNs: own, startNs, timeNs: workNs + 6100 };
    startNs += workNs;
    return dispatch as DispatchPrediction;
  });
  return { dispatches, transfers: [], timeNs: startNs } as unknown as AppPrediction;
}

describe('kernels that matter', () => {
  const app = appOf([
    ['small', 1000, 'start'],
    ['large', 40_000, 'pass'],
    ['large', 50_000, 'pass'],
    ['middle', 9000, 'dispatch'],
  ]);

  it('are those of nine tenths of the work, each by its longest dispatch', () => {
    const [large, ...others] = kernelsThatMatter(app, 8);
    expect(large).toMatchObject({ pipeline: 'large', dispatches: [1, 2], longest: 2, workNs: 90_000 });
    expect(others).toEqual([]);
  });

  it('keep their launch overhead whatever is done to them', () => {
    const [, , longest] = app.dispatches;
    expect(workLeft(longest, longest.timeNs)).toBeCloseTo(1, 12);
    expect(workLeft(longest, 25_000 + 6100)).toBeCloseTo(0.5, 12);
    expect(workLeft(longest, 0)).toBe(0);
  });
});

describe('gaps', () => {
  it('are advised on where they are much of the time, by what merging saves', () => {
    const app = appOf([
      ['a', 1000, 'start'],
      ['a', 1000, 'submit'],
      ['a', 1000, 'pass'],
    ]);
    const { advice, share } = gapsOf(app, profile);
    expect(share).toBeGreaterThan(0.5);
    const { submitNs, passNs, dispatchNs } = profile.gaps;
    expect(advice.map(({ savedNs }) => savedNs).sort((a, b) => a - b)).toEqual(
      [submitNs.value - passNs.value, passNs.value - dispatchNs.value].sort((a, b) => a - b),
    );
  });

  it('are left alone where the work is long', () => {
    expect(
      gapsOf(
        appOf([
          ['a', 1e7, 'start'],
          ['a', 1e7, 'submit'],
        ]),
        profile,
      ).advice,
    ).toEqual([]);
  });
});
