// Steps against private arrays in memory: the loops that index them unrolled, so that every index is known, or
// the array in workgroup memory.

import { sharedArray } from '../../transform/rewrites/shared-array.ts';
import { type Findings, placeOf } from '../findings.ts';
import { privateArrayUses } from '../private-arrays.ts';
import { changeBy, changeWith } from './edited.ts';
import type { Step, Way } from './step.ts';

export function privateArraySteps(findings: Findings): Step[] {
  if (!findings.editable) return [];
  return privateArrayUses(findings).map(({ name, bytes, isInMemory, timeShare, span }) => {
    const why = isInMemory
      ? `its ${bytes} bytes per invocation lie in memory, as only run time knows the index`
      : 'each access compares its index, as only run time knows it';
    const shared: Way = {
      title: `Keep \`${name}\` in workgroup memory, a column per invocation`,
      why,
      ...placeOf(findings, span),
      change: changeWith(findings, sharedArray(name)),
    };
    const constant: Way = {
      title: `Unroll the loops that index \`${name}\` in full`,
      why,
      ...placeOf(findings, span),
      change: changeBy(findings, { unroll: [{ loop: 'all', factor: 'full' }] }),
    };
    return { promise: timeShare, ways: [constant, shared] };
  });
}
