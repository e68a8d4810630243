// Predicts what measure.ts measures, the kernels of plan.json at their inputs:
//   node build.mjs bench/adapt/predict.ts && node dist/bench/adapt/predict.js --output DIR [--only KERNEL]…
// In one thread; a kernel takes about half a minute.

import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileReader } from '../../src/cli/kernels.ts';
import { evaluateModel, type ModelOptions } from '../../src/configure/evaluate.ts';
import { reasonOf } from '../../src/configure/instantiate.ts';
import { writeWhole } from '../../src/hardware/write-whole.ts';
import { loadProfile } from '../../src/profile/load.ts';
import type { Point } from '../../src/space/space.ts';
import type { RecordedConfiguration } from '../../src/tune/trials/space-record.ts';
import { openAt, PLANNED_KERNELS, paramsOfInput, plannedOf } from './planned.ts';
import { SIZED_SCHEMA, type SizedInput, sizedText } from './sized-record.ts';

const { values: flags } = parseArgs({
  options: {
    output: { type: 'string', default: 'bench/adapt/predicted' },
    only: { type: 'string', multiple: true, default: [] },
  },
});

const profile = loadProfile('nvidia-h200').value!;
const options: ModelOptions = {
  profile,
  cache: 'warm',
  without: [],
  seed: 0,
  files: fileReader(),
  now: () => performance.now(),
};

for (const each of PLANNED_KERNELS) {
  const { kernel } = each;
  if (flags.only.length > 0 && !flags.only.includes(kernel)) continue;
  const start = performance.now();
  const planned = plannedOf(each, profile);
  const inputs = planned.inputs.map((input): SizedInput => {
    const tunable = openAt(kernel, profile, paramsOfInput(planned.space, input));
    const params = Object.fromEntries(planned.space.map(({ name }, axis) => [name, input[axis]]));
    const configurations = planned.points.map((at): RecordedConfiguration => predicted(tunable, at));
    return { params, configurations };
  });
  const { space, base } = openAt(kernel, profile);
  const parameters = space.parameters.map(({ name, values, isOrdered }) => ({ name, values, isOrdered }));
  const head = {
    schema: SIZED_SCHEMA,
    kernel,
    device: profile.name,
    driver: 'model',
    webgpu: '',
    date: '',
  } as const;
  const file = path.join(flags.output, `${kernel}-${profile.name}.json`);
  writeWhole(file, sizedText({ ...head, parameters, base, inputs }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(
    `${kernel}: ${inputs.length} inputs, ${planned.points.length} configurations, ${seconds} s\n`,
  );
}

function predicted(tunable: ReturnType<typeof openAt>, at: Point): RecordedConfiguration {
  const refused = (message: string): RecordedConfiguration => ({ at, status: 'constraints', message });
  // What the constraints allow at the launch file's own size they may forbid at another.
  if (tunable.points.indexOf(at) < 0) return refused('it breaks the constraints at this input');
  const instance = tunable.instantiate(at);
  if (instance.value === undefined) return refused(reasonOf(instance.diagnostics));
  const { value, diagnostics } = evaluateModel(instance.value, options);
  if (value === undefined) return refused(reasonOf(diagnostics));
  return { at, status: 'correct', timeNs: Math.round(value.timeNs) };
}
