// What the modelled compilers do to a kernel must not change its results: every conformance kernel, with the
// subgroup size of the modelled family, gives the same buffers compiled fully and not at all. Needs no
// GPU.

import { describe, expect, it } from 'vitest';
import { loadCases } from './cases.ts';
import { differences } from './compare.ts';
import { runOnKernelcast } from './kernelcast.ts';

const SUBGROUP_SIZE = 32;
const cases = loadCases().filter((each) => each.ways.includes('decoded'));

describe('optimized against decoded', () => {
  it.each(cases.map((each) => [each.name, each] as const))('%s', (_, test) => {
    const expected = runOnKernelcast(test, 'decoded', SUBGROUP_SIZE);
    const actual = runOnKernelcast(test, 'optimized', SUBGROUP_SIZE);
    expect(differences(test.outputType, test.tolerance, expected, actual)).toEqual([]);
  });
});
