// The recorded kernels next to what Mesa made of them for three devices: shares that agree, as a ratchet. Raise the
// numbers when the model gets better. Kernels that are kept apart are judged as a whole.

import { describe, expect, it } from 'vitest';
import { compareAll } from '../../../bench/codes/comparison.ts';
import { intelComparison } from '../../../bench/codes/intel/comparison.ts';

/** The least share of each measure, by device. */
const LEAST = {
  dg2: { 'instructions 20 %': 0.84, 'registers 20 %': 0.8, 'width, occupancy': 0.98, 'send 20 %': 0.81 },
  bmg: { 'instructions 20 %': 0.82, 'registers 20 %': 0.81, 'width, occupancy': 0.98, 'send 20 %': 0.81 },
  tgl: { 'instructions 20 %': 0.82, 'registers 20 %': 0.77, 'width, occupancy': 0.98, 'send 20 %': 0.81 },
} as const;

describe.each(['dg2', 'bmg', 'tgl'] as const)('code for %s', (device) => {
  const problems: string[] = [];
  const compared = compareAll(intelComparison, device, (kernel, problem) =>
    problems.push(`${kernel.name}: ${problem}`),
  );

  it('is made of every recorded kernel', () => {
    expect(problems).toEqual([]);
    expect(compared.length).toBeGreaterThan(460);
  });

  it.each([false, true])('agrees as often as before (kept apart: %s)', (isApart) => {
    const rows = compared.filter((each) => each.isApart === isApart);
    expect(rows.length).toBeGreaterThan(150);
    const shares = intelComparison.scores(rows, device);
    for (const [measure, least] of Object.entries(LEAST[device]))
      expect(shares[measure], measure).toBeGreaterThanOrEqual(least);
  });
});
