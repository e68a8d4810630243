// A timing of which nothing but the time is of interest leaves statistics out, and gives the same time.
import path from 'node:path';
import { expect, it } from 'vitest';
import { predictTime, predictTimeOnly } from '../../src/emulate/estimate.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { cases, openCase } from '../golden/cases.ts';
import { tracedCase } from '../golden/timing.ts';

const profile = loadProfile('nvidia-h200').value!;
const studied = (name: string) => openCase(name, path.join('bench/spaces/studied/kernels', `${name}.json`));
// Few workgroups of unequal work, besides: there the longest warps count by themselves.
const all = [...cases, studied('kendall-tau'), studied('trmm-lower')];

it.each(all.map((each) => [each.name, each] as const))('%s', (_, kernel) => {
  const traced = tracedCase(kernel, profile);
  if (typeof traced === 'string') return;
  const { trace, program } = traced;
  const input = { trace, profile, workgroupSize: invocationsOf(program.module), cache: 'warm' } as const;
  expect(predictTimeOnly(input).timeNs).toBe(predictTime(input).timeNs);
});
