// The recorded kernels next to what Mesa made of them for two devices: shares that agree, as a ratchet. Raise the numbers
// when the model gets better. Kernels that are kept apart are judged as a whole.

import { describe, expect, it } from 'vitest';
import { compareAll, type DEVICES, scores } from '../../../bench/codes/compare.ts';
import { amdGeneration } from '../../../src/compilers/amd/generation.ts';

describe.each([
  ['navi21', 'rdna2'],
  ['navi31', 'rdna3'],
] as const)('code for %s', (device: keyof typeof DEVICES, name) => {
  const problems: string[] = [];
  const compared = compareAll(device, (kernel, problem) => problems.push(`${kernel.name}: ${problem}`));
  const generation = amdGeneration(name)!;

  it('is made of every recorded kernel', () => {
    // Written since the recording.
    expect(problems).toEqual(['wave-table: not recorded']);
    expect(compared.length).toBeGreaterThan(460);
  });

  it.each([false, true])('agrees as often as before (kept apart: %s)', (isApart) => {
    const rows = compared.filter((each) => each.isApart === isApart);
    expect(rows.length).toBeGreaterThan(150);
    const shares = scores(rows, generation);
    expect(shares['instructions 15 %']).toBeGreaterThanOrEqual(0.75);
    expect(shares['classes 20 %']).toBeGreaterThanOrEqual(0.82);
    expect(shares['VGPRs one step']).toBeGreaterThanOrEqual(0.82);
    expect(shares.occupancy).toBeGreaterThanOrEqual(0.92);
    expect(shares['loops left']).toBeGreaterThanOrEqual(0.89);
  });
});
