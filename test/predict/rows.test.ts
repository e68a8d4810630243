// Workgroups some of whose warps have no work, against what was measured on an H200 (microbench/rows).
import { expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf } = measuredLaunches('rows', 'nvidia-h200-2026-11-28-rows.json');

it.each(['rows-4', 'rows-8', 'rows-4-barrier'])(
  '%s: warps that work are on all schedulers, whichever of a workgroup they are',
  (name) => {
    expect(errorOf(new RegExp(`^${name} `))).toBeLessThan(0.06);
  },
  60_000,
);
