// The first line of what `tune APP` says: what the whole app gains, or that it is best left as it is.

import { describe, expect, it } from 'vitest';
import {
  type AppTuningReport,
  appTuningText,
  type TunedKernelReport,
} from '../../src/report/app-tuning-text.ts';
import { styleFor } from '../../src/report/layout.ts';

const kernel: TunedKernelReport = {
  pipeline: 'blur',
  share: 0.5,
  dispatches: 2,
  configurations: 9,
  trials: 4,
  best: { unroll: 2 },
  baseNs: 2e5,
  timeNs: 1e5,
  gain: 2,
  savedNs: 2e5,
  notTaken: [],
  notes: [],
  tuning: {},
};

function firstLine(changedNs: number, kernels: readonly TunedKernelReport[] = [kernel]): string {
  const timeNs = 1e6;
  const report: AppTuningReport = {
    schema: 'kernelcast/app-tune@1',
    name: 'frame',
    device: 'one',
    isPredicted: false,
    profile: 'nvidia-h200',
    timed: 'app',
    timeNs,
    changedNs,
    gain: timeNs / changedNs,
    trials: 4,
    seconds: 1,
    end: 'trials',
    kernels,
    notTuned: [],
    requiredLimits: {},
    notes: [],
    warnings: [],
  };
  return appTuningText(report, styleFor(false)).split('\n4 configurations')[0].replaceAll('\n', ' ');
}

describe('the first line of a tuned app', () => {
  it('is what it gains', () => {
    expect(firstLine(5e5)).toBe('frame on one: 1.00 ms → 500 µs with 1 changed kernel, 2.00×');
  });

  it('says that kernels which are faster alone do not make it faster', () => {
    expect(firstLine(2e6)).toBe(
      'frame on one: 1.00 ms as it is; with 1 changed kernel, faster alone, 2.00 ms: not recommended',
    );
  });

  it('says that nothing was found', () => {
    expect(firstLine(1e6, [{ ...kernel, best: {} }])).toMatch(/1\.00 ms as it is; nothing better was found$/);
  });
});
