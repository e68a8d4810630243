// What docs/adapting.md says of inputs left out is what the recorded numbers come to, and these are of kernels that are
// right at their inputs.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaveOneOutReport } from '../../bench/adapt/leave-one-out-report.ts';
import plan from '../../bench/adapt/plan.json' with { type: 'json' };
import { readSizedRecord } from '../../bench/adapt/sized-record.ts';

const docs = path.join(import.meta.dirname, '../../docs');
const records = path.join(import.meta.dirname, '../../bench/adapt');
const measured = readdirSync(path.join(records, 'recorded')).map((file) => ({
  file,
  record: readSizedRecord(path.join(records, 'recorded', file))!,
}));

it('is in the page, with its picture', async () => {
  const { text, svg } = await leaveOneOutReport();
  expect(readFileSync(path.join(docs, 'adapting.md'), 'utf8')).toContain(text.trimEnd());
  expect(readFileSync(path.join(docs, 'adapting.svg'), 'utf8')).toBe(svg);
}, 60_000);

describe.each(measured)('$record.kernel as measured', ({ file, record }) => {
  const planned = plan.kernels.find(({ kernel }) => kernel === record.kernel)!;

  it('has the inputs and configurations that were predicted', () => {
    const predicted = readSizedRecord(path.join(records, 'predicted', file))!;
    expect(record.inputs.map(({ params }) => params)).toEqual(predicted.inputs.map(({ params }) => params));
    const known = new Set(predicted.inputs[0].configurations.map(({ at }) => at.join()));
    for (const { configurations } of record.inputs)
      for (const { at } of configurations) expect(known).toContain(at.join());
  });

  it.skipIf(planned.wrong !== undefined)('leaves what the kernel as it is leaves, at nearly all', () => {
    const all = record.inputs.flatMap(({ configurations }) => configurations);
    const right = all.filter(({ status }) => status === 'correct');
    expect(right.length / all.length).toBeGreaterThan(0.95);
  });
});

it('keeps rms-norm out because none of its configurations writes whole rows', () => {
  const { parameters, inputs } = measured.find(({ record }) => record.kernel === 'rms-norm')!.record;
  const lanes = parameters.findIndex(({ name }) => name === 'LANES');
  for (const { params, configurations } of inputs)
    for (const { at } of configurations)
      expect((params.COLUMNS / 4) % Number(parameters[lanes].values[at[lanes]])).not.toBe(0);
});
