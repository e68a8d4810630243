// The recorded kernels next to what Mesa made of them for an M1: shares that agree, as a ratchet. Raise the numbers when
// the model gets better. Kernels that are kept apart are judged as a whole.

import { describe, expect, it } from 'vitest';
import { appleComparison } from '../../../bench/codes/apple/comparison.ts';
import { compareAll } from '../../../bench/codes/comparison.ts';

describe('code for an M1', () => {
  const problems: string[] = [];
  const compared = compareAll(appleComparison, 'm1', (kernel, problem) =>
    problems.push(`${kernel.name}: ${problem}`),
  );

  it('is made of every recorded kernel', () => {
    // More workgroup memory than the device has.
    expect(problems).toEqual(['attention-decode-long: not recorded']);
    expect(compared.length).toBeGreaterThan(460);
  });

  it.each([false, true])('agrees as often as before (kept apart: %s)', (isApart) => {
    const rows = compared.filter((each) => each.isApart === isApart);
    expect(rows.length).toBeGreaterThan(150);
    const shares = appleComparison.scores(rows, 'm1');
    expect(shares['instructions 20 %']).toBeGreaterThanOrEqual(0.86);
    expect(shares['classes 20 %']).toBeGreaterThanOrEqual(0.87);
    expect(shares['registers 20 %']).toBeGreaterThanOrEqual(0.79);
    expect(shares.occupancy).toBeGreaterThanOrEqual(0.96);
    expect(shares['loops left']).toBeGreaterThanOrEqual(0.95);
  });
});
