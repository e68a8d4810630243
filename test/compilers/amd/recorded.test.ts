// The recorded kernels next to what Mesa made of them for two devices: shares that agree, as a ratchet. Raise the numbers
// when the model gets better. Kernels that are kept apart are judged as a whole.

import { describe, expect, it } from 'vitest';
import { amdComparison } from '../../../bench/codes/amd/comparison.ts';
import { compareAll } from '../../../bench/codes/comparison.ts';

describe.each(['navi21', 'navi31'] as const)('code for %s', (device) => {
  const problems: string[] = [];
  const compared = compareAll(amdComparison, device, (kernel, problem) =>
    problems.push(`${kernel.name}: ${problem}`),
  );

  it('is made of every recorded kernel', () => {
    expect(problems).toEqual([]);
    expect(compared.length).toBeGreaterThan(460);
  });

  it.each([false, true])('agrees as often as before (kept apart: %s)', (isApart) => {
    const rows = compared.filter((each) => each.isApart === isApart);
    expect(rows.length).toBeGreaterThan(150);
    const shares = amdComparison.scores(rows, device);
    expect(shares['instructions 15 %']).toBeGreaterThanOrEqual(0.8);
    expect(shares['classes 20 %']).toBeGreaterThanOrEqual(0.84);
    expect(shares['VGPRs one step']).toBeGreaterThanOrEqual(0.82);
    expect(shares.occupancy).toBeGreaterThanOrEqual(0.92);
    expect(shares['loops left']).toBeGreaterThanOrEqual(0.89);
  });
});
